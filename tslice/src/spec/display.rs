//! Printing entries in the language, so that they parse back to themselves.

use core::fmt;

use super::{Bounds, EncodingRef, Entry};

pub(crate) fn entries(encoding: EncodingRef<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (i, entry) in encoding.entries().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        fmt::Display::fmt(&entry, f)?;
    }
    Ok(())
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ellipsis => f.write_str(".."),
            Self::NewAxis => f.write_str("newaxis"),
            Self::Index { index, .. } => write!(f, "{index}"),
            Self::Range(Bounds { begin, end, stride }) => {
                begin.map_or(Ok(()), |begin| write!(f, "{begin}"))?;
                f.write_str(":")?;
                end.map_or(Ok(()), |end| write!(f, "{end}"))?;
                if *stride == 1 { Ok(()) } else { write!(f, ":{stride}") }
            }
        }
    }
}
