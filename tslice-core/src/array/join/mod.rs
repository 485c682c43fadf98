//! Joining arrays along an axis, an old one or a new one.

mod stack;

use alloc::vec::Vec;
use core::iter;

use smallvec::SmallVec;
use tslice_kernels::Gaps;

use super::{Array, AsView, Owned, Ref};
use crate::copy;
use crate::error::{AxisError, ShapeError, or_panic};
use crate::layout::{self, Dims, Dynamic, Layout};

pub use stack::{stack, stack_into, try_stack, try_stack_into};

/// Joins arrays of one rank along an axis, as `np.concatenate` does. On the other axes they have the same lengths.
///
/// The arrays are views, references to tensors, nested arrays: anything that is an [`AsView`]. Each is copied once. To join along
/// a new axis, see [`stack`].
///
/// # Panics
///
/// If [`try_concatenate`] returns an error.
///
/// # Examples
///
/// ```
/// use tslice::{Tensor, concatenate, s};
///
/// let t = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
/// assert_eq!(concatenate(0, &[t.slice(s![1:]), t.slice(s![:1])]), [[4, 5, 6], [1, 2, 3]]);
/// assert_eq!(concatenate(1, &[&t, &t]), [[1, 2, 3, 1, 2, 3], [4, 5, 6, 4, 5, 6]]);
/// ```
#[must_use]
#[track_caller]
pub fn concatenate<T: Clone, X: AsView<T>>(
    axis: usize,
    arrays: &[X],
) -> Array<Owned<T>, <X::Dims as Dims>::Ranked> {
    or_panic(try_concatenate(axis, arrays))
}

/// Works like [`concatenate`], but returns an error instead of panicking.
///
/// # Errors
///
/// If there are no arrays, there is no such axis, the arrays differ in rank or in their length on another axis, or the result
/// does not fit in memory.
pub fn try_concatenate<T: Clone, X: AsView<T>>(
    axis: usize,
    arrays: &[X],
) -> Result<Array<Owned<T>, <X::Dims as Dims>::Ranked>, ShapeError> {
    Joint::new(axis, arrays.iter().map(AsView::as_view).collect())?.join()
}

/// Works like [`concatenate`], but writes into the caller's buffer, in row-major order.
///
/// # Panics
///
/// If [`try_concatenate_into`] returns an error.
#[track_caller]
pub fn concatenate_into<T: Clone, X: AsView<T>>(axis: usize, arrays: &[X], target: &mut [T]) {
    or_panic(try_concatenate_into(axis, arrays, target));
}

/// Works like [`concatenate_into`], but returns an error instead of panicking.
///
/// # Errors
///
/// If [`try_concatenate`] would return an error, or `target` has another length than the result. On error `target` is unchanged.
pub fn try_concatenate_into<T: Clone, X: AsView<T>>(
    axis: usize,
    arrays: &[X],
    target: &mut [T],
) -> Result<(), ShapeError> {
    Joint::new(axis, arrays.iter().map(AsView::as_view).collect())?.join_into(target)
}

/// Views that fit together along an axis.
struct Joint<'a, T, D: Dims> {
    axis: usize,
    views: Vec<Array<Ref<'a, T>, D>>,
    /// The shape of the result.
    shape: SmallVec<[usize; 8]>,
}

impl<'a, T: Clone, D: Dims> Joint<'a, T, D> {
    fn new(axis: usize, views: Vec<Array<Ref<'a, T>, D>>) -> Result<Self, ShapeError> {
        let Some(first) = views.first() else { return Err(ShapeError::NoArrays) };
        let (rank, mut shape) = (first.rank(), layout::list(first.lengths()));
        if axis >= rank {
            return Err(AxisError::OutOfRange { axis, rank }.into());
        }
        shape[axis] = 0;
        for (array, view) in views.iter().enumerate() {
            let lengths = view.lengths();
            if lengths.len() != rank {
                let error = AxisError::RankMismatch { expected: rank, rank: lengths.len() };
                return Err(ShapeError::Array { array, error });
            }
            let mut pairs = iter::zip(lengths, first.lengths()).enumerate();
            if let Some((axis, (&len, &expected))) =
                pairs.find(|&(at, (ours, theirs))| at != axis && ours != theirs)
            {
                let error = AxisError::LengthMismatch { axis, expected, len };
                return Err(ShapeError::Array { array, error });
            }
            // A sum beyond `usize` is beyond what a shape may count.
            shape[axis] = shape[axis].saturating_add(lengths[axis]);
        }
        Ok(Self { axis, views, shape })
    }

    fn join(&self) -> Result<Array<Owned<T>, D::Ranked>, ShapeError> {
        let mut data: Vec<T> = layout::reserve(&self.shape)?;
        let to = data.as_mut_ptr();
        // SAFETY: `interleave` needs room for the elements of the shape, which the vector has, and which nobody else reaches.
        let done = unsafe { self.interleave(to) };
        for Part { offset, layout, from, steps } in self.parts().filter(|_| !done) {
            // SAFETY: `add` needs a result inside the allocation, or at its end: the vector has room for the elements of the
            // shape, and the part begins at this one of them, or is empty.
            let to = unsafe { to.add(offset) };
            // SAFETY: `place` needs places that nobody else reaches: those of the part are in the vector, which holds no element
            // yet, and reaches all of its room. A part has a live element for each index tuple, as the view has (invariant 1). If
            // a clone panics, what was written leaks.
            unsafe { copy::place(to, &layout, Gaps::Own, from, steps) };
        }
        // SAFETY: `set_len` needs live elements: the parts have, together, all elements of the shape, and each was written.
        unsafe { data.set_len(layout::len(&self.shape)) };
        Ok(Array::from_parts(&self.shape, data))
    }

