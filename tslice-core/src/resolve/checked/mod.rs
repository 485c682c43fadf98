//! Specs whose entries are checked against a static shape by the compiler: what `checked!` expands to.
//!
//! `claim` says what an entry may not be, `proof` are the checks at the user's tokens, `walk` computes the static shape of the
//! result, `spec` is the spec itself.

mod claim;
mod cut;
mod plain;
mod proof;
mod spec;
mod walk;

pub use claim::{AnyIndex, AnyRange, Begin, Ellipsis, End, Every, Full, Index, NewAxis, Within};
pub use cut::Cut;
pub use proof::{Proven, begin, end, index, within};
pub use spec::{Checked, checked};

pub use crate::layout::{Axes, Shape, Unknown};
