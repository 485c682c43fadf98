//! Picks, masks, joins and borders of every size, on both sides of the sizes at which a copy takes
//! another path.
//!
//! The oracle moves elements one by one between vectors, and computes the place of each element
//! itself: it shares no code with tslice.

use std::fmt::{Debug, Display};
use std::ops::Range;

use tslice::{
    Border, DynSpec, DynTensor, DynView, DynViewMut, Rank, Tensor, concatenate, s, stack,
    traits::Picks,
};
use tslice_tests::indices::indices;

/// Lengths near 4, 8, 16, 32, 64, 128, 512, 1000 and 2000 elements.
const LENGTHS: [usize; 32] = [
    0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 23, 31, 32, 33, 40, 63, 64, 65, 100, 127, 128, 129, 130,
    200, 255, 257, 511, 513, 1000, 2000,
];
/// The most elements of an array, and of what is picked.
const MOST: usize = 6000;

/// Numbers that differ for each seed.
struct Chance(u64);

impl Chance {
    fn new(seed: u64) -> Self {
        Self((seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// A shape with few elements, of which one axis may be long.
    fn shape(&mut self, rank: usize) -> Vec<usize> {
        let mut shape: Vec<usize> = (0..rank).map(|_| 1 + self.below(5)).collect();
        let long = self.below(rank);
        shape[long] = self.one(&LENGTHS);
        if self.below(2) == 0 {
            let other = self.below(rank);
            shape[other] = self.one(&LENGTHS);
        }
        while shape.iter().product::<usize>() > MOST {
            let (axis, _) = shape
                .iter()
                .enumerate()
                .max_by_key(|(_, len)| **len)
                .expect("an axis");
            shape[axis] /= 2;
        }
        shape
    }

    /// A list of positions of an axis: a few or many, apart, in runs, or repeated.
    fn list(&mut self, len: usize, most: usize) -> Vec<i64> {
        let count = self
            .one(&[0, 1, 2, 3, 5, 8, 16, 17, 33, 64, 65, 130, 300, 513, 600])
            .min(most);
        if len == 0 {
            return Vec::new();
        }
        let (kind, mut at) = (self.below(4), self.below(len));
        let mut next = || {
            at = match kind {
                0 => self.below(len),
                1 => (at + 1) % len,
                2 if self.below(8) > 0 => (at + 1) % len,
                2 => self.below(len),
                _ => at,
            };
            let at = i64::try_from(at).expect("a position");
            if kind != 1 && self.below(3) == 0 {
                at - len as i64
            } else {
                at
            }
        };
        (0..count).map(|_| next()).collect()
    }

    fn mask(&mut self, len: usize) -> Vec<bool> {
        let (of, run) = (self.one(&[2, 3, 20]), self.one(&[1, 1, 9, 70]));
        let mut mask = Vec::new();
        while mask.len() < len {
            let is = self.below(of) == 0;
            mask.extend(vec![is; run.min(len - mask.len())]);
        }
        mask
    }
}

/// An element that tells which one it is, and that can be changed so that the order of changes
/// matters.
trait Element: Clone + PartialEq + Debug + 'static {
    fn new(number: usize) -> Self;
    fn change(&mut self, by: &Self);
}

macro_rules! elements {
    ($($t:ty: |$n:ident| $new:expr, |$old:ident, $by:ident| $change:expr;)+) => {$(
        impl Element for $t {
            fn new($n: usize) -> Self {
                $new
            }
            fn change(&mut self, $by: &Self) {
                let $old = self;
                $change
            }
        }
    )+};
}

elements! {
    u8: |n| n as u8, |old, by| *old = old.wrapping_mul(3).wrapping_add(*by);
    u16: |n| n as u16, |old, by| *old = old.wrapping_mul(3).wrapping_add(*by);
    f32: |n| n as f32, |old, by| *old = (*old * 0.5 + *by).rem_euclid(4096.0);
    u64: |n| n as u64, |old, by| *old = old.wrapping_mul(3).wrapping_add(*by);
    u128: |n| n as u128, |old, by| *old = old.wrapping_mul(3).wrapping_add(*by);
    [u8; 3]: |n| [n as u8, (n >> 8) as u8, 7], |old, by| old[0] = old[0].wrapping_mul(3).wrapping_add(by[0]);
    [u32; 3]: |n| [n as u32, 5, 7], |old, by| old[2] = old[2].wrapping_mul(3).wrapping_add(by[0]);
    (): |_n| (), |_old, _by| ();
    String: |n| n.to_string(), |old, by| *old = format!("{}{}", by, &old[..old.len().min(3)]);
}

/// How an array lies in memory: the lengths and strides of the memory, and where each of its
/// elements is.
struct Place {
    shape: Vec<usize>,
    base: Vec<usize>,
    spec: String,
    turned: bool,
    /// The place in memory of each element, in row-major order.
    at: Vec<usize>,
}

impl Place {
    /// An array of a shape, reversed and with gaps on some axes, transposed, and repeated on some
    /// axes if it is only read.
    fn new(chance: &mut Chance, shape: &[usize], read: bool) -> Self {
        let is_plain = chance.below(3) == 0;
        let mut kinds = || {
            if is_plain {
                0
            } else {
                chance.one(&[0, 0, 0, 1, 2, 3, 4])
            }
        };
        let kinds: Vec<usize> = shape
            .iter()
            .map(|_| kinds())
            .map(|kind| if kind == 4 && !read { 0 } else { kind })
            .collect();
        let turned = !is_plain && chance.below(3) == 0;
        let pairs = shape.iter().zip(&kinds);
        let base: Vec<usize> = pairs
            .map(|(&len, kind)| match kind {
                2 | 3 => 2 * len,
                4 => 1,
                _ => len,
            })
            .collect();
        let spec: Vec<&str> = kinds
            .iter()
            .map(|kind| ["::1", "::-1", "::2", "::-2", "::1"][*kind])
            .collect();
        let place = |index: &Vec<usize>| {
            let on_axis = |axis: usize| match kinds[axis] {
                0 => index[axis],
                1 => base[axis] - 1 - index[axis],
                2 => 2 * index[axis],
                3 => base[axis] - 1 - 2 * index[axis],
                _ => 0,
            };
            let order: Vec<usize> = if turned {
                (0..shape.len()).rev().collect()
            } else {
                (0..shape.len()).collect()
            };
            order
                .into_iter()
                .fold(0, |sum, axis| sum * base[axis] + on_axis(axis))
        };
        let at = indices(shape).iter().map(place).collect();
        Self {
            shape: shape.to_vec(),
            base,
            spec: spec.join(", "),
            turned,
            at,
        }
    }

    fn memory<T: Element>(&self, first: usize) -> DynTensor<T> {
        let mut base = self.base.clone();
        if self.turned {
            base.reverse();
        }
        let data = (first..).take(base.iter().product()).map(T::new).collect();
        DynTensor::from_shape_vec(&base, data).expect("as many")
    }

    fn view<'a, T>(&self, memory: &'a DynTensor<T>) -> DynView<'a, T> {
        let order: Vec<usize> = (0..self.base.len()).collect();
        let order = if self.turned {
            order.into_iter().rev().collect()
        } else {
            order
        };
        let spec: DynSpec = self.spec.parse().expect("a spec");
        memory
            .view()
            .permute(order)
            .slice(&spec)
            .broadcast_to(&self.shape)
    }

