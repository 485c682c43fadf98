//! What the command does, without its arguments.
//!

#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

pub mod beside;
pub mod explain;
pub mod format;
#[allow(unsafe_code, reason = "a file is mapped into memory")]
pub mod npy;
pub mod spec;
pub mod whole_file;

/// Lets an interrupt, a hangup or a request to terminate remove the unfinished files before the program ends.
///
/// A signal that the program was started without, as by `nohup`, stays so.
pub fn remove_unfinished_files_when_interrupted() {
    // Without a handler the program ends all the same, and a side file may stay.
    let _ = ctrlc::try_set_handler(|| whole_file::abandon());
}
