//! The least and the greatest element, and where they are.

use alloc::vec::Vec;
use core::{hint, slice};

use super::driver::{self, Axis, LANES, Monoid, PIECE, at, is_unit};
use super::lanes;
use crate::array::{Array, Integer, Owned, Read, RemoveAxis};
use crate::copy::is_integer;
use crate::error::or_panic;
use crate::layout::{self, Dims, Ranked};

/// Whether an element has no order, not even with itself, as a NaN.
#[inline(always)]
#[allow(clippy::eq_op, reason = "a NaN is what differs from itself")]
fn is_unordered<T: PartialEq>(element: &T) -> bool {
    element != element
}

/// The better of two elements, the first one if neither is. An element without an order is better
/// than all others.
#[derive(Clone, Copy)]
struct Better<F>(F);

impl<T: PartialOrd + Copy, F: Fn(&T, &T) -> bool + Copy> Monoid<T> for Better<F> {
    type State = T;
    const SHORT: usize = LANES * 3;

    #[inline(always)]
    fn here(self) -> Self {
        self
    }
    #[inline(always)]
    fn start(self, element: T) -> T {
        element
    }
    #[inline(always)]
    fn lift(self, element: T) -> T {
        element
    }
    #[inline(always)]
    fn join(self, best: T, element: T) -> T {
        // An instruction for the first choice, and a blend for the second: one condition for both
        // would be two comparisons more.
        let better = if self.0(&element, &best) {
            element
        } else {
            best
        };
        if is_unordered(&element) {
            element
        } else {
            better
        }
    }
    #[inline(always)]
    fn is_exact(self) -> bool {
        is_integer::<T>()
    }
    /// Otherwise, LLVM makes a loop with branches between vectors of 2, 4 and 8 states.
    #[inline(always)]
    fn settled(self, states: [T; LANES]) -> [T; LANES] {
        hint::black_box(states)
    }
    /// One comparison after the other: LLVM makes a masked store of the tree of
    /// [`Monoid::with_four`], which takes twice as long.
    #[inline(always)]
    fn with_four(self, best: T, four: [T; 4]) -> T {
        four.into_iter()
            .fold(best, |best, element| self.join(best, element))
    }
}

/// Whether an element equals the best one. If an element is a NaN, so is the best one.
#[inline(always)]
fn is_same<T: PartialEq>(element: &T, best: &T) -> bool {
    (element == best) | is_unordered(element)
}

/// The position of the first element of a row that equals the best one.
fn first_in_row<T: PartialEq + Copy>(row: &[T], best: T) -> Option<usize> {
    let (blocks, _) = row.as_chunks::<LANES>();
    let has = |block: &[T; LANES]| {
        block
            .iter()
            .fold(false, |any, element| any | is_same(element, &best))
    };
    let from = blocks.iter().position(has).unwrap_or(blocks.len()) * LANES;
    row[from..]
        .iter()
        .position(|element| is_same(element, &best))
        .map(|at| from + at)
}

/// The position of the first element of a lane that equals the best one.
///
/// # Safety
///
/// From `first` on are live elements along the axis, and they are not written.
unsafe fn first_in_lane<T: PartialEq + Copy>(
    first: *const T,
    axis: Axis,
    best: T,
) -> Option<usize> {
    if is_unit::<T>(axis) {
        // SAFETY: a slice needs live elements in a row that are not written: the condition of this
        // function, and the step.
        return first_in_row(unsafe { slice::from_raw_parts(first, axis.len) }, best);
    }
    // SAFETY: a reference needs a live element that is not written: the condition of this function.
    (0..axis.len).position(|number| is_same(unsafe { &*at(first, axis, number) }, &best))
}

