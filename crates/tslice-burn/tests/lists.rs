//! Lists, masks and groups that are tensors, beside plain loops: read, written, and their
//! gradients.
#![allow(
    deprecated,
    reason = "`Device::ndarray` is the second backend that needs no GPU, until burn takes it away"
)]

use burn_tensor::kind::Basic;
use burn_tensor::{Bool, DType, Device, Float, Int, Tensor, TensorData};
use tslice::s;
use tslice_burn::{TSlice, TSliceError};

fn devices() -> [Device; 4] {
    let autodiff = Device::flex().autodiff();
    let balanced = autodiff.clone().gradient_checkpointing();
    [Device::flex(), Device::ndarray(), autodiff, balanced]
}

/// The devices of lists beside those tensors: the lists take part in no gradients.
fn plain(device: &Device) -> Device {
    if *device == Device::flex() {
        Device::flex()
    } else {
        Device::ndarray()
    }
}

fn list_of(dtype: DType, list: &[i64], device: &Device) -> Tensor<1, Int> {
    Tensor::from_data(
        TensorData::new(list.to_vec(), [list.len()]),
        (device, dtype),
    )
}

fn list(list: &[i64], device: &Device) -> Tensor<1, Int> {
    list_of(DType::I64, list, device)
}

fn mask(mask: &[bool], device: &Device) -> Tensor<1, Bool> {
    Tensor::from_data(TensorData::new(mask.to_vec(), [mask.len()]), device)
}

/// Element `[i, j, k]` of shape `[4, 3, 5]` is `100 i + 10 j + k`.
const SHAPE: [usize; 3] = [4, 3, 5];

fn numbered(device: &Device) -> Tensor<3, Int> {
    let mut list = Vec::new();
    for i in 0..4 {
        for j in 0..3 {
            list.extend((0..5).map(|k| 100 * i + 10 * j + k));
        }
    }
    Tensor::from_data(TensorData::new(list, SHAPE), (device, DType::I32))
}

fn read<const D: usize>(tensor: Tensor<D, Int>) -> (Vec<usize>, Vec<i64>) {
    let shape = tensor.dims().to_vec();
    (shape, tensor.into_data().iter::<i64>().collect())
}

/// The elements at the product of some positions.
fn product(rows: &[i64], columns: &[i64], depths: &[i64]) -> Vec<i64> {
    let mut expected = Vec::new();
    for row in rows {
        for column in columns {
            expected.extend(depths.iter().map(|depth| 100 * row + 10 * column + depth));
        }
    }
    expected
}

#[test]
fn indices_and_masks_without_elements_select_nothing() {
    for device in devices() {
        let (t, on) = (numbered(&device), plain(&device));
        let none = TensorData::new(Vec::<i64>::new(), [2, 0]);
        let none = Tensor::<2, Int>::from_data(none, (&on, DType::I64));
        for (axis, dims) in [(0, [2, 0, 3, 5]), (-2, [4, 2, 0, 5])] {
            let taken: Tensor<4, Int> = t.clone().try_ttake(axis, &none).expect("no index");
            assert_eq!(taken.dims(), dims);
        }
        let empty: Tensor<3, Int> = t.tslice(s![:, 1:1]);
        let none = |shape: &[usize]| TensorData::new(Vec::<bool>::new(), shape.to_vec());
        let mask = Tensor::<2, Bool>::from_data(none(&[4, 0]), &on);
        let rows: Tensor<2, Int> = empty.clone().try_tselect(&mask).expect("a mask");
        assert_eq!(rows.dims(), [0, 5]);
        let mask = Tensor::<3, Bool>::from_data(none(&[4, 0, 5]), &on);
        let elements: Tensor<1, Int> = empty.try_tselect(&mask).expect("a mask");
        assert_eq!(elements.dims(), [0]);
    }
}

tslice::axes! { Grid = row, column, depth; }

