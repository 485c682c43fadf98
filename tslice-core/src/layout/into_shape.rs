//! Shapes and index tuples as arguments.

use alloc::boxed::Box;
use alloc::vec::Vec;

use smallvec::SmallVec;

use super::{Dims, DynIndex, StaticShape};
use crate::rank::{Dyn, Rank, each_rank};

/// The dims of an array that has the rank of the shape, whatever that is.
#[derive(Clone, Copy, Debug)]
pub struct AnyRank;

/// A shape as an argument: `[2, 3]`, `(2, 3)`, `6` for one axis, or a reference to an array, a slice or a vector of lengths, all of
/// type `usize`.
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
/// assert_eq!(Tensor::full(3, 'x'), ['x'; 3]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no shape of an array of {D}",
    label = "a shape is a list of lengths of type `usize`, one for each axis, and an order of axes is written so, too: `[2, 3]`, `(2, 3)`, `6` if there is one axis, or a slice `&[usize]` if the rank is known at run time only"
)]
pub trait IntoShape<D = AnyRank>: sealed::Lengths {
    /// The dims of an array of this shape.
    type Dims: Dims;
}

mod sealed {
    pub trait Lengths {
        /// The dims that follow from the type.
        type Own: super::Dims;
        /// An index tuple, written as the shape is: `[i, j]`, `(i, j)`, `i`, or a slice.
        type Index<'i>;

        /// An array is returned by value: a loop keeps it in registers.
        fn lengths(&self) -> impl AsRef<[usize]>;
        fn index(indices: &[usize]) -> Self::Index<'_>;
    }
}

use sealed::Lengths;

const ONE_EACH: &str = "an index for each axis";

/// An index tuple between brackets: what a shape can be written as.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no index of an array of {D}",
    label = "an index has a `usize` for each axis: `a[[1, 0]]`, `a[(1, 0)]`, and `v[1]` if there is one axis; a part is `a.slice(s![1])` or `a.slice(s![1:, 0])`"
)]
pub trait IntoIndex<D> {
    fn indices(&self) -> impl AsRef<[usize]>;
}

#[diagnostic::do_not_recommend]
impl<X: IntoShape<D>, D> IntoIndex<D> for X {
    #[inline(always)]
    fn indices(&self) -> impl AsRef<[usize]> {
        self.lengths()
    }
}

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
    type Index<'i> = X::Index<'i>;

    #[inline(always)]
    fn lengths(&self) -> impl AsRef<[usize]> {
        (**self).lengths()
    }

    #[inline(always)]
    fn index(indices: &[usize]) -> X::Index<'_> {
        X::index(indices)
    }
}

#[diagnostic::do_not_recommend]
impl<const R: usize> Lengths for [usize; R] {
    type Own = Rank<R>;
    type Index<'i> = Self;

    #[inline(always)]
    fn lengths(&self) -> impl AsRef<[usize]> {
        *self
    }

    #[inline(always)]
    fn index(indices: &[usize]) -> Self {
        indices.try_into().expect(ONE_EACH)
    }
}

#[diagnostic::do_not_recommend]
impl Lengths for usize {
    type Own = Rank<1>;
    type Index<'i> = Self;

    #[inline(always)]
    fn lengths(&self) -> impl AsRef<[usize]> {
        [*self]
    }

    #[inline(always)]
    fn index(indices: &[usize]) -> Self {
        let [index]: [usize; 1] = indices.try_into().expect(ONE_EACH);
        index
    }
}

macro_rules! lists {
    ($([$($parameter:tt)*] $list:ty;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($parameter)*> Lengths for $list {
            type Own = Dyn;
            type Index<'i> = &'i [usize];

            #[inline(always)]
            fn lengths(&self) -> impl AsRef<[usize]> {
                &self[..]
            }

            #[inline(always)]
            fn index(indices: &[usize]) -> &[usize] {
                indices
            }
        }
    )+};
}

lists! {
    [] [usize];
    [] Vec<usize>;
    [] Box<[usize]>;
    [const N: usize] SmallVec<[usize; N]>;
    [] DynIndex;
}

macro_rules! tuples {
    ($($rank:literal [$($axis:ident)*] $arithmetic:tt;)+) => {$(
        #[diagnostic::do_not_recommend]
        #[allow(clippy::unused_unit, reason = "the tuple of rank 0")]
        #[allow(non_snake_case, reason = "lengths and indices have the names of their axes")]
        impl Lengths for ($(tuples!(@ $axis),)*) {
            type Own = Rank<$rank>;
            type Index<'i> = Self;

            #[inline(always)]
            fn lengths(&self) -> impl AsRef<[usize]> {
                let ($($axis,)*) = *self;
                [$($axis),*] as [usize; $rank]
            }

            #[inline(always)]
            fn index(indices: &[usize]) -> Self {
                let [$($axis),*]: [usize; $rank] = indices.try_into().expect(ONE_EACH);
                ($($axis,)*)
            }
        }
    )+};
    (@ $axis:ident) => { usize };
}

each_rank!(tuples);
