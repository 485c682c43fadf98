//! A spec known at run time. `tslice-syntax` reads texts, and this file makes a [`DynSpec`] or an
//! error of the result.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use core::str::FromStr;

use smallvec::SmallVec;
use tslice_entry::{Form, Forms, Row, print_list, print_spec};
use tslice_syntax::{List, Listed, Sink, TextMistake, encode, encode_by_names};

use super::{AsEncoding, Encoding, EncodingRef, Kind, MAX_ENTRIES, Spec};
use crate::error::{SliceError, or_panic};

/// A slice spec known at run time: the language of `s!` with literal bounds, parsed from text.
///
/// ```
/// use tslice::{DynSpec, Tensor};
///
/// let spec: DynSpec = "1, 2:4, newaxis, ..., :-3:-1, :".parse()?;
/// assert_eq!(spec.to_string(), "1, 2:4, newaxis, .., :-3:-1, :");
/// let t = Tensor::from_shape_fn([5, 5, 5, 5, 5, 5], |i| i[5]).into_dyn();
/// assert_eq!(t.try_slice(&spec)?.shape(), &[2, 1, 5, 5, 2, 5]);
///
/// let error = "1, 2:4:0".parse::<DynSpec>().unwrap_err();
/// assert_eq!(error.span(), 7..8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct DynSpec {
    pub(crate) rows: Rows,
    forms: Forms,
}

/// Begin, end and stride of each entry, and the lists. Up to 4 entries, as nearly all specs have,
/// need no heap.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Rows {
    begin: SmallVec<[i64; 4]>,
    end: SmallVec<[i64; 4]>,
    strides: SmallVec<[i64; 4]>,
    pub(crate) listed: Vec<Listed<i64>>,
}

impl DynSpec {
    pub(super) fn of(
        EncodingRef {
            begin,
            end,
            strides,
            forms,
        }: EncodingRef<'_>,
    ) -> Self {
        let list = SmallVec::from_slice;
        let (begin, end, strides) = (list(begin), list(end), list(strides));
        Self {
            rows: Rows {
                begin,
                end,
                strides,
                listed: Vec::new(),
            },
            forms,
        }
    }

    /// A spec of `:` for each of `rank` axes, whose entries [`set`](Self::set) replaces.
    ///
    /// ```
    /// use tslice::{DynSpec, DynTensor, s};
    ///
    /// // NumPy: idx = [slice(None)] * a.ndim; idx[k] = i; a[tuple(idx)]
    /// let a = DynTensor::from_shape_vec(&[2, 3], vec![1, 2, 3, 4, 5, 6])?;
    /// let (k, i) = (1, -1);
    /// let mut spec = DynSpec::full(a.rank());
    /// spec.set(k, s![i]);
    /// assert_eq!(spec.to_string(), ":, -1");
    /// assert_eq!(a.slice(&spec), [3, 6]);
    /// # Ok::<(), tslice::ShapeError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If `rank` is above 31.
    #[track_caller]
    pub fn full(rank: usize) -> Self {
        let whole = Row {
            begin: 0,
            end: 0,
            stride: 1,
        };
        or_panic(check_entries(rank));
        let mut full = Self::empty();
        for _ in 0..rank {
            full.push_row(
                whole,
                Form::Range {
                    begin: false,
                    end: false,
                },
            );
        }
        full
    }

    /// Appends the entries of another spec, such as `s![1:]`. Specs of one type are
    /// [collected](Iterator::collect).
    ///
    /// ```
    /// use tslice::{DynSpec, s};
    ///
    /// // NumPy: tuple(slice(0, n) for n in shape)
    /// let mut spec: DynSpec = [4, 2].iter().map(|&n| s![:n]).collect();
    /// spec.push(s![.., 0]);
    /// assert_eq!(spec.to_string(), ":4, :2, .., 0");
    /// ```
    ///
    /// # Panics
    ///
    /// If there are then more than 31 entries, or two ellipses.
    #[track_caller]
    pub fn push(&mut self, entries: impl Into<Self>) {
        let len = self.rows.begin.len();
        or_panic(self.replace(len..len, &entries.into()));
    }

    /// Replaces an entry, counted from 0, by the entries of another spec. Each list of a group counts
    /// as one. See [`full`](Self::full).
    ///
    /// # Panics
    ///
    /// If the entry does not exist or is in a group, or there are then more than 31 entries, or two
    /// ellipses.
    #[track_caller]
    pub fn set(&mut self, entry: usize, entries: impl Into<Self>) {
        let len = self.rows.begin.len();
        assert!(
            entry < len,
            "entry {entry} does not exist: the spec has {len}"
        );
        let in_group = |entry| self.forms.get(entry) == Form::Grouped;
        assert!(
            !(in_group(entry) || entry + 1 < len && in_group(entry + 1)),
            "entry {entry} is in a group of lists: a group is not replaced in part"
        );
        or_panic(self.replace(entry..entry + 1, &entries.into()));
    }

