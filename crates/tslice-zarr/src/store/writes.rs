//! The writes of the values of a store by this process, so that a cache knows what is old, and a
//! reader what does not belong together.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};

use zarrs::storage::StoreKey;

use crate::store::place::Place;

/// The counters of a store. Values share a counter, which needs no list of values; a value that was
/// not written may be read once more.
pub(crate) struct Writes([Counter; 1024]);

#[derive(Default)]
struct Counter {
    begun: AtomicU64,
    ended: AtomicU64,
    /// Held while a value is read, changed and written.
    changing: Mutex<()>,
    #[cfg(feature = "async")]
    async_changing: futures::lock::Mutex<()>,
}

/// How many writes of a value had begun, and how many had ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Version {
    begun: u64,
    ended: u64,
}

impl Version {
    /// Whether a write is under way. If none is, what is read until another version is seen is of
    /// one value.
    pub(crate) fn is_unsettled(self) -> bool {
        self.begun != self.ended
    }
}

/// The stores that are open, each at a place: an address in memory, or a location.
static PLACES: LazyLock<Mutex<HashMap<Place, Weak<Writes>>>> = LazyLock::new(Mutex::default);

impl Writes {
    /// The counters of the store at a place. Whoever holds them keeps the store, so that nothing
    /// else gets its address.
    pub(crate) fn at(place: Place) -> Arc<Self> {
        let mut places = PLACES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(writes) = places.get(&place).and_then(Weak::upgrade) {
            return writes;
        }
        places.retain(|_, writes| writes.strong_count() > 0);
        let writes = Arc::new(Self(std::array::from_fn(|_| Counter::default())));
        places.insert(place, Arc::downgrade(&writes));
        writes
    }

    fn counter(&self, key: &StoreKey) -> &Counter {
        let mut hasher = DefaultHasher::new();
        key.as_str().hash(&mut hasher);
        &self.0[usize::try_from(hasher.finish() % self.0.len() as u64).unwrap_or(0)]
    }

    /// The version of a value. What is read after this was asked is at least as new.
    pub(crate) fn version(&self, key: &StoreKey) -> Version {
        let counter = self.counter(key);
        // In this order: if both are equal, no write was under way in between.
        let ended = counter.ended.load(Ordering::SeqCst);
        Version {
            begun: counter.begun.load(Ordering::SeqCst),
            ended,
        }
    }

    /// Waits until no other thread changes a part of this value.
    pub(crate) fn changing(&self, key: &StoreKey) -> MutexGuard<'_, ()> {
        let lock = self.counter(key).changing.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }

    /// As [`changing`](Self::changing), of tasks.
    #[cfg(feature = "async")]
    pub(crate) async fn async_changing(&self, key: &StoreKey) -> futures::lock::MutexGuard<'_, ()> {
        self.counter(key).async_changing.lock().await
    }

    /// Counts a write, and its end, in whatever way it ends: when what this returns is dropped.
    pub(crate) fn writing(&self, key: &StoreKey) -> Writing<'_> {
        let counter = self.counter(key);
        counter.begun.fetch_add(1, Ordering::SeqCst);
        Writing(counter)
    }
}

pub(crate) struct Writing<'w>(&'w Counter);

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        self.0.ended.fetch_add(1, Ordering::SeqCst);
    }
}
