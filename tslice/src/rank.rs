//! Type-level rank arithmetic: slicing rank R with a spec that takes C axes and gives P has rank R - C + P.
//!
//! Impls for ranks 0 to 12, all made of one table; nothing here exists at run time.

/// A rank that the compiler knows. Typed specs slice ranks from 0 to 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rank<const R: usize>;

/// A rank that is known at run time only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dyn;

/// Calls a macro with the ranks that the compiler calculates with. Each row has the rank, a name for each of its axes, and the
/// numbers of axes that can be taken, each with the rank that is left.
macro_rules! each_rank {
    ($make:ident) => {
        $make! {
            0 [] [0 = 0];
            1 [A0] [0 = 1, 1 = 0];
            2 [A0 A1] [0 = 2, 1 = 1, 2 = 0];
            3 [A0 A1 A2] [0 = 3, 1 = 2, 2 = 1, 3 = 0];
            4 [A0 A1 A2 A3] [0 = 4, 1 = 3, 2 = 2, 3 = 1, 4 = 0];
            5 [A0 A1 A2 A3 A4] [0 = 5, 1 = 4, 2 = 3, 3 = 2, 4 = 1, 5 = 0];
            6 [A0 A1 A2 A3 A4 A5] [0 = 6, 1 = 5, 2 = 4, 3 = 3, 4 = 2, 5 = 1, 6 = 0];
            7 [A0 A1 A2 A3 A4 A5 A6] [0 = 7, 1 = 6, 2 = 5, 3 = 4, 4 = 3, 5 = 2, 6 = 1, 7 = 0];
            8 [A0 A1 A2 A3 A4 A5 A6 A7] [0 = 8, 1 = 7, 2 = 6, 3 = 5, 4 = 4, 5 = 3, 6 = 2, 7 = 1, 8 = 0];
            9 [A0 A1 A2 A3 A4 A5 A6 A7 A8] [0 = 9, 1 = 8, 2 = 7, 3 = 6, 4 = 5, 5 = 4, 6 = 3, 7 = 2, 8 = 1, 9 = 0];
            10 [A0 A1 A2 A3 A4 A5 A6 A7 A8 A9] [0 = 10, 1 = 9, 2 = 8, 3 = 7, 4 = 6, 5 = 5, 6 = 4, 7 = 3, 8 = 2, 9 = 1, 10 = 0];
            11 [A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 A10] [0 = 11, 1 = 10, 2 = 9, 3 = 8, 4 = 7, 5 = 6, 6 = 5, 7 = 4, 8 = 3, 9 = 2, 10 = 1, 11 = 0];
            12 [A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11] [0 = 12, 1 = 11, 2 = 10, 3 = 9, 4 = 8, 5 = 7, 6 = 6, 7 = 5, 8 = 4, 9 = 3, 10 = 2, 11 = 1, 12 = 0];
        }
    };
}

pub(crate) use each_rank;

/// `Rank<R>: Difference<R, C, Output = Rank<R - C>>`: rank R has C axes to take, and R is at most 12.
///
/// The rank is a parameter of the trait too, so that the compiler's message can name it.
#[diagnostic::on_unimplemented(
    message = "this spec takes {C} axes, the tensor has rank {R}",
    label = "each index and range takes an axis; code for every rank needs a bound: `where SpecType![_, ..]: Slices<Rank<R>>`"
)]
pub trait Difference<const R: usize, const C: usize> {
    /// Rank R - C.
    type Output;
}

/// `Rank<M>: Sum<M, P, Output = Rank<M + P>>`: M axes and P more are at most 12.
#[diagnostic::on_unimplemented(
    message = "this spec gives {P} axes besides the {M} it leaves whole: a typed rank is at most 12",
    label = "the result would have a rank above 12; arrays of any rank are made by `into_dyn()`"
)]
pub trait Sum<const M: usize, const P: usize> {
    /// Rank M + P.
    type Output;
}

/// `Rank<R>: OneLess<R, Output = Rank<R - 1>>`: [`Difference`] of one axis, of which the compiler speaks in the singular.
#[diagnostic::on_unimplemented(
    message = "this spec takes 1 axis, the tensor has rank {R}",
    label = "each index and range takes an axis; code for every rank needs a bound: `where SpecType![_, ..]: Slices<Rank<R>>`"
)]
pub trait OneLess<const R: usize> {
    /// Rank R - 1.
    type Output;
}

impl<const R: usize> Difference<R, 1> for Rank<R>
where
    Self: OneLess<R>,
{
    type Output = <Self as OneLess<R>>::Output;
}

macro_rules! arithmetic {
    ($($r:literal [$($axis:ident)*] [0 = $same:literal $(, 1 = $less:literal $(, $c:literal = $m:literal)*)?];)+) => { $(
        arithmetic! { @one $r: Difference<$r, 0> = $same, Sum<$r, 0> = $r; }
        $(
            arithmetic! { @one $r: OneLess<$r> = $less; }
            arithmetic! { @one $less: Sum<$less, 1> = $r; }
            $(
                arithmetic! { @one $r: Difference<$r, $c> = $m; }
                arithmetic! { @one $m: Sum<$m, $c> = $r; }
            )*
        )?
    )+ };
    (@one $rank:literal: $($operation:path = $result:literal),+;) => { $(
        #[doc(hidden)]
        #[diagnostic::do_not_recommend]
        impl $operation for Rank<$rank> {
            type Output = Rank<$result>;
        }
    )+ };
}

each_rank!(arithmetic);

/// [`Sum`] of 12 axes and one, which no rank has: in the singular.
#[diagnostic::on_unimplemented(
    message = "this spec gives 1 axis besides the 12 it leaves whole: a typed rank is at most 12",
    label = "the result would have a rank above 12; arrays of any rank are made by `into_dyn()`"
)]
pub trait HasRoom<'a> {}

// If only one impl of `Sum<12, _>` existed, inference would choose it. This one has a condition that never holds, and a lifetime,
// because the compiler refuses such a condition of types without parameters at once.
#[doc(hidden)]
impl<'a> Sum<12, 1> for Rank<12>
where
    Self: HasRoom<'a>,
{
    type Output = Rank<1000000>;
}

// Decoys, which no spec reaches. If no impl of `Sum<1000000, _>` or `Sum<_, 13>` existed, the compiler would report it beside a
// difference that does not exist. Their ranks are literals: editors do not evaluate other constants here, and would take them for
// any rank.
#[doc(hidden)]
#[diagnostic::do_not_recommend]
impl<const P: usize> Sum<1000000, P> for Rank<1000000> {
    type Output = Rank<1000000>;
}
#[doc(hidden)]
#[diagnostic::do_not_recommend]
impl<const P: usize> Sum<1000001, P> for Rank<1000001> {
    type Output = Rank<1000000>;
}
