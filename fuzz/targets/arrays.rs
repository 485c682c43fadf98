//! Every view, walk, pick and join of a slice with its axes in any order: the elements are those
//! that index arithmetic gives.
#![no_main]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "any bytes will do"
)]

use std::collections::hash_map::DefaultHasher;
use std::fmt::{Debug, Display};
use std::hash::{Hash, Hasher};

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use tslice::{
    DynSpec, DynTensor, DynView, DynViewMut, concatenate_into, stack_into, try_concatenate,
    try_stack, zip,
};
use tslice_tests::indices::indices;
use tslice_tests::invariants::{check_mut, check_tensor, check_view, memory};
use tslice_tests::oracle::{Entry, select, text};

#[derive(Arbitrary, Debug)]
struct Input {
    what: u8,
    element: u8,
    lengths: Vec<u8>,
    ranges: Vec<(Option<i8>, Option<i8>, i8)>,
    others: Vec<(Option<i8>, Option<i8>, i8)>,
    order: u8,
    axis: u8,
    number: u8,
    list: Vec<u8>,
}

trait Element: Clone + PartialEq + Debug + Display + Hash {}
impl<T: Clone + PartialEq + Debug + Display + Hash> Element for T {}

fn entries(ranges: &[(Option<i8>, Option<i8>, i8)], rank: usize) -> Vec<Entry> {
    let range = |&(b, e, s): &(Option<i8>, Option<i8>, i8)| {
        Entry::Range(
            b.map(i64::from),
            e.map(i64::from),
            Some(i64::from(s)).filter(|s| *s != 0),
        )
    };
    ranges.iter().take(rank).map(range).collect()
}

/// What a view should be: its shape and elements.
struct Model<T> {
    shape: Vec<usize>,
    elements: Vec<T>,
}

impl<T: Element> Model<T> {
    fn get(&self, index: &[usize]) -> T {
        self.elements[index
            .iter()
            .zip(&self.shape)
            .fold(0, |at, (i, len)| at * len + i)]
        .clone()
    }

    /// The elements of another shape, each at an index of this one.
    fn by(&self, shape: &[usize], index: impl Fn(&[usize]) -> Vec<usize>) -> Self {
        let elements = indices(shape)
            .iter()
            .map(|at| self.get(&index(at)))
            .collect();
        Self {
            shape: shape.to_vec(),
            elements,
        }
    }

    fn is(&self, view: &DynView<'_, T>) {
        assert_eq!(
            (view.shape(), view.to_vec()),
            (&self.shape[..], self.elements.clone())
        );
        check_view(view, 0..usize::MAX);
        check_tensor(&view.to_tensor());
        assert!(view.iter().rev().eq(self.elements.iter().rev()));
    }

    fn with(&self, axis: usize, len: usize) -> Vec<usize> {
        let mut shape = self.shape.clone();
        shape[axis] = len;
        shape
    }
}

/// The index with another position on an axis.
fn at(index: &[usize], axis: usize, position: usize) -> Vec<usize> {
    let mut index = index.to_vec();
    index[axis] = position;
    index
}

