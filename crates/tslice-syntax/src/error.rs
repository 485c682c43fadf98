//! Why a text is not a spec.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::text::SpecMistake;
use crate::token::breaks_line;

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

/// The most characters of a text that are printed on either side of a mistake. It limits the length
/// of an error.
const CONTEXT: usize = 60;

impl ParseSpecError {
    #[doc(hidden)]
    pub fn new(mistakes: Vec<SpecMistake>, text: &str) -> Self {
        Self {
            mistakes,
            text: text.to_string(),
        }
    }

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
        let start = self.text[..span.start].chars().count();
        let indent = start.min(CONTEXT);
        let width = self.text[span.clone()].chars().count().clamp(1, CONTEXT);
        let shown = self.text.chars().skip(start - indent);
        let line: String = shown.take(indent + width + CONTEXT).collect();
        let line = line.replace(breaks_line, " ");
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
