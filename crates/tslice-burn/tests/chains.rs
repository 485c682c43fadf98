//! Random chains of slices, picks, assignments and fills: on every kind of tensor, on two backends,
//! and their gradients.
#![allow(
    deprecated,
    reason = "`Device::ndarray` is the second backend that needs no GPU, until burn takes it away"
)]

mod ranked;

use burn_tensor::kind::Basic;
use burn_tensor::{Bool, DType, Device, Float, Int, Tensor, TensorData};
use ranked::{Ranked, by_rank};
use tslice::DynTensor;
use tslice_burn::TSliceError;
use tslice_cases::chains::{Action, Chain, chains};
use tslice_cases::shapes;

fn devices() -> [Device; 2] {
    [Device::flex(), Device::ndarray()]
}

/// Runs a chain. `write` makes tensors of numbered elements, of which the device has the type
/// `dtype`.
fn run<K: Basic + 'static>(
    chain: &Chain,
    write: &impl Fn(&[usize], &[usize]) -> TensorData,
    device: &Device,
    dtype: DType,
) -> TensorData {
    let numbered = |first: usize, shape: &[usize]| {
        let elements: Vec<usize> = (first..).take(shape.iter().product()).collect();
        Ranked::<K>::new(write(&elements, shape), device, dtype)
    };
    let mut now = numbered(0, &chain.shape);
    for step in &chain.steps {
        let (spec, has_lists) = (&step.spec, step.has_lists);
        let next = match &step.action {
            Action::Take { rank } => now.take(spec, has_lists, *rank),
            Action::Assign { shape, first } => now.assign(spec, has_lists, numbered(*first, shape)),
            Action::Fill { element } => {
                let value = write(&[*element], &[1])
                    .iter::<f64>()
                    .next()
                    .expect("an element");
                now.fill(spec, has_lists, value)
            }
        };
        now = next.unwrap_or_else(|error| panic!("{spec}: {error}"));
        assert_eq!(now.dtype(), dtype, "{spec}");
    }
    now.data()
}

/// Compares the results of chains.
fn check<K: Basic + 'static>(dtype: DType, write: impl Fn(&[usize], &[usize]) -> TensorData) {
    for device in devices() {
        for (number, chain) in chains(600).iter().enumerate() {
            let result = run::<K>(chain, &write, &device, dtype);
            let expected = write(&chain.result, &chain.result_shape);
            let list = |data: &TensorData| data.iter::<f64>().collect::<Vec<_>>();
            assert_eq!(result.shape(), expected.shape(), "chain {number}");
            assert_eq!(list(&result), list(&expected), "chain {number}");
        }
    }
}

#[test]
fn chains_of_floats_match_oracle() {
    #[allow(clippy::cast_precision_loss, reason = "small numbers")]
    check::<Float>(DType::F32, |elements, shape| {
        TensorData::new(elements.iter().map(|&e| e as f32).collect(), shape)
    });
}

#[test]
fn chains_of_integers_match_oracle() {
    check::<Int>(DType::I64, |elements, shape| {
        TensorData::new(elements.iter().map(|&e| e as i64).collect(), shape)
    });
    check::<Int>(DType::U8, |elements, shape| {
        TensorData::new(elements.iter().map(|&e| (e % 256) as u8).collect(), shape)
    });
}

#[test]
fn chains_of_booleans_match_oracle() {
    let write = |elements: &[usize], shape: &[usize]| {
        TensorData::new(
            elements.iter().map(|&e| (e * 7 / 3) % 2 == 0).collect(),
            shape,
        )
    };
    check::<Bool>(write(&[], &[0]).dtype(), write);
}

#[test]
fn gradients_of_chains_match_oracle() {
    let mut empty = 0;
    for device in devices().map(Device::autodiff) {
        for (number, chain) in chains(600).iter().enumerate() {
            empty += usize::from(chain.result.is_empty());
            check_gradients(number, chain, &device);
        }
    }
    assert!(empty > 460, "{empty} results are empty");
}

#[allow(clippy::cast_precision_loss, reason = "small numbers")]
fn check_gradients(number: usize, chain: &Chain, device: &Device) {
    let numbered = |first: usize, shape: &[usize]| {
        let elements: Vec<f64> = (first..)
            .take(shape.iter().product())
            .map(|e| e as f64)
            .collect();
        let tensor = Ranked::<Float>::new(TensorData::new(elements, shape), device, DType::F64);
        match tensor {
            Ranked::One(t) => Ranked::One(t.require_grad()),
            Ranked::Two(t) => Ranked::Two(t.require_grad()),
            Ranked::Three(t) => Ranked::Three(t.require_grad()),
            Ranked::Four(t) => Ranked::Four(t.require_grad()),
        }
    };
    let tensor = numbered(0, &chain.shape);
    let (mut now, mut leaves) = (tensor.clone(), vec![(0, tensor)]);
    for step in &chain.steps {
        let (spec, has_lists) = (&step.spec, step.has_lists);
        let next = match &step.action {
            Action::Take { rank } => now.take(spec, has_lists, *rank),
            Action::Assign { shape, first } => {
                let values = numbered(*first, shape);
                leaves.push((*first, values.clone()));
                now.assign(spec, has_lists, values)
            }
            Action::Fill { element } => now.fill(spec, has_lists, *element as f64),
        };
        now = next.unwrap_or_else(|error| panic!("{spec}: {error}"));
    }
    let weights: Vec<f64> = (1..=chain.result.len())
        .map(|weight| weight as f64)
        .collect();
    let loss = by_rank!(now, t => {
        let weights = TensorData::new(weights, t.dims());
        (t.clone() * Tensor::from_data(weights, (device, DType::F64))).sum()
    });
    let gradients = loss.backward();
    for (leaf_number, (first, leaf)) in leaves.into_iter().enumerate() {
        by_rank!(leaf, t => {
            let expected = chain.gradient(first, t.dims().iter().product());
            let Some(gradient) = t.grad(&gradients) else {
                // Values that are assigned to nothing take no part.
                assert!(leaf_number > 0 && expected.iter().all(|&sum| sum == 0.0), "chain {number}");
                continue;
            };
            assert_eq!(gradient.dims(), t.dims(), "chain {number}");
            assert_eq!(gradient.try_into_vec_as::<f64>().expect("floats"), expected, "chain {number}");
        });
    }
}

#[test]
fn assignments_accept_the_shapes_that_arrays_accept() {
    let device = Device::flex();
    let zeros = |shape: &[usize]| {
        Ranked::<Int>::new(
            TensorData::new(vec![0_i64; shape.iter().product()], shape),
            &device,
            DType::I64,
        )
    };
    for to in (1..=3).flat_map(shapes) {
        for from in (1..=4).flat_map(shapes) {
            let mut array = DynTensor::<i64>::zeros(&to[..]);
            let expected = array.try_assign(DynTensor::<i64>::zeros(&from[..]));
            for (spec, has_lists) in [("...", false), ("[:], ...", true)] {
                let got =
                    zeros(&to).assign(&spec.parse().expect("a spec"), has_lists, zeros(&from));
                match (got, &expected) {
                    (Ok(_), Ok(())) => {}
                    (Err(TSliceError::Shape(got)), Err(expected)) => assert_eq!(got, *expected),
                    (got, _) => panic!(
                        "{from:?} to {to:?}: {:?}, not {expected:?}",
                        got.map(|_| ())
                    ),
                }
            }
        }
    }
}
