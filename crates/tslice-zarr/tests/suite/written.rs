use tslice::{DynSpec, DynTensor, Tensor, s};
use tslice_zarr::{ZarrArray, ZarrError};
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::storage::ReadableStorageTraits;
use zarrs::storage::store::MemoryStore;

use crate::arrays::{Made, indices, number};
use crate::chance::Chance;
use crate::oracle;

/// A shape that broadcasts to this one by NumPy's rule for assignments, and for each element of
/// this one the number of the element that is assigned to it.
pub(crate) fn source(chance: &mut Chance, target: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let missing = if chance.one_in(3) {
        chance.below(target.len() + 1)
    } else {
        0
    };
    let mut shape = target[missing..].to_vec();
    for len in &mut shape {
        *len = if chance.one_in(5) { 1 } else { *len };
    }
    if missing == 0 {
        shape.splice(..0, vec![1; chance.below(3)]);
    }
    let number = |mut at: usize| {
        let (mut number, mut stride) = (0, 1);
        for (axis, len) in target.iter().enumerate().rev() {
            let Some(own) = (axis + shape.len()).checked_sub(target.len()) else {
                break;
            };
            number += stride * if shape[own] == 1 { 0 } else { at % len };
            stride *= shape[own];
            at /= len;
        }
        number
    };
    let numbers = (0..target.iter().product()).map(number).collect();
    (shape, numbers)
}

#[test]
fn random_assignments_are_those_of_the_oracle() {
    let mut chance = Chance::new(21);
    for _ in 0..400 {
        let made = Made::by_chance::<i32>(&mut chance);
        let array = ZarrArray::writable(&made.array).expect("an array");
        let mut expected: Vec<i32> = indices(&made.shape)
            .map(|index| made.element(&index))
            .collect();
        for round in 0..3 {
            let entries = oracle::by_chance(&mut chance, &made.shape);
            let Some(selected) = oracle::select(&entries, &made.shape) else {
                continue;
            };
            let spec: DynSpec = oracle::text(&entries).parse().expect("a spec");
            let (shape, sources) = source(&mut chance, &selected.shape());
            let count: usize = shape.iter().product();
            let values = (0..count)
                .map(|at| 1_000 * (round + 1) + at as i32)
                .collect::<Vec<_>>();
            for (index, at) in selected.indices().iter().zip(sources) {
                expected[number(index, &made.shape)] = values[at];
            }
            let values = DynTensor::from_shape_vec(&shape, values).expect("a shape");
            array
                .tslice_assign(&spec, &values)
                .unwrap_or_else(|error| panic!("{spec} of {}: {error}", made.metadata));
            let read: DynTensor<i32> = array.read().expect("a read");
            assert_eq!(
                read.as_slice(),
                Some(&expected[..]),
                "{spec} of {}",
                made.metadata
            );
            // The engine alone reads the same.
            let theirs: Vec<i32> = made
                .array
                .retrieve_array_subset(&made.array.subset_all())
                .expect("a read");
            assert_eq!(theirs, expected, "{spec} of {}", made.metadata);
        }
    }
}

#[test]
fn whole_chunks_are_written_without_a_read() {
    let made = {
        let mut chance = Chance::new(3);
        Made::by_chance::<i32>(&mut chance).store
    };
    let array = ArrayBuilder::new(vec![10, 10], [4, 4], data_type::int32(), 0_i32);
    let array =
        ZarrArray::writable(&array.build(made.clone(), "/a").expect("an array")).expect("one");
    made.reset();
    array
        .assign(Tensor::<i32, 2>::full([10, 10], 5))
        .expect("a write");
    // Chunks at the end reach beyond the array, and are whole too.
    assert_eq!((made.reads(), made.writes()), (0, 9));
    made.reset();
    array
        .tslice_assign(s![4:], Tensor::<i32, 1>::full([10], 6))
        .expect("a write");
    assert_eq!((made.reads(), made.writes()), (0, 6));
    made.reset();
    array
        .tslice_assign(s![3:5, ::9], Tensor::<i32, 0>::full([], 7))
        .expect("a write");
    assert_eq!((made.reads(), made.writes()), (4, 4));
    made.reset();
    array
        .tslice_assign(s![3:3], Tensor::<i32, 0>::full([], 7))
        .expect("a write");
    assert_eq!((made.reads(), made.writes()), (0, 0));
}

