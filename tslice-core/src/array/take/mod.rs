//! Picking positions of an axis: by a list of ids, or by a mask.

mod axis;
mod compress;
mod error;
mod options;
mod picked;
mod picks;

use alloc::vec::Vec;
use core::ops::Range;

use smallvec::SmallVec;

use crate::array::axis_count::axis_of;
use crate::array::{Array, Integer, Owned, Read, Ref, bound, try_concatenate, try_concatenate_into};
use crate::error::{ShapeError, or_panic};
use crate::layout::{self, Dims};
use picked::{Blocks, Picks};
use picks::Ids;

pub use axis::IndexedAxis;
pub use error::TakeError;
pub use options::{BadIndices, GatherOptions};

/// A source that does not lie in row-major order is packed if at least this part of its axis is picked: a view for each pick
/// costs many times the copy of an element.
const PACKED: usize = 4;
/// Bytes of a list of views that are always worth it.
const LIST: usize = 1 << 20;

/// An axis whose positions are picked, and the shape of the result.
struct Picking<'s, T, D: Dims> {
    view: Array<Ref<'s, T>, D>,
    axis: usize,
    shape: SmallVec<[usize; 8]>,
}

impl<'s, T: Clone, D: Dims> Picking<'s, T, D> {
    fn new(view: Array<Ref<'s, T>, D>, axis: i64) -> Result<Self, TakeError> {
        let shape = layout::list(view.lengths());
        let axis = axis_of(axis, shape.len()).map_err(|error| TakeError::Shape(error.into()))?;
        Ok(Self { view, axis, shape })
    }

    /// The length of the axis.
    fn len(&self) -> usize {
        self.view.lengths()[self.axis]
    }

    /// Whether a buffer has the length of what `count` positions pick.
    fn check_len(&self, count: usize, len: usize) -> Result<(), ShapeError> {
        let mut shape = self.shape.clone();
        shape[self.axis] = count;
        layout::check_len(&shape, len)
    }

    /// The picked parts as one tensor.
    fn collect(
        mut self,
        count: usize,
        picks: &impl Picks<T>,
    ) -> Result<Array<Owned<T>, D::Ranked>, ShapeError> {
        self.shape[self.axis] = count;
        layout::check_count(&self.shape)?;
        if let Some(parts) = self.parts(picks) {
            return try_concatenate(self.axis, &parts);
        }
        let data = match layout::len(&self.shape) {
            0 => Vec::new(),
            _ => Blocks::new(&self.view, self.axis)?.collect(picks, &self.shape)?,
        };
        Ok(Array::from_parts(&self.shape, data))
    }

    /// Writes the picked parts over a buffer.
    fn write(mut self, count: usize, picks: &impl Picks<T>, target: &mut [T]) -> Result<(), ShapeError> {
        self.shape[self.axis] = count;
        layout::check_len(&self.shape, target.len())?;
        if let Some(parts) = self.parts(picks) {
            return try_concatenate_into(self.axis, &parts, target);
        }
        if !target.is_empty() {
            Blocks::new(&self.view, self.axis)?.write(picks, target);
        }
        Ok(())
    }

