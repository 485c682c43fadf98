//! Decoded blocks of an array: from its cache if it has one, or of bytes that came from its store.

use zarrs::storage::byte_range::ByteRange;
use zarrs::storage::{Bytes, StoreKey};

use crate::array::OpenedArray;
use crate::engine::shard::Shard;
use crate::error::ZarrError;
use crate::store::cache::{Held, Part};
use crate::store::writes::Version;

/// A block that was asked for.
pub(crate) enum Found {
    /// What the cache has of it, or that the store lacks it.
    Held(Held),
    /// The bytes that came from the store.
    Bytes(Bytes),
}

impl<S> OpenedArray<S> {
    /// The version of a value of the store.
    pub(crate) fn version(&self, key: &StoreKey) -> Version {
        self.label.writes.version(key)
    }

    /// A block, of which these bytes came if the store has it. The cache keeps that it has not.
    pub(crate) fn came(
        &self,
        block: (&StoreKey, Part, Version),
        bytes: Option<Bytes>,
    ) -> Result<Found, ZarrError> {
        let Some(bytes) = bytes else {
            self.lacks(block.0, block.1)?;
            self.keep(block, || Held::Absent);
            return Ok(Found::Held(Held::Absent));
        };
        Ok(Found::Bytes(bytes))
    }

    /// A block of the cache, which `plans` plans use now.
    pub(crate) fn held(
        &self,
        (key, part, version): (&StoreKey, Part, Version),
        plans: usize,
    ) -> Option<Held> {
        let held = self.cache.as_ref()?.get(key, part, version, plans)?;
        let is_known = match held {
            // The store is asked again for a value that must be there.
            Held::Absent => self.lacks(key, part).is_ok(),
            // Parts may be written by now that are not those of this index.
            Held::Index(_) => !version.is_unsettled(),
            Held::Elements(_) => true,
        };
        is_known.then_some(held)
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

    /// Keeps a block in the cache, if there is one.
    pub(crate) fn keep(
        &self,
        (key, part, version): (&StoreKey, Part, Version),
        held: impl FnOnce() -> Held,
    ) {
        if let Some(cache) = &self.cache {
            cache.keep(key, part, version, held());
        }
    }

    /// A shard, if the store has it: of its index, which is kept, or of bytes.
    pub(crate) fn shard(
        &self,
        key: StoreKey,
        (version, range): (Version, ByteRange),
        found: Found,
    ) -> Result<Option<Shard>, ZarrError> {
        let Some(sharding) = &self.engine.sharding else {
            return Ok(None);
        };
        Ok(match found {
            Found::Held(Held::Index(index)) => Some(Shard {
                sharding: sharding.clone(),
                key,
                version,
                index,
                bytes: None,
            }),
            Found::Held(_) => None,
            Found::Bytes(bytes) => {
                let shard = sharding.open(key, version, (range, bytes))?;
                let block = (&shard.key, Part::Index, version);
                self.keep(block, || Held::Index(shard.index.clone()));
                Some(shard)
            }
        })
    }
}
