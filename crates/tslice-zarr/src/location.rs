//! Arrays by their location: a directory, or a URL.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use zarrs::storage::{ReadableStorageTraits, WritableStorageTraits};

use crate::array::ZarrArray;
#[cfg(feature = "object-store")]
use crate::array::async_open::AsyncZarrArray;
use crate::array::stores::{now, unbroken};
use crate::error::ZarrError;
use crate::metadata::{self, Files};
use crate::store::place::Place;
#[cfg(feature = "object-store")]
use crate::store::urls;
use crate::store::{Label, Target};

/// Opens the array at a location, for reading and writing.
///
/// | location | feature | store |
/// |---|---|---|
/// | a path of a directory, or `file:///path` | `filesystem` | files, each replaced at once when a chunk is written |
/// | an archive, as zarr-python's `ZipStore` writes it, and the name of an array in it: `archive.zip/temperature` | `filesystem` | its members, which are not compressed by ZIP; for reading |
/// | a file of references in JSON, as kerchunk writes them, and the name of an array in it: `archive.json/temperature` | `filesystem` | pieces of other files, such as chunks of NetCDF; for reading |
/// | `http://host/path`, `https://..` | `http` | a server that answers requests for ranges of bytes; for reading |
/// | `s3://bucket/path` | `s3` | a bucket; region, endpoint and credentials are taken from the variables `AWS_..` |
///
/// What is behind a URL is asked for by 32 threads at once;
/// [`with_threads`](ZarrArray::with_threads) changes that. Requests that fail for a while are
/// repeated as [`object_store`](https://docs.rs/object_store) does.
///
/// # Errors
///
/// If the location does not hold an array (the error of a group names its arrays, behind HTTP only
/// if its metadata is consolidated), the metadata is wrong, or the crate was built without the
/// feature.
pub fn open(location: impl AsRef<OsStr>) -> Result<ZarrArray, ZarrError> {
    match url(location.as_ref()) {
        Ok(path) => directory(path),
        Err(url) => behind(url),
    }
}

/// As [`open`], of a URL and for asynchronous code: the array is in a store that answers by
/// futures.
///
/// # Errors
///
/// As [`open`]; and if the location is not a URL.
#[cfg(feature = "object-store")]
pub async fn async_open(location: &str) -> Result<AsyncZarrArray, ZarrError> {
    use zarrs::storage::AsyncReadableStorageTraits;

    let store = crate::store::remote::ranged(urls::store(location)?);
    let read = async {
        let store = &*store;
        let get = |key| unbroken(async move { AsyncReadableStorageTraits::get(store, &key).await });
        let files = Files::found(get).await?;
        let arrays = match files.are_of_bare_group() && urls::is_listed(location) {
            true => store.arrays_below().await,
            false => None,
        };
        metadata::array(files, |_| arrays)
    };
    let (array, raw) = read
        .await
        .map_err(|error: ZarrError| error.of_location(location))?;
    let label = Label::new(location, Place::of_url(location));
    let array = AsyncZarrArray::async_of(&array.with_storage(store.clone()), &label, Some(store));
    Ok(array
        .map_err(|error| error.of_location(location))?
        .opened_as(raw))
}

#[cfg(feature = "filesystem")]
fn directory(path: &Path) -> Result<ZarrArray, ZarrError> {
    use crate::store::references::{self, References};

    let name = path.display().to_string();
    let wrong = |error: &dyn std::fmt::Display| ZarrError::wrong(&name, error);
    if let Some((file, array)) = references::split(path) {
        let store = References::of(file, array).map_err(|error| wrong(&error))?;
        let (arrays, place) = (store.arrays(), Place::Pieces(store.places()));
        return open_in(Arc::new(store), &name, place, None, |_| Some(arrays));
    }
    let about = std::fs::metadata(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => wrong(&"this directory does not exist"),
        _ => wrong(&error),
    })?;
    if !about.is_dir() {
        return Err(wrong(&"this is not a directory"));
    }
    if path.to_str().is_none() {
        return Err(wrong(
            &"the path is not UTF-8, and the engine opens no other",
        ));
    }
    let (store, place) = (files(path)?, Place::of_path(path));
    open_in(store.clone(), &name, place, Some(store), |_| {
        Some(crate::metadata::group::arrays_below(path))
    })
}

