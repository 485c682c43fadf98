//! Dims with an axis less, an axis more, and twice as many axes.

use crate::layout::Dims;
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
    type Output: Dims;
}

/// Dims that take another axis: `Rank<R>: InsertAxis<Output = Rank<R + 1>>`, up to rank 12.
#[diagnostic::on_unimplemented(
    message = "this gives an array of {Self} another axis: a typed rank is at most 12",
    label = "the result would have a rank above 12; arrays of any rank are made by `into_dyn()`"
)]
pub trait InsertAxis: Dims {
    /// The dims with another axis.
    type Output: Dims;
}

/// Dims that take as many axes again: `Rank<R>: DoubleAxes<Output = Rank<R + R>>`, up to rank 12.
#[diagnostic::on_unimplemented(
    message = "this gives an array of {Self} twice as many axes: a typed rank is at most 12",
    label = "the result would have a rank above 12; arrays of any rank are made by `into_dyn()`"
)]
pub trait DoubleAxes: Dims {
    /// The dims with twice as many axes.
    type Output: Dims;
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