/// A spec by name is the spec that has its entries in the order of the axes.
#[test]
fn axes_by_name_slice_and_pick_and_write() {
    for device in devices() {
        let (t, on) = (|| numbered(&device), plain(&device));
        let (rows, depths) = (list(&[3, 0, -1], &on), [-5, 2]);
        let slice: Tensor<2, Int> = t().tslice(s![Grid: depth = ::-2, row = 1]);
        assert_eq!(
            read(slice),
            (vec![3, 3], product(&[1], &[0, 1, 2], &[4, 2, 0]))
        );
        let picked = t().tpick::<3, _>(s![Grid: depth = &depths, row = &rows]);
        let expected = product(&[3, 0, 3], &[0, 1, 2], &[0, 2]);
        assert_eq!(read(picked), (vec![3, 3, 2], expected));
        let written = read(t().tslice_fill(s![Grid: column = -1, depth = 1:3], 7));
        assert_eq!(written, read(t().tslice_fill(s![.., -1, 1:3], 7)));
        assert_ne!(written, read(t()));
    }
}

#[test]
fn tensor_lists_stand_beside_every_entry() {
    for device in devices() {
        let (t, on) = (|| numbered(&device), plain(&device));
        let (rows, depths) = (list(&[3, 0, -1], &on), list(&[-5, 2], &on));
        let (all, columns) = ([0, 1, 2, 3, 4], [0, 1, 2]);
        let expected = product(&[3, 0, 3], &columns, &all);
        assert_eq!(read::<3>(t().tpick(s![&rows])), (vec![3, 3, 5], expected));
        let expected = product(&[3, 0, 3], &columns, &[0, 2]);
        assert_eq!(
            read::<3>(t().tpick(s![&rows, .., &depths])),
            (vec![3, 3, 2], expected)
        );
        let expected = product(&[3, 0, 3], &[1], &[4, 2, 0]);
        assert_eq!(
            read::<2>(t().tpick(s![&rows, 1, ::-2])),
            (vec![3, 3], expected)
        );
        let expected = product(&[2], &[2, 0], &[0, 2]);
        let got = t().tpick::<3, _>(s![2, newaxis, [2, 0], &depths]);
        assert_eq!(read(got), (vec![1, 2, 2], expected));
        let host = vec![1_u8, 1];
        let expected = product(&[3, 0, 3], &[1, 1], &[0, 2]);
        let got = t().tpick::<4, _>(s![&rows, &host, newaxis, &depths]);
        assert_eq!(read(got), (vec![3, 2, 1, 2], expected));
        let expected = product(&[1, 2], &[1, 2], &[0, 2]);
        let got = t().tpick::<3, _>(s![-3:3, 1:, &depths]);
        assert_eq!(read(got), (vec![2, 2, 2], expected));
        let none = list(&[], &on);
        assert_eq!(read::<3>(t().tpick(s![:, &none])), (vec![4, 0, 5], vec![]));
        let expected = product(&[3, 0, 3], &columns, &[1]);
        assert_eq!(
            read::<2>(t().tpick(s![2 => 1, 0 => &rows])),
            (vec![3, 3], expected)
        );
    }
}

#[test]
fn tensor_lists_of_a_group_are_coordinates() {
    for device in devices() {
        let (t, on) = (|| numbered(&device), plain(&device));
        let (ys, xs) = (
            list(&[0, -1, 3, 1], &on),
            list_of(DType::I8, &[2, -1, 0, 1], &on),
        );
        let at = |k: i64| [20 + k, 320 + k, 300 + k, 110 + k];
        assert_eq!(
            read::<1>(t().tpick(s![(&ys, &xs), 4])),
            (vec![4], at(4).to_vec())
        );
        let mut expected = Vec::new();
        for place in at(0) {
            expected.extend([place + 4, place + 2]);
        }
        let depths = list(&[4, 2], &on);
        let got = t().tpick::<2, _>(s![(&ys, &xs), &depths]);
        assert_eq!(read(got), (vec![4, 2], expected));
        // One position repeats, lists of both kinds stand together, and a group stands anywhere.
        let one = list(&[-2], &on);
        let got = t().tpick::<2, _>(s![::3, (&one, [4, 0, 1])]);
        assert_eq!(read(got), (vec![2, 3], vec![14, 10, 11, 314, 310, 311]));
        let columns = [true, false, true];
        let got = t().tpick::<2, _>(s![3, newaxis, (&columns, &depths)]);
        assert_eq!(read(got), (vec![1, 2], vec![304, 322]));
        let odd = mask(&[false, true, false, true], &on);
        let got = t().tpick::<1, _>(s![(&odd, &one, [1, 3])]);
        assert_eq!(read(got), (vec![2], vec![111, 313]));
    }
}