#[cfg(not(feature = "filesystem"))]
fn directory(path: &Path) -> Result<ZarrArray, ZarrError> {
    files(path).and(Err(ZarrError::ReadOnly))
}

#[cfg(feature = "object-store")]
fn behind(location: &str) -> Result<ZarrArray, ZarrError> {
    let store = urls::blocking(location)?;
    let place = Place::of_url(location);
    let list = store.clone();
    // A place that is not a group may hold any number of values.
    let arrays = |is_group| {
        if is_group { list.arrays_below() } else { None }
    };
    open_in(store, location, place, Some(list.clone()), arrays)?.with_threads(REMOTE_THREADS)
}

#[cfg(feature = "object-store")]
const REMOTE_THREADS: usize = 32;

#[cfg(not(feature = "object-store"))]
fn behind(location: &str) -> Result<ZarrArray, ZarrError> {
    Err(ZarrError::wrong(
        location,
        &crate::error::unsupported(location),
    ))
}

/// The place of a location.
pub(crate) fn place(location: &OsStr) -> Place {
    match url(location) {
        Ok(path) => Place::of_path(path),
        Err(url) => Place::of_url(url),
    }
}

/// The store at a location, whether or not there is anything.
pub(crate) fn store(location: &OsStr) -> Result<Arc<dyn Target>, ZarrError> {
    match url(location) {
        Ok(path) => files(path),
        #[cfg(feature = "object-store")]
        Err(url) => Ok(urls::blocking(url)?),
        #[cfg(not(feature = "object-store"))]
        Err(url) => Err(ZarrError::wrong(url, &crate::error::unsupported(url))),
    }
}

/// A location as a path, or the URL that it is.
fn url(location: &OsStr) -> Result<&Path, &str> {
    match location.to_str().filter(|text| text.contains("://")) {
        None => Ok(Path::new(location)),
        Some(url) => match url.strip_prefix("file://") {
            Some(path) if path.starts_with('/') => Ok(Path::new(path)),
            _ => Err(url),
        },
    }
}

#[cfg(feature = "filesystem")]
fn files(path: &Path) -> Result<Arc<dyn Target>, ZarrError> {
    let store = zarrs::filesystem::FilesystemStore::new(path);
    let store = store.map_err(|error| ZarrError::wrong(&path.display().to_string(), &error))?;
    Ok(Arc::new(crate::store::whole_files::WholeFiles(store)))
}

#[cfg(not(feature = "filesystem"))]
fn files(path: &Path) -> Result<Arc<dyn Target>, ZarrError> {
    Err(ZarrError::wrong(
        &path.display().to_string(),
        &"directories need the feature `filesystem` of this crate",
    ))
}

/// Opens the array at the root of a store, whose errors will bear this name. A function lists the
/// arrays, as [`metadata::array`] wants it.
fn open_in(
    store: Arc<dyn ReadableStorageTraits>,
    name: &str,
    place: Place,
    writable: Option<Arc<dyn WritableStorageTraits>>,
    arrays: impl FnOnce(bool) -> Option<Vec<String>>,
) -> Result<ZarrArray, ZarrError> {
    let read = || {
        let store = &*store;
        let get = |key| unbroken(async move { store.get(&key) });
        let files = now(Files::found(get))?;
        metadata::array(files, arrays)
    };
    let (array, raw) = read().map_err(|error: ZarrError| error.of_location(name))?;
    let label = Label::new(name, place);
    let array = ZarrArray::of(&array.with_storage(store), &label, writable);
    Ok(array
        .map_err(|error| error.of_location(name))?
        .opened_as(raw))
}
