//! Sums along an axis.

use alloc::vec::Vec;

use num_traits::Zero;

use super::axis_count::axis_of;
use super::axis_iter::without;
use super::columns::fold_columns;
use super::fold_axis::{FEW, LANES, is_innermost};
use super::zip::{PIECE, sum_row};
use super::{Array, Integer, Owned, Read, Ref, RemoveAxis, zip};
use crate::error::{ShapeError, or_panic};
use crate::layout::{self, Dims, Layout, Ranked};
use crate::rank::Rank;

/// What is added to one sum, before that is added to another one, so that a float is seldom added to a sum much larger than itself.
const FULL: usize = 16;
/// Parts that are added at a time: each pass over the sums takes so many.
const TOGETHER: usize = 4;
/// From this length on, a line by itself is worth its plan.
const LONG: usize = 32;
/// Fewer results than these are summed up in parts of so many rows together that they have WIDE elements.
const NARROW: usize = 128;
const WIDE: usize = 256;
/// The most elements whose columns are added up one after the other.
const NEAR: usize = 1 << 10;

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: Copy + Zero,
{
    /// Returns the sums along an axis: a tensor without that axis, as `np.sum(a, axis)` is.
    ///
    /// Floats are added in pieces, which are then added up, on every axis: as that of [`sum`](Self::sum), the error does not grow
    /// with the length. Integers overflow as with `+`. For several axes, add along the last of them first.
    ///
    /// ```
    /// use tslice::Tensor;
    ///
    /// let t = Tensor::<_, 3>::from([[[1, 7, 3], [4, 5, 6]]]);
    /// assert_eq!(t.sum_axis(1), [[5, 12, 9]]);
    /// assert_eq!(t.sum_axis(2).sum_axis(1), [26]);
    ///
    /// let tenths = Tensor::<f32, 2>::full([10_000_000, 1], 0.1);
    /// assert!((tenths.sum_axis(0)[[0]] - 1_000_000.0).abs() < 0.2);
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such axis, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn sum_axis<E: Ranked>(&self, axis: impl Integer) -> Array<Owned<S::Elem>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        or_panic(self.try_sum_axis(axis))
    }

    /// Works like [`sum_axis`](Self::sum_axis), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is no such axis, or the tensor does not fit in memory.
    pub fn try_sum_axis<E: Ranked>(&self, axis: impl Integer) -> Result<Array<Owned<S::Elem>, E>, ShapeError>
    where
        D: RemoveAxis<Output = E>,
    {
        let axis = axis_of(axis, self.rank())?;
        let rest: E::Layout = without(self.layout(), axis);
        let results = layout::len(rest.shape());
        let len = self.lengths()[axis];
        let (is_long, is_innermost) = (len >= LONG, is_innermost(self.layout(), axis));
        let view = self.view();
        let elements = view.as_slice().filter(|elements| !elements.is_empty());
        let data = if let Some(elements) = elements.filter(|_| is_innermost && len <= PIECE) {
            let mut data = layout::reserve(rest.shape())?;
            data.extend(elements.chunks_exact(len).map(sum_row));
            data
        } else if let Some(elements) = elements.filter(|_| !is_innermost && results < NARROW) {
            let mut data = layout::reserve(rest.shape())?;
            let width = layout::len(&self.lengths()[axis + 1..]);
            for rows in elements.chunks_exact(len * width) {
                sum_narrow(rows, width, &mut data)?;
            }
            data
        } else if self.len() < LANES || is_long && (results < LONG || is_innermost) {
            let mut data = layout::reserve(rest.shape())?;
            self.try_lanes(axis)?.map_into(&mut data, |lane| lane.sum());
            data
        } else if self.rank() <= FEW {
            sum_parts(&view, axis)?
        } else {
            let (view, axis) = view.into_dyn().with_long_axes(axis);
            sum_parts(&view, axis)?
        };
        Ok(Array::from_parts(rest.shape(), data))
    }
}

/// Sums, and how many were added to each.
struct Level<T, D: Dims> {
    sums: Array<Owned<T>, D>,
    count: usize,
}

/// The sums along an axis, TOGETHER parts at a time: after FULL additions, the sums of a level are added to those of the next.
fn sum_parts<T: Copy + Zero, D: RemoveAxis>(
    view: &Array<Ref<'_, T>, D>,
    axis: usize,
) -> Result<Vec<T>, ShapeError> {
    let rest: <D::Output as Dims>::Layout = without(view.layout(), axis);
    let zeros = || -> Result<Level<T, D::Output>, ShapeError> {
        let mut data = layout::reserve(rest.shape())?;
        data.resize(layout::len(rest.shape()), T::zero());
        Ok(Level { sums: Array::from_parts(rest.shape(), data), count: 0 })
    };
    let mut levels = alloc::vec![zeros()?];
    let mut parts = view.try_axis_iter(axis)?;
    while let Some(first) = parts.next() {
        let others: [_; TOGETHER - 1] = core::array::from_fn(|_| parts.next());
        let sums = &mut levels[0].sums;
        if let [Some(second), Some(third), Some(fourth)] = &others {
            zip((sums, &first, second, third, fourth))
                .for_each(|(sum, a, b, c, d)| *sum = *sum + ((*a + *b) + (*c + *d)));
        } else {
            for part in [Some(first)].iter().chain(&others).flatten() {
                zip((&mut *sums, part)).for_each(|(sum, element)| *sum = *sum + *element);
            }
        }
        levels[0].count += 1;
        let mut at = 0;
        while levels[at].count == FULL {
            if at + 1 == levels.len() {
                levels.push(zeros()?);
            }
            let (full, next) = levels.split_at_mut(at + 1);
            add(&mut next[0].sums, &full[at].sums);
            next[0].count += 1;
            full[at].sums.fill(T::zero());
            full[at].count = 0;
            at += 1;
        }
    }
    let mut levels = levels.into_iter().map(|level| level.sums);
    let total = levels.next().map(|mut total| {
        levels.for_each(|sums| add(&mut total, &sums));
        total.into_vec()
    });
    Ok(total.unwrap_or_default())
}

/// Adds up rows of `width` elements that follow each other, and pushes the sums.
fn sum_narrow<T: Copy + Zero>(rows: &[T], width: usize, to: &mut Vec<T>) -> Result<(), ShapeError> {
    let mut sums;
    let add = |sum, element| sum + element;
    let few = if rows.len() <= FULL * width {
        rows
    } else if rows.len() <= NEAR.min(FULL * FULL * width) {
        sums = Vec::new();
        rows.chunks(FULL * width).for_each(|rows| fold_columns(rows, width, &mut sums, add));
        &sums
    } else {
        let wide = WIDE / width * width;
        let (parts, others) = rows.split_at(rows.len() / wide * wide);
        sums = sum_parts(&Array::<Ref<'_, T>, Rank<2>>::from_slice(&[parts.len() / wide, wide], parts), 0)?;
        sums.extend_from_slice(others);
        // In pairs, until few are left.
        while sums.len() > FULL * width {
            let left = (sums.len() / width).div_ceil(2) * width;
            let (to, from) = sums.split_at_mut(left);
            to.iter_mut().zip(from).for_each(|(to, sum)| *to = *to + *sum);
            sums.truncate(left);
        }
        &sums
    };
    fold_columns(few, width, to, add);
    Ok(())
}

fn add<T: Copy + Zero, D: Dims>(to: &mut Array<Owned<T>, D>, sums: &Array<Owned<T>, D>) {
    zip((to, sums)).for_each(|(to, sum)| *to = *to + *sum);
}
