//! Dims with fewer axes, and with more.

use crate::layout::{Dims, Ranked};
use crate::rank::{Difference, Dyn, Rank, Sum};

/// Dims that have N axes to take away: `Rank<R>: RemoveAxis<N, Output = Rank<R - N>>`. A static shape gives a rank, too.
///
/// [`Dyn`] is among them; a rank below N is an error at run time.
#[diagnostic::on_unimplemented(
    message = "this needs {N} of the axes of an array, and an array of {Self} has fewer",
    label = "too few axes in an array of {Self}"
)]
pub trait RemoveAxis<const N: usize = 1>: Dims {
    /// The dims with N axes less.
    type Output: InsertAxis;
}

/// Dims that take as many axes more as other dims have: `Rank<R>: InsertAxis<Rank<P>, Output = Rank<R + P>>`, up to rank 12.
#[diagnostic::on_unimplemented(
    message = "this gives an array of {Self} the axes of {By} besides: a typed rank is at most 12",
    label = "the result would have a rank above 12; arrays of any rank are made by `into_dyn()`"
)]
pub trait InsertAxis<By = Rank<1>>: Ranked {
    /// The dims with the other axes.
    type Output: Ranked;
}

// Not recommended: what the compiler reports is then the trait above, and not the arithmetic.
#[diagnostic::do_not_recommend]
impl<D, const N: usize, const R: usize, const M: usize> RemoveAxis<N> for D
where
    D: Dims<Ranked = Rank<R>>,
    Rank<R>: Difference<R, N, Output = Rank<M>>,
    Rank<M>: InsertAxis,
{
    type Output = Rank<M>;
}

#[diagnostic::do_not_recommend]
impl<const R: usize, const P: usize, const M: usize> InsertAxis<Rank<P>> for Rank<R>
where
    Self: Sum<R, P, Output = Rank<M>>,
{
    type Output = Rank<M>;
}

#[diagnostic::do_not_recommend]
impl<const N: usize> RemoveAxis<N> for Dyn {
    type Output = Self;
}

#[diagnostic::do_not_recommend]
impl<By> InsertAxis<By> for Dyn {
    type Output = Self;
}
