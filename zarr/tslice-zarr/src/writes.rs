//! How often the values of a store were written by this process, so that a cache knows what is old.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use zarrs::storage::StoreKey;

/// The counters of a store. Values share them, so that there is no list of values: one that was not written may be asked for once more.
pub(crate) struct Writes([AtomicU64; 1024]);

/// The stores that are open, each at a place: an address in memory, or a location.
static PLACES: LazyLock<Mutex<HashMap<Place, Weak<Writes>>>> = LazyLock::new(Mutex::default);

/// Where a store is. What is at one place is one store, however often it was opened.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    Address(usize),
    Location(String),
}

impl Writes {
    /// The counters of the store at a place. Whoever holds them keeps the store, so that nothing else gets its address.
    pub(crate) fn at(place: Place) -> Arc<Self> {
        let mut places = PLACES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(writes) = places.get(&place).and_then(Weak::upgrade) {
            return writes;
        }
        places.retain(|_, writes| writes.strong_count() > 0);
        let writes = Arc::new(Self([const { AtomicU64::new(0) }; 1024]));
        places.insert(place, Arc::downgrade(&writes));
        writes
    }

    fn counter(&self, key: &StoreKey) -> &AtomicU64 {
        let mut hasher = DefaultHasher::new();
        key.as_str().hash(&mut hasher);
        &self.0[usize::try_from(hasher.finish() % self.0.len() as u64).unwrap_or(0)]
    }

    /// How often a value was written. What is read after this was asked is at least as new.
    pub(crate) fn version(&self, key: &StoreKey) -> u64 {
        self.counter(key).load(Ordering::SeqCst)
    }

    /// Counts a write when it ends, in whatever way: when what this returns is dropped.
    pub(crate) fn writing(&self, key: &StoreKey) -> Writing<'_> {
        Writing(self.counter(key))
    }
}

pub(crate) struct Writing<'w>(&'w AtomicU64);

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}
