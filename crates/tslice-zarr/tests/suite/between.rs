//! Copies in two passes through an intermediate array, beside direct copies.

use std::collections::BTreeMap;
use std::sync::Arc;

use tslice::{DynSpec, DynTensor};
use tslice_zarr::{CopyOptions, Layout, Part, ZarrArray};
use zarrs::array::{Array, ArrayBuilder, data_type};
use zarrs::storage::storage_adapter::performance_metrics::PerformanceMetricsStorageAdapter;
use zarrs::storage::store::MemoryStore;
use zarrs::storage::{
    ListableStorageTraits, ReadableStorageTraits, StoreKey, WritableStorageTraits,
};

use crate::arrays::Metered;

/// A store that counts, with the array in it.
struct Counted {
    memory: Arc<MemoryStore>,
    store: Arc<Metered>,
    array: ZarrArray,
}

impl Counted {
    fn new(metadata: &str) -> Self {
        let memory = Arc::new(MemoryStore::new());
        let key = StoreKey::new("zarr.json").expect("a key");
        memory
            .set(&key, metadata.as_bytes().to_vec().into())
            .expect("memory");
        let store = Arc::new(PerformanceMetricsStorageAdapter::new(memory.clone()));
        let array = Array::open(store.clone(), "/").expect(metadata);
        let array = ZarrArray::writable(&array).expect("an array");
        let array = array.with_threads(1).expect("threads");
        store.reset();
        Self {
            memory,
            store,
            array,
        }
    }

    /// An array of u16 in chunks, without a codec.
    fn source(shape: &[usize], chunk: &[usize]) -> Self {
        let lengths = |lengths: &[usize]| lengths.iter().map(|&len| len as u64).collect::<Vec<_>>();
        let array = ArrayBuilder::new(lengths(shape), lengths(chunk), data_type::uint16(), 0_u16);
        let array = array.build(Arc::new(MemoryStore::new()), "/");
        let metadata = array.expect("an array").metadata().to_string();
        let counted = Self::new(&metadata);
        let count: usize = shape.iter().product();
        let values = (0..count).map(|at| (at % 65_521 * 7 % 65_521) as u16);
        // Some chunks hold the fill value only.
        let values = values.map(|value| if value < 20_000 { value } else { 0 });
        let values = DynTensor::from_shape_vec(shape, values.collect()).expect("as many");
        counted.array.assign(&values).expect("a write");
        counted.store.reset();
        counted
    }

    fn values(&self) -> BTreeMap<String, Vec<u8>> {
        let keys = self.memory.list().expect("memory").into_iter();
        let keys = keys.filter(|key| key.as_str() != "zarr.json");
        keys.map(|key| {
            let value = self.memory.get(&key).expect("memory").expect("a value");
            (key.to_string(), value.to_vec())
        })
        .collect()
    }

    fn metadata(&self) -> String {
        let key = StoreKey::new("zarr.json").expect("a key");
        let text = self.memory.get(&key).expect("memory").expect("metadata");
        String::from_utf8(text.to_vec()).expect("UTF-8")
    }

    fn bytes(&self) -> (usize, usize) {
        (self.store.bytes_read(), self.store.bytes_written())
    }
}

fn picked(array: &ZarrArray, spec: &str) -> ZarrArray {
    array.tpick(&spec.parse::<DynSpec>().expect("a spec"))
}

fn layout(chunks: &[usize]) -> Layout {
    Layout {
        chunks: Some(chunks.to_vec()),
        shards: Some(vec![]),
        codec: Some("none".to_owned()),
    }
}

fn options(part: Part, memory: u64, resume: bool) -> CopyOptions {
    CopyOptions {
        part,
        memory: Some(memory),
        resume,
        once: true,
    }
}

/// Shapes, chunks of the source, specs, chunks of the target.
type Case = (
    &'static [usize],
    &'static [usize],
    &'static str,
    &'static [usize],
);

const CASES: &[Case] = &[
    // From planes to columns, and back.
    (&[64, 96, 80], &[1, 96, 80], "...", &[64, 8, 8]),
    (&[64, 96, 80], &[64, 8, 8], "...", &[1, 96, 80]),
    (&[60, 90, 70], &[7, 90, 70], "...", &[60, 13, 9]),
    // Lengths that divide nothing.
    (&[61, 97, 83], &[1, 97, 83], "...", &[61, 10, 7]),
    (&[4096], &[64], "...", &[64]),
    (&[512, 640], &[4, 640], "...", &[512, 5]),
    (&[512, 640], &[4, 640], "::-1, ::-1", &[512, 5]),
    (&[512, 640], &[4, 640], "::3, 5:600", &[171, 5]),
    (&[512, 640], &[4, 640], "100:-7, ::-4", &[405, 4]),
    (
        &[512, 640],
        &[2, 640],
        "[500, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17], 1::2",
        &[16, 2],
    ),
    (&[512, 640], &[1, 640], "newaxis, ::2, 7:", &[1, 256, 5]),
    (&[64, 96, 80], &[64, 8, 80], "3, ...", &[96, 8]),
];

