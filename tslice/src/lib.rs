//! NumPy's slicing with TensorFlow's semantics, checked and encoded at compile time, for the arrays
//! you have.
//!
//! ```
//! # #[cfg(all(feature = "ndarray-0_17", feature = "image-0_25"))] {
//! use tslice::interop::{LendMut, ndarray::TSlice};
//! use tslice::s;
//!
//! let m = ndarray::array![[1, 2, 3], [4, 5, 6]]; // an array of `ndarray` keeps its type
//! assert_eq!(m.tslice(s![.., ::-1]), ndarray::array![[3, 2, 1], [6, 5, 4]]);
//!
//! let mut photo = image::RgbImage::new(640, 480); // borrowed as height x width x channels
//! photo.lend_mut().slice_mut(s![100:-100, 200:440, 0]).fill(255);
//! assert_eq!(photo.get_pixel(200, 100).0, [255, 0, 0]);
//! # }
//! ```
//!
//! A **spec**, written by [`s!`], is a list of **entries**. A **view** borrows the elements that a
//! spec selects. [`to_vec`](Array::to_vec), [`to_tensor`](Array::to_tensor) and
//! [`assign`](Array::assign) **copy** elements. tslice does not have arithmetic operators or linear
//! algebra. [`guide::why`] answers "why not `ndarray`?", [`guide::limits`] lists what is missing,
//! and the page of [`Array`] lists [the methods by task](Array#methods-by-task).
//!
//! # The first slice
//!
//! A [`View`] borrows elements: from a slice or a `Vec` and a shape, from nested arrays, or from
//! another crate's array (see [`interop`]). A [`Tensor`] owns its elements. [`slice`](Array::slice)
//! gives a view of the elements that a spec selects. No element moves:
//!
//! ```
//! use tslice::{View, s};
//!
//! let samples = [10, 11, 12, 20, 21, 22];
//! let v = View::from_shape([2, 3], &samples)?;
//! assert_eq!(v.slice(s![1]), [20, 21, 22]);                          // row 1
//! assert_eq!(v.slice(s![:, -1]), [12, 22]);                          // the last column
//! assert_eq!(v.slice(s![.., ::-1]), [[12, 11, 10], [22, 21, 20]]);   // every row backwards
//! assert_eq!(v[[1, 0]], 20);                                         // one element
//! # Ok::<(), tslice::ShapeError>(())
//! ```
//!
//! All arrays are one type, [`Array<S, D>`](Array), with storage S and dims D. Its page lists the
//! methods by task. `Tensor` and `View` are two of its six aliases:
//!
//! | | rank known to the compiler | rank known at run time |
//! |---|---|---|
//! | owned | [`Tensor<T, R>`](Tensor) | [`DynTensor<T>`](DynTensor) |
//! | shared | [`View<'a, T, R>`](View) | [`DynView<'a, T>`](DynView) |
//! | exclusive | [`ViewMut<'a, T, R>`](ViewMut) | [`DynViewMut<'a, T>`](DynViewMut) |
//!
//! # What an entry does
//!
//! An index, a range or a list is for one axis, in order from the left; the remaining axes stay
//! whole. The pictures number the selected elements in the order of the view. The crate
//! `tslice-explain` and the command `tslice explain` draw such a picture of any spec. The page of
//! [`s!`] describes the whole language.
//!
//! An **index** selects one position and drops its axis. A negative index counts from the end; an
//! index out of bounds is an error:
//!
#![cfg_attr(doc, doc = include_str!("../docs/pictures/index.svg"))]
#![cfg_attr(doc, doc = include_str!("../docs/pictures/index_from_end.svg"))]
//!
//! A **range** `begin:end:stride` keeps its axis. Its end is not included, and each of the three
//! may be absent:
//!
#![cfg_attr(doc, doc = include_str!("../docs/pictures/range.svg"))]
#![cfg_attr(doc, doc = include_str!("../docs/pictures/absent.svg"))]
#![cfg_attr(doc, doc = include_str!("../docs/pictures/stride.svg"))]
//!
//! A bound outside the axis is **clamped**, as in Python:
//!
#![cfg_attr(doc, doc = include_str!("../docs/pictures/clamped.svg"))]
//!
//! A **negative stride** goes backwards from `begin`, or from the last element if `begin` is
//! absent:
//!
#![cfg_attr(doc, doc = include_str!("../docs/pictures/reversed.svg"))]
#![cfg_attr(doc, doc = include_str!("../docs/pictures/last_backwards.svg"))]
//!
//! The **ellipsis** `..` stands for all axes that no other entry consumes; there may be none. It is
//! not Rust's full range: one whole axis is `:`. The pictures of three axes show the planes side by
//! side:
//!
#![cfg_attr(doc, doc = include_str!("../docs/pictures/ellipsis.svg"))]
#![cfg_attr(doc, doc = include_str!("../docs/pictures/ellipsis_between.svg"))]
//!
//! A **new axis** has length 1 and consumes no axis of the array. This result has shape
//! `[1, 1, 6]`:
//!
#![cfg_attr(doc, doc = include_str!("../docs/pictures/new_axis.svg"))]
//!
//! The **axis form** `axis => entry` names axes by number; the others stay whole. `s![-1 => 1:3]`
//! is the same spec as `s![.., 1:3]`:
//!
#![cfg_attr(doc, doc = include_str!("../docs/pictures/axis_form.svg"))]
//!
//! [`axes!`] gives axes names: after `axes! { pub Video = time, y, x, channel; }`, the spec
//! `s![Video: time = ::2, channel = 0]` is `s![::2, :, :, 0]`.
//!
//! A **list** `[0, 2, -1]` contains positions and ranges; `&rows` borrows a list or a mask, and a
//! **group** `(&ys, &xs)` takes positions together as coordinates. Strides cannot express a list,
//! so it does not give a view: [`pick`](Array::pick) copies the selected elements, and
//! [`pick_mut`](Array::pick_mut) writes to them.
//!
//! ```
//! use tslice::{Tensor, s};
//!
//! let t = Tensor::from_shape_fn([4, 5], |[i, j]| 10 * i + j);
//! let (rows, ys, xs) = (vec![2, 0], [0, 3], [4, 1]);
//! assert_eq!(t.pick(s![&rows, [1:3, -1]]), [[21, 22, 24], [1, 2, 4]]);
//! assert_eq!(t.pick(s![(&ys, &xs)]), [4, 31]);
//! ```
//!
//! # Reading, copying, writing
//!
//! An array is read by index, by iteration and by `==` with another array, a nested array, a slice
//! or a `Vec`. [`to_vec`](Array::to_vec), [`to_tensor`](Array::to_tensor) and
//! [`copy_to_slice`](Array::copy_to_slice) copy in row-major order. Tensors and exclusive views can
//! be written: [`assign`](Array::assign) broadcasts by NumPy's rule, [`fill`](Array::fill) sets one
//! value, and [`multi_slice_mut`](Array::multi_slice_mut) gives several exclusive slices at once,
//! if they share no element.
//!
//! ```
//! use tslice::{Tensor, s};
//!
//! let mut sheet = Tensor::<_, 2>::zeros([2, 4]);
//! sheet.slice_mut(s![0, ::-1]).assign(&[1, 2, 3, 4]);
//! sheet.slice_mut(s![1]).fill(9);
//! assert_eq!(sheet, [[4, 3, 2, 1], [9, 9, 9, 9]]);
//!
//! let (mut even, odd) = sheet.multi_slice_mut((s![:, ::2], s![:, 1::2]));
//! even.assign(&odd);
//! assert_eq!(sheet, [[3, 3, 1, 1], [9, 9, 9, 9]]);
//! ```
//!
//! A slice of a shared view `View<'a, ..>`, an iterator over it and a reference into it live for
//! `'a`, so a function may return them.
//!
//! # Mistakes
//!
//! The compiler reports these mistakes at the entry that contains them: a second ellipsis, a stride
//! of 0, a float as a bound. A spec that consumes more axes than the array has is a compile error
//! too. Other mistakes depend on the shape: `slice` panics with axis, index and length, and
//! `try_slice` returns them as an error.
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
//! Bounds may be expressions of any integer type: `s![begin:end, n - 1]`. If the whole spec comes
//! from outside, [`DynSpec`] parses the same language (feature `text`). If the compiler does not
//! know the rank, use [`DynView`] and [`DynTensor`]. A `&DynSpec` slices any array, and the result
//! has a dynamic rank:
//!
//! ```
//! use tslice::{DynSpec, Tensor, View};
//!
//! let t = Tensor::<_, 2>::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
//! let spec: DynSpec = "-1, ..., ::2".parse()?;
//! let v = t.try_slice(&spec)?;
//! assert_eq!((v.shape(), v.get(&[1])), (&[2][..], Some(&7)));
//! let v: View<i32, 1> = v.into_rank()?;
//! assert_eq!(v, [5, 7]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Arrays of other crates
//!
//! With the feature `ndarray-0_17`, `array.tslice(s![1, 2:4, .., ::-1])` slices an array of that
//! crate and gives a view of that crate. Images, matrices and tensors of files are borrowed as
//! views: see [`interop`]. For a type of your own, implement [`interop::Lend`]; for memory behind a
//! pointer, use `View::from_raw_parts`.
//!
//! # Generic code
//!
//! [`Read`] and [`Write`] are traits of storages, [`Dims`] of ranks, [`Slices<D>`](Slices) of specs
//! for an array of dims D. A spec that consumes C axes and produces P axes turns rank R into
//! R - C + P; `Slices::Output` are the dims of the result. [`SpecType!`] writes the type of a
//! literal spec.
//!
//! ```
//! use tslice::{Array, Dims, Read, Ref, Slices, SpecType, Tensor, View, Write, s};
//!
//! // Any storage and any rank: a tensor, a view, an exclusive view, typed or dynamic.
//! fn mean<S: Read<Elem = f32>, D: Dims>(a: &Array<S, D>) -> f32 {
//!     a.into_iter().sum::<f32>() / a.len() as f32
//! }
//!
//! // Anything that can be written.
//! fn clear<S: Write<Elem = f32>, D: Dims>(a: &mut Array<S, D>) {
//!     a.fill(0.0);
//! }
//!
//! // Any spec that slices the array. The result lives as long as the memory that the view borrows.
//! fn crop<'a, D: Dims, P: Slices<D>>(
//!     v: &Array<Ref<'a, f32>, D>,
//!     spec: P,
//! ) -> Array<Ref<'a, f32>, P::Output> {
//!     v.slice(spec)
//! }
//!
//! // One literal spec, for every rank that it fits.
//! fn last<D: Dims>(v: &Array<Ref<'_, f32>, D>) -> f32
//! where
//!     SpecType![.., _]: Slices<D>,
//! {
//!     mean(&v.slice(s![.., -1]))
//! }
//!
//! let mut t = Tensor::<_, 2>::from([[1.0, 2.0], [3.0, 6.0]]);
//! assert_eq!((mean(&t), last(&t.view())), (3.0, 4.0));
//! let row: View<f32, 1> = crop(&t.view(), s![1]);
//! assert_eq!(row, [3.0, 6.0]);
//! clear(&mut t.slice_mut(s![:, 0]));
//! assert_eq!(t, [[0.0, 2.0], [0.0, 6.0]]);
//! ```
//!
//! An argument that may also be a nested array, a slice or a `Vec` is an
//! [`AsView<T>`](traits::AsView). The raw operations of TensorFlow, ONNX and OpenVINO, with their
//! arguments and their errors, are in the crate `tslice-ops`.
//!
//! # Without the standard library
//!
//! The feature `std` is on by default. Without it, the crate needs `alloc` for owned tensors, for
//! texts, for errors that hold a shape, and for specs of more than 4 entries and arrays of more
//! than 8 axes at run time. It then uses only the vector instructions that the program is compiled
//! for (`-C target-feature`); with `std`, it uses those of the machine.
#![cfg_attr(
    doc,
    doc = "
