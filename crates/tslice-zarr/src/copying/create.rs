//! A place for a copy: its metadata, written once.

use std::ffi::OsStr;
use std::future::ready;
use std::path::Path;

use serde_json::{Value, json};
use tslice::Dims;
use zarrs::storage::{StorageError, StorePrefix};

use super::layout::BETWEEN;
use crate::array::ZarrArray;
use crate::array::stores::now;
use crate::error::ZarrError;
use crate::location::open;
use crate::metadata::group::{ARRAY_2, GROUP_2, VERSION_3, is_group};
use crate::metadata::{self, Files};
use crate::store::place::Place;
use crate::store::{self, Located, UNFINISHED};

/// What is in the place of the metadata while an array is replaced: a program that is killed
/// meanwhile leaves nothing that is taken for an array.
const REPLACED: &str = r#"{"tslice": "what was here is being replaced"}"#;

/// What is never replaced: `c` is where chunks are, and may be the name of a child.
const NOT_REPLACED: [(&str, &str); 5] = [
    (ARRAY_2, "of version 2 of the format"),
    (GROUP_2, "of version 2 of the format"),
    ("c/zarr.json", "an array or a group in the place of chunks"),
    ("c/.zarray", "an array in the place of chunks"),
    ("c/.zgroup", "a group in the place of chunks"),
];

/// What decides where an element is, and how it is stored.
const FIELDS: [&str; 6] = [
    "shape",
    "data_type",
    "chunk_grid",
    "chunk_key_encoding",
    "fill_value",
    "codecs",
];

/// Writes the metadata of an array to a [location](open), and opens it for writing. If an array of
/// the same shape, data type, grid, fill value and codecs is there, it is opened as it is,
/// whatever its attributes are: any number of processes may create one array.
///
/// With `replace`, an array of version 3 with keys of the form `c/0/0` may go, or chunks of such
/// keys without metadata: first the metadata, then all that is below `c/`. If that is interrupted,
/// the location holds nothing that opens, and is created anew with `replace` alone.
///
/// # Errors
///
/// If the metadata is wrong; if something else is at the location, such as chunks without metadata,
/// unless `replace` says that it may go; if `c` is an array or a group; if keys of the new array
/// have another form than `c/0/0`, and anything is there; if the store fails. Chunks of other forms
/// than `c/0/0` are not removed, and arrays that have such are not replaced.
pub fn create(
    location: impl AsRef<OsStr>,
    metadata: &str,
    replace: bool,
) -> Result<ZarrArray, ZarrError> {
    let location = location.as_ref();
    let name = location.to_string_lossy();
    // Checked by the engine before anything is written.
    in_memory(metadata).map_err(|error| error.of_location(&name))?;
    let around = around(Path::new(location))?;
    let store = store::at(location)?;
    let keys: &Keys<'_> = &|folder, is_it| store::has_key(location, folder, is_it);
    write((&store, keys), metadata, replace).map_err(|error| error.of_location(&name))?;
    for store in around {
        let group = json!({ "zarr_format": 3, "node_type": "group", "attributes": {} });
        store.set(&metadata::key(VERSION_3)?, group.to_string().into())?;
    }
    open(location)
}

/// The folders around a location that lack metadata, from the first whose name ends with `.zarr`
/// on: they become groups.
///
/// # Errors
///
/// If one of them is a file or an array, or a store fails.
fn around(location: &Path) -> Result<Vec<Located>, ZarrError> {
    let mut bare = vec![];
    for folder in location.ancestors() {
        let taken = |what: &str| {
            let (location, folder) = (location.display(), folder.display());
            Err(ZarrError::Copy(format!(
                "{location}: {folder} is {what}, not a folder: choose another place"
            )))
        };
        if folder.is_file() {
            return taken("a file");
        }
        if folder == location || !is_zarr(folder) {
            continue;
        }
        let store = store::at(folder.as_os_str())?;
        let has = |file| {
            let size = store.size_key(&metadata::key(file)?)?;
            Ok::<_, ZarrError>(size.is_some())
        };
        match metadata_in(&store)? {
            Some(old) if !is_group(VERSION_3, &value(&old)) => return taken("an array"),
            Some(_) => {}
            None if has(ARRAY_2)? => return taken("an array"),
            None if has(GROUP_2)? => {}
            None => bare.push(store),
        }
    }
    Ok(bare)
}

