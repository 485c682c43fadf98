//! What the example programs share: how they end, and how they write a file.
//!
//! Nothing here slices; the programs beside it do.

pub mod program;
pub mod whole_file;
