//! The least and the greatest element, and where they are.

use alloc::vec::Vec;
use core::slice::ChunksExact;
use core::{array, hint, mem};

use super::axis_count::axis_of;
use super::axis_iter::without;
use super::fold_axis::{FEW as WALKED, NARROW, combine, is_innermost};
use super::{Array, Integer, Owned, Read, RemoveAxis, zip};
use crate::error::{AxisError, ShapeError, or_panic};
use crate::layout::{self, Dims, Layout, Ranked};

/// Candidates side by side, so that none waits for the comparison before.
const LANES: usize = 16;
/// Elements that are still in the nearest cache when they are met again.
const CACHED: usize = 1 << 10;
/// From this length on, a line by itself is worth its plan.
const LONG: usize = 32;
/// Columns whose elements are met together.
const FEW: usize = 4;
const MANY: usize = 512;

/// Whether an element has no order, not even with itself, as a NaN.
#[inline(always)]
#[allow(clippy::eq_op, reason = "a NaN is what differs from itself")]
pub(super) fn is_unordered<T: PartialEq>(element: &T) -> bool {
    element != element
}

/// Whether one of some elements has no order.
#[inline(always)]
fn any_unordered<'l, T: PartialEq + 'l>(elements: impl IntoIterator<Item = &'l T>) -> bool {
    elements.into_iter().fold(false, |any, element| any | is_unordered(element))
}

/// The better of two elements, the first one if none is.
#[inline(always)]
fn chosen<T: Copy>(best: T, element: T, is_better: impl Fn(&T, &T) -> bool) -> T {
    if is_better(&element, &best) { element } else { best }
}

/// The better of two elements. One without an order stays to the end.
#[inline(always)]
fn better<T: PartialOrd + Copy>(best: T, element: T, is_better: impl Fn(&T, &T) -> bool) -> T {
    if is_unordered(&element) { element } else { chosen(best, element, is_better) }
}

/// The best of a row without elements, of which there is none where this is called.
#[cold]
fn no_elements<T>() -> T {
    unreachable!("a row has elements, and its best is one of them")
}

/// The best of elements that follow each other.
fn best_of_row<T: PartialOrd + Copy>(row: &[T], is_better: impl Fn(&T, &T) -> bool + Copy) -> Option<T> {
    let mut best = *row.first()?;
    if row.len() < LANES {
        let mut unordered = false;
        for element in row {
            unordered |= is_unordered(element);
            best = chosen(best, *element, is_better);
        }
        return if unordered { row.iter().copied().find(is_unordered) } else { Some(best) };
    }
    // Whether there is a NaN is asked apart: a comparison less for each element to wait for.
    for part in row.chunks(CACHED) {
        if any_unordered(part) {
            return part.iter().copied().find(is_unordered);
        }
        let (blocks, rest) = part.as_chunks::<LANES>();
        if !blocks.is_empty() {
            let mut lanes = [best; LANES];
            for block in blocks {
                for at in 0..LANES {
                    lanes[at] = chosen(lanes[at], block[at], is_better);
                }
            }
            let mut half = LANES / 2;
            while half > 0 {
                for at in 0..half {
                    lanes[at] = chosen(lanes[at], lanes[at + half], is_better);
                }
                half /= 2;
            }
            best = lanes[0];
        }
        best = rest.iter().fold(best, |best, element| chosen(best, *element, is_better));
    }
    Some(best)
}

/// Whether an element equals the best one; if that is a NaN, whether the element is one.
#[inline(always)]
fn is_same<T: PartialEq>(element: &T, best: &T) -> bool {
    if is_unordered(best) { is_unordered(element) } else { element == best }
}

