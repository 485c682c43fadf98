//! Views of other crates' data, each crate behind a feature of its name and, before its version 1,
//! its version: `ndarray-0_17`. One of the modules that
//! may use `unsafe`.
//!
//! Conversions copy nothing if the memory layouts allow it. A type of any other crate takes part by
//! one impl of [`Lend`]. Slices, nested arrays and vectors of vectors convert without any feature.

#![cfg_attr(
    any(
        feature = "ndarray-0_17",
        feature = "nalgebra-0_35",
        feature = "bytemuck"
    ),
    allow(unsafe_code, reason = "takes pointers that other crates lend")
)]

#[cfg(feature = "bytemuck")]
pub mod bytemuck;
#[cfg(feature = "image-0_25")]
pub mod image;
#[cfg(feature = "nalgebra-0_35")]
mod nalgebra;
#[cfg(feature = "ndarray-0_17")]
pub mod ndarray;
#[cfg(feature = "safetensors-0_8")]
pub mod safetensors;
#[cfg(feature = "serde")]
mod serde {
    mod array;
    pub(super) mod spec;
}
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde::spec::Written;

use crate::array::{Array, Conversion, Converts, Mut, Read, Ref, Write};
use crate::layout::Dims;

/// A type that lends its elements as a view. One impl gives it all of this crate's slicing.
///
/// [`View::from_shape`](crate::View::from_shape) makes the view if the elements are row-major, and
/// [`View::from_strided`](crate::View::from_strided) for any other strides. Both check their
/// arguments, so an impl needs no `unsafe`. A type that has only a pointer uses
/// [`View::from_raw_parts`](crate::View::from_raw_parts). A type whose rank is known at run time
/// lends a [`DynView`](crate::DynView).
///
/// ```
/// use tslice::interop::Lend;
/// use tslice::{View, s};
///
/// /// A column-major matrix.
/// struct Columns {
///     rows: usize,
///     data: Vec<f64>,
/// }
///
/// impl Lend for Columns {
///     type View<'a> = View<'a, f64, 2>;
///
///     fn lend(&self) -> View<'_, f64, 2> {
///         let shape = [self.rows, self.data.len() / self.rows];
///         let strides = [1, self.rows as isize];
///         View::from_strided(shape, strides, 0, &self.data).expect("the columns are whole")
///     }
/// }
///
/// let matrix = Columns { rows: 2, data: vec![1., 4., 2., 5., 3., 6.] };
/// assert_eq!(matrix.lend(), [[1., 2., 3.], [4., 5., 6.]]);
/// assert_eq!(View::from(&matrix).slice(s![1, ::-1]), [6., 5., 4.]);
/// ```
pub trait Lend {
    /// The view that is lent.
    type View<'a>
    where
        Self: 'a;

    /// The elements as a shared view.
    fn lend(&self) -> Self::View<'_>;
}

/// A type that lends its elements as an exclusive view.
pub trait LendMut: Lend {
    /// The view that is lent.
    type ViewMut<'a>
    where
        Self: 'a;

    /// The elements as an exclusive view.
    fn lend_mut(&mut self) -> Self::ViewMut<'_>;
}

// With it, code for all that lends takes this crate's own arrays, too.
#[doc(hidden)]
impl<S: Read, D: Dims> Lend for Array<S, D> {
    type View<'a>
        = Array<Ref<'a, S::Elem>, D>
    where
        Self: 'a;

    fn lend(&self) -> Self::View<'_> {
        self.view()
    }
}

#[doc(hidden)]
impl<S: Write, D: Dims> LendMut for Array<S, D> {
    type ViewMut<'a>
        = Array<Mut<'a, S::Elem>, D>
    where
        Self: 'a;

    fn lend_mut(&mut self) -> Self::ViewMut<'_> {
        self.view_mut()
    }
}

/// The view that is lent, for functions that take `impl Into<View<'_, T, R>>`.
#[diagnostic::do_not_recommend]
impl<'a, T, D: Dims, A: Lend<View<'a> = Array<Ref<'a, T>, D>>> Converts<&'a A>
    for Conversion<Ref<'a, T>, D>
{
    type Array = Array<Ref<'a, T>, D>;

    fn array(array: &'a A) -> Self::Array {
        array.lend()
    }
}

/// The exclusive view that is lent, for functions that take `impl Into<ViewMut<'_, T, R>>`.
#[diagnostic::do_not_recommend]
impl<'a, T, D: Dims, A: LendMut<ViewMut<'a> = Array<Mut<'a, T>, D>>> Converts<&'a mut A>
    for Conversion<Mut<'a, T>, D>
{
    type Array = Array<Mut<'a, T>, D>;

    fn array(array: &'a mut A) -> Self::Array {
        array.lend_mut()
    }
}
