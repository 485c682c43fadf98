//! Opening an array by the text of its metadata. Numbers that the engine would allocate by are
//! checked before it reads them.

pub(crate) mod dates;
pub(crate) mod dtype;
pub(crate) mod fill_value;
pub(crate) mod group;

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Map, Value, json};
use zarrs::array::Array;
use zarrs::storage::store::MemoryStore;
use zarrs::storage::{Bytes, StorageError, StoreKey, WritableStorageTraits};

use self::dtype::RawBytes;
use self::group::{ARRAY_2, CONSOLIDATED_2, GROUP_2, VERSION_3};
use crate::error::ZarrError;
use crate::memory;
use crate::owned_grid::check_edges;

/// The attributes of an array of version 2.
const ATTRIBUTES_2: &str = ".zattrs";

/// The most bytes of an element: the engine allocates one for the fill value.
const LONGEST_ELEMENT: usize = 1 << 20;

/// The files of metadata of a store.
pub(crate) struct Files(Vec<(&'static str, Bytes)>);

impl Files {
    /// The file of an array of version 3, which has this text.
    pub(crate) fn of(text: &str) -> Self {
        Self(vec![(VERSION_3, strict(text).into())])
    }

    /// Those that a store has, which is asked for one after the other.
    pub(crate) async fn found<F>(get: impl Fn(StoreKey) -> F) -> Result<Self, ZarrError>
    where
        F: Future<Output = Result<Option<Bytes>, StorageError>>,
    {
        let (mut found, mut wanted) = (vec![], Some(VERSION_3));
        while let Some(file) = wanted {
            let text = get(key(file)?).await?;
            wanted = match (file, text.is_some()) {
                (VERSION_3, false) => Some(ARRAY_2),
                (ARRAY_2, true) => Some(ATTRIBUTES_2),
                (ARRAY_2, false) => Some(CONSOLIDATED_2),
                (CONSOLIDATED_2, false) => Some(GROUP_2),
                _ => None,
            };
            let strict = |text: Bytes| strict(&String::from_utf8_lossy(&text)).into();
            found.extend(text.map(|text| (file, strict(text))));
        }
        Ok(Self(found))
    }
}

/// Numbers that JSON lacks, and Python writes and reads.
const NOT_IN_JSON: [&str; 3] = ["-Infinity", "Infinity", "NaN"];

/// A text of JSON with these numbers as texts behind a zero.
pub(crate) fn strict(text: &str) -> String {
    let (mut strict, mut is_quoted) = (String::with_capacity(text.len()), false);
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let mut numbers = NOT_IN_JSON.iter();
        let number = numbers.find(|number| !is_quoted && rest.starts_with(**number));
        let len = match number {
            Some(number) => number.len(),
            // With the character that it escapes.
            None if next == '\\' => 2,
            None => next.len_utf8(),
        };
        let (taken, behind) = rest.split_at_checked(len).unwrap_or((rest, ""));
        is_quoted ^= next == '"';
        match number {
            Some(number) => strict += &format!("\"\\u0000{number}\""),
            None => strict += taken,
        }
        rest = behind;
    }
    strict
}

/// The text that [`strict`] took, as Python reads it.
pub(crate) fn as_python(mut text: String) -> String {
    for number in NOT_IN_JSON {
        text = text.replace(&format!("\"\\u0000{number}\""), number);
    }
    text
}

/// The key of a file of metadata.
pub(crate) fn key(file: &str) -> Result<StoreKey, StorageError> {
    Ok(StoreKey::new(file)?)
}

/// The array that these files describe, in a store that holds nothing else, and what its elements
/// are if these are opened as raw bytes. `arrays` lists the arrays of a group, or of a place that
/// is not one; `None` if the store does not list them.
pub(crate) async fn array<F: Future<Output = Option<Vec<String>>>>(
    files: Files,
    arrays: impl FnOnce(bool) -> F,
) -> Result<(Array<MemoryStore>, Option<RawBytes>), ZarrError> {
    let store = MemoryStore::new();
    let Some((file, text)) = files.0.first() else {
        return Err(ZarrError::Open(group::missing(arrays(false).await)));
    };
    // The engine says what is wrong with a text that is not JSON.
    let given = serde_json::from_slice::<Value>(text).unwrap_or_default();
    if group::is_group(file, &given) {
        let names = match group::consolidated(file, &given) {
            names if names.is_empty() => arrays(true).await,
            names => Some(names),
        };
        return Err(ZarrError::Open(group::words(names)));
    }
    let mut metadata = given.clone();
    let data_type = metadata.get("data_type").or(metadata.get("dtype"));
    if let Some(len) = data_type
        .and_then(longest_element)
        .filter(|&len| len > LONGEST_ELEMENT)
    {
        return Err(ZarrError::Open(format!(
            "elements of {len} bytes are longer than {LONGEST_ELEMENT} bytes"
        )));
    }
    let raw = dtype::as_raw_bytes(&mut metadata).map_err(ZarrError::Open)?;
    check(&metadata).map_err(ZarrError::Open)?;
    // The engine believes that an order F has axes.
    if metadata["order"] == "F" && metadata["shape"] == json!([]) {
        metadata["order"] = "C".into();
    }
    let dates = dates::as_integers(&mut metadata);
    fill_value::normalise(&mut metadata);
    drop_bitround(&mut metadata);
    complete_codecs(&mut metadata);
    name_codecs(&mut metadata);
    for (file, text) in &files.0 {
        store.set(&key(file)?, text.clone())?;
    }
    if metadata != given {
        store.set(&key(file)?, metadata.to_string().into_bytes().into())?;
    }
    // The engine starts threads, and panics where the system refuses them.
    memory::threads()?;
    // The engine multiplies and adds lengths of which it believes that they do not overflow.
    match catch_unwind(AssertUnwindSafe(|| Array::open(store.into(), "/"))) {
        Ok(Ok(array)) => match dates {
            Some(data_type) => Ok((dates::restored(array, data_type)?, None)),
            None => Ok((array, raw)),
        },
        Ok(Err(error)) => Err(error.into()),
        Err(_) => Err(ZarrError::Open(
            "the metadata has numbers that no array has".to_owned(),
        )),
    }
}

fn check(metadata: &Value) -> Result<(), String> {
    if let Some(fields) = metadata["dtype"].as_array() {
        let names: Vec<&str> = fields
            .iter()
            .filter_map(|field| field[0].as_str())
            .collect();
        return Err(format!(
            "these records are not supported as elements: this dtype has the fields {names:?}"
        ));
    }
    // The engine gives codecs elements in the order of this machine, and stores what they make in
    // that of the array.
    let order = |dtype: &Value| {
        let order = dtype.as_str()?.chars().next();
        order.filter(|order| "<>".contains(*order))
    };
    let of_array = order(&metadata["dtype"]).unwrap_or('<');
    let filters = ["filters", "codecs"]
        .iter()
        .filter_map(|list| metadata[list].as_array())
        .flatten();
    for filter in filters.map(|filter| filter.get("configuration").unwrap_or(filter)) {
        let mut orders = ["dtype", "astype"]
            .iter()
            .filter_map(|key| order(&filter[key]));
        if orders.any(|order| order != of_array) {
            return Err(
                "a codec with another byte order than the array is not supported".to_owned(),
            );
        }
    }
    if let Some(axes) = metadata
        .pointer("/chunk_grid/configuration/chunk_shapes")
        .and_then(Value::as_array)
    {
        // One number is the length of all chunks, of which the engine makes no list.
        let counts = axes.iter().map(|runs| {
            let counts = runs.as_array().into_iter().flatten().map(times);
            counts.fold(0, u64::saturating_add)
        });
        check_edges(&counts.collect::<Vec<_>>())?;
    }
    Ok(())
}

/// Takes the filter `bitround` out of metadata of version 2, where the engine lacks it. What was
/// rounded is read as it is, and what is written stays exact.
fn drop_bitround(metadata: &mut Value) {
    if let Some(filters) = metadata.get_mut("filters").and_then(Value::as_array_mut) {
        filters.retain(|filter| filter["id"] != "bitround");
    }
}

/// Gives codecs of version 2 the settings that the engine asks for.
fn complete_codecs(metadata: &mut Value) {
    let filters = metadata["filters"].as_array().map_or(0, Vec::len);
    let paths = (0..filters).map(|filter| format!("/filters/{filter}"));
    for path in paths.chain(["/compressor".to_owned()]) {
        if let Some(codec) = metadata.pointer_mut(&path).and_then(Value::as_object_mut) {
            let name = codec.get("id").cloned().unwrap_or_default();
            complete(name.as_str().unwrap_or_default(), codec);
        }
    }
}

/// Gives a codec of numcodecs the settings that are its defaults, which its metadata may leave out.
fn complete(name: &str, settings: &mut Map<String, Value>) {
    let defaults = match name {
        "bz2" | "gzip" | "zlib" => json!({ "level": 1 }),
        "zstd" => json!({ "level": 0, "checksum": false }),
        "blosc" => json!({ "cname": "lz4", "clevel": 5, "shuffle": 1, "blocksize": 0 }),
        "shuffle" => json!({ "elementsize": 4 }),
        _ => return,
    };
    for (key, value) in defaults.as_object().into_iter().flatten() {
        settings.entry(key).or_insert(value.clone());
    }
    // The default of zlib, which the engine does not know by this number.
    if ["gzip", "zlib"].contains(&name) && settings["level"] == -1 {
        settings["level"] = 6.into();
    }
}

/// Gives codecs the names and the settings that the engine knows: numcodecs leaves out settings that
/// are its defaults, and has names of its own for codecs of the specification.
fn name_codecs(metadata: &mut Value) {
    let codecs = metadata.get_mut("codecs").and_then(Value::as_array_mut);
    for codec in codecs.into_iter().flatten() {
        if let Some(configuration) = codec.get_mut("configuration") {
            name_codecs(configuration);
        }
        let name = codec["name"].as_str().unwrap_or_default();
        let known = match name.strip_prefix("numcodecs.") {
            Some(name @ ("gzip" | "zstd" | "blosc")) => name,
            Some("bz2" | "zlib") => name,
            _ => continue,
        };
        let given = codec["configuration"].as_object().cloned();
        let mut settings = given.unwrap_or_default();
        complete(name.trim_start_matches("numcodecs."), &mut settings);
        if known == "blosc" {
            settings.entry("typesize").or_insert(1.into());
        }
        // -1 chooses by the size of an element, which is a byte.
        let shuffles = ["noshuffle", "shuffle", "bitshuffle", "bitshuffle"];
        if let Some(shuffle) = settings.get("shuffle").and_then(Value::as_i64) {
            let name = shuffles[usize::try_from(shuffle & 3).unwrap_or(3)];
            settings.insert("shuffle".to_owned(), name.into());
        }
        *codec = json!({ "name": known, "configuration": settings });
    }
}

/// How many chunks an item of a list of lengths stands for: `[length, times]`, or a length alone.
/// The engine rejects an item that is not a number.
fn times(run: &Value) -> u64 {
    run.get(1).map_or(1, |times| times.as_u64().unwrap_or(0))
}

/// The most bytes that a data type, or one inside of it, says that its elements have; `None` if it
/// says nothing.
fn longest_element(data_type: &Value) -> Option<usize> {
    if let Some(bytes) = dtype::bytes(data_type) {
        return Some(bytes);
    }
    let items = data_type.as_array().into_iter().flatten();
    let fields = data_type.as_object().into_iter().flatten();
    let inside = items.chain(fields.map(|(_, value)| value));
    inside.filter_map(longest_element).max()
}
