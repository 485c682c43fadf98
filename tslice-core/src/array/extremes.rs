//! The least and the greatest element, and where they are.

use alloc::vec::Vec;
use core::mem;

use super::axis_count::axis_of;
use super::axis_iter::without;
use super::best::{
    LONG, any_unordered, best_in_row, best_of_columns, best_of_ordered, best_of_row, best_position, better,
    by_rows, chosen, no_elements, position_of,
};
use super::columns::fold_columns;
use super::fold_axis::{FEW as WALKED, LANES, NARROW, combine, is_innermost};
use super::{Array, Integer, Owned, Read, RemoveAxis, zip};
use crate::error::{AxisError, ShapeError, or_panic};
use crate::layout::{self, Dims, Layout, Ranked};

/// The most elements whose columns are met one after the other.
const NEAR: usize = 1 << 13;

/// Rows of fewer bytes are met in parts.
const SHORT: usize = 1 << 10;

/// Appends the best of each column of rows of `width` elements. So many rows are met together that they stay in a near cache.
fn best_of_parts<T: PartialOrd + Copy>(
    rows: &[T],
    width: usize,
    to: &mut Vec<T>,
    is_better: impl Fn(&T, &T) -> bool + Copy,
) {
    let start = to.len();
    for part in rows.chunks((NEAR / width).max(1) * width) {
        let next = to.len();
        match any_unordered(part) {
            true => fold_columns(part, width, to, |best, element| better(best, element, is_better)),
            false => fold_columns(part, width, to, |best, element| chosen(best, element, is_better)),
        }
        if next > start {
            let (best, others) = to.split_at_mut(next);
            let pairs = best[start..].iter_mut().zip(others);
            pairs.for_each(|(best, element)| *best = better(*best, *element, is_better));
            to.truncate(next);
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
        let width = layout::len(&self.lengths()[axis + 1..]);
        let is_short = (1..SHORT).contains(&(width * size_of::<S::Elem>()));
        if let Some(elements) = view.as_slice().filter(|elements| is_short || elements.len() <= NEAR) {
            let mut data = layout::reserve(rest.shape())?;
            for rows in elements.chunks_exact(len * width) {
                best_of_parts(rows, width, &mut data, is_better);
            }
            return Ok(Array::from_parts(rest.shape(), data));
        }
        if self.len() < LANES {
            let mut data = layout::reserve(rest.shape())?;
            let chosen = |best, element| better(best, element, is_better);
            self.try_lanes(axis)?.map_into(&mut data, |lane| {
                lane.into_iter().copied().reduce(chosen).unwrap_or_else(no_elements)
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
            by_rows(elements, len, |rows, has_order| match has_order {
                true => positions.extend(rows.map(|row| best_position(row.iter(), is_better, |_| {}))),
                false => positions.extend(rows.map(|row| best_in_row(row, is_better))),
            });
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
