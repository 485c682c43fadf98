//! Which exclusive views may write what is between their elements.

use crate::{InlineSpec, Tensor, ViewMut};
use tslice_kernels::Gaps;

fn spec(text: &str) -> InlineSpec {
    let mut spec = InlineSpec::EMPTY;
    for entry in tslice_syntax::parse(text).expect("a spec").entries {
        spec.push(entry);
    }
    spec
}

#[test]
fn array_made_of_a_whole_owns_its_gaps() {
    let mut t = Tensor::<u8, 3>::zeros([4, 6, 3]);
    assert_eq!(t.view_mut().gaps(), Gaps::Exclusive);
    assert_eq!(t.slice_mut(spec("..., 1")).gaps(), Gaps::Exclusive);
    assert_eq!(
        t.slice_mut(spec("::2")).slice_mut(spec(":, ::-1")).gaps(),
        Gaps::Exclusive
    );
    assert_eq!(
        t.view_mut().into_slice_mut(spec("1:")).gaps(),
        Gaps::Exclusive
    );
    assert_eq!(t.permute_mut([2, 0, 1]).gaps(), Gaps::Exclusive);
    assert_eq!(t.reshape_mut([24, 3]).gaps(), Gaps::Exclusive);
    assert_eq!(t.diagonal_mut(0).gaps(), Gaps::Exclusive);
    let mut data = [0_u8; 8];
    assert_eq!(
        ViewMut::from_shape([2, 4], &mut data)
            .expect("8 elements")
            .gaps(),
        Gaps::Exclusive
    );
    let strided = ViewMut::<u8, 1>::from_strided([4], [2], 0, &mut data).expect("inside");
    assert_eq!(strided.gaps(), Gaps::Exclusive);
}

#[test]
fn parts_do_not_own_their_gaps() {
    let mut t = Tensor::<u8, 3>::zeros([4, 6, 3]);
    let (first, second) = (spec("..., 0"), spec("..., 1:"));
    let (mut first, mut second) = t.multi_slice_mut((&first, &second));
    assert_eq!(first.gaps(), Gaps::Shared);
    assert_eq!(first.slice_mut(spec("::2")).gaps(), Gaps::Shared);
    assert_eq!(second.permute_mut([2, 1, 0]).gaps(), Gaps::Shared);
    assert_eq!(
        second.view_mut().into_slice_mut(spec("0")).gaps(),
        Gaps::Shared
    );
    for mut part in <[_; 2]>::from(t.split_at_mut(2, 1)) {
        assert_eq!(part.gaps(), Gaps::Shared);
        assert_eq!(part.diagonal_mut(0).gaps(), Gaps::Shared);
    }
    t.chunks_mut(2, 2)
        .for_each(|part| assert_eq!(part.gaps(), Gaps::Shared));
    t.axis_iter_mut(2)
        .for_each(|part| assert_eq!(part.gaps(), Gaps::Shared));
    t.lanes_mut(0)
        .for_each(|part| assert_eq!(part.gaps(), Gaps::Shared));
    t.rows_mut()
        .for_each(|part| assert_eq!(part.gaps(), Gaps::Shared));
}

#[test]
fn caller_memory_does_not_own_its_gaps() {
    let mut data = [0_u8; 8];
    // SAFETY: `from_raw_parts` needs elements to which no other reference exists: those of an array
    // that is borrowed for longer.
    let view = unsafe { ViewMut::<u8, 1>::from_raw_parts(data.as_mut_ptr(), [4], [2]) };
    assert_eq!(view.expect("4 elements").gaps(), Gaps::Shared);
}
