//! Shards that are written between the two requests of a read: its index, and then a part of it.

use std::num::NonZeroU64;
use std::sync::{Arc, Mutex};

use tslice::{Tensor, s};
use tslice_zarr::{Cache, ZarrArray, read_many};
use zarrs::array::codec::ZstdCodec;
use zarrs::array::codec::array_to_bytes::sharding::ShardingCodecBuilder;
use zarrs::array::{Array, ArrayBuilder, data_type};
use zarrs::storage::byte_range::{ByteRange, ByteRangeIterator};
use zarrs::storage::store::MemoryStore;
use zarrs::storage::{
    Bytes, MaybeBytesIterator, OffsetBytesIterator, ReadableStorageTraits, StorageError, StoreKey,
    StorePrefix, WritableStorageTraits,
};

type Interruption = Box<dyn FnOnce() + Send>;

/// A store that does something once, after it has answered with an index, or before it is written.
#[derive(Default)]
struct Interrupted {
    inner: MemoryStore,
    after_index: Mutex<Option<Interruption>>,
    before_write: Mutex<Option<Interruption>>,
}

fn interrupt(by: &Mutex<Option<Interruption>>) {
    let interruption = by.lock().expect("no panic").take();
    if let Some(interruption) = interruption {
        interruption();
    }
}

impl ReadableStorageTraits for Interrupted {
    fn get_partial_many<'a>(
        &'a self,
        key: &StoreKey,
        ranges: ByteRangeIterator<'a>,
    ) -> Result<MaybeBytesIterator<'a>, StorageError> {
        let ranges: Vec<ByteRange> = ranges.collect();
        let answer = self
            .inner
            .get_partial_many(key, Box::new(ranges.clone().into_iter()))?;
        let answer: Option<Vec<_>> = answer.map(Iterator::collect);
        if matches!(ranges[..], [ByteRange::Suffix(_)]) {
            interrupt(&self.after_index);
        }
        Ok(answer.map(|parts| Box::new(parts.into_iter()) as Box<_>))
    }

    fn size_key(&self, key: &StoreKey) -> Result<Option<u64>, StorageError> {
        self.inner.size_key(key)
    }

    fn supports_get_partial(&self) -> bool {
        true
    }
}

impl WritableStorageTraits for Interrupted {
    fn set(&self, key: &StoreKey, value: Bytes) -> Result<(), StorageError> {
        interrupt(&self.before_write);
        self.inner.set(key, value)
    }

    fn set_partial_many(
        &self,
        key: &StoreKey,
        values: OffsetBytesIterator,
    ) -> Result<(), StorageError> {
        self.inner.set_partial_many(key, values)
    }

    fn erase(&self, key: &StoreKey) -> Result<(), StorageError> {
        self.inner.erase(key)
    }

    fn erase_prefix(&self, prefix: &StorePrefix) -> Result<(), StorageError> {
        self.inner.erase_prefix(prefix)
    }

    fn supports_set_partial(&self) -> bool {
        false
    }
}

/// Two shards of four parts of two rows, all 5: their parts are short. `noise` makes them long.
fn shards(store: &Arc<Interrupted>) -> Array<Interrupted> {
    let part = [2, 100]
        .map(|len| NonZeroU64::new(len).expect("not zero"))
        .to_vec();
    let mut codec = ShardingCodecBuilder::new(part, &data_type::uint16());
    codec.bytes_to_bytes_codecs(vec![Arc::new(ZstdCodec::new(1, false))]);
    let mut array = ArrayBuilder::new(vec![16, 100], [8, 100], data_type::uint16(), 0_u16);
    let array = array
        .array_to_bytes_codec(Arc::new(codec.build()))
        .build(store.clone(), "/");
    let array = array.expect("an array");
    ZarrArray::writable(&array)
        .expect("one")
        .assign(Tensor::<u16, 0>::full([], 5))
        .expect("a write");
    array
}

fn noise() -> Tensor<u16, 2> {
    Tensor::from_shape_fn([16, 100], |[i, j]| {
        ((i * 100 + j + 1) * 40_503 % 65_521) as u16
    })
}

/// What the first shard becomes while it is read.
fn changes() -> [Tensor<u16, 2>; 2] {
    // Nothing but the fill value: the shard is erased.
    [noise(), Tensor::zeros([16, 100])]
}

fn write_after_index(store: &Arc<Interrupted>, array: &Array<Interrupted>, new: &Tensor<u16, 2>) {
    let writer = ZarrArray::writable(array).expect("an array");
    let new = new.clone();
    let write = move || writer.assign(&new).expect("a write");
    *store.after_index.lock().expect("no panic") = Some(Box::new(write));
}

