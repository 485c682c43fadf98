//! Picks beside those of plain arrays.
#![allow(
    deprecated,
    reason = "`Device::ndarray` is the second backend that needs no GPU, until burn takes it away"
)]

use burn_tensor::{Bool, Device, Int, Tensor, TensorData};
use tslice::{DynTensor, DynView, s};
use tslice_burn::TSlice;
use tslice_cases::picks;

fn read<const D: usize>(t: &Tensor<D, Int>) -> Vec<i64> {
    t.to_data().convert::<i64>().try_into_vec().expect("integers")
}

fn of<const D: usize>(list: &[i64], shape: &[usize], device: &Device) -> Tensor<D, Int> {
    Tensor::from_data(TensorData::new(list.to_vec(), shape), device)
}

/// Compares a pick of an array of rank D, whose result has rank O.
fn check<const D: usize, const O: usize>(shape: &[usize], spec: &tslice::DynSpec, device: &Device)
where
    tslice::Dyn: tslice_burn::ToRank<O>,
    for<'s> &'s tslice::DynSpec: tslice::Picks<tslice::Rank<D>, Output = tslice::Dyn>,
    for<'s> &'s tslice::DynSpec: tslice::Picks<tslice::Dyn, Output = tslice::Dyn>,
{
    let list: Vec<i64> = (0..).take(shape.iter().product()).collect();
    let tensor = || of::<D>(&list, shape, device);
    let mut array: DynTensor<i64> = DynView::from_shape(shape, &list).expect("as many").to_tensor();
    let expected = array.pick(spec);
    let picked: Tensor<O, Int> = tensor().tpick(spec);
    assert_eq!(
        (&picked.dims()[..], read(&picked)),
        (expected.shape(), expected.to_vec()),
        "{shape:?} {spec}"
    );
    let values: Vec<i64> = (100..).take(expected.to_vec().len()).collect();
    array.pick_mut(spec).assign(&DynView::from_shape(expected.shape(), &values).expect("as many"));
    let there = of::<O>(&values, expected.shape(), device);
    assert_eq!(read(&tensor().tpick_assign(spec, there)), array.to_vec(), "{shape:?} {spec}");
    array.assign(&DynView::from_shape(shape, &list).expect("as many"));
    array.pick_mut(spec).fill(-5);
    assert_eq!(read(&tensor().tpick_fill(spec, -5)), array.to_vec(), "{shape:?} {spec}");
}

macro_rules! by_rank {
    ($shape:expr, $spec:expr, $device:expr, $into:expr, $($d:literal)+) => {
        match $shape.len() {
            $($d => match $into {
                1 => check::<$d, 1>($shape, $spec, $device),
                2 => check::<$d, 2>($shape, $spec, $device),
                3 => check::<$d, 3>($shape, $spec, $device),
                4 => check::<$d, 4>($shape, $spec, $device),
                5 => check::<$d, 5>($shape, $spec, $device),
                6 => check::<$d, 6>($shape, $spec, $device),
                _ => {}
            },)+
            _ => {}
        }
    };
}

#[test]
fn picks_and_assignments_are_those_of_plain_arrays() {
    for device in [Device::flex(), Device::ndarray()] {
        for (shape, spec) in picks() {
            let list: Vec<i64> = vec![0; shape.iter().product()];
            let into = DynView::from_shape(&shape, &list).expect("as many").pick(&spec).shape().len();
            by_rank!(&shape[..], &spec, &device, into, 1 2 3 4);
        }
    }
}

#[test]
fn masks_booleans_and_scalars() {
    let t = || of::<2>(&(0..12).collect::<Vec<_>>(), &[3, 4], &Device::flex());
    let (mask, columns) = ([true, false, true], vec![3_u8, 3]);
    assert_eq!(read(&t().tpick(s![&mask, &columns])), [3, 3, 11, 11]);
    assert_eq!(read(&t().tslice_fill(s![:, 1:], 7).tslice(s![2])), [8, 7, 7, 7]);
    // The `select` of flex gives booleans another element type.
    let b = Tensor::<1, Bool>::from_data([true, false, false], &Device::ndarray());
    let data = b.tpick_fill(s![[0, 1]], false).tpick_fill(s![[1]], true).to_data();
    assert_eq!(data.iter::<bool>().collect::<Vec<_>>(), [false, true, false]);
    let spec: tslice::DynSpec = "[0], [0], [0]".parse().expect("a spec");
    let error = t().try_tpick::<1, _>(&spec).expect_err("too many");
    assert_eq!(error.to_string(), "this spec takes 3 axes, the array has rank 2");
    let error =
        t().try_tpick::<3, _>(&"0, [0]".parse::<tslice::DynSpec>().expect("a spec")).expect_err("rank 1");
    assert_eq!(error.to_string(), "the spec selects a tensor of rank 1, and one of rank 3 was asked for");
}
