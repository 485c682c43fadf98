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
        Self::of(array, &short_name::<S>(), address(array), None)
    }

    /// An array of `zarrs`, for reading and writing.
    ///
    /// # Errors
    ///
    /// As [`readable`](Self::readable).
    pub fn writable<S: ?Sized + ReadableWritableStorageTraits + 'static>(
        array: &Array<S>,
    ) -> Result<Self, ZarrError> {
        Self::of(
            array,
            &short_name::<S>(),
            address(array),
            Some(Arc::new(array.storage())),
        )
    }

    pub(crate) fn of<S: ?Sized + ReadableStorageTraits + 'static>(
        array: &Array<S>,
        name: &str,
        place: Place,
        writable: Option<Arc<dyn WritableStorageTraits>>,
    ) -> Result<Self, ZarrError> {
        let label = Label::new(name, place);
        let readable = Arc::new(array.storage());
        Self::open(
            array,
            label.clone(),
            SyncStore {
                label,
                readable,
                writable,
            },
        )
    }
}

/// The name of a store's type without modules.
pub(crate) fn short_name<S: ?Sized>() -> String {
    let name = std::any::type_name::<S>();
    let name = name.split('<').next().unwrap_or(name);
    name.rsplit("::").next().unwrap_or(name).to_owned()
}

/// Where the store of an array is in memory.
pub(crate) fn address<S: ?Sized>(array: &Array<S>) -> Place {
    Place::Address(Arc::as_ptr(&array.storage()).cast::<()>().addr())
}
