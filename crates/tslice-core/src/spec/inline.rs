//! A spec that owns its numbers without a heap, so that `const fn` can return it.

use core::fmt;

use tslice_entry::{Forms, Row, print_spec};

use super::{AsEncoding, Encoding, EncodingRef, Entry, MAX_ENTRIES, Trust};

/// A slice spec that a `const fn` can return: what the crate `tslice-algebra` makes of others.
///
/// It slices any array, as a `DynSpec` does, and turns into one. Two are equal if their encodings
/// are.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct InlineSpec {
    /// Begin, end and stride of each entry; zeros behind the last one.
    numbers: [[i64; MAX_ENTRIES]; 3],
    forms: Forms,
    entries: usize,
}

impl InlineSpec {
    /// The spec without entries, which is the identity.
    #[doc(hidden)]
    pub const EMPTY: Self = Self {
        numbers: [[0; MAX_ENTRIES]; 3],
        forms: Forms(0),
        entries: 0,
    };

    /// The encoding, borrowed.
    pub const fn as_encoding(&self) -> EncodingRef<'_> {
        let [begin, end, strides] = &self.numbers;
        let (begin, _) = begin.split_at(self.entries);
        let (end, _) = end.split_at(self.entries);
        let (strides, _) = strides.split_at(self.entries);
        EncodingRef {
            begin,
            end,
            strides,
            forms: self.forms,
        }
    }

    /// The encoding, owned.
    ///
    /// # Panics
    ///
    /// If the spec has a window, which TensorFlow lacks; `Encoding::try_from(spec.as_encoding())`
    /// is an error then.
    #[track_caller]
    pub fn to_encoding(&self) -> Encoding {
        self.as_encoding().to_encoding()
    }

    /// Appends an entry; false if the spec has 31 already.
    #[doc(hidden)]
    pub const fn push(&mut self, entry: Entry) -> bool {
        let at = self.entries;
        if at == MAX_ENTRIES {
            return false;
        }
        let Row { begin, end, stride } = entry.numbers();
        let [begins, ends, strides] = &mut self.numbers;
        (begins[at], ends[at], strides[at]) = (begin, end, stride);
        self.forms = self.forms.with(at, entry.form());
        self.entries += 1;
        true
    }
}

impl AsEncoding for InlineSpec {
    const TRUST: Trust<Self> = Trust::OWN;

    fn as_encoding(&self) -> EncodingRef<'_> {
        self.as_encoding()
    }
}

impl fmt::Display for InlineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_spec(self.as_encoding().entries(), |_, _| None, f)
    }
}

impl fmt::Debug for InlineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "InlineSpec[{self}]")
    }
}
