//! Caches: what is decoded, counted, and what writes make of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tslice::{DynTensor, Tensor, s};
use tslice_zarr::{Cache, ZarrArray, read_many};
use zarrs::array::{ArrayBuilder, data_type};

use crate::arrays::{Made, Metered};
use crate::chance::Chance;
use crate::picks::{picked, tpicked};

fn metered() -> Arc<Metered> {
    Made::by_chance::<i32>(&mut Chance::new(3)).store
}

/// Chunks, or shards of four parts, of 64 rows of 100.
fn rows(store: &Arc<Metered>, path: &str, sharded: bool) -> ZarrArray {
    let mut array = ArrayBuilder::new(
        vec![64, 100],
        [if sharded { 16 } else { 4 }, 100],
        data_type::int32(),
        -1_i32,
    );
    if sharded {
        use zarrs::array::codec::array_to_bytes::sharding::ShardingCodecBuilder;
        let part = [4, 100].map(|len| std::num::NonZeroU64::new(len).expect("not zero"));
        array.array_to_bytes_codec(Arc::new(
            ShardingCodecBuilder::new(part.to_vec(), &data_type::int32()).build(),
        ));
    }
    let array =
        ZarrArray::writable(&array.build(store.clone(), path).expect("an array")).expect("one");
    array.assign(values()).expect("a write");
    array
}

fn values() -> Tensor<i32, 2> {
    Tensor::from_shape_fn([64, 100], |[i, j]| (i * 100 + j) as i32)
}

#[test]
fn slabs_decode_each_chunk_once() {
    for sharded in [false, true] {
        let store = metered();
        let cache = Cache::new(3 * 2_000);
        let array = rows(&store, "/a", sharded).with_cache(&cache);
        store.reset();
        for row in 0..64 {
            let read: DynTensor<i32> = array.tslice(s![row]).read().expect("a read");
            assert_eq!(read.view(), values().slice(s![row]).into_dyn());
        }
        assert_eq!((cache.misses(), cache.hits()), (16, 48), "{cache:?}");
        // An index for each shard, and each part once.
        assert_eq!(store.reads(), if sharded { 4 + 16 } else { 16 });
        assert!(cache.bytes() <= 6_000, "{cache:?}");
    }
}

/// The fewest misses of any order of eviction: what is needed last goes, or does not stay.
fn fewest(uses: &[usize], room: usize) -> u64 {
    let (mut held, mut misses) = (vec![], 0);
    for (at, block) in uses.iter().enumerate() {
        if held.contains(block) {
            continue;
        }
        misses += 1;
        held.push(*block);
        let next = |block: &usize| {
            uses[at + 1..]
                .iter()
                .position(|use_| use_ == block)
                .unwrap_or(usize::MAX)
        };
        if held.len() > room {
            let last = (0..held.len())
                .max_by_key(|&place| next(&held[place]))
                .expect("more than the room");
            held.remove(last);
        }
    }
    misses
}

#[test]
fn announced_plans_decode_as_rarely_as_possible() {
    let (mut chance, mut saved) = (Chance::new(71), 0);
    for _ in 0..60 {
        let room = 1 + chance.below(8);
        // 1,600 bytes a chunk, and what an entry takes.
        let (cache, recent) = (Cache::new(room * 1_900), Cache::new(room * 1_900));
        let array = rows(&metered(), "/a", false);
        let (planned, unplanned) = (array.clone().with_cache(&cache), array.with_cache(&recent));
        let uses: Vec<usize> = (0..120).map(|_| chance.below(16)).collect();
        let plans: Vec<_> = uses
            .iter()
            .map(|at| planned.tslice(s![at * 4 + 1]))
            .collect();
        planned.announce(&plans);
        for (plan, at) in plans.iter().zip(&uses) {
            let expected = values();
            assert_eq!(
                plan.read::<i32>().expect("a read"),
                expected.slice(s![at * 4 + 1]).into_dyn()
            );
            let _ = unplanned
                .tslice(s![at * 4 + 1])
                .read::<i32>()
                .expect("a read");
        }
        assert_eq!(cache.misses(), fewest(&uses, room), "{room} of {uses:?}");
        saved += recent.misses() - cache.misses();
    }
    assert!(saved > 500, "{saved}");
}

