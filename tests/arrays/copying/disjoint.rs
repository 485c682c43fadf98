//! `multi_slice_mut`: several exclusive slices that have nothing in common.

use tslice::{SliceError, Tensor, ViewMut, s};
use tslice_tests::oracle::{Entry, select};

fn numbers<const R: usize>(shape: [usize; R]) -> Tensor<usize, R> {
    Tensor::from_shape_vec(shape, (0..shape.iter().product()).collect()).expect("as many")
}

#[test]
fn even_and_odd_columns_are_disjoint() {
    let mut t = numbers([2, 5]);
    let (mut even, mut odd) = t
        .try_multi_slice_mut((s![:, ::2], s![:, 1::2]))
        .expect("no common column");
    even.fill(0);
    odd.fill(1);
    assert_eq!(t.as_slice(), Some(&[0, 1, 0, 1, 0, 0, 1, 0, 1, 0][..]));
}

#[test]
fn parts_may_have_different_ranks_and_run_backwards() {
    let mut t = numbers([4, 3]);
    let (row, mut rest, corner) = t
        .try_multi_slice_mut((s![0], s![:0:-1, 1:], s![newaxis, 2, 0]))
        .expect("disjoint");
    assert_eq!(
        (row.shape(), rest.shape(), corner.shape()),
        (&[3], &[3, 2], &[1])
    );
    rest.assign(&row.slice(s![1:]));
    assert_eq!(
        t.as_slice(),
        Some(&[0, 1, 2, 3, 1, 2, 6, 1, 2, 9, 1, 2][..])
    );
}

#[test]
fn rows_swap_through_two_parts() {
    let mut t = numbers([2, 2]);
    let (mut a, mut b) = t.try_multi_slice_mut((s![0], s![1])).expect("two rows");
    a.iter_mut()
        .zip(b.iter_mut())
        .for_each(|(a, b)| std::mem::swap(a, b));
    assert_eq!(t.as_slice(), Some(&[2, 3, 0, 1][..]));
}

/// Writes and copies a part over and over, while others do so with the elements in between.
fn rounds<T: Copy + PartialEq + Send>(mut part: ViewMut<'_, T, 2>, values: [T; 2]) {
    let rows = part.shape()[0];
    for round in 0..300 {
        let (before, after) = (values[round % 2], values[(round + 1) % 2]);
        part.fill(before);
        assert!(part.to_vec().iter().all(|element| *element == before));
        let new = Tensor::full([rows, 1], after);
        part.slice_mut(s![:, ::-2]).assign(&new);
        let copied = part.slice(s![:, ::-1]).to_tensor();
        let at = |[row, column]: [usize; 2]| copied[[row, column]] == [after, before][column % 2];
        assert!((0..rows).all(|row| (0..copied.shape()[1]).all(|column| at([row, column]))));
    }
}

fn threads<T: Copy + PartialEq + Send>(values: [T; 6]) {
    let mut t = Tensor::full([8, 480], values[0]);
    let (a, b, c) = t
        .try_multi_slice_mut((s![:, ::3], s![:, 1::3], s![:, :1:-3]))
        .expect("three residues");
    std::thread::scope(|scope| {
        scope.spawn(move || rounds(a, [values[0], values[1]]));
        scope.spawn(move || rounds(b, [values[2], values[3]]));
        scope.spawn(move || rounds(c, [values[4], values[5]]));
    });
}

#[test]
fn split_parts_are_written_by_threads() {
    threads([0_u8, 1, 2, 3, 4, 5]);
    threads([[0_u8; 3], [1; 3], [2; 3], [3; 3], [4; 3], [5; 3]]);
    threads([0_u32, 1, 2, 3, 4, 5]);
    threads([0_u128, 1, 2, 3, 4, 5]);
}

#[test]
fn an_overlap_names_both_specs() {
    let mut t = numbers([4, 4]);
    let error = t
        .try_multi_slice_mut((s![0], s![1, :2], s![.., 1]))
        .map(|_| ())
        .unwrap_err();
    assert_eq!(
        error,
        SliceError::Overlap {
            first: 0,
            second: 2
        }
    );
    assert_eq!(
        error.to_string(),
        "specs 0 and 2 select common elements: exclusive slices must be disjoint"
    );
}

#[test]
fn split_part_that_does_not_fit_fails() {
    let mut t = numbers([4, 4]);
    let error = t
        .try_multi_slice_mut((s![0], s![9]))
        .map(|_| ())
        .unwrap_err();
    assert_eq!(
        error,
        SliceError::IndexOutOfBounds {
            axis: 0,
            index: 9,
            len: 4
        }
    );
}

#[test]
fn empty_parts_overlap_nothing() {
    let mut t = numbers([4]);
    assert!(t.try_multi_slice_mut((s![:], s![2:2], s![3:1])).is_ok());
    let mut none = numbers([0, 3]);
    assert!(none.try_multi_slice_mut((s![:], s![:])).is_ok());
}

#[test]
fn split_of_two_ranges_matches_oracle() {
    let bounds = || (-7..=7).map(Some).chain([None]);
    let len = 6;
    let mut tensor = numbers([len]);
    let ranges: Vec<_> = bounds()
        .flat_map(|b| [-3, -2, -1, 1, 2, 3, 4].into_iter().map(move |s| (b, s)))
        .map(|(b, s)| (b.unwrap_or(if s > 0 { 0 } else { -1 }), s))
        .collect();
    for &(b, s) in &ranges {
        for &(c, t) in &ranges {
            let chosen = |b, s| {
                select(&[Entry::Range(Some(b), None, Some(s))], &[len])
                    .expect("a range always fits")
                    .1
            };
            let (left, right) = (chosen(b, s), chosen(c, t));
            let common = left.iter().any(|position| right.contains(position));
            let split = tensor
                .try_multi_slice_mut((s![b: :s], s![c: :t]))
                .map(|(l, r)| (l.to_vec(), r.to_vec()));
            assert_eq!(
                split.ok(),
                (!common).then_some((left, right)),
                "{b}::{s} and {c}::{t}"
            );
        }
    }
}