/// The position of the first element of a row that equals the best one.
fn first_best<T: PartialEq + Copy>(row: &[T], best: T) -> Option<usize> {
    let (blocks, _) = row.as_chunks::<LANES>();
    let has = |block: &[T; LANES]| block.iter().fold(false, |any, element| any | is_same(element, &best));
    let from = blocks.iter().position(has).unwrap_or(blocks.len()) * LANES;
    row[from..].iter().position(|element| is_same(element, &best)).map(|at| from + at)
}

/// Compares the best element so far with the one at a position. No branch has to be foreseen.
#[inline(always)]
fn meet<T: Copy>(
    (best, position): (&mut T, &mut usize),
    (at, element): (usize, &T),
    is_better: impl Fn(&T, &T) -> bool,
) {
    let wins = is_better(element, best);
    *position = hint::select_unpredictable(wins, at, *position);
    *best = hint::select_unpredictable(wins, *element, *best);
}

/// The position of the best of some elements that have an order, of the first one of equals. It calls a function with each.
#[inline(always)]
fn best_position<'l, T: Copy + 'l>(
    elements: impl Iterator<Item = &'l T>,
    is_better: impl Fn(&T, &T) -> bool,
    mut see: impl FnMut(&T),
) -> usize {
    let mut elements = elements.enumerate();
    let Some((mut position, &(mut best))) = elements.next() else { return no_elements() };
    see(&best);
    elements.for_each(|(at, element)| {
        see(element);
        meet((&mut best, &mut position), (at, element), &is_better);
    });
    position
}

/// The position of the best of some elements, or of the first one without an order.
#[inline(always)]
fn position_of<'l, T: PartialOrd + Copy + 'l>(
    elements: impl Iterator<Item = &'l T> + Clone,
    is_better: impl Fn(&T, &T) -> bool,
) -> usize {
    let mut unordered = false;
    let see = |element: &T| unordered |= is_unordered(element);
    let position = best_position(elements.clone(), is_better, see);
    if unordered { first_unordered(elements) } else { position }
}

#[cold]
fn first_unordered<'l, T: PartialEq + 'l>(mut elements: impl Iterator<Item = &'l T>) -> usize {
    elements.position(is_unordered).unwrap_or_else(no_elements)
}

/// The position of the best of a row, which has elements.
fn best_in_row<T: PartialOrd + Copy>(row: &[T], is_better: impl Fn(&T, &T) -> bool + Copy) -> usize {
    match row.len() < LONG {
        true => position_of(row.iter(), is_better),
        false => {
            best_of_row(row, is_better).and_then(|best| first_best(row, best)).unwrap_or_else(no_elements)
        }
    }
}

/// Appends the position of the best of each row of `len` elements.
fn best_of_rows<T: PartialOrd + Copy>(
    elements: &[T],
    len: usize,
    positions: &mut Vec<usize>,
    is_better: impl Fn(&T, &T) -> bool + Copy,
) {
    by_rows(elements, len, |rows, has_order| match has_order {
        true => positions.extend(rows.map(|row| best_position(row.iter(), is_better, |_| {}))),
        false => positions.extend(rows.map(|row| best_in_row(row, is_better))),
    });
}

/// Calls a function with rows of `len` elements, some at a time, and whether they are short and all their elements have an order.
#[inline(always)]
fn by_rows<'e, T: PartialEq>(elements: &'e [T], len: usize, mut see: impl FnMut(ChunksExact<'e, T>, bool)) {
    if len >= LONG {
        return see(elements.chunks_exact(len), false);
    }
    for rows in elements.chunks(CACHED / len * len) {
        see(rows.chunks_exact(len), !any_unordered(rows));
    }
}

/// The best of elements that have an order.
#[inline(always)]
fn best_of_ordered<T: Copy>(row: &[T], is_better: impl Fn(&T, &T) -> bool) -> T {
    let chosen = |best, element| chosen(best, element, &is_better);
    row.iter().copied().reduce(chosen).unwrap_or_else(no_elements)
}

