//! Arrays whose chunks are pieces of other files: references as kerchunk writes them, in JSON.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
#[cfg(feature = "object-store")]
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};
use zarrs::storage::byte_range::{ByteRange, ByteRangeIterator};
use zarrs::storage::{Bytes, MaybeBytesIterator, ReadableStorageTraits, StorageError, StoreKey};

/// What a key refers to.
enum Reference {
    /// The value itself.
    Value(Bytes),
    /// Bytes of a file, all of them if there is no range of offset and length.
    Piece { file: Target, range: Option<(u64, u64)> },
}

#[derive(Clone)]
enum Target {
    Path(PathBuf),
    #[cfg(feature = "object-store")]
    Url(Arc<dyn ReadableStorageTraits>, StoreKey),
}

/// A store for reading, of the keys of one array.
pub(crate) struct References(HashMap<String, Reference>);

/// The file of references that a path begins with, and the name of an array in it, if there is such a file.
pub(crate) fn split(path: &Path) -> Option<(&Path, &Path)> {
    let file = path.ancestors().find(|path| path.is_file())?;
    Some((file, path.strip_prefix(file).unwrap_or(Path::new(""))))
}

impl References {
    /// The references of a file, those of one array of its names, or of the array at its root.
    pub(crate) fn of(file: &Path, array: &Path) -> Result<Self, String> {
        let text = std::fs::read(file).map_err(|error| error.to_string())?;
        let mut all: Map<String, Value> =
            serde_json::from_slice(&text).map_err(|error| format!("no references in JSON: {error}"))?;
        drop(text);
        let mut templates = Map::new();
        if let Some(refs) = all.remove("refs") {
            if all.get("gen").and_then(Value::as_array).is_some_and(|list| !list.is_empty()) {
                return Err(
                    "references that are made by rules (`gen`) are not read: write them out".to_owned()
                );
            }
            if let Some(Value::Object(given)) = all.remove("templates") {
                templates = given;
            }
            let Value::Object(refs) = refs else { return Err("`refs` is no object".to_owned()) };
            all = refs;
        }
        let prefix: String =
            array.components().map(|part| format!("{}/", part.as_os_str().display())).collect();
        let folder = file.parent().unwrap_or(Path::new(""));
        let mut targets = HashMap::new();
        let mut references = HashMap::new();
        for (key, value) in all {
            let Some(name) = key.strip_prefix(&prefix) else { continue };
            let reference = read(value, &templates, folder, &mut targets);
            references.insert(name.to_owned(), reference.map_err(|error| format!("`{key}`: {error}"))?);
        }
        Ok(Self(references))
    }
}

/// A reference from its JSON: a text, or a list of a file and, if it is a piece, offset and length.
fn read(
    value: Value,
    templates: &Map<String, Value>,
    folder: &Path,
    targets: &mut HashMap<String, Target>,
) -> Result<Reference, String> {
    let list = match value {
        Value::String(text) => {
            let bytes = match text.strip_prefix("base64:") {
                Some(text) => STANDARD.decode(text).map_err(|error| error.to_string())?,
                None => text.into_bytes(),
            };
            return Ok(Reference::Value(bytes.into()));
        }
        // Metadata that was not made a text.
        Value::Object(_) => return Ok(Reference::Value(value.to_string().into_bytes().into())),
        Value::Array(list) => list,
        _ => return Err("neither a text nor a list".to_owned()),
    };
    let (name, range) = match &list[..] {
        [Value::String(name)] => (name, None),
        [Value::String(name), offset, length] => {
            let number = |value: &Value| value.as_u64().ok_or(format!("{value} is no number of bytes"));
            (name, Some((number(offset)?, number(length)?)))
        }
        _ => return Err("a list has a file, or a file, an offset and a length".to_owned()),
    };
    if let Some(file) = targets.get(name) {
        return Ok(Reference::Piece { file: file.clone(), range });
    }
    let file = target(&filled(name, templates)?, folder)?;
    targets.insert(name.clone(), file.clone());
    Ok(Reference::Piece { file, range })
}

