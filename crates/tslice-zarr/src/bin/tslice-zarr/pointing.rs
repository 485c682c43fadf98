//! The entry of a spec that an error is about.

use tslice::SliceError;
use tslice_zarr::ZarrError;

/// The error, and the text with carets under its entry, if it is about one.
pub(crate) fn words(error: &ZarrError, text: &str, rank: usize) -> String {
    let axis = match error {
        ZarrError::Slice(
            SliceError::IndexOutOfBounds { axis, .. } | SliceError::ZeroStride { axis },
        ) => *axis,
        _ => return error.to_string(),
    };
    if text.contains(['=', '[', '(']) {
        // The entries are in another order than the axes, or take several.
        return error.to_string();
    }
    let Some((before, entry)) = entry_of(text, rank, axis) else {
        return error.to_string();
    };
    let carets = "^".repeat(entry.chars().count().max(1));
    format!(
        "{error}\n  {text}\n  {}{carets}",
        " ".repeat(before.chars().count())
    )
}

/// The entry for an axis, behind what is before it.
fn entry_of(text: &str, rank: usize, axis: usize) -> Option<(&str, &str)> {
    let takes_axes = |entry: &str| !matches!(entry, "" | "..." | ".." | "newaxis" | "None");
    let entries = || text.split(',').map(str::trim);
    let taken = entries().filter(|entry| takes_axes(entry)).count();
    let (mut next, mut end) = (0, 0);
    for (entry, whole) in entries().zip(text.split(',')) {
        let begin = end + whole.len() - whole.trim_start().len();
        end += whole.len() + 1;
        match entry {
            "..." | ".." => next += rank.saturating_sub(taken),
            _ if takes_axes(entry) && next == axis => return Some((text.get(..begin)?, entry)),
            _ => next += usize::from(takes_axes(entry)),
        }
    }
    None
}
