//! Parts of an array one after the other: positions of an axis, chunks, rows, lanes.

use crate::forms::{Form, elements, forms};
use proptest::prelude::*;
use tslice::{DynView, DynViewMut, Tensor, View, s};
use tslice_tests::faults::message;
use tslice_tests::indices::indices;

/// The elements at the index tuples that a condition selects.
fn picked(view: &DynView<'_, usize>, select: impl Fn(&[usize]) -> bool) -> Vec<usize> {
    let inside = indices(view.shape())
        .into_iter()
        .filter(|index| select(index));
    inside
        .map(|index| *view.get(&index).expect("inside"))
        .collect()
}

/// The lists of elements that parts should have.
struct Expected {
    positions: Vec<Vec<usize>>,
    chunks: Vec<Vec<usize>>,
    lanes: Vec<Vec<usize>>,
}

fn expected(view: &DynView<'_, usize>, axis: usize, n: usize) -> Expected {
    let len = view.shape()[axis];
    let mut others = view.shape().to_vec();
    others.remove(axis);
    let without = |index: &[usize]| {
        let mut index = index.to_vec();
        index.remove(axis);
        index
    };
    Expected {
        positions: (0..len)
            .map(|at| picked(view, |index| index[axis] == at))
            .collect(),
        chunks: (0..len)
            .step_by(n)
            .map(|at| picked(view, |index| (at..at + n).contains(&index[axis])))
            .collect(),
        lanes: indices(&others)
            .iter()
            .map(|other| picked(view, |index| without(index) == *other))
            .collect(),
    }
}

/// Takes an iterator's parts from both ends, at the front where `front` says so, and skips some.
fn taken<I: DoubleEndedIterator + ExactSizeIterator>(
    mut parts: I,
    turns: &[(bool, usize)],
    read: impl Fn(I::Item) -> Vec<usize>,
    mut expected: &[Vec<usize>],
) {
    for &(front, skip) in turns.iter().cycle().take(expected.len() + 2) {
        assert_eq!(parts.len(), expected.len());
        let part = if front {
            parts.nth(skip)
        } else {
            parts.nth_back(skip)
        };
        let left = expected.len().saturating_sub(skip + 1);
        let place = if front { skip } else { left };
        let one = expected.get(place).filter(|_| skip < expected.len());
        assert_eq!(part.map(&read).as_ref(), one, "{front} {skip}");
        expected = if front {
            &expected[expected.len() - left..]
        } else {
            &expected[..left]
        };
    }
}

fn axes_of(form: &Form, axis: usize) -> Option<usize> {
    let tensor = form.tensor();
    let rank = form.of(&tensor).rank();
    (rank > 0).then(|| axis % rank)
}

proptest! {
    #[test]
    fn parts_are_taken_from_both_ends(
        form in forms(3),
        axis in 0..4_usize,
        n in 1..5_usize,
        turns in prop::collection::vec((any::<bool>(), prop::sample::select(vec![0, 0, 0, 1, 3])), 1..9),
    ) {
        let Some(axis) = axes_of(&form, axis) else { return Ok(()) };
        let tensor = form.tensor();
        let view = form.of(&tensor);
        let expected = expected(&view, axis, n);
        taken(view.axis_iter(axis), &turns, |part| elements(&part), &expected.positions);
        taken(view.chunks(axis, n), &turns, |part| elements(&part), &expected.chunks);
        taken(view.lanes(axis), &turns, |lane| elements(&lane.into_dyn()), &expected.lanes);
        prop_assert!(view.axis_iter(axis).map(|part| elements(&part)).eq(expected.positions));
        prop_assert!(view.chunks(axis, n).rev().map(|part| elements(&part)).eq(expected.chunks.into_iter().rev()));
        prop_assert!(view.lanes(axis).map(|lane| elements(&lane.into_dyn())).eq(expected.lanes));
    }

    #[test]
    fn parts_are_distinct_and_match_shared_ones(
        form in forms(3),
        axis in 0..3_usize,
        n in 1..4_usize,
    ) {
        let mut tensor = form.tensor();
        let rank = form.with(&mut tensor, |view| view.rank());
        if rank == 0 {
            return Ok(());
        }
        let axis = axis % rank;
        let expected = form.with(&mut tensor, |view| expected(&view.view(), axis, n));
        let total: usize = expected.positions.iter().map(Vec::len).sum();
        // All parts live at once; every element is in one of them.
        fn add<'a>(parts: impl Iterator<Item = DynViewMut<'a, usize>>, shared: &[Vec<usize>]) {
            let mut parts: Vec<_> = parts.collect();
            assert!(parts.iter().map(|part| elements(&part.view())).eq(shared.iter().cloned()));
            let references: Vec<&mut usize> = parts.iter_mut().flat_map(|part| part.iter_mut()).collect();
            references.into_iter().for_each(|element| *element += 1000);
        }
        let plus = |lists: &[Vec<usize>], n: usize| -> Vec<Vec<usize>> {
            lists.iter().map(|list| list.iter().map(|element| element + n).collect()).collect()
        };
        form.with(&mut tensor, |mut view| add(view.axis_iter_mut(axis), &expected.positions));
        form.with(&mut tensor, |mut view| add(view.chunks_mut(axis, n), &plus(&expected.chunks, 1000)));
        let lanes = plus(&expected.lanes, 2000);
        form.with(&mut tensor, |mut view| add(view.lanes_mut(axis).map(|lane| lane.into_dyn()), &lanes));
        prop_assert_eq!(tensor.iter().filter(|&&element| element >= 3000).count(), total);
        prop_assert!(tensor.iter().enumerate().all(|(at, element)| element % 1000 == at));
    }
}

