//! How wide a border is.

use crate::error::AxisError;
use crate::rank::{Dyn, Rank};

mod sealed {
    pub trait Sealed {}
    impl Sealed for usize {}
    impl Sealed for (usize, usize) {}
    impl<const N: usize> Sealed for [(usize, usize); N] {}
    impl<const N: usize> Sealed for [[usize; 2]; N] {}
    impl Sealed for [(usize, usize)] {}
    impl Sealed for [[usize; 2]] {}
    impl<W: Sealed + ?Sized> Sealed for &W {}
}

/// The widths of a border of an array of dims D: one number for all sides, `(before, after)` for all axes, or such a pair for each axis,
/// which may be `[before, after]`, too; a slice of pairs if the rank is known at run time.
#[diagnostic::on_unimplemented(
    message = "`{Self}` are no widths of a border of {D}",
    label = "no widths of a border",
    note = "widths are one number for all sides, `2`, or a pair for each axis: `[(1, 1), (0, 2)]` for rank 2"
)]
pub trait PadWidths<D>: sealed::Sealed {
    /// For how many axes there are widths; `None` if they are the same on all.
    #[doc(hidden)]
    fn axes(&self) -> Option<usize>;
    /// The widths before and after an axis.
    #[doc(hidden)]
    fn around(&self, axis: usize) -> (usize, usize);
}

impl<D> PadWidths<D> for usize {
    fn axes(&self) -> Option<usize> {
        None
    }
    fn around(&self, _axis: usize) -> (usize, usize) {
        (*self, *self)
    }
}

impl<D> PadWidths<D> for (usize, usize) {
    fn axes(&self) -> Option<usize> {
        None
    }
    fn around(&self, _axis: usize) -> (usize, usize) {
        *self
    }
}

/// Pairs of numbers, of which an array fits a rank, and a slice any.
macro_rules! pairs {
    ($(($pair:ty, $list:ident, $axis:ident => $around:expr))+) => { $(
        impl<const R: usize> PadWidths<Rank<R>> for [$pair; R] {
            fn axes(&self) -> Option<usize> {
                Some(R)
            }
            fn around(&self, $axis: usize) -> (usize, usize) {
                let $list = self;
                $around
            }
        }

        impl<const N: usize> PadWidths<Dyn> for [$pair; N] {
            fn axes(&self) -> Option<usize> {
                Some(N)
            }
            fn around(&self, $axis: usize) -> (usize, usize) {
                let $list = self;
                $around
            }
        }

        impl PadWidths<Dyn> for [$pair] {
            fn axes(&self) -> Option<usize> {
                Some(self.len())
            }
            fn around(&self, $axis: usize) -> (usize, usize) {
                let $list = self;
                $around
            }
        }
    )+ };
}

pairs! {
    ((usize, usize), list, axis => list[axis])
    ([usize; 2], list, axis => list[axis].into())
}

impl<D, W: PadWidths<D> + ?Sized> PadWidths<D> for &W {
    fn axes(&self) -> Option<usize> {
        W::axes(self)
    }
    fn around(&self, axis: usize) -> (usize, usize) {
        W::around(self, axis)
    }
}

/// Whether there are widths for each axis.
pub(super) fn check<D>(widths: &impl PadWidths<D>, rank: usize) -> Result<(), AxisError> {
    match widths.axes() {
        Some(expected) if expected != rank => Err(AxisError::RankMismatch { expected, rank }),
        _ => Ok(()),
    }
}