#[test]
fn tensor_masks_select_their_true_places() {
    for device in devices() {
        let (t, on) = (|| numbered(&device), plain(&device));
        for bits in 0..16_u32 {
            let of_rows: Vec<bool> = (0..4).map(|row| bits >> row & 1 == 1).collect();
            let rows: Vec<i64> = (0..4).filter(|&row| of_rows[row as usize]).collect();
            let of_rows = mask(&of_rows, &on);
            let expected = product(&rows, &[0, 1, 2], &[4, 0]);
            let got = t().tpick::<3, _>(s![&of_rows, .., [4, 0]]);
            assert_eq!(read(got), (vec![rows.len(), 3, 2], expected));
        }
        let long: Vec<bool> = (0..1000).map(|at| at * at % 7 == 2).collect();
        let expected: Vec<i64> = (0..1000).filter(|at| at * at % 7 == 2).collect();
        let numbers = Tensor::<1, Int>::arange(0..1000, (&device, DType::I64));
        let got = numbers.tpick::<1, _>(s![&mask(&long, &on)]);
        assert_eq!(read(got), (vec![expected.len()], expected));
    }
}

#[test]
fn tensor_lists_have_any_integer_type() {
    let signed = [DType::I8, DType::I16, DType::I32, DType::I64];
    let unsigned = [DType::U8, DType::U16, DType::U32, DType::U64];
    for device in [Device::flex(), Device::ndarray()] {
        // Longer than the narrow types count.
        let t = || Tensor::<1, Int>::arange(0..300, (&device, DType::I64));
        for dtype in signed {
            let at = list_of(dtype, &[-128, 127, 0, -1], &device);
            assert_eq!(
                read::<1>(t().tpick(s![&at])).1,
                [172, 127, 0, 299],
                "{dtype:?}"
            );
        }
        for dtype in unsigned {
            let at = list_of(dtype, &[255, 0, 7], &device);
            assert_eq!(read::<1>(t().tpick(s![&at])).1, [255, 0, 7], "{dtype:?}");
        }
        let wide = [
            (DType::I64, i64::MIN),
            (DType::I32, -301),
            (DType::U32, 300),
        ];
        for (dtype, index) in wide
            .into_iter()
            .chain([(DType::U64, i64::MAX), (DType::I16, 300)])
        {
            let at = list_of(dtype, &[0, index], &device);
            let error = t().try_tpick::<1, _>(s![&at]).expect_err("outside");
            assert_eq!(
                error.to_string(),
                format!(
                    "index {index}, at position 1 of its list, is out of bounds for axis 0 with length 300"
                )
            );
        }
    }
}

