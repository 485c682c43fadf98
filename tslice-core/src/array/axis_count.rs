//! Dims with an axis less, an axis more, and twice as many axes.

use crate::layout::{Dims, Extent, Ranked};
use crate::rank::{Difference, Dyn, Rank, Sum};

/// Dims that have an axis to take away: `Rank<R>: RemoveAxis<Output = Rank<R - 1>>`.
///
/// [`Dyn`] is among them; a rank of 0 is an error at run time.
#[diagnostic::on_unimplemented(
    message = "this goes along an axis, and an array of {Self} has none",
    label = "no axis in an array of {Self}"
)]
pub trait RemoveAxis: Dims {
    /// The dims with an axis less.
    type Output: Ranked;
}

/// Dims that take another axis: `Rank<R>: InsertAxis<Output = Rank<R + 1>>`, up to rank 12.
#[diagnostic::on_unimplemented(
    message = "this gives an array of {Self} another axis: a typed rank is at most 12",
    label = "the result would have a rank above 12; arrays of any rank are made by `into_dyn()`"
)]
pub trait InsertAxis: Ranked {
    /// The dims with another axis.
    type Output: Ranked;
}

/// Dims that take as many axes again: `Rank<R>: DoubleAxes<Output = Rank<R + R>>`, up to rank 12.
#[diagnostic::on_unimplemented(
    message = "this gives an array of {Self} twice as many axes: a typed rank is at most 12",
    label = "the result would have a rank above 12; arrays of any rank are made by `into_dyn()`"
)]
pub trait DoubleAxes: Ranked {
    /// The dims with twice as many axes.
    type Output: Ranked;
}

// Not recommended: what the compiler reports is then the trait above, and not the arithmetic.
#[diagnostic::do_not_recommend]
impl<const R: usize, const M: usize> RemoveAxis for Rank<R>
where
    Self: Difference<R, 1, Output = Rank<M>>,
{
    type Output = Rank<M>;
}

#[diagnostic::do_not_recommend]
impl<const R: usize, const M: usize> InsertAxis for Rank<R>
where
    Self: Sum<R, 1, Output = Rank<M>>,
{
    type Output = Rank<M>;
}

#[diagnostic::do_not_recommend]
impl<const R: usize, const M: usize> DoubleAxes for Rank<R>
where
    Self: Sum<R, R, Output = Rank<M>>,
{
    type Output = Rank<M>;
}

macro_rules! static_shapes {
    ($($rank:literal: $($axis:ident)+;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($axis: Extent),+> RemoveAxis for ($($axis,)+) {
            type Output = Rank<{ $rank - 1 }>;
        }
    )+};
}

static_shapes! {
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
    12: A B C D E F G H I J K L;
}

#[diagnostic::do_not_recommend]
impl RemoveAxis for Dyn {
    type Output = Self;
}

#[diagnostic::do_not_recommend]
impl InsertAxis for Dyn {
    type Output = Self;
}

#[diagnostic::do_not_recommend]
impl DoubleAxes for Dyn {
    type Output = Self;
}