    fn view_mut<'a, T>(&self, memory: &'a mut DynTensor<T>) -> DynViewMut<'a, T> {
        let order: Vec<usize> = (0..self.base.len()).collect();
        let order = if self.turned {
            order.into_iter().rev().collect()
        } else {
            order
        };
        let spec: DynSpec = self.spec.parse().expect("a spec");
        memory.permute_mut(order).into_slice_mut(&spec)
    }

    /// The place in memory of an index tuple.
    fn of(&self, index: &[usize]) -> usize {
        self.at[index
            .iter()
            .zip(&self.shape)
            .fold(0, |sum, (at, len)| sum * len + at)]
    }
}

/// What an entry selects: tuples of positions of its axes, whether it gives an axis, and the entry
/// in text.
struct Chosen(Vec<Vec<usize>>, bool, String);

/// A list in text. One without positions has none in text either, but a run of none.
fn text<N: Display>(positions: impl IntoIterator<Item = N>) -> String {
    let items: Vec<String> = positions.into_iter().map(|at| at.to_string()).collect();
    if items.is_empty() {
        "[:0]".to_owned()
    } else {
        format!("[{}]", items.join(", "))
    }
}

fn list(positions: &[i64], len: usize) -> Chosen {
    let chosen = positions
        .iter()
        .map(|at| vec![at.rem_euclid(len as i64) as usize])
        .collect();
    Chosen(chosen, true, text(positions))
}

