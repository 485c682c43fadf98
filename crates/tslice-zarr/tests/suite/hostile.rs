use std::num::NonZeroU64;
use std::sync::Arc;

use tslice::{DynTensor, Tensor, s};
use tslice_zarr::{ZarrArray, ZarrError, read_many};
use zarrs::array::codec::array_to_bytes::sharding::ShardingCodecBuilder;
use zarrs::array::{Array, ArrayBuilder, data_type};
use zarrs::storage::store::MemoryStore;
use zarrs::storage::{ReadableStorageTraits, StoreKey, WritableStorageTraits};

/// Opens an array of bytes by its metadata, with one chunk.
fn open(shape: &str, chunk: &str, codecs: &str, bytes: &[u8]) -> Result<ZarrArray, String> {
    let store = Arc::new(MemoryStore::new());
    let metadata = format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": {shape}, "data_type": "uint8", "fill_value": 9,
        "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": {chunk}}}}}, "codecs": [{codecs}],
        "chunk_key_encoding": {{"name": "default", "configuration": {{"separator": "/"}}}}}}"#
    );
    store
        .set(
            &StoreKey::new("zarr.json").expect("a key"),
            metadata.into_bytes().into(),
        )
        .expect("memory");
    let rank = chunk.matches(',').count() + 1;
    let key = format!("c{}", "/0".repeat(rank));
    store
        .set(&StoreKey::new(key).expect("a key"), bytes.to_vec().into())
        .expect("memory");
    let array = Array::open(store, "/").map_err(|error| error.to_string())?;
    ZarrArray::readable(&array).map_err(|error| error.to_string())
}

const BYTES: &str = r#"{"name": "bytes"}"#;

fn shards(part: &str) -> String {
    format!(
        r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": {part}, "codecs": [{BYTES}],
        "index_codecs": [{{"name": "bytes", "configuration": {{"endian": "little"}}}}, {{"name": "crc32c"}}]}}}}"#
    )
}

#[test]
fn sizes_that_no_memory_has_are_errors() {
    let huge = "[9223372036854775807, 9223372036854775807]";
    let array = open(huge, "[10, 10]", BYTES, &[]).expect("a shape is a number");
    assert_eq!(array.len(), None);
    assert_eq!(array.chunks(), None);
    assert!(matches!(array.read::<u8>(), Err(ZarrError::Memory { .. })));
    let far = array.tslice(s![-1, ::-4611686018427387904]);
    assert_eq!(far.read::<u8>().expect("two elements"), [9, 9]);

    for (shape, chunk) in [
        ("[18446744073709551615]", "[1]"),
        ("[9223372036854775808]", "[1]"),
        ("[10, 10]", "[4294967296, 4294967296]"),
        ("[10, 10]", "[9223372036854775807, 18446744073709551615]"),
        ("[10]", "[0]"),
        ("[10, 10]", "[10]"),
        ("[-1]", "[1]"),
    ] {
        let opened = open(shape, chunk, BYTES, &[]);
        assert!(opened.is_err(), "{shape} {chunk}: {opened:?}");
    }
}

#[test]
fn shard_parts_that_do_not_fit_are_errors() {
    for (chunk, part) in [
        ("[4]", "[3]"),
        ("[4]", "[0]"),
        ("[4]", "[8]"),
        ("[4]", "[2, 2]"),
        ("[4611686018427387904]", "[1]"),
    ] {
        let read = open("[10]", chunk, &shards(part), &[0; 100]).and_then(|array| {
            array
                .tslice(s![1:2])
                .read::<u8>()
                .map_err(|error| error.to_string())
        });
        assert!(read.is_err(), "{chunk} {part}: {read:?}");
    }
}

#[test]
fn a_rank_of_thousands_is_sliced() {
    let rank = 2_000;
    let list = |number: &str| format!("[{}]", vec![number; rank].join(", "));
    let array = open(&list("2"), &list("1"), BYTES, &[7]).expect("an array");
    assert_eq!(
        (array.rank(), array.len(), array.chunks()),
        (rank, None, None)
    );
    let corner = array.tslice(
        &vec!["0"; 31]
            .join(", ")
            .parse::<tslice::DynSpec>()
            .expect("a spec"),
    );
    assert_eq!(corner.rank(), rank - 31);
    assert!(matches!(corner.read::<u8>(), Err(ZarrError::Memory { .. })));
}