# More

| page | contents |
|---|---|
| [`guide::why`] | why not `ndarray`, and what `ndarray` does better |
| [`guide::limits`] | what tslice does not do, and its limits |
| [`guide::numpy`] | NumPy's slices and functions, line by line |
| [`guide::ndarray`] | `ndarray::s!` and `tslice::s!`, line by line |
| [`guide::tensorflow`] | the operations of TensorFlow and ONNX graphs |
| [`guide::recipes`] | everyday tasks: crops, windows, batches, borders, joins, masks |
| [`guide::proofs`] | what the compiler proves about shapes, bounds and parts |
| [`guide::computing`] | computing on slices: `zip`, folds, and other crates |
| the crate `tslice-algebra` | specs without an array: composition, canonical forms, chunks |
| [`guide::tensors`] | tensors of deep-learning crates: burn, candle, tch, ONNX Runtime, Python |
| [`guide::design`] | how the crate works |
"
)]
//!
//! Every spec becomes begin, end, strides and the form of each entry ([`EncodingRef`]); TensorFlow
//! writes the forms as five masks. `resolve` of `tslice-core` applies them to a shape. Only
//! `tslice-core` and `tslice-kernels` contain `unsafe` code; here is one line of it, which says
//! that [`DynSpec`] slices as the specs of the core do.
#![no_std]
// Marks what is behind a feature by its `cfg`; a `doc(cfg(..))` by hand would keep impls inside a
// module from being marked.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

extern crate alloc;

mod dyn_spec;
mod error;
mod macros;
#[cfg(feature = "serde")]
mod serde;
mod signposts;
#[cfg(feature = "text")]
mod text;

#[cfg(any(doc, doctest))]
pub mod guide;

// It begins with arrays of other crates.
#[cfg(all(doctest, feature = "ndarray-0_17", feature = "image-0_25"))]
#[doc = include_str!("../README.md")]
struct Readme;

/// What the macros expand to: the proc macros, and what these expand to.
#[doc(hidden)]
pub mod __private {
    pub use tslice_macros::{
        axes, checked, diag, s, shape, spec as named_specs, spec_type, split_mut,
    };

    pub use tslice_core::__private::*;
}

/// Every name of the crate is at its root: this is for those who look for a prelude first.
#[doc(hidden)]
pub mod prelude {
    pub use crate::*;
}

pub use dyn_spec::DynSpec;
pub use error::Error;
#[doc(inline)]
pub use tslice_core::*;
#[cfg(feature = "text")]
#[doc(inline)]
pub use tslice_syntax::{ParseSpecError, SpecMistake};