fn mask(mask: &[bool]) -> Chosen {
    let chosen: Vec<usize> = (0..mask.len()).filter(|at| mask[*at]).collect();
    let text = text(&chosen);
    Chosen(chosen.into_iter().map(|at| vec![at]).collect(), true, text)
}

fn runs(ranges: &[Range<usize>], len: usize) -> Chosen {
    let chosen = ranges
        .iter()
        .flat_map(|range| range.start.min(len)..range.end.min(len));
    let text = text(
        ranges
            .iter()
            .map(|range| format!("{}:{}", range.start, range.end)),
    );
    Chosen(chosen.map(|at| vec![at]).collect(), true, text)
}

fn whole(len: usize) -> Chosen {
    Chosen((0..len).map(|at| vec![at]).collect(), true, ":".to_owned())
}

fn reversed(len: usize) -> Chosen {
    Chosen(
        (0..len).rev().map(|at| vec![at]).collect(),
        true,
        "::-1".to_owned(),
    )
}

fn first() -> Chosen {
    Chosen(vec![vec![0]], false, "0".to_owned())
}

fn group(lists: &[&[i64]], lens: &[usize]) -> Chosen {
    let count = lists
        .iter()
        .map(|list| list.len())
        .find(|len| *len != 1)
        .unwrap_or(1);
    let at =
        |list: &[i64], len: usize, i: usize| list[i % list.len()].rem_euclid(len as i64) as usize;
    let tuple = |i: usize| {
        lists
            .iter()
            .zip(lens)
            .map(|(list, len)| at(list, *len, i))
            .collect()
    };
    let texts: Vec<String> = lists.iter().map(|list| text(*list)).collect();
    Chosen(
        (0..count).map(tuple).collect(),
        true,
        format!("({})", texts.join(", ")),
    )
}

/// The shape of what entries select, and its index tuples.
fn product(entries: &[Chosen]) -> (Vec<usize>, Vec<Vec<usize>>) {
    let (mut shape, mut tuples) = (Vec::new(), vec![vec![]]);
    for Chosen(chosen, gives, _) in entries {
        shape.extend(gives.then_some(chosen.len()));
        tuples = tuples
            .iter()
            .flat_map(|t: &Vec<usize>| chosen.iter().map(|c| [&t[..], c].concat()))
            .collect();
    }
    (shape, tuples)
}

/// How the specs reach a pick: as the types that `s!` makes, which the compiler takes long for, or
/// in text.
trait Way {
    fn check<T: Element, const R: usize, P: Picks<Rank<R>> + Copy>(
        chance: &mut Chance,
        shape: &[usize],
        spec: P,
        entries: &[Chosen],
    ) where
        Rank<R>: tslice::Dims;
}

struct Typed;
struct Text;

impl Way for Typed {
    fn check<T: Element, const R: usize, P: Picks<Rank<R>> + Copy>(
        chance: &mut Chance,
        shape: &[usize],
        spec: P,
        entries: &[Chosen],
    ) where
        Rank<R>: tslice::Dims,
    {
        check::<T, R, P>(chance, shape, spec, entries);
    }
}

impl Way for Text {
    fn check<T: Element, const R: usize, P: Picks<Rank<R>> + Copy>(
        chance: &mut Chance,
        shape: &[usize],
        _: P,
        entries: &[Chosen],
    ) where
        Rank<R>: tslice::Dims,
    {
        check::<T, R, &DynSpec>(chance, shape, &in_text(entries), entries);
    }
}

fn in_text(entries: &[Chosen]) -> DynSpec {
    let texts: Vec<&str> = entries
        .iter()
        .map(|Chosen(_, _, text)| text.as_str())
        .collect();
    texts.join(", ").parse().expect("a spec")
}

/// Arrays to pick from and to pick in, and what is expected of both. None of it depends on the type
/// of a spec.
struct Case<T> {
    picked: Vec<usize>,
    read: (Place, DynTensor<T>),
    expected: Vec<T>,
    written: (Place, DynTensor<T>),
    source: (Place, DynTensor<T>),
    /// 0 to assign the source, 1 to fill, 2 to apply the source, 3 to change each element.
    kind: usize,
    expected_written: Vec<T>,
}

