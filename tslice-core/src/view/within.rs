//! Assigning one slice of an array to another one of the same array.

use core::fmt;

use tslice_kernels::Gaps;

use crate::array::{Array, Owned, Write};
use crate::copy::{self, OverLive};
use crate::error::{ShapeError, SliceError, or_panic};
use crate::layout::{self, Dims, Layout};
use crate::resolve::{self, Slices};

/// Why one slice of an array cannot be assigned to another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum AssignWithinError {
    /// The spec of the target does not fit the array.
    Target(SliceError),
    /// The spec of the source does not fit the array.
    Source(SliceError),
    /// The source does not broadcast to the target, or a copy of it does not fit in memory.
    Shape(ShapeError),
}

impl fmt::Display for AssignWithinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Target(error) => write!(f, "the target: {error}"),
            Self::Source(error) => write!(f, "the source: {error}"),
            Self::Shape(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for AssignWithinError {}

impl<S: Write, D: Dims> Array<S, D> {
    /// Overwrites one slice of this array by another one of it, as `t[1:] = t[:-1]` does in NumPy. The two may overlap: what is
    /// written is what the source was before.
    ///
    /// The source is broadcast as [`assign`](Self::assign) does it. Slices that overlap go through a copy of the source. Several
    /// slices without common elements can be borrowed at once by [`multi_slice_mut`](Self::multi_slice_mut).
    ///
    /// # Panics
    ///
    /// If a spec does not fit the array, or the source does not broadcast to the target.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let mut t = Tensor::<_, 1>::from([1, 2, 3, 4]);
    /// t.assign_within(s![1:], s![:-1]);
    /// assert_eq!(t, [1, 1, 2, 3]);
    /// t.assign_within(s![:], s![::-1]);
    /// assert_eq!(t, [3, 2, 1, 1]);
    /// ```
    #[track_caller]
    pub fn assign_within<P: Slices<D>, Q: Slices<D>>(&mut self, target: P, source: Q)
    where
        S::Elem: Clone,
    {
        or_panic(self.try_assign_within(target, source));
    }

    /// [`assign_within`](Self::assign_within), with its error as a value.
    pub(crate) fn try_assign_within<P: Slices<D>, Q: Slices<D>>(
        &mut self,
        target: P,
        source: Q,
    ) -> Result<(), AssignWithinError>
    where
        S::Elem: Clone,
    {
        let select = |encoding| resolve::selections(encoding, self.lengths());
        let ours = select(target.as_encoding()).map_err(AssignWithinError::Target)?;
        let theirs = select(source.as_encoding()).map_err(AssignWithinError::Source)?;
        let apart = layout::disjoint(&ours, &theirs);
        let (to_offset, to) = target.resolve(self.layout()).map_err(AssignWithinError::Target)?;
        let (from_offset, from) = source.resolve(self.layout()).map_err(AssignWithinError::Source)?;
        let strides = layout::assignment_strides(&from, to.shape()).map_err(AssignWithinError::Shape)?;
        if !apart {
            let copied: Array<Owned<S::Elem>, Q::Output> = {
                // SAFETY: `part` needs index tuples that point to elements, and the offset of an element, or 0 if there is none: what a
                // spec is resolved to.
                let source = unsafe { self.part::<Q::Output>(from_offset, from) };
                Array::from_parts(source.lengths(), source.try_to_vec().map_err(AssignWithinError::Shape)?)
            };
            // SAFETY: `part_mut` needs index tuples that point to elements, different ones to different elements, and the offset of an
            // element, or 0 if there is none: what a spec is resolved to.
            let mut target = unsafe { self.part_mut::<P::Output>(to_offset, to) };
            return target.try_assign(&copied).map_err(AssignWithinError::Shape);
        }
        let all = self.as_mut_ptr();
        // SAFETY: `offset` needs a result inside the allocation: resolving gives the offset of an element, or 0 if there is none.
        let target = unsafe { all.offset(to_offset) };
        // SAFETY: `offset` needs a result inside the allocation: resolving gives the offset of an element, or 0 if there is none.
        let source = unsafe { all.offset(from_offset) };
        // SAFETY: `assign` needs elements of the layout at `target` to which no other reference exists, because the array is borrowed
        // exclusively, and for each index tuple a live element at `source` that is not one of them: the two slices have no
        // element in common. What is between may be the source's, so gaps are left alone.
        unsafe { copy::assign::<_, OverLive, _>(target, &to, Gaps::Shared, source, &strides) };
        Ok(())
    }
}
