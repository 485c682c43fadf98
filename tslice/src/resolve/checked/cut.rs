//! The length of a range of an axis, as a type.

use core::fmt::Debug;
use core::hash::Hash;
use core::marker::PhantomData;

use crate::layout::{Const, Extent, extent_sealed};
use crate::rank::Dyn;
use crate::resolve::range::range;
use crate::spec::Bounds;

/// A range with literal bounds, as a type.
pub trait Range: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    #[doc(hidden)]
    const BOUNDS: Bounds;
}

/// The length of what a range R leaves of an axis A of a static shape: `Cut<Const<10>, Within<1, 7, 2>>` is 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cut<A, R>(PhantomData<(A, R)>);

impl<A: Extent, R: Range> extent_sealed::Sealed for Cut<A, R> {}

impl<A: Extent, R: Range> Extent for Cut<A, R> {
    const LEN: Option<usize> = match A::LEN {
        Some(len) => Some(range(R::BOUNDS, len.cast_signed() as i64).count),
        None => None,
    };
}

/// The extent that a range leaves of another. Nothing is known of what is left of a [`Dyn`].
pub trait CutBy<R>: Extent {
    type Output: Extent;
}

impl<const N: usize, R: Range> CutBy<R> for Const<N> {
    type Output = Cut<Self, R>;
}

impl<A: Extent, Q: Range, R: Range> CutBy<R> for Cut<A, Q> {
    type Output = Cut<Self, R>;
}

impl<R: Range> CutBy<R> for Dyn {
    type Output = Self;
}
