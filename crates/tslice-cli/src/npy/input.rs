//! The array that an argument names: `a.npy`, `a.npy.gz`, `a.npz:NAME`, `a.npy:NUMBER`, `-`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use tslice_npy::{Archive, Npy, NpyError, ends, is_archive, is_compressed};

use crate::whole_file::is_standard;

/// Finds an array: the only one of its file, or the one that is named behind a colon.
///
/// # Errors
///
/// One message: if it is not a regular file, does not begin with the header of an array whose items
/// have a fixed size, or has fewer or more bytes than the header says; if it has several arrays and
/// none is named, or not the one that is named.
pub(crate) fn open(path: &Path) -> Result<Npy, String> {
    find(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn find(path: &Path) -> Result<Npy, String> {
    let (path, array) = split(path);
    if is_standard(path, "stdin") {
        let mut from = BufReader::new(io::stdin().lock());
        // A pipe may give the first bytes one by one.
        let mut head = Vec::new();
        from.by_ref()
            .take(4)
            .read_to_end(&mut head)
            .map_err(message)?;
        let mut from = head.chain(from);
        return match is_archive(from.get_ref().0) {
            true => member(&Archive::spool(&mut from).map_err(message)?, array),
            false => stream(from, number(array)?),
        };
    }
    // Looked at before it is opened: opening a pipe waits for a writer.
    if !path.metadata().map_err(message)?.is_file() {
        return Err("not a regular file, so it cannot be mapped".into());
    }
    let mut file = BufReader::new(File::open(path).map_err(message)?);
    let head = file.fill_buf().map_err(message)?;
    if is_compressed(head) {
        return stream(file, number(array)?);
    }
    if is_archive(head) {
        // SAFETY: nothing but bytes is viewed, so a user who lets another program change the input
        // meanwhile gets bytes of both; one who cuts it gets a signal, and a side file may stay.
        return member(&unsafe { Archive::map(path) }.map_err(message)?, array);
    }
    let number = number(array)?;
    // SAFETY: as above.
    let arrays = unsafe { Npy::map_each(path) }.map_err(message)?;
    nth(arrays, number)
}

/// The file of an input, and the name behind a colon: `a.npz:name`.
fn split(path: &Path) -> (&Path, Option<&str>) {
    let Some(text) = path.to_str().filter(|_| !path.exists()) else {
        return (path, None);
    };
    for (at, _) in text.match_indices(':') {
        let file = Path::new(&text[..at]);
        if is_standard(file, "stdin") || file.is_file() {
            return (file, Some(&text[at + 1..]));
        }
    }
    (path, None)
}

fn number(array: Option<&str>) -> Result<Option<usize>, String> {
    let number = array.map(str::parse).transpose();
    number.map_err(|_| "the arrays of a file that is not an archive have numbers".into())
}

/// An array of an archive by its name, or the only one.
fn member(archive: &Archive, array: Option<&str>) -> Result<Npy, String> {
    let names = archive.names().map_err(message)?;
    let found = match array {
        Some(array) => {
            let own = array.strip_suffix(".npy").unwrap_or(array);
            Some(array).filter(|_| names.iter().any(|name| name == array || name == own))
        }
        None => names
            .first()
            .map(String::as_str)
            .filter(|_| names.len() == 1),
    };
    let Some(name) = found else {
        let escaped: Vec<String> = names
            .iter()
            .map(|name| name.escape_debug().to_string())
            .collect();
        return Err(format!(
            "the arrays in this archive are `{}`: name one, as in `FILE.npz:NAME`",
            escaped.join("`, `")
        ));
    };
    archive.get(name).map_err(message)
}

/// An array of a file by its number, or the only one.
fn nth(
    arrays: impl Iterator<Item = Result<Npy, NpyError>>,
    number: Option<usize>,
) -> Result<Npy, String> {
    let mut count = 0;
    let mut arrays = arrays.map(|array| array.map_err(message));
    let mut first = None;
    for array in &mut arrays {
        match number {
            Some(number) if number != count => {
                array?;
            }
            Some(_) => return array,
            None => {
                if first.replace(array?).is_some() {
                    return Err(SEVERAL.into());
                }
            }
        }
        count += 1;
    }
    first.ok_or_else(|| missing(number, count))
}

const SEVERAL: &str = "several arrays in one file: name one by its number, as in `FILE:0`";

fn missing(number: Option<usize>, count: usize) -> String {
    match (number, count) {
        (Some(number), 1..) => {
            format!(
                "array {number} is missing: the numbers are 0 to {}",
                count - 1
            )
        }
        _ => "the file is empty".into(),
    }
}

/// An array of a stream by its number, or the only one, in a temporary file. Nothing is taken from
/// the stream but its header, as many bytes as that asks for, and a few more.
fn stream(from: impl BufRead, number: Option<usize>) -> Result<Npy, String> {
    let mut from = from;
    match is_compressed(from.fill_buf().map_err(message)?) {
        true => array_of(&mut MultiGzDecoder::new(from), number),
        false => array_of(&mut from, number),
    }
}

fn array_of(from: &mut impl Read, number: Option<usize>) -> Result<Npy, String> {
    for count in 0..number.unwrap_or(0) {
        if !Npy::skip_next(from).map_err(message)? {
            return Err(missing(number, count));
        }
    }
    let array = Npy::spool_next(from).map_err(message)?;
    let array = array.ok_or_else(|| missing(number, number.unwrap_or(0)))?;
    if number.is_none() {
        ends(from).map_err(|error| match error {
            NpyError::Format(words) if words.starts_with("several") => SEVERAL.into(),
            error => error.to_string(),
        })?;
    }
    Ok(array)
}

fn message(error: impl std::fmt::Display) -> String {
    error.to_string()
}
