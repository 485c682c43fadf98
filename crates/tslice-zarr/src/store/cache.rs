//! Decoded blocks that stay in memory: the chunks of arrays, the parts of their shards, and the
//! indexes of these.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zarrs::storage::StoreKey;

use crate::store::writes::Version;

/// Memory for decoded chunks, and for decoded parts of shards, that arrays share: see
/// [`with_cache`](crate::ZarrArray::with_cache).
///
/// It holds what was used last. Plans that were announced, by
/// [`announce`](crate::ZarrArray::announce), come first: then what the next plans need stays, and
/// what is needed last goes first. Clones are one cache.
///
/// ```
/// use std::sync::Arc;
/// use tslice::s;
/// use tslice_zarr::{Cache, ZarrArray};
/// use zarrs::array::{ArrayBuilder, data_type};
/// use zarrs::storage::store::MemoryStore;
///
/// let array = ArrayBuilder::new(vec![64, 64], [16, 64], data_type::uint16(), 7_u16).build(Arc::new(MemoryStore::new()), "/")?;
/// let cache = Cache::new(1 << 20);
/// let a = ZarrArray::writable(&array)?.with_cache(&cache);
/// for row in 0..64 {
///     a.tslice(s![row]).read::<u16>()?;
/// }
/// // Four chunks, each of them looked for 16 times.
/// assert_eq!((cache.misses(), cache.hits()), (4, 60));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Cache(Arc<Mutex<State>>);

/// What a block is of: an array that was opened, a value of its store, and a part of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct BlockId {
    array: u64,
    key: StoreKey,
    part: Part,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Part {
    Chunk,
    /// The index of a shard.
    Index,
    /// The part with this number in the index.
    Number(usize),
}

/// What is known of a block.
#[derive(Clone)]
pub(crate) enum Held {
    /// It is not in the store.
    Absent,
    Elements(Arc<[u8]>),
    Index(Arc<[u64]>),
}

impl Held {
    /// The bytes that it takes, with those of its entry under a key.
    fn size(&self, key: &StoreKey) -> usize {
        let own = match self {
            Self::Absent => 0,
            Self::Elements(bytes) => bytes.len(),
            Self::Index(numbers) => numbers.len() * 8,
        };
        own.saturating_add(ENTRY + 2 * key.as_str().len())
    }
}

/// About as many bytes are needed beside a block, and the key twice.
const ENTRY: usize = 256;
/// So many uses are announced to a cache of no bytes, and one more to each KiB of others, so that
/// plans are smaller than what they order.
const ANNOUNCED: usize = 4096;

#[derive(Default)]
struct State {
    limit: usize,
    hits: u64,
    misses: u64,
    blocks: HashMap<BlockId, Entry>,
    /// The last of these goes first: that whose next use is the furthest, and of them the one that
    /// was used the longest ago.
    order: BTreeMap<(u64, u64), BlockId>,
    /// The announced plans that need each block.
    uses: HashMap<BlockId, VecDeque<u64>>,
    announced: usize,
    plans: u64,
    clock: u64,
    size: usize,
}

struct Entry {
    held: Held,
    size: usize,
    version: Version,
    place: (u64, u64),
}

/// No announced plan needs it.
const NEVER: u64 = u64::MAX;

impl State {
    fn next_use(&self, id: &BlockId) -> u64 {
        self.uses
            .get(id)
            .and_then(|plans| plans.front().copied())
            .unwrap_or(NEVER)
    }

    /// A place in the order for a block that is used now.
    fn place(&mut self, id: &BlockId) -> (u64, u64) {
        self.clock += 1;
        (self.next_use(id), u64::MAX - self.clock)
    }

    fn remove(&mut self, id: &BlockId) {
        if let Some(entry) = self.blocks.remove(id) {
            self.size -= entry.size;
            self.order.remove(&entry.place);
        }
    }

    /// Counts uses that were announced.
    fn used(&mut self, id: &BlockId, count: usize) {
        if let Some(plans) = self.uses.get_mut(id) {
            self.announced -= plans.drain(..count.min(plans.len())).count();
            if plans.is_empty() {
                self.uses.remove(id);
            }
        }
    }

