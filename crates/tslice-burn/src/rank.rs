//! The rank of a slice as burn's tensors have it.

use std::any::Any;

use burn_tensor::Tensor;
use burn_tensor::kind::Basic;
use tslice::{Dyn, Rank};

/// Dims of which burn has tensors: every rank but 0.
#[diagnostic::on_unimplemented(
    message = "burn has no tensor of rank 0, and this slice is one of {Self}",
    label = "an index for every axis, or a rank of which nothing is known",
    note = "keep one axis by a range of length 1, such as `i:i + 1` instead of `i`; `into_scalar` then reads the element",
    note = "code for every rank D names its bounds: `Rank<D>: NotScalar`, `SpecType![.., ::_]: Slices<Rank<D>, Output = Rank<D>>`"
)]
pub trait NotScalar: sealed::Sealed {}

/// Dims that an array of rank O has: `Rank<O>`, and `Dyn`, whose rank is compared at run time.
#[diagnostic::on_unimplemented(
    message = "the slice is not a tensor of rank {O}",
    label = "this spec gives another rank than {O}",
    note = "an index drops an axis, a new axis adds one; burn's tensors have at least one axis"
)]
pub trait ToRank<const O: usize>: sealed::Sealed {}

impl<const O: usize> ToRank<O> for Rank<O> {}

macro_rules! ranks {
    ($($rank:literal)+) => {$(
        impl NotScalar for Rank<$rank> {}
        impl ToRank<$rank> for Dyn {}
    )+};
}

ranks! { 1 2 3 4 5 6 7 8 9 10 11 12 }

impl<const O: usize> sealed::Sealed for Rank<O> {}
impl sealed::Sealed for Dyn {}
impl NotScalar for Dyn {}

/// The value, if its type has this name, too. Nothing is copied but the handle of a tensor.
pub(crate) fn same<A: 'static, B: Clone + 'static>(value: &A) -> Option<B> {
    (value as &dyn Any).downcast_ref().cloned()
}

/// The same tensor, whose rank the compiler does not know to be O. Nothing happens at run time.
pub(crate) fn of_same_rank<const D: usize, const O: usize, K: Basic + 'static>(
    tensor: Tensor<D, K>,
) -> Tensor<O, K> {
    same(&tensor).expect("a shape has one rank")
}

mod sealed {
    pub trait Sealed {}
}
