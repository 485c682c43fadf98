//! Numbers in metadata, in indexes and in chunks that no memory has. Where one of them was
//! allocated, the program would end here.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tslice::{DynTensor, Tensor, s};
use tslice_zarr::{Cost, ZarrArray, ZarrError};
use zarrs::array::codec::{Crc32cCodec, GzipCodec, ZlibCodec, ZstdCodec};
use zarrs::array::{Array, BytesToBytesCodecTraits};
use zarrs::storage::store::MemoryStore;
use zarrs::storage::{StoreKey, WritableStorageTraits};

const BYTES: &str = r#"{"name": "bytes"}"#;
const CRC32C: &str = r#"{"name": "crc32c"}"#;
const ZSTD: &str = r#"{"name": "zstd", "configuration": {"level": 1, "checksum": false}}"#;
const GZIP: &str = r#"{"name": "gzip", "configuration": {"level": 1}}"#;
const ZLIB: &str = r#"{"name": "numcodecs.zlib", "configuration": {"level": 1}}"#;
const BLOSC: &str = r#"{"name": "blosc", "configuration": {"cname": "lz4", "clevel": 1, "shuffle": "noshuffle", "blocksize": 0}}"#;

fn sharding(part: u64, codecs: &str) -> String {
    format!(
        r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [{part}], "codecs": [{codecs}],
        "index_codecs": [{{"name": "bytes", "configuration": {{"endian": "little"}}}}]}}}}"#
    )
}

fn metadata(shape: &str, chunk: &str, codecs: &str) -> String {
    format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": {shape}, "data_type": "uint8", "fill_value": 9,
        "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": {chunk}}}}}, "codecs": [{codecs}],
        "chunk_key_encoding": {{"name": "default", "configuration": {{"separator": "/"}}}}}}"#
    )
}

fn key(name: &str) -> StoreKey {
    StoreKey::new(name).expect("a key")
}

fn array(shape: &str, chunk: &str, codecs: &str, bytes: Option<Vec<u8>>) -> ZarrArray {
    ZarrArray::writable(&stored(shape, chunk, codecs, bytes)).expect("an array")
}

/// An array of bytes in memory, with these as its only chunk if there are some.
fn stored(shape: &str, chunk: &str, codecs: &str, bytes: Option<Vec<u8>>) -> Array<MemoryStore> {
    let store = Arc::new(MemoryStore::new());
    let metadata = metadata(shape, chunk, codecs);
    store
        .set(&key("zarr.json"), metadata.into_bytes().into())
        .expect("memory");
    if let Some(bytes) = bytes {
        store.set(&key("c/0"), bytes.into()).expect("memory");
    }
    Array::open(store, "/").expect("metadata")
}

/// A codec of the engine, applied to bytes that it would not make itself.
fn encoded(codec: &dyn BytesToBytesCodecTraits, bytes: &[u8]) -> Vec<u8> {
    codec
        .encode(bytes.into(), &Default::default())
        .expect("bytes")
        .into_owned()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    encoded(&ZstdCodec::new(1, false), bytes)
}

/// A frame of zstd that claims to hold as many bytes, and holds ten.
fn claiming(bytes: u64) -> Vec<u8> {
    // One segment, its size in eight bytes; one block, the last, of ten equal bytes.
    let header = [0x28, 0xb5, 0x2f, 0xfd, 0b1110_0000];
    [
        &header[..],
        &bytes.to_le_bytes(),
        &[(10 << 3 | 0b011) as u8, 0, 0, 5],
    ]
    .concat()
}

fn failure<T: std::fmt::Debug>(result: Result<T, ZarrError>) -> String {
    result.expect_err("numbers that lie").to_string()
}

/// Two parts of five bytes, and an index that says that the second has so many.
fn shard(len: u64) -> Vec<u8> {
    let index = [0_u64, 5, 0, len].map(u64::to_le_bytes);
    [&[7; 10][..], &index.concat()].concat()
}