#[test]
fn assign_drops_leading_axes_as_arrays_do() {
    let array = ArrayBuilder::new(vec![3, 4], [2, 2], data_type::int32(), 0_i32);
    let array = array
        .build(std::sync::Arc::new(MemoryStore::new()), "/")
        .expect("an array");
    let array = ZarrArray::writable(&array)
        .expect("one")
        .into_rank::<2>()
        .expect("rank 2");
    array
        .tslice_assign(s![-1, ::-1], Tensor::<i32, 2>::from([[1, 2, 3, 4]]))
        .expect("a write");
    array
        .tpick_assign(s![[0, 0], [3, 1]], Tensor::<i32, 3>::from([[[5], [6]]]))
        .expect("a write");
    assert_eq!(
        array.read::<i32>().expect("a read"),
        [[0, 6, 0, 6], [0; 4], [4, 3, 2, 1]]
    );
    let error = array
        .tslice_assign(s![0], Tensor::<i32, 2>::zeros([2, 4]))
        .expect_err("two rows");
    assert_eq!(
        error.to_string(),
        "shape [2, 4] does not broadcast to shape [4]: its axis 0 has length 2, not 1"
    );
    let error = array
        .tslice_assign(s![:2], Tensor::<i32, 3>::zeros([1, 3, 4]))
        .expect_err("three rows");
    assert_eq!(
        error.to_string(),
        "shape [1, 3, 4] does not broadcast to shape [2, 4]: its axis 1 has length 3, not 2"
    );
    let error = array
        .assign(Tensor::<i64, 0>::zeros([]))
        .expect_err("another type");
    assert_eq!(
        error.to_string(),
        "the array holds elements of type int32, which are not written as i64"
    );
}

#[test]
fn what_is_wrong_writes_nothing() {
    let mut chance = Chance::new(4);
    let made = loop {
        let made = Made::by_chance::<i32>(&mut chance);
        if made.shape.len() == 2 && !made.shape.contains(&0) {
            break made;
        }
    };
    let array = ZarrArray::writable(&made.array).expect("an array");
    made.store.reset();
    let longer = Tensor::<i32, 1>::zeros([made.shape[1] + 2]);
    assert!(matches!(array.assign(&longer), Err(ZarrError::Shape(_))));
    assert!(matches!(
        array.assign(Tensor::<u8, 0>::zeros([])),
        Err(ZarrError::Elements { .. })
    ));
    assert!(matches!(
        array.tslice_assign(s![0, 0, 0], &longer),
        Err(ZarrError::Slice(_))
    ));
    let readable = ZarrArray::readable(&made.array).expect("an array");
    assert_eq!(
        readable.assign(Tensor::<i32, 0>::zeros([])),
        Err(ZarrError::ReadOnly)
    );
    assert_eq!((made.store.reads(), made.store.writes()), (0, 0));
    assert!(made.store.supports_get_partial());
}

#[test]
fn threads_that_write_parts_of_a_shard_lose_nothing() {
    use std::num::NonZeroU64;

    use zarrs::array::codec::array_to_bytes::sharding::ShardingCodecBuilder;

    let part = vec![NonZeroU64::new(4).expect("not zero"); 2];
    let codec = ShardingCodecBuilder::new(part, &data_type::uint16()).build();
    for sharded in [false, true] {
        let mut array = ArrayBuilder::new(vec![64, 64], [32, 64], data_type::uint16(), 0_u16);
        if sharded {
            array.array_to_bytes_codec(std::sync::Arc::new(codec.clone()));
        }
        let array = array.build(std::sync::Arc::new(MemoryStore::new()), "/");
        let array = array.expect("an array");
        let handles: Vec<_> = (0..2)
            .map(|_| {
                let handle = ZarrArray::writable(&array).expect("an array");
                handle.into_rank::<2>().expect("rank 2")
            })
            .collect();
        std::thread::scope(|scope| {
            for column in 0..16_usize {
                let handle = &handles[column % 2];
                scope.spawn(move || {
                    let values = Tensor::<u16, 0>::full([], column as u16 + 1);
                    let begin = 4 * column;
                    for row in (0..64).step_by(4) {
                        let block = s![row:row + 4, begin:begin + 4];
                        handle.tslice_assign(block, &values).expect("a write");
                    }
                });
            }
        });
        let expected = Tensor::from_shape_fn([64, 64], |[_, j]| (j / 4) as u16 + 1);
        assert_eq!(handles[0].read::<u16>().expect("a read"), expected);
    }
}

#[cfg(feature = "async")]
#[test]
fn tasks_that_write_parts_of_a_chunk_lose_nothing() {
    use ::futures::executor::block_on;
    use ::futures::future::join_all;
    use zarrs::storage::storage_adapter::sync_to_async::SyncToAsyncStorageAdapter;

    let store = SyncToAsyncStorageAdapter::new(
        std::sync::Arc::new(MemoryStore::new()),
        crate::futures::AtOnce,
    );
    let array = ArrayBuilder::new(vec![64], [64], data_type::uint16(), 0_u16);
    let array = array
        .build(std::sync::Arc::new(store), "/")
        .expect("an array");
    let array = ZarrArray::async_writable(&std::sync::Arc::new(array)).expect("an array");
    let array = array.into_rank::<1>().expect("rank 1");
    let write = async |at: usize| {
        let value = Tensor::<u16, 0>::full([], at as u16 + 1);
        array.async_tslice_assign(s![at], &value).await
    };
    let done = block_on(join_all((0..64).map(write)));
    assert!(done.into_iter().all(|done| done.is_ok()));
    let expected = Tensor::from_shape_fn([64], |[i]| i as u16 + 1);
    assert_eq!(
        block_on(array.async_read::<u16>()).expect("a read"),
        expected
    );
}
