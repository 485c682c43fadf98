//! Joining arrays along an axis, an old one or a new one.

mod error;
mod stack;

use alloc::vec::Vec;
use core::iter;

use smallvec::SmallVec;

use super::{Array, AsView, Owned, Ref};
use crate::copy;
use crate::error::or_panic;
use crate::layout::{self, Dims, Dynamic, Layout};

pub use error::JoinError;
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

/// As [`concatenate`], but returns an error instead of panicking.
///
/// # Errors
///
/// If there are no arrays, there is no such axis, the arrays differ in rank or in their length on another axis, or the result
/// does not fit in memory.
pub fn try_concatenate<T: Clone, X: AsView<T>>(
    axis: usize,
    arrays: &[X],
) -> Result<Array<Owned<T>, <X::Dims as Dims>::Ranked>, JoinError> {
    Joint::new(axis, arrays.iter().map(AsView::as_view).collect())?.join()
}

/// As [`concatenate`], but writes into the caller's buffer, in row-major order.
///
/// # Panics
///
/// If [`try_concatenate_into`] returns an error.
#[track_caller]
pub fn concatenate_into<T: Clone, X: AsView<T>>(axis: usize, arrays: &[X], target: &mut [T]) {
    or_panic(try_concatenate_into(axis, arrays, target));
}

/// As [`concatenate_into`], but returns an error instead of panicking.
///
/// # Errors
///
/// If [`try_concatenate`] would return an error, or `target` has another length than the result. On error `target` is unchanged.
pub fn try_concatenate_into<T: Clone, X: AsView<T>>(
    axis: usize,
    arrays: &[X],
    target: &mut [T],
) -> Result<(), JoinError> {
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
    fn new(axis: usize, views: Vec<Array<Ref<'a, T>, D>>) -> Result<Self, JoinError> {
        let Some(first) = views.first() else { return Err(JoinError::NoArrays) };
        let (rank, mut shape) = (first.rank(), layout::list(first.lengths()));
        if axis >= rank {
            return Err(JoinError::AxisOutOfRange { axis, rank });
        }
        shape[axis] = 0;
        for (array, view) in views.iter().enumerate() {
            let lengths = view.lengths();
            if lengths.len() != rank {
                return Err(JoinError::RankMismatch { array, rank: lengths.len(), expected: rank });
            }
            let mut pairs = iter::zip(lengths, first.lengths()).enumerate();
            if let Some((axis, (&len, &expected))) =
                pairs.find(|&(at, (ours, theirs))| at != axis && ours != theirs)
            {
                return Err(JoinError::LengthMismatch { array, axis, len, expected });
            }
            // A sum beyond `usize` is beyond what a shape may count.
            shape[axis] = shape[axis].saturating_add(lengths[axis]);
        }
        Ok(Self { axis, views, shape })
    }

    fn join(&self) -> Result<Array<Owned<T>, D::Ranked>, JoinError> {
        let mut data: Vec<T> = layout::reserve(&self.shape).map_err(JoinError::Shape)?;
        let to = data.as_mut_ptr();
        for (offset, target, view) in self.parts() {
            // SAFETY: `add` needs a result inside the allocation, or at its end: the vector has room for the elements of the
            // shape, and the part begins at this one of them, or is empty.
            let to = unsafe { to.add(offset) };
            // SAFETY: `place` needs places that nobody else reaches: those of the part are in the vector, which holds no element
            // yet. A view has a live element for each index tuple (invariant 1). If a clone panics, what was written leaks.
            unsafe { copy::place(to, &target, view.as_ptr(), view.steps()) };
        }
        // SAFETY: `set_len` needs live elements: the parts have, together, all elements of the shape, and each was written.
        unsafe { data.set_len(layout::len(&self.shape)) };
        Ok(Array::from_parts(&self.shape, data))
    }

    fn join_into(&self, target: &mut [T]) -> Result<(), JoinError> {
        layout::check_len(&self.shape, target.len()).map_err(JoinError::Shape)?;
        let to = target.as_mut_ptr();
        for (offset, target, view) in self.parts() {
            // SAFETY: as in `join`, with the caller's buffer, which has the length of the result.
            let to = unsafe { to.add(offset) };
            // SAFETY: `assign` needs live elements that nobody else reaches: those of the part are in the buffer, which is borrowed
            // exclusively. A view has a live element for each index tuple (invariant 1), none of which is in the buffer.
            unsafe { copy::assign(to, &target, view.as_ptr(), view.steps()) };
        }
        Ok(())
    }

    /// Where each view goes in the result, whose elements were counted: the offset of its first element, its layout, the view.
    fn parts(&self) -> impl Iterator<Item = (usize, <D::Ranked as Dims>::Layout, &Array<Ref<'a, T>, D>)> {
        let strides = Dynamic::of_shape(&self.shape).strides;
        let step = strides[self.axis].unsigned_abs();
        let mut at = 0;
        self.views.iter().filter(|_| !self.shape.contains(&0)).map(move |view| {
            let layout = <D::Ranked as Dims>::Layout::strided(view.lengths(), &strides);
            let layout = layout.unwrap_or_else(|| unreachable!("the views have one rank"));
            let offset = at * step;
            at += view.lengths()[self.axis];
            (offset, layout, view)
        })
    }
}
