//! The raw operations, with their references' argument lists, dynamic rank and exact behaviour.

mod bounds;
pub mod diag;
mod diag_operands;
mod diag_part;
mod gather;
mod gather_batches;
mod gather_error;
mod gather_indices;
mod gather_nd;
mod matrix_diag_part;
mod output;
mod ranges;
mod slice;
mod slice_args;
mod strided_slice;
mod strided_slice_grad;
mod strided_slice_update;

pub use diag_operands::{DiagIndex, DiagPartError, Padding};
pub use diag_part::DiagPart;
pub use gather::{BadIndices, GatherOptions, UnknownPolicy};
pub use gather_batches::Batches;
pub use gather_error::GatherNdError;
pub use gather_indices::{GatherIndices, Gathers};
pub use gather_nd::{gather_nd, gather_nd_with};
pub use matrix_diag_part::matrix_diag_part;
pub use slice::{DEFAULT_AXES, Slice8Error, slice};
pub use slice_args::{ArgInteger, ConvertError, RangeSpec, SliceArgs, slice_args};
pub use strided_slice::strided_slice;
pub use strided_slice_grad::{GradError, strided_slice_grad};
pub use strided_slice_update::{UpdateError, strided_slice_assign, strided_slice_update};
