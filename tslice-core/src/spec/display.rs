//! Printing entries in the language, so that they parse back to themselves.

use core::fmt;

use super::EncodingRef;

pub(crate) fn entries(encoding: EncodingRef<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (i, entry) in encoding.entries().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        match encoding.window(i) {
            Some((start, length)) => write!(f, "{start}:+{length}")?,
            None => fmt::Display::fmt(&entry, f)?,
        }
    }
    Ok(())
}
