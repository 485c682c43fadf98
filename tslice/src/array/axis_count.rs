//! Dims with an axis less, an axis more, and twice as many axes.

use crate::layout::{Dims, Extent, Ranked};
use crate::rank::{Difference, Dyn, Rank, Sum, Table};

/// Dims that have an axis to take away: `Rank<R>: RemoveAxis<Output = Rank<R - 1>>`.
///
/// [`Dyn`] is among them; a rank of 0 is an error at run time.
pub trait RemoveAxis: Dims {
    /// The dims with an axis less.
    type Output: Ranked;
}

/// Dims that take another axis: `Rank<R>: InsertAxis<Output = Rank<R + 1>>`, up to rank 12.
pub trait InsertAxis: Ranked {
    /// The dims with another axis.
    type Output: Ranked;
}

/// Dims that take as many axes again: `Rank<R>: DoubleAxes<Output = Rank<R + R>>`, up to rank 12.
pub trait DoubleAxes: Ranked {
    /// The dims with twice as many axes.
    type Output: Ranked;
}

/// The table behind [`RemoveAxis`]. It is a trait of its own so that the message of the compiler can name the rank.
#[diagnostic::on_unimplemented(
    message = "this takes an axis, the tensor has rank {R}",
    label = "no axis in a tensor of rank {R}",
    note = "typed ranks go from 0 to 12"
)]
pub trait OneLess<const R: usize> {
    /// Rank R - 1.
    type Output: Ranked;
}

/// The table behind [`InsertAxis`].
#[diagnostic::on_unimplemented(
    message = "this gives a tensor of rank {R} another axis: a typed rank is at most 12",
    label = "the result would have a rank above 12",
    note = "arrays of any rank are made by `into_dyn()`"
)]
pub trait OneMore<const R: usize> {
    /// Rank R + 1.
    type Output: Ranked;
}

/// The table behind [`DoubleAxes`].
#[diagnostic::on_unimplemented(
    message = "this gives a tensor of rank {R} twice as many axes: a typed rank is at most 12",
    label = "the result would have a rank above 12",
    note = "arrays of any rank are made by `into_dyn()`"
)]
pub trait Twice<const R: usize> {
    /// Rank R + R.
    type Output: Ranked;
}

#[diagnostic::do_not_recommend]
impl<const R: usize, const M: usize> OneLess<R> for Table
where
    Self: Difference<R, 1, Output = Rank<M>>,
{
    type Output = Rank<M>;
}

#[diagnostic::do_not_recommend]
impl<const R: usize, const M: usize> OneMore<R> for Table
where
    Self: Sum<R, 1, Output = Rank<M>>,
{
    type Output = Rank<M>;
}

#[diagnostic::do_not_recommend]
impl<const R: usize, const M: usize> Twice<R> for Table
where
    Self: Sum<R, R, Output = Rank<M>>,
{
    type Output = Rank<M>;
}

impl<const R: usize, O: Ranked> RemoveAxis for Rank<R>
where
    Table: OneLess<R, Output = O>,
{
    type Output = O;
}

impl<const R: usize, O: Ranked> InsertAxis for Rank<R>
where
    Table: OneMore<R, Output = O>,
{
    type Output = O;
}

impl<const R: usize, O: Ranked> DoubleAxes for Rank<R>
where
    Table: Twice<R, Output = O>,
{
    type Output = O;
}

macro_rules! static_shapes {
    ($($rank:literal: $($axis:ident)+;)+) => {$(
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

impl RemoveAxis for Dyn {
    type Output = Self;
}

impl InsertAxis for Dyn {
    type Output = Self;
}

impl DoubleAxes for Dyn {
    type Output = Self;
}