/// Writes the number of a row to the place of each column in which the row has the best element.
///
/// # Safety
///
/// From `first` on are as many live elements along the axis as there are places, and they are not
/// written.
unsafe fn mark_row<T: PartialEq>(
    first: *const T,
    columns: Axis,
    number: usize,
    best: &[T],
    places: &mut [usize],
) {
    // Not a branch, which would be taken for every few columns.
    let mark = |place: &mut usize, element, best| {
        *place = hint::select_unpredictable(is_same(element, best), number, *place);
    };
    let pairs = places.iter_mut().zip(best);
    if is_unit::<T>(columns) {
        // SAFETY: a slice needs live elements in a row that are not written: the condition of this
        // function, and the step.
        let row = unsafe { slice::from_raw_parts(first, pairs.len()) };
        return pairs
            .zip(row)
            .for_each(|((place, best), element)| mark(place, element, best));
    }
    for (column, (place, best)) in pairs.enumerate() {
        // SAFETY: a reference needs a live element that is not written: one of the row.
        mark(place, unsafe { &*at(first, columns, column) }, best);
    }
}

/// Appends the position of the best element of each lane.
///
/// # Safety
///
/// From `first` on are as many lanes of live elements as there are best ones, and they are not
/// written.
unsafe fn find_each<T: PartialEq + Copy>(
    best: &[T],
    first: *const T,
    lanes: Axis,
    axis: Axis,
    positions: &mut Vec<usize>,
) {
    let start = positions.len();
    if axis.len >= LANES && (is_unit::<T>(axis) || lanes.len < LANES) {
        positions.extend(best.iter().enumerate().map(|(lane, best)| {
            // SAFETY: `first_in_lane` needs live elements that are not written: those of a lane.
            let found = unsafe { first_in_lane(at(first, lanes, lane), axis, *best) };
            // A position for each lane, whatever `==` of a caller's type says.
            found.unwrap_or_default()
        }));
        return;
    }
    positions.resize(start + lanes.len, 0);
    let tiles = best
        .chunks(PIECE)
        .zip(positions[start..].chunks_mut(PIECE))
        .enumerate();
    for (tile, (best, places)) in tiles {
        let first = at(first, lanes, tile * PIECE);
        // From the last row to the first, so that the first of equals stays.
        for number in (0..axis.len).rev() {
            // SAFETY: `mark_row` needs live elements that are not written: those of a row.
            unsafe { mark_row(at(first, axis, number), lanes, number, best, places) };
        }
    }
}

// The bound is that of the methods: with one of the impl, the compiler speaks of `Iterator::max`.
impl<S: Read, D: Dims> Array<S, D> {
    /// Returns the least element, or `None` if there are none. A NaN among floats is the result, as
    /// in NumPy.
    ///
    /// `min`, `max`, `argmin` and `argmax` of no elements are `None`. Along an axis of length 0,
    /// lanes have no result, so [`min_axis`](Self::min_axis) and the others panic.
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
    pub fn min(&self /* min_axis(axis), map(|x| x.min(1.0)) */) -> Option<S::Elem>
    where
        S::Elem: PartialOrd + Copy,
    {
        driver::whole(self, Better(PartialOrd::lt))
    }

