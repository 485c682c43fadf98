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

/// Writes items of a dtype and a shape in row-major order, and finishes the file. The bytes of an item are one element, or one more axis.
///
/// # Errors
///
/// One message: if there are more axes than NumPy reads, or if the file cannot be written.
pub fn write<const N: usize>(
    mut file: WholeFile,
    descr: &str,
    shape: &[usize],
    bytes: &DynView<'_, [u8; N]>,
) -> Result<(), String> {
    if shape.len() > MOST_AXES {
        return Err(file.message(&format!("{} axes, a NumPy file has at most {MOST_AXES}", shape.len())));
    }
    // Not on a terminal, it draws nothing.
    let bar = match bytes.len() * N {
        bytes if bytes >= LONG => ProgressBar::new(bytes as u64).with_style(style()),
        _ => ProgressBar::hidden(),
    };
    let head = file.write_all(&header(descr, shape));
    let written = head.and_then(|()| write_pieces(&mut bar.wrap_write(&mut file), bytes));
    bar.finish_and_clear();
    written.map_err(|e| file.message(&e))?;
    file.finish()
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{wide_bar} {binary_bytes} of {binary_total_bytes}, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Writes as many leading rows at a time as a piece holds. A row that is larger than a piece is split.
fn write_pieces<const N: usize>(file: &mut impl Write, items: &DynView<'_, [u8; N]>) -> std::io::Result<()> {
    let rows = match items.shape().first() {
        Some(&rows) if items.len() * N > PIECE => rows,
        _ => return file.write_all(items.to_vec().as_flattened()),
    };
    let row_bytes = items.len() / rows * N;
    let at_once = PIECE / row_bytes;
    if at_once == 0 {
        return (0..rows).try_for_each(|row| write_pieces(file, &items.slice(s![row])));
    }
    (0..rows)
        .step_by(at_once)
        .try_for_each(|row| file.write_all(items.slice(s![row:row + at_once]).to_vec().as_flattened()))
}

/// Version 1.0 of NumPy's format, whose data starts at a multiple of 64 bytes.
fn header(descr: &str, shape: &[usize]) -> Vec<u8> {
    let mut lengths: Vec<String> = shape.iter().map(usize::to_string).collect();
    if let [only] = &mut lengths[..] {
        only.push(',');
    }
    let mut text =
        format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({}), }}", lengths.join(", "));
    let unpadded = 10 + text.len() + 1;
    text.push_str(&" ".repeat(unpadded.next_multiple_of(64) - unpadded));
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    let length = u16::try_from(text.len()).expect("64 lengths are short");
    bytes.extend(length.to_le_bytes());
    bytes.extend(text.bytes());
    bytes
}
