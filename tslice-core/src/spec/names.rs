//! Specs in text that call axes by names.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use tslice_syntax::TextMistake;

use super::{DynSpec, ParseSpecError, text};

impl DynSpec {
    /// Parses a spec whose entries may name their axis: `"time=::2, channel=0"`. An axis that is not named stays whole.
    ///
    /// `names` has the name of each axis, and an empty one for an axis without. A name means the number of its axis, as `0 => ::2` does, so
    /// entries with names go beside those, in any order, and not beside entries without. A text without names is one for
    /// [`parse`](str::parse).
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
        let (mut numbered, mut mistakes) = (String::with_capacity(text.len()), Vec::new());
        // Where parts of the numbered text begin, where they are in the text, and whether they are the same there.
        let mut parts = Vec::from([(0, 0, true)]);
        let mut copied = 0;
        for span in named(text) {
            match number(&text[span.clone()], names) {
                Ok(axis) => {
                    numbered.push_str(&text[copied..span.start]);
                    parts.push((numbered.len(), span.start, false));
                    numbered.push_str(&format!("{axis} =>"));
                    // The name may have spaces behind it, and the sign is one byte.
                    copied = span.end + text[span.end..].find('=').map_or(0, |at| at + 1);
                    parts.push((numbered.len(), copied, true));
                }
                Err(message) => mistakes.push(TextMistake { message, span }),
            }
        }
        if !mistakes.is_empty() {
            return Err(ParseSpecError::new(text, mistakes));
        }
        numbered.push_str(&text[copied..]);
        let place = |byte: usize| {
            let part = parts.iter().rposition(|&(new, ..)| new <= byte).unwrap_or(0);
            match parts[part] {
                (new, old, same) if same || new == byte => old + (byte - new),
                _ => parts.get(part + 1).map_or(text.len(), |&(_, old, _)| old),
            }
        };
        text::parse(&numbered).map_err(|error| {
            let mistakes = error.mistakes().iter().map(|mistake| TextMistake {
                message: mistake.message.clone(),
                span: place(mistake.span.start)..place(mistake.span.end),
            });
            ParseSpecError::new(text, mistakes.collect())
        })
    }
}

/// The names that stand before `=`, outside of brackets, without the space around them.
fn named(text: &str) -> Vec<Range<usize>> {
    let (mut spans, mut begin, mut depth, mut open) = (Vec::new(), 0, 0_usize, true);
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'[' | b'(' | b'{' => depth += 1,
            b']' | b')' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => (begin, open) = (at + 1, true),
            b'=' if depth == 0 && open => {
                open = false;
                let name = &text[begin..at];
                if bytes.get(at + 1) != Some(&b'>') {
                    let start = begin + (name.len() - name.trim_start().len());
                    spans.push(start..start + name.trim().len());
                }
            }
            _ => {}
        }
    }
    spans
}

/// The axis of a name, or what is wrong with it.
fn number(name: &str, names: &[impl AsRef<str>]) -> Result<usize, String> {
    let mut axes = (0..names.len()).filter(|&axis| !name.is_empty() && names[axis].as_ref() == name);
    match (axes.next(), axes.next()) {
        (Some(axis), None) => Ok(axis),
        (Some(first), Some(second)) => Err(format!(
            "axes {first} and {second} are both named `{name}`: write `{first} =>`, or `{second} =>`"
        )),
        (None, _) => {
            let known: Vec<String> = names
                .iter()
                .map(AsRef::as_ref)
                .filter(|name| !name.is_empty())
                .map(|name| format!("`{name}`"))
                .collect();
            let words = match known[..] {
                [] => "no axis has a name".to_string(),
                _ => format!("the axes are {}", known.join(", ")),
            };
            Err(format!("no axis is named `{name}`: {words}"))
        }
    }
}