#[test]
fn tensor_lists_that_do_not_fit_are_errors() {
    for device in devices() {
        let (t, on) = (|| numbered(&device), plain(&device));
        let message = |error: TSliceError| error.to_string();
        let outside = list(&[0, 2, -4, 3], &on);
        let expected =
            "index -4, at position 2 of its list, is out of bounds for axis 1 with length 3";
        let one = list(&[1], &on);
        let refused = [
            t().try_tpick::<3, _>(s![:, &outside]).map(|_| ()),
            t().try_tpick::<2, _>(s![(&one, &outside)]).map(|_| ()),
            t().try_tpick::<3, _>(s![&one, &outside, :0]).map(|_| ()),
            t().try_tpick_fill(s![:, &outside], 1).map(|_| ()),
            t().try_tpick_assign(s![:, &outside], t().tslice::<1, _>(s![0, 0, :1]))
                .map(|_| ()),
            t().try_tpick_add(s![:, &outside], t().tslice::<1, _>(s![0, 0, :1]))
                .map(|_| ()),
            t().try_ttake::<1, 3>(-2, &outside).map(|_| ()),
        ];
        for refused in refused {
            assert_eq!(message(refused.expect_err("outside")), expected);
        }
        let short = mask(&[true, false], &on);
        assert_eq!(
            message(t().try_tpick::<3, _>(s![&short]).expect_err("short")),
            "the mask has 2 entries, axis 0 has length 4"
        );
        let (two, three) = (list(&[0, 1], &on), list(&[0, 1, 2], &on));
        assert_eq!(
            message(
                t().try_tpick::<2, _>(s![(&two, &three)])
                    .expect_err("unequal")
            ),
            "the lists have lengths 2 and 3: they need one length, or 1"
        );
        let elsewhere = if on == Device::flex() {
            Device::ndarray()
        } else {
            Device::flex()
        };
        let error = t()
            .try_tpick::<3, _>(s![&list(&[0], &elsewhere)])
            .expect_err("elsewhere");
        assert!(matches!(error, TSliceError::ListDevice { .. }), "{error}");
        assert_eq!(
            message(t().try_ttake::<1, 3>(3, &one).expect_err("an axis")),
            "axis 3 is out of range for rank 3"
        );
        let empty = Tensor::<2, Int>::zeros([0, 2], (&device, DType::I32));
        assert!(empty.clone().try_tpick::<2, _>(s![&one]).is_err());
        assert!(empty.clone().try_ttake::<1, 2>(0, &one).is_err());
        assert_eq!(empty.ttake::<1, 2>(0, &list(&[], &on)).dims(), [0, 2]);
    }
}

#[test]
#[should_panic(expected = "index 3, at position 0 of its list, is out of bounds for axis 1")]
fn tpick_on_the_cpu_checks_tensor_lists() {
    let device = Device::flex();
    let _picked = numbered(&device).tpick::<3, _>(s![:, &list(&[3], &device)]);
}

/// Compares writes at lists of tensors of a kind: `write` makes elements of numbers.
fn check_writes<K: Basic + 'static>(write: impl Fn(&[i64]) -> TensorData) {
    for device in devices() {
        let on = plain(&device);
        let dtype = write(&[]).dtype();
        let of = |list: &[i64]| Tensor::<1, K>::from_data(write(list), (&device, dtype));
        let t = || of(&(0..60).collect::<Vec<_>>()).reshape(SHAPE);
        let same = |got: Tensor<3, K>, expected: &[i64]| {
            assert_eq!(got.dtype(), dtype);
            let got: Vec<f64> = got.into_data().iter().collect();
            assert_eq!(got, write(expected).iter::<f64>().collect::<Vec<_>>());
        };
        // Of equal positions, the last value stays.
        let (rows, depths) = (list(&[3, 0, -1], &on), list_of(DType::U8, &[4, 1], &on));
        let mut expected: Vec<i64> = (0..60).collect();
        let mut number = 60;
        for row in [3, 0, 3] {
            for column in 0..3 {
                for depth in [4, 1] {
                    expected[row * 15 + column * 5 + depth] = number;
                    number += 1;
                }
            }
        }
        let values = of(&(60..78).collect::<Vec<_>>()).reshape([3, 3, 2]);
        same(t().tpick_assign(s![&rows, .., &depths], values), &expected);

        let (ys, xs) = (list(&[1, 2, 1, 1], &on), list(&[0, -1, 0, 2], &on));
        let mut expected: Vec<i64> = (0..60).collect();
        for (number, (y, x)) in [(1, 0), (2, 2), (1, 0), (1, 2)].into_iter().enumerate() {
            for depth in 0..5 {
                expected[y * 15 + x * 5 + depth] = 70 + 5 * number as i64 + depth as i64;
            }
        }
        let values = of(&(70..90).collect::<Vec<_>>()).reshape([4, 5]);
        same(t().tpick_assign(s![(&ys, &xs)], values.clone()), &expected);

        let odd = mask(&[false, true, false, true], &on);
        let mut expected: Vec<i64> = (0..60).collect();
        for row in [1, 3] {
            for depth in 2..5 {
                expected[row * 15 + 5 + depth] = 85 + depth as i64 - 2;
            }
        }
        same(
            t().tpick_assign(s![&odd, 1, 2:], of(&[85, 86, 87])),
            &expected,
        );
        let one = write(&[30]).iter::<f64>().next().expect("an element");
        let mut expected: Vec<i64> = (0..60).collect();
        for row in [0, 3] {
            expected[row * 15 + 10..row * 15 + 15].fill(30);
        }
        same(t().tpick_fill(s![&rows, 2], one), &expected);
        let none = list(&[], &on);
        same(t().tpick_fill(s![&none], one), &(0..60).collect::<Vec<_>>());
    }
}