fn check<T: Element>(input: &Input, element: impl Fn(usize) -> T) {
    let mut shape: Vec<usize> = input
        .lengths
        .iter()
        .take(5)
        .map(|len| usize::from(*len % 12))
        .collect();
    while shape.iter().product::<usize>() > 400 {
        shape
            .iter_mut()
            .max()
            .into_iter()
            .for_each(|longest| *longest /= 2);
    }
    let all: Vec<T> = (0..shape.iter().product()).map(element).collect();
    let mut tensor = DynTensor::from_shape_vec(&shape, all.clone()).expect("as many");
    let chosen = entries(&input.ranges, shape.len());
    let (sliced, positions) = select(&chosen, &shape).expect("ranges always fit");
    let spec: DynSpec = text(&chosen).parse().expect("the oracle writes specs");
    let slice = Model {
        shape: sliced,
        elements: positions.iter().map(|&p| all[p].clone()).collect(),
    };
    let mut axes: Vec<usize> = (0..shape.len()).collect();
    axes.rotate_left(usize::from(input.order) % shape.len().max(1));
    if input.order >= 128 {
        axes.reverse();
    }
    let permuted: Vec<usize> = axes.iter().map(|&axis| slice.shape[axis]).collect();
    let model = slice.by(&permuted, |index| {
        let mut old = vec![0; index.len()];
        axes.iter().zip(index).for_each(|(&axis, &i)| old[axis] = i);
        old
    });
    let whole = memory(tensor.as_slice().expect("a tensor"));
    let mut target = tensor.slice_mut(&spec);
    let mut target = target.permute_mut(&axes);
    check_mut(&target, whole.clone());
    let view = target.view();
    check_view(&view, whole);
    model.is(&view);
    match input.what % 9 {
        0 => shapes(input, &model, &view),
        1 => windows(input, &model, &view),
        2 => picks(input, &model, &view),
        3 => joins(input, &model, &view),
        4 => numbers(input, &model, &view),
        5 => printed(&model, &view),
        6 => parts(input, model, &mut target, all.first()),
        7 => within(input, model, &mut target),
        _ => walks(input, &model, &view),
    }
}

fn shapes<T: Element>(input: &Input, model: &Model<T>, view: &DynView<'_, T>) {
    let len = model.elements.len();
    let mut shape: Vec<usize> = input
        .list
        .iter()
        .take(5)
        .map(|n| usize::from(*n % 7))
        .collect();
    let product: usize = shape.iter().product();
    if product > 0 && len % product == 0 {
        shape.insert(usize::from(input.number) % (shape.len() + 1), len / product);
    }
    let whole = shape.iter().product::<usize>() == len;
    let reshaped = Model {
        shape: shape.clone(),
        elements: model.elements.clone(),
    };
    match view.try_reshape(&shape[..]) {
        Ok(view) => reshaped.is(&view),
        Err(_) => assert!(!whole || !view.is_contiguous()),
    }
    if whole {
        reshaped.is(&view.to_tensor().into_shape(&shape[..]).view());
    }
    // A shape to which the view broadcasts, or another.
    let mut larger: Vec<usize> = input
        .list
        .iter()
        .skip(5)
        .take(2)
        .map(|n| usize::from(*n % 4))
        .collect();
    larger.extend(model.shape.iter().map(|&len| {
        if len == 1 {
            usize::from(input.number % 4)
        } else {
            len
        }
    }));
    let repeated = view
        .try_broadcast_to(&larger[..])
        .expect("axes of length 1 repeat");
    let missing = larger.len() - model.shape.len();
    let clipped = |index: &[usize]| {
        index[missing..]
            .iter()
            .zip(&model.shape)
            .map(|(&i, &len)| i.min(len - 1))
            .collect::<Vec<_>>()
    };
    model.by(&larger, clipped).is(&repeated);
    let repeats = |(&from, &to): (&usize, &usize)| from == to || from == 1;
    let fits = shape.len() >= model.shape.len()
        && model
            .shape
            .iter()
            .rev()
            .zip(shape.iter().rev())
            .all(repeats);
    assert_eq!(view.try_broadcast_to(&shape[..]).is_ok(), fits);
    for (index, element) in view.indexed_iter() {
        assert!(*element == model.get(&index) && view.get(&index) == Some(element));
    }
    if model.shape.len() >= 2 {
        let diagonal = view.diagonal(i64::from(input.number) - 128);
        let k = i64::from(input.number) - 128;
        let rank = model.shape.len();
        let index = |index: &[usize]| {
            let (outer, i) = (&index[..rank - 2], index[rank - 2]);
            let shift = |by: i64| i + usize::try_from(by).unwrap_or(0);
            [outer, &[shift(-k), shift(k)]].concat()
        };
        model.by(diagonal.shape(), index).is(&diagonal);
    }
}

