//! Specs of `s!` on arrays of static shapes: nothing is checked by the compiler, and the result has a rank.
//!
//! There is an impl for each number of axes, so that a spec on an array of a rank is one impl to the compiler, as before.

use core::borrow::Borrow;

use crate::error::SliceError;
use crate::layout::{Dims, Extent, Fixed, Rank, each_rank};
use crate::resolve::Slices;
use crate::spec::{Kind, Spec};

macro_rules! plain {
    ($($rank:literal [$($axis:ident)*] $arithmetic:tt;)+) => {$(
        plain! { @of $rank, [Spec<N, X>], $($axis)* }
        plain! { @of $rank, [&Spec<N, X>], $($axis)* }
    )+};
    (@of $rank:literal, [$spec:ty], $($axis:ident)*) => {
        #[doc(hidden)]
        #[diagnostic::do_not_recommend]
        impl<$($axis: Extent,)* const N: usize, X: Kind, const O: usize> Slices<($($axis,)*)> for $spec
        where
            Self: Slices<Rank<$rank>, Output = Rank<O>>,
        {
            type Output = Rank<O>;

            const INLINED: bool = <Self as Slices<Rank<$rank>>>::INLINED;

            #[inline(always)]
            fn resolve(self, from: &Fixed<$rank>) -> Result<(isize, Fixed<O>), SliceError> {
                Slices::<Rank<$rank>>::resolve(self, <($($axis,)*)>::known(from).borrow())
            }

            #[inline(always)]
            #[track_caller]
            fn resolve_or_panic(self, from: &Fixed<$rank>) -> (isize, Fixed<O>) {
                Slices::<Rank<$rank>>::resolve_or_panic(self, <($($axis,)*)>::known(from).borrow())
            }
        }
    };
}

each_rank!(plain);
