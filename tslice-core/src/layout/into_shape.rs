//! Shapes as arguments.

use alloc::boxed::Box;
use alloc::vec::Vec;

use smallvec::SmallVec;

use super::{Dims, DynIndex, StaticShape};
use crate::rank::{Dyn, Rank, each_rank};

/// The dims of an array that has the rank of the shape, whatever that is.
#[derive(Clone, Copy, Debug)]
pub struct AnyRank;

/// A shape as an argument: `[2, 3]`, `(2, 3)`, or a reference to an array, a slice or a vector of lengths, all of type `usize`.
///
/// An `IntoShape<D>` is a shape of an array of dims D, and an `IntoShape` alone one that decides on the dims: those of `[usize; R]` and
/// of a tuple of R lengths are `Rank<R>`, those of a slice or a vector are [`Dyn`].
///
/// ```
/// use tslice::{DynTensor, Tensor};
///
/// let t: Tensor<f32, 2> = Tensor::zeros((2, 3));
/// assert_eq!(t, Tensor::zeros([2, 3]));
/// assert_eq!(t, DynTensor::zeros(&vec![2, 3]));
/// assert_eq!(Tensor::full(t.shape(), 1).reshape((3, 2)).shape(), &[3, 2]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no shape of an array of {D}",
    label = "a shape is a list of lengths of type `usize`, one for each axis: `[2, 3]`, `(2, 3)`, or a slice `&[usize]` if the rank is known at run time only"
)]
pub trait IntoShape<D = AnyRank>: sealed::Lengths {
    /// The dims of an array of this shape.
    type Dims: Dims;
}

mod sealed {
    pub trait Lengths {
        /// The dims that follow from the type.
        type Own: super::Dims;

        fn lengths(&self) -> impl AsRef<[usize]>;
    }
}

use sealed::Lengths;

#[diagnostic::do_not_recommend]
impl<X: Lengths> IntoShape for X {
    type Dims = X::Own;
}

#[diagnostic::do_not_recommend]
impl<X: Lengths> IntoShape<Dyn> for X {
    type Dims = Dyn;
}

#[diagnostic::do_not_recommend]
impl<X: Lengths<Own = Rank<R>>, const R: usize> IntoShape<Rank<R>> for X {
    type Dims = Rank<R>;
}

#[diagnostic::do_not_recommend]
impl<X: Lengths<Own = D::Ranked>, D: StaticShape> IntoShape<D> for X {
    type Dims = D;
}

#[diagnostic::do_not_recommend]
impl<X: Lengths + ?Sized> Lengths for &X {
    type Own = X::Own;

    #[inline(always)]
    fn lengths(&self) -> impl AsRef<[usize]> {
        (**self).lengths()
    }
}

macro_rules! lists {
    ($([$($parameter:tt)*] $list:ty, $dims:ty;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($parameter)*> Lengths for $list {
            type Own = $dims;

            #[inline(always)]
            fn lengths(&self) -> impl AsRef<[usize]> {
                &self[..]
            }
        }
    )+};
}

lists! {
    [const R: usize] [usize; R], Rank<R>;
    [] [usize], Dyn;
    [] Vec<usize>, Dyn;
    [] Box<[usize]>, Dyn;
    [const N: usize] SmallVec<[usize; N]>, Dyn;
    [] DynIndex, Dyn;
}

macro_rules! tuples {
    ($($rank:literal [$($axis:ident)*] $arithmetic:tt;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl Lengths for ($(tuples!(@ $axis),)*) {
            type Own = Rank<$rank>;

            #[inline(always)]
            #[allow(non_snake_case, reason = "the lengths have the names of their axes")]
            fn lengths(&self) -> impl AsRef<[usize]> {
                let ($($axis,)*) = *self;
                [$($axis),*] as [usize; $rank]
            }
        }
    )+};
    (@ $axis:ident) => { usize };
}

each_rank!(tuples);