fn windows<T: Element>(input: &Input, model: &Model<T>, view: &DynView<'_, T>) {
    let rank = model.shape.len();
    let lengths: Vec<usize> = (0..rank)
        .map(|i| input.list.get(i).map_or(1, |n| usize::from(*n % 5)))
        .collect();
    let fit = lengths
        .iter()
        .zip(&model.shape)
        .all(|(window, len)| window <= len);
    let windows = fit
        .then(|| view.windows(&lengths))
        .filter(|windows| windows.len() < 20_000);
    if let Some(windows) = windows {
        let sum = |index: &[usize]| (0..rank).map(|i| index[i] + index[rank + i]).collect();
        model.by(windows.shape(), sum).is(&windows);
    }
    let (axis, window) = (usize::from(input.axis % 6), usize::from(input.number % 13));
    let Some(&len) = model.shape.get(axis) else {
        return;
    };
    if window <= len {
        let windows = view.windows_along(axis, window);
        model
            .by(windows.shape(), |index| {
                at(&index[..rank], axis, index[axis] + index[rank])
            })
            .is(&windows);
    }
    let n = usize::from(input.number);
    if n > 0 {
        for (number, chunk) in view.chunks(axis, n).enumerate() {
            model
                .by(chunk.shape(), |index| {
                    at(index, axis, index[axis] + number * n)
                })
                .is(&chunk);
        }
    }
    if n <= len {
        let (low, high) = view.split_at(axis, n);
        model.by(low.shape(), <[usize]>::to_vec).is(&low);
        model
            .by(high.shape(), |index| at(index, axis, index[axis] + n))
            .is(&high);
    }
    let parts = view.axis_iter(axis);
    assert_eq!(parts.len(), len);
    for (position, part) in parts.enumerate().step_by(2) {
        let index = |index: &[usize]| [&index[..axis], &[position], &index[axis..]].concat();
        model.by(part.shape(), index).is(&part);
    }
    let lanes = view.lanes(axis);
    let starts = indices(&model.with(axis, 1));
    assert_eq!(lanes.len(), starts.len());
    for (start, lane) in starts.iter().zip(lanes).rev() {
        assert!(
            (0..model.shape[axis])
                .map(|i| model.get(&at(start, axis, i)))
                .eq(lane.iter().cloned())
        );
    }
}

fn picks<T: Element>(input: &Input, model: &Model<T>, view: &DynView<'_, T>) {
    let axis = usize::from(input.axis) % (model.shape.len() + 1);
    let Some(&len) = model.shape.get(axis) else {
        return assert!(view.try_take(axis, &[0]).is_err());
    };
    let ids: Vec<i16> = input
        .list
        .iter()
        .map(|&n| i16::from(n % 16) - i16::from(input.number % 5))
        .collect();
    let wrapped = |id: i16| {
        if id < 0 {
            i64::from(id) + len as i64
        } else {
            i64::from(id)
        }
    };
    let inside = |id: &i16| usize::try_from(wrapped(*id)).is_ok_and(|id| id < len);
    match view.try_take(axis, &ids) {
        Ok(taken) => {
            let expected = model.by(&model.with(axis, ids.len()), |index| {
                at(
                    index,
                    axis,
                    usize::try_from(wrapped(ids[index[axis]])).expect("inside"),
                )
            });
            expected.is(&taken.view());
        }
        // An empty part may be taken at any position.
        Err(_) => assert!(!ids.iter().all(inside)),
    }
    let mask: Vec<bool> = (0..len)
        .map(|i| input.list.get(i).is_some_and(|n| n % 2 == 1))
        .collect();
    let kept: Vec<usize> = (0..len).filter(|&i| mask[i]).collect();
    let compressed = view.compress(axis, &mask);
    model
        .by(&model.with(axis, kept.len()), |index| {
            at(index, axis, kept[index[axis]])
        })
        .is(&compressed.view());
}

