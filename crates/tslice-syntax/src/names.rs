//! Entries that call their axes by names.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use tslice_entry::Forms;

use crate::encode::Sink;
use crate::named::number;
use crate::text::{SpecMistake, encode};

/// Works like [`encode`], for a text whose entries may name their axis, as in `time=::2`: each name
/// becomes the number of its axis.
///
/// `names` has the name of each axis, and an empty one for an axis without.
///
/// # Errors
///
/// All names that no axis or two axes have; if there are none, the mistakes of the text.
pub fn encode_by_names(
    text: &str,
    names: &[impl AsRef<str>],
    sink: &mut impl Sink,
) -> Result<Forms, Vec<SpecMistake>> {
    let (mut numbered, mut mistakes) = (String::with_capacity(text.len()), Vec::new());
    // Where parts of the numbered text begin, where they are in the text, and whether they are the
    // same there.
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
            Err(message) => mistakes.push(SpecMistake { message, span }),
        }
    }
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    numbered.push_str(&text[copied..]);
    encode(&numbered, sink).map_err(|mut mistakes| {
        for SpecMistake { span, .. } in &mut mistakes {
            let [start, end] = [span.start, span.end].map(|byte| place(&parts, byte, text.len()));
            *span = start..end;
        }
        mistakes
    })
}

/// Where a byte of the numbered text is in the text of this length.
fn place(parts: &[(usize, usize, bool)], byte: usize, len: usize) -> usize {
    let part = parts
        .iter()
        .rposition(|&(new, ..)| new <= byte)
        .unwrap_or(0);
    match parts[part] {
        (new, old, same) if same || new == byte => old + (byte - new),
        _ => parts.get(part + 1).map_or(len, |&(_, old, _)| old),
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
