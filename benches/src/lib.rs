//! The benchmarks of tslice: cases, who runs them, how they are timed, and the report.

pub mod after;
pub mod axes;
pub mod borders;
pub mod case;
pub mod computes;
pub mod contest;
pub mod copies;
pub mod data;
pub mod files;
pub mod gathers;
mod memory;
pub mod peers;
pub mod picks;
pub mod report;
pub mod scatters;
pub mod specs;
pub mod sweep;
pub mod threads;
pub mod views;
pub mod walks;
pub mod writes;
