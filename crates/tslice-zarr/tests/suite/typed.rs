use std::sync::Arc;

use tslice::{DynSpec, DynTensor, Tensor, View, ViewMut, s};
use tslice_zarr::{ZarrArray, ZarrError};
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::storage::store::MemoryStore;

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
fn the_rank_of_a_typed_spec_is_inferred() {
    let array = counted().into_rank::<2>().expect("rank 2");
    let column: Tensor<i32, 1> = array.tslice(s![::-2, 1]).read().expect("a read");
    assert_eq!(column, [31, 11]);
    let same = array
        .tslice(s![newaxis, 1:3, ..])
        .tslice(s![0, :, ::5])
        .read::<i32>()
        .expect("a read");
    let typed: View<'_, i32, 2> = same.view();
    assert_eq!(typed, [[10, 15], [20, 25]]);
    let number: Tensor<i32, 0> = array.tslice(s![-1, -1]).read().expect("a read");
    assert_eq!(number.into_vec(), [35]);
}

tslice::axes! {
    Sheet = row, column;
}

#[test]
fn axes_by_name_read_parts() {
    let array = counted().into_rank::<2>().expect("rank 2");
    let column: Tensor<i32, 1> = array
        .tslice(s![Sheet: column = 1, row = ::-2])
        .read()
        .expect("a read");
    assert_eq!(column, [31, 11]);
    let same = array.tslice(s![::-2, 1]).read::<i32>().expect("a read");
    assert_eq!(column, same);
    let picked = array.tpick(s![Sheet: column = [0, -1], row = 1:+2]);
    let picked: Tensor<i32, 2> = picked.read().expect("a read");
    assert_eq!(picked, [[10, 15], [20, 25]]);
}

#[test]
fn a_spec_in_text_gives_a_dynamic_rank() {
    let spec: DynSpec = "1, 2:4".parse().expect("a spec");
    let row: DynTensor<i32> = counted().tslice(&spec).read().expect("a read");
    assert_eq!(row, [12, 13]);
    let array = counted().into_rank::<2>().expect("rank 2");
    let row: DynTensor<i32> = array.tslice(&spec).read().expect("a read");
    assert_eq!(row, [12, 13]);
}

#[test]
fn it_reads_into_views_of_arrays() {
    let array = counted().into_rank::<2>().expect("rank 2");
    let mut target = [[0; 3]; 4];
    let mut view: ViewMut<'_, i32, 2> = ViewMut::from(&mut target);
    array
        .tslice(s![:2, :2])
        .read_into(&mut view.slice_mut(s![::3, ::-2]))
        .expect("a read");
    assert_eq!(target, [[1, 0, 0], [0; 3], [0; 3], [11, 0, 10]]);
}

#[test]
fn numbers_lists_and_arrays_of_ndarray_are_assigned_alike() {
    let array = counted().into_rank::<2>().expect("rank 2");
    let read = || array.read::<i32>().expect("a read").into_vec();
    // Each form is written over other numbers, which it replaces.
    let erase = || array.assign(-9).expect("a write");
    erase();
    assert_eq!(read(), [-9; 24]);

    let row = &[5, 6, 7, 8, 9, 10];
    let rows = row.repeat(4);
    array.assign(row).expect("a list by reference");
    assert_eq!(read(), rows);
    erase();
    array.assign(*row).expect("a list");
    assert_eq!(read(), rows);
    erase();
    array.assign(row.to_vec()).expect("a vector");
    assert_eq!(read(), rows);
    erase();
    array.assign(&row[..]).expect("a slice of Rust");
    assert_eq!(read(), rows);
    erase();
    array.assign::<i32, _>([*row; 4]).expect("nested arrays");
    assert_eq!(read(), rows);
    erase();
    let foreign = ndarray::Array2::from_shape_vec((4, 6), (0..24).collect()).expect("24");
    array.assign(&foreign).expect("an array of ndarray");
    assert!(read().iter().eq(&foreign));

    let pair = &[1, 2];
    array.tslice_assign(s![1, :2], pair).expect("a list");
    array.tslice_assign(s![::2, -1], 3).expect("a number");
    let transposed = ndarray::arr2(&[[60, 61], [70, 71], [80, 81]]);
    array
        .tslice_assign(s![2:, 1:4], transposed.t())
        .expect("a view of ndarray");
    array
        .tpick(s![[3, 0], [0, 4]])
        .assign::<i32, _>([[40], [50]])
        .expect("nested arrays");
    let expected = [
        [50, 1, 2, 3, 50, 3],
        [1, 2, 8, 9, 10, 11],
        [12, 60, 70, 80, 16, 3],
        [40, 61, 71, 81, 40, 23],
    ];
    assert_eq!(array.read::<i32>().expect("a read"), expected);
    let error = array.assign(pair).expect_err("another length");
    assert_eq!(
        error.to_string(),
        "shape [2] does not broadcast to shape [4, 6]: its axis 0 has length 2, not 6"
    );
}

#[test]
fn errors_say_what_is_wrong() {
    let array = counted().into_rank::<2>().expect("rank 2");
    let said = |error: ZarrError| error.to_string();
    let error = array.try_tslice(s![0, 6]).expect_err("out of bounds");
    assert_eq!(
        said(error),
        "index 6 is out of bounds for axis 1 with length 6"
    );
    let error = array.read::<u32>().expect_err("another type");
    assert_eq!(
        said(error),
        "the array holds elements of type int32, which are not read as u32"
    );
    let error = array
        .read_into(&mut Tensor::<i32, 2>::zeros([4, 5]))
        .expect_err("another shape");
    assert_eq!(said(error), "axis 1 has length 5, expected 6");
    let error = counted().into_rank::<3>().expect_err("another rank");
    assert_eq!(said(error), "expected rank 3, got rank 2");
}

#[test]
#[should_panic(expected = "index -7 is out of bounds for axis 1 with length 6")]
fn the_short_form_panics() {
    _ = counted().tslice(&"0, -7".parse::<DynSpec>().expect("a spec"));
}

#[test]
fn any_number_of_threads_reads_the_same() {
    for threads in [1, 3, 20] {
        let array = counted().with_threads(threads).expect("threads");
        assert_eq!(
            array.tslice(s![::-1, ::5]).read::<i32>().expect("a read"),
            [[30, 35], [20, 25], [10, 15], [0, 5]]
        );
    }
}
