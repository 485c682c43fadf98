//! One value from each line along an axis.

use super::axis_count::axis_of;
use super::axis_iter::without;
use super::{Array, Integer, Owned, Read, Ref, RemoveAxis};
use crate::error::{ShapeError, or_panic};
use crate::layout::{self, Dims, Layout, Ranked};
use crate::rank::Rank;

impl<S: Read, D: Dims> Array<S, D> {
    /// Calls a function for each line along an axis, and returns a tensor of the results, without that axis.
    ///
    /// ```
    /// use tslice::{Tensor, View};
    ///
    /// let t = Tensor::<_, 2>::from([[3.0, 9.0, 4.0], [5.0, 5.0, 2.0]]);
    /// let median = |lane: View<f64, 1>| {
    ///     let mut sorted = lane.to_vec();
    ///     sorted.sort_by(f64::total_cmp);
    ///     sorted[sorted.len() / 2]
    /// };
    /// assert_eq!(t.map_axis(1, median), [4.0, 5.0]);
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such axis, or memory runs out.
    #[doc(alias("median", "percentile"))]
    #[must_use]
    #[track_caller]
    pub fn map_axis<U, E: Ranked>(
        &self,
        axis: impl Integer,
        f: impl FnMut(Array<Ref<'_, S::Elem>, Rank<1>>) -> U,
    ) -> Array<Owned<U>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        or_panic(self.try_map_axis(axis, f))
    }

    /// Works like [`map_axis`](Self::map_axis), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is no such axis, or the tensor does not fit in memory. The function is then not called.
    pub fn try_map_axis<U, E: Ranked>(
        &self,
        axis: impl Integer,
        f: impl FnMut(Array<Ref<'_, S::Elem>, Rank<1>>) -> U,
    ) -> Result<Array<Owned<U>, E>, ShapeError>
    where
        D: RemoveAxis<Output = E>,
    {
        let axis = axis_of(axis, self.rank())?;
        let rest: E::Layout = without(self.layout(), axis);
        let mut data = layout::reserve(rest.shape())?;
        self.view().try_lanes(axis)?.map_into(&mut data, f);
        Ok(Array::from_parts(rest.shape(), data))
    }
}
