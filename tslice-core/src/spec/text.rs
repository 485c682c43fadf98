//! Specs in text: `tslice-syntax` reads them, and this file makes a [`DynSpec`] or an error of the result.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use tslice_syntax::{Entry, List, Listed, Row, Sink, TextMistake};

use super::DynSpec;
use super::dynamic::Rows;

/// Why a text is not a spec: all of its mistakes, each with the bytes of the text that it is about.
///
/// `Display` prints the message of each mistake, and the text with carets under the mistake.
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
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// The most characters of a text that are printed on either side of a mistake. It limits the length of an error.
const CONTEXT: usize = 60;

impl ParseSpecError {
    pub(super) fn new(text: &str, mistakes: Vec<TextMistake>) -> Self {
        let located = |TextMistake { message, span }| SpecMistake { message, span };
        Self { mistakes: mistakes.into_iter().map(located).collect(), text: text.to_string() }
    }

    /// All mistakes, in the order of the text.
    #[must_use]
    pub fn mistakes(&self) -> &[SpecMistake] {
        &self.mistakes
    }

    /// The first mistake, in one sentence.
    #[must_use]
    pub fn message(&self) -> &str {
        self.mistakes.first().map_or("", |mistake| &mistake.message)
    }

    /// The bytes of the text that the first mistake is about.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.mistakes.first().map_or(0..0, |mistake| mistake.span.clone())
    }

    /// The text around a fault on one line, and carets under the fault.
    fn carets(&self, span: &Range<usize>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, rest) = self.text.split_at(span.start);
        let (fault, after) = rest.split_at(span.len());
        let skipped = before.chars().count().saturating_sub(CONTEXT);
        let before: String = before.chars().skip(skipped).collect();
        let shown: String = fault.chars().take(CONTEXT).collect();
        let after: String =
            if shown == fault { after.chars().take(CONTEXT).collect() } else { String::new() };
        let (width, indent) = (shown.chars().count().max(1), before.chars().count());
        let unseen = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        let line = [before, shown, after].concat().replace(unseen, " ");
        write!(f, "  {line}\n  {}{}", " ".repeat(indent), "^".repeat(width))
    }
}

impl fmt::Display for ParseSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, SpecMistake { message, span }) in self.mistakes.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            writeln!(f, "{message} (bytes {}..{})", span.start, span.end)?;
            self.carets(span, f)?;
        }
        Ok(())
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

    fn lists(&mut self, mut lists: Vec<Listed<i64>>) {
        // A stride of 1 is printed as none.
        for list in lists.iter_mut().flat_map(|listed| &mut listed.lists) {
            let List::Literal(items) = list else { continue };
            for item in items {
                if let Entry::Range(range) = item {
                    range.stride = range.stride.filter(|stride| *stride != 1);
                }
            }
        }
        self.listed = lists;
    }
}

pub(super) fn parse(text: &str) -> Result<DynSpec, ParseSpecError> {
    let mut rows = Rows::default();
    match tslice_syntax::encode(text, &mut rows) {
        Ok(forms) => Ok(DynSpec { rows, forms }),
        Err(mistakes) => Err(ParseSpecError::new(text, mistakes)),
    }
}
