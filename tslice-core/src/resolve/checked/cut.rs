//! The length of a range of an axis, as a type.

use core::marker::PhantomData;

use super::claim::{Begin, End, Every, Within};
use crate::layout::{Extent, extent_sealed};
use crate::resolve::range::range;

/// The length of what a range R leaves of an axis A of a static shape: `Cut<Const<10>, Within<1, 7, 2>>` is 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cut<A, R>(PhantomData<(A, R)>);

macro_rules! ranges {
    ($($range:ident $($bound:ident)*;)+) => {$(
        impl<A: Extent, $(const $bound: i64,)* const S: i64> extent_sealed::Sealed for Cut<A, $range<$($bound,)* S>> {}

        impl<A: Extent, $(const $bound: i64,)* const S: i64> Extent for Cut<A, $range<$($bound,)* S>> {
            const LEN: Option<usize> = match A::LEN {
                Some(len) => Some(range(<$range<$($bound,)* S>>::BOUNDS, len.cast_signed() as i64).1),
                None => None,
            };
        }
    )+};
}

ranges! {
    Within B E;
    Begin B;
    End E;
    Every;
}
