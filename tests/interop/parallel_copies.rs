//! Copies and gathers by several threads give what one thread gives.

use tslice::{DynSpec, DynTensor, DynView, Tensor, View, s};
use tslice_ops::prelude::*;
use tslice_ops::{self as ops, IndicesError};
use tslice_tests::algebra::Random;

/// Above the size from which other threads take part.
fn large() -> Tensor<u64, 3> {
    Tensor::from_shape_fn([97, 83, 83], |[i, j, k]| (i * 83 * 83 + j * 83 + k) as u64)
}

#[test]
fn copies_in_parts_are_those_of_one_thread() {
    let t = large();
    let reversed = t.slice(s![::-1, 1:, ::2]);
    assert_eq!(reversed.par_to_tensor(), reversed.to_tensor());
    let transposed = t
        .view()
        .into_dyn()
        .try_permute([2, 0, 1])
        .expect("three axes");
    let mut out = vec![0; transposed.len()];
    transposed.par_copy_to_slice(&mut out);
    assert_eq!(out, transposed.to_vec());
    let one_long_axis = t
        .slice(s![newaxis, 1:2, newaxis, :, newaxis, ::3])
        .into_dyn();
    assert_eq!(one_long_axis.par_to_tensor(), one_long_axis.to_tensor());
    let words = Tensor::from_shape_fn([300, 400], |[i, j]| format!("{i} {j}"));
    assert_eq!(
        words.slice(s![::-1, ::-1]).par_to_tensor(),
        words.slice(s![::-1, ::-1]).to_tensor()
    );
    assert_eq!(t.slice(s![:0]).par_to_tensor().shape(), &[0, 83, 83]);
    assert_eq!(
        t.slice(s![1, 2, 3]).par_to_tensor().to_vec(),
        [6889 + 166 + 3]
    );
}

#[test]
#[should_panic(expected = "shape [97, 83, 83] needs 668233 elements, there are 7")]
fn a_buffer_of_another_length_is_refused() {
    large().par_copy_to_slice(&mut [0; 7]);
}

#[test]
fn picks_in_parts_are_those_of_one_thread() {
    let t = large();
    let (rows, columns): (Vec<usize>, Vec<i8>) = (0..4000)
        .map(|n| (n * 31 % 97, (n * 17 % 83) as i8 - 83))
        .unzip();
    assert_eq!(
        t.par_pick(s![&rows[..200], ..]),
        t.pick(s![&rows[..200], ..])
    );
    assert_eq!(t.par_pick(s![.., &columns]), t.pick(s![.., &columns]));
    assert_eq!(
        t.par_pick(s![(&rows, &columns), ::-2]),
        t.pick(s![(&rows, &columns), ::-2])
    );
    assert_eq!(t.par_pick(s![:, [0, 5, 2], 7]), t.pick(s![:, [0, 5, 2], 7]));
    assert_eq!(t.par_pick(s![[0:], 1]), t.slice(s![:, 1]));
    let words = t.slice(s![:40, :40, :40]).map(|x| x.to_string());
    assert_eq!(
        words.par_pick(s![[3, 3, 0], &[true; 40]]),
        words.pick(s![[3, 3, 0], ..])
    );
}

/// Lists that are written of indices and ranges, of which each thread takes a part that begins
/// anywhere.
#[test]
fn picks_by_lists_of_indices_and_ranges_in_parts_match_loops() {
    let t = large();
    let random = &mut Random(15);
    for _ in 0..24 {
        let (mut texts, mut positions) = (vec![], vec![]);
        while positions.len() < 60 {
            let [from, to] = [0; 2].map(|_| random.below(97));
            let step = 1 + random.below(3);
            match random.below(3) {
                0 => {
                    texts.push(from.to_string());
                    positions.push(from);
                }
                1 => {
                    texts.push(format!("{from}:{to}:{step}"));
                    positions.extend((from..to).step_by(step));
                }
                _ => {
                    texts.push(format!("{from}:{to}:-{step}"));
                    positions.extend((to + 1..=from).rev().step_by(step));
                }
            }
        }
        let text = format!("[{}], ..", texts.join(", "));
        let spec: DynSpec = text.parse().expect("a spec");
        let picked = t.view().into_dyn().par_pick(&spec);
        assert_eq!(picked.shape(), &[positions.len(), 83, 83], "{text}");
        let size = 83 * 83;
        let rows = positions.iter().map(|at| (at * size..).take(size));
        assert!(
            picked
                .into_vec()
                .into_iter()
                .map(|x| x as usize)
                .eq(rows.flatten()),
            "{text}"
        );
    }
}

/// Lists on any axes of views in any order: short rows, and rows that are split.
#[test]
fn picks_of_any_axes_in_parts_are_those_of_one_thread() {
    let t = Tensor::from_shape_fn([61, 7, 43, 5, 9], |[a, b, c, d, e]| {
        (((a * 7 + b) * 43 + c) * 5 + d) * 9 + e
    });
    let random = &mut Random(23);
    for _ in 0..60 {
        let mut axes: Vec<usize> = (0..5).collect();
        (1..5).for_each(|at| axes.swap(at, random.below(at + 1)));
        let view = t.view().into_dyn();
        let view = view.try_permute(&axes).expect("five axes");
        let mut texts = vec![];
        for len in view.shape() {
            texts.push(match random.below(6) {
                0 => {
                    let count = 1 + random.below(2 * len);
                    let list: Vec<String> =
                        (0..count).map(|_| random.below(*len).to_string()).collect();
                    format!("[{}]", list.join(", "))
                }
                1 => format!("[0:, {}]", random.below(*len)),
                2 => "::-1".to_owned(),
                3 => format!("{}:", random.below(2)),
                _ => ":".to_owned(),
            });
        }
        let text = texts.join(", ");
        let spec: DynSpec = text.parse().expect("a spec");
        assert!(
            view.par_pick(&spec) == view.pick(&spec),
            "{text} of axes {axes:?}"
        );
    }
}

