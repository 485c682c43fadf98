//! Lists, masks, runs and groups, beside plain loops over coordinates.

use std::sync::Arc;

use tslice::{DynSpec, DynTensor, PickError, SliceError, Tensor, s};
use tslice_zarr::{Cost, Element, ZarrArray, ZarrError};
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::storage::store::MemoryStore;

use crate::arrays::{Made, Numbered, indices, number};
use crate::chance::Chance;
use crate::counted::needed;

/// What an entry selects: coordinates of the axes that it takes, for each position of the axis that
/// it gives.
struct Given {
    text: String,
    takes: usize,
    coordinates: Vec<Vec<usize>>,
    /// Whether it gives an axis.
    gives: bool,
}

/// A literal list for an axis, with its positions: indices from both ends, repeats, runs.
fn list(chance: &mut Chance, len: usize, count: usize) -> (String, Vec<usize>) {
    let (mut items, mut positions) = (vec![], vec![]);
    while positions.len() < count && len > 0 {
        if chance.one_in(4) && count - positions.len() > 1 {
            let begin = chance.below(len);
            let run = (1 + chance.below(count - positions.len())).min(len - begin);
            items.push(format!("{begin}:{}", begin + run));
            positions.extend(begin..begin + run);
            continue;
        }
        let at = chance.below(len);
        positions.push(at);
        items.push(if chance.one_in(3) {
            format!("-{}", len - at)
        } else {
            at.to_string()
        });
    }
    if chance.one_in(4) {
        // In the order of the axis, as most lists are.
        positions.sort_unstable();
        items = positions.iter().map(ToString::to_string).collect();
    }
    (format!("[{}]", items.join(", ")), positions)
}

fn by_chance(chance: &mut Chance, shape: &[usize]) -> Vec<Given> {
    let mut entries = vec![];
    let mut axis = 0;
    while axis < shape.len() {
        if chance.one_in(8) {
            let new = Given {
                text: "newaxis".into(),
                takes: 0,
                coordinates: vec![vec![]],
                gives: true,
            };
            entries.push(new);
        }
        let len = shape[axis];
        let group = (2 + chance.below(2)).min(shape.len() - axis);
        entries.push(match chance.below(6) {
            0 if len > 0 => {
                let at = chance.below(len);
                let text = if chance.one_in(2) {
                    format!("-{}", len - at)
                } else {
                    at.to_string()
                };
                Given {
                    text,
                    takes: 1,
                    coordinates: vec![vec![at]],
                    gives: false,
                }
            }
            1 => {
                let step = 1 + chance.below(3);
                let positions = (0..len).rev().step_by(step).map(|at| vec![at]).collect();
                Given {
                    text: format!("::-{step}"),
                    takes: 1,
                    coordinates: positions,
                    gives: true,
                }
            }
            2 if group > 1 && shape[axis..axis + group].iter().all(|&len| len > 0) => {
                let count = 1 + chance.below(7);
                let alone = chance.below(3 * group);
                let lists: Vec<_> = (0..group)
                    .map(|at| {
                        list(
                            chance,
                            shape[axis + at],
                            if at == alone { 1 } else { count },
                        )
                    })
                    .collect();
                let count = lists
                    .iter()
                    .map(|(_, positions)| positions.len())
                    .max()
                    .unwrap_or(0);
                let of = |at: usize| {
                    lists
                        .iter()
                        .map(|(_, list)| list[at % list.len()])
                        .collect()
                };
                let texts: Vec<&str> = lists.iter().map(|(text, _)| &text[..]).collect();
                let text = format!("({})", texts.join(", "));
                Given {
                    text,
                    takes: group,
                    coordinates: (0..count).map(of).collect(),
                    gives: true,
                }
            }
            3 => Given {
                text: ":".into(),
                takes: 1,
                coordinates: (0..len).map(|at| vec![at]).collect(),
                gives: true,
            },
            _ => {
                let count = if len > 0 { chance.below(12) } else { 0 };
                let (text, positions) = list(chance, len, count);
                let positions = positions.into_iter().map(|at| vec![at]).collect();
                Given {
                    text,
                    takes: 1,
                    coordinates: positions,
                    gives: true,
                }
            }
        });
        axis += entries[entries.len() - 1].takes;
    }
    entries
}

pub(crate) struct Picked {
    pub(crate) text: String,
    pub(crate) shape: Vec<usize>,
    /// The indices of the source, in the order of the result.
    pub(crate) indices: Vec<Vec<usize>>,
}

