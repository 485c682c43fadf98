//! Printing an encoding in the language, so that it parses back to itself.

use core::fmt;

use super::EncodingRef;

pub(crate) fn entries(encoding: EncodingRef<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let EncodingRef { begin, end, strides, masks } = encoding;
    for (i, ((begin, end), stride)) in begin.iter().zip(end).zip(strides).enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        if masks.is_ellipsis(i) {
            f.write_str("..")?;
        } else if masks.is_new_axis(i) {
            f.write_str("newaxis")?;
        } else if masks.is_shrink(i) {
            write!(f, "{begin}")?;
        } else {
            if !masks.begin_absent(i) {
                write!(f, "{begin}")?;
            }
            f.write_str(":")?;
            if !masks.end_absent(i) {
                write!(f, "{end}")?;
            }
            if *stride != 1 {
                write!(f, ":{stride}")?;
            }
        }
    }
    Ok(())
}