/// A name with its templates replaced.
fn filled(name: &str, templates: &Map<String, Value>) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = name;
    while let Some((before, behind)) = rest.split_once("{{") {
        let (template, after) = behind.split_once("}}").ok_or(format!("`{name}` has no `}}}}`"))?;
        let text = templates.get(template.trim()).and_then(Value::as_str);
        let text = text.ok_or(format!("there is no template `{}` that is a text", template.trim()))?;
        filled += before;
        filled += text;
        rest = after;
    }
    Ok(filled + rest)
}

fn target(name: &str, folder: &Path) -> Result<Target, String> {
    match name.split_once("://") {
        None => Ok(Target::Path(folder.join(name))),
        Some(("file", path)) => Ok(Target::Path(path.into())),
        #[cfg(feature = "object-store")]
        Some(_) => {
            let (parent, key) = name.rsplit_once('/').ok_or(format!("`{name}` is no URL of a file"))?;
            let store = crate::urls::blocking(parent).map_err(|error| error.to_string())?;
            Ok(Target::Url(store, StoreKey::new(key).map_err(|error| error.to_string())?))
        }
        #[cfg(not(feature = "object-store"))]
        Some(_) => Err(format!("`{name}`: URLs need the feature `http` or `s3` of this crate")),
    }
}

fn other(file: &Path, error: &dyn std::fmt::Display) -> StorageError {
    StorageError::Other(format!("{}: {error}", file.display()))
}

impl Target {
    fn size(&self) -> Result<u64, StorageError> {
        match self {
            Self::Path(path) => {
                let about = std::fs::metadata(path).map_err(|error| other(path, &error))?;
                // A pipe would be waited for.
                if about.is_file() { Ok(about.len()) } else { Err(other(path, &"not a regular file")) }
            }
            #[cfg(feature = "object-store")]
            Self::Url(store, key) => store
                .size_key(key)?
                .ok_or_else(|| StorageError::Other(format!("{key}: there is no such file"))),
        }
    }

    fn read(&self, first: u64, count: u64) -> Result<Bytes, StorageError> {
        match self {
            Self::Path(path) => {
                let size = self.size()?;
                if first.checked_add(count).is_none_or(|end| end > size) {
                    return Err(other(
                        path,
                        &format!("bytes from {first} on, {count} of them: it has {size}"),
                    ));
                }
                let read = || -> std::io::Result<Vec<u8>> {
                    let mut file = File::open(path)?;
                    file.seek(SeekFrom::Start(first))?;
                    let mut bytes = vec![0; usize::try_from(count).map_err(std::io::Error::other)?];
                    file.read_exact(&mut bytes)?;
                    Ok(bytes)
                };
                Ok(read().map_err(|error| other(path, &error))?.into())
            }
            #[cfg(feature = "object-store")]
            Self::Url(store, key) => {
                let bytes = store.get_partial(key, ByteRange::FromStart(first, Some(count)))?;
                bytes.ok_or_else(|| StorageError::Other(format!("{key}: there is no such file")))
            }
        }
    }
}

impl Reference {
    fn size(&self) -> Result<u64, StorageError> {
        match self {
            Self::Value(bytes) => Ok(bytes.len() as u64),
            Self::Piece { range: Some((_, length)), .. } => Ok(*length),
            Self::Piece { file, range: None } => file.size(),
        }
    }

    fn read(&self, range: ByteRange) -> Result<Bytes, StorageError> {
        let size = self.size()?;
        let (first, count) = match range {
            ByteRange::FromStart(first, count) => (first, count.unwrap_or(size.saturating_sub(first))),
            ByteRange::Suffix(count) => (size.saturating_sub(count), count),
        };
        if first.checked_add(count).is_none_or(|end| end > size) {
            return Err(StorageError::Other(format!("the value has {size} bytes")));
        }
        match self {
            Self::Value(bytes) => Ok(bytes.slice(first as usize..(first + count) as usize)),
            Self::Piece { file, range } => {
                let begin = range.map_or(0, |(offset, _)| offset);
                file.read(begin.saturating_add(first), count)
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
        let Some(reference) = self.0.get(key.as_str()) else { return Ok(None) };
        Ok(Some(Box::new(ranges.map(|range| reference.read(range)))))
    }

    fn size_key(&self, key: &StoreKey) -> Result<Option<u64>, StorageError> {
        self.0.get(key.as_str()).map(Reference::size).transpose()
    }

    fn supports_get_partial(&self) -> bool {
        true
    }
}