impl<T: Element> Case<T> {
    /// `None` if the entries pick more than [`MOST`] elements.
    fn new(chance: &mut Chance, shape: &[usize], entries: &[Chosen]) -> Option<Self> {
        let (picked, tuples) = product(entries);
        if tuples.len() > MOST {
            return None;
        }
        let place = Place::new(chance, shape, true);
        let memory = place.memory::<T>(0);
        let expected = tuples.iter().map(|tuple| T::new(place.of(tuple))).collect();
        let read = (place, memory);

        let place = Place::new(chance, shape, false);
        let memory = place.memory::<T>(1000);
        let mut expected_written: Vec<T> = memory.to_vec();
        let mut source_shape = picked.clone();
        match chance.below(4) {
            0 => source_shape.iter_mut().for_each(|len| *len = 1),
            1 if !picked.is_empty() => source_shape[chance.below(picked.len())] = 1,
            2 => source_shape = source_shape.split_off(chance.below(picked.len() + 1)),
            _ => {}
        }
        let source_place = Place::new(chance, &source_shape, true);
        let source_memory = source_place.memory::<T>(5000);
        let of_source = |index: &[usize]| {
            let index = index[index.len() - source_shape.len()..]
                .iter()
                .zip(&source_shape);
            let index: Vec<usize> = index
                .map(|(at, len)| if *len == 1 { 0 } else { *at })
                .collect();
            T::new(5000 + source_place.of(&index))
        };
        let kind = chance.below(4);
        for (tuple, result) in tuples.iter().zip(&indices(&picked)) {
            let old = &mut expected_written[place.of(tuple)];
            match kind {
                0 => *old = of_source(result),
                1 => *old = T::new(3),
                2 => old.change(&of_source(result)),
                _ => change_by_eleven(old),
            }
        }
        let (written, source) = ((place, memory), (source_place, source_memory));
        Some(Self {
            picked,
            read,
            expected,
            written,
            source,
            kind,
            expected_written,
        })
    }

    fn has_read(&self, result: DynTensor<T>) {
        assert_eq!(result.shape(), &self.picked[..]);
        assert_eq!(result.into_vec(), self.expected);
    }

    fn has_written(self) {
        assert_eq!(self.written.1.into_vec(), self.expected_written);
    }
}

fn change_by_eleven<T: Element>(element: &mut T) {
    element.change(&T::new(11));
}

/// Reads and writes what a spec selects.
fn check<T: Element, const R: usize, P: Picks<Rank<R>> + Copy>(
    chance: &mut Chance,
    shape: &[usize],
    spec: P,
    entries: &[Chosen],
) where
    Rank<R>: tslice::Dims,
{
    let Some(mut case) = Case::<T>::new(chance, shape, entries) else {
        return;
    };
    let view = case
        .read
        .0
        .view(&case.read.1)
        .into_rank::<R>()
        .expect("the rank");
    case.has_read(view.pick(spec).into_dyn());
    let mut buffer = vec![T::new(7); case.expected.len()];
    view.pick_into(spec, &mut buffer);
    assert_eq!(buffer, case.expected);

    let source = case.source.0.view(&case.source.1);
    let mut target = case
        .written
        .0
        .view_mut(&mut case.written.1)
        .into_rank::<R>()
        .expect("the rank");
    let mut written = target.pick_mut(spec);
    assert_eq!(written.shape(), &case.picked[..]);
    match case.kind {
        0 => written.assign(source),
        1 => written.fill(T::new(3)),
        2 => written.apply(source, T::change),
        _ => written.map_inplace(change_by_eleven),
    }
    case.has_written();
}

fn vectors<T: Element, W: Way>(chance: &mut Chance) {
    let shape = chance.shape(1);
    let len = shape[0];
    let (l, m) = (chance.list(len, 600), chance.mask(len));
    let bytes: Vec<u16> = l
        .iter()
        .map(|at| at.rem_euclid(len as i64) as u16)
        .collect();
    W::check::<T, 1, _>(chance, &shape, s![&l], &[list(&l, len)]);
    W::check::<T, 1, _>(chance, &shape, s![&bytes], &[list(&l, len)]);
    W::check::<T, 1, _>(chance, &shape, s![&m], &[mask(&m)]);
    let backwards = Tensor::from(l.iter().rev().copied().collect::<Vec<i64>>());
    W::check::<T, 1, _>(
        chance,
        &shape,
        s![&backwards.slice(s![::-1])],
        &[list(&l, len)],
    );
    W::check::<T, 1, _>(
        chance,
        &shape,
        s![[0:3, 5:70]],
        &[runs(&[0..3, 5..70], len)],
    );
    W::check::<T, 1, _>(
        chance,
        &shape,
        s![[2:600, 2:2, :2, 1:130]],
        &[runs(&[2..600, 2..2, 0..2, 1..130], len)],
    );
}

