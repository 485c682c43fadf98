//! Every raw operation takes any arguments without a panic; what it returns has the elements that
//! its shape says.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use tslice::diag::Align;
use tslice::{DynTensor, Encoding, Masks};
use tslice_ops::{self as ops, BadIndices, GatherOptions};

#[derive(Arbitrary, Debug)]
enum Operation {
    Slice {
        start: Vec<i64>,
        stop: Vec<i64>,
        step: Vec<i64>,
        axes: Option<Vec<i64>>,
    },
    Update {
        begin: Vec<i64>,
        end: Vec<i64>,
        strides: Vec<i64>,
        masks: [i32; 5],
        value: Vec<u8>,
    },
    Grad {
        shape: Vec<i64>,
        begin: Vec<i64>,
        end: Vec<i64>,
        strides: Vec<i64>,
        masks: [i32; 5],
    },
    Diagonals {
        k: Vec<i64>,
        align: u8,
    },
    Gather {
        shape: Vec<u8>,
        indices: Vec<i64>,
        batch_dims: i64,
        ignore: bool,
        negative: bool,
    },
    Convert {
        begin: Vec<i64>,
        end: Vec<i64>,
        strides: Vec<i64>,
        masks: [i32; 5],
    },
}

#[derive(Arbitrary, Debug)]
struct Input {
    /// Brings numbers near the shape, where most decisions are.
    small: bool,
    shape: Vec<u8>,
    operation: Operation,
}

/// A tensor of at most rank 6 and 4096 elements.
fn tensor(lengths: &[u8]) -> DynTensor<u32> {
    let mut shape: Vec<usize> = lengths
        .iter()
        .take(6)
        .map(|len| usize::from(*len % 8))
        .collect();
    while shape.iter().product::<usize>() > 4096 {
        shape.pop();
    }
    let elements = (0..).take(shape.iter().product()).collect();
    DynTensor::from_shape_vec(&shape, elements).expect("as many")
}

fn near(small: bool, mut numbers: Vec<i64>) -> Vec<i64> {
    if small {
        numbers.iter_mut().for_each(|number| *number %= 10);
    }
    numbers
}

fn counted<T: Clone>(result: &DynTensor<T>) {
    assert_eq!(
        result.as_slice().map(<[T]>::len),
        Some(result.shape().iter().product())
    );
}

fn run(input: Input) {
    let data = tensor(&input.shape);
    let near = |numbers| near(input.small, numbers);
    match input.operation {
        Operation::Slice {
            start,
            stop,
            step,
            axes,
        } => {
            let axes = axes.map(near);
            let (start, stop, step) = (near(start), near(stop), near(step));
            if let Ok(view) = ops::slice(&data.view(), &start, &stop, &step, axes.as_deref()) {
                assert_eq!(view.to_vec().len(), view.len());
            }
        }
        Operation::Update {
            begin,
            end,
            strides,
            masks,
            value,
        } => {
            let (masks, value) = (Masks::from_i32(masks), tensor(&value));
            let updated = ops::strided_slice_update(
                &data.view(),
                &near(begin),
                &near(end),
                &near(strides),
                masks,
                &value.view(),
            );
            updated.iter().for_each(counted);
        }
        Operation::Grad {
            shape,
            begin,
            end,
            strides,
            masks,
        } => {
            // What is asked for is allocated: shapes of gigabytes are the caller's choice.
            let shape = near(shape);
            if shape
                .iter()
                .try_fold(1_i64, |n, len| n.checked_mul(*len))
                .is_some_and(|n| n > 1 << 16)
            {
                return;
            }
            let masks = Masks::from_i32(masks);
            let grad = ops::strided_slice_grad(
                &shape,
                &near(begin),
                &near(end),
                &near(strides),
                masks,
                &data.view(),
            );
            grad.iter().for_each(counted);
        }
        Operation::Diagonals { k, align } => {
            let align = [
                Align::RightLeft,
                Align::LeftRight,
                Align::LeftLeft,
                Align::RightRight,
            ][usize::from(align % 4)];
            ops::matrix_diag_part(&data.view(), &near(k)[..], 9, align)
                .iter()
                .for_each(counted);
        }
        Operation::Gather {
            shape,
            indices,
            batch_dims,
            ignore,
            negative,
        } => {
            let shape = tensor(&shape).shape().to_vec();
            let indices = near(indices).into_iter().chain(std::iter::repeat(0));
            let indices = indices.take(shape.iter().product()).collect();
            let indices = DynTensor::from_shape_vec(&shape, indices).expect("as many");
            let batch_dims = if input.small {
                batch_dims % 4
            } else {
                batch_dims
            };
            let bad_indices = if ignore {
                BadIndices::Ignore
            } else {
                BadIndices::default()
            };
            let options = GatherOptions::new()
                .bad_indices(bad_indices)
                .negative_from_end(negative);
            let gathered = ops::gather_nd_with(&data.view(), &indices.view(), batch_dims, options);
            gathered.iter().for_each(counted);
        }
        Operation::Convert {
            begin,
            end,
            strides,
            masks,
        } => convert(
            &data,
            Encoding {
                begin: near(begin),
                end: near(end),
                strides: near(strides),
                masks: Masks::from_i32(masks),
            },
        ),
    }
}

/// A spec that fits selects the same elements as the arguments that it is converted to.
fn convert(data: &DynTensor<u32>, spec: Encoding) {
    let (Ok(args), Ok(expected)) = (ops::slice_args(&spec, data.shape()), data.try_slice(&spec))
    else {
        return;
    };
    let args: ops::SliceArgs<i64> = args;
    let axes = Some(&args.axes[..]).filter(|_| !data.shape().is_empty());
    if let Ok(sliced) = ops::slice(&data.view(), &args.starts, &args.ends, &args.steps, axes) {
        assert_eq!(sliced.to_vec(), expected.to_vec());
    } else {
        assert!(data.shape().is_empty(), "only a scalar cannot be sliced");
    }
}

fuzz_target!(|input: Input| run(input));
