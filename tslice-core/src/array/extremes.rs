//! Means, the least and the greatest element, and where they are.

use num_traits::float::FloatCore;

use super::axis_count::axis_of;
use super::axis_iter::without;
use super::fold_axis::is_innermost;
use super::{Array, Integer, Owned, Read, RemoveAxis, View, zip};
use crate::error::{AxisError, ShapeError, or_panic};
use crate::layout::{self, Dims, Layout, Ranked};

/// Candidates side by side, so that none waits for the comparison before.
const LANES: usize = 16;
/// From this length on, a line by itself is worth its plan.
const LONG: usize = 32;
const NO_POSITIONS: &str = "the axis has no positions";

/// Whether an element has no order, not even with itself, as a NaN.
#[inline(always)]
#[allow(clippy::eq_op, reason = "a NaN is what differs from itself")]
pub(super) fn is_unordered<T: PartialEq>(element: &T) -> bool {
    element != element
}

/// The better of two elements. One without an order stays to the end.
#[inline(always)]
fn better<T: PartialOrd + Copy>(best: T, element: T, is_better: impl Fn(&T, &T) -> bool) -> T {
    if is_better(&element, &best) || is_unordered(&element) { element } else { best }
}

/// The best of elements that follow each other.
fn best_of_row<T: PartialOrd + Copy>(row: &[T], is_better: impl Fn(&T, &T) -> bool + Copy) -> Option<T> {
    let (blocks, rest) = row.as_chunks::<LANES>();
    if blocks.is_empty() {
        return rest.iter().copied().reduce(|best, element| better(best, element, is_better));
    }
    let mut lanes = [*row.first()?; LANES];
    for block in blocks {
        for at in 0..LANES {
            lanes[at] = better(lanes[at], block[at], is_better);
        }
    }
    lanes.into_iter().chain(rest.iter().copied()).reduce(|best, element| better(best, element, is_better))
}

/// The position of the best element of a lane, of the first one of equals. The elements of a short lane are read once.
fn best_position<T: PartialOrd + Copy>(
    lane: &View<'_, T, 1>,
    is_better: impl Fn(&T, &T) -> bool + Copy,
) -> Option<usize> {
    if lane.len() >= LONG {
        return lane.position(lane.best(is_better)?).map(|[at]| at);
    }
    let mut elements = lane.iter().copied().enumerate();
    let (mut at, mut best) = elements.next()?;
    for (position, element) in elements {
        if !is_unordered(&best) && (is_unordered(&element) || is_better(&element, &best)) {
            (at, best) = (position, element);
        }
    }
    Some(at)
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
        if self.lengths()[axis] >= LONG && is_innermost(self.layout(), axis) {
            let mut data = layout::reserve(rest.shape())?;
            data.extend(self.try_lanes(axis)?.filter_map(|lane| lane.best(is_better)));
            return Ok(Array::from_parts(rest.shape(), data));
        }
        let mut parts = self.try_axis_iter(axis)?;
        let first = parts.next().map_or_else(|| Ok(alloc::vec::Vec::new()), |part| part.try_to_vec())?;
        let mut best: Array<_, E> = Array::from_parts(rest.shape(), first);
        for part in parts {
            zip((&mut best, &part)).for_each(|(best, element)| *best = better(*best, *element, is_better));
        }
        Ok(best)
    }

    fn position(&self, best: S::Elem) -> Option<D::Owned> {
        let at = if is_unordered(&best) {
            self.first_where(is_unordered)
        } else {
            self.first_where(|x| *x == best)
        };
        let (mut at, mut index) = (at?, D::own_shape(self.layout()));
        for place in index.as_mut().iter_mut().rev() {
            let len = *place;
            *place = at % len;
            at /= len;
        }
        Some(index)
    }

    /// The position, in row-major order, of the first element of which this is true.
    fn first_where(&self, is_best: impl Fn(&S::Elem) -> bool) -> Option<usize> {
        let view = self.view();
        let Some(row) = view.as_slice() else { return self.iter().position(|element| is_best(&element)) };
        let (blocks, _) = row.as_chunks::<LANES>();
        let block =
            blocks.iter().position(|block| block.iter().fold(false, |any, element| any | is_best(element)));
        let from = block.unwrap_or(blocks.len()) * LANES;
        row[from..].iter().position(is_best).map(|at| from + at)
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
        self.position(self.min()?)
    }

    /// Returns the index tuple of the greatest element, of the first one in row-major order if there are several, or `None` if there are
    /// no elements. A NaN among floats comes before all others, as in NumPy.
    #[must_use]
    pub fn argmax(&self) -> Option<D::Owned> {
        self.position(self.max()?)
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
        self.map_axis(axis, |lane| best_position(&lane, PartialOrd::lt).expect(NO_POSITIONS))
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
        self.map_axis(axis, |lane| best_position(&lane, PartialOrd::gt).expect(NO_POSITIONS))
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

/// A length as a float, to divide by.
fn count<T: FloatCore>(len: usize) -> T {
    T::from(len).unwrap_or_else(T::infinity)
}

impl<S: Read<Elem: FloatCore>, D: Dims> Array<S, D> {
    /// Returns the mean of the elements, which are floats: their [`sum`](Self::sum) divided by their number, NaN if there are none.
    ///
    /// ```
    /// let t = tslice::tensor![[1.0, 2.0], [3.0, 6.0]];
    /// assert_eq!(t.mean(), 3.0);
    /// assert_eq!(t.mean_axis(0), [2.0, 4.0]);
    /// ```
    #[doc(alias("average"))]
    #[must_use]
    pub fn mean(&self) -> S::Elem {
        self.sum() / count(self.len())
    }

    /// Returns the means along an axis, which are those of [`sum_axis`](Self::sum_axis) divided by its length, NaN if that is 0.
    ///
    /// # Panics
    ///
    /// If there is no such axis, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn mean_axis<E: Ranked>(&self, axis: impl Integer) -> Array<Owned<S::Elem>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        or_panic(self.try_mean_axis(axis))
    }

    /// Works like [`mean_axis`](Self::mean_axis), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is no such axis, or the tensor does not fit in memory.
    pub fn try_mean_axis<E: Ranked>(&self, axis: impl Integer) -> Result<Array<Owned<S::Elem>, E>, ShapeError>
    where
        D: RemoveAxis<Output = E>,
    {
        let axis = axis_of(axis, self.rank())?;
        let (mut sums, len) = (self.try_sum_axis(axis)?, count(self.lengths()[axis]));
        sums.map_inplace(|sum| *sum = *sum / len);
        Ok(sums)
    }
}
