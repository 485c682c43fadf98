//! What a spec does to a shape: a table, a drawing, a picture.

use std::fmt::Write;
use std::path::Path;

use crate::{spec, whole_file};

/// Explains a spec on a shape, such as `5x5x5`, and writes the picture into a file if one is named,
/// which is replaced only if `replace` says so.
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

/// Lengths with `x` between them; an empty text is a scalar's shape.
fn lengths(text: &str) -> Result<Vec<usize>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let mut at = 0;
    let mut lengths = Vec::new();
    for part in text.split('x') {
        let length = part.parse().map_err(|e| {
            // Repeated, not padded: the width of a format ends at 65,535.
            let carets = " ".repeat(at) + &"^".repeat(part.chars().count().max(1));
            format!("`{part}` is not a length ({e}): write lengths with x between them\n  {text}\n  {carets}")
        })?;
        lengths.push(length);
        at += part.chars().count() + 1;
    }
    Ok(lengths)
}
