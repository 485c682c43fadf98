//! The least and the greatest element, and where they are.

use alloc::vec::Vec;
use core::hint;

use super::driver::{self, Axis, LANES, Monoid, at, is_unit};
use super::lanes::{self, TILE, TOGETHER};
use crate::array::{Array, Integer, Owned, Read, RemoveAxis};
use crate::copy::is_integer;
use crate::error::or_panic;
use crate::layout::{Dims, Ranked};

/// Whether an element has no order, not even with itself, as a NaN.
#[inline(always)]
#[allow(clippy::eq_op, reason = "a NaN is what differs from itself")]
fn is_unordered<T: PartialEq>(element: &T) -> bool {
    element != element
}

/// The better of two elements, the first one if neither is. An element without an order is better than all others.
#[derive(Clone, Copy)]
struct Better<F>(F);

impl<T: PartialOrd + Copy, F: Fn(&T, &T) -> bool + Copy> Monoid<T> for Better<F> {
    type State = T;

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
        if self.0(&element, &best) | is_unordered(&element) { element } else { best }
    }
    #[inline(always)]
    fn is_exact(self) -> bool {
        is_integer::<T>()
    }
    /// One comparison after the other: LLVM makes a masked store of the tree of [`Monoid::with_four`], which takes twice as long.
    #[inline(always)]
    fn with_four_plain(self, best: T, four: [T; 4]) -> T {
        four.into_iter().fold(best, |best, element| if self.0(&element, &best) { element } else { best })
    }
    #[inline(always)]
    fn is_plain(self, element: T) -> bool {
        !is_unordered(&element)
    }
}

/// Whether an element equals the best one; if that is a NaN, whether the element is one.
#[inline(always)]
fn is_same<T: PartialEq>(element: &T, best: &T) -> bool {
    if is_unordered(best) { is_unordered(element) } else { element == best }
}

/// The position of the first element of a row that equals the best one.
fn first_in_row<T: PartialEq + Copy>(row: &[T], best: T) -> Option<usize> {
    let (blocks, _) = row.as_chunks::<LANES>();
    let has = |block: &[T; LANES]| block.iter().fold(false, |any, element| any | is_same(element, &best));
    let from = blocks.iter().position(has).unwrap_or(blocks.len()) * LANES;
    row[from..].iter().position(|element| is_same(element, &best)).map(|at| from + at)
}

/// The position of the first element of a lane that equals the best one.
///
/// # Safety
///
/// From `first` on are the live elements of the axis, and they are not written.
unsafe fn first_in_lane<T: PartialEq + Copy>(axis: &Axis, first: *const T, best: T) -> usize {
    let found = if is_unit::<T>(axis) {
        // SAFETY: a slice needs live elements in a row that are not written: the condition of this function.
        first_in_row(unsafe { core::slice::from_raw_parts(first, axis.len) }, best)
    } else {
        // SAFETY: `read` needs a live element: the positions are those of the axis.
        (0..axis.len).find(|&position| is_same(&unsafe { at(first, axis, position).read() }, &best))
    };
    found.unwrap_or_else(|| unreachable!("the best of a lane is one of its elements"))
}

/// Compares the best elements of lanes with those at a position. No branch depends on them.
///
/// # Safety
///
/// From `first` on are as many lanes as there are best ones. Each has a live element at its beginning, which is not written.
#[inline(always)]
unsafe fn compare<T: PartialOrd + Copy>(
    (lanes, first, position): (&Axis, *const T, usize),
    is_better: impl Fn(&T, &T) -> bool,
    best: &mut [T],
    found: &mut [usize],
) {
    for (lane, (best, found)) in best.iter_mut().zip(found).enumerate() {
        // SAFETY: `read` needs a live element: the condition of this function.
        let element = unsafe { at(first, lanes, lane).read() };
        let wins = is_better(&element, best) | is_unordered(&element) & !is_unordered(best);
        *found = hint::select_unpredictable(wins, position, *found);
        *best = hint::select_unpredictable(wins, element, *best);
    }
}