/// A spec with lists for a shape.
pub(crate) fn picked(chance: &mut Chance, shape: &[usize]) -> Picked {
    let entries = by_chance(chance, shape);
    let mut indices = vec![vec![]];
    for entry in &entries {
        let with = |index: &Vec<usize>| {
            let index = index.clone();
            entry
                .coordinates
                .iter()
                .map(move |more| [&index[..], more].concat())
        };
        indices = indices.iter().flat_map(with).collect();
    }
    Picked {
        text: entries
            .iter()
            .map(|entry| &entry.text[..])
            .collect::<Vec<_>>()
            .join(", "),
        shape: entries
            .iter()
            .filter(|entry| entry.gives)
            .map(|entry| entry.coordinates.len())
            .collect(),
        indices,
    }
}

/// A chain of specs with lists on one array, with the indices that it selects.
pub(crate) fn chain(chance: &mut Chance, shape: &[usize], most: usize) -> (Vec<DynSpec>, Picked) {
    let mut all = Picked {
        text: String::new(),
        shape: shape.to_vec(),
        indices: indices(shape).collect(),
    };
    let mut specs = vec![];
    for _ in 0..1 + chance.below(most) {
        let next = picked(chance, &all.shape);
        specs.push(
            next.text
                .parse()
                .unwrap_or_else(|error| panic!("{}: {error}", next.text)),
        );
        let at = |index: &Vec<usize>| all.indices[number(index, &all.shape)].clone();
        let indices = next.indices.iter().map(at).collect();
        all = Picked {
            text: format!("{} | {}", all.text, next.text),
            shape: next.shape,
            indices,
        };
    }
    (specs, all)
}

pub(crate) fn tpicked(array: &ZarrArray, specs: &[DynSpec]) -> ZarrArray {
    specs
        .iter()
        .fold(array.clone(), |array, spec| array.tpick(spec))
}

fn reads_of<T: Numbered + Element>(chance: &mut Chance) {
    let made = Made::by_chance::<T>(chance);
    let mut whole = ZarrArray::readable(&made.array).expect("an array");
    if chance.one_in(3) {
        whole = whole.with_cache(chance.of(&[0, 1, 300, 2_000, 1 << 20, usize::MAX]));
    }
    for _ in 0..10 {
        let (specs, expected) = chain(chance, &made.shape, 2);
        let message = || format!("{} of {}", expected.text, made.metadata);
        let part = tpicked(&whole, &specs);
        assert_eq!(part.shape(), expected.shape, "{}", message());
        let elements: Vec<T> = expected
            .indices
            .iter()
            .map(|index| made.element(index))
            .collect();
        let read: DynTensor<T> = part
            .read()
            .unwrap_or_else(|error| panic!("{}: {error}", message()));
        assert_eq!(read.as_slice(), Some(&elements[..]), "{}", message());
        // Into every second place of a larger array.
        let doubled: Vec<usize> = expected.shape.iter().map(|len| len * 2).collect();
        let mut target = DynTensor::full(&doubled, T::of(5));
        let every: DynSpec = vec!["1::2"; doubled.len()]
            .join(", ")
            .parse()
            .expect("a spec");
        part.read_into(&mut target.slice_mut(&every))
            .expect("a read");
        assert_eq!(target.slice(&every), read, "{}", message());
    }
}

#[test]
fn random_picks_are_those_of_plain_loops() {
    let mut chance = Chance::new(41);
    let kinds = [
        reads_of::<u8>,
        reads_of::<u16>,
        reads_of::<i32>,
        reads_of::<f64>,
        reads_of::<bool>,
    ];
    for _ in 0..300 {
        chance.of(&kinds)(&mut chance);
    }
}

