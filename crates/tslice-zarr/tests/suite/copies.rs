//! Copies in parts, beside plain loops over coordinates.

use std::collections::BTreeMap;
use std::sync::Arc;

use tslice::{DynSpec, Tensor, s};
use tslice_zarr::{CopyOptions, Layout, Mask, Part, ZarrArray, ZarrError};
use zarrs::array::{Array, ArrayBuilder, data_type};
use zarrs::storage::storage_adapter::performance_metrics::PerformanceMetricsStorageAdapter;
use zarrs::storage::store::MemoryStore;
use zarrs::storage::{
    ListableStorageTraits, ReadableStorageTraits, StoreKey, WritableStorageTraits,
};

use crate::arrays::{Made, Metered, Numbered};
use crate::chance::Chance;
use crate::picks::{chain, tpicked};

fn key(name: &str) -> StoreKey {
    StoreKey::new(name).expect("a key")
}

/// A store in memory with this metadata, and a target in it.
fn target(metadata: &str) -> (Arc<MemoryStore>, Arc<Metered>, Array<Metered>) {
    let memory = Arc::new(MemoryStore::new());
    memory
        .set(&key("zarr.json"), metadata.as_bytes().to_vec().into())
        .expect("memory");
    let store = Arc::new(PerformanceMetricsStorageAdapter::new(memory.clone()));
    let array =
        Array::open(store.clone(), "/").unwrap_or_else(|error| panic!("{error}: {metadata}"));
    store.reset();
    (memory, store, array)
}

/// All values of a store but the metadata.
fn values(store: &MemoryStore) -> BTreeMap<String, Vec<u8>> {
    let keys = store
        .list()
        .expect("memory")
        .into_iter()
        .filter(|key| key.as_str() != "zarr.json");
    keys.map(|key| {
        (
            key.to_string(),
            store.get(&key).expect("memory").expect("a value").to_vec(),
        )
    })
    .collect()
}

fn layout(chance: &mut Chance, shape: &[usize]) -> Layout {
    let chunks: Vec<usize> = shape
        .iter()
        .map(|len| 1 + chance.below((*len).max(2) + 1))
        .collect();
    let shards = match chance.below(3) {
        0 => Some(vec![]),
        1 => Some(
            chunks
                .iter()
                .map(|len| len * (1 + chance.below(3)))
                .collect(),
        ),
        _ => None,
    };
    let codec = chance.of(&[
        None,
        Some("none"),
        Some("zstd:1"),
        Some("gzip:1"),
        Some("blosc"),
    ]);
    let chunks = (shards.as_ref().is_some_and(|shards| !shards.is_empty()) || chance.one_in(2))
        .then_some(chunks);
    Layout {
        chunks,
        shards,
        codec: codec.map(str::to_owned),
    }
}

