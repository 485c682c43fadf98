//! The entries of a checked spec as types.

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
    /// An index that is known at run time.
    AnyIndex;
    /// A new axis.
    NewAxis;
}

/// A literal index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Index<const I: i64>;

/// The ellipsis, with `AFTER` axes taken behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ellipsis<const AFTER: usize>;

macro_rules! ranges {
    ($($(#[$doc:meta])* $name:ident [$($bound:ident)*] $begin:expr, $end:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name<$(const $bound: i64,)* const STRIDE: i64 = 1>;

        impl<$(const $bound: i64,)* const STRIDE: i64> $name<$($bound,)* STRIDE> {
            pub(super) const BOUNDS: Bounds = Bounds { begin: $begin, end: $end, stride: STRIDE };
        }
    )+};
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

/// What an entry says that a shape can contradict.
#[derive(Clone, Copy)]
pub enum Claim {
    /// A new axis, or the end of the list.
    Nothing,
    /// An axis is taken, of which nothing is claimed.
    Axis,
    /// So many axes stand behind the ellipsis.
    Ellipsis(usize),
    Index(i64),
    Range(Bounds),
}