    fn empty() -> Self {
        Self {
            rows: Rows::default(),
            forms: Forms(0),
        }
    }

    fn push_row(&mut self, row: Row, form: Form) {
        self.forms = self.forms.with(self.rows.begin.len(), form);
        self.rows.push(row);
    }

    fn replace(&mut self, range: Range<usize>, by: &Self) -> Result<(), SliceError> {
        let len = self.rows.begin.len();
        check_entries(len - range.len() + by.rows.begin.len())?;
        let mut joined = Self::empty();
        for (spec, part) in [
            (&*self, 0..range.start),
            (by, 0..by.rows.begin.len()),
            (self, range.end..len),
        ] {
            let at = joined.rows.begin.len();
            let listed = spec
                .rows
                .listed
                .iter()
                .filter(|list| part.contains(&list.entry));
            joined.rows.listed.extend(listed.map(|list| Listed {
                entry: list.entry - part.start + at,
                lists: list.lists.clone(),
            }));
            for entry in part {
                let row = Row {
                    begin: spec.rows.begin[entry],
                    end: spec.rows.end[entry],
                    stride: spec.rows.strides[entry],
                };
                joined.push_row(row, spec.forms.get(entry));
            }
        }
        joined.as_encoding().check_entries()?;
        *self = joined;
        Ok(())
    }

    /// The encoding, owned.
    ///
    /// # Panics
    ///
    /// If the spec has a window or a list, which TensorFlow lacks;
    /// `Encoding::try_from(spec.as_encoding())` is an error then.
    #[track_caller]
    pub fn to_encoding(&self) -> Encoding {
        self.as_encoding().to_encoding()
    }

    /// Parses a spec whose entries may name their axis: `"time=::2, channel=0"`. An axis that is
    /// not named stays whole.
    ///
    /// `names` has the name of each axis, and an empty one for an axis without. A name means the
    /// number of its axis, as `0 => ::2` does, so entries with names go beside those, in any order,
    /// and not beside entries without. A text without names is one for [`parse`](str::parse).
    ///
    /// ```
    /// use tslice::DynSpec;
    ///
    /// let names = ["time", "y", "x", "channel"];
    /// let spec = DynSpec::by_names("channel=0, time=::2", &names)?;
    /// assert_eq!(spec, "0 => ::2, 3 => 0".parse()?);
    /// assert_eq!(DynSpec::by_names("::2, .., 0", &names)?.to_string(), "::2, .., 0");
    ///
    /// let error = DynSpec::by_names("time=1, chanel=0", &names).unwrap_err();
    /// assert_eq!(error.message(), "no axis is named `chanel`: the axes are `time`, `y`, `x`, `channel`");
    /// assert_eq!(error.span(), 8..14);
    /// # Ok::<(), tslice::ParseSpecError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not a spec, or names an axis that does not exist, or uses a name of two axes.
    pub fn by_names(text: &str, names: &[impl AsRef<str>]) -> Result<Self, ParseSpecError> {
        parsed(text, |rows| encode_by_names(text, names, rows))
    }
}

fn check_entries(entries: usize) -> Result<(), SliceError> {
    if entries > MAX_ENTRIES {
        return Err(SliceError::SpecTooLong { entries });
    }
    Ok(())
}

/// Joins the entries of all specs. Panics as [`push`](DynSpec::push) does.
impl<P: Into<Self>> FromIterator<P> for DynSpec {
    fn from_iter<I: IntoIterator<Item = P>>(specs: I) -> Self {
        let mut joined = Self::empty();
        specs.into_iter().for_each(|spec| joined.push(spec));
        joined
    }
}

impl fmt::Display for DynSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = &self.rows.listed;
        let list = |at, f: &mut fmt::Formatter<'_>| {
            let listed = listed.iter().find(|listed| listed.entry == at)?;
            Some(print_lists(&listed.lists, f))
        };
        print_spec(self.as_encoding().entries(), list, f)
    }
}

/// Prints a list, or a group of lists.
fn print_lists(lists: &[List<i64>], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if let [List::Literal(items)] = lists {
        return print_list(items, f);
    }
    for (number, list) in lists.iter().enumerate() {
        f.write_str(if number == 0 { "(" } else { ", " })?;
        if let List::Literal(items) = list {
            print_list(items, f)?;
        }
    }
    f.write_str(")")
}

impl fmt::Debug for DynSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DynSpec[{self}]")
    }
}

impl AsEncoding for DynSpec {
    fn as_encoding(&self) -> EncodingRef<'_> {
        let Rows {
            begin,
            end,
            strides,
            ..
        } = &self.rows;
        EncodingRef {
            begin,
            end,
            strides,
            forms: self.forms,
        }
    }
}

