//! Writing a view as a NumPy file that is there whole or not at all.

use indicatif::{ProgressBar, ProgressStyle};
use tslice::DynView;
use tslice_npy::{write_header, write_items};

use crate::whole_file::WholeFile;

/// Outputs of as many bytes have a progress bar.
const LONG: usize = 64 << 20;

/// Writes items of a dtype and a shape behind their header, and finishes the file. The bytes of an
/// item are one element, or one more axis.
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
    let written = write_items(&mut bar.wrap_write(&mut file), bytes);
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
    write_header(file, descr, shape).map_err(|e| file.message(&e))
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{wide_bar} {binary_bytes} of {binary_total_bytes}, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}