#[test]
fn announced_batches_decode_as_rarely_as_possible() {
    let (mut chance, mut saved) = (Chance::new(73), 0);
    for sharded in [false, true] {
        for _ in 0..40 {
            let room = 2 + chance.below(8);
            // 1,600 bytes a part, what an entry takes, and indexes of 64 bytes and theirs.
            let bytes = room * 1_900 + if sharded { 4 * 400 } else { 0 };
            let (cache, recent) = (Cache::new(bytes), Cache::new(bytes));
            let array = rows(&metered(), "/a", sharded)
                .with_threads(1)
                .expect("a thread");
            let (planned, unplanned) =
                (array.clone().with_cache(&cache), array.with_cache(&recent));
            // Eight crops each, most of them of blocks that another one has, too; a batch goes
            // through its blocks in order.
            let batch = |_| {
                let mut uses: Vec<usize> = (0..8).map(|_| chance.below(16)).collect();
                uses.sort_unstable();
                uses
            };
            let batches: Vec<Vec<usize>> = (0..20).map(batch).collect();
            let plans = |array: &ZarrArray, uses: &[usize]| -> Vec<ZarrArray> {
                uses.iter().map(|at| array.tslice(s![at * 4 + 1])).collect()
            };
            planned.announce(
                &batches
                    .iter()
                    .flat_map(|uses| plans(&planned, uses))
                    .collect::<Vec<_>>(),
            );
            for uses in &batches {
                for array in [&planned, &unplanned] {
                    let mut outputs = vec![DynTensor::<i32>::full([100], -7); uses.len()];
                    read_many(&plans(array, uses), &mut outputs).expect("a read");
                    for (at, read) in uses.iter().zip(outputs) {
                        assert_eq!(read.view(), values().slice(s![at * 4 + 1]).into_dyn());
                    }
                }
            }
            let mut order = vec![];
            for mut uses in batches {
                uses.dedup();
                order.extend(uses);
            }
            let best = fewest(&order, room);
            match sharded {
                false => assert_eq!(cache.misses(), best, "{room} of {order:?}"),
                // An index is as good a reason to let a part go.
                true => assert!(
                    cache.misses() <= best + best / 10,
                    "{} of {best}",
                    cache.misses()
                ),
            }
            saved += recent.misses() - cache.misses();
        }
    }
    assert!(saved > 1_000, "{saved}");
}

#[test]
fn cache_keeps_to_its_size() {
    for bytes in [0, 1, 300, 1_900, usize::MAX] {
        for sharded in [false, true] {
            let cache = Cache::new(bytes);
            let array = rows(&metered(), "/a", sharded).with_cache(&cache);
            let plans: Vec<_> = (0..64).map(|row| array.tslice(s![row])).collect();
            array.announce(&plans);
            for (row, plan) in plans.iter().enumerate() {
                let expected = values();
                assert_eq!(
                    plan.read::<i32>().expect("a read"),
                    expected.slice(s![row]).into_dyn()
                );
                assert!(cache.bytes() <= bytes, "{cache:?}");
            }
        }
    }
}

#[test]
fn cache_counts_the_names_of_chunks() {
    let path = format!("/{}", "long".repeat(500));
    let array = ArrayBuilder::new(vec![100], [1], data_type::uint8(), 1_u8).build(metered(), &path);
    let cache = Cache::new(40_000);
    let array = ZarrArray::readable(&array.expect("an array"))
        .expect("one")
        .with_cache(&cache);
    // Chunks that are not there, whose names of 2,000 bytes are all that is to be kept of them.
    for at in (0..100).chain((0..100).rev()) {
        let _ = array.tslice(s![at]).read::<u8>().expect("a read");
    }
    assert!((1..=10).contains(&cache.hits()), "{cache:?}");
}