fn matrices<T: Element, W: Way>(chance: &mut Chance) {
    let shape = chance.shape(2);
    let [h, w] = [shape[0], shape[1]];
    let most = MOST / w.max(1);
    let (ys, xs) = (
        chance.list(h, most.min(600)),
        chance.list(w, MOST / h.max(1)),
    );
    let (rows, columns) = (chance.mask(h), chance.mask(w));
    W::check::<T, 2, _>(chance, &shape, s![&ys], &[list(&ys, h), whole(w)]);
    W::check::<T, 2, _>(chance, &shape, s![.., &xs], &[whole(h), list(&xs, w)]);
    W::check::<T, 2, _>(chance, &shape, s![::-1, &xs], &[reversed(h), list(&xs, w)]);
    W::check::<T, 2, _>(chance, &shape, s![&ys, ::-1], &[list(&ys, h), reversed(w)]);
    W::check::<T, 2, _>(chance, &shape, s![&ys, &xs], &[list(&ys, h), list(&xs, w)]);
    W::check::<T, 2, _>(chance, &shape, s![&rows], &[mask(&rows), whole(w)]);
    W::check::<T, 2, _>(chance, &shape, s![&rows, &xs], &[mask(&rows), list(&xs, w)]);
    W::check::<T, 2, _>(
        chance,
        &shape,
        s![&ys, &columns],
        &[list(&ys, h), mask(&columns)],
    );
    if h > 0 {
        W::check::<T, 2, _>(chance, &shape, s![0, &xs], &[first(), list(&xs, w)]);
    }
    if w > 0 {
        W::check::<T, 2, _>(chance, &shape, s![&ys, 0], &[list(&ys, h), first()]);
    }
    W::check::<T, 2, _>(
        chance,
        &shape,
        s![:, [0:3, 2:140]],
        &[whole(h), runs(&[0..3, 2..140], w)],
    );
    W::check::<T, 2, _>(
        chance,
        &shape,
        s![[1:33, :2], &xs],
        &[runs(&[1..33, 0..2], h), list(&xs, w)],
    );
    if h > 0 && w > 0 {
        let count = ys.len().min(xs.len());
        let (ys, xs) = (&ys[..count], &xs[..count]);
        W::check::<T, 2, _>(chance, &shape, s![(&ys, &xs)], &[group(&[ys, xs], &[h, w])]);
        W::check::<T, 2, _>(
            chance,
            &shape,
            s![(&ys, [0])],
            &[group(&[ys, &[0]], &[h, w])],
        );
    }
}

fn cubes<T: Element, W: Way>(chance: &mut Chance) {
    let shape = chance.shape(3);
    let [a, b, c] = [shape[0], shape[1], shape[2]];
    let lists = [0, 1, 2].map(|axis| {
        let others: usize = (0..3)
            .filter(|other| *other != axis)
            .map(|other| shape[other].max(1))
            .product();
        chance.list(shape[axis], (MOST / others).min(300))
    });
    let [x, y, z] = &lists;
    let between = chance.mask(b);
    W::check::<T, 3, _>(chance, &shape, s![:, &y], &[whole(a), list(y, b), whole(c)]);
    W::check::<T, 3, _>(
        chance,
        &shape,
        s![:, &between, ::-1],
        &[whole(a), mask(&between), reversed(c)],
    );
    W::check::<T, 3, _>(
        chance,
        &shape,
        s![&x, .., &z],
        &[list(x, a), whole(b), list(z, c)],
    );
    W::check::<T, 3, _>(
        chance,
        &shape,
        s![&x, &y],
        &[list(x, a), list(y, b), whole(c)],
    );
    if !shape.contains(&0) {
        let count = x.len().min(y.len()).min(z.len());
        let [x, y, z] = [&x[..count], &y[..count], &z[..count]];
        W::check::<T, 3, _>(
            chance,
            &shape,
            s![(&x, &y, &z)],
            &[group(&[x, y, z], &[a, b, c])],
        );
        W::check::<T, 3, _>(
            chance,
            &shape,
            s![(&x, &y)],
            &[group(&[x, y], &[a, b]), whole(c)],
        );
        W::check::<T, 3, _>(
            chance,
            &shape,
            s![::-1, (&y, &z)],
            &[reversed(a), group(&[y, z], &[b, c])],
        );
        W::check::<T, 3, _>(
            chance,
            &shape,
            s![0, (&y, &z)],
            &[first(), group(&[y, z], &[b, c])],
        );
    }
}

