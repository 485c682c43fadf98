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
    let array = ArrayBuilder::new(
        vec![1 << 20, 1 << 20],
        [1024, 1024],
        data_type::uint8(),
        7_u8,
    );
    let array = array
        .build(Arc::new(MemoryStore::new()), "/")
        .expect("an array");
    let array = ZarrArray::writable(&array)
        .expect("one")
        .into_rank::<2>()
        .expect("rank 2");
    array
        .tslice_assign(s![524288:525312, 4096:5120], Tensor::<u8, 0>::full([], 1))
        .expect("a write");

    let row: Tensor<u8, 1> = array.tslice(s![-524288]).read().expect("a read");
    assert_eq!(
        row.into_iter().map(usize::from).sum::<usize>(),
        ((1 << 20) - 1024) * 7 + 1024
    );
    // One element of each fourth chunk: 262,144 of them.
    let spread: Tensor<u8, 2> = array.tslice(s![::1024, 1023::4096]).read().expect("a read");
    assert_eq!(spread.into_iter().filter(|&x| x == 1).count(), 1);
    // A table of 262,144 rows on one axis.
    let long = ArrayBuilder::new(vec![1 << 40], [1 << 20], data_type::uint8(), 7_u8);
    let long = ZarrArray::readable(
        &long
            .build(Arc::new(MemoryStore::new()), "/")
            .expect("an array"),
    )
    .expect("one");
    let spread = long.tslice(s![::-4194304]).read::<u8>().expect("a read");
    assert!(spread.len() == 1 << 18 && spread.into_iter().all(|x| x == 7));

    // 4,194,304 parts of a shard that is not there, of which a table would take 256 MiB.
    let part = ShardingCodecBuilder::new(vec![NonZeroU64::MIN], &data_type::uint8()).build();
    let mut shards = ArrayBuilder::new(vec![1 << 22], [1 << 22], data_type::uint8(), 7_u8);
    let shards = shards
        .array_to_bytes_codec(Arc::new(part))
        .build(Arc::new(MemoryStore::new()), "/");
    let shards = ZarrArray::readable(&shards.expect("an array")).expect("one");
    assert!(
        shards
            .read::<u8>()
            .expect("a read")
            .into_iter()
            .all(|x| x == 7)
    );
    assert_eq!(shards.tslice(s![::2]).cost().expect("a cost").requests, 1);

    bounded();
}

