//! The length of a range of an axis, as a type.

use core::fmt::Debug;
use core::hash::Hash;
use core::marker::PhantomData;

use crate::layout::{Extent, extent_sealed};
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