/// Writes the positions of the best elements of lanes, of which there are as many as `found` has places.
///
/// # Safety
///
/// From `first` on are lanes of live elements that are not written.
#[inline(always)]
unsafe fn positions_beside<T: PartialOrd + Copy>(
    (lanes, axis, first): (&Axis, &Axis, *const T),
    is_better: impl Fn(&T, &T) -> bool,
    best: &mut [T],
    found: &mut [usize],
) {
    for (lane, (best, found)) in best.iter_mut().zip(found.iter_mut()).enumerate() {
        // SAFETY: `read` needs a live element: the first one of a lane.
        (*best, *found) = (unsafe { at(first, lanes, lane).read() }, 0);
    }
    for position in 1..axis.len {
        // SAFETY: `compare` needs live elements: those at a position of the lanes.
        unsafe { compare((lanes, at(first, axis, position), position), &is_better, best, found) };
    }
}

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: PartialOrd + Copy,
{
    fn best_index(&self, is_better: impl Fn(&S::Elem, &S::Elem) -> bool + Copy) -> Option<D::Owned> {
        let best = driver::whole(self, Better(is_better))?;
        let mut position = match self.view().as_slice() {
            Some(row) => first_in_row(row, best)?,
            None => self.view().iter().position(|element| is_same(element, &best))?,
        };
        let mut index = D::own_shape(self.layout());
        for place in index.as_mut().iter_mut().rev() {
            (*place, position) = (position % *place, position / *place);
        }
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
        let best = |axis, best: &mut Vec<_>| lanes::along(self, axis, Better(is_better), |best| best, best);
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
        let (mut best, monoid) = (Vec::new(), Better(is_better));
        let mut append = |first: *const S::Elem, lanes: &Axis, axis: &Axis, positions: &mut Vec<usize>| {
            if lanes.len < LANES || is_unit::<S::Elem>(axis) && axis.len >= LANES {
                for lane in 0..lanes.len {
                    let first = at(first, lanes, lane);
                    // SAFETY: `pairwise` needs live elements that are not written: those of a lane of the array, which is borrowed.
                    let best = unsafe { driver::pairwise(&[*axis], first, monoid) };
                    // SAFETY: `first_in_lane` needs the same.
                    positions.push(unsafe { first_in_lane(axis, first, best) });
                }
                return;
            }
            // SAFETY: `read` needs a live element: the first one.
            let any = unsafe { first.read() };
            let start = positions.len();
            positions.resize(start + lanes.len, 0);
            let positions = &mut positions[start..];
            if is_unit::<S::Elem>(lanes) {
                // The compiler knows the distance here.
                let lanes = Axis { len: lanes.len, steps: [size_of::<S::Elem>().cast_signed()] };
                best.resize(TILE.min(lanes.len), any);
                for (tile, found) in positions.chunks_mut(TILE).enumerate() {
                    let first = at(first, &lanes, tile * TILE);
                    // SAFETY: `positions_beside` needs live elements that are not written: those of the array, which is borrowed.
                    unsafe { positions_beside((&lanes, axis, first), is_better, &mut best, found) };
                }
                return;
            }
            let (fours, rest) = positions.as_chunks_mut::<TOGETHER>();
            let mut first = first;
            for found in fours {
                // SAFETY: the same.
                unsafe { positions_beside((lanes, axis, first), is_better, &mut [any; TOGETHER], found) };
                first = at(first, lanes, TOGETHER);
            }
            // SAFETY: the same.
            unsafe { positions_beside((lanes, axis, first), is_better, &mut [any; TOGETHER], rest) };
        };
        let each = |axis, positions: &mut Vec<usize>| {
            lanes::each_group(self, axis, |first, lanes, axis| {
                append(first, lanes, axis, positions);
                Ok(())
            })
        };
        or_panic(lanes::without_axis(self, axis, None, each))
    }

    /// Returns the least element, or `None` if there are none. A NaN among floats is the result, as in NumPy.
    ///
    /// `min`, `max`, `argmin` and `argmax` of no elements are `None`. Along an axis of length 0, lanes have no
    /// result, so [`min_axis`](Self::min_axis) and the others panic.
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
        driver::whole(self, Better(PartialOrd::lt))
    }

    /// Returns the greatest element, or `None` if there are none. A NaN among floats is the result, as in NumPy.
    #[doc(alias("amax"))]
    #[must_use]
    pub fn max(&self) -> Option<S::Elem> {
        driver::whole(self, Better(PartialOrd::gt))
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
    /// If the axis does not exist, it has no positions, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn argmin_axis<E: Ranked>(&self, axis: impl Integer) -> Array<Owned<usize>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        self.best_positions(axis, PartialOrd::lt)
    }

    /// Returns the positions of the greatest elements along an axis, of the first one of equals, as `np.argmax` does.
    ///
    /// ```
    /// assert_eq!(tslice::tensor![[1.0, 3.0, 3.0], [5.0, 4.0, 0.0]].argmax_axis(1), [1, 0]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the axis does not exist, it has no positions, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn argmax_axis<E: Ranked>(&self, axis: impl Integer) -> Array<Owned<usize>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        self.best_positions(axis, PartialOrd::gt)
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
    /// If the axis does not exist, it has length 0, or the tensor does not fit in memory.
    #[must_use]
    #[track_caller]
    pub fn min_axis<E: Ranked>(&self, axis: impl Integer) -> Array<Owned<S::Elem>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        self.best_axis(axis, PartialOrd::lt)
    }

    /// Returns the greatest elements along an axis: a tensor without that axis. A NaN among floats is the result, as in NumPy.
    ///
    /// # Panics
    ///
    /// If the axis does not exist, it has length 0, or the tensor does not fit in memory.
    #[must_use]
    #[track_caller]
    pub fn max_axis<E: Ranked>(&self, axis: impl Integer) -> Array<Owned<S::Elem>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        self.best_axis(axis, PartialOrd::gt)
    }
}
