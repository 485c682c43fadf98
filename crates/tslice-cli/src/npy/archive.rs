//! The arrays of an archive, as `numpy.savez` and `numpy.savez_compressed` write it (`.npz`).

use std::fs::File;
use std::ops::Range;

use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive};

/// Where the file of an array is.
pub(crate) enum Member {
    /// In the archive, at these bytes.
    Stored(Range<usize>),
    /// Decompressed into a temporary file.
    Decompressed(File),
}

/// Whether these bytes begin an archive, which may be empty.
pub(crate) fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// Finds an array by its name, or the only one.
pub(crate) fn member(bytes: &[u8], array: Option<&str>) -> Result<Member, String> {
    let at = |error: rawzip::Error| format!("the archive is damaged: {error}");
    let archive = ZipArchive::from_slice(bytes).map_err(at)?;
    let (mut entries, mut names, mut found) = (archive.entries(), vec![], None);
    while let Some(entry) = entries.next_entry().map_err(at)? {
        let file = String::from_utf8_lossy(entry.file_path().as_ref()).into_owned();
        let name = file.strip_suffix(".npy").unwrap_or(&file);
        if array.is_none_or(|array| array == name || array == file) {
            found = Some((entry.wayfinder(), entry.compression_method()));
        }
        names.push(name.escape_debug().to_string());
    }
    let Some((place, method)) = found.filter(|_| array.is_some() || names.len() == 1) else {
        let names = names.join("`, `");
        return Err(format!(
            "the arrays in this archive are `{names}`: name one, as in `FILE.npz:NAME`"
        ));
    };
    let entry = archive.get_entry(place).map_err(at)?;
    match method {
        CompressionMethod::STORE => {
            let start = entry.data().as_ptr().addr() - bytes.as_ptr().addr();
            Ok(Member::Stored(start..start + entry.data().len()))
        }
        CompressionMethod::DEFLATE => {
            let mut elements = entry.verifying_reader(DeflateDecoder::new(entry.data()));
            super::input::spooled(&mut elements).map(Member::Decompressed)
        }
        method => Err(format!(
            "compression method {} of this archive is not supported",
            method.as_u16()
        )),
    }
}