/// Keeps all numbers of the encoding, and the bits of its masks that have a meaning.
/// [`Encoding::new`] says what is checked.
impl TryFrom<Encoding> for DynSpec {
    type Error = SliceError;

    fn try_from(e: Encoding) -> Result<Self, SliceError> {
        Encoding::new(e.begin, e.end, e.strides, e.masks)
            .map(|encoding| Self::of(encoding.as_encoding()))
    }
}

impl<const N: usize, K: Kind> From<Spec<N, K>> for DynSpec {
    fn from(spec: Spec<N, K>) -> Self {
        Self::of(spec.as_encoding())
    }
}

/// Why a text is not a spec: all of its mistakes, each with the bytes of the text that it is about.
///
/// `Display` and `Debug` print the message of each mistake, and the text with carets under the
/// mistake.
///
/// ```
/// let error = "1..4, ::0".parse::<tslice::DynSpec>().unwrap_err();
/// assert_eq!(error.mistakes().len(), 2);
/// assert_eq!(error.message(), "`..` is the ellipsis, not a range: write `1:4`");
/// assert_eq!(error.span(), 0..4);
/// assert_eq!(
///     error.to_string(),
///     "`..` is the ellipsis, not a range: write `1:4` (bytes 0..4)
///   1..4, ::0
///   ^^^^
/// the stride is 0, so the range never ends: write `1`, or leave the stride out (bytes 8..9)
///   1..4, ::0
///           ^"
/// );
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ParseSpecError {
    /// At least one.
    mistakes: Vec<SpecMistake>,
    text: String,
}

/// One mistake of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpecMistake {
    /// What is wrong, in one sentence.
    pub message: String,
    /// The bytes of the text that it is about.
    pub span: Range<usize>,
}

/// The most characters of a text that are printed on either side of a mistake. It limits the length
/// of an error.
const CONTEXT: usize = 60;

impl ParseSpecError {
    /// All mistakes, in the order of the text.
    pub fn mistakes(&self) -> &[SpecMistake] {
        &self.mistakes
    }

    /// The first mistake, in one sentence.
    pub fn message(&self) -> &str {
        self.mistakes.first().map_or("", |mistake| &mistake.message)
    }

    /// The bytes of the text that the first mistake is about.
    pub fn span(&self) -> Range<usize> {
        self.mistakes
            .first()
            .map_or(0..0, |mistake| mistake.span.clone())
    }

    /// The text around a fault on one line, and carets under the fault.
    fn carets(&self, span: &Range<usize>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, rest) = self.text.split_at(span.start);
        let (fault, after) = rest.split_at(span.len());
        let skipped = before.chars().count().saturating_sub(CONTEXT);
        let before: String = before.chars().skip(skipped).collect();
        let shown: String = fault.chars().take(CONTEXT).collect();
        let after: String = after
            .chars()
            .take(if shown == fault { CONTEXT } else { 0 })
            .collect();
        let (width, indent) = (shown.chars().count().max(1), before.chars().count());
        let unseen = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        let line = [before, shown, after].concat().replace(unseen, " ");
        write!(f, "  {line}\n  {}{}", " ".repeat(indent), "^".repeat(width))
    }
}

impl fmt::Display for ParseSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, SpecMistake { message, span }) in self.mistakes.iter().enumerate() {
            let before = if i > 0 { "\n" } else { "" };
            writeln!(f, "{before}{message} (bytes {}..{})", span.start, span.end)?;
            self.carets(span, f)?;
        }
        Ok(())
    }
}

/// What `main` prints of an error is its `Debug`.
impl fmt::Debug for ParseSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl core::error::Error for ParseSpecError {}

impl Sink for Rows {
    #[inline]
    fn push(&mut self, Row { begin, end, stride }: Row) {
        self.begin.push(begin);
        self.end.push(end);
        self.strides.push(stride);
    }

    fn clear(&mut self) {
        *self = Self::default();
    }

    fn lists(&mut self, lists: Vec<Listed<i64>>) {
        self.listed = lists;
    }
}

impl FromStr for DynSpec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<Self, ParseSpecError> {
        parsed(text, |rows| encode(text, rows))
    }
}

/// The spec of a text, whose rows `read` hands on.
fn parsed(
    text: &str,
    read: impl FnOnce(&mut Rows) -> Result<Forms, Vec<TextMistake>>,
) -> Result<DynSpec, ParseSpecError> {
    let mut rows = Rows::default();
    let forms = read(&mut rows).map_err(|mistakes| {
        let located = |TextMistake { message, span }| SpecMistake { message, span };
        ParseSpecError {
            mistakes: mistakes.into_iter().map(located).collect(),
            text: text.to_string(),
        }
    })?;
    Ok(DynSpec { rows, forms })
}