#[test]
fn random_masks_match_plain_loops() {
    let mut chance = Chance::new(45);
    for round in 0..200 {
        let made = std::iter::repeat_with(|| Made::by_chance::<i32>(&mut chance));
        let made = made
            .filter(|made| made.shape.len() == 3)
            .take(1)
            .last()
            .expect("one of many");
        let array = ZarrArray::writable(&made.array)
            .expect("an array")
            .into_rank::<3>()
            .expect("rank 3");
        let masks: Vec<Vec<bool>> = (made.shape.iter())
            .map(|&len| (0..len).map(|_| !chance.one_in(3)).collect())
            .collect();
        let [a, b, c] = <[Vec<bool>; 3]>::try_from(masks.clone()).expect("rank 3");
        let part = array.tpick(s![&a, &b, ::-1]).tpick(s![:, :, newaxis, &c]);
        let is_in = |index: &[usize]| a[index[0]] && b[index[1]] && c[made.shape[2] - 1 - index[2]];
        let mut expected = vec![];
        for i in 0..made.shape[0] {
            for j in 0..made.shape[1] {
                for k in (0..made.shape[2]).rev().filter(|&k| is_in(&[i, j, k])) {
                    expected.push(made.element::<i32>(&[i, j, k]));
                }
            }
        }
        let read = part.read::<i32>().expect("a read");
        assert_eq!(
            read.as_slice(),
            Some(&expected[..]),
            "{masks:?} of {}",
            made.metadata
        );
        part.assign(Tensor::<i32, 0>::full([], 1_000 + round))
            .expect("a write");
        for (index, value) in
            indices(&made.shape).zip(array.read::<i32>().expect("a read").into_vec())
        {
            let expected = if is_in(&index) {
                1_000 + round
            } else {
                made.element(&index)
            };
            assert_eq!(value, expected, "{index:?}, {masks:?} of {}", made.metadata);
        }
    }
}

#[test]
fn random_writes_match_plain_loops() {
    let mut chance = Chance::new(42);
    for _ in 0..300 {
        let made = Made::by_chance::<i32>(&mut chance);
        let array = ZarrArray::writable(&made.array).expect("an array");
        let mut expected: Vec<i32> = indices(&made.shape)
            .map(|index| made.element(&index))
            .collect();
        for round in 0..4 {
            let (specs, picked) = chain(&mut chance, &made.shape, 2);
            // Sometimes one value for all, or one for each position of the last axis.
            let shape = match chance.below(4) {
                0 => vec![],
                1 if !picked.shape.is_empty() => picked.shape[picked.shape.len() - 1..].to_vec(),
                2 if picked.shape.len() > 1 => [&[1], &picked.shape[1..]].concat(),
                _ => picked.shape.clone(),
            };
            let count: usize = shape.iter().product();
            let values: Vec<i32> = (0..count)
                .map(|at| 1_000 * (round + 1) + at as i32)
                .collect();
            for (place, index) in indices(&picked.shape).zip(&picked.indices) {
                let own = &place[place.len() - shape.len()..];
                let at = own
                    .iter()
                    .zip(&shape)
                    .fold(0, |at, (own, len)| at * len + own % len);
                expected[number(index, &made.shape)] = values[at];
            }
            let values = DynTensor::from_shape_vec(&shape, values).expect("a shape");
            tpicked(&array, &specs)
                .assign(&values)
                .unwrap_or_else(|error| panic!("{} of {}: {error}", picked.text, made.metadata));
            let read: DynTensor<i32> = array.read().expect("a read");
            assert_eq!(
                read.as_slice(),
                Some(&expected[..]),
                "{} of {}",
                picked.text,
                made.metadata
            );
        }
    }
}

#[test]
fn picks_request_only_touched_chunks() {
    let mut chance = Chance::new(43);
    let mut seen = 0;
    for _ in 0..400 {
        let made = Made::by_chance::<u16>(&mut chance);
        let (specs, picked) = chain(&mut chance, &made.shape, 1);
        let part = tpicked(&ZarrArray::readable(&made.array).expect("an array"), &specs);
        let needed = needed(&made, &picked.indices);
        assert_eq!(
            part.cost(),
            Ok(needed),
            "{} of {}",
            picked.text,
            made.metadata
        );
        made.store.reset();
        let _: DynTensor<u16> = part.read().expect("a read");
        let (requests, bytes) = (made.store.reads() as u64, made.store.bytes_read() as u64);
        assert_eq!(
            Cost { requests, bytes },
            needed,
            "{} of {}",
            picked.text,
            made.metadata
        );
        let mut listed = 0;
        part.each_chunk(|_, _| listed += 1);
        assert_eq!(part.chunks(), Some(listed));
        seen += requests;
    }
    assert!(seen > 500, "{seen}");
}