/// `take` and `compress`, of any rank and along any axis, and masks of the whole shape.
fn along_axes<T: Element>(chance: &mut Chance) {
    let rank = 1 + chance.below(3);
    let shape = chance.shape(rank);
    let axis = chance.below(rank);
    let most = MOST / (shape.iter().product::<usize>() / shape[axis].max(1)).max(1);
    let (positions, selected) = (
        chance.list(shape[axis], most.min(600)),
        chance.mask(shape[axis]),
    );
    let place = Place::new(chance, &shape, true);
    let memory = place.memory::<T>(0);
    let view = place.view(&memory);
    let of = |chosen: Chosen| {
        let mut entries: Vec<Chosen> = shape.iter().map(|len| whole(*len)).collect();
        entries[axis] = chosen;
        let (shape, tuples) = product(&entries);
        let elements: Vec<T> = tuples.iter().map(|tuple| T::new(place.of(tuple))).collect();
        DynTensor::from_shape_vec(&shape, elements).expect("as many")
    };
    let taken = of(list(&positions, shape[axis]));
    assert_eq!(view.take(axis, &positions), taken);
    let compressed = of(mask(&selected));
    assert_eq!(view.compress(axis, &selected), compressed);

    let flat = chance.mask(shape.iter().product());
    let mask_place = Place::new(chance, &shape, false);
    let mut bits = mask_place.memory::<u8>(0).map(|_| false);
    let places = bits.as_mut_slice().expect("contiguous");
    mask_place
        .at
        .iter()
        .zip(&flat)
        .for_each(|(at, is)| places[*at] = *is);
    let whole_mask = mask_place.view(&bits);
    let expected: Vec<T> = place
        .at
        .iter()
        .zip(&flat)
        .filter(|(_, is)| **is)
        .map(|(at, _)| T::new(*at))
        .collect();
    assert_eq!(view.select(&whole_mask).into_vec(), expected);
    let place = Place::new(chance, &shape, false);
    let mut memory = place.memory::<T>(0);
    let mut expected = memory.to_vec();
    let (kind, mut number) = (chance.below(3), 0);
    for (at, _) in place.at.iter().zip(&flat).filter(|(_, is)| **is) {
        match kind {
            0 => expected[*at] = T::new(3),
            1 => expected[*at] = T::new(number),
            _ => expected[*at].change(&T::new(number)),
        }
        number += 1;
    }
    let new: Vec<T> = (0..number).map(T::new).collect();
    let mut target = place.view_mut(&mut memory);
    let mut target = target.select_mut(&whole_mask);
    match kind {
        0 => target.fill(T::new(3)),
        1 => target.assign(&new[..]),
        _ => target.apply(&new[..], |old, new| old.change(new)),
    }
    assert_eq!(memory.into_vec(), expected);
}

/// The position that is shown at a position of a window, one step after the other.
fn shown(at: i64, len: i64, border: usize) -> Option<usize> {
    let inside = (0..len).contains(&at);
    let position = match border {
        _ if inside => at,
        0 => return None,
        1 => {
            if at < 0 {
                0
            } else {
                len - 1
            }
        }
        2 if len == 1 => 0,
        2 => {
            let mut at = at;
            while !(0..len).contains(&at) {
                at = if at < 0 { -at } else { 2 * (len - 1) - at };
            }
            at
        }
        3 => {
            let mut at = at;
            while !(0..len).contains(&at) {
                at = if at < 0 { -at - 1 } else { 2 * len - 1 - at };
            }
            at
        }
        _ => at.rem_euclid(len),
    };
    usize::try_from(position).ok()
}