fn joins<T: Element>(input: &Input, model: &Model<T>, view: &DynView<'_, T>) {
    let axis = usize::from(input.axis % 6);
    let lengths: Vec<usize> = input.list.iter().take(5).map(|n| usize::from(*n)).collect();
    let fits = |at: &&usize| model.shape.get(axis).is_some_and(|len| *at <= len);
    let parts: Vec<_> = lengths
        .iter()
        .filter(fits)
        .map(|&at| view.split_at(axis, at))
        .flat_map(<[_; 2]>::from)
        .collect();
    if let Ok(joined) = try_concatenate(axis, &parts) {
        let origins: Vec<usize> = lengths
            .iter()
            .filter(|&&at| at <= model.shape[axis])
            .flat_map(|_| 0..model.shape[axis])
            .collect();
        model
            .by(&model.with(axis, origins.len()), |index| {
                at(index, axis, origins[index[axis]])
            })
            .is(&joined.view());
        let mut target = joined.to_vec();
        target.reverse();
        concatenate_into(axis, &parts, &mut target);
        assert!(target == joined.to_vec());
    } else {
        assert!(parts.is_empty());
    }
    let copies = vec![view; usize::from(input.number % 4)];
    match try_stack(axis, &copies) {
        Ok(stacked) => {
            let mut shape = model.shape.clone();
            shape.insert(axis, copies.len());
            model
                .by(&shape, |index| {
                    [&index[..axis], &index[axis + 1..]].concat()
                })
                .is(&stacked.view());
            let mut target = stacked.to_vec();
            target.reverse();
            stack_into(axis, &copies, &mut target);
            assert!(target == stacked.to_vec());
        }
        Err(_) => assert!(axis > model.shape.len() || copies.is_empty()),
    }
}

fn numbers<T: Element>(input: &Input, model: &Model<T>, view: &DynView<'_, T>) {
    let number = |element: &T| {
        element
            .to_string()
            .bytes()
            .fold(7_u32, |n, b| n.wrapping_mul(31) ^ u32::from(b))
            >> 12
    };
    let values = Model {
        shape: model.shape.clone(),
        elements: model.elements.iter().map(number).collect(),
    };
    let mapped = view.map(number);
    values.is(&mapped.view());
    assert_eq!(mapped.sum(), values.elements.iter().sum::<u32>());
    assert_eq!(mapped.t().sum(), values.elements.iter().sum::<u32>());
    let (rank, axis) = (
        model.shape.len(),
        usize::from(input.axis) % (model.shape.len() + 1),
    );
    if axis == rank {
        return;
    }
    let folded = view.fold_axis(axis, 5_u32, |n, x| n.wrapping_mul(29) ^ number(x));
    let cumulated = mapped.accumulate(axis, |n: &u32, x| n.wrapping_mul(29) ^ x);
    let mut rest = model.shape.clone();
    let len = rest.remove(axis);
    assert_eq!(
        (folded.shape(), cumulated.shape()),
        (&rest[..], &model.shape[..])
    );
    for index in indices(&rest) {
        let lane = |i: usize| [&index[..axis], &[i], &index[axis..]].concat();
        let along = |upto: usize| (0..upto).map(|i| values.get(&lane(i)));
        assert_eq!(
            folded[&index],
            along(len).fold(5_u32, |n, x| n.wrapping_mul(29) ^ x)
        );
        for i in 0..len {
            let sum = along(i + 1).reduce(|n: u32, x| n.wrapping_mul(29) ^ x);
            assert_eq!(Some(cumulated[&lane(i)]), sum);
        }
    }
}