    /// Returns the greatest element, or `None` if there are none. A NaN among floats is the result,
    /// as in NumPy.
    #[doc(alias("amax"))]
    #[must_use]
    pub fn max(&self /* max_axis(axis), map(|x| x.max(1.0)) */) -> Option<S::Elem>
    where
        S::Elem: PartialOrd + Copy,
    {
        driver::whole(self, Better(PartialOrd::gt))
    }
}

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: PartialOrd + Copy,
{
    fn best_index(
        &self,
        is_better: impl Fn(&S::Elem, &S::Elem) -> bool + Copy,
    ) -> Option<D::Owned> {
        let best = driver::whole(self, Better(is_better))?;
        let position = match self.view().as_slice() {
            Some(row) => first_in_row(row, best)?,
            None => self
                .view()
                .iter()
                .position(|element| is_same(element, &best))?,
        };
        let mut index = D::own_shape(self.layout());
        layout::unravel(index.as_mut(), self.lengths(), position);
        Some(index)
    }

    #[track_caller]
    fn best_axis<E: Ranked>(
        &self,
        axis: impl Integer,
        is_better: impl Fn(&S::Elem, &S::Elem) -> bool + Copy,
    ) -> Array<Owned<S::Elem>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        let best = |axis, best: &mut _| lanes::along(self, axis, Better(is_better), best);
        or_panic(lanes::without_axis(self, axis, None, best))
    }

    #[track_caller]
    fn best_positions<E: Ranked>(
        &self,
        axis: impl Integer,
        is_better: impl Fn(&S::Elem, &S::Elem) -> bool + Copy,
    ) -> Array<Owned<usize>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        let best = self.best_axis(axis, is_better).into_vec();
        let mut left = &best[..];
        let each = |axis, positions: &mut Vec<usize>| {
            lanes::each_group(self, axis, |first, lanes, axis| {
                let best = left.split_off(..lanes.len);
                let best = best.expect("a best element of each lane");
                // SAFETY: `find_each` needs lanes of live elements that are not written: those of
                // the array, which is borrowed.
                unsafe { find_each(best, first, lanes, axis, positions) };
            });
        };
        or_panic(lanes::without_axis(self, axis, None, each))
    }

    /// Returns the index tuple of the least element, of the first one in row-major order if there
    /// are several, or `None` if there are no elements. A NaN among floats comes before all others,
    /// as in NumPy.
    ///
    /// ```
    /// let t = tslice::tensor![[3, 9, 4], [1, 9, 2]];
    /// assert_eq!((t.argmin(), t.argmax()), (Some([1, 0]), Some([0, 1])));
    /// ```
    #[must_use]
    pub fn argmin(&self /* along an axis: argmin_axis(axis) */) -> Option<D::Owned> {
        self.best_index(PartialOrd::lt)
    }

    /// Returns the index tuple of the greatest element, of the first one in row-major order if
    /// there are several, or `None` if there are no elements. A NaN among floats comes before all
    /// others, as in NumPy.
    #[must_use]
    pub fn argmax(&self /* along an axis: argmax_axis(axis) */) -> Option<D::Owned> {
        self.best_index(PartialOrd::gt)
    }

    /// Returns the positions of the least elements along an axis, of the first one of equals, as
    /// `np.argmin` does.
    ///
    /// # Panics
    ///
    /// If the axis does not exist, it has no positions, or memory runs out.
    #[track_caller]
    pub fn argmin_axis<E: Ranked>(&self, axis: impl Integer) -> Array<Owned<usize>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        self.best_positions(axis, PartialOrd::lt)
    }

    /// Returns the positions of the greatest elements along an axis, of the first one of equals, as
    /// `np.argmax` does.
    ///
    /// ```
    /// assert_eq!(tslice::tensor![[1.0, 3.0, 3.0], [5.0, 4.0, 0.0]].argmax_axis(1), [1, 0]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the axis does not exist, it has no positions, or memory runs out.
    #[track_caller]
    pub fn argmax_axis<E: Ranked>(&self, axis: impl Integer) -> Array<Owned<usize>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        self.best_positions(axis, PartialOrd::gt)
    }

    /// Returns the least elements along an axis: a tensor without that axis. A NaN among floats is
    /// the result, as in NumPy.
    ///
    /// ```
    /// let t = tslice::tensor![[3, 9, 4], [1, 9, 2]];
    /// assert_eq!(t.min_axis(0), [1, 9, 2]);
    /// assert_eq!(t.max_axis(-1), [9, 9]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the axis does not exist, it has length 0, or the tensor does not fit in memory.
    #[track_caller]
    pub fn min_axis<E: Ranked>(&self, axis: impl Integer) -> Array<Owned<S::Elem>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        self.best_axis(axis, PartialOrd::lt)
    }

    /// Returns the greatest elements along an axis: a tensor without that axis. A NaN among floats
    /// is the result, as in NumPy.
    ///
    /// # Panics
    ///
    /// If the axis does not exist, it has length 0, or the tensor does not fit in memory.
    #[track_caller]
    pub fn max_axis<E: Ranked>(&self, axis: impl Integer) -> Array<Owned<S::Elem>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        self.best_axis(axis, PartialOrd::gt)
    }
}
