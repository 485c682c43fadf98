//! What a bound outside its axis means: one type for each answer, so that regions of both are never mixed.

/// NumPy's dialect: a bound of a range outside its axis is clamped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clamps;

/// The dialect of most other libraries: a bound of a range outside its axis is an error, wherever [`Clamps`] would move it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Refuses;

/// [`Clamps`] or [`Refuses`]. A [`Region`](crate::Region) keeps it, and so do all regions that follow from it.
pub trait Dialect: Copy + core::fmt::Debug + Eq + sealed::Sealed + 'static {
    /// Whether a bound outside its axis is an error.
    const REFUSES: bool;
}

impl Dialect for Clamps {
    const REFUSES: bool = false;
}

impl Dialect for Refuses {
    const REFUSES: bool = true;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Clamps {}
    impl Sealed for super::Refuses {}
}
