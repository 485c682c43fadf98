//! Means, variances and standard deviations.

use num_traits::float::FloatCore;

use super::axis_count::axis_of;
use super::fold_axis::LANES;
use super::{Array, Integer, Owned, Read, RemoveAxis, zip};
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

    /// Returns the variance of the elements, which are floats: the mean of the squared distances to their mean, as `np.var` does.
    /// NaN if there are none.
    ///
    /// ```
    /// let t = tslice::tensor![[1.0, 3.0], [1.0, 7.0]];
    /// assert_eq!((t.var(), t.var_axis(0)), (6.0, tslice::tensor![0.0, 4.0]));
    /// ```
    #[must_use]
    pub fn var(&self) -> S::Elem {
        let mean = self.mean();
        zip((self,)).sum(|(&element,)| (element - mean) * (element - mean)) / count(self.len())
    }

    /// Returns the variances along an axis, as `np.var` does. The squared distances take as much memory as the array.
    ///
    /// # Panics
    ///
    /// If there is no such axis, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn var_axis<E: Ranked>(&self, axis: impl Integer) -> Array<Owned<S::Elem>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        let axis = or_panic(axis_of(axis, self.rank()).map_err(ShapeError::Axis));
        if self.len() < LANES {
            return self.map_axis(axis, |lane| lane.var());
        }
        let mean: Array<_, E> = self.mean_axis(axis);
        let (array, means) = (self.view().into_dyn(), mean.view().into_dyn());
        let away = |(&element, &mean): (&S::Elem, &S::Elem)| (element - mean) * (element - mean);
        let variances = zip((array, means.insert_axis(axis))).map(away).mean_axis(axis);
        Array::from_parts(mean.lengths(), variances.into_vec())
    }
}

#[cfg(feature = "std")]
impl<S: Read<Elem: FloatCore + num_traits::Float>, D: Dims> Array<S, D> {
    /// Returns the standard deviation of the elements, which are floats: the root of their [variance](Self::var), as `np.std` does.
    /// Needs the feature `std`.
    #[must_use]
    pub fn std(&self) -> S::Elem {
        num_traits::Float::sqrt(self.var())
    }

    /// Returns the standard deviations along an axis, as `np.std` does. Needs the feature `std`.
    ///
    /// ```
    /// assert_eq!(tslice::tensor![[1.0, 3.0], [1.0, 7.0]].std_axis(1), [1.0, 3.0]);
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such axis, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn std_axis<E: Ranked>(&self, axis: impl Integer) -> Array<Owned<S::Elem>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        let mut deviations = self.var_axis(axis);
        deviations.map_inplace(|variance| *variance = num_traits::Float::sqrt(*variance));
        deviations
    }
}
