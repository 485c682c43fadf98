//! A spec that owns its numbers without a heap, so that `const fn` can return it.

use core::fmt;

use super::{AsEncoding, Bounds, DynSpec, Encoding, EncodingRef, Entry, Form, MAX_ENTRIES, Masks, display};

/// A slice spec that a `const fn` can return: what the algebra makes of other specs.
///
/// It slices any array, as a [`DynSpec`] does, and turns into one and into an [`Encoding`]. Two are equal if their encodings are.
///
/// ```
/// use tslice::{InlineSpec, Tensor, s};
///
/// const BOTH: Option<InlineSpec> = s![1:, ::2].then(&s![1:, -1]);
/// assert_eq!(BOTH, None); // where the last column is depends on the number of columns
///
/// const INNER: InlineSpec = s![1:, ::-1].then(&s![1:, :2]).unwrap();
/// assert_eq!(INNER.to_string(), "2:, :-3:-1");
/// let t = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
/// assert_eq!(t.slice(&INNER), [[9, 8]]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct InlineSpec {
    /// Begin, end and stride of each entry; zeros behind the last one.
    begin: [i64; MAX_ENTRIES],
    end: [i64; MAX_ENTRIES],
    strides: [i64; MAX_ENTRIES],
    masks: Masks,
    entries: usize,
}

impl InlineSpec {
    /// The spec without entries, which is the identity.
    pub(crate) const EMPTY: Self = Self {
        begin: [0; MAX_ENTRIES],
        end: [0; MAX_ENTRIES],
        strides: [0; MAX_ENTRIES],
        masks: Masks { begin_mask: 0, end_mask: 0, ellipsis_mask: 0, new_axis_mask: 0, shrink_axis_mask: 0 },
        entries: 0,
    };

    /// The encoding, borrowed.
    #[must_use]
    pub const fn as_encoding(&self) -> EncodingRef<'_> {
        let (begin, _) = self.begin.split_at(self.entries);
        let (end, _) = self.end.split_at(self.entries);
        let (strides, _) = self.strides.split_at(self.entries);
        EncodingRef { begin, end, strides, masks: self.masks }
    }

    /// The encoding, owned.
    #[must_use]
    pub fn to_encoding(&self) -> Encoding {
        self.as_encoding().into()
    }

    /// Appends an entry; false if the spec has 31 already.
    pub(crate) const fn push(&mut self, entry: Entry) -> bool {
        if self.entries == MAX_ENTRIES {
            return false;
        }
        self.entries += 1;
        self.set(self.entries - 1, entry);
        true
    }

    /// Moves an entry to the place before it; `back` entries are behind that place.
    pub(crate) const fn sink(&mut self, back: usize) {
        let at = self.entries - 1 - back;
        let (above, entry) = (self.as_encoding().entry(at), self.as_encoding().entry(at + 1));
        self.set(at, entry);
        self.set(at + 1, above);
    }

    /// Removes the last entry, if there is one.
    pub(crate) const fn pop(&mut self) {
        if self.entries > 0 {
            let last = self.entries - 1;
            self.set(last, Entry::Range(Bounds { begin: Some(0), end: Some(0), stride: 0 }));
            self.entries = last;
        }
    }

    /// What the entry is that has `back` entries behind it.
    pub(crate) const fn form_from_end(&self, back: usize) -> Option<Form> {
        if back < self.entries { Some(self.masks.form(self.entries - 1 - back)) } else { None }
    }

    const fn set(&mut self, at: usize, entry: Entry) {
        let mut masks = self.masks.without(at);
        let bit = 1 << at;
        let (begin, end, stride) = match entry {
            Entry::Ellipsis => {
                masks.ellipsis_mask |= bit;
                (0, 0, 1)
            }
            Entry::NewAxis => {
                masks.new_axis_mask |= bit;
                (0, 0, 1)
            }
            Entry::Index { index, .. } => {
                masks.shrink_axis_mask |= bit;
                (index, index.saturating_add(1), 1)
            }
            Entry::Range(Bounds { begin, end, stride }) => {
                let begin = match begin {
                    Some(begin) => begin,
                    None => {
                        masks.begin_mask |= bit;
                        0
                    }
                };
                let end = match end {
                    Some(end) => end,
                    None => {
                        masks.end_mask |= bit;
                        0
                    }
                };
                (begin, end, stride)
            }
        };
        (self.begin[at], self.end[at], self.strides[at]) = (begin, end, stride);
        self.masks = masks;
    }
}

impl AsEncoding for InlineSpec {
    fn as_encoding(&self) -> EncodingRef<'_> {
        self.as_encoding()
    }
}

impl From<InlineSpec> for DynSpec {
    fn from(spec: InlineSpec) -> Self {
        Self::of(spec.as_encoding())
    }
}

impl From<InlineSpec> for Encoding {
    fn from(spec: InlineSpec) -> Self {
        spec.to_encoding()
    }
}

impl fmt::Display for InlineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display::entries(self.as_encoding(), f)
    }
}

impl fmt::Debug for InlineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "InlineSpec[{self}]")
    }
}
