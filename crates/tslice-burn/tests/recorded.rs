//! The recorded answers of TensorFlow, on tensors of two backends.
#![allow(
    deprecated,
    reason = "`Device::ndarray` is the second backend that needs no GPU, until burn takes it away"
)]

use burn_tensor::kind::Basic;
use burn_tensor::{Bool, DType, Device, Float, Int, Tensor, TensorData};
use tslice::{SliceError, s};
use tslice_burn::{TSlice, TSliceError};
use tslice_cases::{Case, recorded};

/// What a test compares: shape and elements.
type Answer = Result<(Vec<usize>, Vec<i64>), TSliceError>;

/// Elements of a kind that a case holds, and how they are read back.
struct Elements<K> {
    dtype: DType,
    write: fn(&[i64], &[usize]) -> TensorData,
    of: fn(i64) -> i64,
    kind: std::marker::PhantomData<K>,
}

fn elements<K>(
    dtype: DType,
    write: fn(&[i64], &[usize]) -> TensorData,
    of: fn(i64) -> i64,
) -> Elements<K> {
    Elements {
        dtype,
        write,
        of,
        kind: std::marker::PhantomData,
    }
}

/// Slices the array of a case, whose rank is D, into one of rank O.
fn sliced<const D: usize, const O: usize, K: Basic + 'static>(
    case: &Case,
    kind: &Elements<K>,
    device: &Device,
) -> Answer
where
    tslice::Dyn: tslice_burn::ToRank<O>,
    for<'s> &'s tslice::DynSpec: tslice::Slices<tslice::Rank<D>, Output = tslice::Dyn>,
{
    let data = (kind.write)(&case.elements, &case.shape);
    let tensor = Tensor::<D, K>::from_data(data, (device, kind.dtype));
    let slice: Tensor<O, K> = tensor.try_tslice(&case.spec)?;
    let list = slice
        .to_data()
        .convert::<i64>()
        .try_into_vec()
        .expect("integers");
    Ok((slice.dims().to_vec(), list))
}

macro_rules! by_rank {
    ($case:expr, $kind:expr, $device:expr, $into:expr, $($d:literal)+) => {
        match $case.shape.len() {
            $($d => match $into {
                1 => sliced::<$d, 1, _>($case, $kind, $device),
                2 => sliced::<$d, 2, _>($case, $kind, $device),
                3 => sliced::<$d, 3, _>($case, $kind, $device),
                4 => sliced::<$d, 4, _>($case, $kind, $device),
                5 => sliced::<$d, 5, _>($case, $kind, $device),
                6 => sliced::<$d, 6, _>($case, $kind, $device),
                7 => sliced::<$d, 7, _>($case, $kind, $device),
                8 => sliced::<$d, 8, _>($case, $kind, $device),
                rank => panic!("{}: rank {rank}", $case.id),
            },)+
            rank => panic!("{}: rank {rank}", $case.id),
        }
    };
}

/// Compares what a device answers, whose tensors have at most so many axes.
fn check<K: Basic + 'static>(device: &Device, most: usize, kind: &Elements<K>) {
    for case in recorded() {
        let into = case.answer.as_ref().map_or(1, |(shape, _)| shape.len());
        if into > most {
            continue;
        }
        // Rank 0 is no rank of burn's: what is asked for then is a tensor of rank 1.
        let got = by_rank!(case, kind, device, into.max(1), 1 2 3 4 5 6);
        match (got, &case.answer) {
            (
                Err(TSliceError::Rank {
                    expected: 1,
                    rank: 0,
                }),
                Ok((shape, _)),
            ) => {
                assert!(shape.is_empty(), "{}", case.id);
            }
            (Ok(got), Ok((shape, list))) => {
                assert_eq!(
                    got,
                    (shape.clone(), list.iter().map(|&e| (kind.of)(e)).collect()),
                    "{}",
                    case.id
                );
            }
            (Err(TSliceError::Slice(error)), Err(expected)) => {
                assert_eq!(error, *expected, "{}", case.id)
            }
            (got, expected) => panic!("{}: {got:?}, not {expected:?}", case.id),
        }
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "small numbers"
)]
fn check_all(device: &Device, most: usize) {
    check::<Float>(
        device,
        most,
        &elements(
            DType::F32,
            |e, shape| TensorData::new(e.iter().map(|&e| e as f32).collect(), shape),
            |e| e,
        ),
    );
    check::<Int>(
        device,
        most,
        &elements(
            DType::I64,
            |e, shape| TensorData::new(e.to_vec(), shape),
            |e| e,
        ),
    );
    check::<Int>(
        device,
        most,
        &elements(
            DType::U8,
            |e, shape| TensorData::new(e.iter().map(|&e| e as u8).collect(), shape),
            |e| e & 255,
        ),
    );
}

