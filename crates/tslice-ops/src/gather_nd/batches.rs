//! The typed form of GatherNd with batch axes.

use tslice_core::traits::SubRank;
use tslice_core::{Dims, Dyn, Rank};

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
    Self: SubRank<R, B, Output = Rank<Q>>,
{
    type Output = Rank<Q>;
}

#[diagnostic::do_not_recommend]
impl<const B: usize> Batches<B> for Dyn {
    type Output = Dyn;
}
