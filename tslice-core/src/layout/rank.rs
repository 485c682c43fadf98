//! Type-level rank arithmetic: slicing rank R with a spec that takes C axes and gives P has rank R - C + P.
//!
//! Impls for ranks 0 to 12, all made of one table; nothing here exists at run time.

/// The highest typed rank, and the most levels of a nested array.
pub(crate) const MAX_RANK: usize = 12;

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
            1 [A] [0 = 1, 1 = 0];
            2 [A B] [0 = 2, 1 = 1, 2 = 0];
            3 [A B C] [0 = 3, 1 = 2, 2 = 1, 3 = 0];
            4 [A B C D] [0 = 4, 1 = 3, 2 = 2, 3 = 1, 4 = 0];
            5 [A B C D E] [0 = 5, 1 = 4, 2 = 3, 3 = 2, 4 = 1, 5 = 0];
            6 [A B C D E F] [0 = 6, 1 = 5, 2 = 4, 3 = 3, 4 = 2, 5 = 1, 6 = 0];
            7 [A B C D E F G] [0 = 7, 1 = 6, 2 = 5, 3 = 4, 4 = 3, 5 = 2, 6 = 1, 7 = 0];
            8 [A B C D E F G H] [0 = 8, 1 = 7, 2 = 6, 3 = 5, 4 = 4, 5 = 3, 6 = 2, 7 = 1, 8 = 0];
            9 [A B C D E F G H I] [0 = 9, 1 = 8, 2 = 7, 3 = 6, 4 = 5, 5 = 4, 6 = 3, 7 = 2, 8 = 1, 9 = 0];
            10 [A B C D E F G H I J] [0 = 10, 1 = 9, 2 = 8, 3 = 7, 4 = 6, 5 = 5, 6 = 4, 7 = 3, 8 = 2, 9 = 1, 10 = 0];
            11 [A B C D E F G H I J K] [0 = 11, 1 = 10, 2 = 9, 3 = 8, 4 = 7, 5 = 6, 6 = 5, 7 = 4, 8 = 3, 9 = 2, 10 = 1, 11 = 0];
            12 [A B C D E F G H I J K L] [0 = 12, 1 = 11, 2 = 10, 3 = 9, 4 = 8, 5 = 7, 6 = 6, 7 = 5, 8 = 4, 9 = 3, 10 = 2, 11 = 1, 12 = 0];
        }
    };
}

/// A list of types before a last one: `(A, (B, Last))`.
macro_rules! type_list {
    ($last:ty;) => { $last };
    ($last:ty; $first:ty $(, $more:ty)*) => { ($first, type_list!($last; $($more),*)) };
}

pub(crate) use {each_rank, type_list};

/// `Rank<R>: SubRank<R, C, Output = Rank<R - C>>`: rank R has C axes to take, and R is at most 12.
///
/// The rank is a parameter of the trait too, so that the compiler's message can name it.
#[diagnostic::on_unimplemented(
    message = "this spec takes {C} axes, the tensor has rank {R}",
    label = "each index, range and list takes an axis",
    note = "code for every rank needs a bound: `where SpecType![_, ..]: Slices<Rank<R>>` for `s![0, ..]`, `SpecType![_]` for `s![0]`"
)]
pub trait SubRank<const R: usize, const C: usize> {
    /// Rank R - C.
    type Output;
}

/// `Rank<M>: AddRank<M, P, Output = Rank<M + P>>`: M axes and P more are at most 12.
#[diagnostic::on_unimplemented(
    message = "this spec gives {P} axes besides the {M} it leaves whole: a typed rank is at most 12",
    label = "the result would have a rank above 12",
    note = "arrays of any rank are made by `into_dyn()`"
)]
pub trait AddRank<const M: usize, const P: usize> {
    /// Rank M + P.
    type Output;
}

macro_rules! arithmetic {
    ($($r:literal [$($axis:ident)*] [$($c:literal = $m:literal),+];)+) => { $($(
        #[doc(hidden)]
        #[diagnostic::do_not_recommend]
        impl SubRank<$r, $c> for Rank<$r> {
            type Output = Rank<$m>;
        }
        #[doc(hidden)]
        #[diagnostic::do_not_recommend]
        impl AddRank<$m, $c> for Rank<$m> {
            type Output = Rank<$r>;
        }
    )+)+ };
}

each_rank!(arithmetic);

/// Decoys, which no spec reaches. If only one impl of `SubRank<0, _>` or `AddRank<12, _>` existed, inference would choose it, and if
/// none of `AddRank<_, 13>` did, the compiler would report it beside a difference that does not exist. Their ranks are literals: editors
/// do not evaluate other constants here, and would take them for any rank.
macro_rules! decoys {
    ($([$($parameter:tt)*] $operation:path, $rank:literal;)+) => { $(
        #[doc(hidden)]
        #[diagnostic::do_not_recommend]
        impl<$($parameter)*> $operation for Rank<$rank> {
            type Output = Rank<1000000>;
        }
    )+ };
}

decoys! {
    [] SubRank<0, 1000000>, 0;
    [] AddRank<12, 1000000>, 12;
    [const P: usize] AddRank<1000000, P>, 1000000;
    [const P: usize] AddRank<1000001, P>, 1000001;
}
