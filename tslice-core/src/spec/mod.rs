//! Specs as values: [`Spec`] is typed and made by `s!`, [`DynSpec`] is parsed at run time, [`Encoding`] holds the
//! raw arguments of StridedSlice, and [`InlineSpec`] is what a `const fn` makes of the others.

// `entry` alone decides what an entry of an encoding is; `resolve` decides what it selects on an axis.

mod disjoint;
mod display;
mod dynamic;
mod encoding;
mod entry;
mod inline;
mod kinds;
mod masks;
mod shaped;
mod text;
mod typed;

pub(crate) use disjoint::{are_disjoint, literal};
pub use dynamic::DynSpec;
pub use encoding::{AsEncoding, Encoding, EncodingRef};
pub(crate) use entry::Form;
pub use entry::{Bounds, Entry};
pub use inline::InlineSpec;
#[allow(unreachable_pub, reason = "a bound of public functions; other crates cannot implement it")]
pub use kinds::MaskSet;
pub use kinds::{Forms, Kind, Kinds, Mask, TypedMasks};
pub use masks::Masks;
pub use shaped::{ShapedSpec, Taken, given, known, length, taken};
pub use text::{ParseSpecError, SpecMistake};
pub use typed::{Columns, Rows, Spec};

/// The most entries that a spec has: TensorFlow keeps its masks in int32 attributes.
pub const MAX_ENTRIES: usize = tslice_syntax::MAX_ENTRIES;
