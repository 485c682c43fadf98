//! The memory of this process, which no other test uses.

use std::num::NonZeroU64;
use std::sync::Arc;

use tslice::{Tensor, s};
use tslice_zarr::ZarrArray;
use zarrs::array::codec::array_to_bytes::sharding::ShardingCodecBuilder;
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::storage::store::MemoryStore;

/// The most memory that this process ever had, in KiB.
fn most() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn fill_values_of_a_terabyte_take_64_mib() {
    // 2^40 bytes in 2^20 chunks.
    let array = ArrayBuilder::new(vec![1 << 20, 1 << 20], [1024, 1024], data_type::uint8(), 7_u8);
    let array = array.build(Arc::new(MemoryStore::new()), "/").expect("an array");
    let array = ZarrArray::writable(&array).expect("one").into_rank::<2>().expect("rank 2");
    array.tslice_assign(s![524288:525312, 4096:5120], &Tensor::<u8, 0>::full([], 1)).expect("a write");

    let row: Tensor<u8, 1> = array.tslice(s![-524288]).read().expect("a read");
    assert_eq!(row.into_iter().map(usize::from).sum::<usize>(), ((1 << 20) - 1024) * 7 + 1024);
    // One element of each fourth chunk: 262,144 of them.
    let spread: Tensor<u8, 2> = array.tslice(s![::1024, 1023::4096]).read().expect("a read");
    assert_eq!(spread.into_iter().filter(|&x| x == 1).count(), 1);
    // A table of 262,144 rows on one axis.
    let long = ArrayBuilder::new(vec![1 << 40], [1 << 20], data_type::uint8(), 7_u8);
    let long =
        ZarrArray::readable(&long.build(Arc::new(MemoryStore::new()), "/").expect("an array")).expect("one");
    let spread = long.tslice(s![::-4194304]).read::<u8>().expect("a read");
    assert!(spread.len() == 1 << 18 && spread.into_iter().all(|x| x == 7));

    // 4,194,304 parts of a shard that is not there, of which a table would take 256 MiB.
    let part = ShardingCodecBuilder::new(vec![NonZeroU64::MIN], &data_type::uint8()).build();
    let mut shards = ArrayBuilder::new(vec![1 << 22], [1 << 22], data_type::uint8(), 7_u8);
    let shards = shards.array_to_bytes_codec(Arc::new(part)).build(Arc::new(MemoryStore::new()), "/");
    let shards = ZarrArray::readable(&shards.expect("an array")).expect("one");
    assert!(shards.read::<u8>().expect("a read").into_iter().all(|x| x == 7));
    assert_eq!(shards.tslice(s![::2]).cost().expect("a cost").requests, 1);

    bounded();
}

#[test]
fn plans_of_a_billion_chunks_take_64_mib() {
    let chunks = |shape: [u64; 3]| {
        let array = ArrayBuilder::new(shape.to_vec(), [1, 100, 100], data_type::uint8(), 7_u8);
        let array = array.build(Arc::new(MemoryStore::new()), "/").expect("an array");
        ZarrArray::writable(&array).expect("one").into_rank::<3>().expect("rank 3")
    };
    // 10^9 chunks on one axis, and on three of them.
    for shape in [[1_000_000_000, 100, 100], [1_000, 100_000, 100_000]] {
        let array = chunks(shape);
        let axes = shape.map(|len| (0..10).map(|at| at * 7_919_u64.pow(3) % len).collect::<Vec<u64>>());
        let [zs, ys, xs] = axes;
        let points = array.tpick(s![(&zs, &ys, &xs)]);
        points.assign(&Tensor::from_shape_fn([10], |[at]| at as u8)).expect("a write");
        assert_eq!(points.read::<u8>().expect("a read"), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(points.chunks(), Some(10));
        let mut listed = 0;
        points.each_chunk(|_, _| listed += 1);
        assert_eq!((listed, points.cost().expect("a cost").requests), (10, 10));
        let [z, y, x] = [zs[3], ys[3], xs[3]];
        assert_eq!(array.tpick(s![[z], y, [x]]).read::<u8>().expect("a read"), [[3]]);
        // What is announced is remembered as far as it is less than the cache.
        let cached = array.clone().with_cache(1 << 20);
        cached.announce([&cached]);
        assert_eq!(
            cached.tpick(s![(&zs, &ys, &xs)]).read::<u8>().expect("a read"),
            [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
        );
    }
    bounded();
}

fn bounded() {
    match most() {
        Some(most) => assert!(most < 64 << 10, "{most} KiB"),
        None => eprintln!("this system does not say"),
    }
}
