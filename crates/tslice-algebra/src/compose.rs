//! Two specs one after the other as one, whatever the shape.

use tslice_core::__ops::Entry;
use tslice_core::{EncodingRef, InlineSpec};

use crate::canonical::{Builder, canonical};
use crate::span::{Span, from_front};

/// The entries of a canonical spec in three sections: those before the axes that it leaves whole,
/// those axes, those after them.
#[derive(Clone, Copy)]
struct Sections<'e> {
    encoding: EncodingRef<'e>,
    /// Entries before the whole axes, and the first entry after them.
    before: usize,
    after: usize,
    /// Whole axes that there are at least: each is a `:` beside the ellipsis.
    whole: usize,
}

impl<'e> Sections<'e> {
    const fn of(encoding: EncodingRef<'e>) -> Self {
        let entries = encoding.begin.len();
        let ellipsis = encoding.ellipsis();
        let mut before = ellipsis;
        while before > 0 && is_whole(encoding.entry(before - 1)) {
            before -= 1;
        }
        let after = if ellipsis < entries {
            ellipsis + 1
        } else {
            entries
        };
        Self {
            encoding,
            before,
            after,
            whole: ellipsis - before,
        }
    }

    /// Axes that the entries `from..to` take of the input, and give to the result.
    const fn axes(self, from: usize, to: usize) -> (usize, usize) {
        let forms = self.encoding.forms();
        let ((taken_before, given_before), (taken, given)) = (forms.axes(from), forms.axes(to));
        (taken - taken_before, given - given_before)
    }
}

const fn is_whole(entry: Entry) -> bool {
    match entry {
        Entry::Range(range) => {
            range.begin.is_none() && range.end.is_none() && matches!(range.stride, None | Some(1))
        }
        Entry::Ellipsis
        | Entry::NewAxis
        | Entry::Index(_)
        | Entry::Window { .. }
        | Entry::List
        | Entry::Grouped => false,
    }
}

/// Entries of the first spec, from which those of the second take.
struct Source<'e> {
    encoding: EncodingRef<'e>,
    at: usize,
    end: usize,
    out: Builder,
}

impl Source<'_> {
    /// The next entry that gives an axis; `None` if there is none. Indices before it, which give
    /// none, are kept.
    const fn next(&mut self) -> Option<Entry> {
        while self.at < self.end {
            let entry = self.encoding.entry(self.at);
            self.at += 1;
            match entry {
                Entry::Index(index) => self.out.index(index),
                Entry::Ellipsis
                | Entry::NewAxis
                | Entry::Range(_)
                | Entry::Window { .. }
                | Entry::List
                | Entry::Grouped => return Some(entry),
            }
        }
        None
    }

    /// Keeps as many of the next axes as there are, but at most `most`.
    const fn keep(&mut self, most: usize) {
        let mut left = most;
        while left > 0 {
            match self.next() {
                Some(Entry::Range(bounds)) => self.out.range(Span::of(bounds)),
                Some(Entry::Window {
                    start,
                    length,
                    stride: _,
                }) => self.out.window(start, length),
                Some(Entry::NewAxis) => self.out.new_axis(),
                // An ellipsis is in no section, `next` keeps indices, and a canonical spec has no
                // lists.
                Some(Entry::Ellipsis | Entry::Index(_) | Entry::List | Entry::Grouped) | None => {
                    return;
                }
            }
            left -= 1;
        }
    }

    /// Applies entries of the second spec, each to the next axis that the first one gives; false if
    /// no single spec does both. The first `whole` axes that they take are axes that the first spec
    /// leaves whole, and so are those behind the last one it gives.
    const fn apply(&mut self, then: EncodingRef<'_>, from: usize, to: usize, whole: usize) -> bool {
        let (mut at, mut whole) = (from, whole);
        while at < to {
            let entry = then.entry(at);
            at += 1;
            if matches!(entry, Entry::NewAxis) {
                self.out.new_axis();
                continue;
            }
            let given = if whole > 0 { None } else { self.next() };
            whole = whole.saturating_sub(1);
            let fits = match given {
                None => {
                    self.out.entry(entry);
                    true
                }
                Some(Entry::Range(bounds)) => self.in_range(Span::of(bounds), entry),
                Some(Entry::Window {
                    start,
                    length,
                    stride: _,
                }) => self.in_window(start, length, entry),
                Some(Entry::NewAxis) => self.in_new_axis(entry),
                Some(Entry::Ellipsis | Entry::Index(_) | Entry::List | Entry::Grouped) => false,
            };
            if !fits {
                return false;
            }
        }
        true
    }

    /// Applies an entry to what a range selects; false if no single entry does both.
    const fn in_range(&mut self, first: Span, entry: Entry) -> bool {
        match entry {
            Entry::Index(index) => match first.index(index) {
                Some(index) => self.out.index(index),
                None => return false,
            },
            Entry::Range(bounds) => match first.then(Span::of(bounds)) {
                Some(span) => self.out.range(span),
                None => return false,
            },
            Entry::Window {
                start,
                length,
                stride: _,
            } => match first.window(start, length) {
                Some(start) => self.out.window(start, length),
                None => return false,
            },
            Entry::Ellipsis | Entry::NewAxis | Entry::List | Entry::Grouped => return false,
        }
        true
    }

    /// Applies an entry to what a window selects; false if no single entry does both. What does
    /// both fits the axes that the window fits: it has its last position if the window starts from
    /// the front, and its first one if it starts from the end.
    const fn in_window(&mut self, start: i64, length: i64, entry: Entry) -> bool {
        if length < 0 || (start < 0 && length > start.saturating_neg()) {
            return false;
        }
        let (first, count) = match entry {
            Entry::Index(index) => (from_front(index, length), 1),
            Entry::Window {
                start,
                length: count,
                stride: _,
            } => (from_front(start, length), count),
            Entry::Range(bounds) => match Span::of(bounds).on(length) {
                Some(selected) => selected,
                None => return false,
            },
            Entry::Ellipsis | Entry::NewAxis | Entry::List | Entry::Grouped => return false,
        };
        if first < 0 || count < 0 || first > length - count {
            return false;
        }
        // An empty window may stand anywhere.
        let first = match count {
            0 if start >= 0 => length,
            0 => 0,
            _ => first,
        };
        if if start >= 0 {
            first + count != length
        } else {
            first != 0
        } {
            return false;
        }
        match entry {
            Entry::Index(_) => self.out.index(start + first),
            Entry::Range(_) | Entry::Window { .. } => {
                self.out.window(start.saturating_add(first), count)
            }
            Entry::Ellipsis | Entry::NewAxis | Entry::List | Entry::Grouped => {}
        }
        true
    }

    /// Applies an entry to a new axis, which has one position. An index drops the axis, and a range
    /// or a window keeps or empties it; no entry makes an empty new axis.
    const fn in_new_axis(&mut self, entry: Entry) -> bool {
        match entry {
            Entry::Index(index) => index == 0 || index == -1,
            Entry::Range(bounds) if Span::of(bounds).takes_the_only_one() => {
                self.out.new_axis();
                true
            }
            Entry::Window {
                start: 0 | -1,
                length: 1,
                stride: _,
            } => {
                self.out.new_axis();
                true
            }
            Entry::Range(_)
            | Entry::Window { .. }
            | Entry::Ellipsis
            | Entry::NewAxis
            | Entry::List
            | Entry::Grouped => false,
        }
    }
}

