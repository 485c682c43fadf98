//! The entries of a checked spec as types: as much as the lengths of the result depend on.

use crate::spec::Bounds;

macro_rules! entries {
    ($($(#[$doc:meta])* $name:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name;
    )+};
}

entries! {
    /// A whole axis, forwards or backwards.
    Full;
    /// A range with a bound that is known at run time.
    AnyRange;
    /// An index.
    Index;
    /// A new axis.
    NewAxis;
    /// The ellipsis.
    Ellipsis;
}

macro_rules! ranges {
    ($($(#[$doc:meta])* $name:ident [$($bound:ident)*] $begin:expr, $end:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name<$(const $bound: i64,)* const STRIDE: i64 = 1>;

        impl<$(const $bound: i64,)* const STRIDE: i64> Range for $name<$($bound,)* STRIDE> {
            const BOUNDS: Bounds = Bounds { begin: $begin, end: $end, stride: STRIDE };
        }
    )+};
}

/// A window of a length that is a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window<const LENGTH: usize>;

/// A range whose bounds are literals.
pub trait Range {
    const BOUNDS: Bounds;
}

ranges! {
    /// `begin:end:stride`.
    Within [BEGIN END] Some(BEGIN), Some(END);
    /// `begin::stride`.
    Begin [BEGIN] Some(BEGIN), None;
    /// `:end:stride`.
    End [END] None, Some(END);
    /// `::stride`.
    Every [] None, None;
}
