//! Arrays whose chunks are pieces of other files: references as kerchunk writes them, in JSON, and
//! the members of an archive, which are pieces of it.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ZipArchive};
use serde_json::{Map, Value, json};
use zarrs::storage::byte_range::{ByteRange, ByteRangeIterator};
use zarrs::storage::{Bytes, MaybeBytesIterator, ReadableStorageTraits, StorageError, StoreKey};

use crate::metadata::group::{self, ARRAY_2, VERSION_3};
use crate::store::place::{self, path_or_url};
use crate::store::{self, ALL_BYTES, Located, within};

/// The longest name of a file, with its templates replaced.
const LONGEST_NAME: usize = 1 << 16;

/// What a key refers to.
enum Reference {
    /// The value itself.
    Value(Bytes),
    /// Bytes of a file: a range of offset and length, or all. The name of the file is as in the
    /// JSON. Templates are replaced when the bytes are read, because every key may name a long
    /// template.
    Piece {
        file: Arc<str>,
        range: Option<(u64, u64)>,
    },
}

/// A store for reading, of the keys of one array.
pub(crate) struct References {
    keys: HashMap<String, Reference>,
    /// The names of files, as in the JSON.
    files: HashSet<Arc<str>>,
    templates: Map<String, Value>,
    /// Relative paths begin here.
    folder: PathBuf,
    /// The stores of folders, by their paths or URLs.
    stores: Mutex<HashMap<PathBuf, Located>>,
}

/// The file of references, or the archive, that a path begins with, and the name of an array in it,
/// if there is such a file.
pub(crate) fn split(path: &Path) -> Option<(&Path, &Path)> {
    // Without a slash at the end, behind which a file is not found.
    let path = path.components().as_path();
    let file = path.ancestors().find(|path| path.is_file())?;
    Some((file, path.strip_prefix(file).unwrap_or(Path::new(""))))
}

impl References {
    /// The references of a file or an archive, those of one array of its names, or of the array at
    /// its root.
    pub(crate) fn of(file: &Path, array: &Path) -> Result<Self, Box<dyn Error>> {
        let mut all = parsed(file)?;
        if all.contains_key("zarr_format") {
            return Err("this is the metadata of an array or a group: name its folder".into());
        }
        let mut templates = Map::new();
        if let Some(refs) = all.remove("refs") {
            if all
                .get("gen")
                .and_then(Value::as_array)
                .is_some_and(|list| !list.is_empty())
            {
                return Err(
                    "references that are made by rules (`gen`) are not supported: write them out"
                        .into(),
                );
            }
            if let Some(Value::Object(given)) = all.remove("templates") {
                templates = given;
            }
            let Value::Object(refs) = refs else {
                return Err("`refs` is not an object".into());
            };
            all = refs;
        }
        let prefix: String = array
            .components()
            .map(|part| format!("{}/", part.as_os_str().display()))
            .collect();
        let mut references = Self {
            keys: HashMap::new(),
            files: HashSet::new(),
            templates,
            folder: file.parent().unwrap_or(Path::new("")).to_owned(),
            stores: Mutex::default(),
        };
        for (key, value) in all {
            let Some(name) = key.strip_prefix(&prefix) else {
                continue;
            };
            let reference = references.reference(value);
            let reference = reference.map_err(|error| format!("`{key}`: {error}"))?;
            references.keys.insert(name.to_owned(), reference);
        }
        Ok(references)
    }

    /// Where the files are.
    pub(crate) fn places(&self) -> Vec<PathBuf> {
        let files = self.files.iter();
        let files = files.filter_map(|name| self.location(name).ok());
        files
            .map(|file| place::resolved(file.as_os_str()))
            .collect()
    }

    /// The names of the arrays, for an error.
    pub(crate) fn arrays(&self) -> Vec<String> {
        let array = |(key, reference): (&String, &Reference)| {
            let name = match key.strip_suffix(VERSION_3) {
                Some(name) => {
                    let text = self.read(reference, ALL_BYTES).ok()?;
                    let metadata = serde_json::from_slice(&text).ok()?;
                    (!group::is_group(VERSION_3, &metadata)).then_some(name)
                }
                None => key.strip_suffix(ARRAY_2),
            };
            Some(name?.strip_suffix('/')?.to_owned())
        };
        self.keys.iter().filter_map(array).collect()
    }
}

