//! The typed form of GatherNd with batch axes.

use super::error::GatherNdError;
use super::indices::{GatherIndices, Gathers};
use super::slices::Gather;
use crate::array::{Array, Owned, Read};
use crate::error::or_panic;
use crate::layout::Dims;
use crate::rank::{Difference, Dyn, Rank};

/// Dims of which the first B axes count batches: `Rank<R>: Batches<B, Output = Rank<R - B>>`.
#[diagnostic::on_unimplemented(
    message = "{B} batch axes are asked for, and an array of {Self} has fewer",
    label = "the first axes of the tensor and of the indices, the tuples aside, are walked together"
)]
pub trait Batches<const B: usize>: Dims {
    /// The dims of each batch.
    type Output: Dims;
}

#[diagnostic::do_not_recommend]
impl<const R: usize, const B: usize, const Q: usize> Batches<B> for Rank<R>
where
    Self: Difference<R, B, Output = Rank<Q>>,
{
    type Output = Rank<Q>;
}

#[diagnostic::do_not_recommend]
impl<const B: usize> Batches<B> for Dyn {
    type Output = Dyn;
}

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: Clone,
{
    /// Gathers slices batch by batch: the first B axes of the array and of the indices are walked together, as TensorFlow does
    /// with `batch_dims`.
    ///
    /// Indices of K axes, the batch axes among them, and depth N give rank K + R - B - N. The shape is the K lengths of the
    /// indices, then the last R - B - N lengths of the array. Unlike [`ops::gather_nd`](crate::ops::gather_nd()), this method
    /// refuses batch axes that differ.
    ///
    /// # Panics
    ///
    /// If [`try_gather_nd_batched`](Self::try_gather_nd_batched) returns an error, or memory runs out.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{Rank, Tensor, View};
    ///
    /// let t = View::<_, 2>::from(&[["a", "b"], ["c", "d"]]);
    /// let one_of_each_row: Tensor<&str, 1> = t.gather_nd_batched(Rank::<1>, &[[1], [0]]);
    /// assert_eq!(one_of_each_row, ["b", "c"]);
    /// ```
    #[must_use]
    #[track_caller]
    pub fn gather_nd_batched<X, const B: usize, const K: usize, const N: usize, Q, O>(
        &self,
        batch: Rank<B>,
        indices: &X,
    ) -> Array<Owned<S::Elem>, O>
    where
        X: GatherIndices<K, N> + ?Sized,
        Rank<K>: Batches<B>,
        D: Batches<B, Output = Q>,
        Q: Gathers<K, N, Output = O>,
        O: Dims,
    {
        or_panic(self.try_gather_nd_batched(batch, indices))
    }

    /// As [`gather_nd_batched`](Self::gather_nd_batched), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the batch axes of array and indices differ, an index is out of bounds, a slice of an array without elements is
    /// selected, or the result does not fit in memory; if the rank is known at run time only, also if the array has fewer than
    /// B + N axes.
    pub fn try_gather_nd_batched<X, const B: usize, const K: usize, const N: usize, Q, O>(
        &self,
        _: Rank<B>,
        indices: &X,
    ) -> Result<Array<Owned<S::Elem>, O>, GatherNdError>
    where
        X: GatherIndices<K, N> + ?Sized,
        Rank<K>: Batches<B>,
        D: Batches<B, Output = Q>,
        Q: Gathers<K, N, Output = O>,
        O: Dims,
    {
        let params = self.view().into_dyn();
        let gather = Gather::new(&params, B, N)?;
        let (ours, theirs) = (&indices.outer()[..B], &params.shape()[..B]);
        if ours != theirs {
            return Err(GatherNdError::BatchShapeMismatch { indices: ours.into(), params: theirs.into() });
        }
        gather.array(indices)
    }
}
