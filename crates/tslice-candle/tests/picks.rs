//! Masks, borrowed lists and errors of picks.

use candle_core::{Device, Tensor};
use tslice::{DynSpec, s};
use tslice_candle::TSlice;

fn read(t: &Tensor) -> Vec<i64> {
    t.flatten_all().and_then(|t| t.to_vec1()).expect("integers")
}

#[test]
fn masks_and_borrowed_lists_pick() {
    let t = Tensor::arange(0_i64, 12, &Device::Cpu)
        .and_then(|t| t.reshape((3, 4)))
        .expect("12 numbers");
    let (mask, columns) = ([true, false, true], vec![3_u8, 3]);
    assert_eq!(read(&t.tpick(s![&mask, &columns])), [3, 3, 11, 11]);
    let error = t.try_tpick(s![[0], [0], [0]]).expect_err("too many");
    assert_eq!(
        error.to_string(),
        "this spec takes 3 axes, the array has rank 2"
    );
    let error = t.try_tpick(s![:, [0, 4]]).expect_err("out of bounds");
    assert_eq!(
        error.to_string(),
        "index 4, at position 1 of its list, is out of bounds for axis 1 with length 4"
    );
}

#[test]
fn assign_takes_scalars_and_leading_axes_of_1() {
    let t = Tensor::zeros((2, 3), candle_core::DType::I64, &Device::Cpu).expect("zeros");
    let row = Tensor::new(&[[[1_i64, 2, 3]]], &Device::Cpu).expect("a row");
    assert_eq!(read(&t.tslice_assign(s![1], &row)), [0, 0, 0, 1, 2, 3]);
    assert_eq!(read(&t.tpick_assign(s![[1, 0]], &row)), [1, 2, 3, 1, 2, 3]);
    assert_eq!(read(&t.tslice_fill(s![:, 1], 5.0)), [0, 5, 0, 0, 5, 0]);
    let pair = row.broadcast_as((2, 1, 3)).expect("twice");
    let error = t.try_tslice_assign(s![1], &pair).expect_err("two rows");
    assert_eq!(
        error.to_string(),
        "shape [2, 1, 3] does not broadcast to shape [3]: its axis 0 has length 2, not 1"
    );
}

#[test]
fn slice_by_a_parsed_list_names_tpick() {
    let spec: DynSpec = ":, [0, 2]".parse().expect("a spec");
    let t = Tensor::zeros((2, 3), candle_core::DType::F32, &Device::Cpu).expect("zeros");
    let error = t.try_tslice(&spec).expect_err("a list");
    assert_eq!(
        error.to_string(),
        "entry 1 of the spec is a list, which no slice has: `tpick` takes it"
    );
}
