//! A spec that owns its numbers without a heap, so that `const fn` can return it.

use core::fmt;

use tslice_entry::{Forms, Range, Row, print_spec};

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
        if self.entries == MAX_ENTRIES {
            return false;
        }
        self.entries += 1;
        self.set(self.entries - 1, entry);
        true
    }

    /// Moves an entry to the place before it; `back` entries are behind that place.
    #[doc(hidden)]
    pub const fn sink(&mut self, back: usize) {
        let at = self.entries - 1 - back;
        let (above, entry) = (
            self.as_encoding().entry(at),
            self.as_encoding().entry(at + 1),
        );
        self.set(at, entry);
        self.set(at + 1, above);
    }

    /// Removes the last entry, if there is one.
    #[doc(hidden)]
    pub const fn pop(&mut self) {
        if self.entries > 0 {
            self.entries -= 1;
            // Zeros, whose form is 0 too: equal specs are equal behind their last entries.
            self.set(
                self.entries,
                Entry::Range(Range {
                    begin: Some(0),
                    end: Some(0),
                    stride: Some(0),
                }),
            );
        }
    }

    /// The entry that has `back` entries behind it.
    #[doc(hidden)]
    pub const fn entry_from_end(&self, back: usize) -> Option<Entry> {
        if back < self.entries {
            Some(self.as_encoding().entry(self.entries - 1 - back))
        } else {
            None
        }
    }

    const fn set(&mut self, at: usize, entry: Entry) {
        let Row { begin, end, stride } = entry.numbers();
        let [begins, ends, strides] = &mut self.numbers;
        (begins[at], ends[at], strides[at]) = (begin, end, stride);
        self.forms = self.forms.with(at, entry.form());
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