#[test]
fn chunks_of_another_length_name_their_key() {
    for bytes in [0, 1, 99, 101] {
        let array = open("[10, 10]", "[10, 10]", BYTES, &vec![1; bytes]).expect("an array");
        let error = array.tslice(s![3]).read::<u8>().expect_err("not a chunk");
        assert!(
            error.to_string().starts_with("MemoryStore: chunk c/0/0: "),
            "{error}"
        );
    }
}

/// What the engine panics at is an error here; its message would be noise.
#[test]
fn shard_with_a_changed_byte_does_not_panic() {
    let codec = ShardingCodecBuilder::new(
        vec![NonZeroU64::new(4).expect("not 0")],
        &data_type::uint8(),
    )
    .build();
    let written = ArrayBuilder::new(vec![16], [16], data_type::uint8(), 9_u8)
        .array_to_bytes_codec(Arc::new(codec))
        .build(Arc::new(MemoryStore::new()), "/")
        .expect("an array");
    written
        .store_chunk(&[0], (0..16).collect::<Vec<u8>>())
        .expect("memory");
    let shard = written
        .retrieve_encoded_chunk(&[0])
        .expect("memory")
        .expect("a shard");
    let read = |bytes: &[u8]| {
        let array = open("[16]", "[16]", &shards("[4]"), bytes).expect("an array");
        let whole = array.read::<u8>();
        (whole, array.tslice(s![5:11:2]).read::<u8>())
    };
    let (whole, part) = read(&shard);
    assert_eq!(
        whole.expect("a read"),
        Tensor::from_shape_fn([16], |[i]| i as u8)
    );
    assert_eq!(part.expect("a read"), [5, 7, 9]);
    for cut in 0..shard.len() {
        let (whole, part) = read(&shard[..cut]);
        assert!(
            whole.is_err() && part.is_err(),
            "cut to {cut}: {whole:?} {part:?}"
        );
    }
    for at in 0..shard.len() {
        for bit in [0, 3, 7] {
            let mut changed = shard.clone();
            changed[at] ^= 1 << bit;
            // Whatever comes of it, nothing panics, and the length is right.
            let (whole, part) = read(&changed);
            assert!(whole.is_err() || whole.is_ok_and(|whole| whole.len() == 16));
            assert!(part.is_err() || part.is_ok_and(|part: DynTensor<u8>| part.len() == 3));
            let array = open("[16]", "[16]", &shards("[4]"), &changed)
                .expect("an array")
                .with_cache(1 << 10);
            let listed = array.tpick(s![[14, 1, 1, 7]]);
            assert!(
                listed.read::<u8>().is_ok_and(|part| part.len() == 4)
                    || listed.read::<u8>().is_err()
            );
            let mut outputs = [DynTensor::<u8>::zeros([4]), DynTensor::zeros([4])];
            let many = read_many(&[listed, array.tslice(s![4:8])], &mut outputs);
            assert!(
                many.is_ok() || matches!(many, Err(ZarrError::Chunk { .. } | ZarrError::Store(_)))
            );
        }
    }
}

#[test]
fn chunks_in_swapped_places_are_errors() {
    let store = Arc::new(MemoryStore::new());
    let new = |path: &str, chunk: u64| {
        let array = ArrayBuilder::new(vec![8], [chunk], data_type::uint16(), 0_u16);
        let array = array.build(store.clone(), path).expect("an array");
        ZarrArray::writable(&array)
            .expect("one")
            .assign(Tensor::<u16, 1>::full([8], 5))
            .expect("a write");
        array
    };
    let (long, short) = (new("/long", 4), new("/short", 2));
    let (long_key, short_key) = (long.chunk_key(&[0]), short.chunk_key(&[0]));
    let (a, b) = (
        store.get(&long_key).expect("memory"),
        store.get(&short_key).expect("memory"),
    );
    store.set(&long_key, b.expect("a chunk")).expect("memory");
    store.set(&short_key, a.expect("a chunk")).expect("memory");
    for array in [long, short] {
        let array = ZarrArray::readable(&array).expect("one");
        assert!(matches!(array.read::<u16>(), Err(ZarrError::Chunk { .. })));
        assert!(array.tslice(s![4:]).read::<u16>().is_ok());
    }
}
