//! What a spec does to a shape: a table, a drawing, a picture.

use std::fmt::Write;
use std::path::Path;

use crate::{spec, whole_file};

/// Explains a spec on a shape, such as `5x5x5` or `[5, 5, 5]`, and writes the picture into a file
/// if one is named, which is replaced only if `replace` says so.
///
/// # Errors
///
/// One message: for a malformed spec or shape, a spec that does not fit the shape, a picture that
/// cannot be drawn or written.
pub fn run(text: &str, shape: &str, svg: Option<&Path>, replace: bool) -> Result<String, String> {
    let shape = lengths(shape)?;
    let (_, report) = spec::read(text, &shape)?;
    let mut shown = report.to_string();
    let _ = match report.drawing() {
        Some(drawing) => write!(shown, "\n\n{}", drawing.trim_end()),
        None => write!(
            shown,
            "\n\n(no drawing: at most three axes and 4,096 elements are drawn)"
        ),
    };
    if let Some(file) = svg {
        let picture = report
            .svg()
            .ok_or("no picture: at most three axes and 4,096 elements are drawn")?;
        whole_file::write(file, replace, picture.as_bytes())?;
    }
    Ok(shown + &spec::pasted(text, &shape).unwrap_or_default())
}

/// Lengths with `x`, commas or spaces between them, in brackets or not; an empty text is a scalar's
/// shape.
fn lengths(text: &str) -> Result<Vec<usize>, String> {
    let bare = text.trim();
    let bare = match (bare.chars().next(), bare.chars().next_back()) {
        (Some('('), Some(')')) | (Some('['), Some(']')) => &bare[1..bare.len() - 1],
        _ => bare,
    };
    // A tuple of one length ends in a comma.
    let bare = bare.trim_end().trim_end_matches(',').trim();
    let mut lengths = Vec::new();
    let between = [',', 'x'].into_iter().find(|sign| bare.contains(*sign));
    let is_space = between.is_none();
    for part in bare.split(|sign: char| between.map_or(sign.is_whitespace(), |own| sign == own)) {
        let part = part.trim();
        if part.is_empty() && is_space {
            continue;
        }
        let length = part.parse().map_err(|e| {
            let at = part.as_ptr().addr() - text.as_ptr().addr();
            // Repeated, not padded: the width of a format ends at 65,535.
            let before = " ".repeat(text[..at].chars().count());
            let carets = "^".repeat(part.chars().count().max(1));
            format!(
                "`{part}` is not a length ({e}): write `3x4`, `3, 4` or `[3, 4]`\n  {text}\n  \
                 {before}{carets}"
            )
        })?;
        lengths.push(length);
    }
    Ok(lengths)
}
