//! Copies, iterators and comparisons.

use std::array::from_fn;

use tslice::{DynTensor, Shape, Tensor, View, concatenate};
use tslice_tests::algebra::Random;
use tslice_tests::indices::indices;
use tslice_tests::model::Laid;

use super::{Element, each_shape};

fn read<T: Element>(random: &mut Random, shape: &[usize]) {
    let laid = Laid::new(random, shape, false);
    let tensor = laid.tensor(T::of);
    let view = laid.view(&tensor);
    let expected: Vec<T> = laid.model.positions.iter().map(|&at| T::of(at)).collect();
    assert!(view.to_vec() == expected, "to_vec of {:?}", laid.steps);
    let mut buffer = vec![T::of(255); expected.len()];
    view.copy_to_slice(&mut buffer);
    assert!(buffer == expected, "copy_to_slice of {:?}", laid.steps);
    assert!(view.to_tensor().as_slice() == Some(&expected[..]));
    assert!(view.iter().eq(&expected), "iter of {:?}", laid.steps);
    assert!(
        view.iter().rev().eq(expected.iter().rev()),
        "rev of {:?}",
        laid.steps
    );
    let own = indices(shape).into_iter().zip(&expected);
    let found = view.indexed_iter().map(|(index, x)| (index.to_vec(), x));
    assert!(found.eq(own), "indexed_iter of {:?}", laid.steps);
}

#[test]
fn copies_and_iterators_match_the_positions() {
    each_shape(150, 3000, read::<u8>);
    each_shape(70, 3000, read::<u16>);
    each_shape(70, 3000, read::<u32>);
    each_shape(70, 3000, read::<f64>);
    each_shape(70, 3000, read::<[u8; 3]>);
    each_shape(40, 1500, read::<String>);
}

/// Any steps of an iterator from both ends, against those of a vector.
fn iterate<T: Element>(random: &mut Random, shape: &[usize]) {
    let laid = Laid::new(random, shape, false);
    let tensor = laid.tensor(T::of);
    let view = laid.view(&tensor);
    let expected: Vec<T> = laid.model.positions.iter().map(|&at| T::of(at)).collect();
    for _ in 0..6 {
        let (mut found, mut own) = (view.iter(), expected.iter());
        for _ in 0..12 {
            let most = [3, 70, expected.len() / 3 + 1][random.below(3)];
            let count = random.below(most);
            let (one, other) = match random.below(5) {
                0 => (found.next(), own.next()),
                1 => (found.next_back(), own.next_back()),
                2 => (found.nth(count), own.nth(count)),
                3 => (found.nth_back(count), own.nth_back(count)),
                _ => (found.clone().last(), own.clone().last()),
            };
            assert!(one == other, "{:?}", laid.steps);
            assert_eq!(found.len(), own.len(), "{:?}", laid.steps);
        }
        assert!(found.clone().eq(own.clone()), "{:?}", laid.steps);
        assert!(found.rev().eq(own.rev()), "rev of {:?}", laid.steps);
    }
}

#[test]
fn iterators_match_after_any_steps() {
    each_shape(120, 3000, iterate::<u32>);
    each_shape(60, 1500, iterate::<String>);
}

/// Nested arrays of one axis, and of three, of views that lie in any way.
fn nests<const N: usize, T: Element>(random: &mut Random) {
    for shape in [vec![N], vec![2, N, 3]] {
        let laid = Laid::new(random, &shape, false);
        let tensor = laid.tensor(T::of);
        let view = laid.view(&tensor);
        let expected: Vec<T> = laid.model.positions.iter().map(|&at| T::of(at)).collect();
        if shape.len() == 1 {
            let view = view.into_rank::<1>().expect("an axis");
            let array = <[T; N]>::try_from(view.to_vec())
                .map_err(drop)
                .expect("as long");
            assert!(array[..] == expected, "{N} of {:?}", laid.steps);
            let fixed = view.into_static::<Shape![N]>().expect("as long");
            let nested: [T; N] = fixed.to_nested();
            assert!(nested[..] == expected, "{N} of {:?}", laid.steps);
        } else {
            let fixed = view.into_rank::<3>().expect("three axes");
            let fixed = fixed.into_static::<Shape![2, N, 3]>().expect("as long");
            let nested: [[[T; 3]; N]; 2] = fixed.to_nested();
            let flat = nested.as_flattened().as_flattened();
            assert!(*flat == expected, "{N} of {:?}", laid.steps);
        }
    }
}

#[test]
fn nested_arrays_match_the_positions() {
    for seed in 1..=25 {
        let random = &mut Random(seed);
        nests::<1, u8>(random);
        nests::<4, u32>(random);
        nests::<9, f64>(random);
        nests::<70, u16>(random);
        nests::<33, String>(random);
    }
}