/// Whether a location, by its name or one before it, is that of a Zarr array or group.
#[doc(hidden)]
#[must_use]
pub fn is_zarr(location: &Path) -> bool {
    location.iter().any(|name| {
        Path::new(name)
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("zarr"))
    })
}

/// Whether an array of version 3 is at a location: a store that fails is an error.
///
/// # Errors
///
/// If the store fails.
#[doc(hidden)]
pub fn has_array(location: impl AsRef<OsStr>) -> Result<bool, ZarrError> {
    let location = location.as_ref();
    around(Path::new(location))?;
    let old = store::at(location).and_then(|store| metadata_in(&store));
    let old = old.map_err(|error| error.of_location(&location.to_string_lossy()))?;
    Ok(old.is_some_and(|old| in_memory(&old).is_ok()))
}

/// The text of metadata of version 3, if it is there.
fn metadata_in(store: &Located) -> Result<Option<String>, ZarrError> {
    let key = metadata::key(VERSION_3)?;
    let text = store.get(&key)?;
    Ok(text.map(|text| String::from_utf8_lossy(&text).into_owned()))
}

/// A function that calls another one with the keys in a folder, as [`store::has_key`] does.
type Keys<'k> = dyn Fn(&str, &mut dyn FnMut(&str) -> bool) -> Result<Option<bool>, ZarrError> + 'k;

