//! A place for a copy: its metadata, written once.

use std::ffi::OsStr;

use serde_json::Value;
use zarrs::storage::{Bytes, StorageError, StorePrefix};

use crate::array::ZarrArray;
use crate::error::ZarrError;
use crate::location::{self, open};
use crate::metadata::group::{ARRAY_2, GROUP_2, VERSION_3};
use crate::metadata::{self, Files};
use crate::store::unbroken;

/// Writes the metadata of an array to a [location](open), and opens it for writing. If an array
/// with the same metadata is there, it is opened as it is: any number of processes may create one
/// array.
///
/// # Errors
///
/// If the metadata is wrong; if something else is at the location, unless `replace` says that it
/// may go and it is an array of version 3 with keys of the form `c/0/0`, whose chunks are removed
/// first; if the store fails.
pub fn create(
    location: impl AsRef<OsStr>,
    metadata: &str,
    replace: bool,
) -> Result<ZarrArray, ZarrError> {
    let location = location.as_ref();
    let name = location.to_string_lossy();
    let failed = |error: StorageError| ZarrError::Store(format!("{name}: {error}"));
    // Checked by the engine before anything is written.
    metadata::array(Files::of(metadata), |_| None).map_err(|error| error.of_location(&name))?;
    let store = location::store(location)?;
    for file in [ARRAY_2, GROUP_2] {
        let key = metadata::key(file)?;
        if unbroken(|| store.size_key(&key)).map_err(failed)?.is_some() {
            return Err(ZarrError::Copy(format!(
                "{name}: `{file}` is there, of version 2 of the format: choose another place, or remove it"
            )));
        }
    }
    let key = metadata::key(VERSION_3)?;
    if let Some(old) = unbroken(|| store.get(&key)).map_err(failed)? {
        let old = serde_json::from_slice::<Value>(&old).unwrap_or_default();
        if serde_json::from_str(metadata).is_ok_and(|new: Value| new == old) {
            return open(location);
        }
        if !replace {
            return Err(ZarrError::Copy(format!(
                "{name}: `{VERSION_3}` is there, with other {}",
                difference(&old, metadata)
            )));
        }
        if old
            .pointer("/chunk_key_encoding/name")
            .is_none_or(|encoding| encoding != "default")
        {
            return Err(ZarrError::Copy(format!(
                "{name}: what is there is not an array with keys of the form c/0/0: choose another place, or remove it"
            )));
        }
        unbroken(|| store.erase(&key)).map_err(failed)?;
        let chunks = StorePrefix::new("c/").map_err(|error| ZarrError::Copy(error.to_string()))?;
        unbroken(|| store.erase_prefix(&chunks)).map_err(failed)?;
    }
    let text = Bytes::from(metadata.as_bytes().to_vec());
    unbroken(|| store.set(&key, text))
        .map_err(|error| ZarrError::Store(format!("{name}: {key}: {error}")))?;
    open(location)
}

/// An array with this metadata, in a store of memory that holds nothing else, for a plan before
/// there is a target.
#[doc(hidden)]
pub fn in_memory(metadata: &str) -> Result<ZarrArray, ZarrError> {
    let (array, raw) = metadata::array(Files::of(metadata), |_| None)?;
    Ok(ZarrArray::writable(&array)?.opened_as(raw))
}

/// The names of the fields in which metadata differ.
fn difference(old: &Value, new: &str) -> String {
    let new: Value = serde_json::from_str(new).unwrap_or_default();
    let fields = [&new, old]
        .into_iter()
        .filter_map(Value::as_object)
        .flat_map(|fields| fields.keys());
    let mut fields: Vec<&str> = fields
        .filter(|field| new.get(field) != old.get(field))
        .map(|field| &field[..])
        .collect();
    fields.sort_unstable();
    fields.dedup();
    fields.join(", ")
}