#[test]
fn rows_are_the_lines_along_the_last_axis() {
    let mut t = Tensor::<i32, 3>::from([[[1, 2], [3, 4]], [[5, 6], [7, 8]]]);
    let rows: Vec<View<i32, 1>> = t.rows().collect();
    assert_eq!(rows.len(), 4);
    assert_eq!(
        (rows[0], rows[3]),
        (View::from(&[1, 2]), View::from(&[7, 8]))
    );
    t.slice_mut(s![.., ::-1])
        .rows_mut()
        .rev()
        .zip(0..)
        .for_each(|(mut row, n)| row[[0]] = n);
    assert_eq!(t, [[[1, 3], [3, 2]], [[5, 1], [7, 0]]]);
}

/// The longest row: what is taken from a view lives as long as its memory.
fn longest<'a>(rows: View<'a, char, 2>) -> Option<&'a [char]> {
    rows.rows()
        .filter_map(|row| row.as_slice())
        .max_by_key(|row| row.iter().collect::<String>())
}

#[test]
fn parts_of_a_view_keep_its_lifetime() {
    let letters = [['a', 'b'], ['c', 'a'], ['b', 'z']];
    assert_eq!(longest(View::from(&letters)), Some(&['c', 'a'][..]));
    let last = { View::<char, 2>::from(&letters).axis_iter(1).next_back() };
    assert_eq!(last.expect("two columns"), ['b', 'a', 'z']);
}

#[test]
fn parts_are_walked_by_several_threads() {
    let mut t = Tensor::<usize, 2>::zeros([4, 6]);
    std::thread::scope(|scope| {
        for (n, mut columns) in t.chunks_mut(1, 4).enumerate() {
            scope.spawn(move || columns.rows_mut().for_each(|mut row| row.fill(n + 1)));
        }
    });
    assert_eq!(t, [[1, 1, 1, 1, 2, 2]; 4]);
    let rows = t.rows();
    let sums = std::thread::scope(|scope| {
        let sums = scope.spawn(move || {
            rows.map(|row| row.iter().sum::<usize>())
                .collect::<Vec<_>>()
        });
        sums.join().expect("no panic")
    });
    assert_eq!(sums, [8; 4]);
}

#[test]
fn arguments_that_do_not_fit_are_errors() {
    let mut t = Tensor::<i32, 2>::zeros([2, 3]);
    let no_axis = "axis 2 is out of range for rank 2";
    assert_eq!(message(|| t.axis_iter(2).count()), no_axis);
    assert_eq!(message(|| t.axis_iter_mut(2).count()), no_axis);
    assert_eq!(message(|| t.lanes(2).len()), no_axis);
    assert_eq!(message(|| t.lanes_mut(2).len()), no_axis);
    assert_eq!(message(|| t.chunks(2, 1).len()), no_axis);
    assert_eq!(message(|| t.chunks_mut(2, 0).len()), no_axis);
    assert_eq!(
        message(|| t.chunks(1, 0).len()),
        "axis 1 with length 3 cannot be cut into chunks of length 0"
    );
    let no_axis = "axis 0 is out of range for rank 0";
    assert_eq!(
        message(|| t.slice(s![0, 0]).into_dyn().lanes(0).len()),
        no_axis
    );
    assert_eq!(
        message(|| t.slice_mut(s![0, 0]).into_dyn().lanes_mut(0).len()),
        no_axis
    );
}

#[test]
fn parts_of_zero_sized_elements_and_empty_axes() {
    let t = Tensor::full([3, 4], ());
    assert_eq!(
        t.chunks(1, 3).map(|chunk| chunk.len()).collect::<Vec<_>>(),
        [9, 3]
    );
    assert_eq!(t.rows().flat_map(|row| row.into_iter()).count(), 12);
    let empty = Tensor::<i32, 3>::zeros([3, 0, 2]);
    assert_eq!(
        empty
            .axis_iter(0)
            .map(|part| *part.shape())
            .collect::<Vec<_>>(),
        [[0, 2]; 3]
    );
    assert_eq!(
        (
            empty.rows().len(),
            empty.lanes(1).len(),
            empty.chunks(1, 2).len()
        ),
        (0, 6, 0)
    );
    assert_eq!(
        empty
            .slice(s![::-1])
            .chunks(0, usize::MAX)
            .map(|part| part.len())
            .collect::<Vec<_>>(),
        [0]
    );
}
