//! The benchmarks of tslice: cases, peers, and how they are timed.

pub mod contest;
pub mod copies;
pub mod views;
