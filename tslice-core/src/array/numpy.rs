//! What users of NumPy and of tensors write first, where it takes more than one call here.

use alloc::vec::Vec;

use num_traits::float::FloatCore;
use num_traits::{AsPrimitive, Zero};

use super::axis_count::axis_of;
use super::{Array, AsView, Integer, Owned, Read, RemoveAxis, concatenate, zip};
use crate::error::{AxisError, ShapeError, or_panic};
use crate::layout::{Dims, Ranked};

impl<T: Clone + Zero, D: Dims> Array<Owned<T>, D> {
    /// Makes an array of zeros of the shape of another array.
    ///
    /// ```
    /// use tslice::{Tensor, tensor};
    ///
    /// assert_eq!(Tensor::zeros_like(&tensor![[1, 2]]), [[0, 0]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If memory runs out.
    #[must_use]
    pub fn zeros_like<S: Read<Elem = T>>(array: &Array<S, D>) -> Self {
        Self::from_parts(array.lengths(), alloc::vec![T::zero(); array.len()])
    }
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns whether a function returns `true` for every element. It is not called any more after the first `false`.
    ///
    /// ```
    /// let t = tslice::tensor![[1, 2], [3, 4]];
    /// assert!(t.all(|&x| x > 0) && !t.any(|&x| x > 4));
    /// ```
    #[must_use]
    pub fn all(&self, mut f: impl FnMut(&S::Elem) -> bool) -> bool {
        zip((self,)).all(|(element,)| f(element))
    }

    /// Returns whether a function returns `true` for an element. It is not called any more after the first `true`.
    #[must_use]
    pub fn any(&self, mut f: impl FnMut(&S::Elem) -> bool) -> bool {
        zip((self,)).any(|(element,)| f(element))
    }

    /// Returns the elements as numbers of another type, by the rules of `as`: `t.cast::<f64>()`.
    ///
    /// ```
    /// assert_eq!(tslice::tensor![1, 2].cast::<f64>().mean(), 1.5);
    /// ```
    ///
    /// # Panics
    ///
    /// If memory runs out.
    #[doc(alias("astype"))]
    #[must_use]
    #[track_caller]
    pub fn cast<U: Copy + 'static>(&self) -> Array<Owned<U>, D>
    where
        S::Elem: AsPrimitive<U>,
    {
        self.map(|element| element.as_())
    }

    /// Returns a copy with `value` where a mask is `true`, as `masked_fill` of PyTorch does. The mask is broadcast; to write in place, use
    /// [`select_mut`](Self::select_mut).
    ///
    /// ```
    /// assert_eq!(tslice::tensor![[1, 2], [3, 4]].masked_fill(&[false, true], 0), [[1, 0], [3, 0]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the mask does not broadcast to the shape of the array, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn masked_fill(&self, mask: impl AsView<bool>, value: S::Elem) -> Array<Owned<S::Elem>, D>
    where
        S::Elem: Clone,
    {
        let mut filled = self.to_tensor();
        filled.zip_mut_with(mask, |element, &masked| {
            if masked {
                *element = value.clone();
            }
        });
        filled
    }

    /// Repeats each position of an axis `count` times, one beside the other, as `np.repeat` does.
    ///
    /// ```
    /// let t = tslice::tensor![[1, 2]];
    /// assert_eq!((t.repeat(2, 1), t.tile([2, 2])), (tslice::tensor![[1, 1, 2, 2]], tslice::tensor![[1, 2, 1, 2], [1, 2, 1, 2]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such axis, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn repeat(&self, count: usize, axis: impl Integer) -> Array<Owned<S::Elem>, D::Ranked>
    where
        S::Elem: Clone,
    {
        let len = self.lengths()[or_panic(axis_of(axis, self.rank()).map_err(ShapeError::Axis))];
        let positions: Vec<usize> = (0..len).flat_map(|at| core::iter::repeat_n(at, count)).collect();
        self.take(axis, &positions)
    }

    /// Repeats the whole array `counts` times along each axis, as `np.tile` does.
    ///
    /// # Panics
    ///
    /// If there is not one count for each axis, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn tile(&self, counts: D::Index<'_>) -> Array<Owned<S::Elem>, D::Ranked>
    where
        S::Elem: Clone,
    {
        let counts = counts.as_ref();
        if counts.len() != self.rank() {
            or_panic(Err(ShapeError::Axis(AxisError::RankMismatch {
                expected: counts.len(),
                rank: self.rank(),
            })))
        }
        let mut tiled =
            self.to_tensor().with_dims().unwrap_or_else(|_| unreachable!("dims of the same rank"));
        for (axis, &count) in counts.iter().enumerate() {
            tiled = match count {
                0 => tiled.split_at(axis, 0).0.to_tensor(),
                _ => concatenate(axis, alloc::vec![tiled.view(); count]),
            };
        }
        tiled
    }
}

impl<S: Read<Elem: FloatCore>, D: Dims> Array<S, D> {
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
        self.map(|&element| (element - mean) * (element - mean)).mean()
    }

    /// Returns the variances along an axis, as `np.var` does.
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
        self.map_axis(axis, |lane| lane.var())
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
        self.map_axis(axis, |lane| lane.std())
    }
}