    /// A view of each run of positions, if there are few, and the source would have to be packed.
    fn parts(&self, picks: &impl Picks<T>) -> Option<Vec<Array<Ref<'s, T>, D::Ranked>>> {
        let few = self.shape[self.axis].saturating_mul(PACKED) < self.len();
        let elements = layout::len(&self.shape);
        if !few || elements == 0 || self.view.is_contiguous() {
            return None;
        }
        // A list of views is worth its memory as long as it is small, or not much larger than the result.
        let view = size_of::<Array<Ref<'s, T>, D::Ranked>>() + 16 * self.shape.len();
        let list = self.shape[self.axis].saturating_mul(view);
        if list > LIST.max(elements.saturating_mul(4 * size_of::<T>())) {
            return None;
        }
        let part = |run: Range<usize>| {
            let [_, rest] = self.view.split_at(self.axis, run.start);
            let [part, _] = rest.split_at(self.axis, run.len());
            part
        };
        Some(picks.runs()?.into_iter().map(part).collect())
    }
}

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: Clone,
{
    /// Copies the listed positions of an axis, in the order of the list, as `np.take` does: `t.take(0, &[2, 0, 2])`.
    ///
    /// The ids have any primitive integer type. A negative id is out of bounds; [`take_with`](Self::take_with) can count it from
    /// the end. To pick by a mask, see [`compress`](Self::compress); to pick elements by index tuples, see
    /// `gather_nd` of the crate `tslice-ops`.
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
    /// assert_eq!(t.take(1, &[2_u8, 0]), [[3, 1], [6, 4]]);
    /// ```
    #[doc(alias("select", "index_select", "gather"))]
    #[must_use]
    #[track_caller]
    pub fn take<I: Integer>(&self, axis: impl Integer, ids: &[I]) -> Array<Owned<S::Elem>, D::Ranked> {
        or_panic(self.try_take(axis, ids))
    }

    /// Works like [`take`](Self::take), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is no such axis, an id is negative or otherwise out of bounds, or the result does not fit in memory.
    pub fn try_take<I: Integer>(
        &self,
        axis: impl Integer,
        ids: &[I],
    ) -> Result<Array<Owned<S::Elem>, D::Ranked>, TakeError> {
        let (picking, ids) = picking(self, bound(axis), ids, GatherOptions::new().negative_from_end, None)?;
        picking.collect(ids.ids.len(), &ids).map_err(TakeError::Shape)
    }

    /// Works like [`take`](Self::take), but writes into the caller's buffer, in row-major order.
    ///
    /// # Panics
    ///
    /// If [`try_take_into`](Self::try_take_into) returns an error.
    #[track_caller]
    pub fn take_into<I: Integer>(&self, axis: impl Integer, ids: &[I], target: &mut [S::Elem]) {
        or_panic(self.try_take_into(axis, ids, target));
    }

    /// Works like [`take_into`](Self::take_into), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If [`try_take`](Self::try_take) would return an error, or `target` has another length than the result. On error `target`
    /// is unchanged.
    pub fn try_take_into<I: Integer>(
        &self,
        axis: impl Integer,
        ids: &[I],
        target: &mut [S::Elem],
    ) -> Result<(), TakeError> {
        let (picking, ids) = picking(self, bound(axis), ids, GatherOptions::new().negative_from_end, None)?;
        picking.write(ids.ids.len(), &ids, target).map_err(TakeError::Shape)
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
    /// let from_end = GatherOptions::new().negative_from_end(true);
    /// assert_eq!(t.take_with(0, &[0, -1], from_end), [1, 3]);
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
    ) -> Result<Array<Owned<S::Elem>, D::Ranked>, TakeError>
    where
        S::Elem: Default,
    {
        let fill = (options.bad_indices == BadIndices::Ignore).then(S::Elem::default);
        let (picking, ids) = picking(self, bound(axis), ids, options.negative_from_end, fill)?;
        picking.collect(ids.ids.len(), &ids).map_err(TakeError::Shape)
    }
}

/// An axis and the ids to take from it.
type Taken<'s, 'i, T, D, I> = (Picking<'s, T, D>, Ids<'i, I, T>);

/// What is taken from an axis, if it is there and no id is an error.
fn picking<'s, 'i, S: Read, D: Dims, I: Integer>(
    array: &'s Array<S, D>,
    axis: i64,
    ids: &'i [I],
    negative_from_end: bool,
    fill: Option<S::Elem>,
) -> Result<Taken<'s, 'i, S::Elem, D, I>, TakeError>
where
    S::Elem: Clone,
{
    let picking = Picking::new(array.view(), axis)?;
    let (axis, len) = (picking.axis, picking.len());
    let ids = Ids { ids, axis: IndexedAxis::new(len, negative_from_end), fill };
    match ids.first_bad().filter(|_| ids.fill.is_none()) {
        Some(at) => Err(TakeError::IndexOutOfBounds { at, index: bound(ids.ids[at]), axis, len }),
        None => Ok((picking, ids)),
    }
}
