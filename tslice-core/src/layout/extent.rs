//! The length of one axis of a static shape, as a type.

use core::fmt::Debug;

use crate::rank::Dyn;

/// A length that the compiler knows: an axis of a static shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Const<const N: usize>;

/// An axis of a static shape: [`Const<N>`](Const) if the compiler knows its length, [`Dyn`] if it does not. What a
/// `checked!` range leaves of a `Const` is a [`Cut`](crate::static_shape::Cut).
pub trait Extent: Copy + Debug + Eq + Send + Sync + sealed::Sealed + 'static {
    /// The length; `None` if it is known at run time only.
    const LEN: Option<usize>;
}

// Lengths are believed: a length of another's would reach outside of an array.
pub(crate) mod sealed {
    pub trait Sealed {}
    impl<const N: usize> Sealed for super::Const<N> {}
    impl Sealed for super::Dyn {}
}

impl<const N: usize> Extent for Const<N> {
    const LEN: Option<usize> = Some(N);
}

impl Extent for Dyn {
    const LEN: Option<usize> = None;
}
