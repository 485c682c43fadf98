//! The canonical form of a spec: its entries are in one order, and each range is canonical.
//!
//! An index and a new axis beside each other give the same in either order, and so do `:` and the
//! ellipsis. The canonical order has the new axis before the index, and `:` before the ellipsis. An
//! ellipsis at the end is left out.

use tslice_core::__ops::{Entry, MAX_ENTRIES};
use tslice_core::{EncodingRef, InlineSpec, SliceError};

use crate::span::Span;

/// A spec in the making. Its entries are in canonical order after each one that is added.
pub(crate) struct Builder {
    entries: [Entry; MAX_ENTRIES],
    len: usize,
    fits: bool,
}

impl Builder {
    pub(crate) const fn new() -> Self {
        Self {
            entries: [Entry::Ellipsis; MAX_ENTRIES],
            len: 0,
            fits: true,
        }
    }

    pub(crate) const fn new_axis(&mut self) {
        self.push(Entry::NewAxis);
        let mut at = self.len;
        while self.fits && at > 1 && matches!(self.entries[at - 2], Entry::Index(_)) {
            at -= 1;
            self.entries.swap(at, at - 1);
        }
    }

    pub(crate) const fn index(&mut self, index: i64) {
        self.push(Entry::Index(index));
    }

    pub(crate) const fn range(&mut self, span: Span) {
        self.push(Entry::Range(span.range()));
        let last = self.len.saturating_sub(1);
        if self.fits
            && span.is_whole()
            && last > 0
            && matches!(self.entries[last - 1], Entry::Ellipsis)
        {
            self.entries.swap(last, last - 1);
        }
    }

    /// `length` positions from `start` on: not what fits every axis, which is a range.
    pub(crate) const fn window(&mut self, start: i64, length: i64) {
        match (start, length) {
            (0, 0) => self.range(Span::EMPTY),
            _ => self.push(Entry::Window {
                start,
                length,
                stride: 1,
            }),
        }
    }

    pub(crate) const fn ellipsis(&mut self) {
        self.push(Entry::Ellipsis);
    }

    /// An entry as it is, of a canonical spec.
    pub(crate) const fn entry(&mut self, entry: Entry) {
        match entry {
            Entry::Ellipsis => self.ellipsis(),
            Entry::NewAxis => self.new_axis(),
            Entry::Index(index) => self.index(index),
            Entry::Range(bounds) => self.range(Span::of(bounds)),
            Entry::Window {
                start,
                length,
                stride: _,
            } => self.window(start, length),
            // A spec with a list has no canonical form.
            Entry::List | Entry::Grouped => self.fits = false,
        }
    }

    const fn push(&mut self, entry: Entry) {
        self.fits = self.fits && self.len < MAX_ENTRIES;
        if self.fits {
            self.entries[self.len] = entry;
            self.len += 1;
        }
    }

    /// The spec; `None` if it needs more than 31 entries.
    pub(crate) const fn finished(self) -> Option<InlineSpec> {
        let (mut spec, mut at) = (InlineSpec::EMPTY, 0);
        while at < self.len {
            let entry = self.entries[at];
            at += 1;
            if at < self.len || !entry.is_ellipsis() {
                spec.push(entry);
            }
        }
        if self.fits { Some(spec) } else { None }
    }
}

/// Whether a checked encoding has a range or a window that is empty on every axis.
const fn has_empty(encoding: EncodingRef<'_>) -> bool {
    let mut at = 0;
    while at < encoding.begin.len() {
        let is_empty = match encoding.entry(at) {
            Entry::Range(range) => encoding.strides[at] != 0 && Span::of(range).is_empty(),
            Entry::Window { length, .. } => length == 0,
            Entry::Ellipsis | Entry::NewAxis | Entry::Index(_) | Entry::List | Entry::Grouped => {
                false
            }
        };
        if is_empty {
            return true;
        }
        at += 1;
    }
    false
}

/// The start of a window of which the number of positions alone matters, and what axes it fits.
const fn countwise(start: i64, length: i64) -> i64 {
    // Nothing fits a length that is negative, or beyond the end that a start is counted from.
    if start < 0 && length >= 0 && length.saturating_add(start) <= 0 && start > -i64::MAX {
        -start - length
    } else {
        start
    }
}

/// The canonical form of a spec: specs that give the same on every shape have equal ones.
///
/// To give the same is to fit the same shapes, and to select the same elements of each in the same
/// order with the same axes. It is canonical for axes of up to `i64::MAX` positions, so
/// `0:9223372036854775807` is `:`. A spec that fits no shape, for its index is `i64::MAX` or
/// `i64::MIN`, or a window has a negative length, stays as it is.
///
/// ```
/// use tslice::{InlineSpec, SliceError, s};
/// use tslice_algebra::canonical;
///
/// const RANGE: Result<InlineSpec, SliceError> = canonical(s![0:9:4, ..].as_encoding());
/// assert_eq!(RANGE?.to_string(), ":9:4");
/// # Ok::<(), SliceError>(())
/// ```
///
/// # Errors
///
/// If a stride is 0, or the encoding is wrong for every shape: see
/// [`Encoding::new`](tslice_core::Encoding::new).
pub const fn canonical(encoding: EncodingRef<'_>) -> Result<InlineSpec, SliceError> {
    if let Err(error) = encoding.check() {
        return Err(error);
    }
    // If a range is empty on every axis, no element is ever selected: specs then differ by the
    // lengths that they give, and two ranges that always select equally many positions are the
    // same.
    let counts = has_empty(encoding);
    let mut builder = Builder::new();
    let (mut at, mut axis) = (0, 0);
    while at < encoding.begin.len() {
        match encoding.entry(at) {
            Entry::Ellipsis => builder.ellipsis(),
            Entry::NewAxis => builder.new_axis(),
            Entry::Index(_) | Entry::Range(_) if encoding.strides[at] == 0 => {
                return Err(SliceError::ZeroStride { axis });
            }
            Entry::Index(_) if encoding.strides[at] < 0 => {
                return Err(SliceError::IndexStrideNotPositive {
                    axis,
                    stride: encoding.strides[at],
                });
            }
            Entry::Index(index) => {
                builder.index(if counts && index < 0 { !index } else { index });
                axis += 1;
            }
            Entry::Range(range) => {
                let span = Span::of(range);
                builder.range(if counts { span.countwise() } else { span });
                axis += 1;
            }
            Entry::Window {
                start,
                length,
                stride: _,
            } => {
                builder.window(
                    if counts {
                        countwise(start, length)
                    } else {
                        start
                    },
                    length,
                );
                axis += 1;
            }
            Entry::List | Entry::Grouped => return Err(SliceError::List { entry: at }),
        }
        at += 1;
    }
    match builder.finished() {
        Some(spec) => Ok(spec),
        None => Err(SliceError::SpecTooLong {
            entries: encoding.begin.len(),
        }),
    }
}
