//! The raw operations: the arguments of their references, dynamic rank, and exactly the behaviour of the reference.
//!
//! Every error of a reference is a distinct error here. No function panics, whatever its arguments are. Index arguments may
//! have any primitive integer type.
//!
//! | operation | reference | typed form |
//! |---|---|---|
//! | [`strided_slice`] | TensorFlow StridedSlice | [`Array::slice`](crate::Array::slice) |
//! | [`strided_slice_update`], [`strided_slice_assign`] | TensorFlow TensorStridedSliceUpdate | [`slice_mut`](crate::Array::slice_mut) and [`assign`](crate::Array::assign) |
//! | [`strided_slice_grad`] | TensorFlow StridedSliceGrad | [`Array::slice_grad`](crate::Array::slice_grad) |
//! | [`slice()`] | OpenVINO Slice-8, ONNX Slice | [`Array::slice`](crate::Array::slice) by `s![1 => 2:4]` |
//! | [`matrix_diag_part()`] | TensorFlow MatrixDiagPartV2, V3 | [`Array::diag_part`](crate::Array::diag_part), [`Array::diagonal`](crate::Array::diagonal) |
//! | [`gather_nd()`], [`gather_nd_with`] | TensorFlow GatherNd | [`Array::gather_nd`](crate::Array::gather_nd) |
//!
//! [`slice_args()`] and [`SliceArgs`] convert specs to the arguments of Slice-8 and ONNX Slice, and back.

mod bounds;
pub mod diag;
mod gather_nd;
mod matrix_diag_part;
mod output;
mod slice;
mod slice_args;
mod strided_slice;
mod strided_slice_grad;
mod strided_slice_update;
mod take;

#[cfg(feature = "rayon")]
pub use gather_nd::par_gather_nd;
pub use gather_nd::{
    BadIndices, Batches, GatherIndices, GatherNdError, GatherOptions, Gathers, UnknownPolicyError, gather_nd,
    gather_nd_into, gather_nd_with,
};
pub use matrix_diag_part::{
    DiagIndex, DiagPart, DiagPartError, Padding, matrix_diag_part, matrix_diag_part_into,
};
pub use slice::{DEFAULT_AXES, Slice8Error, slice};
pub use slice_args::{ArgInteger, ConvertError, RangeSpec, SliceArgs, slice_args};
pub use strided_slice::strided_slice;
pub use strided_slice_grad::{GradError, strided_slice_grad};
pub use strided_slice_update::{UpdateError, strided_slice_assign, strided_slice_update};
pub use take::TakeError;
