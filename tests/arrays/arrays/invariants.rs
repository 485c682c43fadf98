//! The invariants of every array that is made of another one, from outside: shape, strides, pointer
//! and memory.

use std::ops::Range;

use crate::forms::forms;
use proptest::prelude::*;
use tslice::{
    Array, DynTensor, DynView, DynViewMut, Shape, Tensor, View, ViewMut, concatenate, s, stack, zip,
};
use tslice_tests::invariants::{check_mut, check_tensor, check_view, memory};

/// Each view that methods make of a view, and the view itself.
fn views(view: &DynView<'_, usize>, memory: &Range<usize>, numbers: &[usize]) {
    let look = |view: &DynView<'_, usize>| check_view(view, memory.clone());
    look(view);
    let (rank, len) = (view.rank(), view.len());
    look(&view.t());
    look(&view.permute((0..rank).rev().collect::<Vec<_>>()));
    look(&view.broadcast_to(&[&[numbers[0]], view.shape()].concat()[..]));
    for shape in [vec![len], vec![1, len, 1], vec![len, 1], vec![1, 1, len]] {
        view.try_reshape(&shape[..]).iter().for_each(look);
    }
    let windows: Vec<usize> = view
        .shape()
        .iter()
        .zip(numbers.iter().cycle())
        .map(|(len, n)| n % (len + 1))
        .collect();
    look(&view.windows(&windows));
    if rank >= 2 {
        look(&view.diagonal(numbers[0].cast_signed() - 3));
    }
    for axis in 0..rank {
        let at = numbers[1] % (view.shape()[axis] + 1);
        <[_; 2]>::from(view.split_at(axis, at))
            .iter()
            .for_each(look);
        view.chunks(axis, numbers[2] + 1)
            .for_each(|part| look(&part));
        view.axis_iter(axis).rev().for_each(|part| look(&part));
        view.lanes(axis)
            .for_each(|lane| check_view(&lane, memory.clone()));
    }
    check_tensor(&view.to_tensor());
    check_tensor(&view.map(|x| *x as u8));
    check_tensor(&zip((view, view)).map(|(a, b)| a + b));
    check_tensor(&view.to_tensor().into_shape(&[1, len, 1][..]));
    check_tensor(&stack(0, [view, view]));
    if rank > 0 {
        check_tensor(&concatenate(rank - 1, [view, view]));
        check_tensor(&view.fold_axis(0, 0, |sum, x| sum + x));
        check_tensor(&view.accumulate(rank - 1, |sum, x| sum + x));
        check_tensor(&view.take(0, &vec![0; view.shape()[0]]));
    }
}

/// Each exclusive view that methods make of one, and the view itself.
fn exclusive_views(mut view: DynViewMut<'_, usize>, memory: &Range<usize>, numbers: &[usize]) {
    let look = |view: &DynViewMut<'_, usize>| check_mut(view, memory.clone());
    look(&view);
    let (rank, len) = (view.rank(), view.len());
    look(&view.view_mut());
    look(&view.permute_mut((0..rank).rev().collect::<Vec<_>>()));
    if view.try_reshape(&[1, len, 1][..]).is_ok() {
        look(&view.reshape_mut(&[1, len, 1][..]));
    }
    if rank >= 2 {
        look(&view.diagonal_mut(numbers[0].cast_signed() - 3));
    }
    for axis in 0..rank {
        let at = numbers[1] % (view.shape()[axis] + 1);
        <[_; 2]>::from(view.split_at_mut(axis, at))
            .iter()
            .for_each(look);
        view.chunks_mut(axis, numbers[2] + 1)
            .for_each(|part| look(&part));
        view.axis_iter_mut(axis).rev().for_each(|part| look(&part));
        view.lanes_mut(axis)
            .for_each(|lane| check_mut(&lane, memory.clone()));
    }
    if rank > 0 {
        let (low, high) = view.multi_slice_mut((s![:1], s![1:]));
        look(&low);
        look(&high);
        look(&view.slice_mut(s![::-1]));
    }
}

proptest! {
    #[test]
    fn invariants_hold_after_every_operation(
        form in forms(4),
        numbers in prop::collection::vec(0..6_usize, 3),
    ) {
        let mut tensor: DynTensor<usize> = form.tensor();
        check_tensor(&tensor);
        let all = memory(tensor.as_slice().expect("a tensor"));
        views(&form.of(&tensor), &all, &numbers);
        form.with(&mut tensor, |view| exclusive_views(view, &all, &numbers));
    }
}

