//! Arrays of `zarrs`.

use std::sync::Arc;

use zarrs::array::Array;
use zarrs::storage::{ReadableStorageTraits, ReadableWritableStorageTraits, WritableStorageTraits};

use crate::array::ZarrArray;
use crate::error::ZarrError;
use crate::store::place::Place;
use crate::store::{Label, SyncStore};

impl ZarrArray {
    /// An array of `zarrs`, for reading.
    ///
    /// # Errors
    ///
    /// If its elements have no fixed size, or its shape or its chunks are larger than memory can
    /// be.
    pub fn readable<S: ?Sized + ReadableStorageTraits + 'static>(
        array: &Array<S>,
    ) -> Result<Self, ZarrError> {
        Self::of(array, &named(array), None)
    }

    /// An array of `zarrs`, for reading and writing.
    ///
    /// # Errors
    ///
    /// As [`readable`](Self::readable).
    pub fn writable<S: ?Sized + ReadableWritableStorageTraits + 'static>(
        array: &Array<S>,
    ) -> Result<Self, ZarrError> {
        Self::of(array, &named(array), Some(Arc::new(array.storage())))
    }

    pub(crate) fn of<S: ?Sized + ReadableStorageTraits + 'static>(
        array: &Array<S>,
        label: &Arc<Label>,
        writable: Option<Arc<dyn WritableStorageTraits>>,
    ) -> Result<Self, ZarrError> {
        let store = SyncStore {
            readable: Arc::new(array.storage()),
            writable,
        };
        Self::open(array, label.clone(), store)
    }
}

/// The label of an array: the name of its store's type without modules, and where that is in
/// memory.
pub(crate) fn named<S: ?Sized>(array: &Array<S>) -> Arc<Label> {
    let name = std::any::type_name::<S>();
    let name = name.split('<').next().unwrap_or(name);
    let place = Arc::as_ptr(&array.storage()).cast::<()>().addr();
    Label::new(
        name.rsplit("::").next().unwrap_or(name),
        Place::Address(place),
    )
}
