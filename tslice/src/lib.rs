//! NumPy's slicing with TensorFlow's semantics, parsed, checked and encoded at compile time, on the arrays you have.
//!
//! ```
//! use tslice::{Tensor, View, s};
//!
//! let t = Tensor::from_shape_fn([5, 5, 5, 5, 5, 5], |i| i[0] * 10 + i[1]);
//! let v: View<usize, 6> = t.slice(s![1, 2:4, newaxis, .., :-3:-1, :]);
//! assert_eq!(v.shape(), &[2, 1, 5, 5, 2, 5]);
//! ```
//!
//! # The first slice
//!
//! Elements lie in a [`Tensor`], which owns them, or anywhere else: a [`View`] is made of a slice and a shape, of nested
//! arrays, or of another crate's array (see [`interop`]). [`s!`] makes a spec, and `slice` a view of what it chooses. No
//! element moves:
//!
//! ```
//! use tslice::{View, s};
//!
//! let samples = [10, 11, 12, 20, 21, 22];
//! let v = View::from_shape([2, 3], &samples)?;
//! assert_eq!(v.slice(s![1]).to_vec(), [20, 21, 22]);         // row 1
//! assert_eq!(v.slice(s![:, -1]).to_vec(), [12, 22]);         // the last column
//! assert_eq!(v.slice(s![.., ::-1]).to_vec(), [12, 11, 10, 22, 21, 20]);
//! assert_eq!(v[[1, 0]], 20);                                 // one element
//! # Ok::<(), tslice::ShapeError>(())
//! ```
//!
//! # What an entry does
//!
//! A spec has one entry for each axis, from the left; axes that are left over stay whole. The chosen elements are numbered
//! in the order in which the view has them. [`explain`](Spec::explain) draws such pictures of any spec, and
//! `cargo run --example explain` prints them. The whole language is told at [`s!`].
//!
//! An **index** takes one element and drops its axis; a negative one counts from the end, one out of bounds is an error:
//!
#![cfg_attr(doc, doc = include_str!("../docs/pictures/index.svg"))]
#![cfg_attr(doc, doc = include_str!("../docs/pictures/index_from_end.svg"))]
//!
//! A **range** `begin:end:stride` keeps its axis, its end is not included, and each of the three may be absent:
//!
#![cfg_attr(doc, doc = include_str!("../docs/pictures/range.svg"))]
#![cfg_attr(doc, doc = include_str!("../docs/pictures/absent.svg"))]
#![cfg_attr(doc, doc = include_str!("../docs/pictures/stride.svg"))]
//!
//! A bound outside the axis is **clamped**, as in Python:
//!
#![cfg_attr(doc, doc = include_str!("../docs/pictures/clamped.svg"))]
//!
//! A **negative stride** walks backwards from `begin`, or from the last element where that is absent:
//!
#![cfg_attr(doc, doc = include_str!("../docs/pictures/reversed.svg"))]
#![cfg_attr(doc, doc = include_str!("../docs/pictures/last_backwards.svg"))]
//!
//! The **ellipsis** `..` stands for all axes that no other entry takes, none included. It is not Rust's full range: one
//! whole axis is `:`. Planes lie side by side:
//!
#![cfg_attr(doc, doc = include_str!("../docs/pictures/ellipsis.svg"))]
#![cfg_attr(doc, doc = include_str!("../docs/pictures/ellipsis_between.svg"))]
//!
//! A **new axis** has length 1 and takes nothing; this result has shape `[1, 1, 6]`:
//!
#![cfg_attr(doc, doc = include_str!("../docs/pictures/new_axis.svg"))]
//!
//! The **axis form** `axis => entry` names axes, the others stay whole:
//!
#![cfg_attr(doc, doc = include_str!("../docs/pictures/axis_form.svg"))]
//!
//! # Reading, copying, writing
//!
//! A view iterates, compares and indexes; `to_vec`, `to_tensor` and `copy_to_slice` copy in row-major order. Exclusive views
//! write: `assign` broadcasts as NumPy does, `fill` sets one value, and
//! [`multi_slice_mut`](Tensor::multi_slice_mut) gives several views at once, as long as they share no element.
//!
//! ```
//! use tslice::{Tensor, s};
//!
//! let mut sheet = Tensor::<i32, 2>::zeros([2, 4]);
//! sheet.slice_mut(s![0, ::-1]).assign(&Tensor::from([1, 2, 3, 4]));
//! sheet.slice_mut(s![1]).fill(9);
//! let (mut even, odd) = sheet.multi_slice_mut((s![:, ::2], s![:, 1::2]))?;
//! even.assign(&odd);
//! assert_eq!(sheet.to_vec(), [3, 3, 1, 1, 9, 9, 9, 9]);
//! # Ok::<(), tslice::SliceError>(())
//! ```
//!
//! # Mistakes
//!
//! What can be known when compiling is an error there, at the entry that is wrong: a second ellipsis, a stride of 0, a float
//! as a bound, more axes than the tensor has. The rest depends on the shape: `slice` panics with axis, index and length,
//! `try_slice` returns them.
//!
//! ```
//! use tslice::{SliceError, View, s};
//!
//! let v = View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6]]);
//! let error = v.try_slice(s![0, 3]).unwrap_err();
//! assert_eq!(error, SliceError::IndexOutOfBounds { axis: 1, index: 3, len: 3 });
//! assert_eq!(error.to_string(), "index 3 is out of bounds for axis 1 with length 3");
//! ```
//!
//! # At run time
//!
//! Bounds may be expressions of any integer type: `s![begin:end, (n - 1)]`. Where the spec itself comes from outside,
//! [`DynSpec`] parses the same language, and where the rank does, [`DynView`] and [`DynTensor`] hold it:
//!
//! ```
//! use tslice::{DynSpec, Tensor};
//!
//! let t = Tensor::from_shape_fn([2, 3, 4], |[i, j, k]| i * 100 + j * 10 + k).into_dyn();
//! let spec: DynSpec = "-1, ..., ::2".parse()?;
//! let v = t.try_slice(&spec)?;
//! assert_eq!((v.shape(), v.get(&[1, 1])), (&[3, 2][..], Some(&112)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Generic code
//!
//! The rank of a result is worked out in types: a spec that takes C axes and gives P turns rank R into R - C + P. Code for
//! every rank says so in a bound, with [`Minus`] and [`Plus`]:
//!
//! ```
//! use tslice::{Minus, Plus, Rank, Tensor, View, s};
//!
//! /// The first and the last of each last axis, one after the other.
//! fn ends<const R: usize, const M: usize>(v: View<'_, f32, R>) -> [View<'_, f32, M>; 2]
//! where
//!     Rank<R>: Minus<1, Output = Rank<M>>,
//!     Rank<M>: Plus<0, Output = Rank<M>>,
//! {
//!     [v.slice(s![.., 0]), v.slice(s![.., -1])]
//! }
//!
//! let t = Tensor::from_shape_fn([2, 3], |[i, j]| (i * 3 + j) as f32);
//! let [first, last] = ends(t.view());
//! assert_eq!((first.to_vec(), last.to_vec()), (vec![0., 3.], vec![2., 5.]));
//! ```
//!
//! Code for every spec takes [`AsEncoding`], and code for every source of elements [`AsView`]. The raw operations of
//! TensorFlow, ONNX and OpenVINO, with their arguments and their errors, are in [`ops`].
//!
//! # Arrays of other crates
//!
//! With the feature `ndarray`, `array.tslice(s![1, 2:4, .., ::-1])` slices an array and gives an array's view. Images, matrices,
//! tensors of files and more are lent as views: see [`interop`], and [`interop::Lend`] for a type of your own.
//!
//! # Without the standard library
//!
//! The feature `std` is on by default. Without it the crate needs `alloc`: owned tensors, texts, errors that hold a shape and
//! specs of more than 8 axes at run time allocate. One thing is lost: vector instructions are chosen by what the program is
//! compiled for (`-C target-feature`) and no longer by what the machine has.
#![cfg_attr(
    doc,
    doc = "