/// A nested array of a number of levels is read as the array of the same elements, wherever an
/// array may stand.
macro_rules! nested {
    ($array:expr, $shape:expr) => {{
        let (nested, shape) = (&$array, $shape);
        let flat: Vec<u32> = (1..).take(shape.iter().product()).collect();
        let expected = DynTensor::from_shape_vec(shape, flat).expect("as many");
        let rank = shape.len();
        assert!(
            expected == View::from(nested).into_dyn(),
            "from, rank {rank}"
        );
        let mut target = Tensor::full(shape, 0);
        target.assign(nested);
        assert!(expected == target.into_dyn(), "assign, rank {rank}");
        let joined = concatenate(0, [nested, nested]).into_dyn();
        let twice = concatenate(0, [&expected, &expected]);
        assert!(joined == twice, "concatenate, rank {rank}");
        assert!(expected.clone() == $array, "==, rank {rank}");
    }};
}

#[test]
fn nested_arrays_of_any_depth_are_operands() {
    let mut numbers = 1_u32..;
    let mut next = || numbers.next().expect("more");
    type Level3 = [[[u32; 3]; 2]; 1];
    let deep: [[[Level3; 4]; 3]; 2] =
        from_fn(|_| from_fn(|_| from_fn(|_| from_fn(|_| from_fn(|_| from_fn(|_| next()))))));
    nested!(deep[0][0][0][0][0], [3]);
    nested!(deep[0][0][0][0], [2, 3]);
    nested!(deep[0][0][0], [1, 2, 3]);
    nested!(deep[0][0], [4, 1, 2, 3]);
    nested!(deep[0], [3, 4, 1, 2, 3]);
    nested!(deep, [2, 3, 4, 1, 2, 3]);
}

/// Lanes along each axis, and the arrays at each position of it.
#[test]
fn lanes_match_the_positions() {
    each_shape(80, 1500, |random, shape| {
        let laid = Laid::new(random, shape, false);
        let tensor = laid.tensor(u32::of);
        let view = laid.view(&tensor);
        for axis in 0..shape.len() {
            let of = |lane: Vec<usize>| lane.into_iter().map(u32::of).collect::<Vec<_>>();
            let lanes: Vec<_> = laid.model.lanes(axis).into_iter().map(of).collect();
            let found: Vec<_> = view.lanes(axis).map(|lane| lane.to_vec()).collect();
            assert!(found == lanes, "lanes({axis}) of {:?}", laid.steps);
            if axis + 1 == shape.len() {
                assert!(view.rows().map(|row| row.to_vec()).eq(lanes));
            }
            for (at, part) in view.axis_iter(axis).enumerate() {
                let positions = laid.model.indexed(axis, at).positions;
                assert!(
                    part.to_vec() == of(positions),
                    "axis_iter({axis}) of {:?}",
                    laid.steps
                );
            }
        }
    });
}

/// Two arrays that lie differently in memory are equal, until one element differs, at any position.
fn compare<T: Element>(random: &mut Random, shape: &[usize]) {
    let (one, other) = (
        Laid::new(random, shape, false),
        Laid::new(random, shape, true),
    );
    let ours = one.tensor(T::of);
    let mut theirs = vec![T::of(1 << 20); other.room()];
    for (&to, &from) in other.model.positions.iter().zip(&one.model.positions) {
        theirs[to] = T::of(from);
    }
    let equal = |theirs: &[T]| {
        let theirs = other.tensor(|at| theirs[at].clone());
        let (ours, theirs) = (one.view(&ours), other.view(&theirs));
        let (forwards, backwards) = (ours == theirs, theirs == ours);
        assert_eq!(forwards, backwards, "`==` is symmetric");
        forwards
    };
    assert!(equal(&theirs), "{:?} and {:?}", one.steps, other.steps);
    let len = other.model.positions.len();
    if len == 0 {
        return;
    }
    for at in [
        0,
        len - 1,
        random.below(len),
        random.below(len),
        len - 1 - random.below(len.min(9)),
    ] {
        let at = other.model.positions[at];
        let old = std::mem::replace(&mut theirs[at], T::of((1 << 20) + 1));
        assert!(
            !equal(&theirs),
            "{:?} and {:?} at {at}",
            one.steps,
            other.steps
        );
        theirs[at] = old;
    }
}

#[test]
fn arrays_are_equal_until_one_element_differs() {
    each_shape(80, 4000, compare::<u8>);
    each_shape(80, 4000, compare::<u32>);
    each_shape(80, 4000, compare::<f32>);
    each_shape(20, 1500, compare::<String>);
}
