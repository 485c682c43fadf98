use tslice::{DynSpec, DynTensor, Tensor, s};
use tslice_zarr::{ZarrArray, ZarrError};
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::storage::ReadableStorageTraits;

use crate::arrays::{Made, indices, number};
use crate::chance::Chance;
use crate::oracle;

#[test]
fn random_assignments_are_those_of_the_oracle() {
    let mut chance = Chance::new(21);
    for _ in 0..400 {
        let made = Made::by_chance::<i32>(&mut chance);
        let array = ZarrArray::writable(&made.array).expect("an array");
        let mut expected: Vec<i32> = indices(&made.shape).map(|index| made.element(&index)).collect();
        for round in 0..3 {
            let entries = oracle::by_chance(&mut chance, &made.shape);
            let Some(selected) = oracle::select(&entries, &made.shape) else { continue };
            let spec: DynSpec = oracle::text(&entries).parse().expect("a spec");
            // Sometimes one value for all.
            let shape = if chance.one_in(4) { vec![] } else { selected.shape() };
            let count: usize = shape.iter().product();
            let values = (0..count).map(|at| 1_000 * (round + 1) + at as i32).collect::<Vec<_>>();
            for (at, index) in selected.indices().iter().enumerate() {
                expected[number(index, &made.shape)] = values[if shape.is_empty() { 0 } else { at }];
            }
            let values = DynTensor::from_shape_vec(&shape, values).expect("a shape");
            array
                .tslice_assign(&spec, &values)
                .unwrap_or_else(|error| panic!("{spec} of {}: {error}", made.metadata));
            let read: DynTensor<i32> = array.read().expect("a read");
            assert_eq!(read.as_slice(), Some(&expected[..]), "{spec} of {}", made.metadata);
            // The engine alone reads the same.
            let theirs: Vec<i32> =
                made.array.retrieve_array_subset(&made.array.subset_all()).expect("a read");
            assert_eq!(theirs, expected, "{spec} of {}", made.metadata);
        }
    }
}

#[test]
fn whole_chunks_are_written_unread_and_others_read_once() {
    let made = {
        let mut chance = Chance::new(3);
        Made::by_chance::<i32>(&mut chance).store
    };
    let array = ArrayBuilder::new(vec![10, 10], [4, 4], data_type::int32(), 0_i32);
    let array = ZarrArray::writable(&array.build(made.clone(), "/a").expect("an array")).expect("one");
    made.reset();
    array.assign(&Tensor::<i32, 2>::full([10, 10], 5)).expect("a write");
    // Chunks at the end reach beyond the array, and are whole too.
    assert_eq!((made.reads(), made.writes()), (0, 9));
    made.reset();
    array.tslice_assign(s![4:], &Tensor::<i32, 1>::full([10], 6)).expect("a write");
    assert_eq!((made.reads(), made.writes()), (0, 6));
    made.reset();
    array.tslice_assign(s![3:5, ::9], &Tensor::<i32, 0>::full([], 7)).expect("a write");
    assert_eq!((made.reads(), made.writes()), (4, 4));
    made.reset();
    array.tslice_assign(s![3:3], &Tensor::<i32, 0>::full([], 7)).expect("a write");
    assert_eq!((made.reads(), made.writes()), (0, 0));
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
    assert!(matches!(array.assign(&Tensor::<u8, 0>::zeros([])), Err(ZarrError::Elements { .. })));
    assert!(matches!(array.tslice_assign(s![0, 0, 0], &longer), Err(ZarrError::Slice(_))));
    let readable = ZarrArray::readable(&made.array).expect("an array");
    assert_eq!(readable.assign(&Tensor::<i32, 0>::zeros([])), Err(ZarrError::ReadOnly));
    assert_eq!(made.store.writes(), 0);
    assert!(made.store.supports_get_partial());
}
