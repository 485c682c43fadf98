//! `Array<S, D>`: a storage with a layout, and the ways to make, convert and print one. One of the
//! modules that may use `unsafe`.
//!
//! Every method is written once, for all storages that can be read or written and for all dims.
//! Safe code elsewhere computes what a layout becomes; [`raw`] puts it together with the pointer
//! that it belongs to, by its constructors.

#![allow(unsafe_code, reason = "dereferences a pointer inside its layout")]

mod axis_count;
mod convert;
mod integer;
mod invariants;
mod make;
mod nested;
mod print;
mod raw;
mod room;
mod storage;

use crate::layout::{Dyn, Rank};

pub(crate) use axis_count::axis_of;
pub use axis_count::{InsertAxis, RemoveAxis};
pub(crate) use convert::sealed;
pub use convert::{AsView, Collects};
pub use integer::{Integer, bound, half, minus, typed};
pub(crate) use nested::Known;
pub use nested::{Conversion, Converts, Element, Levels, Nested};
pub use raw::Array;
pub(crate) use raw::RawElements;
pub use room::{filled, reserve};
pub use storage::{Borrowed, Mut, Owned, Read, Ref, Write};

/// An owned, row-major array of rank R. One whose lengths are part of its type is an
/// `Array<Owned<T>, Shape![2, 3]>`.
#[doc(alias("Array1", "Array2", "Array3", "Array4"))]
pub type Tensor<T, const R: usize /* the rank: Tensor<f32, 2> */> = Array<Owned<T>, Rank<R>>;

/// A shared view of rank R. It is `Copy`, whatever its elements are.
#[doc(alias("ArrayView", "ArrayView1", "ArrayView2", "ArrayView3"))]
pub type View<'a, T, const R: usize /* the rank: View<f32, 2> */> = Array<Ref<'a, T>, Rank<R>>;

/// An exclusive view of rank R. Two index tuples never reach the same element.
pub type ViewMut<'a, T, const R: usize /* the rank: ViewMut<f32, 2> */> =
    Array<Mut<'a, T>, Rank<R>>;

/// An owned, row-major array whose rank is known at run time.
#[doc(alias("ArrayD"))]
pub type DynTensor<T> = Array<Owned<T>, Dyn>;

/// A shared view whose rank is known at run time. Slicing one allocates nothing up to rank 8.
pub type DynView<'a, T> = Array<Ref<'a, T>, Dyn>;

/// An exclusive view whose rank is known at run time.
pub type DynViewMut<'a, T> = Array<Mut<'a, T>, Dyn>;