fn printed<T: Element>(model: &Model<T>, view: &DynView<'_, T>) {
    let (tensor, plain) = (view.to_tensor(), |c: &char| c.is_ascii_alphanumeric());
    let [nested, list] = [format!("{view}"), format!("{view:?}")];
    assert_eq!(nested, tensor.to_string());
    let elements: String = model.elements.iter().map(T::to_string).collect();
    assert!(
        nested
            .chars()
            .filter(plain)
            .eq(elements.chars().filter(plain)),
        "{nested}"
    );
    assert!(
        list.contains("shape=")
            || list.chars().filter(plain).count() == elements.chars().filter(plain).count()
    );
    assert!(!format!("{view:>9.1}").is_empty());
    let hash = |value: &dyn Fn(&mut DefaultHasher)| {
        let mut hasher = DefaultHasher::new();
        value(&mut hasher);
        hasher.finish()
    };
    assert_eq!(hash(&|h| view.hash(h)), hash(&|h| tensor.hash(h)));
    assert!(*view == tensor && tensor == *view);
    assert!(zip((view, tensor.view())).all(|(a, b)| a == b));
}

fn parts<T: Element>(
    input: &Input,
    mut model: Model<T>,
    target: &mut DynViewMut<'_, T>,
    mark: Option<&T>,
) {
    let Some(mark) = mark else { return };
    let (axis, n) = (usize::from(input.axis % 6), usize::from(input.number % 8));
    let shape = model.shape.clone();
    let mut mark_at = |wanted: &dyn Fn(&[usize]) -> bool| {
        let places = indices(&shape).into_iter().zip(&mut model.elements);
        places
            .filter(|(index, _)| wanted(index))
            .for_each(|(_, element)| *element = mark.clone());
    };
    match input.list.first().map_or(0, |n| n % 7) {
        0 => {
            if axis >= shape.len() || n == 0 {
                return;
            }
            target
                .chunks_mut(axis, n)
                .skip(1)
                .step_by(2)
                .for_each(|mut chunk| chunk.fill(mark.clone()));
            mark_at(&|index| index[axis] / n % 2 == 1);
        }
        1 => {
            if shape.get(axis).is_none_or(|&len| n > len) {
                return;
            }
            let (mut low, high) = target.split_at_mut(axis, n);
            let fits = low.shape() == high.shape() || high.shape()[axis] == 1;
            assert_eq!(low.try_assign(&high).is_ok(), fits);
            low.fill(mark.clone());
            mark_at(&|index| index[axis] < n);
        }
        2 => {
            if axis >= shape.len() {
                return;
            }
            target
                .axis_iter_mut(axis)
                .nth_back(n)
                .into_iter()
                .for_each(|mut part| part.map_inplace(|x| *x = mark.clone()));
            mark_at(&|index| index[axis] + n + 1 == shape[axis]);
        }
        3 => {
            if axis >= shape.len() {
                return;
            }
            for lane in target.lanes_mut(axis) {
                lane.into_iter()
                    .rev()
                    .skip(n)
                    .for_each(|x| *x = mark.clone());
            }
            mark_at(&|index| index[axis] + n < shape[axis]);
        }
        4 => {
            target
                .indexed_iter_mut()
                .filter(|(index, _)| index.iter().sum::<usize>() % 3 == 1)
                .for_each(|(_, x)| *x = mark.clone());
            mark_at(&|index| index.iter().sum::<usize>() % 3 == 1);
        }
        5 => {
            if shape.len() < 2 {
                return;
            }
            target
                .diagonal_mut(n)
                .iter_mut()
                .for_each(|x| *x = mark.clone());
            let rank = shape.len();
            mark_at(&|index| index[rank - 2] + n == index[rank - 1]);
        }
        _ => {
            let Some(&len) = shape.first() else { return };
            let (even, odd): (DynSpec, DynSpec) = (
                "::2".parse().expect("a spec"),
                "1::2".parse().expect("a spec"),
            );
            let (mut a, mut b) = target
                .try_multi_slice_mut((&even, &odd))
                .expect("parts of their own");
            assert_eq!(a.shape()[0] + b.shape()[0], len);
            zip((&mut a,)).for_each(|(x,)| *x = mark.clone());
            b.map_inplace(|x| *x = x.clone());
            mark_at(&|index| index[0] % 2 == 0);
        }
    }
    model.is(&target.view());
}

