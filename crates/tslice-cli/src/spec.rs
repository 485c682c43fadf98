//! The spec that every subcommand takes: one entry for each axis, with lists, groups and windows.

use tslice::DynSpec;
use tslice_explain::{Explain, Explanation};

/// Reads a spec, and explains what it does to a shape.
///
/// # Errors
///
/// One message: for a malformed spec, or one that does not fit the shape.
pub fn read(text: &str, shape: &[usize]) -> Result<(DynSpec, Explanation), String> {
    let hint = || pasted(text, shape).unwrap_or_default();
    let spec = DynSpec::by_names(text, &[""; 0]);
    let spec = spec.map_err(|e| format!("the spec is malformed: {e}{}", hint()))?;
    let explanation = spec
        .explain(shape)
        .map_err(|e| format!("[{spec}] on shape {shape:?}: {e}{}", hint()))?;
    Ok((spec, explanation))
}

/// A line for a spec in one pair of brackets, which is a list of positions of the first axis. It
/// may have been pasted with the brackets of an index; `None` if the text between them is not a
/// spec for this shape.
#[must_use]
pub fn pasted(text: &str, shape: &[usize]) -> Option<String> {
    let inner = text.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
    if inner.is_empty() {
        return None;
    }
    let mut depth = 0_usize;
    for sign in inner.chars() {
        match sign {
            '[' | '(' => depth += 1,
            // The first bracket ends here.
            ']' | ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    inner.parse::<DynSpec>().ok()?.explain(shape).ok()?;
    Some(format!(
        "\nthe outer brackets are those of a list: write `{inner}`, without them, for one entry \
         for each axis"
    ))
}
