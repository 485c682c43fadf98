//! Specs as values: [`Spec`] is typed and made by `s!`, [`DynSpec`] is parsed at run time, [`Encoding`] holds the
//! raw arguments of StridedSlice, and [`InlineSpec`] is what a `const fn` makes of the others.

// `entry` alone decides what an entry of an encoding is; `resolve` decides what it selects on an axis.

mod dynamic;
mod encoding;
mod entry;
mod inline;
mod kinds;
mod masks;
mod shaped;
mod text;
mod typed;

pub use dynamic::DynSpec;
pub use encoding::{AsEncoding, Encoding, EncodingRef};
pub use entry::{Bounds, Entry};
pub(crate) use entry::{counted, outside};
pub use inline::InlineSpec;
pub(crate) use kinds::NoLists;
pub use kinds::{Kind, Kinds};
pub use masks::Masks;
pub use shaped::{ShapedSpec, Taken, given, group, known, length, listed, taken};
pub use text::{ParseSpecError, SpecMistake};
pub use typed::{Literal, Spec};

/// The most entries that a spec has: TensorFlow keeps its masks in int32 attributes.
pub const MAX_ENTRIES: usize = tslice_syntax::MAX_ENTRIES;