/// The rows are split between threads, and each of them is shorter than a block of positions.
#[test]
fn short_rows_of_lists_in_parts_are_those_of_one_thread() {
    let t = Tensor::from_shape_fn([90_001, 9], |[row, column]| row * 9 + column);
    let list = [8, 0, 3, 3];
    for view in [t.slice(s![:]), t.slice(s![::-1]), t.slice(s![1:-1])] {
        assert!(view.par_pick(s![:, &list]) == view.pick(s![:, &list]));
    }
}

#[test]
fn gathers_in_parts_are_those_of_one_thread() {
    let t = large();
    let rows: Vec<[usize; 2]> = (0..9000).map(|n| [n * 31 % 97, n * 17 % 61]).collect();
    assert_eq!(t.par_gather_nd(&rows), t.gather_nd(&rows));
    let elements: Vec<[u16; 3]> = (0..300_000_u32)
        .map(|n| [n % 97, n % 61, n % 83].map(|i| i as u16))
        .collect();
    assert_eq!(
        t.slice(s![:, :, ::-1]).par_gather_nd(&elements),
        t.slice(s![:, :, ::-1]).gather_nd(&elements)
    );
    let batched = Tensor::from_shape_fn([97, 40, 1], |[b, n, _]| (b * n % 61) as i64);
    let (params, indices) = (t.view().into_dyn(), batched.view().into_dyn());
    assert_eq!(
        ops::par_gather_nd(&params, &indices, 1),
        ops::gather_nd(&params, &indices, 1)
    );
    let no_rows: [[usize; 2]; 0] = [];
    assert_eq!(t.par_gather_nd(&no_rows).shape(), &[0, 83]);
    let no_tuples = DynTensor::from_shape_vec([3, 0, 1], Vec::<i32>::new()).expect("none");
    let gathered =
        ops::par_gather_nd(&params, &no_tuples.view(), 0).expect("no index is out of bounds");
    assert_eq!(gathered.shape()[..2], [3, 0]);
    assert_eq!(gathered.shape()[2..], params.shape()[1..]);
}

#[test]
fn gather_of_rows_above_the_cache_is_parallel() {
    let t = Tensor::from_shape_fn([300, 64], |[row, i]| (row * 64 + i) as u32);
    let mut ids: Vec<[i64; 1]> = (0..70_000).map(|n| [n * 7919 % 300]).collect();
    assert!(t.par_gather_nd(&ids) == t.gather_nd(&ids));
    (ids[40_000], ids[69_999]) = ([300], [300]);
    let error = t
        .try_par_gather_nd(&ids)
        .expect_err("an id is out of bounds");
    assert!(
        matches!(&error, IndicesError::IndexOutOfBounds { at, .. } if **at == [40_000]),
        "{error:?}"
    );
}

#[test]
fn gather_reports_the_first_bad_tuple() {
    let words = Tensor::from_shape_fn([97, 4], |[i, j]| format!("{i} {j}"));
    let numbers = large().into_dyn();
    for bad in [0, 1, 30_001, 59_999] {
        let mut tuples: Vec<i32> = (0..60_000).map(|n| n % 97).collect();
        tuples[bad] = 97;
        tuples[59_999] = -1;
        let indices = DynTensor::from_shape_vec([60_000, 1], tuples).expect("as many");
        let errors = [
            ops::par_gather_nd(&words.view().into_dyn(), &indices.view(), 0).map(drop),
            ops::par_gather_nd(&numbers.view(), &indices.view(), 0).map(drop),
        ];
        for error in errors {
            assert!(
                matches!(&error, Err(IndicesError::IndexOutOfBounds { at, .. }) if **at == [bad]),
                "{bad}: {error:?}"
            );
        }
    }
    let none = View::<u8, 1>::new([0], &[]).into_dyn();
    let one = View::<_, 2>::from(&[[0]]).into_dyn();
    assert!(matches!(
        ops::par_gather_nd(&none, &one, 0),
        Err(IndicesError::EmptyParams { .. })
    ));
}

#[test]
#[cfg(target_pointer_width = "64")]
fn gather_refuses_too_many_elements() {
    let repeated = |shape: &[usize], one| {
        DynView::from_strided(shape, &vec![0; shape.len()], 0, one).expect("one element")
    };
    let (params, indices) = (
        repeated(&[1 << 40], &[7_u64]),
        repeated(&[1 << 40, 0], &[0_u64]),
    );
    let serial = ops::gather_nd(&params, &indices, 0)
        .map(|t| t.len())
        .map_err(|e| e.to_string());
    let parallel = ops::par_gather_nd(&params, &indices, 0)
        .map(|t| t.len())
        .map_err(|e| e.to_string());
    assert_eq!(serial, parallel);
}