#[test]
fn tensors_of_flex_are_sliced_as_recorded() {
    check_all(&Device::flex(), 8);
}

#[test]
fn ndarray_backend_slices_as_recorded() {
    check_all(&Device::ndarray(), 6);
}

#[test]
fn tensors_with_gradients_are_sliced_as_recorded() {
    #[allow(clippy::cast_precision_loss, reason = "small numbers")]
    let floats = elements(
        DType::F32,
        |e, shape| TensorData::new(e.iter().map(|&e| e as f32).collect(), shape),
        |e| e,
    );
    check::<Float>(&Device::flex().autodiff(), 8, &floats);
}

#[test]
fn booleans_are_sliced_and_assigned() {
    for device in [Device::flex(), Device::ndarray()] {
        let t = Tensor::<2, Bool>::from_data([[true, false, false], [false, true, true]], &device);
        let list = |t: Tensor<1, Bool>| t.to_data().iter::<bool>().collect::<Vec<_>>();
        assert_eq!(list(t.clone().tslice(s![1, ::-1])), [true, true, false]);
        assert_eq!(t.clone().tslice(s![2:, newaxis]).dims(), [0, 1, 3]);
        let value = Tensor::<1, Bool>::from_data([true], &device);
        assert_eq!(
            list(t.tslice_assign(s![.., ::2], value).tslice(s![0])),
            [true, false, true]
        );
    }
}

#[test]
fn errors_name_axis_index_and_length() {
    let device = Device::flex();
    let t = || Tensor::<2>::zeros([2, 3], &device);
    let error = t().try_tslice(s![:, 3]).expect_err("out of bounds");
    assert_eq!(
        error,
        TSliceError::Slice(SliceError::IndexOutOfBounds {
            axis: 1,
            index: 3,
            len: 3
        })
    );
    assert_eq!(
        error.to_string(),
        "index 3 is out of bounds for axis 1 with length 3"
    );
    let error = t()
        .try_tslice_assign(s![-3, 0], t())
        .expect_err("out of bounds");
    assert_eq!(
        error.to_string(),
        "index -3 is out of bounds for axis 0 with length 2"
    );
    let zero = 0;
    let error = t().try_tslice(s![::zero]).expect_err("no step");
    assert_eq!(error.to_string(), "the stride of axis 0 is 0");
    let spec: tslice::DynSpec = "0, 0, 0".parse().expect("a spec");
    let error = t().try_tslice::<1, _>(&spec).expect_err("too many");
    assert_eq!(
        error.to_string(),
        "this spec takes 3 axes, the array has rank 2"
    );
}

#[test]
fn ranks_that_a_device_lacks_are_errors() {
    let t = |device: &Device| Tensor::<6>::zeros([1; 6], device);
    let error = t(&Device::ndarray())
        .try_tslice(s![newaxis])
        .expect_err("rank 7");
    assert_eq!(
        error.to_string(),
        "the spec selects a tensor of rank 7, and the device has tensors of at most rank 6"
    );
    let error = t(&Device::ndarray().autodiff())
        .try_tpick(s![newaxis, [0]])
        .expect_err("rank 7");
    assert!(
        matches!(error, TSliceError::TooManyAxes { rank: 7, most: 6 }),
        "{error}"
    );
    let spec = s![newaxis, newaxis, newaxis, newaxis, newaxis, newaxis];
    assert_eq!(
        t(&Device::flex())
            .tslice(spec)
            .to_data()
            .iter::<f32>()
            .collect::<Vec<_>>(),
        [0.0]
    );
}