/// A copy in two passes by this number of parts, in arrays that count.
fn through(
    from: &ZarrArray,
    metadata: &str,
    (of, memory): (usize, u64),
    case: &str,
) -> [Counted; 2] {
    let target = Counted::new(metadata);
    let any = Part::all(of).next().expect("a part");
    let between = from
        .metadata_between(&target.array, &options(any, memory, false))
        .expect(case);
    let mut between = Counted::new(&between);
    between.array = between.array.without_missing_chunks();
    for (from, to) in [(from, &between.array), (&between.array, &target.array)] {
        for part in Part::all(of) {
            let plan = from
                .plan_copy(to, &options(part, memory, false))
                .expect(case);
            assert!(plan.memory() <= memory, "{case}");
            plan.run().expect(case);
        }
    }
    [between, target]
}

#[test]
fn two_passes_read_and_write_twice() {
    for (number, (shape, chunk, spec, chunks)) in CASES.iter().enumerate() {
        let source = Counted::source(shape, chunk);
        let part = picked(&source.array, spec);
        let metadata = part.metadata_of_copy(&layout(chunks)).expect("metadata");
        let direct = Counted::new(&metadata);
        part.copy_to(&direct.array, &CopyOptions::default())
            .expect("a copy");
        let once = part.cost().expect("a cost").bytes as usize;
        let mut cases = vec![(1, 40 << 20), (4, 40 << 20), (16, 1 << 30)];
        // As many as 10,000 intermediate chunks.
        cases.extend([(64, 64 << 20)].iter().filter(|_| number % 6 == 0));
        for (of, memory) in cases {
            let case = format!("{of} parts of {spec} of {shape:?}, {chunk:?} to {chunks:?}");
            source.store.reset();
            let [between, target] = through(&part, &metadata, (of, memory), &case);
            assert_eq!(target.values(), direct.values(), "{case}");
            let (read, written) = (source.bytes().0, between.bytes().1);
            let held = between.values();
            let size: usize = held.values().map(Vec::len).sum();
            assert!(10 * read <= 11 * once, "{case}: {read} of {once}");
            assert_eq!(written, size, "{case}");
            let again = between.bytes().0;
            assert!(10 * again <= 11 * size, "{case}: {again} of {size}");
            assert!(held.len() <= 4 * of * of + 64, "{case}: {}", held.len());
        }
    }
}

#[test]
fn direct_copy_tells_how_often_parts_read() {
    let source = Counted::source(&[64, 96, 80], &[1, 96, 80]);
    let metadata = source.array.metadata_of_copy(&layout(&[64, 8, 8]));
    let metadata = metadata.expect("metadata");
    for (of, once) in [
        (1, false),
        (2, false),
        (5, false),
        (40, false),
        (120, false),
        (40, true),
    ] {
        let target = Counted::new(&metadata);
        source.store.reset();
        let mut told = 0.0;
        for part in Part::all(of) {
            let options = CopyOptions {
                once,
                ..options(part, 64 << 20, false)
            };
            let plan = source.array.plan_copy(&target.array, &options);
            let plan = plan.expect("a plan");
            told = plan.repeats_of_parts();
            plan.run().expect("a copy");
        }
        let read = source.store.bytes_read() as f64 / (64.0 * 96.0 * 80.0 * 2.0);
        assert!(
            (told - read).abs() <= 0.02 * read,
            "{of} parts: {told}, {read}"
        );
        let expected = if once { 1.0 } else { of as f64 };
        assert!(read >= expected, "{of} parts: {read}");
    }
}

#[test]
fn unfinished_parts_of_the_first_pass_are_named() {
    let source = Counted::source(&[64, 96, 80], &[1, 96, 80]);
    let metadata = source.array.metadata_of_copy(&layout(&[64, 8, 8]));
    let [between, target] = through(
        &source.array,
        &metadata.expect("metadata"),
        (8, 64 << 20),
        "",
    );
    let option = |number: usize, resume| {
        let part = Part::all(8).nth(number - 1).expect("a part");
        options(part, 64 << 20, resume)
    };
    let unfinished = || {
        let plan = source.array.plan_copy(&between.array, &option(1, false));
        let parts = plan.and_then(|plan| plan.unfinished()).expect("an answer");
        parts.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert!(unfinished().is_empty());
    let whole = between.values();
    for number in [3, 8] {
        let plan = source
            .array
            .plan_copy(&between.array, &option(number, false));
        let mut left = plan.expect("a plan").chunks() / 2;
        // The chunks of this part, half of them.
        let fresh = Counted::new(&between.metadata());
        let to = fresh.array.clone().without_missing_chunks();
        source
            .array
            .copy_to(&to, &option(number, false))
            .expect("a copy");
        for key in fresh.values().into_keys() {
            let key = StoreKey::new(key).expect("a key");
            between.memory.erase(&key).expect("memory");
            left -= 1;
            if left == 0 {
                break;
            }
        }
    }
    assert_eq!(unfinished(), ["3/8", "8/8"]);
    let error = between.array.copy_to(&target.array, &option(1, false));
    let error = error.expect_err("chunks are missing").to_string();
    assert!(error.ends_with("it is not in the store"), "{error}");
    between.store.reset();
    for number in [3, 8] {
        source
            .array
            .copy_to(&between.array, &option(number, true))
            .expect("a copy");
    }
    assert!(unfinished().is_empty());
    assert_eq!(between.values(), whole);
    assert!(between.store.writes() < whole.len() / 4);
}
