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
        .assign(&Tensor::<i32, 2>::full([10, 10], 5))
        .expect("a write");
    // Chunks at the end reach beyond the array, and are whole too.
    assert_eq!((made.reads(), made.writes()), (0, 9));
    made.reset();
    array
        .tslice_assign(s![4:], &Tensor::<i32, 1>::full([10], 6))
        .expect("a write");
    assert_eq!((made.reads(), made.writes()), (0, 6));
    made.reset();
    array
        .tslice_assign(s![3:5, ::9], &Tensor::<i32, 0>::full([], 7))
        .expect("a write");
    assert_eq!((made.reads(), made.writes()), (4, 4));
    made.reset();
    array
        .tslice_assign(s![3:3], &Tensor::<i32, 0>::full([], 7))
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
        .tslice_assign(s![-1, ::-1], &Tensor::<i32, 2>::from([[1, 2, 3, 4]]))
        .expect("a write");
    array
        .tpick_assign(s![[0, 0], [3, 1]], &Tensor::<i32, 3>::from([[[5], [6]]]))
        .expect("a write");
    assert_eq!(
        array.read::<i32>().expect("a read"),
        [[0, 6, 0, 6], [0; 4], [4, 3, 2, 1]]
    );
    let error = array
        .tslice_assign(s![0], &Tensor::<i32, 2>::zeros([2, 4]))
        .expect_err("two rows");
    assert_eq!(
        error.to_string(),
        "shape [2, 4] does not broadcast to shape [4]"
    );
    let error = array
        .tslice_assign(s![:2], &Tensor::<i32, 3>::zeros([1, 3, 4]))
        .expect_err("three rows");
    assert_eq!(
        error.to_string(),
        "shape [1, 3, 4] does not broadcast to shape [2, 4]"
    );
    let error = array
        .assign(&Tensor::<i64, 0>::zeros([]))
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
        array.assign(&Tensor::<u8, 0>::zeros([])),
        Err(ZarrError::Elements { .. })
    ));
    assert!(matches!(
        array.tslice_assign(s![0, 0, 0], &longer),
        Err(ZarrError::Slice(_))
    ));
    let readable = ZarrArray::readable(&made.array).expect("an array");
    assert_eq!(
        readable.assign(&Tensor::<i32, 0>::zeros([])),
        Err(ZarrError::ReadOnly)
    );
    assert_eq!((made.store.reads(), made.store.writes()), (0, 0));
    assert!(made.store.supports_get_partial());
}
