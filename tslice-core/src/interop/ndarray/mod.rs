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
mod dims;
mod memory;
mod owned;
mod slice;

pub use dims::{ToDimension, ToDims};
pub use slice::TSlice;

mod sealed {
    pub trait Sealed {}
}
