//! Devices whose default integers or booleans are other than burn's. A process configures a device
//! once.
#![allow(
    deprecated,
    reason = "`Device::ndarray` is the second backend that needs no GPU, until burn takes it away"
)]

use burn_tensor::{
    Bool, BoolDType, DType, Device, DeviceConfig, Int, IntDType, Tensor, TensorData,
};
use tslice::s;
use tslice_burn::TSlice;

/// Positions beyond the device's own integers.
fn check(device: &Device) {
    let list: Vec<i64> = (0..500).collect();
    let t =
        || Tensor::<1, Int>::from_data(TensorData::new(list.clone(), [500]), (device, DType::I64));
    let read = |t: Tensor<1, Int>| t.to_data().iter::<i64>().collect::<Vec<_>>();
    assert_eq!(t().dtype(), DType::I64);
    assert_eq!(read(t().tpick(s![[399, 2, 256]])), [399, 2, 256]);
    let positions = Tensor::<1, Int>::from_data([399, 2, -244], (device, DType::I64));
    assert_eq!(read(t().tpick(s![&positions])), [399, 2, 256]);
    let narrow = Tensor::<1, Int>::from_data([255, 2], (device, DType::U8));
    assert_eq!(read(t().ttake(0, &narrow)), [255, 2]);
    let mask = t().greater_scalar(397);
    let expected: Vec<i64> = (398..500).collect();
    assert_eq!(read(t().tpick(s![&mask])), expected);
    assert_eq!(read(t().tselect(&mask)), expected);
    let values =
        Tensor::<1, Int>::from_data(TensorData::new(vec![-1_i64, -2], [2]), (device, DType::I64));
    let assigned = read(t().tpick_assign(s![[399, 256]], values));
    assert_eq!(
        (assigned[399], assigned[256], assigned[0], assigned[143]),
        (-1, -2, 0, 143)
    );
    assert_eq!(read(t().tpick_fill(s![[399]], 7))[398..401], [398, 7, 400]);
    let booleans = Tensor::<1, Bool>::from_data([true, false], device);
    assert_eq!(
        booleans
            .tpick(s![[1, 0, 0]])
            .to_data()
            .iter::<bool>()
            .collect::<Vec<_>>(),
        [false, true, true]
    );
}

#[test]
fn positions_exceed_the_integers_of_flex() {
    let mut device = Device::flex();
    let config = DeviceConfig::default()
        .int_dtype(IntDType::U8)
        .bool_dtype(BoolDType::U8);
    device.configure(config).expect("not used before");
    check(&device);
    // Beside them, booleans of another element type keep it.
    let native = (&device, DType::Bool(burn_tensor::BoolStore::Native));
    let t = || Tensor::<1, Bool>::from_data([true, false, false], native);
    assert_eq!(t().tpick(s![[1, 0]]).dtype(), t().dtype());
    let assigned = t().tpick_assign(s![[2]], Tensor::<1, Bool>::from_data([true], native));
    assert_eq!(
        assigned.to_data().iter::<bool>().collect::<Vec<_>>(),
        [true, false, true]
    );
}

#[test]
fn positions_exceed_the_integers_of_ndarray() {
    let mut device = Device::ndarray();
    device.configure(IntDType::U8).expect("not used before");
    check(&device);
}