#[test]
fn writes_at_tensor_lists_are_those_of_loops() {
    check_writes::<Float>(|list| {
        TensorData::new(list.iter().map(|&e| e as f32).collect(), [list.len()])
    });
    check_writes::<Int>(|list| TensorData::new(list.to_vec(), [list.len()]));
    check_writes::<Int>(|list| {
        TensorData::new(list.iter().map(|&e| e as u8).collect(), [list.len()])
    });
    check_writes::<Bool>(|list| {
        TensorData::new(
            list.iter().map(|&e| (e * 7 / 3) % 2 == 0).collect(),
            [list.len()],
        )
    });
}

#[test]
fn tpick_add_adds_each_value() {
    for device in devices() {
        let (t, on) = (|| numbered(&device), plain(&device));
        let at = |i: usize, j: usize, k: usize| i * 15 + j * 5 + k;
        let base = read(t()).1;
        let values = |count: i64, shape: [usize; 2]| {
            let list: Vec<i64> = (1..=count).map(|number| 1000 * number).collect();
            Tensor::<1, Int>::from_data(
                TensorData::new(list, [count as usize]),
                (&device, DType::I32),
            )
            .reshape(shape)
        };
        let rows = list(&[3, 0, -1], &on);
        let mut expected = base.clone();
        for (number, row) in [3, 0, 3].into_iter().enumerate() {
            for (place, depth) in [4, 4, 1].into_iter().enumerate() {
                expected[at(row, 1, depth)] += 1000 * (3 * number + place + 1) as i64;
            }
        }
        let depths = list(&[4, -1, 1], &on);
        let host = [4, -1, 1];
        let sums = [
            t().tpick_add(s![&rows, 1, &depths], values(9, [3, 3])),
            t().tpick_add(s![&rows, 1, &host], values(9, [3, 3])),
            t().tpick_add(s![[3, 0, -1], 1, [4, -1, 1]], values(9, [3, 3])),
        ];
        for sum in sums {
            assert_eq!(read(sum).1, expected);
        }
        let mut expected = base.clone();
        for (number, (y, x)) in [(1, 0), (2, 2), (1, 0)].into_iter().enumerate() {
            for (place, k) in [4, 2, 0].into_iter().enumerate() {
                expected[at(y, x, k)] += 1000 * (3 * number + place + 1) as i64;
            }
        }
        let (ys, xs) = (list(&[1, 2, 1], &on), list(&[0, -1, 0], &on));
        let sum = t().tpick_add(s![(&ys, &xs), ::-2], values(9, [3, 3]));
        assert_eq!(read(sum).1, expected);
        // Without a list, and of values that broadcast.
        let mut expected = base;
        for row in [1, 3] {
            for k in 0..5 {
                expected[at(row, 2, k)] += 1000;
            }
        }
        let sum = t().tpick_add(s![1::2, -1], values(1, [1, 1]));
        assert_eq!(read(sum).1, expected);
    }
}

#[test]
fn ttake_puts_the_axes_of_indices_in_place() {
    for device in devices() {
        let (t, on) = (|| numbered(&device), plain(&device));
        let data = TensorData::new(vec![2_i64, 0, -1, 1, 1, -3], [2, 3]);
        let indices = Tensor::<2, Int>::from_data(data, (&on, DType::I64));
        let mut expected = Vec::new();
        for i in 0..4 {
            for j in [2, 0, 2, 1, 1, 0] {
                expected.extend((0..5).map(|k| 100 * i + 10 * j + k));
            }
        }
        let expected = (vec![4, 2, 3, 5], expected);
        assert_eq!(read::<4>(t().ttake(1, &indices)), expected);
        assert_eq!(read::<4>(t().ttake(-2, &indices)), expected);
        let none = Tensor::<2, Int>::zeros([0, 3], (&on, DType::I64));
        assert_eq!(read::<4>(t().ttake(0, &none)), (vec![0, 3, 3, 5], vec![]));
    }
}