#[test]
fn what_was_announced_can_be_forgotten() {
    let cache = Cache::new(2 * 1_900);
    let array = rows(&metered(), "/a", false).with_cache(&cache);
    let plans = [array.tslice(s![0]), array.tslice(s![5])];
    array.announce(&plans);
    array.announce_nothing();
    for row in [0, 4, 8, 12, 8, 12] {
        let _ = array.tslice(s![row]).read::<i32>().expect("a read");
    }
    // What was used last stays.
    assert_eq!((cache.misses(), cache.hits()), (4, 2));
}

#[test]
fn arrays_share_a_cache_and_never_their_chunks() {
    let (cache, store) = (Cache::new(1 << 20), metered());
    let a = rows(&store, "/a", false).with_cache(&cache);
    let b = rows(&store, "/b", true);
    b.assign(Tensor::<i32, 0>::full([], 5)).expect("a write");
    let b = b.with_cache(&cache);
    for _ in 0..2 {
        assert_eq!(
            a.tslice(s![7]).read::<i32>().expect("a read").view(),
            values().slice(s![7]).into_dyn()
        );
        assert!(
            b.tslice(s![7])
                .read::<i32>()
                .expect("a read")
                .into_iter()
                .all(|x| x == 5)
        );
    }
    assert_eq!((cache.misses(), cache.hits()), (2, 2));
}

#[test]
fn nothing_that_is_larger_than_the_cache_stays() {
    let cache = Cache::new(1_000);
    let array = rows(&metered(), "/a", false).with_cache(&cache);
    for _ in 0..3 {
        let _ = array.tslice(s![0]).read::<i32>().expect("a read");
    }
    assert_eq!((cache.misses(), cache.hits(), cache.bytes()), (3, 0, 0));
}

#[test]
fn cache_sees_writes_of_other_arrays() {
    let mut chance = Chance::new(72);
    for _ in 0..150 {
        let made = Made::by_chance::<i32>(&mut chance);
        let writer = ZarrArray::writable(&made.array).expect("an array");
        let reader = ZarrArray::readable(&made.array)
            .expect("an array")
            .with_cache(chance.of(&[900, 1 << 20]));
        let mut expected: DynTensor<i32> = writer.read().expect("a read");
        for round in 0..6 {
            let picked = picked(&mut chance, &made.shape);
            let specs = [picked.text.parse().expect("a spec")];
            let part = tpicked(&writer, &specs);
            part.assign(Tensor::<i32, 0>::full([], 1_000 + round))
                .expect("a write");
            for index in &picked.indices {
                let at = crate::arrays::number(index, &made.shape);
                expected.as_mut_slice().expect("row-major")[at] = 1_000 + round;
            }
            assert_eq!(
                reader.read::<i32>().expect("a read"),
                expected,
                "{} of {}",
                picked.text,
                made.metadata
            );
        }
    }
}

#[test]
fn cache_never_goes_back_in_time() {
    for sharded in [false, true] {
        let array = rows(&metered(), "/a", sharded);
        array
            .assign(Tensor::<i32, 0>::full([], 0))
            .expect("a write");
        let cached = array.clone().with_cache(1 << 20);
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for row in [1, 17, 18] {
                let (cached, done) = (&cached, &done);
                scope.spawn(move || {
                    let mut last = 0;
                    while !done.load(Ordering::Relaxed) {
                        let read = cached
                            .tslice(s![row, 3])
                            .read::<i32>()
                            .expect("a read")
                            .into_vec()[0];
                        assert!(read >= last, "{read} after {last}");
                        last = read;
                    }
                });
            }
            for number in 1..300 {
                array
                    .assign(Tensor::<i32, 0>::full([], number))
                    .expect("a write");
                let read = cached.tslice(s![::16, 3]).read::<i32>().expect("a read");
                assert!(read.into_iter().all(|x| x == number));
            }
            done.store(true, Ordering::Relaxed);
        });
    }
}
