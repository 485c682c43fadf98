//! `ndarray`: arrays sliced by `s!`, and conversions both ways, negative strides included.
//!
//! ```
//! use ndarray::Array3;
//! use tslice::{interop::ndarray::TSlice, s};
//!
//! let a = Array3::from_shape_fn((4, 5, 6), |(i, j, k)| i * 100 + j * 10 + k);
//! let v: ndarray::ArrayView2<usize> = a.tslice(s![1, 2:4, ::-1]);
//! assert_eq!(v, a.slice(ndarray::s![1, 2..4, ..;-1]));
//! ```

mod convert;
mod memory;
mod owned;
mod slice;

use ::ndarray::{Dim, Dimension, IxDyn};

use crate::layout::{Dims, Dyn, Rank};

pub use slice::TSlice;

/// A dimension of `ndarray` with the dims of this crate that it stands for: `Ix0` to `Ix6` and
/// `IxDyn`.
///
/// A function that slices arrays of any of these dimensions:
///
/// ```
/// use ndarray::{ArrayRef, ArrayView};
/// use tslice::interop::ndarray::{TSlice, ToDims, ToDimension};
/// use tslice::{Slices, s};
///
/// fn crop<D: ToDims, P: Slices<D::Dims, Output: ToDimension>>(
///     a: &ArrayRef<f32, D>,
///     spec: P,
/// ) -> ArrayView<'_, f32, <P::Output as ToDimension>::Dimension> {
///     a.tslice(spec)
/// }
///
/// let a = ndarray::array![[1.0, 2.0], [3.0, 4.0]];
/// assert_eq!(crop(&a, s![:, 0]), ndarray::array![1.0, 3.0]);
/// ```
pub trait ToDims: Dimension {
    /// [`Rank`] or [`Dyn`].
    type Dims: Dims;
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
}

impl ToDims for IxDyn {
    type Dims = Dyn;
}

// Not recommended: of a rank that `ndarray` lacks, the compiler would report that
// `Dim<[usize; R]>` is not a `Dimension`.
#[diagnostic::do_not_recommend]
impl<const R: usize> ToDimension for Rank<R>
where
    Dim<[usize; R]>: Dimension,
{
    type Dimension = Dim<[usize; R]>;
}

#[diagnostic::do_not_recommend]
impl ToDimension for Dyn {
    type Dimension = IxDyn;
}
