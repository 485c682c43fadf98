//! Specs whose entries are checked against a static shape by the compiler: what `checked!` expands to.
//!
//! `entry` are the entries as types, `proof` are the checks at the user's tokens, `walk` computes the static shape of the result,
//! `spec` is the spec itself.

mod cut;
mod entry;
mod plain;
mod proof;
mod spec;
mod walk;

pub use cut::Cut;
pub use entry::{AnyRange, Begin, Ellipsis, End, Every, Full, Index, NewAxis, Window, Within};
pub use proof::{Proven, begin, end, index, window, within};
pub use spec::{Checked, checked};

pub use crate::layout::{Axes, Shape, Unknown};
