//! The entries of a checked spec as types, as much as the lengths of the result depend on, and the
//! static shape of the result: a list of entries walks along a list of extents.

use core::fmt::Debug;
use core::marker::PhantomData;

use crate::layout::{Const, Dyn, Extent, each_tuple, extent_sealed, type_list};
use crate::resolve::range::range;
use crate::spec::Range;

/// A whole axis, forwards or backwards.
#[derive(Clone, Copy)]
pub struct Full;

/// A range with a bound that is known at run time.
#[derive(Clone, Copy)]
pub struct AnyRange;

/// An index.
#[derive(Clone, Copy)]
pub struct Index;

/// A new axis.
#[derive(Clone, Copy)]
pub struct NewAxis;

/// The ellipsis.
#[derive(Clone, Copy)]
pub struct Ellipsis;

macro_rules! ranges {
    ($($(#[$doc:meta])* $name:ident [$($bound:ident)*] $begin:expr, $end:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name<$(const $bound: i64,)* const STRIDE: i64 = 1>;

        impl<$(const $bound: i64,)* const STRIDE: i64> LiteralRange for $name<$($bound,)* STRIDE> {
            const RANGE: Range = Range { begin: $begin, end: $end, stride: Some(STRIDE) };
        }
    )+};
}

/// A window of a length that is a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window<const LENGTH: usize>;

/// A range whose bounds are literals.
pub trait LiteralRange {
    const RANGE: Range;
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

/// The length of what a range R leaves of an axis A of a static shape:
/// `Cut<Const<10>, Within<1, 7, 2>>` is 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cut<A, R>(PhantomData<(A, R)>);

impl<A, R: LiteralRange> extent_sealed::Sealed for Cut<A, R> {}

impl<A: Extent, R: LiteralRange + Copy + Debug + Eq + Send + Sync + 'static> Extent for Cut<A, R> {
    const LEN: Option<usize> = match A::LEN {
        Some(len) => Some(range(R::RANGE, len.cast_signed() as i64).1),
        None => None,
    };
}

/// A list of entries, `(E0, (E1, ()))`, that takes extents of the list L and gives those of the
/// result. An ellipsis stands for W of them.
///
/// It is implemented for too few extents, too: otherwise the compiler would add an unreadable
/// `Walk` error to the rank error.
pub trait Walk<L, const W: usize> {
    /// The extents of the result.
    type Output;
}

impl<L, const W: usize> Walk<L, W> for () {
    type Output = L;
}

/// A list of extents whose first W are left as they are.
pub trait Keep<const W: usize> {
    /// The extents behind the first W.
    type Rest;
    /// The first W extents, followed by those of X.
    type With<X>;
}

/// Writes an impl of [`Walk`] for each line: the parameters, among them the list E of the entries
/// behind this one, the entry, and the extents that are left before it and those of the result.
macro_rules! walks {
    ($([$($parameters:tt)*] $entry:ty: $from:ty => $to:ty;)+) => {$(
        impl<$($parameters)*, const W: usize> Walk<$from, W> for ($entry, E) {
            type Output = $to;
        }
    )+};
}

walks! {
    [L, E: Walk<L, W>, A] Index: (A, L) => E::Output;
    [L, E: Walk<L, W>, A] Full: (A, L) => (A, E::Output);
    [L, E: Walk<L, W>, A] AnyRange: (A, L) => (Dyn, E::Output);
    [L, E: Walk<L, W>, A, const LENGTH: usize] Window<LENGTH>: (A, L) => (Const<LENGTH>, E::Output);
    [L, E: Walk<L, W>, R: LiteralRange, const N: usize]
        R: (Const<N>, L) => (Cut<Const<N>, R>, E::Output);
    [L, E: Walk<L, W>, R: LiteralRange, A, Q] R: (Cut<A, Q>, L) => (Cut<Cut<A, Q>, R>, E::Output);
    [L, E: Walk<L, W>, R: LiteralRange] R: (Dyn, L) => (Dyn, E::Output);
    [E] Index: () => ();
    [E] Full: () => ();
    [E] AnyRange: () => ();
    [E, const LENGTH: usize] Window<LENGTH>: () => ();
    [E, R: LiteralRange] R: () => ();
    [L, E: Walk<L, W>] NewAxis: L => (Const<1>, E::Output);
    [L: Keep<W>, E: Walk<L::Rest, W>] Ellipsis: L => L::With<E::Output>;
}

macro_rules! keep {
    ($($w:literal [$($axis:ident)*];)+) => {$(
        impl<Z, $($axis),*> Keep<$w> for type_list!(Z; $($axis),*) {
            type Rest = Z;
            type With<X> = type_list!(X; $($axis),*);
        }
    )+};
}

each_tuple!(keep);

/// A decoy, which no spec reaches: if `Keep<0>` were the only impl for a list without axes, the
/// compiler would conclude W = 0 where a rank is wrong, and report the lengths of that result too.
/// The number is a literal, because editors do not evaluate other constants here, and would take
/// them for any number.
impl Keep<1000000> for () {
    type Rest = Self;
    type With<X> = X;
}
