//! Arrays by their location: a directory, or a URL.

use std::ffi::OsStr;
use std::future::ready;
use std::sync::Arc;

use zarrs::storage::{ReadableStorageTraits, WritableStorageTraits};

use crate::array::ZarrArray;
#[cfg(feature = "object-store")]
use crate::array::async_open::AsyncZarrArray;
use crate::array::stores::{now, unbroken};
use crate::error::ZarrError;
use crate::metadata::{self, Files};
use crate::store::Label;
use crate::store::place::{self, Place};
#[cfg(feature = "object-store")]
use crate::store::{
    blocking::{Waiting, waiting},
    urls,
};

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
    let location = location.as_ref();
    match place::path_or_url(location) {
        #[cfg(feature = "filesystem")]
        Ok(path) => directory(path),
        #[cfg(feature = "object-store")]
        Err(url) => behind(url),
        #[cfg(not(all(feature = "filesystem", feature = "object-store")))]
        _ => crate::store::at(location).and(Err(ZarrError::ReadOnly)),
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

    let store = Arc::new(urls::store(location)?);
    let opened = async {
        let store = &store;
        let get =
            |key| unbroken(async move { AsyncReadableStorageTraits::get(&**store, &key).await });
        let arrays = async |is_group| {
            if is_group {
                store.arrays_below().await
            } else {
                None
            }
        };
        let (array, raw) = metadata::array(Files::found(get).await?, arrays).await?;
        let label = Label::new(location, Place::at(location.as_ref()));
        let array = array.with_storage(store.clone());
        let array = AsyncZarrArray::async_of(&array, &label, Some(store.clone()))?;
        Ok(array.opened_as(raw))
    };
    opened
        .await
        .map_err(|error: ZarrError| error.of_location(location))
}

#[cfg(feature = "filesystem")]
fn directory(path: &std::path::Path) -> Result<ZarrArray, ZarrError> {
    use crate::metadata::group;
    use crate::store::references::{self, References};

    let name = path.display().to_string();
    let wrong = |error: &dyn std::fmt::Display| ZarrError::wrong(&name, error);
    if let Some((file, array)) = references::split(path) {
        let store = References::of(file, array).map_err(|error| wrong(&error))?;
        let (arrays, place) = (store.arrays(), Place::Pieces(store.places()));
        return open_in(Arc::new(store), &name, place, None, async |_| Some(arrays));
    }
    let about = std::fs::metadata(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => wrong(&"this directory does not exist"),
        _ => wrong(&error),
    })?;
    if !about.is_dir() {
        return Err(wrong(&"this is not a directory"));
    }
    let (store, place) = (
        crate::store::at(path.as_os_str())?,
        Place::at(path.as_os_str()),
    );
    open_in(store.clone(), &name, place, Some(store), |_| {
        group::arrays_below(path)
    })
}

#[cfg(feature = "object-store")]
fn behind(location: &str) -> Result<ZarrArray, ZarrError> {
    let remote = Arc::new(urls::store(location)?);
    let (store, runtime) = (waiting(&remote)?, Waiting::start()?);
    // A place that is not a group may hold any number of values.
    let arrays = async |is_group| {
        if is_group {
            runtime.0.block_on(remote.arrays_below())
        } else {
            None
        }
    };
    let opened = open_in(
        store.clone(),
        location,
        Place::at(location.as_ref()),
        Some(store),
        arrays,
    );
    opened?.with_threads(REMOTE_THREADS)
}

#[cfg(feature = "object-store")]
const REMOTE_THREADS: usize = 32;

/// Opens the array at the root of a store, whose errors will bear this name. A function lists the
/// arrays, as [`metadata::array`] wants it.
fn open_in<F: Future<Output = Option<Vec<String>>>>(
    store: Arc<dyn ReadableStorageTraits>,
    name: &str,
    place: Place,
    writable: Option<Arc<dyn WritableStorageTraits>>,
    arrays: impl FnOnce(bool) -> F,
) -> Result<ZarrArray, ZarrError> {
    let opened = async {
        let get = |key| unbroken(ready(store.get(&key)));
        let files = Files::found(get).await?;
        let (array, raw) = metadata::array(files, arrays).await?;
        let label = Label::new(name, place);
        let array = ZarrArray::of(&array.with_storage(store.clone()), &label, writable)?;
        Ok(array.opened_as(raw))
    };
    now(opened).map_err(|error| error.of_location(name))
}