#[test]
fn part_longer_than_its_shard_is_an_error() {
    for len in [1 << 62, 10_000_000_000_000, 1 << 33, 43] {
        let array = array("[10]", "[10]", &sharding(5, BYTES), Some(shard(len)));
        let error = failure(array.tslice(s![6]).read::<u8>());
        let sized = format!("MemoryStore: c/0, bytes 0..{len}: the value has 42 bytes");
        let end = format!("MemoryStore: c/0, bytes 0..{len}: ");
        assert!(
            error == sized || (len == 43 && error.starts_with(&end)),
            "{error}"
        );
        assert_eq!(
            array
                .tslice(s![3:4])
                .read::<u8>()
                .expect("a part that is there"),
            [7]
        );
        // What was not read is not counted: the index three times, and the first part.
        let came = array.traffic().bytes;
        assert_eq!(came, 32 + 32 + 5, "{error}");
        let whole = failure(array.read::<u8>());
        assert_eq!(
            whole,
            format!("MemoryStore: chunk c/0: a part is at 0..{len}, behind the end")
        );
    }
}

#[test]
fn costs_of_lying_parts_are_bounded() {
    let index = [0, u64::MAX - 1, 0, u64::MAX - 1, 0, 5]
        .map(u64::to_le_bytes)
        .concat();
    let array = array("[15]", "[15]", &sharding(5, BYTES), Some(index));
    assert_eq!(
        array.tslice(s![4:6]).cost(),
        Ok(Cost {
            requests: 3,
            bytes: u64::MAX
        })
    );
}

const HUGE_LEN: u64 = 1 << 62;
const HUGE: &str = "[4611686018427387904]";
const LONG: &str = "[1099511627776]";

