//! The static shape of a result: a list of entries walks along a list of extents.

use super::claim::{AnyIndex, AnyRange, Begin, Claim, Ellipsis, End, Every, Full, Index, NewAxis, Within};
use super::cut::{CutBy, Range};
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
    ($([$($parameters:tt)*] $entry:ty, $extent:ident $(: $bound:path)? => [$($given:tt)*], $claim:expr;)+) => {$(
        impl<$extent $(: $bound)?, L, E, const W: usize, $($parameters)*> Walk<($extent, L), W> for ($entry, E)
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
    [const B: i64, const F: i64, const S: i64] Within<B, F, S>, A: CutBy<Within<B, F, S>> => [A::Output],
        Claim::Range(<Within<B, F, S>>::BOUNDS);
    [const B: i64, const S: i64] Begin<B, S>, A: CutBy<Begin<B, S>> => [A::Output], Claim::Range(<Begin<B, S>>::BOUNDS);
    [const F: i64, const S: i64] End<F, S>, A: CutBy<End<F, S>> => [A::Output], Claim::Range(<End<F, S>>::BOUNDS);
    [const S: i64] Every<S>, A: CutBy<Every<S>> => [A::Output], Claim::Range(<Every<S>>::BOUNDS);
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
