//! Which exclusive views may write what is between their elements.

use super::Mut;
use crate::array::Array;
use crate::layout::Dims;
use crate::{DynSpec, Tensor, ViewMut};
use tslice_kernels::Gaps;

fn spec(text: &str) -> DynSpec {
    text.parse().expect("a spec")
}

#[track_caller]
fn expect<T, D: Dims>(view: &Array<Mut<'_, T>, D>, gaps: Gaps) {
    assert_eq!(view.gaps(), gaps);
}

#[test]
fn array_made_of_a_whole_owns_its_gaps() {
    let mut t = Tensor::<u8, 3>::zeros([4, 6, 3]);
    expect(&t.view_mut(), Gaps::Exclusive);
    expect(&t.slice_mut(spec("..., 1")), Gaps::Exclusive);
    expect(&t.slice_mut(spec("::2")).slice_mut(spec(":, ::-1")), Gaps::Exclusive);
    expect(&t.view_mut().into_slice_mut(spec("1:")), Gaps::Exclusive);
    expect(&t.permute_mut([2, 0, 1]), Gaps::Exclusive);
    expect(&t.reshape_mut([24, 3]), Gaps::Exclusive);
    expect(&t.diagonal_mut(0), Gaps::Exclusive);
    let mut data = [0_u8; 8];
    expect(&ViewMut::from_shape([2, 4], &mut data).expect("8 elements"), Gaps::Exclusive);
    expect(&ViewMut::<u8, 1>::from_strided([4], [2], 0, &mut data).expect("inside"), Gaps::Exclusive);
}

#[test]
fn parts_do_not_own_their_gaps() {
    let mut t = Tensor::<u8, 3>::zeros([4, 6, 3]);
    let (first, second) = (spec("..., 0"), spec("..., 1:"));
    let (mut first, mut second) = t.multi_slice_mut((&first, &second));
    expect(&first, Gaps::Shared);
    expect(&first.slice_mut(spec("::2")), Gaps::Shared);
    expect(&second.permute_mut([2, 1, 0]), Gaps::Shared);
    expect(&second.view_mut().into_slice_mut(spec("0")), Gaps::Shared);
    for mut part in <[_; 2]>::from(t.split_at_mut(2, 1)) {
        expect(&part, Gaps::Shared);
        expect(&part.diagonal_mut(0), Gaps::Shared);
    }
    t.chunks_mut(2, 2).for_each(|part| expect(&part, Gaps::Shared));
    t.axis_iter_mut(2).for_each(|part| expect(&part, Gaps::Shared));
    t.lanes_mut(0).for_each(|part| expect(&part, Gaps::Shared));
    t.rows_mut().for_each(|part| expect(&part, Gaps::Shared));
}

#[test]
fn caller_memory_does_not_own_its_gaps() {
    let mut data = [0_u8; 8];
    // SAFETY: `from_raw_parts` needs elements to which no other reference exists: those of an array that is borrowed for longer.
    let view = unsafe { ViewMut::<u8, 1>::from_raw_parts(data.as_mut_ptr(), [4], [2]) };
    expect(&view.expect("4 elements"), Gaps::Shared);
}