#[test]
fn chunks_that_no_memory_has_are_errors() {
    let no_room =
        |shape: &str| format!("shape {shape} with 1 bytes an element does not fit into memory");
    let nested = format!("{}, {CRC32C}", sharding(1, BYTES));
    let inner = sharding(HUGE_LEN, &format!("{BYTES}, {ZSTD}"));
    let part = [
        &zstd(&[5; 10])[..],
        &[0_u64, 19].map(u64::to_le_bytes).concat(),
    ]
    .concat();
    for (codecs, bytes, words) in [
        (
            format!("{BYTES}, {ZSTD}"),
            zstd(&[5; 10]),
            Some(no_room(HUGE)),
        ),
        (inner, part, Some(no_room(HUGE))),
        (nested.clone(), vec![5; 100], Some(no_room(HUGE))),
        (r#"{"name": "packbits"}"#.to_owned(), vec![5; 100], None),
        (BYTES.to_owned(), vec![5; 100], Some(no_room(HUGE))),
        (
            format!("{BYTES}, {GZIP}"),
            encoded(&GzipCodec::new(1).expect("a level"), &[5; 10]),
            None,
        ),
        (format!("{BYTES}, {BLOSC}"), vec![2; 100], None),
    ] {
        let huge = array("[10]", HUGE, &codecs, Some(bytes.clone()));
        let error = failure(huge.tslice(s![3]).read::<u8>());
        assert!(
            words.is_none_or(|words| words == error),
            "{codecs}: {error}"
        );
        assert!(huge.read::<u8>().is_err(), "{codecs}");
        // A part of it is not written either, neither over what is there nor over nothing.
        assert!(
            huge.tslice_assign(s![3], Tensor::<u8, 0>::full([], 1))
                .is_err(),
            "{codecs}"
        );
        let absent = array("[10]", HUGE, &codecs, None);
        assert_eq!(
            absent.tslice(s![3:5]).read::<u8>().expect("the fill value"),
            [9, 9]
        );
        let error = failure(absent.tslice_assign(s![3], Tensor::<u8, 0>::full([], 1)));
        assert_eq!(error, no_room(HUGE), "{codecs}");
        // As much as a system may promise.
        let long = array("[10]", LONG, &codecs.replace(HUGE, LONG), Some(bytes));
        assert!(long.tslice(s![3]).read::<u8>().is_err(), "{codecs}");
    }
}

#[test]
fn frame_longer_than_its_block_is_an_error() {
    let summed = |bytes: &[u8]| encoded(&Crc32cCodec::new(), bytes);
    let zeros = vec![0; 1 << 22];
    let gzip = |bytes: &[u8]| encoded(&GzipCodec::new(1).expect("a level"), bytes);
    let blosc = [
        &[2, 1, 0x12, 1][..],
        &i32::MAX.to_le_bytes(),
        &[0; 4],
        &24_i32.to_le_bytes(),
        &[0; 8],
    ]
    .concat();
    // A shard behind a checksum is decoded as a whole, and its parts are, too.
    let hidden = format!("{}, {CRC32C}", sharding(5, &format!("{BYTES}, {ZSTD}")));
    let frame = claiming(1 << 60);
    let index = [0, frame.len() as u64, u64::MAX, u64::MAX]
        .map(u64::to_le_bytes)
        .concat();
    for (codecs, bytes) in [
        (format!("{BYTES}, {ZSTD}"), frame.clone()),
        (format!("{BYTES}, {ZSTD}, {CRC32C}"), summed(&frame)),
        (format!("{BYTES}, {ZSTD}, {ZSTD}"), zstd(&frame)),
        (format!("{BYTES}, {ZSTD}, {GZIP}"), gzip(&frame)),
        (hidden, summed(&[&frame[..], &index].concat())),
        (format!("{BYTES}, {ZSTD}, {CRC32C}"), summed(&zstd(&zeros))),
        (format!("{BYTES}, {GZIP}"), gzip(&zeros)),
        (format!("{BYTES}, {GZIP}, {CRC32C}"), summed(&gzip(&zeros))),
        (
            format!("{BYTES}, {ZLIB}"),
            encoded(&ZlibCodec::new(1_u32.try_into().expect("a level")), &zeros),
        ),
        (format!("{BYTES}, {BLOSC}"), blosc.clone()),
        (format!("{BYTES}, {BLOSC}, {CRC32C}"), summed(&blosc)),
        (format!("{BYTES}, {BLOSC}"), blosc[..7].to_vec()),
    ] {
        let array = array("[10]", "[10]", &codecs, Some(bytes));
        let error = failure(array.tslice(s![3]).read::<u8>());
        assert!(
            error.starts_with("MemoryStore: chunk c/0: "),
            "{codecs}: {error}"
        );
        let held = "it holds more than the 10 bytes that it should";
        assert!(
            !(codecs.contains("gzip") || codecs.contains("zlib"))
                || codecs.contains("zstd")
                || error.ends_with(held),
            "{error}"
        );
    }
    // What says the truth is read.
    let codecs = format!(
        "{}, {CRC32C}",
        sharding(5, &format!("{BYTES}, {ZSTD}, {GZIP}, {BLOSC}, {ZSTD}"))
    );
    let array = array("[10]", "[10]", &codecs, None);
    let values = Tensor::from_shape_fn([10], |[i]| i as u8);
    array.assign(&values).expect("a write");
    assert_eq!(
        array.tslice(s![::3]).read::<u8>().expect("a read"),
        [0, 3, 6, 9]
    );
}

#[test]
fn shard_shorter_than_its_index_is_an_error() {
    for len in [1_u64 << 32, 1 << 40] {
        let chunk = format!("[{len}]");
        let array = array(&chunk, &chunk, &sharding(1, BYTES), Some(vec![0; 100]));
        let error = failure(array.tslice(s![1]).read::<u8>());
        let words = format!(
            "MemoryStore: c/0, the last {} bytes: the value has 100 bytes",
            16 * len
        );
        assert_eq!(error, words);
        assert_eq!(failure(array.tslice(s![::65536]).cost()), words);
    }
    let array = array("[10]", LONG, &sharding(1, BYTES), Some(vec![0; 100]));
    assert_eq!(
        failure(array.read::<u8>()),
        "MemoryStore: chunk c/0: it is shorter than its index"
    );
    assert!(
        array
            .tslice_assign(s![1], Tensor::<u8, 0>::full([], 1))
            .is_err()
    );
}

#[test]
fn an_empty_result_is_read_at_once() {
    let began = Instant::now();
    let long = "[1073741824, 1073741824, 4]";
    let of = |shape: &str, codecs: &str| array(shape, "[1, 1, 4]", codecs, None);
    let nothing = Tensor::<u8, 0>::zeros([]);
    let empty = of("[1073741824, 1073741824, 0]", BYTES);
    for none in [
        of(long, BYTES).tslice(s![.., 0:0]),
        of(long, BYTES).tslice(s![.., 1:1, :, newaxis]),
        empty,
    ] {
        assert!(none.is_empty());
        assert_eq!((none.chunks(), none.cost()), (Some(0), Ok(Cost::default())));
        let read: DynTensor<u8> = none.read().expect("nothing");
        assert_eq!((read.shape(), read.len()), (none.shape(), 0));
        none.read_into(&mut read.clone()).expect("nothing");
        none.assign(&nothing).expect("nothing");
        none.each_chunk(|chunk, _| panic!("{chunk:?}"));
        assert_eq!(none.traffic().requests, 0);
    }
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
}

#[test]
fn shards_of_short_parts_are_written() {
    // For these, room is asked for before they are encoded.
    let array = array(
        "[300000]",
        "[300000]",
        &sharding(10, &format!("{BYTES}, {ZSTD}")),
        None,
    );
    array
        .tslice_assign(s![::1000], Tensor::<u8, 0>::full([], 1))
        .expect("a write");
    assert_eq!(
        array.tslice(s![2999:3002]).read::<u8>().expect("a read"),
        [9, 1, 9]
    );
}

#[cfg(feature = "async")]
#[test]
fn futures_do_not_believe_such_numbers_either() {
    use futures::executor::block_on;
    use zarrs::storage::storage_adapter::sync_to_async::SyncToAsyncStorageAdapter;

    use crate::futures::AtOnce;

    let array = |shape: &str, chunk: &str, codecs: &str, bytes: Option<Vec<u8>>| {
        let array = stored(shape, chunk, codecs, bytes);
        let store = SyncToAsyncStorageAdapter::new(array.storage(), AtOnce);
        ZarrArray::async_writable(&array.with_storage(Arc::new(store))).expect("an array")
    };
    for len in [1 << 62, 1 << 33] {
        let parts = array("[10]", "[10]", &sharding(5, BYTES), Some(shard(len)));
        let error = failure(block_on(parts.tslice(s![6]).async_read::<u8>()));
        assert!(
            error.ends_with(&format!(": c/0, bytes 0..{len}: the value has 42 bytes")),
            "{error}"
        );
        assert_eq!(
            block_on(parts.tslice(s![3:4]).async_read::<u8>()).expect("a read"),
            [7]
        );
        let index = array(
            "[4294967296]",
            "[4294967296]",
            &sharding(1, BYTES),
            Some(vec![0; 100]),
        );
        for error in [
            failure(block_on(index.tslice(s![1]).async_read::<u8>())),
            failure(block_on(index.tslice(s![1]).async_cost())),
        ] {
            assert!(
                error.ends_with(": c/0, the last 68719476736 bytes: the value has 100 bytes"),
                "{error}"
            );
        }
    }
    let huge = array(
        "[10]",
        HUGE,
        &format!("{BYTES}, {ZSTD}"),
        Some(zstd(&[5; 10])),
    );
    let words = format!("shape {HUGE} with 1 bytes an element does not fit into memory");
    assert_eq!(
        failure(block_on(huge.tslice(s![3]).async_read::<u8>())),
        words
    );
    let absent = array("[10]", HUGE, BYTES, None);
    assert_eq!(
        failure(block_on(
            absent.async_tslice_assign(s![3], Tensor::<u8, 0>::full([], 1))
        )),
        words
    );
    // A part of a value that is longer than memory, too: values broadcast.
    let whole = array(HUGE, HUGE, BYTES, None);
    assert_eq!(
        failure(block_on(whole.async_assign(Tensor::<u8, 0>::full([], 1)))),
        words
    );
    let none = array("[1073741824, 1073741824, 0]", "[1, 1, 4]", BYTES, None);
    assert_eq!(block_on(none.async_read::<u8>()).expect("nothing").len(), 0);
    assert_eq!(block_on(none.async_cost()), Ok(Cost::default()));
    assert_eq!(
        block_on(none.async_assign(Tensor::<u8, 0>::zeros([]))),
        Ok(())
    );
}
