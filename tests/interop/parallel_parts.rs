//! The parts along an axis on several threads are those of one thread, in their order.

use rayon::prelude::*;
use tslice::{DynView, Tensor, View, s};

fn numbers(shape: [usize; 3]) -> Tensor<u32, 3> {
    Tensor::from_shape_fn(shape, |[i, j, k]| (i * 7919 + j * 104_729 + k * 31) as u32)
}

/// Layouts with gaps, reversed axes, axes in another order, and an axis that repeats.
fn layouts(t: &Tensor<u32, 3>) -> [View<'_, u32, 3>; 4] {
    let repeated = t.slice(s![:, :1, :]).broadcast_to(*t.shape());
    let reversed = t.slice(s![::-1, :, ::-1]);
    [t.view(), reversed, t.permute([2, 0, 1]), repeated]
}

#[test]
fn parts_come_in_the_order_of_one_thread() {
    for shape in [[5, 7, 9], [1, 4, 3], [0, 3, 2], [3, 0, 2]] {
        let t = numbers(shape);
        for view in layouts(&t) {
            for axis in 0..3 {
                let one: Vec<_> = view.axis_iter(axis).map(|part| part.to_vec()).collect();
                let all: Vec<_> = view
                    .axis_iter(axis)
                    .into_par_iter()
                    .map(|part| part.to_vec())
                    .collect();
                assert_eq!(all, one, "axis {axis} of {shape:?}");
                let one: Vec<_> = view.lanes(axis).map(|lane| lane.to_vec()).collect();
                let all: Vec<_> = view
                    .lanes(axis)
                    .into_par_iter()
                    .map(|lane| lane.to_vec())
                    .collect();
                assert_eq!(all, one, "lanes along {axis} of {shape:?}");
                for len in [1, 2, 4, 100] {
                    let one: Vec<_> = view.chunks(axis, len).map(|part| part.to_vec()).collect();
                    let all: Vec<_> = view
                        .chunks(axis, len)
                        .into_par_iter()
                        .map(|part| part.to_vec())
                        .collect();
                    assert_eq!(all, one, "{len} positions of axis {axis} of {shape:?}");
                }
            }
        }
    }
}

#[test]
fn what_is_taken_from_both_ends_is_left_out() {
    let t = numbers([9, 2, 3]);
    let mut rows = t.rows();
    let mut slabs = t.axis_iter(0);
    for _ in 0..2 {
        rows.next();
        rows.next_back();
        slabs.next();
        slabs.nth_back(1);
    }
    let (left, expected): (Vec<_>, Vec<_>) =
        (rows.clone().into_par_iter().collect(), rows.collect());
    assert_eq!(left, expected);
    assert_eq!(left.len(), 14);
    let (left, expected): (Vec<_>, Vec<_>) =
        (slabs.clone().into_par_iter().collect(), slabs.collect());
    assert_eq!(left, expected);
    assert_eq!(left.len(), 3);
}

#[test]
fn exclusive_parts_are_written_in_their_places() {
    let write = |(number, to): (usize, &mut u32)| *to = to.wrapping_mul(3) + number as u32;
    for axis in 0..3 {
        let (mut t, mut expected) = (numbers([6, 70, 8]), numbers([6, 70, 8]));
        let (mut part, mut other) = (
            t.slice_mut(s![.., ::-2, :]),
            expected.slice_mut(s![.., ::-2, :]),
        );
        for (number, mut slab) in other.axis_iter_mut(axis).enumerate() {
            slab.iter_mut().for_each(|to| write((number, to)));
        }
        part.axis_iter_mut(axis)
            .into_par_iter()
            .enumerate()
            .for_each(|(number, mut slab)| {
                slab.iter_mut().for_each(|to| write((number, to)));
            });
        for (number, mut lane) in other.lanes_mut(axis).enumerate() {
            lane.iter_mut().for_each(|to| write((number, to)));
        }
        part.lanes_mut(axis)
            .into_par_iter()
            .enumerate()
            .for_each(|(number, mut lane)| {
                lane.iter_mut().for_each(|to| write((number, to)));
            });
        for (number, mut chunk) in other.chunks_mut(axis, 4).enumerate() {
            chunk.iter_mut().for_each(|to| write((number, to)));
        }
        part.chunks_mut(axis, 4)
            .into_par_iter()
            .enumerate()
            .for_each(|(number, mut chunk)| {
                chunk.iter_mut().for_each(|to| write((number, to)));
            });
        assert_eq!(t, expected, "axis {axis}");
    }
}

#[test]
fn adaptors_of_rayon_see_the_number_of_parts() {
    let t = numbers([7, 3, 4]);
    let view: DynView<'_, u32> = t.view().into_dyn();
    let both = t
        .axis_iter(0)
        .into_par_iter()
        .zip(view.axis_iter(0).into_par_iter().rev());
    let sums: Vec<bool> = both.map(|(a, b)| a.sum() == b.sum()).collect();
    assert_eq!(sums.len(), 7);
    assert!(sums[3], "the middle is paired with itself");
    let largest = t.axis_iter(0).into_par_iter().map(|part| part.max()).max();
    assert_eq!(largest, Some(t.max()));
    assert_eq!(t.chunks(0, 2).into_par_iter().with_max_len(1).len(), 4);
}