fn borders<T: Element>(chance: &mut Chance) {
    let rank = 1 + chance.below(3);
    let shape = chance.shape(rank);
    let place = Place::new(chance, &shape, true);
    let memory = place.memory::<T>(0);
    let view = place.view(&memory);
    let kind = if shape.contains(&0) {
        0
    } else {
        chance.below(5)
    };
    let border = || {
        [
            Border::Constant(T::new(99)),
            Border::Edge,
            Border::Reflect,
            Border::Symmetric,
            Border::Wrap,
        ][kind]
            .clone()
    };
    let starts: Vec<isize> = shape
        .iter()
        .map(|_| chance.one(&[-70, -9, -3, -1, 0, 0, 1, 2, 40]))
        .collect();
    let lens: Vec<usize> = shape
        .iter()
        .map(|len| (len + chance.one(&[0, 0, 1, 2, 5, 30])).saturating_sub(chance.one(&[0, 0, 3])))
        .collect();
    let checked = |starts: &[isize], lens: &[usize]| -> Option<Vec<T>> {
        (lens.iter().product::<usize>() <= 4 * MOST).then(|| {
            let element = |index: &Vec<usize>| {
                let axes = index.iter().zip(starts).zip(&shape);
                let tuple: Option<Vec<usize>> = axes
                    .map(|((at, start), len)| shown(*at as i64 + *start as i64, *len as i64, kind))
                    .collect();
                T::new(tuple.map_or(99, |tuple| place.of(&tuple)))
            };
            indices(lens).iter().map(element).collect()
        })
    };
    if let Some(expected) = checked(&starts, &lens) {
        let cropped = view.crop(&starts, &lens[..], border());
        assert_eq!(
            (cropped.shape(), cropped.to_vec()),
            (&lens[..], expected.clone()),
            "{starts:?} {lens:?} {kind}"
        );
        let mut buffer: Vec<T> = (0..expected.len()).map(|_| T::new(7)).collect();
        view.crop_into(&starts, &lens[..], border(), &mut buffer);
        assert_eq!(buffer, expected);
    }
    let widths: Vec<(usize, usize)> = shape
        .iter()
        .map(|_| (chance.one(&[0, 1, 4, 33]), chance.one(&[0, 1, 4, 33])))
        .collect();
    let lens: Vec<usize> = shape
        .iter()
        .zip(&widths)
        .map(|(len, (a, b))| a + len + b)
        .collect();
    let starts: Vec<isize> = widths
        .iter()
        .map(|(before, _)| -before.cast_signed())
        .collect();
    if let Some(expected) = checked(&starts, &lens) {
        assert_eq!(
            view.pad(&widths[..], border()).into_vec(),
            expected,
            "{shape:?} {widths:?} {kind}"
        );
    }
}

fn joins<T: Element>(chance: &mut Chance) {
    let rank = 1 + chance.below(3);
    let shape = chance.shape(rank);
    let (axis, count) = (chance.below(rank), 1 + chance.below(5));
    let parts: Vec<(Place, DynTensor<T>)> = (0..count)
        .map(|number| {
            let mut shape = shape.clone();
            if number > 0 {
                shape[axis] = chance.one(&[0, 1, 2, shape[axis]]);
            }
            let place = Place::new(chance, &shape, true);
            let memory = place.memory(1000 * number);
            (place, memory)
        })
        .collect();
    let views: Vec<DynView<'_, T>> = parts
        .iter()
        .map(|(place, memory)| place.view(memory))
        .collect();
    let element =
        |number: usize, index: &[usize]| T::new(1000 * number + parts[number].0.of(index));
    let mut joined = shape.clone();
    joined[axis] = parts.iter().map(|(place, _)| place.shape[axis]).sum();
    let expected = indices(&joined).into_iter().map(|mut index| {
        let mut number = 0;
        while index[axis] >= parts[number].0.shape[axis] {
            index[axis] -= parts[number].0.shape[axis];
            number += 1;
        }
        element(number, &index)
    });
    let result = concatenate(axis, &views);
    assert_eq!(
        (result.shape(), result.to_vec()),
        (&joined[..], expected.collect::<Vec<T>>())
    );
    let alike: Vec<usize> = (0..count)
        .filter(|number| parts[*number].0.shape == shape)
        .collect();
    let (axis, same) = (
        chance.below(rank + 1),
        alike
            .iter()
            .map(|number| views[*number].view())
            .collect::<Vec<_>>(),
    );
    let mut stacked = shape.clone();
    stacked.insert(axis, same.len());
    let expected = indices(&stacked).into_iter().map(|mut index| {
        let number = index.remove(axis);
        element(alike[number], &index)
    });
    let result = stack(axis, &same);
    assert_eq!(
        (result.shape(), result.to_vec()),
        (&stacked[..], expected.collect::<Vec<T>>())
    );
}

