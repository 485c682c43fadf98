//! How wide a border is.

use crate::error::AxisError;
use crate::layout::{Dyn, Rank};

/// The widths of a border of an array of dims D: one number for all sides, `(before, after)` for all axes, or such a pair for each axis,
/// which may be `[before, after]`, too; up to four pairs may be a tuple; a slice of pairs if the rank is known at run time.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the widths of a border of {D}",
    label = "not the widths of a border",
    note = "widths are one number for all sides, `2`, or a pair for each axis: `[(1, 1), (0, 2)]` for rank 2"
)]
pub trait PadWidths<D> {
    /// Calls a function with the widths before and after each axis of an array.
    #[doc(hidden)]
    fn each(&self, rank: usize, see: impl FnMut(usize, usize)) -> Result<(), AxisError>;
}

impl<D> PadWidths<D> for usize {
    fn each(&self, rank: usize, mut see: impl FnMut(usize, usize)) -> Result<(), AxisError> {
        (0..rank).for_each(|_| see(*self, *self));
        Ok(())
    }
}

impl<D> PadWidths<D> for (usize, usize) {
    fn each(&self, rank: usize, mut see: impl FnMut(usize, usize)) -> Result<(), AxisError> {
        (0..rank).for_each(|_| see(self.0, self.1));
        Ok(())
    }
}

/// A pair for each axis: an array fits a rank, and a slice any.
macro_rules! lists {
    ($([$($parameter:tt)*] $dims:ty, $list:ty;)+) => {$(
        impl<$($parameter)*> PadWidths<$dims> for $list {
            fn each(&self, rank: usize, mut see: impl FnMut(usize, usize)) -> Result<(), AxisError> {
                if self.len() != rank {
                    return Err(AxisError::RankMismatch { expected: rank, rank: self.len() });
                }
                self.iter().map(|&pair| pair.into()).for_each(|(before, after)| see(before, after));
                Ok(())
            }
        }
    )+};
}

lists! {
    [const R: usize] Rank<R>, [(usize, usize); R];
    [const N: usize] Dyn, [(usize, usize); N];
    [] Dyn, [(usize, usize)];
    [const R: usize] Rank<R>, [[usize; 2]; R];
    [const N: usize] Dyn, [[usize; 2]; N];
    [] Dyn, [[usize; 2]];
}

/// The same as a tuple of pairs.
macro_rules! tuples {
    ($($rank:literal [$($axis:ident)*];)+) => {$(
        #[allow(non_snake_case, reason = "widths have the names of their axes")]
        impl PadWidths<Rank<$rank>> for ($(tuples!(@ $axis),)*) {
            fn each(&self, rank: usize, see: impl FnMut(usize, usize)) -> Result<(), AxisError> {
                let ($($axis,)*) = *self;
                PadWidths::<Rank<$rank>>::each(&[$($axis),*], rank, see)
            }
        }
    )+};
    (@ $axis:ident) => { (usize, usize) };
}

tuples! {
    1 [A];
    2 [A B];
    3 [A B C];
    4 [A B C D];
}

impl<D, W: PadWidths<D> + ?Sized> PadWidths<D> for &W {
    fn each(&self, rank: usize, see: impl FnMut(usize, usize)) -> Result<(), AxisError> {
        W::each(self, rank, see)
    }
}
