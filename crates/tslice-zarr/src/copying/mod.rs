//! Copies from array to array, in parts that other processes may do.

mod create;
mod layout;
mod part;
mod plan;
mod writers;

pub use create::{check_pair, clear, create, has_array, in_memory, is_zarr, remove};
pub use layout::Layout;
pub use part::Part;
pub use plan::{CopyOptions, CopyPlan, size_of_text};