/// Writes a test for each type of elements, the specs typed or in text.
macro_rules! tests {
    ($($name:ident: $way:ident $($t:ty)+;)+) => {$(
        #[test]
        fn $name() {
            $((0..4).for_each(|seed| {
                vectors::<$t, $way>(&mut Chance::new(seed));
                matrices::<$t, $way>(&mut Chance::new(seed));
                cubes::<$t, $way>(&mut Chance::new(seed));
                along_axes::<$t>(&mut Chance::new(seed));
                borders::<$t>(&mut Chance::new(seed));
                joins::<$t>(&mut Chance::new(seed));
            });)+
        }
    )+};
}

tests! {
    sizes_of_bytes_match_a_loop: Text u8 u16;
    sizes_of_numbers_match_a_loop: Text u64;
    sizes_of_wide_elements_match_a_loop: Text u128 [u32; 3];
    sizes_of_pixels_match_a_loop: Text [u8; 3] ();
    sizes_of_floats_match_a_loop: Typed f32;
    sizes_of_strings_match_a_loop: Typed String;
}

/// A number that tells its row and its column.
fn number(row: usize, column: usize) -> u64 {
    (row as u64) << 32 | column as u64
}

/// Rows of such numbers, from a first row on.
fn rows(first: usize, count: usize, width: usize) -> Tensor<u64, 2> {
    let data = (0..count * width)
        .map(|at| number(first + at / width, at % width))
        .collect();
    Tensor::from_shape_vec([count, width], data).expect("as many")
}

/// Results of more than 8 MiB leave the caches.
#[test]
fn sizes_beyond_the_caches_match_a_loop() {
    for (count, [left, right]) in [
        (2, [400_000, 200_000]),
        (150_000, [3, 5]),
        (40_000, [8, 24]),
    ] {
        let (a, b) = (rows(1, count, left), rows(1_000_000, count, right));
        let pairs = a
            .as_slice()
            .expect("rows")
            .chunks(left)
            .zip(b.as_slice().expect("rows").chunks(right));
        let expected: Vec<u64> = pairs.flat_map(|(a, b)| [a, b].concat()).collect();
        assert!(
            concatenate(1, [&a, &b]).into_vec() == expected,
            "{count} rows of {left} and {right}"
        );
    }
    // Rows of whole pieces of 16 bytes, and others, on both sides of a line and of a page.
    for width in [6, 8, 9, 10, 511, 512, 514, 3001] {
        let t = rows(7, 300, width);
        let list: Vec<usize> = (0..1_060_000 / width).map(|at| at * 7919 % 300).collect();
        let expected: Vec<u64> = list
            .iter()
            .flat_map(|&row| (0..width).map(move |x| number(row + 7, x)))
            .collect();
        assert!(t.pick(s![&list]).into_vec() == expected, "rows of {width}");
        // Buffers that are aligned to vectors, and that are not.
        for at in 0..4 {
            let mut room = vec![u64::MAX; expected.len() + 4];
            t.pick_into(s![&list], &mut room[at..][..expected.len()]);
            assert!(
                room[at..][..expected.len()] == expected,
                "rows of {width} at {at}"
            );
            assert!(
                room[..at]
                    .iter()
                    .chain(&room[at + expected.len()..])
                    .all(|&beside| beside == u64::MAX)
            );
        }
        // Behind other rows, from which the offsets of the list do not count.
        let deep = rows(7 - 3, 303, width);
        let behind = deep.slice(s![3:]);
        let behind = behind.reshape([1, 300, width]);
        assert!(behind.pick(s![0, &list]).into_vec() == expected);
        let planes = rows(1000, 600, width);
        let planes = planes.reshape([2, 300, width]);
        let second = planes.pick(s![1, &list]).into_vec();
        let ahead = number(1300 - 7, 0);
        assert!(second.into_iter().eq(expected.iter().map(|x| x + ahead)));
        let reversed: Vec<u64> = t.slice(s![::-1]).pick(s![&list]).into_vec();
        let expected = list.iter().map(|&row| number(299 - row + 7, 0));
        assert!(
            reversed.iter().step_by(width).copied().eq(expected),
            "rows of {width}"
        );
    }
}