/// What is in a file of references, or in an archive.
fn parsed(path: &Path) -> Result<Map<String, Value>, Box<dyn Error>> {
    let (mut file, mut text) = (File::open(path)?, vec![]);
    file.by_ref().take(4).read_to_end(&mut text)?;
    if text == b"PK\x03\x04" {
        let name = path.file_name().unwrap_or_default().display().to_string();
        return Ok(members(file, &name)?);
    }
    file.read_to_end(&mut text)?;
    let map = serde_json::from_slice(&text);
    Ok(map.map_err(|error| format!("{}: {error}", format_of(&text)))?)
}

/// The members of an archive as references to its pieces. Of two with one name, the second is
/// later.
fn members(file: File, name: &str) -> Result<Map<String, Value>, String> {
    let damaged = |error: rawzip::Error| format!("this archive is damaged: {error}");
    let (mut buffer, mut members) = (vec![0; RECOMMENDED_BUFFER_SIZE], Map::new());
    let archive = ZipArchive::from_file(file, &mut buffer).map_err(damaged)?;
    let mut entries = archive.entries(&mut buffer);
    while let Some(entry) = entries.next_entry().map_err(damaged)? {
        let key = String::from_utf8_lossy(entry.file_path().as_ref()).into_owned();
        if entry.compression_method() != CompressionMethod::STORE {
            return Err(format!(
                "`{key}` is compressed by ZIP: store it, as zarr-python and `zip -0` do"
            ));
        }
        let (start, end) = archive
            .get_entry(entry.wayfinder())
            .map_err(damaged)?
            .compressed_data_range();
        members.insert(key, json!([name, start, end - start]));
    }
    Ok(members)
}

/// What a file is that does not hold references, by its first bytes.
fn format_of(text: &[u8]) -> String {
    const FORMATS: [(&[u8], &str); 5] = [
        (b"\x89HDF", "an HDF5 or NetCDF 4"),
        (b"CDF", "a NetCDF 3"),
        (b"GRIB", "a GRIB"),
        (b"II*\0", "a TIFF"),
        (b"MM\0*", "a TIFF"),
    ];
    if text.starts_with(b"\x93NUMPY") {
        return "this is a NumPy file: `tslice npy` slices it".to_owned();
    }
    match FORMATS.iter().find(|(magic, _)| text.starts_with(magic)) {
        None => "a file must hold references in JSON".to_owned(),
        Some((_, format)) => {
            format!("this is {format} file: write references to it with kerchunk, and open these")
        }
    }
}

impl References {
    /// A reference from its JSON: a text, or a list of a file and, if it is a piece, offset and length.
    fn reference(&mut self, value: Value) -> Result<Reference, String> {
        let list = match value {
            Value::String(text) => {
                let bytes = match text.strip_prefix("base64:") {
                    Some(text) => STANDARD.decode(text).map_err(|error| error.to_string())?,
                    None => text.into_bytes(),
                };
                return Ok(Reference::Value(bytes.into()));
            }
            // Metadata that was not made a text.
            Value::Object(_) => return Ok(Reference::Value(value.to_string().into())),
            Value::Array(list) => list,
            _ => return Err("neither a text nor a list".to_owned()),
        };
        let (name, range) = match &list[..] {
            [Value::String(name)] => (name, None),
            [Value::String(name), offset, length] => {
                let number = |value: &Value| {
                    value
                        .as_u64()
                        .ok_or(format!("{value} is not a number of bytes"))
                };
                (name, Some((number(offset)?, number(length)?)))
            }
            _ => return Err("a list has a file, or a file, an offset and a length".to_owned()),
        };
        if !self.files.contains(&name[..]) {
            self.filled(name)?;
            self.files.insert(name[..].into());
        }
        let file = self.files.get(&name[..]).cloned().unwrap_or_default();
        Ok(Reference::Piece { file, range })
    }

