//! Elements one after the other, from both ends, with and without their index tuples.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tslice::{DynView, Tensor, s};
use tslice_tests::indices::indices;

use crate::forms::{elements, forms};

/// What to take: at the front or at the back, after how many others.
fn turns() -> impl Strategy<Value = Vec<(bool, usize)>> {
    let skipped = prop::sample::select(vec![0, 0, 0, 0, 1, 2, 5, 11]);
    prop::collection::vec((any::<bool>(), skipped), 1..12)
}

/// Takes elements from an iterator as from the list that it should give, until nothing is left.
fn taken<I, E>(mut iter: I, mut expected: &[E], turns: &[(bool, usize)])
where
    I: DoubleEndedIterator<Item = E> + ExactSizeIterator + Clone,
    E: Clone + PartialEq + std::fmt::Debug,
{
    for &(front, skip) in turns.iter().cycle().take(expected.len() + 2) {
        assert_eq!(
            (iter.len(), iter.clone().count()),
            (expected.len(), expected.len())
        );
        assert_eq!(iter.clone().last().as_ref(), expected.last());
        let push = |mut all: Vec<E>, element| {
            all.push(element);
            all
        };
        assert_eq!(iter.clone().fold(Vec::new(), push), expected);
        let mut reversed = iter.clone().rfold(Vec::new(), push);
        reversed.reverse();
        assert_eq!(reversed, expected);
        let element = match (front, skip) {
            (true, 0) => iter.next(),
            (false, 0) => iter.next_back(),
            (true, _) => iter.nth(skip),
            (false, _) => iter.nth_back(skip),
        };
        let skip = skip.min(expected.len());
        expected = if front {
            &expected[skip..]
        } else {
            &expected[..expected.len() - skip]
        };
        let split = if front {
            expected.split_first()
        } else {
            expected.split_last()
        };
        assert_eq!(element.as_ref(), split.map(|(one, _)| one));
        expected = split.map_or(expected, |(_, rest)| rest);
    }
    assert!(iter.by_ref().eq(expected.iter().cloned()));
    assert!(iter.next().is_none() && iter.next_back().is_none());
}

/// The index tuples and elements of a view.
fn indexed<'a>(view: &DynView<'a, usize>) -> Vec<(Vec<usize>, &'a usize)> {
    let all = indices(view.shape()).into_iter();
    all.map(|index| (index.clone(), view.get(&index).expect("inside")))
        .collect()
}

proptest! {
    #[test]
    fn elements_are_taken_from_both_ends(form in forms(4), turns in turns()) {
        let tensor = form.tensor();
        let view = form.of(&tensor);
        taken(view.iter().copied(), &elements(&view), &turns);
        let with_index = view.indexed_iter().map(|(index, element)| (index.to_vec(), element));
        taken(with_index, &indexed(&view), &turns);
    }

    #[test]
    fn typed_index_tuples_are_those_of_dynamic_ones(form in forms(3), turns in turns()) {
        let tensor = form.tensor();
        let view = form.of(&tensor);
        let expected = indexed(&view);
        macro_rules! typed {
            ($($rank:literal)+) => {$(
                if let Ok(view) = view.clone().into_rank::<$rank>() {
                    let with_index = view.indexed_iter().map(|(index, element)| (index.to_vec(), element));
                    taken(with_index, &expected, &turns);
                }
            )+};
        }
        typed!(0 1 2 3 4);
    }

    #[test]
    fn exclusive_references_are_distinct_and_in_order(form in forms(4), turns in turns()) {
        let mut tensor = form.tensor();
        form.with(&mut tensor, |mut view| {
            let expected = elements(&view.view());
            let (mut front, mut back) = (Vec::new(), Vec::new());
            let mut iter = view.iter_mut();
            for &(at_front, _) in &turns {
                if at_front { front.extend(iter.next()) } else { back.extend(iter.next_back()) }
            }
            front.extend(iter);
            front.extend(back.into_iter().rev());
            assert!(front.iter().map(|element| **element).eq(expected.iter().copied()));
            let places: BTreeSet<*const usize> = front.iter().map(|element| &raw const **element).collect();
            assert_eq!(places.len(), expected.len());
            front.into_iter().for_each(|element| *element += 1);

            let mut walked = Vec::new();
            view.iter_mut().for_each(|element| walked.push(element));
            assert!(walked.iter().map(|element| **element).eq(expected.iter().map(|n| n + 1)));
            walked.into_iter().for_each(|element| *element += 1);
            let mut walked: Vec<_> = view.iter_mut().rev().collect();
            walked.reverse();
            assert!(walked.iter().map(|element| **element).eq(expected.iter().map(|n| n + 2)));

            let shape = view.shape().to_vec();
            let with_index: Vec<_> = view.indexed_iter_mut().map(|(index, _)| index.to_vec()).collect();
            assert_eq!(with_index, indices(&shape));
        });
    }
}

#[test]
fn axes_beyond_the_sixth_are_walked_too() {
    // Every other position of each axis, so that no two of them join.
    let t = Tensor::from_shape_fn([3; 8], |index| {
        index.iter().fold(0_usize, |all, i| all * 3 + i)
    });
    let typed = t.slice(s![::2, ::2, ::2, ::2, ::2, ::2, ::2, ::2]);
    let view = typed.into_dyn();
    let expected = elements(&view);
    all_are_walked(|| view.iter(), &expected);
    all_are_walked(|| typed.iter(), &expected);
    assert_eq!(typed.iter().sum::<usize>(), expected.iter().sum::<usize>());
    let (mut front, mut back) = (typed.rows(), typed.rows());
    for (row, expected) in expected.chunks(2).enumerate() {
        assert!(
            typed
                .rows()
                .nth(row)
                .is_some_and(|lane| lane.iter().eq(expected))
        );
        assert!(front.next().is_some_and(|lane| lane.iter().eq(expected)));
    }
    for expected in expected.chunks(2).rev() {
        assert!(
            back.next_back()
                .is_some_and(|lane| lane.iter().eq(expected))
        );
    }
    assert!(front.next().is_none() && back.next_back().is_none());
}

fn all_are_walked<'a, I: DoubleEndedIterator<Item = &'a usize>>(
    iter: impl Fn() -> I,
    expected: &[usize],
) {
    assert!(iter().eq(expected));
    assert!(iter().rev().eq(expected.iter().rev()));
    for n in 0..=expected.len() {
        assert_eq!(iter().nth(n), expected.get(n));
        assert_eq!(iter().nth_back(n), expected.iter().nth_back(n));
    }
}

#[test]
fn an_iterator_is_sent_to_another_thread() {
    let mut t = Tensor::<usize, 2>::from([[1, 2], [3, 4]]);
    let iter = t.t().into_iter();
    let sum = std::thread::scope(|scope| {
        scope
            .spawn(move || iter.sum::<usize>())
            .join()
            .expect("no panic")
    });
    assert_eq!(sum, 10);
    let iter = t.indexed_iter_mut();
    std::thread::scope(|scope| {
        scope.spawn(move || iter.for_each(|([i, j], element)| *element = i + j));
    });
    assert_eq!(t, [[0, 1], [1, 2]]);
}

#[test]
fn owned_elements_come_from_both_ends() {
    let t = Tensor::<String, 2>::from([["a", "b"], ["c", "d"]].map(|row| row.map(String::from)));
    let mut iter = t.into_iter();
    assert_eq!(
        (iter.next_back(), iter.next()),
        (Some("d".to_owned()), Some("a".to_owned()))
    );
    assert_eq!(iter.len(), 2);
}
