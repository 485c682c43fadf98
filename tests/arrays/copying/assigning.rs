//! `assign` and `fill`: NumPy's broadcasting rule, and nothing written where it does not hold.

use proptest::prelude::*;
use tslice::{DynTensor, Tensor, View, s};
use tslice_tests::counting::counting;
use tslice_tests::faults::message;

fn shapes(rank: usize) -> Vec<Vec<usize>> {
    (0..rank).fold(vec![vec![]], |shapes, _| {
        shapes
            .iter()
            .flat_map(|shape| (0..4).map(move |n| [&shape[..], &[n]].concat()))
            .collect()
    })
}

/// NumPy's rule, said once more: where each target index reads from, or `None`.
fn broadcast(mut from: &[usize], to: &[usize]) -> Option<Vec<usize>> {
    while from.len() > to.len() && from[0] == 1 {
        from = &from[1..];
    }
    let missing = to.len().checked_sub(from.len())?;
    if from
        .iter()
        .zip(&to[missing..])
        .any(|(&f, &t)| f != t && f != 1)
    {
        return None;
    }
    let mut sources = vec![0];
    for (axis, &len) in to.iter().enumerate() {
        let from_len = if axis < missing {
            1
        } else {
            from[axis - missing]
        };
        let at = |i: usize| if from_len == 1 { 0 } else { i };
        sources = sources
            .iter()
            .flat_map(|s| (0..len).map(move |i| s * from_len + at(i)))
            .collect();
    }
    Some(sources)
}

#[test]
fn assign_broadcasts_by_the_rule_of_numpy() {
    let all: Vec<_> = (0..=3).flat_map(shapes).collect();
    for from in &all {
        let source = counting(100_i32, from);
        for to in &all {
            let mut target =
                DynTensor::from_shape_vec(to, vec![0_i32; to.iter().product()]).expect("as many");
            match (target.view_mut().try_assign(&source), broadcast(from, to)) {
                (Ok(()), Some(sources)) => {
                    let expected: Vec<i32> = sources
                        .iter()
                        .map(|&s| 100 + i32::try_from(s).expect("small"))
                        .collect();
                    assert_eq!(target.as_slice(), Some(&expected[..]), "{from:?} to {to:?}");
                }
                (Err(error), None) => {
                    let text = format!("shape {from:?} does not broadcast to shape {to:?}");
                    assert!(error.to_string().starts_with(&text), "{error}");
                    assert!(target.iter().all(|&v| v == 0), "nothing was written");
                }
                (answer, expected) => {
                    panic!("{from:?} to {to:?}: {answer:?}, expected {expected:?}")
                }
            }
        }
    }
}

#[test]
fn assign_takes_every_source_and_target() {
    let column = Tensor::from_shape_vec([2, 1], vec![1, 2]).expect("as many");
    let mut t = Tensor::<i32, 2>::zeros([2, 3]);
    t.assign(&column);
    assert_eq!(t.as_slice(), Some(&[1, 1, 1, 2, 2, 2][..]));
    t.view_mut().assign(&View::<_, 1>::from(&[7, 8, 9]));
    t.slice_mut(s![:, 0]).assign(&column.slice(s![:, 0]));
    let mut dynamic = t.into_dyn();
    dynamic
        .slice_mut(s![0, 1:])
        .assign(&column.view().into_dyn().slice(s![1]));
    assert_eq!(dynamic.as_slice(), Some(&[1, 2, 2, 2, 8, 9][..]));
}

#[test]
fn assign_of_overlaps_needs_copy_or_split() {
    let mut t = Tensor::from_shape_vec([6], vec![1, 2, 3, 4, 5, 6]).expect("as many");
    let shifted = t.slice(s![:-1]).to_tensor();
    t.slice_mut(s![1:]).assign(&shifted);
    assert_eq!(t.as_slice(), Some(&[1, 1, 2, 3, 4, 5][..]));
    let (mut even, odd) = t
        .try_multi_slice_mut((s![::2], s![1::2]))
        .expect("disjoint");
    even.assign(&odd);
    assert_eq!(t.as_slice(), Some(&[1, 1, 3, 3, 5, 5][..]));
}

