//! Specs whose entries are checked against a static shape by the compiler: what `checked!` expands
//! to.
//!
//! `walk` has the entries as types and computes the static shape of the result, `proof` are the
//! checks at the user's tokens, `spec` is the spec itself.

mod proof;
mod spec;
mod walk;

pub use crate::layout::{Axes, Shape, Unknown};
pub use proof::{Proven, fits, in_list};
pub use spec::{Checked, checked};
pub use walk::{AnyRange, Begin, Cut, Ellipsis, End, Every, Full, Index, NewAxis, Window, Within};
