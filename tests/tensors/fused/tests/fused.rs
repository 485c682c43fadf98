//! burn's `wgpu` with fusion beside `flex`: slices, picks, writes, lists that are tensors, and
//! gradients. Mesa's llvmpipe is a device for Vulkan on the CPU.

use burn_tensor::{Bool, DType, Device, DeviceKind, Int, Tensor, TensorData};
use tslice::s;
use tslice_burn::TSlice;

fn fused() -> Device {
    Device::wgpu(DeviceKind::Cpu)
}

fn weight(place: usize) -> f32 {
    (place as f32 * 0.7).sin() + 2.
}

fn floats<const D: usize>(shape: [usize; D], device: &Device) -> Tensor<D> {
    let list: Vec<f32> = (0..shape.iter().product()).map(weight).collect();
    Tensor::from_data(TensorData::new(list, shape), device)
}

fn list(list: &[i32], device: &Device) -> Tensor<1, Int> {
    Tensor::from_data(
        TensorData::new(list.to_vec(), [list.len()]),
        (device, DType::I32),
    )
}

fn mask(mask: &[bool], device: &Device) -> Tensor<1, Bool> {
    Tensor::from_data(TensorData::new(mask.to_vec(), [mask.len()]), device)
}

fn read<const D: usize>(tensor: Tensor<D>) -> (Vec<usize>, Vec<f32>) {
    let shape = tensor.dims().to_vec();
    (shape, tensor.into_data().iter::<f32>().collect())
}

/// Compares results of both devices.
#[track_caller]
fn same<const D: usize>(what: impl Fn(&Device) -> Tensor<D>) {
    let (shape, got) = read(what(&fused()));
    let (expected_shape, expected) = read(what(&Device::flex()));
    assert_eq!(shape, expected_shape);
    for (got, expected) in got.iter().zip(&expected) {
        let close = 1e-4 * expected.abs().max(1.);
        assert!((got - expected).abs() < close, "{got}, not {expected}");
    }
}

/// Compares the gradients of a function at a tensor of shape `[4, 3, 5]`.
#[track_caller]
fn same_gradient<const D: usize>(function: impl Fn(Tensor<3>, &Device) -> Tensor<D>) {
    same(|device| {
        let x = floats([4, 3, 5], &device.clone().autodiff()).require_grad();
        let result = function(x.clone(), device);
        let weights = floats(result.dims(), &result.device());
        let gradients = (result.square() * weights).sum().backward();
        x.grad(&gradients).expect("it takes part")
    });
}

#[test]
fn fused_slices_and_picks_are_those_of_flex() {
    let t = |device: &Device| floats([4, 3, 5], device).exp();
    same(|d| t(d).tslice::<3, _>(s![::-1, 1:, ::2]) + 1.);
    same(|d| t(d).tslice::<3, _>(s![2, newaxis, .., ::-2]).sqrt());
    same(|d| t(d).tpick::<3, _>(s![[3, 0, -1], 1:, [4, 1]]) * 2.);
    same(|d| t(d).tpick::<2, _>(s![([0, 3, 3], [2, -1, 0])]).exp());
    same(|d| t(d).tslice_assign(s![1:, .., ::-2], floats([3, 3], d) - 1.));
    same(|d| t(d).tslice_fill(s![.., -1], 7) + 1.);
    same(|d| t(d).tpick_assign(s![[3, 0, 3], .., [4, 1]], floats([3, 3, 2], d)));
    same(|d| t(d).tpick_fill(s![([0, 3], [2, 0])], 7).sqrt());
    same(|d| t(d).tpick_add(s![[3, 0, 3], 1:], floats([3, 2, 5], d)));
}

#[test]
fn fused_lists_that_are_tensors_are_those_of_flex() {
    let t = |device: &Device| floats([4, 3, 5], device).exp();
    let rows = |device: &Device| list(&[3, 0, -1], device).add_scalar(0);
    let depths = |device: &Device| list(&[-5, 2], device);
    same(|d| t(d).tpick::<3, _>(s![&rows(d), .., &depths(d)]) + 1.);
    same(|d| t(d).tpick::<2, _>(s![&rows(d), 1, ::-2]).sqrt());
    same(|d| t(d).tpick::<2, _>(s![(&rows(d), [1, 0, 2]), &depths(d)]));
    same(|d| {
        t(d).tpick::<2, _>(s![&mask(&[true, false, false, true], d), 1])
            .sqrt()
    });
    same(|d| t(d).tpick::<2, _>(s![&mask(&[false; 4], d), 1]));
    same(|d| t(d).tpick_assign(s![&rows(d), .., &depths(d)], floats([3, 3, 2], d)));
    same(|d| t(d).tpick_add(s![&rows(d), .., &depths(d)], floats([3, 3, 2], d)));
    same(|d| t(d).tpick_fill(s![&rows(d), 1], 7) + 1.);
    same(|d| t(d).ttake::<2, 4>(1, &list(&[2, 0, -1, 1], d).reshape([2, 2])));
    same(|d| t(d).tselect::<3, 1>(&t(d).greater_scalar(8.)));
    same(|d| {
        let odd = t(d).greater_scalar(8.);
        let values = mask(&[true, false, true, false, true], d);
        odd.tpick_assign(s![&rows(d), 0], values).float()
    });
}

#[test]
fn fused_devices_check_positions_if_asked() {
    let device = fused();
    let t = || floats([4, 3], &device);
    let outside = list(&[0, 4], &device);
    let error = t().try_tpick::<2, _>(s![&outside]).expect_err("outside");
    assert_eq!(
        error.to_string(),
        "index 4, at position 1 of its list, is out of bounds for axis 0 with length 4"
    );
    // Without the question, it is the nearest position.
    let nearest = t().tpick::<2, _>(s![&list(&[0, 4, -9], &device)]);
    assert_eq!(read(nearest), read(t().tpick::<2, _>(s![[0, 3, 0]])));
}

#[test]
fn fused_gradients_are_those_of_flex() {
    same_gradient(|x, _| x.clone().tslice::<2, _>(s![::2, 1, ::-1]) + x.tslice(s![2:, 0, :5]));
    same_gradient(|x, _| x.tpick::<3, _>(s![[3, 0, 3], 1:, [4, 1]]));
    same_gradient(|x, d| {
        let values = floats([3, 3], &d.clone().autodiff());
        x.exp().tslice_assign(s![1:, .., ::-2], values)
    });
    same_gradient(|x, d| {
        x.tpick::<2, _>(s![(&list(&[3, 0, -1], d), [1, 0, 1])])
            .sqrt()
    });
    same_gradient(|x, d| x.ttake::<2, 4>(0, &list(&[3, 0, -1, 3], d).reshape([2, 2])));
    let values = |d: &Device| floats([3, 3, 5], &d.clone().autodiff());
    same_gradient(|x, d| x.tpick_assign(s![&list(&[3, 0, -1], d)], values(d)));
    same_gradient(|x, d| x.tpick_add(s![&list(&[3, 0, -1], d)], values(d)).sqrt());
}

#[test]
fn fused_gradients_stay_beside_an_empty_slice() {
    same_gradient(|x, _| {
        let empty: Tensor<3> = x.clone().tslice(s![4:]);
        assert_eq!(empty.dims(), [0, 3, 5]);
        x.exp().tslice::<2, _>(s![.., ::-2, 1])
    });
}