    fn join_into(&self, target: &mut [T]) -> Result<(), ShapeError> {
        layout::check_len(&self.shape, target.len())?;
        let to = target.as_mut_ptr();
        // SAFETY: `interleave` needs room for the elements of the shape: the buffer, which is borrowed exclusively.
        let done = unsafe { self.interleave(to) };
        for Part { offset, layout, from, steps } in self.parts().filter(|_| !done) {
            // SAFETY: `add` needs a result inside the buffer, or at its end: it has the length of the result, and the part begins at this
            // element of it, or is empty.
            let to = unsafe { to.add(offset) };
            // SAFETY: `assign` needs live elements that nobody else reaches: those of the part are in the buffer, which is borrowed
            // exclusively, as are the gaps. A part has a live element for each index tuple (invariant 1), none of which is in the
            // buffer.
            unsafe { copy::assign(to, &layout, Gaps::Own, from, steps) };
        }
        Ok(())
    }

    /// Copies all views together, if their elements take turns in the result and there is a kernel for it; else returns `false`.
    ///
    /// # Safety
    ///
    /// There are places at `to` for the elements of the result, which nobody else reaches.
    unsafe fn interleave(&self, to: *mut T) -> bool {
        let (first, strides) = (&self.views[0], Dynamic::of_shape(&self.shape).strides);
        let single = |view: &Array<Ref<'a, T>, D>| {
            let mut axes = iter::zip(view.lengths(), iter::zip(view.steps(), first.steps())).enumerate();
            axes.all(|(axis, (&len, (step, first)))| len == 1 || axis != self.axis && step == first)
        };
        if strides[self.axis] != 1 || self.shape.contains(&0) || !self.views.iter().all(single) {
            return false;
        }
        let Some(layout) = <D::Ranked as Dims>::Layout::strided(first.lengths(), &strides) else {
            return false;
        };
        let planes: SmallVec<[*const T; 4]> = self.views.iter().map(Array::as_ptr).collect();
        // SAFETY: `interleave` needs a pixel at `to` for each index tuple of the layout: the views have one position on the axis, along
        // which their elements follow each other in the result; and a live element of each view, which has the first one's strides,
        // those of axes of length 1 aside (invariant 1). None of them is in a place that nobody else reaches.
        unsafe { copy::interleave(to, &layout, &planes, first.steps()) }
    }

    /// The places of the views in the result, whose elements were counted: each view as a whole or in pieces, sorted by the piece of
    /// the result that they make.
    fn parts(&self) -> impl Iterator<Item = Part<'_, T, D>> {
        let strides = Dynamic::of_shape(&self.shape).strides;
        let (axis, chunk) = self.pieces(&strides);
        // Without elements there is nothing to place, however long the axis is.
        let end = if self.shape.contains(&0) { 0 } else { self.shape[axis] };
        (0..end).step_by(chunk).flat_map(move |begin| {
            let (strides, mut at) = (strides.clone(), 0);
            self.views.iter().map(move |view| {
                let (mut lengths, steps) = (layout::list(view.lengths()), view.steps());
                let mut offset = at * strides[self.axis].unsigned_abs();
                at += lengths[self.axis];
                let mut from = view.as_ptr();
                if chunk < self.shape[axis] {
                    lengths[axis] = chunk.min(lengths[axis] - begin);
                    offset += begin * strides[axis].unsigned_abs();
                    // This points to an element of the view, or, if the view has none, nowhere and is not used.
                    from = from.wrapping_offset(begin.cast_signed().wrapping_mul(steps[axis]));
                }
                let layout = <D::Ranked as Dims>::Layout::strided(&lengths, &strides);
                let layout = layout.unwrap_or_else(|| unreachable!("the views have one rank"));
                Part { offset, layout, from, steps }
            })
        })
    }

    /// The axis along which the result is made in pieces, and the length of a piece.
    ///
    /// If elements of several views are in each cache line, a piece of the result is made by all views while the cache holds it.
    fn pieces(&self, strides: &[isize]) -> (usize, usize) {
        /// Bytes of a piece of the result; the sources take as many again.
        const PIECE: usize = 96 << 10;
        const LINE: usize = 64;
        let bytes = |axis: usize| strides[axis].unsigned_abs().saturating_mul(size_of::<T>());
        let longest = self.views.iter().map(|view| view.lengths()[self.axis]).max().unwrap_or(0);
        let outer = (0..self.axis).find(|&axis| self.shape[axis] > 1);
        match outer {
            Some(axis) if size_of::<T>() > 0 && longest.saturating_mul(bytes(self.axis)) < LINE => {
                (axis, (PIECE / bytes(axis).max(1)).max(1))
            }
            _ => (self.axis, self.shape[self.axis].max(1)),
        }
    }
}

/// A piece of a view, and its place in the result.
struct Part<'p, T, D: Dims> {
    /// Its first element in the result.
    offset: usize,
    /// Its layout in the result.
    layout: <D::Ranked as Dims>::Layout,
    from: *const T,
    steps: &'p [isize],
}
