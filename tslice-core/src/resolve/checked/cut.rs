//! The length of a range of an axis, as a type.

use core::fmt::Debug;
use core::marker::PhantomData;

use super::entry::Range;
use crate::layout::{Extent, extent_sealed};
use crate::resolve::range::range;

/// The length of what a range R leaves of an axis A of a static shape: `Cut<Const<10>, Within<1, 7, 2>>` is 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cut<A, R>(PhantomData<(A, R)>);

impl<A, R: Range> extent_sealed::Sealed for Cut<A, R> {}

impl<A: Extent, R: Range + Copy + Debug + Eq + Send + Sync + 'static> Extent for Cut<A, R> {
    const LEN: Option<usize> = match A::LEN {
        Some(len) => Some(range(R::BOUNDS, len.cast_signed() as i64).1),
        None => None,
    };
}