#[test]
fn filling_and_broadcasting_reach_every_element_size() {
    fn check<T: Clone + PartialEq + std::fmt::Debug>(old: T, new: T) {
        let mut t = Tensor::full([7, 33, 5], old.clone());
        t.slice_mut(s![1:6:2, ::-2, 1:4]).fill(new.clone());
        t.slice_mut(s![0]).assign(&Tensor::full([], new.clone()));
        let expected = |[a, b, c]: [usize; 3]| {
            a == 0 || (a % 2 == 1 && a < 6 && b % 2 == 0 && (1..4).contains(&c))
        };
        let expected = Tensor::from_shape_fn([7, 33, 5], |i| {
            if expected(i) {
                new.clone()
            } else {
                old.clone()
            }
        });
        assert_eq!(t, expected);
    }
    check(1_u8, 2);
    check(1_u16, 2);
    check([1_u8; 3], [2; 3]);
    check(1_f32, 2.0);
    check(1_u64, 2);
    check([1_u8; 11], [2; 11]);
    check([1_f64; 3], [2.0; 3]);
    check(1_u128, 2);
    check("old".to_owned(), "new".to_owned());
    check((), ());
}

/// Assigns to regions and fills them, for rows of any number and length, and compares every element
/// of the array.
fn regions<T: Clone + PartialEq + std::fmt::Debug>(element: impl Fn(usize) -> T) {
    let numbers = |shape: [usize; 2], first: usize| {
        Tensor::from_shape_fn(shape, |[y, x]| element(first + y * shape[1] + x))
    };
    for (rows, len) in [0, 1, 2, 5, 127, 128, 129].into_iter().flat_map(|rows| {
        [0, 1, 3, 4, 5, 7, 8, 15, 16, 17, 33, 64, 129, 260]
            .into_iter()
            .map(move |len| (rows, len))
    }) {
        let (old, new) = (
            numbers([rows + 2, len + 3], 0),
            numbers([rows + 1, len + 2], 1000),
        );
        let inside = |y: usize, x: usize| (1..=rows).contains(&y) && (1..=len).contains(&x);
        let mut t = old.clone();
        t.slice_mut(s![1:-1, 1:-2]).assign(&new.slice(s![1:, 2:]));
        let expected = |[y, x]: [usize; 2]| {
            if inside(y, x) {
                &new[[y, x + 1]]
            } else {
                &old[[y, x]]
            }
        };
        assert!(
            t.indexed_iter()
                .all(|(at, element)| element == expected(at)),
            "{rows} rows of {len}"
        );
        let mut t = old.clone();
        t.slice_mut(s![-2:0:-1, 1:-2])
            .assign(&new.slice(s![1:, 2:]));
        let expected = |[y, x]: [usize; 2]| {
            if inside(y, x) {
                &new[[rows + 1 - y, x + 1]]
            } else {
                &old[[y, x]]
            }
        };
        assert!(
            t.indexed_iter()
                .all(|(at, element)| element == expected(at)),
            "{rows} rows of {len}, upwards"
        );
        let mut t = old.clone();
        t.slice_mut(s![1:-1, 1:-2]).fill(element(7));
        let expected = |[y, x]: [usize; 2]| {
            if inside(y, x) {
                element(7)
            } else {
                old[[y, x]].clone()
            }
        };
        assert!(
            t.indexed_iter()
                .all(|(at, element)| *element == expected(at)),
            "{rows} rows of {len}, filled"
        );
    }
}

#[test]
fn assign_and_fill_keep_to_the_region() {
    regions(|n| n.to_le_bytes()[0]);
    regions(|n| n as f32);
    regions(|n| n as u64);
    regions(|n| [n.to_le_bytes()[0]; 3]);
    regions(|n| n.to_string());
    regions(|_| ());
}

