//! Folds and running values along an axis, in its order.

use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::slice;

use super::driver::{Axis, PIECE, TOGETHER, at, is_unit, unit, widely};
use super::lanes;
use crate::array::{Array, Integer, Owned, Read, RemoveAxis, axis_of};
use crate::error::or_panic;
use crate::layout::{self, Dims, Ranked};

/// Appends the folds of lanes, TOGETHER at a time.
///
/// # Safety
///
/// From `first` on are lanes of live elements that are not written.
#[inline(always)]
unsafe fn by_lanes<T, A: Clone>(
    lanes: Axis,
    axis: Axis,
    first: *const T,
    init: &A,
    f: &mut impl FnMut(A, &T) -> A,
    to: &mut Vec<A>,
) {
    // SAFETY: a reference needs a live element that is not written: the lanes and positions below
    // are those of the axes.
    let element = |first, lane| unsafe { &*at(first, lanes, lane) };
    let together = lanes.len / TOGETHER * TOGETHER;
    for lane in (0..together).step_by(TOGETHER) {
        let mut values: [A; TOGETHER] = core::array::from_fn(|_| init.clone());
        for position in 0..axis.len {
            let [a, b, c, d] = values;
            let first = at(first, axis, position);
            let next = |step: usize| element(first, lane + step);
            values = [f(a, next(0)), f(b, next(1)), f(c, next(2)), f(d, next(3))];
        }
        to.extend(values);
    }
    for lane in together..lanes.len {
        let next = |value, position| f(value, element(at(first, axis, position), lane));
        to.push((0..axis.len).fold(init.clone(), next));
    }
}