#[test]
fn tselect_takes_a_mask_of_the_first_axes() {
    for device in devices() {
        let t = || numbered(&device);
        let even = t().remainder_scalar(2).equal_scalar(0);
        let expected: Vec<i64> = read(t()).1.into_iter().filter(|e| e % 2 == 0).collect();
        assert_eq!(
            read::<1>(t().tselect(&even)),
            (vec![expected.len()], expected)
        );
        let rows = t().tslice::<2, _>(s![.., 0]).greater_scalar(105);
        let mut expected = Vec::new();
        for (i, j) in [
            (1, 1),
            (1, 2),
            (2, 0),
            (2, 1),
            (2, 2),
            (3, 0),
            (3, 1),
            (3, 2),
        ] {
            expected.extend((0..5).map(|k| 100 * i + 10 * j + k));
        }
        assert_eq!(read::<2>(t().tselect(&rows)), (vec![8, 5], expected));
        let error = t()
            .try_tselect::<2, 2>(&rows.transpose())
            .expect_err("another shape");
        assert!(
            error.to_string().starts_with("the mask has shape [3, 4]"),
            "{error}"
        );
    }
}

/// A weight of its own for each place.
fn weight(place: usize) -> f64 {
    (place as f64 * 0.7).sin() + 2.
}

fn floats<const D: usize>(shape: [usize; D], device: &Device) -> Tensor<D> {
    let list: Vec<f64> = (0..shape.iter().product()).map(weight).collect();
    Tensor::from_data(TensorData::new(list, shape), (device, DType::F64))
}

/// The gradient of the sum of a result, each element times its weight.
fn gradient<const D: usize, const O: usize>(of: &Tensor<D>, result: Tensor<O>) -> Vec<f64> {
    let weights = floats(result.dims(), &result.device());
    let gradients = (result * weights).sum().backward();
    let gradient = of.grad(&gradients).expect("it takes part");
    assert_eq!(gradient.dims(), of.dims());
    gradient.into_data().try_into_vec().expect("f64")
}

fn close(got: &[f64], expected: &[f64]) {
    assert_eq!(got.len(), expected.len());
    for (got, expected) in got.iter().zip(expected) {
        assert!((got - expected).abs() < 1e-12, "{got}, not {expected}");
    }
}

fn gradual() -> [Device; 3] {
    let autodiff = Device::flex().autodiff();
    let balanced = autodiff.clone().gradient_checkpointing();
    [autodiff, balanced, Device::ndarray().autodiff()]
}

#[test]
fn embeddings_add_the_gradients_of_a_label() {
    for device in gradual() {
        let table = floats([7, 4], &device).require_grad();
        let labels: Vec<i64> = vec![5, 0, -1, 5, 2, 5];
        let data = TensorData::new(labels.clone(), [2, 3]);
        let tensor = Tensor::<2, Int>::from_data(data, (&plain(&device), DType::I64));
        let embedded: Tensor<3> = table.clone().ttake(0, &tensor);
        let elements: Vec<f64> = embedded.to_data().try_into_vec().expect("f64");
        let (mut forward, mut expected) = (Vec::new(), vec![0.; 28]);
        for (number, label) in labels.iter().enumerate() {
            let row = label.rem_euclid(7) as usize;
            for column in 0..4 {
                forward.push(weight(row * 4 + column));
                expected[row * 4 + column] += weight(number * 4 + column);
            }
        }
        close(&elements, &forward);
        close(&gradient(&table, embedded), &expected);
        let flat = tensor.reshape([6]);
        close(
            &gradient(&table, table.clone().tpick::<2, _>(s![&flat])),
            &expected,
        );
    }
}

