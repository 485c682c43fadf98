//! The typed form of GatherNd with batch axes.

use super::error::GatherNdError;
use super::indices::{GatherIndices, Gathers};
use super::slices::Gather;
use crate::rank::{Difference, Rank, Table};
use crate::view::{Tensor, View, ViewMut};

/// `Rank<R>: Batches<B, Output = Rank<R - B>>`: of R axes, the first B count batches.
pub trait Batches<const B: usize> {
    /// The rank of each batch.
    type Output;
}

/// The table behind [`Batches`]; a trait of its own so that the compiler's message can name both numbers.
#[diagnostic::on_unimplemented(
    message = "{B} batch axes are asked for, there are {R} axes",
    label = "{B} batch axes of {R}",
    note = "the first axes of the tensor and of the indices, the tuples aside, are walked together"
)]
pub trait BatchesOf<const R: usize, const B: usize> {
    /// Rank R - B.
    type Output;
}

#[diagnostic::do_not_recommend]
impl<const R: usize, const B: usize, const Q: usize> BatchesOf<R, B> for Table
where
    Self: Difference<R, B, Output = Rank<Q>>,
{
    type Output = Rank<Q>;
}

impl<const R: usize, const B: usize, const Q: usize> Batches<B> for Rank<R>
where
    Table: BatchesOf<R, B, Output = Rank<Q>>,
{
    type Output = Rank<Q>;
}

macro_rules! batched {
    ($($type:ty),+) => {$(
        impl<T: Clone, const R: usize> $type {
            /// Gathers slices batch by batch: the first B axes of the tensor and of the indices are walked together, as
            /// under TensorFlow's `batch_dims`.
            ///
            /// Indices of K axes, the batch axes among them, and depth N give rank K + R - B - N and the indices' K lengths,
            /// then the last R - B - N of the tensor. Unlike [`ops::gather_nd`](crate::ops::gather_nd()), this refuses
            /// batch axes that differ.
            ///
            /// # Panics
            ///
            /// Where [`try_gather_nd_batched`](Self::try_gather_nd_batched) returns an error.
            ///
            /// # Examples
            ///
            /// ```
            /// use tslice::{Rank, Tensor, View};
            ///
            /// let t = View::<_, 2>::from(&[["a", "b"], ["c", "d"]]);
            /// let one_of_each_row: Tensor<&str, 1> = t.gather_nd_batched(Rank::<1>, &[[1], [0]]);
            /// assert_eq!(one_of_each_row.to_vec(), ["b", "c"]);
            /// ```
            #[must_use]
            #[track_caller]
            pub fn gather_nd_batched<
                X,
                const B: usize,
                const K: usize,
                const N: usize,
                const Q: usize,
                const J: usize,
                const O: usize,
            >(
                &self,
                batch: Rank<B>,
                indices: &X,
            ) -> Tensor<T, O>
            where
                X: GatherIndices<K, N> + ?Sized,
                Rank<K>: Batches<B, Output = Rank<J>>,
                Rank<R>: Batches<B, Output = Rank<Q>>,
                Rank<Q>: Gathers<K, N, Output = Rank<O>>,
            {
                match self.try_gather_nd_batched(batch, indices) {
                    Ok(gathered) => gathered,
                    Err(error) => crate::error::fail(&error),
                }
            }

            /// As [`gather_nd_batched`](Self::gather_nd_batched).
            ///
            /// # Errors
            ///
            /// When the batch axes of tensor and indices differ, an index is out of bounds, something is asked of a tensor
            /// without elements, or the result does not fit in memory.
            pub fn try_gather_nd_batched<
                X,
                const B: usize,
                const K: usize,
                const N: usize,
                const Q: usize,
                const J: usize,
                const O: usize,
            >(
                &self,
                _: Rank<B>,
                indices: &X,
            ) -> Result<Tensor<T, O>, GatherNdError>
            where
                X: GatherIndices<K, N> + ?Sized,
                Rank<K>: Batches<B, Output = Rank<J>>,
                Rank<R>: Batches<B, Output = Rank<Q>>,
                Rank<Q>: Gathers<K, N, Output = Rank<O>>,
            {
                let params = &self.view().into_dyn();
                let (ours, theirs) = (indices.outer(), &self.shape()[..B]);
                if ours[..B] != *theirs {
                    return Err(GatherNdError::BatchShapeMismatch {
                        indices: ours[..B].into(),
                        params: theirs.into(),
                    });
                }
                Gather { params, batch: B, depth: N, negative_from_end: false, fill: None }.tensor(indices)
            }
        }
    )+};
}

batched! { View<'_, T, R>, ViewMut<'_, T, R>, Tensor<T, R> }
