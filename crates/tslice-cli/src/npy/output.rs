//! Writing a view as a NumPy file that is there whole or not at all.

use std::io::Write;

use crate::whole_file::WholeFile;
use indicatif::{ProgressBar, ProgressStyle};
use tslice::{DynView, s};

use super::header::MOST_AXES;

/// Outputs of as many bytes have a progress bar.
const LONG: usize = 64 << 20;

/// Bytes that are sliced into memory at a time.
const PIECE: usize = 1 << 20;

/// Writes items of a dtype and a shape in row-major order, behind a header as [`begin`] writes it,
/// and finishes the file. The bytes of an item are one element, or one more axis.
pub(crate) fn write<const N: usize>(
    mut file: WholeFile,
    descr: &str,
    shape: &[usize],
    bytes: &DynView<'_, [u8; N]>,
) -> Result<(), String> {
    begin(&mut file, descr, shape)?;
    // Not on a terminal, it draws nothing.
    let bar = match bytes.len() * N {
        bytes if bytes >= LONG => ProgressBar::new(bytes as u64).with_style(style()),
        _ => ProgressBar::hidden(),
    };
    let written = write_pieces(&mut bar.wrap_write(&mut file), bytes);
    bar.finish_and_clear();
    written.map_err(|e| file.message(&e))?;
    file.finish()
}

/// Writes the header of a dtype, in the notation of headers, and a shape; returns its length.
///
/// # Errors
///
/// One message: if there are more axes than NumPy reads, or if the file cannot be written.
pub fn begin(file: &mut WholeFile, descr: &str, shape: &[usize]) -> Result<u64, String> {
    if shape.len() > MOST_AXES {
        return Err(file.message(&format!(
            "{} axes, a NumPy file has at most {MOST_AXES}",
            shape.len()
        )));
    }
    let header = header(descr, shape);
    file.write_all(&header).map_err(|e| file.message(&e))?;
    Ok(header.len() as u64)
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{wide_bar} {binary_bytes} of {binary_total_bytes}, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Writes as many leading rows at a time as a piece holds. A row that is larger than a piece is
/// split.
fn write_pieces<const N: usize>(
    file: &mut impl Write,
    items: &DynView<'_, [u8; N]>,
) -> std::io::Result<()> {
    let rows = match items.shape().first() {
        Some(&rows) if items.len() * N > PIECE => rows,
        _ => return file.write_all(items.to_vec().as_flattened()),
    };
    let row_bytes = items.len() / rows * N;
    let at_once = PIECE / row_bytes;
    if at_once == 0 {
        return (0..rows).try_for_each(|row| write_pieces(file, &items.slice(s![row])));
    }
    (0..rows).step_by(at_once).try_for_each(|row| {
        file.write_all(items.slice(s![row:row + at_once]).to_vec().as_flattened())
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