#[test]
fn values_at_labels_have_gradients_at_labels() {
    for device in gradual() {
        let scores = floats([5, 3], &device).require_grad();
        let labels = [2_i64, 0, 1, -1, 0];
        let on = plain(&device);
        let rows = Tensor::<1, Int>::arange(0..5, &on);
        let chosen: Tensor<1> = scores.clone().tpick(s![(&rows, &list(&labels, &on))]);
        let (mut forward, mut expected) = (Vec::new(), vec![0.; 15]);
        for (row, label) in labels.iter().enumerate() {
            let at = row * 3 + label.rem_euclid(3) as usize;
            forward.push(weight(at));
            expected[at] += weight(row);
        }
        let elements: Vec<f64> = chosen.to_data().try_into_vec().expect("f64");
        close(&elements, &forward);
        close(&gradient(&scores, chosen), &expected);
    }
}

#[test]
fn boxes_are_rows_and_columns() {
    for device in gradual() {
        let picture = floats([6, 8, 3], &device).require_grad();
        let (top, left, [height, width]) = (2, 5, [3, 2]);
        let on = plain(&device);
        let ys = Tensor::<1, Int>::arange(top..top + height, &on);
        let xs = Tensor::<1, Int>::arange(left..left + width, &on);
        let part: Tensor<3> = picture.clone().tpick(s![&ys, &xs, ::-2]);
        let (mut forward, mut expected, mut place) = (Vec::new(), vec![0.; 144], 0);
        for y in top..top + height {
            for x in left..left + width {
                for channel in [2, 0] {
                    let at = ((y * 8 + x) * 3 + channel) as usize;
                    forward.push(weight(at));
                    expected[at] += weight(place);
                    place += 1;
                }
            }
        }
        let elements: Vec<f64> = part.to_data().try_into_vec().expect("f64");
        close(&elements, &forward);
        close(&gradient(&picture, part), &expected);
    }
}

#[test]
fn masks_have_gradients_at_true_places() {
    for device in gradual() {
        let t = floats([4, 3], &device).require_grad();
        let rows = mask(&[true, false, false, true], &plain(&device));
        let picked: Tensor<2> = t.clone().tpick(s![&rows, [2, 0]]);
        let mut expected = vec![0.; 12];
        for (place, at) in [2, 0, 11, 9].into_iter().enumerate() {
            expected[at] += weight(place);
        }
        close(&gradient(&t, picked), &expected);
        let large = t.clone().greater_scalar(2.5);
        let selected: Tensor<1> = t.clone().tselect(&large);
        let (mut expected, mut place) = (vec![0.; 12], 0);
        for (at, gradient) in expected.iter_mut().enumerate() {
            if weight(at) > 2.5 {
                *gradient = weight(place);
                place += 1;
            }
        }
        close(&gradient(&t, selected), &expected);
    }
}

#[test]
fn gradients_of_writes_reach_what_stays() {
    for device in gradual() {
        let t = || floats([4, 3], &device).require_grad();
        let values = || floats([3, 3], &device).require_grad();
        let rows = list(&[3, 0, -1], &plain(&device));
        // Row 3 is there twice: the value of place 0 has no effect.
        let (target, written) = (t(), values());
        let result = target.clone().tpick_assign(s![&rows], written.clone());
        let elements: Vec<f64> = result.to_data().try_into_vec().expect("f64");
        let mut forward: Vec<f64> = (0..12).map(weight).collect();
        for (place, row) in [(1, 0), (2, 3)] {
            for column in 0..3 {
                forward[row * 3 + column] = weight(place * 3 + column);
            }
        }
        close(&elements, &forward);
        let mut expected: Vec<f64> = (0..12).map(weight).collect();
        expected[..3].fill(0.);
        expected[9..].fill(0.);
        close(&gradient(&target, result), &expected);
        let result = target.tpick_assign(s![&rows], written.clone());
        let row = |row: usize| (3 * row..3 * row + 3).map(weight);
        let expected: Vec<f64> = [0.; 3].into_iter().chain(row(0)).chain(row(3)).collect();
        close(&gradient(&written, result), &expected);

        let (target, written) = (t(), values());
        let result = target.clone().tpick_add(s![&rows], written.clone());
        let all: Vec<f64> = (0..12).map(weight).collect();
        close(&gradient(&target, result), &all);
        let result = target.tpick_add(s![&rows], written.clone());
        let expected: Vec<f64> = row(3).chain(row(0)).chain(row(3)).collect();
        close(&gradient(&written, result), &expected);
    }
}
