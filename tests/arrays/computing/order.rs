//! Every operation that promises an order, with functions that depend on it, over random chains of
//! views against [`Model`].

use std::collections::VecDeque;
use std::fmt::Debug;

use tslice::{Array, DynTensor, DynView, Ref, Tensor, View, s, traits::RemoveAxis, zip};
use tslice_ops::{self as ops, Reduction};
use tslice_tests::algebra::Random;
use tslice_tests::indices::indices;
use tslice_tests::model::{Model, Step, step};
use tslice_tests::sizes;

/// The most elements of a view.
const MOST: usize = 2000;

/// Elements of several sizes, made of numbers below 256.
trait Element: Copy + PartialOrd + Debug {
    fn of(number: u64) -> Self;
    fn number(self) -> u64;
}

macro_rules! elements {
    ($($t:ty)+) => {$(
        impl Element for $t {
            fn of(number: u64) -> Self {
                number as $t
            }
            fn number(self) -> u64 {
                self as u64
            }
        }
    )+};
}

elements! { u8 u32 f32 f64 }

/// Not commutative, and not associative.
fn mix(hash: u64, number: u64) -> u64 {
    hash.wrapping_mul(31).wrapping_add(number) ^ hash >> 7
}

fn hash(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers.into_iter().fold(5, mix)
}

/// A tensor whose elements are often equal, and the numbers of which they are made.
fn base<T: Element>(random: &mut Random, shape: &[usize]) -> (DynTensor<T>, Vec<u64>) {
    let limit = [2, 5, 250][random.below(3)];
    let numbers: Vec<u64> = (0..shape.iter().product())
        .map(|_| random.below(limit) as u64)
        .collect();
    let elements = numbers.iter().map(|&number| T::of(number)).collect();
    (
        DynTensor::from_shape_vec(shape, elements).expect("as many elements as the shape has"),
        numbers,
    )
}