#[test]
fn shard_replaced_after_its_index_is_read_again() {
    for new in changes() {
        for bytes in [None, Some(1 << 20)] {
            let store = Arc::<Interrupted>::default();
            let array = shards(&store);
            let mut reader = ZarrArray::readable(&array)
                .expect("one")
                .into_rank::<2>()
                .expect("rank 2");
            if let Some(bytes) = bytes {
                reader = reader.with_cache(bytes);
            }
            write_after_index(&store, &array, &new);
            let part = reader.tslice(s![3:7, ::3]);
            for _ in 0..2 {
                assert_eq!(part.read::<u16>().expect("a read"), new.slice(s![3:7, ::3]));
            }
            assert_eq!(reader.read::<u16>().expect("a read"), new);
        }
    }
}

#[test]
fn shard_selections_come_from_one_version_each() {
    for new in changes() {
        let store = Arc::<Interrupted>::default();
        let array = shards(&store);
        let cache = Cache::new(1 << 20);
        let reader = ZarrArray::readable(&array)
            .expect("one")
            .into_rank::<2>()
            .expect("rank 2");
        let reader = reader.with_cache(&cache);
        write_after_index(&store, &array, &new);
        let plans = [reader.tslice(s![1:3]), reader.tslice(s![2:4])];
        let mut outputs = [Tensor::<u16, 2>::zeros([2, 100]), Tensor::zeros([2, 100])];
        for _ in 0..2 {
            read_many(&plans, &mut outputs).expect("a read");
            assert_eq!(outputs[0], new.slice(s![1:3]));
            assert_eq!(outputs[1], new.slice(s![2:4]));
        }
    }
}

#[test]
fn shard_being_written_is_read_whole() {
    let store = Arc::<Interrupted>::default();
    let array = shards(&store);
    let reader = ZarrArray::readable(&array)
        .expect("one")
        .into_rank::<2>()
        .expect("rank 2");
    let reader = reader.with_cache(1 << 20);
    // The index is in the cache.
    let old = Tensor::<u16, 1>::full([100], 5);
    assert_eq!(reader.tslice(s![1]).read::<u16>().expect("a read"), old);
    let within = reader.clone();
    let read = move || {
        let before = within.traffic();
        assert_eq!(
            within.tslice(s![3]).read::<u16>().expect("a read"),
            Tensor::<u16, 1>::full([100], 5)
        );
        // Not a part of it, which might be that of another index.
        assert_eq!(within.traffic().requests - before.requests, 1);
    };
    *store.before_write.lock().expect("no panic") = Some(Box::new(read));
    let writer = ZarrArray::writable(&array)
        .expect("one")
        .with_threads(1)
        .expect("a thread");
    writer
        .tslice_assign(s![:8], noise().slice(s![:8]))
        .expect("a write");
    assert!(store.before_write.lock().expect("no panic").is_none());
    assert_eq!(
        reader.read::<u16>().expect("a read").slice(s![:8]),
        noise().slice(s![:8])
    );
}

#[cfg(feature = "async")]
#[test]
fn futures_read_parts_of_one_shard() {
    use futures::executor::block_on;
    use zarrs::storage::storage_adapter::sync_to_async::SyncToAsyncStorageAdapter;

    use crate::futures::AtOnce;

    for new in changes() {
        for cached in [false, true] {
            let store = Arc::<Interrupted>::default();
            let array = shards(&store);
            let adapter = Arc::new(SyncToAsyncStorageAdapter::new(store.clone(), AtOnce));
            let array = Arc::new(array.with_storage(adapter));
            let mut reader = ZarrArray::async_readable(&array)
                .expect("one")
                .into_rank::<2>()
                .expect("rank 2");
            if cached {
                reader = reader.with_cache(1 << 20);
            }
            let writer = ZarrArray::async_writable(&array).expect("an array");
            let own = new.clone();
            // An executor does not run inside of another.
            let write = move || {
                let thread = std::thread::spawn(move || block_on(writer.async_assign(&own)));
                thread.join().expect("no panic").expect("a write");
            };
            *store.after_index.lock().expect("no panic") = Some(Box::new(write));
            let part = reader.tslice(s![3:7, ::3]);
            for _ in 0..2 {
                let read = block_on(part.async_read::<u16>()).expect("a read");
                assert_eq!(read, new.slice(s![3:7, ::3]));
            }
            assert_eq!(block_on(reader.async_read::<u16>()).expect("a read"), new);
        }
    }
}