#[test]
fn reshaped_tensor_has_row_major_unit_axes() {
    let t = Tensor::from([1, 2, 3]).into_shape([1, 3]);
    assert_eq!(t.strides(), &[3, 1]);
    assert_eq!(
        Tensor::from([1, 2, 3]).into_shape([1, 3, 1, 1]).strides(),
        &[3, 1, 1, 1]
    );
    assert_eq!(
        Tensor::<u8, 1>::zeros([0]).into_shape([0, 1, 4]).strides(),
        &[4, 4, 1]
    );
    // As NumPy's: `np.arange(6)[::2].reshape(1, 3)` has strides of 6 and 2 elements.
    assert_eq!(
        Tensor::from([0, 1, 2, 3, 4, 5])
            .slice(s![::2])
            .reshape([1, 3])
            .strides(),
        &[6, 2]
    );
}

#[test]
fn invariants_hold_for_static_shapes_and_slices() {
    let mut nested = [[1, 2, 3], [4, 5, 6]];
    let all = memory(nested.as_flattened());
    check_view(&View::<_, 2>::from(&nested), all.clone());
    let known = Array::<tslice::Ref<'_, i32>, Shape![2, 3]>::from(&nested);
    check_view(&known, all.clone());
    check_view(&known.into_ranked(), all.clone());
    check_view(&known.into_dyn(), all.clone());
    check_mut(&ViewMut::<_, 2>::from(&mut nested), all.clone());
    check_mut(
        &Array::<tslice::Mut<'_, i32>, Shape![2, 3]>::from(&mut nested),
        all,
    );
    let mut data = [0_u16; 12];
    let all = memory(&data);
    check_view(
        &View::<u16, 2>::from_strided([2, 3], [-6, 2], 7, &data).expect("inside"),
        all.clone(),
    );
    check_mut(
        &ViewMut::<u16, 2>::from_strided([2, 3], [-6, 2], 7, &mut data).expect("inside"),
        all,
    );
}

#[test]
fn shapes_too_large_are_refused_with_a_message() {
    tslice_tests::huge::shapes();
}

#[cfg(target_pointer_width = "64")]
#[test]
fn join_of_empty_arrays_takes_no_time() {
    let v = View::<u8, 2>::from_shape([1 << 61, 0], &[]).expect("no elements");
    let both = [v, v];
    assert_eq!(concatenate(1, both).shape(), &[1 << 61, 0]);
    assert_eq!(concatenate(0, both).shape(), &[1 << 62, 0]);
    for axis in 0..3 {
        assert_eq!(stack(axis, both).shape()[axis], 2);
        tslice::stack_into(axis, both, &mut []);
    }
    tslice::concatenate_into(0, both, &mut []);
    tslice::concatenate_into(1, both, &mut []);
}

#[cfg(target_pointer_width = "64")]
#[test]
fn iterators_that_know_their_length_jump() {
    let one = [7_u8];
    let long = View::<u8, 1>::from(&one).broadcast_to([1 << 61]);
    let last = (1 << 61) - 1;
    assert_eq!(long.indexed_iter().nth(last), Some(([last], &7)));
    assert_eq!(long.indexed_iter().last(), Some(([last], &7)));
    assert_eq!(long.indexed_iter().nth_back(last), Some(([0], &7)));
    assert_eq!(long.indexed_iter().count(), 1 << 61);
    let empty = View::<u8, 2>::from_shape([1 << 61, 0], &[]).expect("no elements");
    assert_eq!(empty.rows().last().map(|row| row.len()), Some(0));
    assert_eq!(
        (empty.rows().count(), empty.axis_iter(0).count()),
        (1 << 61, 1 << 61)
    );
    assert_eq!(empty.axis_iter(0).last().map(|row| row.len()), Some(0));
    assert_eq!(empty.chunks(0, 1).last().map(|part| part.rank()), Some(2));
    assert_eq!(
        (
            empty.chunks(0, 2).count(),
            empty.rows().nth_back(last).map(|row| row.len())
        ),
        (1 << 60, Some(0))
    );
    assert_eq!(
        long.windows([2])
            .axis_iter(0)
            .last()
            .map(|pair| pair.to_vec()),
        Some(vec![7, 7])
    );
}

proptest! {
    #[test]
    fn index_tuples_follow_every_jump(form in forms(4), jumps in prop::collection::vec((any::<bool>(), 0..9_usize), 0..9)) {
        let tensor = form.tensor();
        let view = form.of(&tensor);
        let all: Vec<_> = view.indexed_iter().map(|(index, element)| (index.to_vec(), *element)).collect();
        let (mut jumping, mut walking) = (view.indexed_iter(), all.into_iter());
        for (back, n) in jumps {
            let (ours, theirs) = if back {
                (jumping.nth_back(n), walking.nth_back(n))
            } else {
                (jumping.nth(n), walking.nth(n))
            };
            prop_assert_eq!(ours.map(|(index, element)| (index.to_vec(), *element)), theirs);
            prop_assert_eq!(jumping.len(), walking.len());
        }
    }
}