#[test]
fn assign_and_fill_regions_of_pictures() {
    for (height, width) in [(1, 1), (4, 5), (130, 9), (7, 200)] {
        let old = Tensor::from_shape_fn([height + 2, width + 2, 3], |[y, x, k]| {
            (y * 31 + x * 7 + k) as u16
        });
        let new = old.map(|n| n + 20_000);
        let inside = |y, x| (1..=height).contains(&y) && (1..=width).contains(&x);
        for channels in 1..=3 {
            let expected = |[y, x, k]: [usize; 3]| match inside(y, x) && k < channels {
                true => [new[[y, x, k]], 9],
                false => [old[[y, x, k]]; 2],
            };
            let (mut assigned, mut filled) = (old.clone(), old.clone());
            assigned
                .slice_mut(s![1:-1, 1:-1, :channels])
                .assign(&new.slice(s![1:-1, 1:-1, :channels]));
            filled.slice_mut(s![1:-1, 1:-1, :channels]).fill(9);
            assert!(
                assigned
                    .indexed_iter()
                    .all(|(at, element)| *element == expected(at)[0])
            );
            assert!(
                filled
                    .indexed_iter()
                    .all(|(at, element)| *element == expected(at)[1])
            );
        }
    }
}

#[test]
fn assign_drops_leading_axes_of_length_1() {
    let mut row = Tensor::<i32, 1>::zeros([4]);
    row.assign([[1, 2, 3, 4]]);
    assert_eq!(row, [1, 2, 3, 4]);
    let mut scalar = Tensor::<i32, 0>::zeros([]);
    scalar.assign([[7]]);
    assert_eq!(scalar[[]], 7);
    let deep = DynTensor::from_shape_vec([1; 30_000], vec![9]).expect("one element");
    row.slice_mut(s![1]).assign(&deep);
    assert_eq!(row, [1, 9, 3, 4]);
    let error = row.try_assign([[1, 2, 3, 4], [5, 6, 7, 8]]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "shape [2, 4] does not broadcast to shape [4]: its axis 0 has length 2, not 1"
    );
    assert!(row.try_broadcast_to([]).is_err());
}

proptest! {
    #[test]
    fn assign_within_reads_the_old_elements(
        shape in prop::collection::vec(1..5_usize, 1..3),
        bounds in prop::collection::vec((-5..5_i64, -5..5_i64, prop::sample::select(vec![-2_i64, -1, 1, 2])), 4),
    ) {
        let specs = [0, 2].map(|from| {
            let texts = bounds[from..from + shape.len()].iter().map(|(b, e, s)| format!("{b}:{e}:{s}"));
            texts.collect::<Vec<_>>().join(", ").parse::<tslice::DynSpec>().expect("a spec")
        });
        let before = counting(0_i32, &shape);
        let (mut expected, mut t) = (before.clone(), before.clone());
        let assigned = expected.slice_mut(&specs[0]).try_assign(&before.slice(&specs[1]));
        match assigned {
            Ok(()) => t.assign_within(&specs[0], &specs[1]),
            Err(error) => {
                prop_assert_eq!(message(|| t.assign_within(&specs[0], &specs[1])), error.to_string());
            }
        }
        prop_assert_eq!(t, expected);
    }
}

#[test]
fn assign_within_writes_nothing_on_errors() {
    let mut t = Tensor::<_, 2>::from([["a", "b"], ["c", "d"]].map(|row| row.map(str::to_owned)));
    let before = t.clone();
    let error = message(|| t.assign_within(s![2], s![0]));
    assert_eq!(
        error,
        "the target: index 2 is out of bounds for axis 0 with length 2"
    );
    let error = message(|| t.assign_within(s![0], s![:, 3]));
    assert_eq!(
        error,
        "the source: index 3 is out of bounds for axis 1 with length 2"
    );
    let error = message(|| t.assign_within(s![0], s![:, newaxis]));
    assert_eq!(
        error,
        "shape [2, 1, 2] does not broadcast to shape [2]: its axis 0 has length 2, not 1"
    );
    assert_eq!(t, before);
    t.assign_within(s![..], s![.., ::-1]);
    assert_eq!(t.to_string(), "[[b a]\n [d c]]");
    t.assign_within(s![0], s![1]);
    t.assign_within(s![:, 0], s![1, 1]);
    assert_eq!(t.to_string(), "[[c c]\n [c c]]");
}
