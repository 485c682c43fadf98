//! Picking positions of an axis that is known at run time: by a list, by ids with a policy, or by a mask.

mod axis;
mod compress;
mod options;

use alloc::vec::Vec;

use crate::array::axis_count::axis_of;
use crate::array::pick::{AsList, PickError, Positions, parts_of_axis};
use crate::array::{Array, Integer, Owned, Read, bound};
use crate::error::or_panic;
use crate::layout::{self, Dims};

pub use axis::IndexedAxis;
pub use options::{BadIndices, GatherOptions};

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: Clone,
{
    /// Copies the listed positions of an axis, in the order of the list, as `np.take` does: `t.take(0, &[2, 0, -1])`.
    ///
    /// The list is a slice, an array or a `Vec` of any primitive integer type, or an array of rank 1; negative numbers count from the
    /// end. It does what [`pick`](Self::pick) does with one list, for an axis that is known at run time. To pick elements by index
    /// tuples, see `gather_nd` of the crate `tslice-ops`.
    ///
    /// # Panics
    ///
    /// If [`try_take`](Self::try_take) returns an error.
    ///
    /// # Examples
    ///
    /// ```
    /// let t = tslice::Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.take(0, &[1, 0, 1]), [[4, 5, 6], [1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.take(1, &vec![-1_i8, 0]), [[3, 1], [6, 4]]);
    /// ```
    #[doc(alias("gather"))]
    #[must_use]
    #[track_caller]
    pub fn take<L: AsList + ?Sized>(&self, axis: impl Integer, list: &L) -> Array<Owned<S::Elem>, D::Ranked> {
        or_panic(self.try_take(axis, list))
    }

    /// Works like [`take`](Self::take), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is no such axis, an index is out of bounds, or the result does not fit in memory.
    pub fn try_take<L: AsList + ?Sized>(
        &self,
        axis: impl Integer,
        list: &L,
    ) -> Result<Array<Owned<S::Elem>, D::Ranked>, PickError> {
        let axis = axis_of(axis, self.rank()).map_err(|error| PickError::Shape(error.into()))?;
        self.taken(axis, &list.as_list())
    }

    /// Works like [`take`](Self::take), but writes into the caller's buffer, in row-major order.
    ///
    /// # Panics
    ///
    /// If [`try_take_into`](Self::try_take_into) returns an error.
    #[track_caller]
    pub fn take_into<L: AsList + ?Sized>(&self, axis: impl Integer, list: &L, target: &mut [S::Elem]) {
        or_panic(self.try_take_into(axis, list, target));
    }

    /// Works like [`take_into`](Self::take_into), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If [`try_take`](Self::try_take) would return an error, or `target` has another length than the result. On error `target`
    /// is unchanged.
    pub fn try_take_into<L: AsList + ?Sized>(
        &self,
        axis: impl Integer,
        list: &L,
        target: &mut [S::Elem],
    ) -> Result<(), PickError> {
        let axis = axis_of(axis, self.rank()).map_err(|error| PickError::Shape(error.into()))?;
        self.copy_parts_into(&parts_of_axis(&[&list.as_list()], axis, self.lengths()), target)
    }

    /// Works like [`take`](Self::take), but takes a policy for bad ids and a choice of what negative ids mean.
    ///
    /// # Panics
    ///
    /// If [`try_take_with`](Self::try_take_with) returns an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{BadIndices, GatherOptions, Tensor};
    ///
    /// let t = Tensor::<_, 1>::from([1, 2, 3]);
    /// assert!(t.try_take_with(0, &[0, -1], GatherOptions::new()).is_err());
    /// assert_eq!(t.take_with(0, &[0, 7], GatherOptions::new().bad_indices(BadIndices::Ignore)), [1, 0]);
    /// ```
    #[must_use]
    #[track_caller]
    pub fn take_with<I: Integer>(
        &self,
        axis: impl Integer,
        ids: &[I],
        options: GatherOptions,
    ) -> Array<Owned<S::Elem>, D::Ranked>
    where
        S::Elem: Default,
    {
        or_panic(self.try_take_with(axis, ids, options))
    }

    /// Works like [`take_with`](Self::take_with), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If [`try_take`](Self::try_take) would return an error; an id that the options allow is none.
    pub fn try_take_with<I: Integer>(
        &self,
        axis: impl Integer,
        ids: &[I],
        options: GatherOptions,
    ) -> Result<Array<Owned<S::Elem>, D::Ranked>, PickError>
    where
        S::Elem: Default,
    {
        let axis = axis_of(axis, self.rank()).map_err(|error| PickError::Shape(error.into()))?;
        let len = self.lengths()[axis];
        let indexed = IndexedAxis::new(len, options.negative_from_end);
        let mut bad = Vec::new();
        let mut positions = layout::reserve(&[ids.len()])?;
        for (at, &id) in ids.iter().enumerate() {
            let position = indexed.position(id);
            if position.is_none() && options.bad_indices == BadIndices::Error {
                return Err(PickError::IndexOutOfBounds { at, index: bound(id), axis, len });
            }
            bad.extend(position.is_none().then_some(at));
            positions.push(position.unwrap_or(0));
        }
        if len == 0 && !ids.is_empty() {
            let mut shape = layout::list(self.lengths());
            shape[axis] = ids.len();
            let mut data: Vec<S::Elem> = layout::reserve(&shape)?;
            data.resize_with(layout::len(&shape), S::Elem::default);
            return Ok(Array::from_parts(&shape, data));
        }
        let mut taken: Array<_, D::Ranked> = self.try_take(bound(axis), &positions)?;
        if !bad.is_empty() {
            let (view, bad) = (taken.view_mut(), bad.as_list());
            let list: [&dyn Positions; 1] = [&bad];
            let parts = parts_of_axis(&list, axis, view.lengths());
            view.into_selected(&parts)?.fill(S::Elem::default());
        }
        Ok(taken)
    }
}
