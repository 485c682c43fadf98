//! The slicing operations of TensorFlow, ONNX and OpenVINO: the arguments of their references,
//! dynamic rank, and exactly the behaviour of the reference.
//!
//! Every error of a reference is a distinct error here. No function panics, whatever its arguments
//! are. Index arguments may have any primitive integer type. Where the rank is a type, the
//! [`prelude`] has the same as methods of arrays.
//!
//! | operation | reference | typed form |
//! |---|---|---|
//! | [`strided_slice`] | TensorFlow StridedSlice | [`Array::slice`] |
//! | [`strided_slice_update`], [`strided_slice_assign`] | TensorFlow TensorStridedSliceUpdate | [`slice_mut`](Array::slice_mut) and [`assign`](Array::assign) |
//! | [`strided_slice_grad`] | TensorFlow StridedSliceGrad | [`slice_grad`](SliceGradExt::slice_grad) |
//! | [`slice()`] | OpenVINO Slice-8, ONNX Slice | [`Array::slice`] by `s![1 => 2:4]` |
//! | [`slice_scatter`], [`slice_scatter_assign`] | OpenVINO SliceScatter-15 | the same |
//! | [`pad()`] | TensorFlow Pad, PadV2, MirrorPad; OpenVINO Pad-12; ONNX Pad | [`Array::pad`], [`Array::crop`] |
//! | [`matrix_diag()`], [`matrix_set_diag`], [`matrix_set_diag_assign`] | TensorFlow MatrixDiagV2, V3, MatrixSetDiagV2, V3 | [`matrix_diag`](DiagPartExt::matrix_diag), [`set_diag`](DiagPartExt::set_diag) |
//! | [`matrix_band_part`], [`trilu`] | TensorFlow MatrixBandPart, ONNX Trilu | |
//! | [`scatter_nd()`], [`scatter_nd_with`], [`tensor_scatter_nd`], [`tensor_scatter_nd_update`] and its like, [`tensor_scatter_nd_assign`] | TensorFlow ScatterNd, TensorScatterUpdate, Add, Sub, Min, Max | [`scatter_nd`](GatherNdExt::scatter_nd) |
//! | [`scatter_nd_update`], [`scatter_nd_update_assign`] | OpenVINO ScatterNDUpdate-15, ONNX ScatterND | [`scatter_nd_update`](GatherNdExt::scatter_nd_update), [`Array::pick_mut`] |
//! | [`gather`](gather()), [`gather_with`] | OpenVINO Gather-8, TensorFlow GatherV2, ONNX Gather, `np.take` | [`Array::take`] |
//! | [`gather_elements`], [`scatter_elements`], [`scatter_elements_assign`] | ONNX GatherElements, ScatterElements | |
//! | [`tensor_scatter`](tensor_scatter()), [`tensor_scatter_assign`] | ONNX TensorScatter | |
//! | [`gather_nd_grad`], [`scatter_nd_grad`], [`tensor_scatter_nd_update_grad`], [`tensor_scatter_nd_add_grad`], [`tensor_scatter_nd_sub_grad`], [`gather_grad`], [`matrix_diag_part_grad`], [`matrix_diag_grad`], [`matrix_set_diag_grad`], [`matrix_band_part_grad`], [`slice_grad`], [`pad_grad`] | TensorFlow's registered gradients | |
//! | [`matrix_diag_part()`] | TensorFlow MatrixDiagPartV2, V3 | [`diag_part`](DiagPartExt::diag_part), [`Array::diagonal`] |
//! | [`gather_nd()`], [`gather_nd_with`] | TensorFlow GatherNd | [`gather_nd`](GatherNdExt::gather_nd) |
//!
//! [`slice_args()`] and [`SliceArgs`] convert specs to the arguments of Slice-8 and ONNX Slice, and
//! back.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

extern crate alloc;

mod bounds;
mod diag_ext;
mod elements;
mod gather;
mod gather_nd;
mod gather_nd_ext;
mod gradients;
mod matrix_diag;
mod matrix_diag_part;
mod number;
mod operand;
mod pad;
mod rules;
mod scatter_nd;
mod slice;
mod slice_args;
mod strided_slice;
mod strided_slice_grad;
mod strided_slice_update;
mod tensor_scatter;

/// The operations as methods of arrays: `use tslice_ops::prelude::*;`.
pub mod prelude {
    pub use crate::{DiagPartExt, GatherNdExt, SliceGradExt};
}

#[cfg(doc)]
use tslice_core::Array;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use diag_ext::{DiagPart, DiagPartExt};
pub use elements::{gather_elements, scatter_elements, scatter_elements_assign};
pub use gather::{OffAxis, gather, gather_with};
#[cfg(feature = "rayon")]
pub use gather_nd::par_gather_nd;
pub use gather_nd::{
    BadIndices, Batches, GatherIndices, GatherOptions, Gathers, IndicesError, gather_nd,
    gather_nd_into, gather_nd_with,
};
pub use gather_nd_ext::GatherNdExt;
pub use gradients::{
    gather_grad, gather_nd_grad, scatter_nd_grad, tensor_scatter_nd_add_grad,
    tensor_scatter_nd_sub_grad, tensor_scatter_nd_update_grad,
};
pub use matrix_diag::{
    matrix_band_part, matrix_band_part_grad, matrix_diag, matrix_diag_grad, matrix_diag_part_grad,
    matrix_set_diag, matrix_set_diag_assign, matrix_set_diag_grad, trilu,
};
pub use matrix_diag_part::{
    DiagError, DiagIndex, Padding, matrix_diag_part, matrix_diag_part_into,
};
pub use number::{Number, Reduction};
pub use operand::Operand;
pub use pad::{PadError, PadRules, pad, pad_grad, slice_grad};
pub use scatter_nd::{
    scatter_nd, scatter_nd_update, scatter_nd_update_assign, scatter_nd_with, tensor_scatter_nd,
    tensor_scatter_nd_add, tensor_scatter_nd_assign, tensor_scatter_nd_max, tensor_scatter_nd_min,
    tensor_scatter_nd_sub, tensor_scatter_nd_update,
};
pub use slice::{DEFAULT_AXES, Slice8Error, slice, slice_scatter, slice_scatter_assign};
pub use slice_args::{ArgInteger, ConvertError, SliceArgs, slice_args};
pub use strided_slice::strided_slice;
pub use strided_slice_grad::{GradError, SliceGradExt, strided_slice_grad};
pub use strided_slice_update::{UpdateError, strided_slice_assign, strided_slice_update};
pub use tensor_scatter::{CacheMode, tensor_scatter, tensor_scatter_assign};