    fn replace(&mut self, id: &BlockId) {
        let place = self.place(id);
        let Some(entry) = self.blocks.get_mut(id) else {
            return;
        };
        if let Some(id) = self.order.remove(&entry.place) {
            self.order.insert(place, id);
        }
        entry.place = place;
    }

    fn shrink(&mut self) {
        while self.size > self.limit {
            let Some(id) = self.order.last_entry().map(|last| last.get().clone()) else {
                return;
            };
            self.remove(&id);
        }
    }
}

impl Cache {
    /// A cache of at most `bytes` bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Self(Arc::new(Mutex::new(State {
            limit: bytes,
            ..State::default()
        })))
    }

    /// How often a chunk, or a part of a shard, was found.
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.state().hits
    }

    /// How often a chunk, or a part of a shard, had to be decoded, or asked for in vain.
    #[must_use]
    pub fn misses(&self) -> u64 {
        self.state().misses
    }

    /// The bytes that it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.state().size
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<usize> for Cache {
    fn from(bytes: usize) -> Self {
        Self::new(bytes)
    }
}

impl From<&Cache> for Cache {
    fn from(cache: &Cache) -> Self {
        cache.clone()
    }
}

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut lines = f.debug_struct("Cache");
        lines.field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

/// The part of a cache that belongs to an array.
#[derive(Clone)]
pub(crate) struct ArrayCache {
    cache: Cache,
    array: u64,
}

impl ArrayCache {
    pub(crate) fn new(cache: Cache) -> Self {
        static ARRAYS: AtomicU64 = AtomicU64::new(0);
        Self {
            cache,
            array: ARRAYS.fetch_add(1, Ordering::Relaxed),
        }
    }

    fn id(&self, key: &StoreKey, part: Part) -> BlockId {
        BlockId {
            array: self.array,
            key: key.clone(),
            part,
        }
    }

    /// The state of a block that `plans` plans use now, if it was not written since.
    pub(crate) fn get(
        &self,
        key: &StoreKey,
        part: Part,
        version: Version,
        plans: usize,
    ) -> Option<Held> {
        let id = self.id(key, part);
        let mut state = self.cache.state();
        // An old one is replaced by what is kept next.
        let found = state.blocks.get(&id);
        let found = found.filter(|entry| entry.version == version);
        let found = found.map(|entry| entry.held.clone());
        state.used(&id, plans);
        state.replace(&id);
        match &found {
            _ if part == Part::Index => {}
            Some(_) => state.hits += 1,
            None => state.misses += 1,
        }
        found
    }

    /// Keeps what a store had after the store had this version.
    pub(crate) fn keep(&self, key: &StoreKey, part: Part, version: Version, held: Held) {
        let id = self.id(key, part);
        let size = held.size(key);
        let mut state = self.cache.state();
        if size > state.limit {
            return;
        }
        state.remove(&id);
        state.size += size;
        let place = state.place(&id);
        state.order.insert(place, id.clone());
        state.blocks.insert(
            id,
            Entry {
                held,
                size,
                version,
                place,
            },
        );
        state.shrink();
    }

    /// Begins the announcement of a plan; returns its number.
    pub(crate) fn plan(&self) -> u64 {
        let mut state = self.cache.state();
        state.plans += 1;
        state.plans
    }

    /// A plan needs this block. That is forgotten if too much is announced: returns whether it was
    /// not.
    pub(crate) fn needs(&self, plan: u64, key: &StoreKey, part: Part) -> bool {
        let id = self.id(key, part);
        let mut state = self.cache.state();
        if state.announced >= ANNOUNCED + state.limit / 1024 {
            return false;
        }
        state.announced += 1;
        state.uses.entry(id.clone()).or_default().push_back(plan);
        state.replace(&id);
        true
    }

    /// Forgets what was announced.
    pub(crate) fn forget(&self) {
        let mut state = self.cache.state();
        state.announced = 0;
        let ids: Vec<BlockId> = state.uses.drain().map(|(id, _)| id).collect();
        for id in ids {
            state.replace(&id);
        }
    }
}
