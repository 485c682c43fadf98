//! Arrays by their location: a directory, or a URL.

#[cfg(any(feature = "filesystem", feature = "object-store"))]
use std::sync::Arc;

use crate::array::ZarrArray;
#[cfg(feature = "object-store")]
use crate::async_open::AsyncZarrArray;
use crate::error::ZarrError;
#[cfg(any(feature = "filesystem", feature = "object-store"))]
use crate::metadata::{self, VERSION_2, VERSION_3};
#[cfg(any(feature = "filesystem", feature = "object-store"))]
use crate::store::unbroken;

/// Opens the array at a location, for reading and writing.
///
/// | location | feature | store |
/// |---|---|---|
/// | a path of a directory | `filesystem` | files, each replaced at once when a chunk is written |
/// | a file of references in JSON, as kerchunk writes them, and the name of an array in it: `archive.json/temperature` | `filesystem` | pieces of other files, such as chunks of NetCDF; for reading |
/// | `http://host/path`, `https://..` | `http` | a server that answers requests for ranges of bytes; for reading |
/// | `s3://bucket/path` | `s3` | a bucket; region, endpoint and credentials are taken from the variables `AWS_..` |
///
/// What is behind a URL is asked for by 32 threads at once; [`with_threads`](ZarrArray::with_threads) changes that. Requests that
/// fail for a while are repeated as [`object_store`](https://docs.rs/object_store) does.
///
/// # Errors
///
/// If there is no array, its metadata is wrong, or the crate was built without the feature.
pub fn open(location: &str) -> Result<ZarrArray, ZarrError> {
    if location.contains("://") { behind(location) } else { directory(location) }
}

/// As [`open`], of a URL and for asynchronous code: the array is in a store that answers by futures.
///
/// # Errors
///
/// As [`open`]; and if the location is no URL.
#[cfg(feature = "object-store")]
pub async fn async_open(location: &str) -> Result<AsyncZarrArray, ZarrError> {
    let store = crate::remote::ranged(crate::urls::store(location)?);
    let array = async_files(&*store).await.and_then(metadata::array);
    let array = array.map_err(|error| error.of_location(location))?;
    AsyncZarrArray::async_of(&array.with_storage(store.clone()), location, None, Some(store))
}

/// The files of metadata in a store.
#[cfg(feature = "object-store")]
async fn async_files<S: zarrs::storage::AsyncReadableStorageTraits>(
    store: &S,
) -> Result<Vec<(&'static str, zarrs::storage::Bytes)>, ZarrError> {
    use crate::async_store::unbroken;

    let key = metadata::key(VERSION_3)?;
    if let Some(text) = unbroken(store.get(&key)).await? {
        return Ok(vec![(VERSION_3, text)]);
    }
    let mut files = vec![];
    for file in VERSION_2 {
        let key = metadata::key(file)?;
        files.extend(unbroken(store.get(&key)).await?.map(|text| (file, text)));
    }
    Ok(files)
}

#[cfg(feature = "filesystem")]
fn directory(path: &str) -> Result<ZarrArray, ZarrError> {
    use zarrs::filesystem::FilesystemStore;

    let given = std::path::Path::new(path);
    if let Some((file, array)) = crate::references::split(given) {
        let store =
            crate::references::References::of(file, array).map_err(|error| ZarrError::wrong(path, &error))?;
        return open_in(Arc::new(store), path, None);
    }
    if !given.is_dir() {
        return Err(ZarrError::wrong(path, &"there is no such directory"));
    }
    let store = Arc::new(FilesystemStore::new(path).map_err(|error| ZarrError::wrong(path, &error))?);
    let store = Arc::new(crate::whole_files::WholeFiles(store));
    open_in(store.clone(), path, Some(store))
}

#[cfg(not(feature = "filesystem"))]
fn directory(path: &str) -> Result<ZarrArray, ZarrError> {
    Err(ZarrError::wrong(path, &"directories need the feature `filesystem` of this crate"))
}

#[cfg(feature = "object-store")]
fn behind(location: &str) -> Result<ZarrArray, ZarrError> {
    let store = crate::urls::blocking(location)?;
    open_in(store.clone(), location, Some(store))?.with_threads(REMOTE_THREADS)
}

#[cfg(feature = "object-store")]
const REMOTE_THREADS: usize = 32;

#[cfg(not(feature = "object-store"))]
fn behind(location: &str) -> Result<ZarrArray, ZarrError> {
    Err(ZarrError::wrong(location, &"URLs need the feature `http` or `s3` of this crate"))
}

/// Opens the array at the root of a store, whose errors will bear this name.
#[cfg(any(feature = "filesystem", feature = "object-store"))]
fn open_in<S: zarrs::storage::ReadableStorageTraits + 'static>(
    store: Arc<S>,
    name: &str,
    writable: Option<Arc<dyn zarrs::storage::WritableStorageTraits>>,
) -> Result<ZarrArray, ZarrError> {
    let get = |file| {
        let text = unbroken(|| store.get(&metadata::key(file)?));
        Ok(text?.map(|text| (file, text)))
    };
    let files = || -> Result<Vec<_>, ZarrError> {
        match get(VERSION_3)? {
            Some(file) => Ok(vec![file]),
            None => VERSION_2.into_iter().filter_map(|file| get(file).transpose()).collect(),
        }
    };
    let array = files().and_then(metadata::array).map_err(|error| error.of_location(name))?;
    ZarrArray::of(&array.with_storage(store), name, None, writable)
}