#[test]
fn plans_of_a_billion_chunks_take_64_mib() {
    let chunks = |shape: [u64; 3]| {
        let array = ArrayBuilder::new(shape.to_vec(), [1, 100, 100], data_type::uint8(), 7_u8);
        let array = array
            .build(Arc::new(MemoryStore::new()), "/")
            .expect("an array");
        ZarrArray::writable(&array)
            .expect("one")
            .into_rank::<3>()
            .expect("rank 3")
    };
    // 10^9 chunks on one axis, and on three of them.
    for shape in [[1_000_000_000, 100, 100], [1_000, 100_000, 100_000]] {
        let array = chunks(shape);
        let axes = shape.map(|len| {
            (0..10)
                .map(|at| at * 7_919_u64.pow(3) % len)
                .collect::<Vec<u64>>()
        });
        let [zs, ys, xs] = axes;
        let points = array.tpick(s![(&zs, &ys, &xs)]);
        points
            .assign(Tensor::from_shape_fn([10], |[at]| at as u8))
            .expect("a write");
        assert_eq!(
            points.read::<u8>().expect("a read"),
            [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
        );
        assert_eq!(points.chunks(), Some(10));
        let mut listed = 0;
        points.each_chunk(|_, _| listed += 1);
        assert_eq!((listed, points.cost().expect("a cost").requests), (10, 10));
        let [z, y, x] = [zs[3], ys[3], xs[3]];
        assert_eq!(
            array.tpick(s![[z], y, [x]]).read::<u8>().expect("a read"),
            [[3]]
        );
        // What is announced is remembered as far as it is less than the cache.
        let cached = array.clone().with_cache(1 << 20);
        cached.announce([&cached]);
        assert_eq!(
            cached
                .tpick(s![(&zs, &ys, &xs)])
                .read::<u8>()
                .expect("a read"),
            [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
        );
    }
    bounded();
}

/// The test below starts this program for each copy, with what it copies in this variable.
#[cfg(feature = "filesystem")]
const COPY: &str = "TSLICE_ZARR_COPY";

/// A source, a spec, chunks and shards of a target, and MiB of memory.
#[cfg(feature = "filesystem")]
type Copied = (Source, &'static str, [usize; 3], Option<[usize; 3]>, u64);

#[cfg(feature = "filesystem")]
#[derive(Clone, Copy, Debug)]
enum Source {
    /// Chunks of 2 MiB.
    Planes,
    /// Shards of 2 MiB, of which parts have 64 KiB.
    Shards,
}

#[cfg(feature = "filesystem")]
const COPIES: [Copied; 9] = [
    // Columns, for which all planes are read.
    (Source::Planes, "...", [32, 32, 32], None, 48),
    (Source::Planes, "::-1, ::-1", [32, 64, 64], None, 72),
    (Source::Planes, "...", [8, 64, 64], Some([32, 256, 256]), 72),
    (
        Source::Planes,
        "[5, 0, 31, 7, 7, 2], 3::3",
        [6, 341, 8],
        None,
        56,
    ),
    // As in the source.
    (Source::Planes, "...", [1, 1024, 1024], None, 96),
    (Source::Shards, "...", [32, 32, 32], None, 40),
    (Source::Shards, "..., ::-1", [2, 256, 1024], None, 48),
    (
        Source::Shards,
        "::-1, ::2",
        [8, 64, 64],
        Some([16, 128, 512]),
        64,
    ),
    // Across each other, with lists that are not in order.
    (
        Source::Shards,
        "[9, 0, 31, 17], ..., [1, 1000, 3, 500]",
        [4, 8, 1],
        Some([4, 256, 1]),
        40,
    ),
];

#[cfg(feature = "filesystem")]
#[test]
#[ignore = "another test starts it, for its memory"]
fn one_copy() {
    use tslice_zarr::{CopyOptions, Layout, create, open};

    let Ok(case) = std::env::var(COPY) else {
        return;
    };
    let (number, path) = case.split_once(' ').expect("a number and a path");
    let (source, spec, chunks, shards, mebibytes) =
        COPIES[number.parse::<usize>().expect("a number")];
    let spec: tslice::DynSpec = spec.parse().expect("a spec");
    let part = open(format!("{path}/{source:?}.zarr"))
        .expect("a source")
        .tpick(&spec);
    let shards = Some(shards.map_or(vec![], Vec::from));
    let layout = Layout {
        chunks: Some(chunks.to_vec()),
        shards,
        codec: None,
    };
    let metadata = part.metadata_of_copy(&layout).expect("metadata");
    let target = create(format!("{path}/{number}.zarr"), &metadata, true).expect("a target");
    let options = CopyOptions {
        memory: Some(mebibytes << 20),
        ..CopyOptions::default()
    };
    let plan = part.plan_copy(&target, &options).expect("a plan");
    plan.run().expect("a copy");
    plan.verify().expect("the same");
    assert!(plan.memory() <= mebibytes << 20);
    println!(
        "repeats {:.2}, planned {} KiB",
        plan.repeats(),
        plan.memory() >> 10
    );
    if let Some(most) = most() {
        println!("used {most} KiB of {} KiB", mebibytes << 10);
        assert!(
            most as u64 <= mebibytes << 10,
            "{most} KiB, planned {}",
            plan.memory() >> 10
        );
    }
}

#[cfg(feature = "filesystem")]
#[test]
fn copies_keep_to_their_memory() {
    use zarrs::filesystem::FilesystemStore;

    let directory = std::env::temp_dir().join(format!("tslice-zarr-memory-{}", std::process::id()));
    let parts = [4, 64, 128].map(|len| NonZeroU64::new(len).expect("a length"));
    let shards = ShardingCodecBuilder::new(parts.to_vec(), &data_type::uint16()).build();
    for source in [Source::Planes, Source::Shards] {
        let path = directory.join(format!("{source:?}.zarr"));
        std::fs::create_dir_all(&path).expect("a directory");
        let store = Arc::new(FilesystemStore::new(path).expect("a directory"));
        let (planes, rows, height) = match source {
            Source::Planes => (1, 1024, 1024),
            Source::Shards => (8, 128, 256),
        };
        let chunk = [planes as u64, rows as u64, 1024];
        let mut array = ArrayBuilder::new(
            vec![32, height as u64, 1024],
            chunk,
            data_type::uint16(),
            0_u16,
        );
        if let Source::Shards = source {
            array.array_to_bytes_codec(Arc::new(shards.clone()));
        }
        let array = array.build(store, "/").expect("an array");
        array.store_metadata().expect("a file");
        let array = ZarrArray::writable(&array)
            .expect("one")
            .into_rank::<3>()
            .expect("rank 3");
        for (z, y) in
            (0..32 / planes).flat_map(|z| (0..height / rows).map(move |y| (z * planes, y * rows)))
        {
            let number =
                |[plane, row, x]: [usize; 3]| ((z + plane) * 7 + (y + row) * 31 + x) as u16;
            let numbers = Tensor::<u16, 3>::from_shape_fn([planes, rows, 1024], number);
            array
                .tslice_assign(s![z:z + planes, y:y + rows], &numbers)
                .expect("a write");
        }
    }
    for (case, copied) in COPIES.iter().enumerate() {
        let program = std::env::current_exe().expect("a program");
        let mut copy = std::process::Command::new(program);
        let copy = copy.args(["--exact", "one_copy", "--ignored", "--nocapture"]);
        let done = copy
            .env(COPY, format!("{case} {}", directory.display()))
            .output()
            .expect("a process");
        let words = String::from_utf8_lossy(&done.stdout);
        assert!(
            done.status.success(),
            "{:?}: {words}{}",
            COPIES[case],
            String::from_utf8_lossy(&done.stderr)
        );
        println!("{copied:?}: {words}");
        if case == 0 {
            assert!(
                words.contains("repeats") && !words.contains("repeats 1.00"),
                "{words}"
            );
        }
    }
    std::fs::remove_dir_all(&directory).expect("a directory");
}

/// The levels of zstd whose encoder is measured here: a fast one, and two that need much memory.
/// Higher ones take a minute.
#[cfg(all(feature = "filesystem", feature = "codecs"))]
const LEVELS: [u32; 3] = [3, 10, 13];

#[cfg(all(feature = "filesystem", feature = "codecs"))]
#[test]
#[ignore = "another test starts it, for its memory"]
fn one_level() {
    use tslice_zarr::{CopyOptions, Layout, create, open};

    let Ok(case) = std::env::var(COPY) else {
        return;
    };
    let (level, path) = case.split_once(' ').expect("a level and a path");
    let from = open(format!("{path}/noise.zarr")).expect("a source");
    let layout = Layout {
        chunks: None,
        shards: None,
        codec: Some(format!("zstd:{level}")),
    };
    let metadata = from.metadata_of_copy(&layout).expect("metadata");
    let target = create(format!("{path}/{level}.zarr"), &metadata, true).expect("a target");
    let options = CopyOptions {
        memory: Some(4 << 30),
        ..CopyOptions::default()
    };
    let from = from.with_threads(2).expect("threads");
    let plan = from.plan_copy(&target, &options).expect("a plan");
    plan.run().expect("a copy");
    if let Some(most) = most() {
        let planned = plan.memory() >> 10;
        println!("level {level}: {most} KiB, planned {planned} KiB");
        assert!(most as u64 <= planned, "{most} KiB, planned {planned}");
    }
}

#[cfg(all(feature = "filesystem", feature = "codecs"))]
#[test]
fn encoders_by_level_keep_to_their_memory() {
    use zarrs::filesystem::FilesystemStore;

    let directory = std::env::temp_dir().join(format!("tslice-zarr-levels-{}", std::process::id()));
    let path = directory.join("noise.zarr");
    std::fs::create_dir_all(&path).expect("a directory");
    let store = Arc::new(FilesystemStore::new(path).expect("a directory"));
    let array = ArrayBuilder::new(vec![1 << 22], [1 << 21], data_type::uint16(), 0_u16);
    let array = array.build(store, "/").expect("an array");
    array.store_metadata().expect("a file");
    let mut random = 75_u32;
    let noise = Tensor::<u16, 1>::from_shape_fn([1 << 22], |[at]| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((at / 9) as u16).wrapping_add((random >> 27) as u16)
    });
    let array = ZarrArray::writable(&array).expect("an array");
    array.assign(&noise).expect("a write");
    for level in LEVELS {
        let mut copy = std::process::Command::new(std::env::current_exe().expect("a program"));
        let copy = copy.args(["--exact", "one_level", "--ignored", "--nocapture"]);
        let copy = copy.env(COPY, format!("{level} {}", directory.display()));
        let done = copy.output().expect("a process");
        let words = String::from_utf8_lossy(&done.stdout);
        assert!(done.status.success(), "{level}: {words}");
        println!("{words}");
    }
    std::fs::remove_dir_all(&directory).expect("a directory");
}

fn bounded() {
    match most() {
        Some(most) => assert!(most < 64 << 10, "{most} KiB"),
        None => eprintln!("this system does not say"),
    }
}
