//! The kernels of `tslice`, which answers for the pointers that it gives: strided copies of blocks
//! of bytes. Nothing here is promised to others.
//!
//! A copy is a list of axes ([`CopyAxis`]), from which the caller has dropped those of length 1;
//! axes that are contiguous with each other are one. It moves by one kernel that is chosen once
//! ([`Blocks::run`]).
#![no_std]

#[cfg(any(feature = "std", test))]
extern crate std;

mod level;
mod plan;
mod row;

pub use level::{Level, has_wide_vectors};
pub use plan::{CopyAxis, Steps, Tuples};
pub use row::{Blocks, Gaps, HUGE, LINE, PAGE, Taker, join_planes, move_block, past};
