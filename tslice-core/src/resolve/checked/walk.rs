//! The static shape of a result: a list of entries walks along a list of extents.

use super::claim::{AnyIndex, AnyRange, Begin, Claim, Ellipsis, End, Every, Full, Index, NewAxis, Within};
use super::cut::Cut;
use crate::layout::Const;
use crate::rank::Dyn;
use crate::spec::MAX_ENTRIES;

/// A list of entries, `(E0, (E1, ()))`, that takes extents of the list L and gives those of the result. An ellipsis stands for W
/// of them.
///
/// Where there are too few extents, there is a result too, so that the compiler reports the rank alone.
pub trait Walk<L, const W: usize> {
    /// The extents of the result.
    type Output;
    /// What the entries claim, one by one.
    const CLAIMS: [Claim; MAX_ENTRIES];
}

impl<L, const W: usize> Walk<L, W> for () {
    type Output = L;
    const CLAIMS: [Claim; MAX_ENTRIES] = [Claim::Nothing; MAX_ENTRIES];
}

const fn before(rest: [Claim; MAX_ENTRIES], first: Claim) -> [Claim; MAX_ENTRIES] {
    let mut claims = [first; MAX_ENTRIES];
    let mut at = 1;
    while at < MAX_ENTRIES {
        claims[at] = rest[at - 1];
        at += 1;
    }
    claims
}

macro_rules! entries {
    ($([$($parameters:tt)*] $entry:ty, $extent:ident => [$($given:tt)*], $claim:expr;)+) => {$(
        impl<$extent, L, E, const W: usize, $($parameters)*> Walk<($extent, L), W> for ($entry, E)
        where
            E: Walk<L, W>,
        {
            type Output = given!(E::Output, $($given)*);
            const CLAIMS: [Claim; MAX_ENTRIES] = before(E::CLAIMS, $claim);
        }

        impl<E, const W: usize, $($parameters)*> Walk<(), W> for ($entry, E) {
            type Output = ();
            const CLAIMS: [Claim; MAX_ENTRIES] = [Claim::Nothing; MAX_ENTRIES];
        }
    )+};
}

macro_rules! given {
    ($rest:ty,) => {
        $rest
    };
    ($rest:ty, $given:ty) => {
        ($given, $rest)
    };
}

entries! {
    [const I: i64] Index<I>, A => [], Claim::Index(I);
    [] AnyIndex, A => [], Claim::Axis;
    [] Full, A => [A], Claim::Axis;
    [] AnyRange, A => [Dyn], Claim::Axis;
}

/// An impl for each kind of extent: a trait that says what a range leaves of one would be one step more for the compiler.
macro_rules! ranges {
    ($($range:ident $($bound:ident)*;)+) => {$(
        ranges! { @of $range [$($bound)*], [const N: usize] Const<N> => Cut<Const<N>, $range<$($bound,)* S>> }
        ranges! { @of $range [$($bound)*], [A, Q] Cut<A, Q> => Cut<Cut<A, Q>, $range<$($bound,)* S>> }
        ranges! { @of $range [$($bound)*], [] Dyn => Dyn }

        impl<E, const W: usize, $(const $bound: i64,)* const S: i64> Walk<(), W> for ($range<$($bound,)* S>, E) {
            type Output = ();
            const CLAIMS: [Claim; MAX_ENTRIES] = [Claim::Nothing; MAX_ENTRIES];
        }
    )+};
    (@of $range:ident [$($bound:ident)*], [$($of:tt)*] $extent:ty => $given:ty) => {
        impl<L, E: Walk<L, W>, const W: usize, $(const $bound: i64,)* const S: i64, $($of)*> Walk<($extent, L), W>
            for ($range<$($bound,)* S>, E)
        {
            type Output = ($given, E::Output);
            const CLAIMS: [Claim; MAX_ENTRIES] = before(E::CLAIMS, Claim::Range(<$range<$($bound,)* S>>::BOUNDS));
        }
    };
}

ranges! {
    Within B F;
    Begin B;
    End F;
    Every;
}

impl<L, E: Walk<L, W>, const W: usize> Walk<L, W> for (NewAxis, E) {
    type Output = (Const<1>, E::Output);
    const CLAIMS: [Claim; MAX_ENTRIES] = before(E::CLAIMS, Claim::Nothing);
}

/// A list of extents whose first W are left as they are.
pub trait Keep<const W: usize> {
    /// The extents behind them.
    type Rest;
    /// They, with others behind them.
    type With<X>;
}

impl<L, E, const AFTER: usize, const W: usize> Walk<L, W> for (Ellipsis<AFTER>, E)
where
    L: Keep<W>,
    E: Walk<L::Rest, W>,
{
    type Output = L::With<E::Output>;
    const CLAIMS: [Claim; MAX_ENTRIES] = before(E::CLAIMS, Claim::Ellipsis(AFTER));
}

macro_rules! list {
    ($last:ident;) => { $last };
    ($last:ident; $first:ident $($more:ident)*) => { ($first, list!($last; $($more)*)) };
}

macro_rules! keep {
    ($($w:literal: $($axis:ident)*;)+) => {$(
        impl<L, $($axis),*> Keep<$w> for list!(L; $($axis)*) {
            type Rest = L;
            type With<X> = list!(X; $($axis)*);
        }
    )+};
}

keep! {
    0: ;
    1: A;
    2: A B;
    3: A B C;
    4: A B C D;
    5: A B C D E;
    6: A B C D E F;
    7: A B C D E F G;
    8: A B C D E F G H;
    9: A B C D E F G H I;
    10: A B C D E F G H I J;
    11: A B C D E F G H I J K;
    12: A B C D E F G H I J K M;
}

/// So that a list without axes does not tell the compiler how many are kept. It would conclude 0 where a rank is wrong, and report
/// the lengths of that result too. The number is a literal, because editors would take another constant for any number.
impl Keep<1000000> for () {
    type Rest = Self;
    type With<X> = X;
}