    /// A name with its templates replaced.
    fn filled(&self, name: &str) -> Result<String, String> {
        let (mut filled, mut rest) = (String::new(), name);
        while filled.len() <= LONGEST_NAME
            && let Some((before, behind)) = rest.split_once("{{")
        {
            let (template, after) = behind
                .split_once("}}")
                .ok_or(format!("`{name}` has no `}}}}`"))?;
            let text = self.templates.get(template.trim()).and_then(Value::as_str);
            let text = text.ok_or(format!(
                "the template `{}` is missing, or not a text",
                template.trim()
            ))?;
            filled += before;
            filled += text;
            rest = after;
        }
        filled += rest;
        match filled.len() <= LONGEST_NAME {
            true => Ok(filled),
            false => Err(format!(
                "the name of a file is longer than {LONGEST_NAME} bytes"
            )),
        }
    }

    /// The path or the URL of a file.
    fn location(&self, name: &str) -> Result<PathBuf, StorageError> {
        let name = self.filled(name).map_err(StorageError::Other)?;
        Ok(match path_or_url(name.as_ref()) {
            Ok(path) => self.folder.join(path),
            Err(url) => url.into(),
        })
    }

    /// The store that has a file, and its key there.
    fn store(&self, name: &str) -> Result<(Located, StoreKey), StorageError> {
        let file = self.location(name)?;
        let key = StoreKey::new(file.file_name().unwrap_or_default().to_string_lossy())?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let mut stores = self.stores.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = stores.get(folder) {
            return Ok((store.clone(), key));
        }
        let store = store::at(folder.as_os_str());
        let store = store.map_err(|error| StorageError::Other(error.to_string()))?;
        stores.insert(folder.to_owned(), store.clone());
        Ok((store, key))
    }

    /// What the store of a file answers, which is an error if the file does not exist.
    fn ask<R>(
        &self,
        name: &str,
        ask: impl FnOnce(&Located, &StoreKey) -> Result<Option<R>, StorageError>,
    ) -> Result<R, StorageError> {
        let (store, key) = self.store(name)?;
        let words = match ask(&store, &key) {
            Ok(Some(answer)) => return Ok(answer),
            Ok(None) => "this file does not exist".to_owned(),
            Err(error) => error.to_string(),
        };
        Err(StorageError::Other(format!("{name}: {words}")))
    }

    fn size(&self, reference: &Reference) -> Result<u64, StorageError> {
        match reference {
            Reference::Value(bytes) => Ok(bytes.len() as u64),
            Reference::Piece {
                range: Some((_, length)),
                ..
            } => Ok(*length),
            Reference::Piece { file, .. } => self.ask(file, |store, key| store.size_key(key)),
        }
    }

    fn read(&self, reference: &Reference, range: ByteRange) -> Result<Bytes, StorageError> {
        let place = within(range, self.size(reference)?)?;
        match reference {
            Reference::Value(bytes) => Ok(bytes.slice(place.start as usize..place.end as usize)),
            Reference::Piece { file, range } => {
                let begin = range.map_or(0, |(offset, _)| offset);
                let first = begin.saturating_add(place.start);
                let count = place.end - place.start;
                self.ask(file, |store, key| {
                    let bytes = store.get_partial(key, ByteRange::FromStart(first, Some(count)));
                    let place = format!("bytes from {first} on, {count} of them");
                    bytes.map_err(|error| StorageError::Other(format!("{place}: {error}")))
                })
            }
        }
    }
}

impl ReadableStorageTraits for References {
    fn get_partial_many<'a>(
        &'a self,
        key: &StoreKey,
        ranges: ByteRangeIterator<'a>,
    ) -> Result<MaybeBytesIterator<'a>, StorageError> {
        let Some(reference) = self.keys.get(key.as_str()) else {
            return Ok(None);
        };
        Ok(Some(Box::new(
            ranges.map(|range| self.read(reference, range)),
        )))
    }

    fn size_key(&self, key: &StoreKey) -> Result<Option<u64>, StorageError> {
        self.keys
            .get(key.as_str())
            .map(|reference| self.size(reference))
            .transpose()
    }

    fn supports_get_partial(&self) -> bool {
        true
    }
}