#[cfg(feature = "async")]
#[test]
fn futures_pick_by_the_requests_of_calls() {
    use futures::executor::block_on;
    use zarrs::storage::storage_adapter::sync_to_async::SyncToAsyncStorageAdapter;

    use crate::futures::AtOnce;

    let mut chance = Chance::new(44);
    for round in 0..300 {
        let made = Made::by_chance::<i32>(&mut chance);
        let (specs, picked) = chain(&mut chance, &made.shape, 2);
        let adapter = Arc::new(SyncToAsyncStorageAdapter::new(made.store.clone(), AtOnce));
        let mut array =
            ZarrArray::async_writable(&made.array.with_storage(adapter)).expect("an array");
        let cached = chance.one_in(3);
        if cached {
            array = array.with_cache(1 << 20);
        }
        let part = specs
            .iter()
            .fold(array.clone(), |array, spec| array.tpick(spec));
        let needed = needed(&made, &picked.indices);
        assert_eq!(block_on(part.async_cost()), Ok(needed));
        for _ in 0..2 {
            made.store.reset();
            let read: DynTensor<i32> = block_on(part.async_read()).expect("a read");
            let elements: Vec<i32> = picked
                .indices
                .iter()
                .map(|index| made.element(index))
                .collect();
            assert_eq!(
                read.as_slice(),
                Some(&elements[..]),
                "{} of {}",
                picked.text,
                made.metadata
            );
            let (requests, bytes) = (made.store.reads() as u64, made.store.bytes_read() as u64);
            let first = Cost { requests, bytes } == needed;
            assert!(first || cached && requests == 0, "{requests} of {needed:?}");
        }
        let count: usize = picked.shape.iter().product();
        let values: Vec<i32> = (0..count as i32).map(|at| 1_000 * round + at).collect();
        let calls = ZarrArray::readable(&made.array).expect("an array");
        let mut expected: DynTensor<i32> = calls.read().expect("a read");
        for (index, value) in picked.indices.iter().zip(&values) {
            expected.as_mut_slice().expect("row-major")[number(index, &made.shape)] = *value;
        }
        let values = DynTensor::from_shape_vec(&picked.shape, values).expect("a shape");
        block_on(part.async_assign(&values)).expect("a write");
        assert_eq!(
            calls.read::<i32>().expect("a read"),
            expected,
            "{} of {}",
            picked.text,
            made.metadata
        );
    }
}

fn counted() -> ZarrArray {
    let array = ArrayBuilder::new(vec![4, 6], [3, 4], data_type::int32(), -1_i32);
    let array = ZarrArray::writable(
        &array
            .build(Arc::new(MemoryStore::new()), "/")
            .expect("an array"),
    )
    .expect("one");
    array
        .assign(Tensor::from_shape_fn([4, 6], |[i, j]| (i * 10 + j) as i32))
        .expect("a write");
    array
}

#[test]
fn lists_have_the_rank_of_their_tokens() {
    let array = counted().into_rank::<2>().expect("rank 2");
    let (rows, mask) = (vec![3_u8, 0], [true, false, false, true, true, false]);
    let read: Tensor<i32, 2> = array.tpick(s![&rows, &mask]).read().expect("a read");
    assert_eq!(read, [[30, 33, 34], [0, 3, 4]]);
    let read: Tensor<i32, 1> = array.tpick(s![-1, [0:2, 5]]).read().expect("a read");
    assert_eq!(read, [30, 31, 35]);
    let read: Tensor<i32, 1> = array.tpick(s![(&rows, [5])]).read().expect("a read");
    assert_eq!(read, [35, 5]);
    let read: Tensor<i32, 3> = array
        .tpick(s![newaxis, ::3, [1, 1]])
        .read()
        .expect("a read");
    assert_eq!(read, [[[1, 1], [31, 31]]]);
    // What was picked is sliced and picked again.
    let read: Tensor<i32, 1> = array
        .tpick(s![&rows, ..])
        .tslice(s![1, ::-2])
        .read()
        .expect("a read");
    assert_eq!(read, [5, 3, 1]);
    let read: Tensor<i32, 1> = array
        .tslice(s![1:, 3])
        .tpick(s![[2, 0]])
        .read()
        .expect("a read");
    assert_eq!(read, [33, 13]);
    assert!(array.tpick(s![1, ..]).region().is_some() && array.tpick(s![[1]]).region().is_none());
    array
        .tpick_assign(s![(&rows, [5])], Tensor::from([7, 8]))
        .expect("a write");
    assert_eq!(
        array.tslice(s![.., 5]).read::<i32>().expect("a read"),
        [8, 15, 25, 7]
    );
}

