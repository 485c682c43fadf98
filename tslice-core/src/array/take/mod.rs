//! Picking positions of an axis that is known at run time: by a list, by ids with a policy, or by a mask.

mod compress;

use alloc::vec::Vec;

use crate::array::axis_count::axis_of;
use crate::array::pick::{AsList, PickError, Positions, parts_of_axis};
use crate::array::{Array, Integer, Owned, Read, bound};
use crate::error::or_panic;
use crate::layout::{self, Dims};

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
    pub fn take(&self, axis: impl Integer, list: impl AsList) -> Array<Owned<S::Elem>, D::Ranked> {
        or_panic(self.try_take(axis, list))
    }

    /// Works like [`take`](Self::take), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is no such axis, an index is out of bounds, or the result does not fit in memory.
    pub fn try_take(
        &self,
        axis: impl Integer,
        list: impl AsList,
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
    pub fn take_into(&self, axis: impl Integer, list: impl AsList, target: &mut [S::Elem]) {
        or_panic(self.try_take_into(axis, list, target));
    }

    /// Works like [`take_into`](Self::take_into), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If [`try_take`](Self::try_take) would return an error, or `target` has another length than the result. On error `target`
    /// is unchanged.
    pub fn try_take_into(
        &self,
        axis: impl Integer,
        list: impl AsList,
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

/// How an index tuple that is out of bounds is treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BadIndices {
    /// It is an error.
    #[default]
    Error,
    /// Its slice is filled with `T::default()`, which is zero for numbers.
    Ignore,
}

impl BadIndices {
    /// The policy with a name of TensorFlow's attribute `bad_indices_policy`, with its meaning on the CPU: `ERROR`, `IGNORE`, and
    /// `DEFAULT` or nothing, which are `ERROR`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "" | "DEFAULT" | "ERROR" => Some(Self::Error),
            "IGNORE" => Some(Self::Ignore),
            _ => None,
        }
    }
}

/// How index tuples are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct GatherOptions {
    /// How bad index tuples are treated.
    pub bad_indices: BadIndices,
    /// Whether negative indices count from the end, as in ONNX. If not, they are bad, as in TensorFlow.
    pub negative_from_end: bool,
}

impl GatherOptions {
    /// TensorFlow's options on the CPU: bad index tuples are an error, and negative indices are bad.
    #[must_use]
    pub const fn new() -> Self {
        Self { bad_indices: BadIndices::Error, negative_from_end: false }
    }

    /// The same options with a policy for bad index tuples.
    #[must_use]
    pub const fn bad_indices(self, bad_indices: BadIndices) -> Self {
        Self { bad_indices, ..self }
    }

    /// The same options with negative indices that count from the end, or do not.
    #[must_use]
    pub const fn negative_from_end(self, negative_from_end: bool) -> Self {
        Self { negative_from_end, ..self }
    }
}

/// An axis of a length, and what negative indices mean on it.
#[derive(Clone, Copy)]
pub struct IndexedAxis {
    len: i64,
    negative_from_end: bool,
}

impl IndexedAxis {
    /// An axis of `len` positions.
    #[must_use]
    pub fn new(len: usize, negative_from_end: bool) -> Self {
        Self { len: layout::signed(len), negative_from_end }
    }

    /// The position that an index selects, if it is inside the axis.
    #[inline(always)]
    pub fn position<I: Integer>(self, index: I) -> Option<usize> {
        let index = bound(index);
        // One comparison and few instructions, so that the loads of many elements are under way together. As an unsigned
        // number, a negative index is larger than any length.
        if index.cast_unsigned() < self.len.cast_unsigned() {
            #[expect(clippy::cast_possible_truncation, reason = "a position fits")]
            return Some(index.cast_unsigned() as usize);
        }
        self.counted_from_end(index)
    }

    #[cold]
    fn counted_from_end(self, index: i64) -> Option<usize> {
        if self.negative_from_end && index < 0 { usize::try_from(index + self.len).ok() } else { None }
    }
}
