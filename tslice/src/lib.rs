//! NumPy's slicing with TensorFlow's semantics, parsed and encoded at compile time.
//!
//! ```
//! use tslice::{Tensor, s};
//!
//! let t = Tensor::from_shape_fn([5, 5, 5, 5, 5, 5], |i| i[0] * 10 + i[1]);
//! let v = t.slice(s![1, 2:4, newaxis, .., :-3:-1, :]);
//! assert_eq!(v.shape(), &[2, 1, 5, 5, 2, 5]);
//! ```
//!
//! All ways of saying a slice end in one waist: begin, end, strides and five masks
//! ([`EncodingRef`]), resolved against a shape by one function.
//!
//! `unsafe` code lives in three modules only: `raw` (pointer and layout), `copy` (moving elements) and `interop` (pointers
//! that other crates lend).
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod copy;
mod error;
mod explain;
pub mod interop;
mod layout;
mod macros;
pub mod ops;
mod rank;
mod raw;
mod resolve;
pub mod spec;
mod view;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[doc(hidden)]
pub use macros::__private;

pub use error::{ParseSpecError, ShapeError, SliceError};
pub use explain::{EntryKind, ExplainError, ExplainedEntry, Explanation};
pub use rank::{Minus, Plus, Rank};
pub use raw::{Integer, bound};
pub use spec::{AsEncoding, DynSpec, Encoding, EncodingRef, Masks, Spec};
pub use view::{
    AsView, Diagonal, DynTensor, DynView, DynViewMut, IntoRankError, Iter, IterMut, MultiSlice, Tensor, View, ViewMut,
};