fn write(
    (store, keys): (&Located, &Keys<'_>),
    metadata: &str,
    replace: bool,
) -> Result<(), ZarrError> {
    let taken = |what: String| Err(ZarrError::Copy(what));
    for (file, what) in NOT_REPLACED {
        let key = metadata::key(file)?;
        if store.size_key(&key)?.is_some() {
            return taken(format!(
                "`{file}` is there, {what}: choose another place, or remove it"
            ));
        }
    }
    let key = metadata::key(VERSION_3)?;
    let old = metadata_in(store)?;
    let holds = |folder: &str| keys(folder, &mut |_| true).map(|found| found == Some(true));
    let is_interrupted = old.as_deref() == Some(REPLACED);
    match &old {
        _ if replace && is_interrupted => {}
        _ if is_interrupted => {
            return taken("its replacement was interrupted: --force begins it again".to_owned());
        }
        None if !replace && holds("c")? => {
            return taken("chunks are there, and no metadata: --force replaces them".to_owned());
        }
        Some(old) if !replace => match difference(old, metadata)?.join(", ") {
            fields if fields.is_empty() => return Ok(()),
            fields => return taken(format!("`{VERSION_3}` is there, with other {fields}")),
        },
        Some(old) if !has_slashes(&value(old)) => {
            return taken(
                "what is there is not an array with keys of the form c/0/0: choose another place, or remove it".to_owned(),
            );
        }
        _ => {}
    }
    if !has_slashes(&value(metadata)) && holds("")? {
        return taken(
            "the keys of the new array are not of the form c/0/0, and files are there that may be \
             its chunks: choose another place, or remove them"
                .to_owned(),
        );
    }
    if old.is_some() || replace && holds("c")? {
        replaced(store, keys)?;
    }
    Ok(store.set(&key, metadata.to_owned().into())?)
}

/// Puts a note in the place of the metadata, and removes the chunks.
///
/// # Errors
///
/// If something else is below `c`, or the store does not list its keys: before anything is written.
fn replaced(store: &Located, keys: &Keys<'_>) -> Result<(), ZarrError> {
    let mut other = None;
    let mut is_other = |key: &str| {
        other = (!is_chunk(key)).then(|| key.to_owned());
        other.is_some()
    };
    if keys("c", &mut is_other)?.is_none() {
        return Err(ZarrError::Copy(
            "the store does not list its keys, so that nothing in it can be replaced: remove what is there"
                .to_owned(),
        ));
    }
    if let Some(other) = other {
        return Err(ZarrError::Copy(format!(
            "`{other}` is not a chunk, and would be erased: choose another place, or remove it"
        )));
    }
    let key = metadata::key(VERSION_3)?;
    store.set(&key, REPLACED.into())?;
    // The chunk of an array without axes.
    let only = metadata::key("c")?;
    store.erase(&only)?;
    Ok(store.erase_prefix(&StorePrefix::new("c/").map_err(StorageError::from)?)?)
}

/// Removes the chunks of an intermediate array, and its metadata: what opens at this location is
/// erased only if it is one. Until the end, a note is in the place of the metadata.
///
/// # Errors
///
/// If another array is at the location, or the store fails.
pub fn remove(location: impl AsRef<OsStr>) -> Result<(), ZarrError> {
    let (location, store) = (location.as_ref(), store::at(location.as_ref())?);
    clear(location)?;
    let key = metadata::key(VERSION_3)?;
    Ok(store.erase(&key)?)
}

/// Removes the chunks of an intermediate array, if one is there: nothing opens at the location
/// until [`create`] replaces what is left.
///
/// # Errors
///
/// As [`remove`].
#[doc(hidden)]
pub fn clear(location: impl AsRef<OsStr>) -> Result<(), ZarrError> {
    let location = location.as_ref();
    let store = store::at(location)?;
    match metadata_in(&store)? {
        None => Ok(()),
        Some(old) if old == REPLACED || value(&old)["attributes"][BETWEEN].is_string() => {
            replaced(&store, &|folder, is_it| {
                store::has_key(location, folder, is_it)
            })
        }
        Some(_) => Err(ZarrError::Copy(format!(
            "{}: `{VERSION_3}` is there, and is not that of an intermediate array: choose another place",
            location.display()
        ))),
    }
}

/// Whether a key below `c` is that of a chunk, or of a file that a killed program leaves beside one.
fn is_chunk(key: &str) -> bool {
    let is_number = |part: &str| part.bytes().all(|digit| digit.is_ascii_digit());
    key.split('/').skip(1).all(is_number) || key.ends_with(UNFINISHED)
}

/// Whether metadata is that of an array whose keys are of the form `c/0/0`.
fn has_slashes(metadata: &Value) -> bool {
    let encoding = &metadata["chunk_key_encoding"];
    let separator = encoding.pointer("/configuration/separator");
    (encoding == "default" || encoding["name"] == "default")
        && separator.is_none_or(|separator| separator == "/")
}

/// Metadata as it is written, also with NaN and Infinity; null if it is not JSON.
fn value(metadata: &str) -> Value {
    serde_json::from_str(&metadata::strict(metadata)).unwrap_or_default()
}

impl<D: Dims> ZarrArray<D> {
    /// An error if a copy to this location would write over what is read here, by whatever name:
    /// to be asked before something is written.
    ///
    /// # Errors
    ///
    /// If it would.
    #[doc(hidden)]
    pub fn check_apart(&self, location: impl AsRef<OsStr>) -> Result<(), ZarrError> {
        let place = Place::at(location.as_ref());
        self.apart(&place, self.rank())
    }

    /// As [`check_apart`](Self::check_apart), of a place whose keys have `slashes` slashes.
    pub(super) fn apart(&self, target: &Place, slashes: usize) -> Result<(), ZarrError> {
        let (label, engine) = (&self.source.label, &self.source.engine);
        let first = engine.key(&vec![0; engine.shape.len()]);
        match target.overlaps(slashes, &label.place, first.as_str()) {
            false => Ok(()),
            true => Err(ZarrError::Copy(format!(
                "{}: an array cannot be copied to itself: the copy would write over what it reads",
                label.name
            ))),
        }
    }
}

/// An error if copies to these two locations would write over each other.
///
/// # Errors
///
/// If they would.
#[doc(hidden)]
pub fn check_pair([one, other]: [&OsStr; 2], rank: usize) -> Result<(), ZarrError> {
    let first = format!("c{}", "/0".repeat(rank));
    match Place::at(one).overlaps(rank, &Place::at(other), &first) {
        false => Ok(()),
        true => Err(ZarrError::Copy(format!(
            "{}: the intermediate array and the target are at one place",
            other.display()
        ))),
    }
}

/// An array with this metadata, in a store of memory that holds nothing else, for a plan before
/// there is a target.
#[doc(hidden)]
pub fn in_memory(metadata: &str) -> Result<ZarrArray, ZarrError> {
    let array = metadata::array(Files::of(metadata), |_| ready(None));
    let (array, raw) = now(array)?;
    Ok(ZarrArray::writable(&array)?.opened_as(raw))
}

/// The fields in which arrays differ, of those that decide where an element is.
fn difference(old: &str, new: &str) -> Result<Vec<&'static str>, ZarrError> {
    let read = |text: &str| in_memory(text)?.source.metadata();
    let new = read(new)?;
    // What cannot be opened is compared as it is written.
    let old = read(old).unwrap_or_else(|_| value(old));
    let [was, is] = [&old, &new].map(|metadata| &metadata["attributes"][BETWEEN]);
    let is_same = |field: &&str| match *field {
        // The chunks of an intermediate array are those that the first process has chosen.
        "chunk_grid" if is.is_string() => true,
        // The default has several forms.
        "chunk_key_encoding" if has_slashes(&old) && has_slashes(&new) => true,
        field => old.get(field) == new.get(field),
    };
    let fields = FIELDS.into_iter().filter(|field| !is_same(field));
    Ok(fields
        .chain((was != is).then_some("elements: those of another copy"))
        .collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tslice::{DynTensor, Tensor};
    use zarrs::array::{Array, ArrayBuilder, data_type};
    use zarrs::storage::byte_range::ByteRangeIterator;
    use zarrs::storage::store::MemoryStore;
    use zarrs::storage::{
        Bytes, ListableStorageTraits, MaybeBytesIterator, OffsetBytesIterator,
        ReadableStorageTraits, StorageError, StoreKey, StorePrefix, WritableStorageTraits,
    };

    use super::write;
    use crate::array::ZarrArray;
    use crate::copying::{CopyOptions, Layout};
    use crate::error::ZarrError;
    use crate::store::Located;

    /// A store that takes this number of writes, each of one value, and then no more: what is in it
    /// is what a program leaves that is killed there.
    struct Killed {
        inner: Arc<MemoryStore>,
        left: AtomicUsize,
    }

    impl Killed {
        fn alive(&self) -> Result<(), StorageError> {
            let left = self
                .left
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
                    left.checked_sub(1)
                });
            left.map(|_| ())
                .map_err(|_| StorageError::Other("killed".to_owned()))
        }
    }

    impl ReadableStorageTraits for Killed {
        fn get_partial_many<'a>(
            &'a self,
            key: &StoreKey,
            ranges: ByteRangeIterator<'a>,
        ) -> Result<MaybeBytesIterator<'a>, StorageError> {
            self.inner.get_partial_many(key, ranges)
        }

        fn size_key(&self, key: &StoreKey) -> Result<Option<u64>, StorageError> {
            self.inner.size_key(key)
        }

        fn supports_get_partial(&self) -> bool {
            true
        }
    }

    impl WritableStorageTraits for Killed {
        fn set(&self, key: &StoreKey, value: Bytes) -> Result<(), StorageError> {
            self.alive()?;
            self.inner.set(key, value)
        }

        fn set_partial_many(
            &self,
            _: &StoreKey,
            _: OffsetBytesIterator,
        ) -> Result<(), StorageError> {
            Err(StorageError::Other("not asked for".to_owned()))
        }

        fn erase(&self, key: &StoreKey) -> Result<(), StorageError> {
            self.alive()?;
            self.inner.erase(key)
        }

        fn erase_prefix(&self, prefix: &StorePrefix) -> Result<(), StorageError> {
            for key in self.inner.list_prefix(prefix)? {
                self.erase(&key)?;
            }
            Ok(())
        }

        fn supports_set_partial(&self) -> bool {
            false
        }
    }

    /// An array of six rows, each a chunk, of which each element is this number and more.
    fn source(first: u16) -> ZarrArray {
        let array = ArrayBuilder::new(vec![6, 4], [1, 4], data_type::uint16(), 0_u16);
        let array = array.build(Arc::new(MemoryStore::new()), "/");
        let array = ZarrArray::writable(&array.expect("an array")).expect("an array");
        let values = Tensor::from_shape_fn([6, 4], |[i, j]| first + (4 * i + j) as u16);
        array.assign(&values).expect("a write");
        array
    }

    /// What the program does: `force` or `resume`.
    fn copy(from: &ZarrArray, store: &Arc<Killed>, force: bool) -> Result<(), ZarrError> {
        let metadata = from.metadata_of_copy(&Layout::default())?;
        let keys = |folder: &str, is_it: &mut dyn FnMut(&str) -> bool| {
            let keys = store.inner.list()?;
            let mut keys = keys.iter().map(|key| key.as_str());
            Ok(Some(keys.any(|key| key.starts_with(folder) && is_it(key))))
        };
        let located: Located = store.clone();
        write((&located, &keys), &metadata, force)?;
        let options = CopyOptions {
            resume: !force,
            ..CopyOptions::default()
        };
        from.copy_to(
            &ZarrArray::writable(&Array::open(store.clone(), "/")?)?,
            &options,
        )
    }

    fn read(store: &Arc<Killed>) -> DynTensor<u16> {
        let array = Array::open(store.clone(), "/").expect("an array");
        let array = ZarrArray::readable(&array).expect("an array");
        array.read().expect("a read")
    }

    #[test]
    fn replaced_array_survives_a_kill_at_every_request() {
        let (old, new) = (source(1), source(1000));
        let other = new.tslice(&"::-1, :3".parse::<tslice::DynSpec>().expect("a spec"));
        let (mut finished, mut refused) = (0, 0);
        // With the same metadata as what is replaced, and with another.
        for new in [&new, &other] {
            let expected = new.read::<u16>().expect("a read");
            for kill in 0.. {
                let inner = Arc::new(MemoryStore::new());
                let store = |left| {
                    let (inner, left) = (inner.clone(), AtomicUsize::new(left));
                    Arc::new(Killed { inner, left })
                };
                copy(&old, &store(usize::MAX), true).expect("a copy");
                let is_done = copy(new, &store(kill), true).is_ok();
                let alive = store(usize::MAX);
                match copy(new, &alive, false) {
                    Ok(()) if kill == 0 && inner.list().expect("keys").len() == 7 => {
                        // Nothing was replaced: the array that is there is another, and complete.
                        assert_eq!(read(&alive), old.read::<u16>().expect("a read"));
                    }
                    Ok(()) => {
                        assert_eq!(read(&alive), expected, "killed at {kill}");
                        finished += 1;
                    }
                    Err(error) => {
                        assert!(matches!(error, ZarrError::Copy(_)), "{error}");
                        refused += 1;
                    }
                }
                copy(new, &alive, true).expect("a copy");
                assert_eq!(read(&alive), expected, "replaced after {kill}");
                if is_done {
                    break;
                }
            }
        }
        assert!(finished >= 12 && refused >= 12, "{finished}, {refused}");
    }
}