/// The least memory in which a copy can be done.
fn least(part: &ZarrArray, target: &ZarrArray) -> u64 {
    let options = CopyOptions {
        memory: Some(0),
        ..CopyOptions::default()
    };
    let error = part
        .plan_copy(target, &options)
        .map(|_| ())
        .expect_err("no memory")
        .to_string();
    let number = error
        .split(" need ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next());
    number
        .and_then(|number| number.parse().ok())
        .unwrap_or_else(|| panic!("{error}"))
}

fn copies_of<T: Numbered + zarrs::array::ElementOwned>(chance: &mut Chance) {
    let made = Made::by_chance::<T>(chance);
    let whole = ZarrArray::readable(&made.array).expect("an array");
    let (specs, expected) = chain(chance, &made.shape, 2);
    let part = tpicked(&whole, &specs);
    let layout = layout(chance, &expected.shape);
    let metadata = part
        .metadata_of_copy(&layout)
        .unwrap_or_else(|error| panic!("{error}: {layout:?}"));
    let message = |of: usize| {
        format!(
            "{} in {of} parts, {layout:?}, of {}",
            expected.text, made.metadata
        )
    };
    let elements: Vec<T> = expected
        .indices
        .iter()
        .map(|index| made.element(index))
        .collect();
    let mut first = None;
    for of in 1..=5 {
        let (memory, store, array) = target(&metadata);
        let to = ZarrArray::writable(&array)
            .expect("an array")
            .with_threads(1)
            .expect("threads");
        if elements.is_empty() {
            let error = part
                .copy_to(&to, &CopyOptions::default())
                .expect_err("nothing");
            assert!(
                error.to_string().starts_with("nothing is selected"),
                "{error}"
            );
            return;
        }
        let limit = least(&part, &to) + chance.below(2_000) as u64;
        let options = |part| CopyOptions {
            part,
            memory: limited(of, limit),
            ..CopyOptions::default()
        };
        for number in Part::all(of) {
            part.copy_to(&to, &options(number))
                .unwrap_or_else(|error| panic!("{error}: {}", message(of)));
        }
        let found: Vec<T> = array
            .retrieve_array_subset(&array.subset_all())
            .expect("a read");
        assert_eq!(found, elements, "{}", message(of));
        // Each object was written once, by one of the parts.
        let values = values(&memory);
        assert_eq!(store.writes(), values.len(), "{}", message(of));
        assert_eq!(
            first.get_or_insert_with(|| values.clone()),
            &values,
            "{}",
            message(of)
        );
        // A part that is done again writes the same, and all are what the source has.
        let again = Part::all(of).nth(chance.below(of)).expect("a part");
        part.copy_to(&to, &options(again)).expect("a copy");
        assert_eq!(self::values(&memory), values, "{}", message(of));
        part.plan_copy(&to, &options(Part::WHOLE))
            .and_then(|plan| plan.verify())
            .expect("the same");
    }
}

/// Some parts have as little memory as possible.
fn limited(of: usize, limit: u64) -> Option<u64> {
    of.is_multiple_of(2).then_some(limit)
}

#[test]
fn copies_in_parts_match_plain_loops() {
    let mut chance = Chance::new(61);
    let kinds = [
        copies_of::<u8>,
        copies_of::<u16>,
        copies_of::<i32>,
        copies_of::<f64>,
        copies_of::<bool>,
        // Elements that are moved as bytes.
        copies_of::<[u8; 3]>,
        copies_of::<[u8; 7]>,
        copies_of::<[u8; 20]>,
    ];
    for _ in 0..160 {
        chance.of(&kinds)(&mut chance);
    }
}

/// An array of 12 x 30 numbers, with names and attributes.
fn numbered() -> ZarrArray {
    let mut array = ArrayBuilder::new(vec![12, 30], [4, 10], data_type::uint16(), 9_u16);
    array.dimension_names(Some(vec![Some("y"), Some("x")]));
    let units = serde_json::json!({ "units": "K", "_ARRAY_DIMENSIONS": ["y", "x"] });
    array.attributes(units.as_object().expect("an object").clone());
    let array = array
        .build(Arc::new(MemoryStore::new()), "/")
        .expect("an array");
    let array = ZarrArray::writable(&array).expect("one");
    let numbers = Tensor::<u16, 2>::from_shape_fn([12, 30], |[y, x]| (100 * y + x) as u16);
    array.assign(&numbers).expect("a write");
    array
}

fn picked(array: &ZarrArray, spec: &str) -> ZarrArray {
    array.tpick(&spec.parse::<DynSpec>().expect("a spec"))
}

#[test]
fn copied_metadata_is_of_the_source() {
    let array = numbered();
    let metadata = |spec: &str, layout: &Layout| -> serde_json::Value {
        let text = picked(&array, spec)
            .metadata_of_copy(layout)
            .expect("metadata");
        serde_json::from_str(&text).expect("JSON")
    };
    let kept = metadata("::-2, newaxis, 3:8", &Layout::default());
    assert_eq!(kept["shape"], serde_json::json!([6, 1, 5]));
    assert_eq!(
        kept["chunk_grid"]["configuration"]["chunk_shape"],
        serde_json::json!([4, 1, 5])
    );
    assert_eq!(kept["dimension_names"], serde_json::json!(["y", null, "x"]));
    assert_eq!(kept["attributes"], serde_json::json!({ "units": "K" }));
    assert_eq!(
        (&kept["fill_value"], &kept["data_type"]),
        (&serde_json::json!(9), &"uint16".into())
    );
    assert_eq!(
        metadata("[0, 1], 3", &Layout::default())["dimension_names"],
        serde_json::json!(["y"])
    );
    assert!(
        metadata("([0, 1], [2, 3])", &Layout::default())
            .get("dimension_names")
            .is_none()
    );
    let layout = Layout {
        chunks: Some(vec![2, 5]),
        shards: Some(vec![4, 15]),
        codec: Some("zstd:5".into()),
    };
    let sharded = metadata("...", &layout);
    assert_eq!(
        sharded["chunk_grid"]["configuration"]["chunk_shape"],
        serde_json::json!([4, 15])
    );
    assert_eq!(
        sharded["codecs"][0]["configuration"]["chunk_shape"],
        serde_json::json!([2, 5])
    );
    assert_eq!(
        sharded["codecs"][0]["configuration"]["codecs"][1]["configuration"]["level"],
        5
    );
}

fn copied(error: Result<impl Sized, ZarrError>) -> String {
    match error.map(|_| ()) {
        Err(error @ ZarrError::Copy(_)) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn copy_that_cannot_be_planned_is_one_line() {
    let array = numbered();
    let with = |chunks: &[usize], shards: Option<&[usize]>, codec: Option<&str>| {
        let shards = shards.map(<[usize]>::to_vec);
        let layout = Layout {
            chunks: Some(chunks.to_vec()),
            shards,
            codec: codec.map(str::to_owned),
        };
        copied(array.metadata_of_copy(&layout))
    };
    assert_eq!(
        with(&[2], None, None),
        "chunks [2] have rank 1, the result has rank 2"
    );
    assert_eq!(
        with(&[2, 0], None, None),
        "axis 1: chunks cannot have length 0"
    );
    assert_eq!(
        with(&[2, 4], Some(&[4, 6]), None),
        "axis 1: shards of length 6 are not a multiple of chunks of length 4"
    );
    for codec in ["zstd:23", "gzip:x", "lz4", "none:1"] {
        assert!(with(&[2, 4], None, Some(codec)).starts_with(&format!("codec `{codec}`: ")));
    }
    for (part, words) in [
        (
            "4/3",
            "part 4 of 3 does not exist: parts are counted from 1 to 3",
        ),
        (
            "0/3",
            "part 0 of 3 does not exist: parts are counted from 1 to 3",
        ),
        ("3", "`3` is not a part: write I/N, as in 3/16"),
    ] {
        assert_eq!(copied(part.parse::<Part>()), words);
    }
    let (_, _, other) = target(
        &array
            .metadata_of_copy(&Layout::default())
            .expect("metadata"),
    );
    let other = ZarrArray::writable(&other).expect("one");
    let to = |spec: &str| copied(picked(&array, spec).copy_to(&other, &CopyOptions::default()));
    assert!(
        to("::2").starts_with("the target has shape [12, 30], the selection has shape [6, 30]")
    );
    assert_eq!(
        to("5:5"),
        "nothing is selected: the result has shape [0, 30]"
    );
    let part = other
        .tslice(s![..])
        .tslice(&"::-1".parse::<DynSpec>().expect("a spec"));
    assert!(
        copied(array.copy_to(&part, &CopyOptions::default())).contains("the target a whole array")
    );
}

#[test]
fn copy_is_verified_and_resumed_by_chunks() {
    let array = numbered();
    let part = picked(&array, "::-1");
    let (memory, store, to) = target(&part.metadata_of_copy(&Layout::default()).expect("metadata"));
    let to = ZarrArray::writable(&to).expect("one");
    let plan = |resume| {
        part.plan_copy(
            &to,
            &CopyOptions {
                resume,
                ..CopyOptions::default()
            },
        )
        .expect("a plan")
    };
    assert_eq!((plan(false).chunks(), plan(false).repeats()), (9, 1.0));
    assert_eq!(plan(false).cost().expect("a cost").requests, 9);
    plan(false).run().expect("a copy");
    plan(false).verify().expect("the same");
    let whole = values(&memory);
    memory.erase(&key("c/1/2")).expect("memory");
    let error = plan(false)
        .verify()
        .expect_err("a chunk is missing")
        .to_string();
    assert_eq!(
        error,
        "PerformanceMetricsStorageAdapter: chunk c/1/2: element 0 of it, in row-major order, differs from the source"
    );
    store.reset();
    plan(true).run().expect("a copy");
    assert_eq!((store.writes(), values(&memory)), (1, whole));
}

#[test]
fn copy_ends_at_the_first_error_of_its_end() {
    let array = numbered();
    let layout = Layout {
        chunks: Some(vec![1, 1]),
        ..Layout::default()
    };
    let (_, _, to) = target(&array.metadata_of_copy(&layout).expect("metadata"));
    let to = ZarrArray::writable(&to)
        .expect("one")
        .with_threads(2)
        .expect("threads");
    let plan = array
        .plan_copy(&to, &CopyOptions::default())
        .expect("a plan");
    let calls = std::sync::atomic::AtomicUsize::new(0);
    let end = |chunk: &[usize]| match calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
        0..3 => Ok(()),
        _ => Err(ZarrError::Copy(format!("chunk {chunk:?}"))),
    };
    let error = plan
        .run_into(&|chunk, _| end(chunk))
        .expect_err("an error")
        .to_string();
    assert!(error.starts_with("chunk ["), "{error}");
    // One of each of two threads that write.
    assert!(calls.into_inner() <= 5 && plan.done() == 3);
}

#[test]
fn mask_is_longer_than_a_spec() {
    let array = ArrayBuilder::new(vec![3, 20_000], [1, 700], data_type::uint16(), 0_u16);
    let array = array
        .build(Arc::new(MemoryStore::new()), "/")
        .expect("an array");
    let array = ZarrArray::writable(&array).expect("one");
    array
        .assign(Tensor::<u16, 2>::from_shape_fn([3, 20_000], |[y, x]| {
            (20_000 * y + x) as u16
        }))
        .expect("a write");
    let mut mask = Mask::default();
    for x in 0..20_000 {
        mask.push(&[x % 7 < 3]);
    }
    let part = picked(&array, "::-1").masked(1, mask.clone());
    let expected: Vec<u16> = (0..3_usize)
        .rev()
        .flat_map(|y| {
            (0..20_000)
                .filter(|x| x % 7 < 3)
                .map(move |x| (20_000 * y + x) as u16)
        })
        .collect();
    assert_eq!(part.read::<u16>().expect("a read").into_vec(), expected);
    let (_, _, to) = target(&part.metadata_of_copy(&Layout::default()).expect("metadata"));
    let to = ZarrArray::writable(&to).expect("one");
    part.copy_to(&to, &CopyOptions::default()).expect("a copy");
    assert_eq!(to.read::<u16>().expect("a read").into_vec(), expected);
    assert_eq!(
        (
            array.masked(1, Mask::default()).shape(),
            array.masked(7, mask).shape()
        ),
        (&[3, 0][..], &[3, 20_000][..])
    );
}

#[test]
fn parts_read_what_the_whole_reads() {
    // Chunks of the source are two of the target on axis 0: four parts cut the other axes, two and
    // eight parts read no chunk twice.
    let source = ArrayBuilder::new(vec![16, 32, 32], [8, 4, 4], data_type::uint8(), 1_u8);
    let source = source
        .build(Arc::new(MemoryStore::new()), "/")
        .expect("an array");
    let source = ZarrArray::readable(&source).expect("one");
    let layout = Layout {
        chunks: Some(vec![4, 16, 16]),
        ..Layout::default()
    };
    let (_, _, to) = target(&source.metadata_of_copy(&layout).expect("metadata"));
    let to = ZarrArray::writable(&to).expect("one");
    for of in [1, 2, 4, 8] {
        let plans = Part::all(of).map(|part| {
            let plan = source
                .plan_copy(
                    &to,
                    &CopyOptions {
                        part,
                        ..CopyOptions::default()
                    },
                )
                .expect("a plan");
            (
                plan.chunks(),
                plan.cost().expect("a cost").requests as usize,
            )
        });
        assert!(plans.eq((0..of).map(|_| (16 / of, 128 / of))), "{of} parts");
    }
}

#[test]
fn options_of_a_copy_are_text_for_schedulers() {
    let options = CopyOptions {
        part: "3/16".parse().expect("a part"),
        memory: Some(1 << 31),
        resume: true,
        once: false,
    };
    let text = serde_json::to_string(&options).expect("JSON");
    assert_eq!(
        text,
        r#"{"part":"3/16","memory":2147483648,"resume":true,"once":false}"#
    );
    assert_eq!(
        serde_json::from_str::<CopyOptions>(&text).expect("options"),
        options
    );
    let read = |text: &str| serde_json::from_str::<CopyOptions>(text);
    for (text, memory) in [
        (r#"{"memory": "2GiB"}"#, Some(2 << 30)),
        (r#"{"memory": "3kB"}"#, Some(3000)),
        (r#"{"memory": 17}"#, Some(17)),
        (r#"{"memory": null}"#, None),
        ("{}", None),
    ] {
        let options = read(text).expect(text);
        let expected = CopyOptions {
            memory,
            ..CopyOptions::default()
        };
        assert_eq!(options, expected, "{text}");
    }
    for (text, words) in [
        (r#"{"part": "17/16"}"#, "part 17 of 16 does not exist"),
        (r#"{"part": 3}"#, "expected a string"),
        (r#"{"memory": "2 GiB"}"#, "`2 GiB` is not a size"),
        (r#"{"memory": -1}"#, "-1 is not a number of bytes"),
        (r#"{"memroy": 1}"#, "unknown field `memroy`"),
    ] {
        let error = read(text).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}

/// The locations of a source and a target, a spec, and the part of the copy that is done.
type Job = (String, String, String, CopyOptions);

/// The test below starts this program for each part, with a job as JSON in this variable.
#[cfg(feature = "filesystem")]
const JOB: &str = "TSLICE_ZARR_JOB";

#[cfg(feature = "filesystem")]
#[test]
#[ignore = "another test starts it, as a process of its own"]
fn one_part() {
    let Ok(job) = std::env::var(JOB) else { return };
    let (from, to, spec, options): Job = serde_json::from_str(&job).expect("a job");
    let open = |place: &str| tslice_zarr::open(place).expect("an array");
    picked(&open(&from), &spec)
        .copy_to(&open(&to), &options)
        .expect("a copy");
}

#[cfg(feature = "filesystem")]
#[test]
fn part_is_sent_to_another_process() {
    use tslice_zarr::create;

    let directory = crate::opened::Directory::new("sent");
    let path = |name: &str| directory.0.join(name).display().to_string();
    let (array, spec) = (numbered(), "::-1, [3, 29, 4, 5]");
    let layout = Layout {
        chunks: Some(vec![5, 3]),
        ..Layout::default()
    };
    let metadata =
        |array: &ZarrArray, layout: &Layout| array.metadata_of_copy(layout).expect("metadata");
    let source = create(path("a"), &metadata(&array, &Layout::default()), false).expect("a source");
    array
        .copy_to(&source, &CopyOptions::default())
        .expect("a copy");
    let part = picked(&array, spec);
    let [here, there] = ["b", "c"]
        .map(|name| create(path(name), &metadata(&part, &layout), false).expect("a target"));
    part.copy_to(&here, &CopyOptions::default())
        .expect("a copy");
    for part in Part::all(3) {
        let options = CopyOptions {
            part,
            memory: Some(1 << 30),
            ..CopyOptions::default()
        };
        let job: Job = (path("a"), path("c"), spec.to_owned(), options);
        // A format that says nothing about what it holds.
        let bytes = postcard::to_allocvec(&job).expect("bytes");
        let job: Job = postcard::from_bytes(&bytes).expect("the job");
        let mut process = std::process::Command::new(std::env::current_exe().expect("a program"));
        let process = process.args(["--exact", "copies::one_part", "--ignored"]);
        let done = process
            .env(JOB, serde_json::to_string(&job).expect("JSON"))
            .output()
            .expect("a process");
        assert!(
            done.status.success(),
            "{}",
            String::from_utf8_lossy(&done.stdout)
        );
    }
    let mut compared = 0;
    here.each_chunk(|_, key| {
        let [here, there] =
            ["b", "c"].map(|name| std::fs::read(directory.0.join(name).join(key)).expect(key));
        assert_eq!(here, there, "{key}");
        compared += 1;
    });
    assert_eq!((compared, there.chunks()), (6, Some(6)));
}

#[cfg(feature = "filesystem")]
#[test]
fn target_in_a_directory_is_created_once() {
    use tslice_zarr::create;

    let directory = crate::opened::Directory::new("copies");
    let (path, array) = (directory.0.join("deep/b.zarr"), numbered());
    let metadata = array
        .metadata_of_copy(&Layout::default())
        .expect("metadata");
    let to = create(&path, &metadata, false).expect("a target");
    array.copy_to(&to, &CopyOptions::default()).expect("a copy");
    // The same metadata again are not another array.
    let same = create(&path, &metadata, false).expect("the same target");
    assert_eq!(
        same.read::<u16>().expect("a read"),
        array.read::<u16>().expect("a read")
    );
    let part = picked(&array, ":4");
    let other = part.metadata_of_copy(&Layout::default()).expect("metadata");
    let error = copied(create(&path, &other, false));
    assert!(
        error.ends_with("b.zarr: `zarr.json` is there, with other shape"),
        "{error}"
    );
    // What is replaced leaves nothing.
    let to = create(&path, &other, true).expect("a target");
    assert!(!path.join("c").exists());
    part.copy_to(&to, &CopyOptions::default()).expect("a copy");
    assert_eq!(
        to.read::<u16>().expect("a read"),
        part.read::<u16>().expect("a read")
    );
    std::fs::remove_file(path.join("zarr.json")).expect("a file");
    std::fs::write(path.join(".zarray"), "{}").expect("a file");
    assert!(copied(create(&path, &metadata, true)).contains("`.zarray` is there"));
}

#[test]
fn positions_of_masks_are_in_the_memory_of_a_copy() {
    let array = ArrayBuilder::new(vec![1 << 23], [1 << 16], data_type::uint8(), 7_u8);
    let array = array.build(Arc::new(MemoryStore::new()), "/");
    let array = ZarrArray::readable(&array.expect("an array")).expect("an array");
    let bools: Vec<bool> = (0..1 << 23).map(|at| at % 2 == 0 || at == 1).collect();
    let mut mask = Mask::default();
    mask.push(&bools);
    let needed = |part: &ZarrArray| {
        let metadata = part.metadata_of_copy(&Layout::default()).expect("metadata");
        least(
            part,
            &ZarrArray::writable(&target(&metadata).2).expect("an array"),
        )
    };
    let (masked, stepped) = (
        needed(&array.masked(0, mask)),
        needed(&picked(&array, "::2")),
    );
    // A bit for each position, and the counts of blocks.
    let lists = masked - stepped;
    assert!((1 << 20..5 << 18).contains(&lists), "{lists}");
    // Runs take as much memory as there are of them.
    let (runs, stepped) = (
        needed(&picked(&array, "[0:8388608:3, 1]")),
        needed(&picked(&array, "::3")),
    );
    assert!(runs - stepped < 1 << 12, "{runs} {stepped}");
}

#[test]
fn half_by_a_mask_takes_the_memory_of_every_second() {
    let array = ArrayBuilder::new(vec![1 << 26], [1 << 20], data_type::uint16(), 7_u16);
    let array = array.build(Arc::new(MemoryStore::new()), "/");
    let array = ZarrArray::readable(&array.expect("an array")).expect("an array");
    let array = array.with_threads(2).expect("threads");
    let planned = |part: &ZarrArray| {
        let metadata = part.metadata_of_copy(&Layout::default()).expect("metadata");
        let to = ZarrArray::writable(&target(&metadata).2).expect("an array");
        let to = to.with_threads(8).expect("threads");
        let options = CopyOptions {
            memory: Some(1 << 30),
            ..CopyOptions::default()
        };
        let plan = part.plan_copy(&to, &options).expect("a plan");
        (plan.memory() as f64, plan.repeats())
    };
    let (stepped, _) = planned(&picked(&array, "::2"));
    let mut chance = Chance::new(75);
    for run in [0, 1000] {
        let mut mask = Mask::default();
        let mut part = [false; 1 << 12];
        for begin in (0..1 << 26).step_by(part.len()) {
            for (at, is_set) in part.iter_mut().enumerate() {
                *is_set = match run {
                    0 => chance.one_in(2),
                    run => (begin + at) / run % 2 == 0,
                };
            }
            mask.push(&part);
        }
        let (masked, repeats) = planned(&array.masked(0, mask));
        assert!(masked <= 1.2 * stepped, "{masked} beside {stepped}");
        assert!(repeats < 1.2, "{repeats}");
    }
}