/// The one spec that does what `first` and then `second` do, on every shape on which both can be
/// done, and on no other; `None` if there is none.
///
/// There is none for every sixth pair or so: of `:-3` and then `:5`, the end depends on the length
/// in a way that no bound says. On a shape there always is one:
/// [`Region::then`](crate::Region::then). It is canonical.
///
/// ```
/// use tslice::{InlineSpec, Tensor, s};
/// use tslice_algebra::then;
///
/// const BOTH: Option<InlineSpec> = then(s![1:, ::2].as_encoding(), s![1:, -1].as_encoding());
/// assert_eq!(BOTH, None); // where the last column is depends on the number of columns
///
/// const INNER: InlineSpec = then(s![1:, ::-1].as_encoding(), s![1:, :2].as_encoding()).unwrap();
/// assert_eq!(INNER.to_string(), "2:, :-3:-1");
/// let t = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
/// assert_eq!(t.slice(&INNER), [[9, 8]]);
/// ```
///
/// A stride near `i64::MAX`, as no axis is long enough for two steps of it, makes ranges of one
/// position which only some lengths have. If only such a range does what both do, the answer may be
/// `None`.
#[must_use]
pub const fn then(first: EncodingRef<'_>, second: EncodingRef<'_>) -> Option<InlineSpec> {
    let (Ok(first), Ok(second)) = (canonical(first), canonical(second)) else {
        return None;
    };
    let (a, b) = (
        Sections::of(first.as_encoding()),
        Sections::of(second.as_encoding()),
    );
    let (entries, others) = (a.encoding.begin.len(), b.encoding.begin.len());
    let (given_before, given_after) = (a.axes(0, a.before).1, a.axes(a.after, entries).1);
    let (taken_before, taken_after) = (b.axes(0, b.before).0, b.axes(b.after, others).0);
    // On the smallest shape that both fit, this is the number of whole axes between the entries of
    // the first. The entries that the second has at the front must not extend past these axes, as
    // they do not on larger shapes.
    let needed = (taken_before + taken_after + b.whole).saturating_sub(given_before + given_after);
    let whole = if needed > a.whole { needed } else { a.whole };
    if taken_before > given_before + whole || taken_after > given_after + whole {
        return None;
    }
    let whole_before = taken_before.saturating_sub(given_before);
    let whole_after = taken_after.saturating_sub(given_after);
    let mut source = Source {
        encoding: a.encoding,
        at: 0,
        end: a.before,
        out: Builder::new(),
    };
    if !source.apply(b.encoding, 0, b.before, 0) {
        return None;
    }
    source.keep(usize::MAX);
    let mut left = whole.saturating_sub(whole_before + whole_after);
    while left > 0 {
        source.out.range(Span::WHOLE);
        left -= 1;
    }
    if a.after < entries || b.after < others {
        source.out.ellipsis();
    }
    (source.at, source.end) = (a.after, entries);
    source.keep(given_after.saturating_sub(taken_after));
    if !source.apply(b.encoding, b.after, others, whole_after) {
        return None;
    }
    source.keep(usize::MAX);
    match source.out.finished() {
        // Canonicalised again: composing can make an axis empty for every shape, and all such specs
        // have one canonical form.
        Some(spec) => match canonical(spec.as_encoding()) {
            Ok(spec) => Some(spec),
            Err(_) => None,
        },
        None => None,
    }
}
