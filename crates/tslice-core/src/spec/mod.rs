//! Specs as values: [`Spec`] is typed and made by `s!`, [`Encoding`] holds the raw
//! arguments of StridedSlice, and [`InlineSpec`] is what a `const fn` makes of the others.

// `encoding` alone decides what an entry of an encoding is; `resolve` decides what it selects on an
// axis.

mod encoding;
mod inline;
mod shaped;
mod typed;

pub(crate) use encoding::check_stride;
pub use encoding::{AsEncoding, Encoding, EncodingRef, Entry, Masks, Range, Trust};
pub use inline::InlineSpec;
pub use shaped::{ShapedSpec, entry, known, length, sound};
pub use typed::{Kind, Kinds, Literal, NoLists, Spec};

/// The most entries that a spec has: TensorFlow keeps its masks in int32 attributes.
pub const MAX_ENTRIES: usize = tslice_entry::MAX_ENTRIES;
