//! Random chains of slices, picks, assignments and fills, and their gradients.

use candle_core::{DType, Device, Tensor, Var};
use tslice::{DynSpec, DynTensor};
use tslice_candle::{TSlice, TSliceError};
use tslice_cases::chains::{Action, Chain, chains};
use tslice_cases::shapes;

fn numbered(first: usize, shape: &[usize], dtype: DType) -> Tensor {
    #[allow(clippy::cast_precision_loss, reason = "small numbers")]
    let elements: Vec<f64> = (first..)
        .take(shape.iter().product())
        .map(|e| e as f64)
        .collect();
    Tensor::from_vec(elements, shape, &Device::Cpu)
        .and_then(|t| t.to_dtype(dtype))
        .expect("a shape")
}

fn list(t: &Tensor) -> Vec<f64> {
    t.flatten_all()
        .and_then(|t| t.to_dtype(DType::F64))
        .and_then(|t| t.to_vec1())
        .expect("numbers")
}

/// Runs a chain; `values` makes the tensors that are assigned.
fn run(chain: &Chain, tensor: Tensor, mut values: impl FnMut(usize, &[usize]) -> Tensor) -> Tensor {
    chain.steps.iter().fold(tensor, |now, step| {
        let spec = &step.spec;
        let next = match (&step.action, step.has_lists) {
            (Action::Take { .. }, false) => now.try_tslice(spec),
            (Action::Take { .. }, true) => now.try_tpick(spec),
            (Action::Assign { shape, first }, false) => {
                now.try_tslice_assign(spec, values(*first, shape))
            }
            (Action::Assign { shape, first }, true) => {
                now.try_tpick_assign(spec, &values(*first, shape))
            }
            (Action::Fill { element }, false) => now.try_tslice_fill(spec, *element as f64),
            (Action::Fill { element }, true) => now.try_tpick_fill(spec, *element as f64),
        };
        next.unwrap_or_else(|error| panic!("{spec}: {error}"))
    })
}

#[test]
#[allow(clippy::cast_precision_loss, reason = "small numbers")]
fn chains_match_oracle() {
    for dtype in [DType::F32, DType::I64] {
        for (number, chain) in chains(600).iter().enumerate() {
            let tensor = numbered(0, &chain.shape, dtype);
            let result = run(chain, tensor, |first, shape| numbered(first, shape, dtype));
            let expected: Vec<f64> = chain.result.iter().map(|&element| element as f64).collect();
            assert_eq!(
                (result.dims(), result.dtype()),
                (&chain.result_shape[..], dtype),
                "chain {number}"
            );
            assert_eq!(list(&result), expected, "chain {number}");
        }
    }
}

#[test]
fn gradients_of_chains_match_oracle() {
    for (number, chain) in chains(600).iter().enumerate() {
        let variable = |first: usize, shape: &[usize]| {
            Var::from_tensor(&numbered(first, shape, DType::F64)).expect("a variable")
        };
        let tensor = variable(0, &chain.shape);
        let mut leaves = vec![(0, tensor.clone())];
        let result = run(chain, tensor.as_tensor().clone(), |first, shape| {
            let values = variable(first, shape);
            leaves.push((first, values.clone()));
            values.as_tensor().clone()
        });
        let weights = numbered(1, result.dims(), DType::F64);
        let loss = result
            .mul(&weights)
            .and_then(|t| t.sum_all())
            .expect("a number");
        let gradients = loss.backward().expect("a graph");
        for (leaf_number, (first, leaf)) in leaves.into_iter().enumerate() {
            let expected = chain.gradient(first, leaf.elem_count());
            let Some(gradient) = gradients.get(&leaf) else {
                // Values that are assigned to nothing take no part.
                assert!(
                    leaf_number > 0 && expected.iter().all(|&sum| sum == 0.0),
                    "chain {number}"
                );
                continue;
            };
            assert_eq!(
                (gradient.dims(), list(gradient)),
                (leaf.dims(), expected),
                "chain {number}"
            );
        }
    }
}

#[test]
fn assignments_accept_the_shapes_that_arrays_accept() {
    let zeros = |shape: &[usize]| Tensor::zeros(shape, DType::I64, &Device::Cpu).expect("zeros");
    for to in (0..=3).flat_map(shapes) {
        for from in (0..=4).flat_map(shapes) {
            let mut array = DynTensor::<i64>::zeros(&to[..]);
            let expected = array.try_assign(DynTensor::<i64>::zeros(&from[..]));
            let whole: DynSpec = "...".parse().expect("a spec");
            let mut got = vec![zeros(&to).try_tslice_assign(&whole, zeros(&from))];
            if !to.is_empty() {
                let listed: DynSpec = "[:], ...".parse().expect("a spec");
                got.push(zeros(&to).try_tpick_assign(&listed, &zeros(&from)));
            }
            for got in got {
                match (got, &expected) {
                    (Ok(_), Ok(())) => {}
                    (Err(TSliceError::Shape(got)), Err(expected)) => assert_eq!(got, *expected),
                    (got, _) => panic!("{from:?} to {to:?}: {got:?}, not {expected:?}"),
                }
            }
        }
    }
}
