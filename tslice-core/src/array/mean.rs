//! Means.

use num_traits::float::FloatCore;

use super::axis_count::axis_of;
use super::{Array, Integer, Owned, Read, RemoveAxis};
use crate::error::{ShapeError, or_panic};
use crate::layout::{Dims, Ranked};

/// A length as a float, to divide by.
fn count<T: FloatCore>(len: usize) -> T {
    T::from(len).unwrap_or_else(T::infinity)
}

impl<S: Read<Elem: FloatCore>, D: Dims> Array<S, D> {
    /// Returns the mean of the elements, which are floats: their [`sum`](Self::sum) divided by their number, NaN if there are none.
    ///
    /// ```
    /// let t = tslice::tensor![[1.0, 2.0], [3.0, 6.0]];
    /// assert_eq!(t.mean(), 3.0);
    /// assert_eq!(t.mean_axis(0), [2.0, 4.0]);
    /// ```
    #[doc(alias("average"))]
    #[must_use]
    pub fn mean(&self) -> S::Elem {
        self.sum() / count(self.len())
    }

    /// Returns the means along an axis, which are those of [`sum_axis`](Self::sum_axis) divided by its length, NaN if that is 0.
    ///
    /// # Panics
    ///
    /// If there is no such axis, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn mean_axis<E: Ranked>(&self, axis: impl Integer) -> Array<Owned<S::Elem>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        or_panic(self.try_mean_axis(axis))
    }

    /// Works like [`mean_axis`](Self::mean_axis), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is no such axis, or the tensor does not fit in memory.
    pub fn try_mean_axis<E: Ranked>(&self, axis: impl Integer) -> Result<Array<Owned<S::Elem>, E>, ShapeError>
    where
        D: RemoveAxis<Output = E>,
    {
        let axis = axis_of(axis, self.rank())?;
        let (mut sums, len) = (self.try_sum_axis(axis)?, count(self.lengths()[axis]));
        sums.map_inplace(|sum| *sum = *sum / len);
        Ok(sums)
    }
}
