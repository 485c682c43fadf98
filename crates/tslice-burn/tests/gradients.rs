//! Gradients beside finite differences, on two backends.
#![allow(
    deprecated,
    reason = "`Device::ndarray` is the second backend that needs no GPU, until burn takes it away"
)]

use burn_tensor::{DType, Device, Tensor, TensorData};
use tslice::{DynSpec, s};
use tslice_burn::TSlice;
use tslice_cases::EVERY_ENTRY;

fn numbers<const D: usize>(shape: [usize; D], from: f64, device: &Device) -> Tensor<D> {
    #[allow(clippy::cast_precision_loss, reason = "small numbers")]
    let list: Vec<f64> = (0..shape.iter().product::<usize>())
        .map(|i| from + (i as f64 * 0.7).sin())
        .collect();
    Tensor::from_data(TensorData::new(list, shape), (device, DType::F64))
}

/// A sum of squares with a weight of its own for each place, so that an element at a wrong place is
/// noticed.
fn judged<const D: usize>(t: Tensor<D>) -> Tensor<1> {
    let weights = numbers(t.dims(), 2.0, &t.device());
    (t.square() * weights).sum()
}

fn list<const D: usize>(t: &Tensor<D>) -> Vec<f64> {
    t.to_data().try_into_vec().expect("f64")
}

/// Compares the gradient of a function with its finite differences.
fn check<const D: usize>(what: &str, at: &Tensor<D>, function: impl Fn(Tensor<D>) -> Tensor<1>) {
    let device = at.device().autodiff();
    let of = |list: Vec<f64>| {
        Tensor::<D>::from_data(TensorData::new(list, at.dims()), (&device, DType::F64))
    };
    let leaf = of(list(at)).require_grad();
    let gradients = function(leaf.clone()).backward();
    let gradient = leaf.grad(&gradients).expect("the leaf takes part");
    assert_eq!(gradient.dims(), at.dims(), "{what}");
    for (place, got) in list(&gradient).into_iter().enumerate() {
        let value = |change: f64| {
            let mut changed = list(at);
            changed[place] += change;
            list(&function(of(changed)))[0]
        };
        let expected = (value(1e-4) - value(-1e-4)) / 2e-4;
        assert!(
            (got - expected).abs() < 1e-6,
            "{what}, element {place}: {got}, not {expected}"
        );
    }
}

fn judged_slice(x: Tensor<3>, spec: &DynSpec) -> Tensor<1> {
    let mut rank = 3;
    for entry in spec.to_string().split(", ") {
        match entry {
            "newaxis" => rank += 1,
            index if index.parse::<i64>().is_ok() => rank -= 1,
            _ => {}
        }
    }
    match rank {
        1 => judged::<1>(x.tslice(spec)),
        2 => judged::<2>(x.tslice(spec)),
        3 => judged::<3>(x.tslice(spec)),
        4 => judged::<4>(x.tslice(spec)),
        rank => panic!("{spec}: rank {rank}"),
    }
}

#[test]
fn gradients_of_every_entry_are_finite_differences() {
    for device in [Device::flex(), Device::ndarray()] {
        let at = numbers([4, 3, 5], 0.3, &device);
        for text in EVERY_ENTRY {
            let spec: DynSpec = text.parse().expect("a spec");
            check(text, &at, |x| judged_slice(x, &spec));
        }
    }
}

#[test]
fn gradients_of_several_slices_add_up() {
    for device in [Device::flex(), Device::ndarray()] {
        let at = numbers([4, 3, 5], 0.3, &device);
        check("two slices that overlap", &at, |x| {
            judged(x.clone().tslice(s![::2, .., ::-1]) + x.tslice(s![:2, .., 0:5]))
        });
        check("a slice of a slice", &at, |x| {
            judged(
                x.tslice(s![::-2, 1:])
                    .tslice(s![.., ::2])
                    .tslice(s![0, ::-1]),
            )
        });
        check("a slice taken twice", &at, |x| {
            let slice = x.tslice(s![1:, 1, ::-2]);
            judged(slice.clone() + slice.square())
        });
    }
}

#[test]
fn gradients_of_an_assignment_reach_both_sides() {
    for device in [Device::flex(), Device::ndarray()] {
        let (at, values) = (
            numbers([4, 3, 5], 0.3, &device),
            numbers([2, 1], 0.9, &device),
        );
        let gradual = device.clone().autodiff();
        let with = |t: &Tensor<3>| Tensor::<3>::from_data(t.to_data(), (&gradual, DType::F64));
        let beside = |t: &Tensor<2>| Tensor::<2>::from_data(t.to_data(), (&gradual, DType::F64));
        check("the tensor", &at, |x| {
            judged(x.tslice_assign(s![.., :2, ::-2], beside(&values)))
        });
        check("the values", &values, |v| {
            judged(with(&at).tslice_assign(s![.., :2, ::-2], v))
        });
        check("the values of a row", &values, |v| {
            judged(with(&at).tslice_assign(s![-1, newaxis, :2, 1:3], v))
        });
    }
}

#[test]
fn gradients_of_picks_are_finite_differences() {
    for device in [Device::flex(), Device::ndarray()] {
        let (at, values) = (
            numbers([4, 3, 5], 0.3, &device),
            numbers([3, 3], 0.9, &device),
        );
        let gradual = device.clone().autodiff();
        let with = |t: &Tensor<3>| Tensor::<3>::from_data(t.to_data(), (&gradual, DType::F64));
        let beside = || Tensor::<2>::from_data(values.to_data(), (&gradual, DType::F64));
        check("rows", &at, |x| judged(x.tpick(s![[2, 0, 2, -1], 1:])));
        check("a group", &at, |x| {
            judged(x.tpick(s![([0, 0, 3], [1, 1, -1]), [4, 4, 0]]))
        });
        check("the tensor", &at, |x| {
            judged(x.tpick_assign(s![([0, 0, 3], [1, 1, -1]), [4, 4, 0]], beside()))
        });
        check("the values", &values, |v| {
            judged(with(&at).tpick_assign(s![([0, 0, 3], [1, 1, -1]), [4, 4, 0]], v))
        });
    }
}

#[test]
fn gradient_of_whole_or_empty_slice_stays() {
    for device in [Device::flex(), Device::ndarray()] {
        let (at, values) = (numbers([4, 3], 0.3, &device), numbers([3], 0.9, &device));
        let gradual = device.clone().autodiff();
        let beside = || Tensor::<1>::from_data(values.to_data(), (&gradual, DType::F64));
        check("all is replaced", &at, |x| {
            judged(x.tslice_assign(s![..], beside()))
        });
        check("nothing is selected", &at, |x| x.tslice(s![4:]).sum());
        check("nothing is picked", &at, |x| {
            x.tslice(s![:0, newaxis]).sum()
        });
    }
}