fn within<T: Element>(input: &Input, mut model: Model<T>, target: &mut DynViewMut<'_, T>) {
    let rank = model.shape.len();
    let to = entries(&input.others, rank);
    let from = entries(&input.others[to.len().min(input.others.len())..], rank);
    let [(shape, places), (source, origins)] =
        [&to, &from].map(|entries| select(entries, &model.shape).expect("ranges always fit"));
    let [to, from]: [DynSpec; 2] =
        [to, from].map(|entries| text(&entries).parse().expect("a spec"));
    let fits = source
        .iter()
        .zip(&shape)
        .all(|(&from, &to)| from == to || from == 1);
    if fits {
        target.assign_within(&to, &from);
    }
    if fits && !places.is_empty() {
        let old = Model {
            shape: source.clone(),
            elements: origins.iter().map(|&p| model.elements[p].clone()).collect(),
        };
        for (index, place) in indices(&shape).iter().zip(places) {
            let clipped: Vec<usize> = index
                .iter()
                .zip(&source)
                .map(|(&i, &len)| i.min(len - 1))
                .collect();
            model.elements[place] = old.get(&clipped);
        }
    }
    model.is(&target.view());
}

/// Zips of three operands, one of them repeated, and iterators that are taken from both ends.
fn walks<T: Element>(input: &Input, model: &Model<T>, view: &DynView<'_, T>) {
    let axis = usize::from(input.axis) % model.shape.len().max(1);
    let narrow = if model.shape.is_empty() {
        vec![]
    } else {
        model.with(axis, 1)
    };
    let row = DynTensor::from_shape_fn(&narrow, |index| index.iter().sum::<usize>());
    let joined = zip((view, &row, view.t().t())).map(|(a, n, b)| (a.clone(), *n, a == b));
    for (index, (element, n, same)) in joined.indexed_iter() {
        let sum = index.iter().sum::<usize>() - index.get(axis).copied().unwrap_or(0);
        assert!(*same && *n == sum && *element == model.get(&index));
    }
    let mut out = DynTensor::full(&model.shape, 0_u8);
    zip((
        &mut out
            .view_mut()
            .permute_mut(&(0..model.shape.len()).rev().collect::<Vec<_>>()),
        view.t(),
    ))
    .for_each(|(to, from)| *to = u8::try_from(from.to_string().len() % 100).expect("small"));
    assert!(
        out.iter()
            .zip(&model.elements)
            .all(|(n, x)| usize::from(*n) == x.to_string().len() % 100)
    );
    let mut calls = 0;
    let stop = usize::from(input.number);
    let ended = zip((view,)).try_for_each(|(_,)| {
        calls += 1;
        if calls > stop { Err(()) } else { Ok(()) }
    });
    assert_eq!(
        (ended.is_err(), calls),
        (
            stop < model.elements.len(),
            model.elements.len().min(stop + 1)
        )
    );
    let (mut ours, mut theirs) = (view.iter(), model.elements.iter());
    for n in &input.list {
        let skip = usize::from(n / 8);
        let (a, b) = match n % 4 {
            0 => (ours.next(), theirs.next()),
            1 => (ours.next_back(), theirs.next_back()),
            2 => (ours.nth(skip), theirs.nth(skip)),
            _ => (ours.nth_back(skip), theirs.nth_back(skip)),
        };
        assert_eq!((a, ours.len()), (b, theirs.len()));
    }
    assert!(ours.clone().eq(theirs.clone()));
    assert_eq!(ours.rfold(0, |n, _| n + 1), theirs.len());
}

fuzz_target!(|input: Input| match input.element % 4 {
    0 => check(&input, |i| (i * 37 % 251) as u8),
    1 => check(&input, |i| i as u32),
    2 => check(&input, |i| i as u128),
    _ => check(&input, |i| i.to_string()),
});
