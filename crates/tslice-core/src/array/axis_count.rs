//! Which axis a number means, and dims with an axis less, and with more axes.

use super::{Integer, bound};
use crate::error::AxisError;
use crate::layout::{AddRank, Dims, Dyn, Extent, Rank, Ranked, SubRank, each_tuple, signed};

/// The axis of an array of rank `rank` that a number means: one below 0 counts from the end.
#[inline]
pub(crate) fn axis_of(axis: impl Integer, rank: usize) -> Result<usize, AxisError> {
    let axis = bound(axis);
    let position = if axis < 0 { axis + signed(rank) } else { axis };
    let position = usize::try_from(position)
        .ok()
        .filter(|&position| position < rank);
    position.ok_or(AxisError::OutOfRange { axis, rank })
}

/// Dims that have an axis to take away, and at least LEAST axes:
/// `Rank<R>: RemoveAxis<Output = Rank<R - 1>>`. A static shape gives a rank, too.
///
/// [`Dyn`] is among them; a rank below LEAST is an error at run time.
#[diagnostic::on_unimplemented(
    message = "this needs an array of rank {LEAST} or more: {Self} has fewer axes, or any number",
    label = "too few axes",
    note = "code for every rank needs a bound: `where {Self}: RemoveAxis<{LEAST}>`, a trait of \
        `tslice::traits`"
)]
pub trait RemoveAxis<const LEAST: usize = 1>: Dims {
    /// The dims with an axis less.
    type Output: Ranked;
}

/// Dims that take more axes: `Rank<R>: InsertAxis<Output = Rank<R + 1>>`, or
/// `InsertAxis<Self, Output = Rank<R + R>>`, up to rank 12.
#[diagnostic::on_unimplemented(
    message = "this gives an array of {Self} more axes: a typed rank is at most 12",
    label = "the result would have a rank above 12",
    note = "code for every rank needs a bound: `D: InsertAxis<Output = E>`, a trait of \
        `tslice::traits`",
    note = "arrays of any rank are made by `into_dyn()`"
)]
pub trait InsertAxis<By = ()>: Ranked {
    /// The dims with one axis more, or with those of `By`.
    type Output: Ranked;
}

// Not recommended: what the compiler reports is then the trait above, and not the arithmetic.
#[diagnostic::do_not_recommend]
impl<const LEAST: usize, const L: usize, const R: usize, const M: usize> RemoveAxis<LEAST>
    for Rank<R>
where
    Self: SubRank<R, LEAST, Output = Rank<L>> + SubRank<R, 1, Output = Rank<M>>,
{
    type Output = Rank<M>;
}

macro_rules! static_shapes {
    ($($rank:literal [$($axis:ident)*];)+) => {$(
        #[doc(hidden)]
        #[diagnostic::do_not_recommend]
        impl<$($axis: Extent,)* const LEAST: usize> RemoveAxis<LEAST> for ($($axis,)*)
        where
            Rank<$rank>: RemoveAxis<LEAST>,
        {
            type Output = <Rank<$rank> as RemoveAxis<LEAST>>::Output;
        }
    )+};
}

each_tuple!(static_shapes);

#[diagnostic::do_not_recommend]
impl<const R: usize, const M: usize> InsertAxis for Rank<R>
where
    Self: AddRank<R, 1, Output = Rank<M>>,
{
    type Output = Rank<M>;
}

#[diagnostic::do_not_recommend]
impl<const R: usize, const M: usize> InsertAxis<Self> for Rank<R>
where
    Self: AddRank<R, R, Output = Rank<M>>,
{
    type Output = Rank<M>;
}

#[diagnostic::do_not_recommend]
impl<const LEAST: usize> RemoveAxis<LEAST> for Dyn {
    type Output = Self;
}

#[diagnostic::do_not_recommend]
impl<By> InsertAxis<By> for Dyn {
    type Output = Self;
}