/// Calls a function with a random view and its model, for many cases. A failing case prints its
/// steps.
fn each_case<T: Element>(cases: u64, check: impl Fn(&mut Random, &DynView<T>, &Model, &[u64])) {
    for case in 1..=cases {
        let random = &mut Random(case.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let rank = random.below(5);
        let shape = sizes::shape(random, rank, MOST);
        let (tensor, numbers) = base::<T>(random, &shape);
        let (mut view, mut model, mut steps) = (tensor.view(), Model::new(&shape), vec![]);
        for _ in 0..random.below(5) {
            let (step, next) = step(random, &model, false, MOST);
            view = step.view(view);
            model = next;
            steps.push(step);
        }
        let shown = Shown(format!(
            "case {case}: {} {shape:?} {steps:?}",
            std::any::type_name::<T>()
        ));
        assert_eq!(view.shape(), &model.shape[..]);
        check(random, &view, &model, &numbers);
        std::mem::forget(shown);
    }
}

/// Prints a case if it is dropped, which is by a panic alone.
struct Shown(String);

impl Drop for Shown {
    fn drop(&mut self) {
        eprintln!("{}", self.0);
    }
}

/// Calls a function with a view of each rank from 1 to 3 as a typed view.
macro_rules! typed {
    ($view:expr, |$typed:ident| $check:expr) => {
        match $view.rank() {
            1 => {
                let $typed: View<_, 1> = $view.view().into_rank().expect("rank 1");
                $check
            }
            2 => {
                let $typed: View<_, 2> = $view.view().into_rank().expect("rank 2");
                $check
            }
            3 => {
                let $typed: View<_, 3> = $view.view().into_rank().expect("rank 3");
                $check
            }
            _ => {}
        }
    };
}

/// What operations along an axis make of its lanes, by loops over numbers.
struct OfAxis {
    axis: usize,
    /// The hash of each lane.
    hashes: Vec<u64>,
    accumulated: Vec<u64>,
    /// The first positions of the least and of the greatest number of each lane; `None` if lanes
    /// are empty.
    least: Option<Vec<usize>>,
    greatest: Option<Vec<usize>>,
}

impl OfAxis {
    fn new(model: &Model, numbers: &[u64], axis: usize) -> Self {
        let lanes: Vec<Vec<u64>> = model
            .lanes(axis)
            .iter()
            .map(|lane| lane.iter().map(|&at| numbers[at]).collect())
            .collect();
        let hashes = lanes
            .iter()
            .map(|lane| hash(lane.iter().copied()))
            .collect();
        let mut accumulated = vec![0; model.positions.len()];
        let row_major = Model::new(&model.shape);
        for (places, lane) in row_major.lanes(axis).iter().zip(&lanes) {
            let mut state = None;
            for (&place, &number) in places.iter().zip(lane) {
                let next = state.map_or(number, |state| mix(state, number));
                accumulated[place] = next;
                state = Some(next);
            }
        }
        let first = |is_better: fn(&u64, &u64) -> bool| {
            (model.shape[axis] > 0).then(|| {
                lanes
                    .iter()
                    .map(|lane| first_of(lane, is_better).expect("a number"))
                    .collect()
            })
        };
        let (least, greatest) = (first(u64::lt), first(u64::gt));
        Self {
            axis,
            hashes,
            accumulated,
            least,
            greatest,
        }
    }

    fn of(model: &Model, numbers: &[u64]) -> Vec<Self> {
        (0..model.shape.len())
            .map(|axis| Self::new(model, numbers, axis))
            .collect()
    }
}

/// The first position of the number than which none is better.
fn first_of(numbers: &[u64], is_better: fn(&u64, &u64) -> bool) -> Option<usize> {
    let better = |best: usize, at: usize| {
        if is_better(&numbers[at], &numbers[best]) {
            at
        } else {
            best
        }
    };
    (0..numbers.len()).reduce(better)
}

fn check_axes<T: Element, D: RemoveAxis>(view: &Array<Ref<'_, T>, D>, expected: &[OfAxis]) {
    for OfAxis {
        axis,
        hashes,
        accumulated,
        least,
        greatest,
    } in expected
    {
        let axis = *axis;
        let folded = view.fold_axis(axis, 5, |state, x| mix(state, x.number()));
        assert_eq!(folded.into_vec(), *hashes, "fold_axis({axis})");
        let mapped = view.map_axis(axis, |lane| hash(lane.iter().map(|x| x.number())));
        assert_eq!(mapped.into_vec(), *hashes, "map_axis({axis})");
        let states = view
            .map(|x| x.number())
            .accumulate(axis, |state, x| mix(*state, *x));
        assert_eq!(states.into_vec(), *accumulated, "accumulate({axis})");
        if let (Some(least), Some(greatest)) = (least, greatest) {
            assert_eq!(
                view.argmin_axis(axis).into_vec(),
                *least,
                "argmin_axis({axis})"
            );
            assert_eq!(
                view.argmax_axis(axis).into_vec(),
                *greatest,
                "argmax_axis({axis})"
            );
        }
    }
}

#[test]
fn order_along_axes() {
    fn check<T: Element>(_: &mut Random, view: &DynView<T>, model: &Model, numbers: &[u64]) {
        if !model.shape.is_empty() {
            let expected = OfAxis::of(model, numbers);
            check_axes(view, &expected);
            typed!(view, |typed| check_axes(&typed, &expected));
        }
    }
    each_case(120, check::<u8>);
    each_case(80, check::<f64>);
}

/// The numbers of a view in row-major order, and the indices of the least and of the greatest of
/// them.
struct Whole {
    elements: Vec<u64>,
    least: Option<Vec<usize>>,
    greatest: Option<Vec<usize>>,
}

impl Whole {
    fn new(model: &Model, numbers: &[u64]) -> Self {
        let elements: Vec<u64> = model.positions.iter().map(|&at| numbers[at]).collect();
        let index = |is_better| {
            indices(&model.shape)
                .into_iter()
                .nth(first_of(&elements, is_better)?)
        };
        let (least, greatest) = (index(u64::lt), index(u64::gt));
        Self {
            elements,
            least,
            greatest,
        }
    }

    /// A walk of any order calls the closure for each element once.
    fn is_each_once(&self, order: &[u64], name: &str) {
        let (mut order, mut elements) = (order.to_vec(), self.elements.clone());
        order.sort_unstable();
        elements.sort_unstable();
        assert_eq!(order, elements, "{name}");
    }
}

fn check_all<T: Element, D: RemoveAxis>(view: &Array<Ref<'_, T>, D>, whole: &Whole) {
    let elements = &whole.elements;
    let copied: Vec<u64> = view.to_vec().into_iter().map(T::number).collect();
    assert_eq!(copied, *elements, "to_vec");
    let mut buffer = vec![T::of(255); elements.len()];
    view.copy_to_slice(&mut buffer);
    assert_eq!(buffer, view.to_vec(), "copy_to_slice");
    let own = |index: D::Owned| index.as_ref().to_vec();
    assert_eq!(view.argmin().map(own), whole.least, "argmin");
    assert_eq!(view.argmax().map(own), whole.greatest, "argmax");

    let mut visited = vec![];
    let mapped = view.map(|x| {
        visited.push(x.number());
        x.number()
    });
    assert_eq!((&mapped.into_vec(), &visited), (elements, elements), "map");
    let mapped = zip((view, view)).map(|(x, y)| 300 * x.number() + y.number());
    let expected: Vec<u64> = elements.iter().map(|x| 301 * x).collect();
    assert_eq!(mapped.into_vec(), expected, "zip.map");

    // Walks of any order are walks of one order.
    let mut order = vec![];
    zip((view, view)).for_each(|(x, _)| order.push(x.number()));
    let folded = zip((view, view)).fold(5, |state, (x, _)| mix(state, x.number()));
    assert_eq!(folded, hash(order.iter().copied()), "zip.fold");
    let mut calls = vec![];
    let sum = zip((view, view)).sum(|(x, _)| {
        calls.push(x.number());
        x.number()
    });
    assert_eq!((sum, &calls), (elements.iter().sum(), &order), "zip.sum");
    let mut calls = vec![];
    assert!(zip((view, view)).all(|(x, _)| {
        calls.push(x.number());
        true
    }));
    assert_eq!(calls, order, "zip.all");
    whole.is_each_once(&order, "zip.for_each");
}

#[test]
fn order_of_whole_arrays() {
    fn check<T: Element>(_: &mut Random, view: &DynView<T>, model: &Model, numbers: &[u64]) {
        let whole = Whole::new(model, numbers);
        check_all(view, &whole);
        typed!(view, |typed| check_all(&typed, &whole));
    }
    each_case(100, check::<u8>);
    each_case(80, check::<f32>);
}

/// An iterator from both ends. As a trait object, what is asked of each is compiled once.
trait BothEnds<X>: DoubleEndedIterator<Item = X> + ExactSizeIterator {}

impl<X, I: DoubleEndedIterator<Item = X> + ExactSizeIterator> BothEnds<X> for I {}

/// Steps an iterator from both ends, beside a queue of its items.
fn check_steps<X: PartialEq + Debug>(
    random: &mut Random,
    ours: &mut dyn BothEnds<X>,
    items: &mut VecDeque<X>,
    name: &str,
) {
    for _ in 0..random.below(6) {
        let lengths = sizes::up_to(items.len() + 2);
        let n = lengths[random.below(lengths.len())];
        let (found, expected) = match random.below(4) {
            0 => (ours.next(), items.pop_front()),
            1 => (ours.next_back(), items.pop_back()),
            2 => {
                let skipped = items.drain(..n.min(items.len())).count();
                (ours.nth(n), items.pop_front().filter(|_| skipped == n))
            }
            _ => {
                items.truncate(items.len().saturating_sub(n));
                (ours.nth_back(n), items.pop_back())
            }
        };
        assert_eq!(found, expected, "{name}");
        assert_eq!(
            (ours.len(), ours.size_hint()),
            (items.len(), (items.len(), Some(items.len()))),
            "{name}"
        );
    }
}

/// Collects what adapters leave of an iterator, beside those of a queue of its items.
fn check_adapters<X: PartialEq + Debug>(
    random: &mut Random,
    ours: &mut dyn BothEnds<X>,
    items: VecDeque<X>,
    name: &str,
) {
    let lengths = sizes::up_to(items.len() + 2);
    let n = lengths[random.below(lengths.len())];
    let equal = |found: Vec<X>, expected: Vec<X>, way: &str| {
        assert!(found == expected, "{name}, {way} {n}")
    };
    match random.below(5) {
        0 => equal(
            ours.skip(n).collect(),
            items.into_iter().skip(n).collect(),
            "skip",
        ),
        1 => equal(
            ours.step_by(n + 1).collect(),
            items.into_iter().step_by(n + 1).collect(),
            "step_by",
        ),
        2 => equal(
            ours.rev().collect(),
            items.into_iter().rev().collect(),
            "rev",
        ),
        3 => equal(
            ours.rev().skip(n).collect(),
            items.into_iter().rev().skip(n).collect(),
            "rev().skip",
        ),
        _ => {
            let (found, expected) = (
                ours.rev().step_by(n + 1),
                items.into_iter().rev().step_by(n + 1),
            );
            equal(found.collect(), expected.collect(), "rev().step_by");
        }
    }
}

/// Steps an iterator from both ends and finishes it, beside a queue of its items.
fn check_iterator<X: PartialEq + Debug>(
    random: &mut Random,
    mut ours: impl DoubleEndedIterator<Item = X> + ExactSizeIterator,
    items: Vec<X>,
    name: &str,
) {
    let mut items = VecDeque::from(items);
    check_steps(random, &mut ours, &mut items, name);
    match random.below(8) {
        0 => assert_eq!(ours.last(), items.pop_back(), "{name}, last"),
        1 => assert_eq!(ours.count(), items.len(), "{name}, count"),
        2 => {
            let found = ours.fold(vec![], |mut found, item| {
                found.push(item);
                found
            });
            assert!(items == found, "{name}, fold");
        }
        _ => check_adapters(random, &mut ours, items, name),
    }
}

/// An iterator over what a function makes of the items of another one, which is asked for every
/// step.
struct Mapped<I, F>(I, F);

impl<X, I: Iterator, F: Fn(I::Item) -> X> Iterator for Mapped<I, F> {
    type Item = X;

    fn next(&mut self) -> Option<X> {
        self.0.next().map(&self.1)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
    fn nth(&mut self, n: usize) -> Option<X> {
        self.0.nth(n).map(&self.1)
    }
    fn count(self) -> usize {
        self.0.count()
    }
    fn last(self) -> Option<X> {
        self.0.last().map(&self.1)
    }
    fn fold<A, G: FnMut(A, X) -> A>(self, start: A, mut visit: G) -> A {
        let Self(items, make) = self;
        items.fold(start, |state, item| visit(state, make(item)))
    }
}

impl<X, I: DoubleEndedIterator, F: Fn(I::Item) -> X> DoubleEndedIterator for Mapped<I, F> {
    fn next_back(&mut self) -> Option<X> {
        self.0.next_back().map(&self.1)
    }
    fn nth_back(&mut self, n: usize) -> Option<X> {
        self.0.nth_back(n).map(&self.1)
    }
    fn rfold<A, G: FnMut(A, X) -> A>(self, start: A, mut visit: G) -> A {
        let Self(items, make) = self;
        items.rfold(start, |state, item| visit(state, make(item)))
    }
}

impl<X, I: ExactSizeIterator, F: Fn(I::Item) -> X> ExactSizeIterator for Mapped<I, F> {}

fn check_iterators<T: Element, D: RemoveAxis>(
    random: &mut Random,
    view: &Array<Ref<'_, T>, D>,
    model: &Model,
    numbers: &[u64],
) {
    let elements: Vec<u64> = model.positions.iter().map(|&at| numbers[at]).collect();
    let indexed: Vec<_> = indices(&model.shape)
        .into_iter()
        .zip(elements.iter().copied())
        .collect();
    for _ in 0..3 {
        check_iterator(
            random,
            Mapped(view.iter(), |x: &T| x.number()),
            elements.clone(),
            "iter",
        );
        let pair = |(index, x): (D::Owned, &T)| (index.as_ref().to_vec(), x.number());
        check_iterator(
            random,
            Mapped(view.indexed_iter(), pair),
            indexed.clone(),
            "indexed_iter",
        );
        let mut own = view.to_tensor();
        let pair = |(index, x): (D::Owned, &mut T)| (index.as_ref().to_vec(), x.number());
        check_iterator(
            random,
            Mapped(own.indexed_iter_mut(), pair),
            indexed.clone(),
            "indexed_iter_mut",
        );
        check_iterator(
            random,
            Mapped(own.iter_mut(), |x: &mut T| x.number()),
            elements.clone(),
            "iter_mut",
        );
    }
    for axis in 0..model.shape.len() {
        let of = |positions: &[usize]| {
            positions
                .iter()
                .map(|&at| numbers[at])
                .collect::<Vec<u64>>()
        };
        let lanes: Vec<Vec<u64>> = model.lanes(axis).iter().map(|lane| of(lane)).collect();
        let seen = |lane: View<T, 1>| lane.iter().map(|x| x.number()).collect::<Vec<u64>>();
        check_iterator(random, Mapped(view.lanes(axis), seen), lanes, "lanes");
        let parts = (0..model.shape[axis])
            .map(|at| of(&model.indexed(axis, at).positions))
            .collect();
        let seen = |part: Array<Ref<'_, T>, D::Output>| {
            part.iter().map(|x| x.number()).collect::<Vec<u64>>()
        };
        check_iterator(
            random,
            Mapped(view.axis_iter(axis), seen),
            parts,
            "axis_iter",
        );
    }
}

#[test]
fn order_of_iterators() {
    fn check<T: Element>(random: &mut Random, view: &DynView<T>, model: &Model, numbers: &[u64]) {
        if !model.shape.is_empty() {
            check_iterators(random, view, model, numbers);
            typed!(view, |typed| check_iterators(
                random, &typed, model, numbers
            ));
        }
    }
    each_case(120, check::<u32>);
}

/// Positions along an axis, with repeats.
fn list(random: &mut Random, len: usize, most: usize) -> Vec<usize> {
    let lengths = sizes::up_to(most);
    (0..lengths[random.below(lengths.len())])
        .map(|_| random.below(len))
        .collect()
}

/// Of positions that are picked again, the last value in row-major order stays.
#[test]
fn order_of_repeated_picks() {
    for case in 1..=120_u64 {
        let random = &mut Random(case.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let shape = sizes::shape(random, 2, MOST);
        let (mut tensor, mut numbers) = base::<u32>(random, &shape);
        let transposed = random.below(2) == 1;
        let axes = if transposed { [1, 0] } else { [0, 1] };
        let (mut view, mut model) = (tensor.permute_mut(axes), Model::new(&shape).permuted(&axes));
        let mut steps = vec![];
        for _ in 0..random.below(4) {
            let (step, next) = step(random, &model, true, MOST);
            if let Step::Ranges(_) = step {
                view = view.into_slice_mut(step.spec().expect("a slice"));
                model = next;
                steps.push(step);
            }
        }
        if model.positions.is_empty() {
            continue;
        }
        let mut view = view.into_rank::<2>().expect("rank 2");
        let (rows, columns) = (
            list(random, model.shape[0], 130),
            list(random, model.shape[1], 130),
        );
        let way = random.below(3);
        let (selected, shape) = match way {
            0 => (
                model.selected(&[rows.clone(), columns.clone()]).positions,
                vec![rows.len(), columns.len()],
            ),
            1 => {
                let all = (0..model.shape[1]).collect();
                (
                    model.selected(&[rows.clone(), all]).positions,
                    vec![rows.len(), model.shape[1]],
                )
            }
            _ => {
                let pairs = rows.iter().zip(&columns).map(|(&i, &j)| model.at(&[i, j]));
                (
                    pairs.collect::<Vec<_>>(),
                    vec![rows.len().min(columns.len())],
                )
            }
        };
        let values = DynTensor::from_shape_vec(&shape, (1000..).take(selected.len()).collect())
            .expect("values");
        match way {
            0 => view.pick_mut(s![&rows, &columns]).assign(&values),
            1 => view.pick_mut(s![&rows, :]).assign(&values),
            _ => {
                let len = shape[0];
                view.pick_mut(s![(&rows[..len], &columns[..len])])
                    .assign(&values);
            }
        }
        selected
            .iter()
            .zip(1000..)
            .for_each(|(&at, value)| numbers[at] = value);
        let found: Vec<u64> = tensor.iter().map(|&x| u64::from(x)).collect();
        assert!(
            found == numbers,
            "case {case}: way {way}, {transposed}, {steps:?}, {rows:?}, {columns:?}"
        );
    }
}

/// Of updates of one place, the last in row-major order stays, however the indices and the updates
/// lie in memory.
#[test]
fn order_of_repeated_scatters() {
    for case in 1..=100_u64 {
        let random = &mut Random(case.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let shape = [1 + random.below(40), 1 + random.below(9)];
        let (input, numbers) = base::<u32>(random, &shape);
        let input = input.view();
        let lengths = sizes::up_to(1100);
        let n = lengths[random.below(lengths.len())];
        let reversed = random.below(2) == 1;
        let order = |mut rows: Vec<i64>| {
            if reversed {
                rows.reverse();
            }
            rows
        };
        let spec: tslice::DynSpec = if reversed { "::-1" } else { ":" }.parse().expect("a spec");
        let rows: Vec<i64> = (0..n).map(|_| random.below(shape[0]) as i64).collect();
        let indices = Tensor::<i64, 1>::from(order(rows.clone())).into_dyn();
        let indices = indices.insert_axis(1);
        let updates = DynTensor::<u32>::from_shape_fn([n, shape[1]], |at| {
            let row = if reversed { n - 1 - at[0] } else { at[0] };
            (1000 + row * shape[1] + at[1]) as u32
        });
        let (indices, updates) = (indices.slice(&spec), updates.slice(&spec));
        let mut expected = numbers.clone();
        for (at, &row) in rows.iter().enumerate() {
            for column in 0..shape[1] {
                expected[row as usize * shape[1] + column] = (1000 + at * shape[1] + column) as u64;
            }
        }
        let same = |found: DynTensor<u32>, name: &str| {
            let found: Vec<u64> = found.iter().map(|&x| u64::from(x)).collect();
            assert!(
                found == expected,
                "case {case}: {name}, {n} updates, reversed {reversed}"
            );
        };
        same(
            ops::tensor_scatter_nd_update(&input, &indices, &updates).expect("inside"),
            "tensor_scatter_nd_update",
        );
        let written = ops::scatter_nd_update(&input, &indices, &updates, Reduction::None);
        same(written.expect("inside"), "scatter_nd_update");
        let wide = indices.broadcast_to(updates.shape());
        let written = ops::scatter_elements(&input, &wide, &updates, 0, Reduction::None);
        same(written.expect("inside"), "scatter_elements");
    }
}
