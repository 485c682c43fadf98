//! Arrays by their location: a directory, or a URL.

use crate::array::ZarrArray;
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

#[cfg(feature = "filesystem")]
fn directory(path: &str) -> Result<ZarrArray, ZarrError> {
    use std::sync::Arc;
    use zarrs::filesystem::FilesystemStore;
    use zarrs::storage::storage_adapter::atomic_write::AtomicWriteStorageAdapter;

    if !std::path::Path::new(path).is_dir() {
        return Err(ZarrError::Open(format!("{path}: there is no such directory")));
    }
    let store = FilesystemStore::new(path).map_err(|error| ZarrError::Open(format!("{path}: {error}")))?;
    open_in(Arc::new(AtomicWriteStorageAdapter::new(Arc::new(store))), path)
}

#[cfg(not(feature = "filesystem"))]
fn directory(path: &str) -> Result<ZarrArray, ZarrError> {
    Err(ZarrError::Open(format!("{path}: directories need the feature `filesystem` of this crate")))
}

#[cfg(feature = "object-store")]
fn url(location: &str) -> Result<ZarrArray, ZarrError> {
    let wrong = |error: &dyn std::fmt::Display| ZarrError::Open(format!("{location}: {error}"));
    let parsed = url::Url::parse(location).map_err(|error| wrong(&error))?;
    let settings = std::env::vars().map(|(name, value)| (name.to_lowercase(), value));
    let plain = (parsed.scheme() == "http").then(|| ("allow_http".to_owned(), "true".to_owned()));
    let (store, path) =
        object_store::parse_url_opts(&parsed, settings.chain(plain)).map_err(|error| wrong(&error))?;
    let store = object_store::prefix::PrefixStore::new(store, path);
    crate::remote::blocking(store).and_then(|store| open_in(store, location))?.with_threads(REMOTE_THREADS)
}

#[cfg(feature = "object-store")]
const REMOTE_THREADS: usize = 32;

#[cfg(not(feature = "object-store"))]
fn url(location: &str) -> Result<ZarrArray, ZarrError> {
    Err(ZarrError::Open(format!("{location}: URLs need the feature `http` or `s3` of this crate")))
}

/// Opens the array at the root of a store, whose errors will bear this name.
#[cfg(any(feature = "filesystem", feature = "object-store"))]
fn open_in<S: zarrs::storage::ReadableWritableStorageTraits + 'static>(
    store: std::sync::Arc<S>,
    name: &str,
) -> Result<ZarrArray, ZarrError> {
    let array = metadata(store).map_err(|error| match error {
        ZarrError::Open(reason) | ZarrError::Store(reason) => ZarrError::Open(format!("{name}: {reason}")),
        other => other,
    })?;
    ZarrArray::of(crate::zarrs_engine::Zarrs::writable(&array, name)?)
}

#[cfg(any(feature = "filesystem", feature = "object-store"))]
fn metadata<S: zarrs::storage::ReadableWritableStorageTraits + 'static>(
    store: std::sync::Arc<S>,
) -> Result<zarrs::array::Array<S>, ZarrError> {
    use zarrs::array::{Array, ArrayCreateError, ArrayMetadataV2};
    use zarrs::config::MetadataRetrieveVersion;
    use zarrs::metadata::v2::ArrayMetadataV2Order;
    use zarrs::storage::StoreKey;

    match Array::open_opt(store.clone(), "/", &MetadataRetrieveVersion::V3) {
        Err(ArrayCreateError::MissingMetadata) => {}
        opened => return Ok(opened?),
    }
    // The engine believes that an order F has axes.
    let text = StoreKey::new(".zarray").map(|key| store.get(&key));
    if let Ok(Ok(Some(text))) = text
        && let Ok(metadata) = serde_json::from_slice::<ArrayMetadataV2>(&text)
        && metadata.shape.is_empty()
        && metadata.order == ArrayMetadataV2Order::F
    {
        return Err(ZarrError::Open("an array without axes has no order F".to_owned()));
    }
    Ok(Array::open_opt(store, "/", &MetadataRetrieveVersion::V2)?)
}
