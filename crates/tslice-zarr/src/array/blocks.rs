//! Decoded blocks of an array: from its cache if it has one, or of bytes that came from its store.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use zarrs::storage::byte_range::ByteRange;
use zarrs::storage::{Bytes, StoreKey};

use crate::array::OpenedArray;
use crate::codecs::Then;
use crate::engine::shard::{Shard, Sharding};
use crate::error::ZarrError;
use crate::store::ALL_BYTES;
use crate::store::cache::{Held, Part};
use crate::store::writes::Version;

/// What is done with the elements of a block; there are none if it is not in the store.
pub(crate) type ThenMaybe<'t> = dyn FnMut(Option<&[u8]>) -> Result<(), ZarrError> + 't;

/// Parts of a shard that were fetched, or were in the cache.
#[derive(Default)]
pub(crate) struct Parts {
    pub(crate) bytes: HashMap<Range<u64>, Bytes>,
    pub(crate) held: HashMap<usize, Held>,
    /// The shard as a whole, if there is one, because it was written while parts of it were
    /// fetched.
    pub(crate) again: Option<Option<Shard>>,
}

impl<S> OpenedArray<S> {
    /// The version of a value of the store.
    pub(crate) fn version(&self, key: &StoreKey) -> Version {
        self.label.writes().version(key)
    }

    /// A block of the cache, which `plans` plans use now.
    pub(crate) fn held(
        &self,
        key: &StoreKey,
        part: Part,
        version: Version,
        plans: usize,
    ) -> Option<Held> {
        let held = self.cache.as_ref()?.get(key, part, version, plans)?;
        // The store is asked again for a value that must be there.
        (!matches!(held, Held::Absent) || self.lacks(key, part).is_ok()).then_some(held)
    }

    /// An error if a chunk or a shard that the store lacks is one.
    fn lacks(&self, key: &StoreKey, part: Part) -> Result<(), ZarrError> {
        match part {
            Part::Chunk | Part::Index if self.is_complete => {
                Err(ZarrError::chunk(key, "it is not in the store"))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn keep(
        &self,
        key: &StoreKey,
        part: Part,
        version: Version,
        held: impl FnOnce() -> Held,
    ) {
        if let Some(cache) = &self.cache {
            cache.keep(key, part, version, held);
        }
    }

    /// Calls a function with the elements of a block of which these bytes came, as `decode` gives
    /// them, and keeps them.
    pub(crate) fn decoded(
        &self,
        (key, part, version): (&StoreKey, Part, Version),
        bytes: Option<&[u8]>,
        decode: impl FnOnce(&[u8], &mut Then<'_>) -> Result<(), ZarrError>,
        then: &mut ThenMaybe<'_>,
    ) -> Result<(), ZarrError> {
        let Some(bytes) = bytes else {
            self.lacks(key, part)?;
            self.keep(key, part, version, || Held::Absent);
            return then(None);
        };
        let done = decode(bytes, &mut |elements| {
            self.keep(key, part, version, || Held::Elements(elements.into()));
            then(Some(elements))
        });
        done.map_err(|error| error.at(|| key.clone()))
    }

    /// The shard whose index was held, if it was; that there is none is `Some(None)`.
    pub(crate) fn held_shard(
        &self,
        key: &StoreKey,
        sharding: &Arc<Sharding>,
        version: Version,
        plans: usize,
    ) -> Option<Option<Shard>> {
        match self
            .held(key, Part::Index, version, plans)
            .filter(|_| !version.is_unsettled())?
        {
            Held::Index(index) => {
                let (sharding, key) = (sharding.clone(), key.clone());
                Some(Some(Shard {
                    sharding,
                    key,
                    version,
                    index,
                    bytes: None,
                }))
            }
            _ => Some(None),
        }
    }

    /// The shard of which these bytes came, whose index is kept.
    pub(crate) fn came_shard(
        &self,
        key: &StoreKey,
        (version, range): (Version, ByteRange),
        bytes: Option<Bytes>,
    ) -> Result<Option<Shard>, ZarrError> {
        let sharding = self.engine.sharding().zip(bytes);
        let open = |(sharding, bytes): (&Arc<Sharding>, _)| {
            sharding.open(key.clone(), version, (range, bytes))
        };
        let shard = sharding.map(open).transpose()?;
        if shard.is_none() {
            self.lacks(key, Part::Index)?;
        }
        self.keep(key, Part::Index, version, || {
            shard
                .as_ref()
                .map_or(Held::Absent, |shard| Held::Index(shard.index.clone()))
        });
        Ok(shard)
    }

    /// Calls a function with the elements of a chunk that was held, or of which these bytes came.
    pub(crate) fn of_chunk(
        &self,
        (chunk, key, version): (&[u64], &StoreKey, Version),
        held: Option<Held>,
        bytes: Option<&[u8]>,
        then: &mut ThenMaybe<'_>,
    ) -> Result<(), ZarrError> {
        if let Some(held) = held {
            return give(&held, then);
        }
        let decode = |bytes: &[u8], then: &mut Then<'_>| self.engine.decode(chunk, bytes, then);
        self.decoded((key, Part::Chunk, version), bytes, decode, then)
    }

    /// Calls a function with the elements of one of these parts.
    pub(crate) fn part(
        &self,
        shard: &Shard,
        part: &[usize],
        parts: &Parts,
        then: &mut ThenMaybe<'_>,
    ) -> Result<(), ZarrError> {
        let number = shard.number(part);
        let shard = match &parts.again {
            Some(Some(again)) => again,
            Some(None) => return then(None),
            None => match parts.held.get(&number) {
                Some(held) => return give(held, then),
                None => shard,
            },
        };
        let range = shard.range(part)?;
        let bytes = match &range {
            None => None,
            Some(range) if shard.is_held() => Some(shard.held(range)?),
            Some(range) => parts.bytes.get(range).map(|bytes| &bytes[..]),
        };
        let block = (&shard.key, Part::Number(number), shard.version);
        self.decoded(block, bytes, |bytes, then| shard.decode(bytes, then), then)
    }
}

/// What is asked for of a shard first: all of it if `all` parts are read, or if it is being
/// written, so that no part is that of another index.
pub(crate) fn first_range(sharding: &Sharding, version: Version, all: bool) -> ByteRange {
    if all || version.is_unsettled() {
        ALL_BYTES
    } else {
        sharding.index_range
    }
}

/// Calls a function with the elements of a block of the cache.
fn give(held: &Held, then: &mut ThenMaybe<'_>) -> Result<(), ZarrError> {
    match held {
        Held::Elements(elements) => then(Some(elements)),
        _ => then(None),
    }
}
