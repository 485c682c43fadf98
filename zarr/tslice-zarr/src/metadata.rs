//! Opening an array by the text of its metadata. Numbers that the engine would allocate by are looked at before it reads them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;
use zarrs::array::Array;
use zarrs::storage::store::MemoryStore;
use zarrs::storage::{Bytes, StorageError, StoreKey, WritableStorageTraits};

use crate::error::ZarrError;
use crate::owned_grid::EdgesLeft;

/// The file of an array of version 3.
pub(crate) const VERSION_3: &str = "zarr.json";
/// The files of an array of version 2. The first of them must be there.
pub(crate) const VERSION_2: [&str; 2] = [".zarray", ".zattrs"];

/// An element has at most so many bytes: the engine makes one that is the fill value.
const LONGEST_ELEMENT: u64 = 1 << 20;

/// The key of a file of metadata.
pub(crate) fn key(file: &str) -> Result<StoreKey, StorageError> {
    StoreKey::new(file).map_err(|error| StorageError::Other(error.to_string()))
}

/// The array that these files describe, in a store with nothing but them.
pub(crate) fn array(files: Vec<(&str, Bytes)>) -> Result<Array<MemoryStore>, ZarrError> {
    let store = MemoryStore::new();
    for (file, text) in files {
        check(&text).map_err(ZarrError::Open)?;
        store.set(&key(file)?, text)?;
    }
    // The engine multiplies and adds lengths of which it believes that they do not overflow.
    match catch_unwind(AssertUnwindSafe(|| Array::open(store.into(), "/"))) {
        Ok(array) => Ok(array?),
        Err(_) => Err(ZarrError::Open("the metadata has numbers that no array has".to_owned())),
    }
}

fn check(text: &[u8]) -> Result<(), String> {
    // The engine says what is wrong with a text that is no JSON.
    let Ok(metadata) = serde_json::from_slice::<Value>(text) else { return Ok(()) };
    let lengths = ["data_type", "dtype"].iter().filter_map(|name| longest_element(metadata.get(name)?)).max();
    if let Some(len) = lengths.filter(|&len| len > LONGEST_ELEMENT) {
        return Err(format!("elements of {len} bytes are longer than {LONGEST_ELEMENT} bytes"));
    }
    if let Some(axes) = metadata.pointer("/chunk_grid/configuration/chunk_shapes").and_then(Value::as_array) {
        let mut left = EdgesLeft::new(axes.len());
        for (axis, runs) in axes.iter().enumerate() {
            // One number is the length of all chunks, of which the engine makes no list.
            let counts = runs.as_array().into_iter().flatten().map(times);
            left.take(axis, counts.fold(0, u64::saturating_add))?;
        }
    }
    let is_empty = |list: &Value| list.as_array().is_some_and(Vec::is_empty);
    if metadata.get("order").is_some_and(|order| order == "F") && metadata.get("shape").is_some_and(is_empty)
    {
        // The engine believes that an order F has axes.
        return Err("an array without axes has no order F".to_owned());
    }
    Ok(())
}

/// How many chunks an item of a list of lengths stands for: `[length, times]`, or a length alone. What is no number, the engine refuses.
fn times(run: &Value) -> u64 {
    run.get(1).map_or(1, |times| times.as_u64().unwrap_or(0))
}

/// The most bytes that a data type, or one inside of it, says that its elements have; `None` if it says nothing.
fn longest_element(data_type: &Value) -> Option<u64> {
    match data_type {
        // Of version 2: `<U12` is 12 characters.
        Value::String(name) => {
            let digits = name.trim_start_matches(['<', '>', '|', '=']).strip_prefix(['U', 'S', 'V', 'a'])?;
            digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().unwrap_or(u64::MAX))
        }
        Value::Array(list) => list.iter().filter_map(longest_element).max(),
        Value::Object(fields) => {
            let here = fields.get("length_bytes").map(|len| len.as_u64().unwrap_or(0));
            fields.values().filter_map(longest_element).max().max(here)
        }
        _ => None,
    }
}
