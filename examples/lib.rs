//! What the example programs share: how they end, and how they write a file.
//!
//! Nothing here slices; the programs beside it do.

pub mod program;
// Part of what the command `tslice` shares with these programs.
#[path = "../crates/tslice-cli/src/whole_file.rs"]
pub mod whole_file;
