//! Copies, iterators and comparisons.

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