#[test]
fn pick_errors_name_axis_place_and_value() {
    let array = counted().into_rank::<2>().expect("rank 2");
    let far = vec![0, 2, 9];
    let error = array.try_tpick(s![.., &far]).expect_err("out of bounds");
    assert_eq!(
        error.to_string(),
        "index 9, at position 2 of its list, is out of bounds for axis 1 with length 6"
    );
    assert!(matches!(
        error,
        ZarrError::Pick(PickError::IndexOutOfBounds { axis: 1, at: 2, .. })
    ));
    let error = array
        .try_tpick(s![&[true; 5], ..])
        .expect_err("another length");
    assert_eq!(
        error.to_string(),
        "the mask has 5 entries, axis 0 has length 4"
    );
    let (ys, xs) = ([0, 1], [1, 2, 3]);
    let error = array.try_tpick(s![(&ys, &xs)]).expect_err("two lengths");
    assert!(
        error
            .to_string()
            .starts_with("the lists have lengths 2 and 3"),
        "{error}"
    );
    let error = array.try_tpick(s![[0], 6]).expect_err("out of bounds");
    assert!(
        matches!(
            error,
            ZarrError::Slice(SliceError::IndexOutOfBounds { axis: 1, .. })
        ),
        "{error:?}"
    );
    let spec: DynSpec = "[0, 1]".parse().expect("a spec");
    assert!(array.try_tslice(&spec).is_err());
    for at in [6, -7, i64::MAX, i64::MIN] {
        let list = vec![0, at];
        assert!(
            matches!(array.try_tpick(s![.., &list]), Err(ZarrError::Pick(_))),
            "{at}"
        );
        assert!(
            matches!(
                array.try_tpick(s![([0, 1], &list)]),
                Err(ZarrError::Pick(_))
            ),
            "{at}"
        );
    }
    assert!(array.try_tpick(s![[u64::MAX], ..]).is_err());
    assert!(matches!(
        array.try_tpick(s![.., &[true; 7]]),
        Err(ZarrError::Pick(_))
    ));
    let before: DynTensor<i32> = counted().read().expect("a read");
    assert!(
        array
            .tpick_assign(s![&far, ..], Tensor::<i32, 0>::zeros([]))
            .is_err()
    );
    assert!(
        array
            .tpick_assign(s![[0, 1], ..], Tensor::<i32, 1>::zeros([5]))
            .is_err()
    );
    assert_eq!(array.into_dyn().read::<i32>().expect("a read"), before);
}

#[test]
fn lists_on_huge_axes_are_read_or_refused() {
    let longest = i64::MAX as u64;
    let array = ArrayBuilder::new(
        vec![longest, longest],
        [1 << 40, 1 << 10],
        data_type::uint8(),
        3_u8,
    );
    let array = array
        .build(Arc::new(MemoryStore::new()), "/")
        .expect("an array");
    let array = ZarrArray::writable(&array)
        .expect("one")
        .into_rank::<2>()
        .expect("rank 2");
    let (last, mixed) = (longest - 1, vec![-1, 0, i64::MAX - 1, i64::MIN + 1]);
    assert_eq!(
        array
            .tpick(s![[last, 0, last], &mixed])
            .read::<u8>()
            .expect("a read"),
        [[3; 4]; 3]
    );
    assert_eq!(array.tpick(s![&mixed, 7]).chunks(), Some(2));
    assert_eq!(array.tpick(s![[last], ..]).len(), Some(i64::MAX as usize));
    assert!(array.tpick(s![[last], ..]).read::<u8>().is_err());
    // The places of points are numbers of elements, of which there are too many.
    assert!(array.try_tpick(s![([0, 1], [0, 1])]).is_err());
    // Nor is there memory for a chunk.
    assert!(
        array
            .tpick_assign(s![[0], [0]], Tensor::<u8, 0>::zeros([]))
            .is_err()
    );
}

#[test]
fn whole_chunks_of_lists_are_written_unread() {
    let store = Made::by_chance::<i32>(&mut Chance::new(3)).store;
    let array = ArrayBuilder::new(vec![10, 10], [4, 4], data_type::int32(), 0_i32);
    let array =
        ZarrArray::writable(&array.build(store.clone(), "/a").expect("an array")).expect("one");
    let one = Tensor::<i32, 0>::full([], 1);
    store.reset();
    // All of the second and of the third row of chunks, in disorder, some of it twice.
    array
        .tpick_assign(s![[9, 4, 7, 6, 8, 5, 5], ..], &one)
        .expect("a write");
    assert_eq!((store.reads(), store.writes()), (0, 6));
    store.reset();
    array
        .tpick_assign(s![[9, 4, 7, 6, 5], ..], &one)
        .expect("a write");
    assert_eq!((store.reads(), store.writes()), (3, 6));
    store.reset();
    let (ys, xs): (Vec<usize>, Vec<usize>) = (0..16).map(|at| (3 - at / 4, at % 4)).unzip();
    array.tpick_assign(s![(&ys, &xs)], &one).expect("a write");
    assert_eq!((store.reads(), store.writes()), (0, 1));
}
