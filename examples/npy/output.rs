//! Writing a view as a NumPy file that is there whole or not at all.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use tempfile::NamedTempFile;
use tslice::{DynView, s};

/// Bytes that are sliced into memory at a time.
const PIECE: usize = 1 << 20;

/// Writes the items in row-major order; the file must not exist yet.
pub(crate) fn write<const N: usize>(
    path: &Path,
    descr: &str,
    items: &DynView<'_, [u8; N]>,
) -> Result<(), String> {
    let at = |error: &dyn Display| format!("{}: {error}", path.display());
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut file = temporary(directory).map_err(|e| at(&e.kind()))?;
    file.write_all(&header(descr, items.shape())).map_err(|e| at(&e))?;
    write_pieces(&mut file, items).map_err(|e| at(&e))?;
    let done = file.persist_noclobber(path).map_err(|e| match e.error.kind() {
        std::io::ErrorKind::AlreadyExists => at(&"exists already, nothing was written"),
        _ => at(&e.error),
    })?;
    done.sync_all().map_err(|e| at(&e))
}

/// A temporary file beside the output, with the permissions that a new file has.
fn temporary(directory: &Path) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(directory)
}

/// As many leading rows at a time as a piece holds; a row that is larger by itself goes in pieces of its own.
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
        format!("{{'descr': {descr}, 'fortran_order': False, 'shape': ({}), }}", lengths.join(", "));
    let unpadded = 10 + text.len() + 1;
    text.push_str(&" ".repeat(unpadded.next_multiple_of(64) - unpadded));
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    let length = u16::try_from(text.len()).expect("a shape of a few axes is short");
    bytes.extend(length.to_le_bytes());
    bytes.extend(text.bytes());
    bytes
}