/// Writes the position of the best of each column of rows of `width` elements. Columns side by side do not wait for each other.
fn best_of_columns<T: PartialOrd + Copy>(
    rows: &[T],
    width: usize,
    positions: &mut [usize],
    is_better: impl Fn(&T, &T) -> bool,
) {
    let len = rows.len() / width;
    // So many columns that their bests stay in the cache, or, if the columns are short, in registers.
    let together = if width > MANY && len > LONG { MANY } else { FEW };
    let mut best = Vec::with_capacity(together);
    let mut unordered = false;
    for (group, positions) in positions.chunks_mut(together).enumerate() {
        let columns = positions.len();
        let row = |at: usize| &rows[at * width + group * together..][..columns];
        if columns == FEW {
            let (mut best, mut found): ([T; FEW], _) = (array::from_fn(|column| row(0)[column]), [0; FEW]);
            for at in 1..len {
                for (column, element) in row(at).iter().enumerate() {
                    meet((&mut best[column], &mut found[column]), (at, element), &is_better);
                }
            }
            positions.copy_from_slice(&found);
            continue;
        }
        best.clear();
        best.extend_from_slice(row(0));
        for at in 1..len {
            for (met, element) in best.iter_mut().zip(&mut *positions).zip(row(at)) {
                meet(met, (at, element), &is_better);
            }
        }
    }
    for rows in rows.chunks(CACHED) {
        unordered |= any_unordered(rows);
    }
    if unordered {
        for (column, position) in positions.iter_mut().enumerate() {
            let first = (0..len).find(|&at| is_unordered(&rows[at * width + column]));
            *position = first.unwrap_or(*position);
        }
    }
}

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: PartialOrd + Copy,
{
    fn best(&self, is_better: impl Fn(&S::Elem, &S::Elem) -> bool + Copy) -> Option<S::Elem> {
        let view = self.view();
        if let Some(row) = view.as_slice() {
            return best_of_row(row, is_better);
        }
        let first = *self.iter().next()?;
        let axis = (0..self.rank()).find(|&axis| self.steps()[axis] == 1 && self.lengths()[axis] >= LONG);
        let of_rows = axis.and_then(|axis| {
            let lanes = view.into_dyn().try_lanes(axis).ok()?;
            let best = lanes.filter_map(|lane| best_of_row(lane.as_slice()?, is_better));
            best.reduce(|best, element| better(best, element, is_better))
        });
        let of_all = || zip((self,)).fold(first, |best, (element,)| better(best, *element, is_better));
        Some(of_rows.unwrap_or_else(of_all))
    }

    fn best_axis<E: Ranked>(
        &self,
        axis: impl Integer,
        is_better: impl Fn(&S::Elem, &S::Elem) -> bool + Copy,
    ) -> Result<Array<Owned<S::Elem>, E>, ShapeError>
    where
        D: RemoveAxis<Output = E>,
    {
        let axis = axis_of(axis, self.rank())?;
        if self.lengths()[axis] == 0 {
            return Err(AxisError::NoElements { axis }.into());
        }
        let rest: E::Layout = without(self.layout(), axis);
        if self.is_empty() {
            return Ok(Array::from_parts(rest.shape(), layout::reserve(rest.shape())?));
        }
        let (view, len) = (self.view(), self.lengths()[axis]);
        let is_innermost = is_innermost(self.layout(), axis);
        if let Some(elements) = view.as_slice().filter(|_| is_innermost) {
            let mut data = layout::reserve(rest.shape())?;
            let best = |row| best_of_row(row, is_better).unwrap_or_else(no_elements);
            by_rows(elements, len, |rows, has_order| match has_order {
                true => data.extend(rows.map(|row| best_of_ordered(row, is_better))),
                false => data.extend(rows.map(best)),
            });
            return Ok(Array::from_parts(rest.shape(), data));
        }
        if len >= LONG && is_innermost {
            let mut data = layout::reserve(rest.shape())?;
            self.try_lanes(axis)?
                .map_into(&mut data, |lane| lane.best(is_better).unwrap_or_else(no_elements));
            return Ok(Array::from_parts(rest.shape(), data));
        }
        let first =
            self.try_axis_iter(axis)?.next().map_or_else(|| Ok(Vec::new()), |part| part.try_to_vec())?;
        // The first elements once more change nothing.
        if first.len() < NARROW || view.rank() > WALKED {
            let best =
                combine(view, axis, first, |best, element| *best = better(*best, *element, is_better))?;
            return Ok(Array::from_parts(rest.shape(), best));
        }
        // From one tensor to another: of a choice between an element and what is there already, the compiler makes a store of some lanes
        // of a vector, which is slow.
        let mut best: Array<Owned<S::Elem>, E> = Array::from_parts(rest.shape(), first);
        if len == 1 {
            return Ok(best);
        }
        let mut next = Array::from_parts(rest.shape(), best.try_to_vec()?);
        for part in view.try_axis_iter(axis)?.skip(1) {
            zip((&mut next, &best, &part))
                .for_each(|(next, best, element)| *next = better(*best, *element, is_better));
            mem::swap(&mut best, &mut next);
        }
        Ok(best)
    }

    fn best_positions<E: Ranked>(
        &self,
        axis: impl Integer,
        is_better: impl Fn(&S::Elem, &S::Elem) -> bool + Copy,
    ) -> Result<Array<Owned<usize>, E>, ShapeError>
    where
        D: RemoveAxis<Output = E>,
    {
        let axis = axis_of(axis, self.rank())?;
        let len = self.lengths()[axis];
        if len == 0 {
            return Err(AxisError::NoElements { axis }.into());
        }
        let view = self.view();
        let Some(elements) = view.as_slice().filter(|elements| !elements.is_empty()) else {
            return self.try_map_axis(axis, |lane| position_of(lane.into_iter(), is_better));
        };
        let rest: E::Layout = without(self.layout(), axis);
        let mut positions = layout::reserve(rest.shape())?;
        let width = layout::len(&self.lengths()[axis + 1..]);
        if width == 1 {
            best_of_rows(elements, len, &mut positions, is_better);
            return Ok(Array::from_parts(rest.shape(), positions));
        }
        positions.resize(elements.len() / len, 0);
        for (rows, positions) in elements.chunks_exact(len * width).zip(positions.chunks_exact_mut(width)) {
            best_of_columns(rows, width, positions, is_better);
        }
        Ok(Array::from_parts(rest.shape(), positions))
    }

    fn best_index(&self, is_better: impl Fn(&S::Elem, &S::Elem) -> bool + Copy) -> Option<D::Owned> {
        if self.is_empty() {
            return None;
        }
        let view = self.view();
        let mut at = match view.as_slice() {
            Some(row) => best_in_row(row, is_better),
            None => position_of(view.iter(), is_better),
        };
        let mut index = D::own_shape(self.layout());
        if let [first, others @ ..] = index.as_mut() {
            for place in others.iter_mut().rev() {
                let len = *place;
                *place = at % len;
                at /= len;
            }
            *first = at;
        }
        Some(index)
    }

    /// Returns the least element, or `None` if there are none. A NaN among floats is the result, as in NumPy.
    ///
    /// ```
    /// use tslice::{s, tensor};
    ///
    /// let t = tensor![[3.0, 9.5], [1.0, 5.0]];
    /// assert_eq!((t.min(), t.max()), (Some(1.0), Some(9.5)));
    /// assert_eq!(t.slice(s![:0]).min(), None);
    /// assert!(t.map(|x| (x - 4.0_f64).sqrt()).min().is_some_and(f64::is_nan));
    /// ```
    #[doc(alias("amin"))]
    #[must_use]
    pub fn min(&self) -> Option<S::Elem> {
        self.best(PartialOrd::lt)
    }

    /// Returns the greatest element, or `None` if there are none. A NaN among floats is the result, as in NumPy.
    #[doc(alias("amax"))]
    #[must_use]
    pub fn max(&self) -> Option<S::Elem> {
        self.best(PartialOrd::gt)
    }

    /// Returns the index tuple of the least element, of the first one in row-major order if there are several, or `None` if there are
    /// no elements. A NaN among floats comes before all others, as in NumPy.
    ///
    /// ```
    /// let t = tslice::tensor![[3, 9, 4], [1, 9, 2]];
    /// assert_eq!((t.argmin(), t.argmax()), (Some([1, 0]), Some([0, 1])));
    /// ```
    #[must_use]
    pub fn argmin(&self) -> Option<D::Owned> {
        self.best_index(PartialOrd::lt)
    }

    /// Returns the index tuple of the greatest element, of the first one in row-major order if there are several, or `None` if there are
    /// no elements. A NaN among floats comes before all others, as in NumPy.
    #[must_use]
    pub fn argmax(&self) -> Option<D::Owned> {
        self.best_index(PartialOrd::gt)
    }

    /// Returns the positions of the least elements along an axis, of the first one of equals, as `np.argmin` does.
    ///
    /// # Panics
    ///
    /// If there is no such axis, it has no positions, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn argmin_axis<E: Ranked>(&self, axis: impl Integer) -> Array<Owned<usize>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        or_panic(self.best_positions(axis, PartialOrd::lt))
    }

    /// Returns the positions of the greatest elements along an axis, of the first one of equals, as `np.argmax` does.
    ///
    /// ```
    /// assert_eq!(tslice::tensor![[1.0, 3.0, 3.0], [5.0, 4.0, 0.0]].argmax_axis(1), [1, 0]);
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such axis, it has no positions, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn argmax_axis<E: Ranked>(&self, axis: impl Integer) -> Array<Owned<usize>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        or_panic(self.best_positions(axis, PartialOrd::gt))
    }

    /// Returns the least elements along an axis: a tensor without that axis. A NaN among floats is the result, as in NumPy.
    ///
    /// ```
    /// let t = tslice::tensor![[3, 9, 4], [1, 9, 2]];
    /// assert_eq!(t.min_axis(0), [1, 9, 2]);
    /// assert_eq!(t.max_axis(-1), [9, 9]);
    /// ```
    ///
    /// # Panics
    ///
    /// If [`try_min_axis`](Self::try_min_axis) returns an error.
    #[must_use]
    #[track_caller]
    pub fn min_axis<E: Ranked>(&self, axis: impl Integer) -> Array<Owned<S::Elem>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        or_panic(self.try_min_axis(axis))
    }

    /// Works like [`min_axis`](Self::min_axis), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is no such axis, it has length 0, or the tensor does not fit in memory.
    pub fn try_min_axis<E: Ranked>(&self, axis: impl Integer) -> Result<Array<Owned<S::Elem>, E>, ShapeError>
    where
        D: RemoveAxis<Output = E>,
    {
        self.best_axis(axis, PartialOrd::lt)
    }

    /// Returns the greatest elements along an axis: a tensor without that axis. A NaN among floats is the result, as in NumPy.
    ///
    /// # Panics
    ///
    /// If [`try_max_axis`](Self::try_max_axis) returns an error.
    #[must_use]
    #[track_caller]
    pub fn max_axis<E: Ranked>(&self, axis: impl Integer) -> Array<Owned<S::Elem>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        or_panic(self.try_max_axis(axis))
    }

    /// Works like [`max_axis`](Self::max_axis), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is no such axis, it has length 0, or the tensor does not fit in memory.
    pub fn try_max_axis<E: Ranked>(&self, axis: impl Integer) -> Result<Array<Owned<S::Elem>, E>, ShapeError>
    where
        D: RemoveAxis<Output = E>,
    {
        self.best_axis(axis, PartialOrd::gt)
    }
}
