//! The recorded answers of TensorFlow, on tensors of the CPU.

use candle_core::{DType, Device, Tensor, Var};
use tslice::SliceError;
use tslice_candle::{TSlice, TSliceError};
use tslice_cases::{Case, recorded};

/// Whether this tensor, which holds the elements of the case, is sliced as recorded. Bytes hold the
/// lowest 8 bits.
fn check(case: &Case, tensor: &Tensor) {
    let bits = |t: &Tensor| {
        let list = t
            .flatten_all()
            .and_then(|t| t.to_dtype(DType::I64))
            .and_then(|t| t.to_vec1::<i64>());
        list.expect("numbers")
    };
    match (tensor.try_tslice(&case.spec), &case.answer) {
        (Ok(slice), Ok((shape, elements))) => {
            assert_eq!(slice.dims(), shape, "{}", case.id);
            let expected = elements.iter().map(|&e| {
                if tensor.dtype() == DType::U8 {
                    e & 255
                } else {
                    e
                }
            });
            assert!(
                bits(&slice).into_iter().eq(expected),
                "{}: {slice}",
                case.id
            );
        }
        (Err(TSliceError::Slice(error)), Err(expected)) => {
            assert_eq!(error, *expected, "{}", case.id)
        }
        (got, expected) => panic!("{}: {got:?}, not {expected:?}", case.id),
    }
}

fn tensor(case: &Case, dtype: DType) -> Tensor {
    let bytes = |&e: &i64| u8::try_from(e & 255).expect("8 bits");
    let tensor = if dtype == DType::U8 {
        Tensor::from_vec(
            case.elements.iter().map(bytes).collect(),
            &case.shape[..],
            &Device::Cpu,
        )
    } else {
        Tensor::from_vec(case.elements.clone(), &case.shape[..], &Device::Cpu)
            .and_then(|t| t.to_dtype(dtype))
    };
    tensor.expect("a shape")
}

#[test]
fn tensors_of_three_types_are_sliced_as_recorded() {
    for case in recorded() {
        for dtype in [DType::F32, DType::I64, DType::U8] {
            check(case, &tensor(case, dtype));
        }
    }
}

#[test]
fn variables_and_other_layouts_are_sliced_as_recorded() {
    for case in recorded() {
        let tensor = tensor(case, DType::F32);
        check(case, Var::from_tensor(&tensor).expect("floats").as_tensor());
        let turned = tensor.t_all().contiguous().expect("a copy").t_all();
        assert!(turned.dims() == tensor.dims());
        check(case, &turned);
    }
}

#[test]
fn errors_name_axis_index_and_length() {
    let t = Tensor::zeros((2, 3), DType::U8, &Device::Cpu).expect("a tensor");
    let error = t.try_tslice(tslice::s![0, 3]).expect_err("out of bounds");
    assert_eq!(
        error.to_string(),
        "index 3 is out of bounds for axis 1 with length 3"
    );
    assert!(matches!(
        error,
        TSliceError::Slice(SliceError::IndexOutOfBounds {
            axis: 1,
            index: 3,
            len: 3
        })
    ));
    let error = t.try_tslice(tslice::s![0, 0, 0]).expect_err("too many");
    assert_eq!(
        error.to_string(),
        "this spec takes 3 axes, the array has rank 2"
    );
    let zero = 0;
    let error = t.try_tslice(tslice::s![::zero]).expect_err("no step");
    assert_eq!(error.to_string(), "the stride of axis 0 is 0");
    let row = Tensor::zeros(4, DType::U8, &Device::Cpu).expect("a tensor");
    let error = t
        .try_tslice_assign(tslice::s![1], &row)
        .expect_err("another length");
    assert_eq!(
        error.to_string(),
        "shape [4] does not broadcast to shape [3]: its axis 0 has length 4, not 3"
    );
    let floats = Tensor::zeros(3, DType::F32, &Device::Cpu).expect("a tensor");
    let error = t
        .try_tslice_assign(tslice::s![1], &floats)
        .expect_err("another type");
    assert!(error.to_string().contains("dtype mismatch"), "{error}");
    let huge = row
        .narrow(0, 0, 1)
        .and_then(|one| one.broadcast_as((usize::MAX, 1)))
        .expect("no memory needed");
    assert!(matches!(
        huge.try_tslice(tslice::s![1]),
        Err(TSliceError::Shape(_))
    ));
}

/// All axes in reverse order.
trait Turned {
    fn t_all(&self) -> Tensor;
}

impl Turned for Tensor {
    fn t_all(&self) -> Tensor {
        self.permute((0..self.rank()).rev().collect::<Vec<_>>())
            .expect("a permutation")
    }
}
