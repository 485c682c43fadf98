//! Picks beside those of plain arrays.

use candle_core::{Device, Tensor};
use tslice::{DynTensor, DynView, s};
use tslice_candle::TSlice;
use tslice_cases::picks;

fn read(t: &Tensor) -> Vec<i64> {
    t.flatten_all().and_then(|t| t.to_vec1()).expect("integers")
}

#[test]
fn picks_and_assignments_are_those_of_plain_arrays() {
    for (shape, spec) in picks() {
        let len = i64::try_from(shape.iter().product::<usize>()).expect("few");
        let list: Vec<i64> = (0..len).collect();
        let tensor = Tensor::from_vec(list.clone(), &shape[..], &Device::Cpu).expect("a shape");
        let mut array: DynTensor<i64> = DynView::from_shape(&shape, &list).expect("as many").to_tensor();
        let expected = array.pick(&spec);
        let picked = tensor.tpick(&spec);
        assert_eq!((picked.dims(), read(&picked)), (expected.shape(), expected.to_vec()), "{shape:?} {spec}");
        let values: Vec<i64> = (100..).take(expected.to_vec().len()).collect();
        let there = Tensor::from_vec(values.clone(), expected.shape(), &Device::Cpu).expect("a shape");
        array.pick_mut(&spec).assign(&DynView::from_shape(expected.shape(), &values).expect("as many"));
        assert_eq!(read(&tensor.tpick_assign(&spec, &there)), array.to_vec(), "{shape:?} {spec}");
        array.pick_mut(&spec).fill(-5);
        assert_eq!(read(&tensor.tpick_fill(&spec, -5.0).tpick_fill(&spec, -5_i64)).len(), list.len());
        assert_eq!(read(&tensor.tpick_assign(&spec, &there).tpick_fill(&spec, -5.0)), array.to_vec());
    }
}

#[test]
fn masks_and_borrowed_lists_pick() {
    let t = Tensor::arange(0_i64, 12, &Device::Cpu).and_then(|t| t.reshape((3, 4))).expect("12 numbers");
    let (mask, columns) = ([true, false, true], vec![3_u8, 3]);
    assert_eq!(read(&t.tpick(s![&mask, &columns])), [3, 3, 11, 11]);
    let error = t.try_tpick(s![[0], [0], [0]]).expect_err("too many");
    assert_eq!(error.to_string(), "this spec takes 3 axes, the array has rank 2");
    let error = t.try_tpick(s![:, [0, 4]]).expect_err("out of bounds");
    assert_eq!(
        error.to_string(),
        "index 4, at position 1 of its list, is out of bounds for axis 1 with length 4"
    );
}

#[test]
fn values_with_leading_axes_of_length_1_and_scalars_are_assigned() {
    let t = Tensor::zeros((2, 3), candle_core::DType::I64, &Device::Cpu).expect("zeros");
    let row = Tensor::new(&[[[1_i64, 2, 3]]], &Device::Cpu).expect("a row");
    assert_eq!(read(&t.tslice_assign(s![1], &row)), [0, 0, 0, 1, 2, 3]);
    assert_eq!(read(&t.tpick_assign(s![[1, 0]], &row)), [1, 2, 3, 1, 2, 3]);
    assert_eq!(read(&t.tslice_fill(s![:, 1], 5.0)), [0, 5, 0, 0, 5, 0]);
    let pair = row.broadcast_as((2, 1, 3)).expect("twice");
    let error = t.try_tslice_assign(s![1], &pair).expect_err("two rows");
    assert_eq!(error.to_string(), "shape [2, 1, 3] does not broadcast to shape [3]");
}