/// Appends the folds of lanes, two rows at a time: values are loaded and stored once for both. Of a
/// function that returns one of its arguments, AVX2 would store each row by masks, which takes
/// processors of AMD 3 to 6 times as long.
///
/// # Safety
///
/// From `first` on are rows of live elements that follow each other, and they are not written.
#[inline(always)]
unsafe fn by_rows<T, A: Clone>(
    lanes: Axis,
    axis: Axis,
    first: *const T,
    init: &A,
    f: &mut impl FnMut(A, &T) -> A,
    to: &mut Vec<A>,
) {
    for tile in (0..lanes.len).step_by(PIECE) {
        let columns = PIECE.min(lanes.len - tile);
        to.reserve(columns);
        let values = &mut to.spare_capacity_mut()[..columns];
        let first = at(first, lanes, tile);
        // SAFETY: a slice needs live elements in a row that are not written: the condition of this
        // function.
        let row = |position| unsafe { slice::from_raw_parts(at(first, axis, position), columns) };
        let odd = axis.len % 2;
        if odd == 0 {
            values.fill_with(|| MaybeUninit::new(init.clone()));
        } else {
            for (value, element) in values.iter_mut().zip(row(0)) {
                value.write(f(init.clone(), element));
            }
        }
        for position in (odd..axis.len).step_by(2) {
            let rows = row(position).iter().zip(row(position + 1));
            for (value, (one, two)) in values.iter_mut().zip(rows) {
                // SAFETY: `assume_init_read` needs a value that is not read again: the next line
                // replaces it. If `f` panics, the values leak.
                let before = unsafe { value.assume_init_read() };
                let next = f(before, one);
                value.write(f(next, two));
            }
        }
        // SAFETY: `set_len` needs as many live values: each place was written, and written again
        // after each read.
        unsafe { to.set_len(to.len() + columns) };
    }
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Combines the elements along an axis, each time from `init` on, and returns a tensor without
    /// that axis.
    ///
    /// `f` gets the value so far and the next element. Elements of one result come in the order of
    /// the axis; results may be made in turn or together.
    ///
    /// ```
    /// use tslice::Tensor;
    ///
    /// let t = Tensor::<_, 2>::from([[1, 7, 3], [4, 5, 6]]);
    /// assert_eq!(t.fold_axis(0, 0, |sum, x| sum + x), [5, 12, 9]);
    ///
    /// // The position of the largest element of each row.
    /// let start = (0, 0, i32::MIN);
    /// let largest = |(i, at, max), &x: &i32| {
    ///     if x > max { (i + 1, i, x) } else { (i + 1, at, max) }
    /// };
    /// assert_eq!(t.fold_axis(1, start, largest).map(|&(_, at, _)| at), [1, 2]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the axis does not exist, or memory runs out.
    #[doc(alias("reduce"))]
    #[track_caller]
    pub fn fold_axis<A: Clone, E: Ranked /* (axis, start, f) */>(
        &self,
        axis: impl Integer,
        init: A,
        mut f: impl FnMut(A, &S::Elem) -> A,
    ) -> Array<Owned<A>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        let fold = |axis, values: &mut Vec<A>| {
            lanes::each_group(self, axis, |first, lanes, axis| {
                if lanes::is_by_rows::<S::Elem>(lanes, axis) {
                    // SAFETY: `by_rows` needs rows of live elements that follow each other and are
                    // not written: those of the array, which is borrowed, and `is_by_rows`.
                    widely!(true, unsafe {
                        by_rows(lanes, axis, first, &init, &mut f, values)
                    });
                } else if is_unit::<S::Elem>(lanes) {
                    // Few columns: the compiler knows the step, and makes vectors of them.
                    let lanes = unit::<S::Elem>(lanes.len);
                    // SAFETY: `by_lanes` needs lanes of live elements that are not written: those
                    // of the array, which is borrowed.
                    unsafe { by_lanes(lanes, axis, first, &init, &mut f, values) };
                } else {
                    // SAFETY: the same.
                    unsafe { by_lanes(lanes, axis, first, &init, &mut f, values) };
                }
            });
        };
        or_panic(lanes::without_axis(self, axis, Some(init.clone()), fold))
    }

    /// Returns a tensor in which every element along an axis is `f` of the result before it and of
    /// the element itself. The first one stays as it is.
    ///
    /// ```
    /// use tslice::Tensor;
    ///
    /// let t = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.accumulate(0, |sum, x| sum + x), [[1, 2, 3], [5, 7, 9]]);
    /// assert_eq!(t.accumulate(1, |product, x| product * x), [[1, 2, 6], [4, 20, 120]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the axis does not exist, or memory runs out.
    #[doc(alias("cumsum", "cumprod", "scan"))]
    #[track_caller]
    pub fn accumulate(
        &self,
        axis: impl Integer,
        mut f: impl FnMut(&S::Elem, &S::Elem) -> S::Elem,
    ) -> Array<Owned<S::Elem>, D>
    where
        S::Elem: Clone,
        D: RemoveAxis,
    {
        let axis = or_panic(axis_of(axis, self.rank()));
        let mut values = or_panic(self.try_to_vec());
        let (len, width) = (
            self.lengths()[axis],
            layout::len(&self.lengths()[axis + 1..]),
        );
        values
            .chunks_exact_mut((len * width).max(1))
            .for_each(|rows| accumulate_rows(rows, width, &mut f));
        Array::from_parts(self.lengths(), values)
    }
}

/// Replaces each row but the first one of some of `width` elements by `f` of the row before it and
/// of itself.
fn accumulate_rows<T>(rows: &mut [T], width: usize, f: &mut impl FnMut(&T, &T) -> T) {
    if let [first, others @ ..] = rows
        && width == 1
    {
        others.iter_mut().fold(first, |before, element| {
            *element = f(before, element);
            element
        });
        return;
    }
    for end in (2 * width..=rows.len()).step_by(width) {
        let (before, row) = rows[end - 2 * width..end].split_at_mut(width);
        before
            .iter()
            .zip(row)
            .for_each(|(before, element)| *element = f(before, element));
    }
}
