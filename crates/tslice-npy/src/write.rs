//! Writing an array.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use bytemuck::NoUninit;
use tslice::traits::AsView;
use tslice::{DynView, s};

use crate::NpyError;
use crate::element::{self, Element};
use crate::header::{self, MOST_AXES};

/// Bytes that are sliced into memory at a time.
const PIECE: usize = 1 << 20;

/// Writes a file with one array, in row-major order, which replaces a file of this name.
///
/// # Errors
///
/// If the file cannot be written, or the array has more than 64 axes.
pub fn write<T: Element>(path: impl AsRef<Path>, array: &impl AsView<T>) -> Result<(), NpyError> {
    write_to(&mut File::create(path)?, array)
}

/// Writes an array to a stream. Several may follow each other.
///
/// # Errors
///
/// As [`write`](write()).
pub fn write_to<T: Element>(to: &mut impl Write, array: &impl AsView<T>) -> Result<(), NpyError> {
    let view = array.as_view().into_dyn();
    write_header(to, &element::descr::<T>(), view.shape())?;
    Ok(write_items(to, &view)?)
}

/// Writes the header of a dtype, in the notation of headers, and a shape; returns its length.
///
/// # Errors
///
/// If it is not a dtype of items that have bytes, if there are more axes than NumPy reads, or if
/// the stream cannot be written.
pub fn write_header(to: &mut impl Write, descr: &str, shape: &[usize]) -> Result<u64, NpyError> {
    header::bytes_of(descr)?;
    if shape.len() > MOST_AXES {
        return Err(NpyError::Format(format!(
            "{} axes, a NumPy file has at most {MOST_AXES}",
            shape.len()
        )));
    }
    let header = header(descr, shape);
    to.write_all(&header)?;
    Ok(header.len() as u64)
}

/// Writes the bytes of items behind their header, in row-major order: as many leading rows at a
/// time as a piece holds. A row that is larger than a piece is split.
///
/// # Errors
///
/// If the stream cannot be written.
pub fn write_items<T: NoUninit>(
    to: &mut impl Write,
    items: &DynView<'_, T>,
) -> std::io::Result<()> {
    let bytes = items.len() * size_of::<T>();
    let rows = match items.shape().first() {
        Some(&rows) if bytes > PIECE => rows,
        _ => return to.write_all(bytemuck::cast_slice(&items.to_vec())),
    };
    let at_once = PIECE / (bytes / rows);
    if at_once == 0 {
        return (0..rows).try_for_each(|row| write_items(to, &items.slice(s![row])));
    }
    (0..rows).step_by(at_once).try_for_each(|row| {
        let rows = items.slice(s![row:row + at_once]).to_vec();
        to.write_all(bytemuck::cast_slice(&rows))
    })
}

/// A header behind which the data starts at a multiple of 64 bytes: of version 1.0 of NumPy's
/// format, or of 3.0 if the dtype is long or has names of fields that are not ASCII.
fn header(descr: &str, shape: &[usize]) -> Vec<u8> {
    let mut lengths: Vec<String> = shape.iter().map(usize::to_string).collect();
    if let [only] = &mut lengths[..] {
        only.push(',');
    }
    let text = format!(
        "{{'descr': {descr}, 'fortran_order': False, 'shape': ({}), }}",
        lengths.join(", ")
    );
    let (version, start) = match u16::try_from(text.len() + 64) {
        Ok(_) if text.is_ascii() => (1, 10),
        _ => (3, 12),
    };
    let length = (start + text.len() + 1).next_multiple_of(64) - start;
    let padding = " ".repeat(length - text.len() - 1);
    let length = u32::try_from(length)
        .expect("a dtype that was read and 64 lengths are short")
        .to_le_bytes();
    let head = [b"\x93NUMPY", &[version, 0][..], &length[..start - 8]].concat();
    [&head, text.as_bytes(), padding.as_bytes(), b"\n"].concat()
}

#[cfg(test)]
mod tests {
    use super::header;

    #[test]
    fn headers_that_are_long_have_version_3() {
        for (characters, bytes, version) in
            [("x", 1, 1), ("x", 65_400, 1), ("x", 65_500, 3), ("é", 2, 3)]
        {
            let written = header(&characters.repeat(bytes / characters.len()), &[2, 3]);
            let start = if version == 1 { 10 } else { 12 };
            let mut length = [0; 4];
            length[..start - 8].copy_from_slice(&written[8..start]);
            assert_eq!(written[..8], [b"\x93NUMPY", &[version, 0][..]].concat());
            assert_eq!(u32::from_le_bytes(length) as usize, written.len() - start);
            assert!(written.len().is_multiple_of(64) && written.ends_with(b"\n"));
        }
    }
}
