//! Which dims and dimensions belong to each other.

use ::ndarray::{Dim, Dimension, IxDyn};

use crate::layout::{Dims, DynIndex};
use crate::rank::{Dyn, Rank};

/// A dimension of `ndarray` with the dims of this crate that it stands for: `Ix0` to `Ix6` and `IxDyn`.
///
/// A function that slices arrays of any of these dimensions:
///
/// ```
/// use ndarray::{ArrayRef, ArrayView};
/// use tslice::interop::ndarray::{TSlice, ToDims, ToDimension};
/// use tslice::{Slices, s};
///
/// fn crop<'a, D: ToDims, P: Slices<D::Dims, Output: ToDimension>>(
///     a: &'a ArrayRef<f32, D>,
///     spec: P,
/// ) -> ArrayView<'a, f32, <P::Output as ToDimension>::Dimension> {
///     a.tslice(spec)
/// }
///
/// let a = ndarray::array![[1.0, 2.0], [3.0, 4.0]];
/// assert_eq!(crop(&a, s![:, 0]), ndarray::array![1.0, 3.0]);
/// ```
pub trait ToDims: Dimension {
    /// [`Rank`] or [`Dyn`].
    type Dims: Dims;

    #[doc(hidden)]
    fn lengths(list: &[usize]) -> <Self::Dims as Dims>::Owned;
    #[doc(hidden)]
    fn steps(list: &[isize]) -> <Self::Dims as Dims>::Steps<'_>;
}

/// Dims with the dimension of `ndarray` that stands for them: [`Rank`] up to 6, and [`Dyn`].
#[diagnostic::on_unimplemented(
    message = "`ndarray` has no dimension for a slice of {Self}",
    label = "the slice has more than 6 axes",
    note = "slice the lent view instead: `a.lend().slice(s![..])`"
)]
pub trait ToDimension: Dims {
    /// `Ix0` to `Ix6`, or `IxDyn`.
    type Dimension: Dimension;
}

impl<const R: usize> ToDims for Dim<[usize; R]>
where
    Self: Dimension,
{
    type Dims = Rank<R>;

    fn lengths(list: &[usize]) -> [usize; R] {
        core::array::from_fn(|axis| list[axis])
    }

    fn steps(list: &[isize]) -> [isize; R] {
        core::array::from_fn(|axis| list[axis])
    }
}

impl ToDims for IxDyn {
    type Dims = Dyn;

    fn lengths(list: &[usize]) -> DynIndex {
        list.into()
    }

    fn steps(list: &[isize]) -> &[isize] {
        list
    }
}

impl<const R: usize> ToDimension for Rank<R>
where
    Dim<[usize; R]>: Dimension,
{
    type Dimension = Dim<[usize; R]>;
}

impl ToDimension for Dyn {
    type Dimension = IxDyn;
}
