//! Writing an array.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

use bytemuck::NoUninit;
use tempfile::NamedTempFile;
use tslice::traits::AsView;
use tslice::{DynView, s};

use crate::NpyError;
use crate::element::{self, Element};
use crate::header::{self, MOST_AXES};

/// Bytes that are sliced into memory at a time.
const PIECE: u64 = 1 << 20;

/// Bytes that a file can have: its offsets are signed.
const MOST_BYTES: u64 = i64::MAX as u64;

/// Writes a file with one array, in row-major order. A file of this name is replaced when the new
/// one is whole, and keeps its permissions; after an error it is unchanged. A device or a pipe is
/// written to directly.
///
/// # Errors
///
/// If the file cannot be written, its folder takes no other file, the array has more than 64 axes,
/// or more bytes than a file can have.
pub fn write<T: Element>(path: impl AsRef<Path>, array: &impl AsView<T>) -> Result<(), NpyError> {
    let path = path.as_ref();
    let view = array.as_view().into_dyn();
    let header = header_of(&view)?;
    let old = match path.metadata() {
        Ok(old) => Some(old),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    let is_link_to_nothing = old.is_none() && path.symlink_metadata().is_ok();
    if is_link_to_nothing || old.as_ref().is_some_and(|old| !old.is_file()) {
        let mut file = File::create(path)?;
        file.write_all(&header)?;
        return Ok(write_items(&mut file, &view)?);
    }
    let target = match &old {
        Some(_) => path.canonicalize()?,
        None => path.to_owned(),
    };
    let mut side = side_file(&target, old.as_ref())?;
    side.write_all(&header)?;
    write_items(&mut side, &view)?;
    side.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

/// A file beside another one, which it will replace.
fn side_file(target: &Path, old: Option<&Metadata>) -> std::io::Result<NamedTempFile> {
    let folder = target
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tslice-");
    #[cfg(unix)]
    if old.is_none() {
        use std::os::unix::fs::PermissionsExt;
        // The system takes the bits of the umask away.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    if old.is_some() {
        // A rename asks for no permission to write to the old file.
        OpenOptions::new().write(true).open(target)?;
    }
    let side = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    if let Some(old) = old {
        side.as_file().set_permissions(old.permissions())?;
    }
    Ok(side)
}

/// Writes an array to a stream. Several may follow each other.
///
/// # Errors
///
/// If the stream cannot be written; before anything is written, if the array has more than 64 axes,
/// or more bytes than a file can have.
pub fn write_to<T: Element>(to: &mut impl Write, array: &impl AsView<T>) -> Result<(), NpyError> {
    let view = array.as_view().into_dyn();
    to.write_all(&header_of(&view)?)?;
    Ok(write_items(to, &view)?)
}

/// The header of an array, if a file can have it.
pub(crate) fn header_of<T: Element>(array: &DynView<'_, T>) -> Result<Vec<u8>, NpyError> {
    checked_header(&element::descr::<T>(), array.shape())
}

fn checked_header(descr: &str, shape: &[usize]) -> Result<Vec<u8>, NpyError> {
    let item_bytes = header::bytes_of(descr)?;
    if shape.len() > MOST_AXES {
        return Err(NpyError::Format(format!(
            "{} axes, a NumPy file has at most {MOST_AXES}",
            shape.len()
        )));
    }
    if bytes_of_items(shape, item_bytes) > MOST_BYTES {
        return Err(NpyError::Format(format!(
            "shape {shape:?} of dtype {descr}, a file has at most {MOST_BYTES} bytes"
        )));
    }
    Ok(header(descr, shape))
}

/// Writes the header of a dtype, in the notation of headers, and a shape; returns its length.
///
/// # Errors
///
/// If it is not a dtype of items that have bytes, if there are more axes than NumPy reads, or more
/// bytes than a file can have, or if the stream cannot be written.
pub fn write_header(to: &mut impl Write, descr: &str, shape: &[usize]) -> Result<u64, NpyError> {
    let header = checked_header(descr, shape)?;
    to.write_all(&header)?;
    Ok(header.len() as u64)
}

/// The bytes of items of a shape, or the most that a number can be.
fn bytes_of_items(shape: &[usize], item_bytes: usize) -> u64 {
    if shape.contains(&0) {
        return 0;
    }
    shape.iter().fold(item_bytes as u64, |bytes, len| {
        bytes.saturating_mul(*len as u64)
    })
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
    let bytes = bytes_of_items(items.shape(), size_of::<T>());
    if bytes == 0 {
        return Ok(());
    }
    if let Some(items) = items.as_slice() {
        return to.write_all(bytemuck::cast_slice(items));
    }
    let (rows, row_shape) = match items.shape() {
        [rows, row_shape @ ..] if bytes > PIECE => (*rows, row_shape),
        _ => return to.write_all(bytemuck::cast_slice(&items.to_vec())),
    };
    // A row has bytes, for all items have.
    let at_once = (PIECE / bytes_of_items(row_shape, size_of::<T>())) as usize;
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
