//! Views and tensors: what users hold.
//!
//! `View` (shared, `Copy`), `ViewMut` (exclusive) and `Tensor` (owned, row-major) with the rank in the type, and their
//! `Dyn` forms. What they have in common is written once, in `read` and `write`.

mod as_view;
mod diagonal;
mod dynamic;
mod exclusive;
mod multi;
mod nested;
#[cfg(feature = "rayon")]
mod parallel;
mod rank_error;
mod read;
mod shared;
mod strided;
mod tensor;
mod traits;
mod write;

pub use as_view::AsView;
pub use diagonal::Diagonal;
pub use dynamic::{DynTensor, DynView, DynViewMut};
pub use exclusive::ViewMut;

pub use crate::raw::{Iter, IterMut};
pub use multi::MultiSlice;
pub use rank_error::IntoRankError;
pub use shared::View;
pub use tensor::Tensor;