#[test]
fn messages_of_windows_are_those_of_arrays() {
    let device = Device::flex();
    let t = || Tensor::<1>::zeros([10], &device);
    let array = tslice::Tensor::<f32, 1>::zeros([10]);
    for n in [-1_i64, 0, 2, 5] {
        for begin in [-11_i64, -3, -1, 0, 8, 11] {
            let spec = s![begin:+n];
            let expected = array
                .view()
                .try_slice(spec)
                .map(|v| v.to_vec())
                .map_err(|error| error.to_string());
            let read = |got: Result<Tensor<1>, TSliceError>| match got {
                Ok(got) => Ok(got.to_data().iter::<f32>().collect()),
                Err(error) => Err(error.to_string()),
            };
            assert_eq!(read(t().try_tslice(spec)), expected, "{begin}:+{n}");
            assert_eq!(read(t().try_tpick(spec)), expected, "{begin}:+{n}");
        }
    }
}

#[test]
fn values_that_do_not_fit_are_errors() {
    let device = Device::flex();
    let t = || Tensor::<2>::zeros([2, 3], &device);
    let row = |device: &Device| Tensor::<1>::zeros([3], device);
    let error = t()
        .try_tslice_assign(s![.., 1], row(&device))
        .expect_err("another length");
    assert_eq!(
        error.to_string(),
        "shape [3] does not broadcast to shape [2]: its axis 0 has length 3, not 2"
    );
    for device in [Device::ndarray(), device.clone().autodiff()] {
        let error = t()
            .try_tslice_assign(s![1], row(&device))
            .expect_err("another device");
        assert!(matches!(error, TSliceError::Device { .. }), "{error}");
    }
    let doubles = Tensor::<1>::zeros([3], (&device, DType::F64));
    let error = t()
        .try_tslice_assign(s![1], doubles)
        .expect_err("another type");
    assert_eq!(
        error.to_string(),
        "values of type F64 cannot be assigned to a tensor of type F32"
    );
}

#[test]
fn values_broadcast_to_every_kind_of_slice() {
    for device in [Device::flex(), Device::ndarray()] {
        let t = || Tensor::<1, Int>::arange(0..60, &device).reshape([4, 3, 5]);
        let number = |n: i64| Tensor::<1, Int>::from_data([n], (&device, t().dtype()));
        let read = |t: Tensor<1, Int>| {
            t.to_data()
                .convert::<i64>()
                .try_into_vec::<i64>()
                .expect("integers")
        };
        assert_eq!(
            read(
                t().tslice_assign(s![-1, 1, ::-2], number(7))
                    .tslice(s![3, 1])
            ),
            [7, 51, 7, 53, 7]
        );
        assert_eq!(
            read(
                t().tslice_assign(s![0, 0, 0], number(9))
                    .tslice(s![0, 0, :2])
            ),
            [9, 1]
        );
        assert_eq!(
            read(t().tslice_assign(s![..], number(3)).tslice(s![3, 2])),
            [3; 5]
        );
        assert_eq!(
            t().tslice_assign(s![2:2], number(3)).to_data(),
            t().to_data()
        );
        let column = Tensor::<3, Int>::from_data([[[1], [2], [3]]], (&device, t().dtype()));
        let assigned =
            t().tslice_assign(s![::2, newaxis, .., 3:0:-2], column.clone().tslice(s![..]));
        assert_eq!(read(assigned.clone().tslice(s![2, .., 1])), [1, 2, 3]);
        assert_eq!(read(assigned.clone().tslice(s![2, .., 3])), [1, 2, 3]);
        assert_eq!(read(assigned.tslice(s![1, .., 3])), [18, 23, 28]);
    }
}
