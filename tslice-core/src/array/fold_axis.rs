//! One value from the elements along an axis.

use alloc::vec::Vec;
use core::mem::MaybeUninit;

use super::axis_count::axis_of;
use super::axis_iter::without;
use super::{Array, Integer, Owned, Read, Ref, RemoveAxis, zip};
use crate::error::{ShapeError, or_panic};
use crate::layout::{self, Dims, Layout, Ranked};

/// Whether an axis is the one whose neighbours are nearest to each other in memory.
pub(super) fn is_innermost(layout: &impl Layout, axis: usize) -> bool {
    let step = layout.strides()[axis].unsigned_abs();
    let others = (0..layout.shape().len()).filter(|&other| other != axis && layout.shape()[other] > 1);
    others.map(|other| layout.strides()[other].unsigned_abs()).all(|other| other >= step)
}

/// More axes are looked through for those that are longer than 1, before all of them are walked at each position of another.
pub(super) const FEW: usize = 8;

/// From this length on, a line by itself is worth its plan.
const LONG: usize = 16;

/// Fewer elements than this are met lane by lane: they are not worth a plan for each part.
pub(super) const LANES: usize = 512;

/// Rows that are shorter than this, and follow each other, are walked without a plan for each.
pub(super) const NARROW: usize = 128;

/// Combines each value with the elements along an axis. Values are in row-major order of the other axes.
fn fold_parts<T, D: RemoveAxis, A>(
    view: &Array<Ref<'_, T>, D>,
    axis: usize,
    values: Vec<A>,
    mut combine: impl FnMut(&mut A, &T),
) -> Result<Vec<A>, ShapeError> {
    let rest: <D::Output as Dims>::Layout = without(view.layout(), axis);
    let mut values: Array<Owned<_>, D::Output> = Array::from_parts(rest.shape(), values);
    for part in view.try_axis_iter(axis)? {
        zip((&mut values, &part)).for_each(|(value, element)| combine(value, element));
    }
    Ok(values.into_vec())
}

/// Combines each value with the elements along an axis, in its order. Values are in row-major order of the other axes.
pub(super) fn combine<T, D: RemoveAxis, A>(
    view: Array<Ref<'_, T>, D>,
    axis: usize,
    mut values: Vec<A>,
    mut combine: impl FnMut(&mut A, &T),
) -> Result<Vec<A>, ShapeError> {
    let (len, width) = (view.lengths()[axis], layout::len(&view.lengths()[axis + 1..]));
    if let Some(elements) = view.as_slice().filter(|elements| !elements.is_empty())
        && (2..NARROW).contains(&width)
    {
        for (rows, values) in elements.chunks_exact(len * width).zip(values.chunks_exact_mut(width)) {
            for row in rows.chunks_exact(width) {
                values.iter_mut().zip(row).for_each(|(value, element)| combine(value, element));
            }
        }
        Ok(values)
    } else if view.rank() <= FEW {
        fold_parts(&view, axis, values, combine)
    } else {
        let (view, axis) = view.into_dyn().with_long_axes(axis);
        fold_parts(&view, axis, values, combine)
    }
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Combines the elements along an axis, each time from `init` on, and returns a tensor without that axis.
    ///
    /// `f` gets the value so far and the next element. Elements of one result come in the order of the axis; results may be
    /// made in turn or together.
    ///
    /// ```
    /// use tslice::Tensor;
    ///
    /// let t = Tensor::<_, 2>::from([[1, 7, 3], [4, 5, 6]]);
    /// assert_eq!(t.fold_axis(0, 0, |sum, x| sum + x), [5, 12, 9]);
    ///
    /// // The position of the largest element of each row.
    /// let start = (0, 0, i32::MIN);
    /// let largest = |(i, at, max), &x: &i32| if x > max { (i + 1, i, x) } else { (i + 1, at, max) };
    /// assert_eq!(t.fold_axis(1, start, largest).map(|&(_, at, _)| at), [1, 2]);
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such axis, or memory runs out.
    #[doc(alias("reduce"))]
    #[track_caller]
    pub fn fold_axis<A: Clone, E: Ranked>(
        &self,
        axis: impl Integer,
        init: A,
        f: impl FnMut(A, &S::Elem) -> A,
    ) -> Array<Owned<A>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        or_panic(self.try_fold_axis(axis, init, f))
    }

    /// Works like [`fold_axis`](Self::fold_axis), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is no such axis, or the tensor does not fit in memory.
    pub fn try_fold_axis<A: Clone, E: Ranked>(
        &self,
        axis: impl Integer,
        init: A,
        mut f: impl FnMut(A, &S::Elem) -> A,
    ) -> Result<Array<Owned<A>, E>, ShapeError>
    where
        D: RemoveAxis<Output = E>,
    {
        let axis = axis_of(axis, self.rank())?;
        let rest: E::Layout = without(self.layout(), axis);
        let results = layout::len(rest.shape());
        let (len, is_innermost) = (self.lengths()[axis], is_innermost(self.layout(), axis));
        let view = self.view();
        let elements = view.as_slice().filter(|elements| !elements.is_empty());
        if let Some(elements) = elements.filter(|_| is_innermost && (4..4 * LONG).contains(&len)) {
            let mut data = layout::reserve(rest.shape())?;
            data.extend(elements.chunks_exact(len).map(|line| line.iter().fold(init.clone(), &mut f)));
            return Ok(Array::from_parts(rest.shape(), data));
        }
        if self.is_empty() || len >= LONG && is_innermost {
            let mut data: Vec<A> = layout::reserve(rest.shape())?;
            view.try_lanes(axis)?.map_into(&mut data, |lane| lane.into_iter().fold(init.clone(), &mut f));
            return Ok(Array::from_parts(rest.shape(), data));
        }
        // Without drop glue: if `f` panics, the values leak, and none is dropped twice.
        let mut values: Vec<MaybeUninit<A>> = layout::reserve(rest.shape())?;
        values.extend((0..results).map(|_| MaybeUninit::new(init.clone())));
        let values = combine(view, axis, values, |value: &mut MaybeUninit<A>, element| {
            // SAFETY: `assume_init_read` needs a value that is not read again: the next line replaces it, and a panic before that
            // ends the walk.
            let before = unsafe { value.assume_init_read() };
            value.write(f(before, element));
        })?;
        // SAFETY: `assume_init` needs a value: each place was written, and written again after each read.
        let data = values.into_iter().map(|value| unsafe { value.assume_init() }).collect();
        Ok(Array::from_parts(rest.shape(), data))
    }
}