# More

| page | for whom |
|---|---|
| [`guide::numpy`] | those who know NumPy |
| [`guide::ndarray`] | those who use `ndarray` |
| [`guide::tensorflow`] | those who have TensorFlow or ONNX graphs |
| [`guide::recipes`] | those who have a task: crops, windows, splits, batches, borders, diagonals |
| [`guide::design`] | those who want to know how it works, or change it |
"
)]
//!
//! All ways of saying a slice end in one waist: begin, end, strides and five masks ([`EncodingRef`]), resolved against a
//! shape by one function. `unsafe` code lives in three modules only: `raw` (pointer and layout), `copy` (moving elements) and
//! `interop` (pointers that other crates lend).
#![no_std]
// Marks what is behind a feature by its `cfg`; a `doc(cfg(..))` by hand would keep impls inside a module from being marked.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod array;
mod copy;
mod error;
mod explain;
pub mod interop;
mod layout;
mod macros;
mod message;
pub mod ops;
mod rank;
mod resolve;
pub mod spec;

#[cfg(any(doc, doctest))]
pub mod guide;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[doc(hidden)]
pub use macros::__private;

pub use array::{
    Array, AsView, Diagonal, DynTensor, DynView, DynViewMut, Integer, IntoRankError, IntoShape, Iter,
    IterMut, Lent, MultiSlice, Mut, Owned, Read, Ref, Tensor, View, ViewMut, Write,
};
pub use error::{ShapeError, SliceError};
pub use explain::{EntryKind, ExplainError, ExplainedEntry, Explanation};
pub use layout::Dims;
pub use rank::{Dyn, Rank};
pub use resolve::Slices;
pub use spec::{AsEncoding, DynSpec, Encoding, EncodingRef, Masks, ParseSpecError, Spec};
