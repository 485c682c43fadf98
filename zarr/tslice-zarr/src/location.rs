//! Arrays by their location: a directory, or a URL.

use std::fmt::Display;
#[cfg(any(feature = "filesystem", feature = "object-store"))]
use std::sync::Arc;

#[cfg(any(feature = "filesystem", feature = "object-store"))]
use zarrs::array::{Array, ArrayCreateError, ArrayMetadataV2};
#[cfg(any(feature = "filesystem", feature = "object-store"))]
use zarrs::config::MetadataRetrieveVersion;

use crate::array::ZarrArray;
#[cfg(feature = "object-store")]
use crate::async_open::AsyncZarrArray;
use crate::error::ZarrError;

/// Opens the array at a location, for reading and writing.
///
/// | location | feature | store |
/// |---|---|---|
/// | a path of a directory | `filesystem` | files, each replaced at once when a chunk is written |
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
    if location.contains("://") { url(location) } else { directory(location) }
}

/// As [`open`], of a URL and for asynchronous code: the array is in a store that answers by futures.
///
/// # Errors
///
/// As [`open`]; and if the location is no URL.
#[cfg(feature = "object-store")]
pub async fn async_open(location: &str) -> Result<AsyncZarrArray, ZarrError> {
    let store = crate::remote::ranged(behind(location)?);
    let v3 = Array::async_open_opt(store.clone(), "/", &MetadataRetrieveVersion::V3).await;
    let opened = match v3 {
        Err(ArrayCreateError::MissingMetadata) => {
            use zarrs::storage::AsyncReadableStorageTraits;
            refuse(store.get(&version_2()).await.ok().flatten())
                .map_err(|error| error.of_location(location))?;
            Array::async_open_opt(store, "/", &MetadataRetrieveVersion::V2).await
        }
        opened => opened,
    };
    let array = opened.map_err(|error| ZarrError::from(error).of_location(location))?;
    let writable = array.storage();
    AsyncZarrArray::async_of(&array, location, Some(writable))
}

fn wrong(location: &str, error: &dyn Display) -> ZarrError {
    ZarrError::Open(format!("{location}: {error}"))
}

#[cfg(feature = "filesystem")]
fn directory(path: &str) -> Result<ZarrArray, ZarrError> {
    use zarrs::filesystem::FilesystemStore;

    if !std::path::Path::new(path).is_dir() {
        return Err(wrong(path, &"there is no such directory"));
    }
    let store = Arc::new(FilesystemStore::new(path).map_err(|error| wrong(path, &error))?);
    open_in(store.clone(), Arc::new(crate::whole_files::WholeFiles(store)), path)
}

#[cfg(not(feature = "filesystem"))]
fn directory(path: &str) -> Result<ZarrArray, ZarrError> {
    Err(wrong(path, &"directories need the feature `filesystem` of this crate"))
}

#[cfg(feature = "object-store")]
fn url(location: &str) -> Result<ZarrArray, ZarrError> {
    let store = crate::blocking::blocking(behind(location)?)?;
    open_in(store.clone(), store, location)?.with_threads(REMOTE_THREADS)
}

#[cfg(feature = "object-store")]
const REMOTE_THREADS: usize = 32;

/// The store behind a URL.
#[cfg(feature = "object-store")]
fn behind(
    location: &str,
) -> Result<object_store::prefix::PrefixStore<Box<dyn object_store::ObjectStore>>, ZarrError> {
    let parsed = url::Url::parse(location).map_err(|error| wrong(location, &error))?;
    let settings = std::env::vars().map(|(name, value)| (name.to_lowercase(), value));
    let plain = (parsed.scheme() == "http").then(|| ("allow_http".to_owned(), "true".to_owned()));
    let (store, path) = object_store::parse_url_opts(&parsed, settings.chain(plain))
        .map_err(|error| wrong(location, &error))?;
    Ok(object_store::prefix::PrefixStore::new(store, path))
}

#[cfg(not(feature = "object-store"))]
fn url(location: &str) -> Result<ZarrArray, ZarrError> {
    Err(wrong(location, &"URLs need the feature `http` or `s3` of this crate"))
}

/// Opens the array at the root of a store, whose errors will bear this name. What is read from `store` is written to `writable`.
#[cfg(any(feature = "filesystem", feature = "object-store"))]
fn open_in<S: zarrs::storage::ReadableStorageTraits + 'static>(
    store: Arc<S>,
    writable: Arc<dyn zarrs::storage::WritableStorageTraits>,
    name: &str,
) -> Result<ZarrArray, ZarrError> {
    let opened = match Array::open_opt(store.clone(), "/", &MetadataRetrieveVersion::V3) {
        Err(ArrayCreateError::MissingMetadata) => {
            refuse(store.get(&version_2()).ok().flatten()).map_err(|error| error.of_location(name))?;
            Array::open_opt(store, "/", &MetadataRetrieveVersion::V2)
        }
        opened => opened,
    };
    let array = opened.map_err(|error| ZarrError::from(error).of_location(name))?;
    ZarrArray::of(&array, name, Some(writable))
}

#[cfg(any(feature = "filesystem", feature = "object-store"))]
fn version_2() -> zarrs::storage::StoreKey {
    zarrs::node::meta_key_v2_array(&zarrs::node::NodePath::root())
}

/// The engine believes that an order F has axes.
#[cfg(any(feature = "filesystem", feature = "object-store"))]
fn refuse(text: Option<zarrs::storage::Bytes>) -> Result<(), ZarrError> {
    use zarrs::metadata::v2::ArrayMetadataV2Order;

    if let Some(text) = text
        && let Ok(metadata) = serde_json::from_slice::<ArrayMetadataV2>(&text)
        && metadata.shape.is_empty()
        && metadata.order == ArrayMetadataV2Order::F
    {
        return Err(ZarrError::Open("an array without axes has no order F".to_owned()));
    }
    Ok(())
}
