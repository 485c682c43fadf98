//! Masks, borrowed lists and groups on every kind of tensor.
#![allow(
    deprecated,
    reason = "`Device::ndarray` is the second backend that needs no GPU, until burn takes it away"
)]

use burn_tensor::kind::Basic;
use burn_tensor::{Bool, DType, Device, Float, Int, Tensor, TensorData};
use tslice::{DynSpec, s};
use tslice_burn::TSlice;

/// Compares picks of a tensor of 3 rows and 4 columns. `write` makes tensors of numbered elements.
fn check<K: Basic + 'static>(write: impl Fn(&[usize]) -> TensorData) {
    for device in [Device::flex(), Device::ndarray()] {
        let numbers: Vec<usize> = (0..12).collect();
        let dtype = write(&[]).dtype();
        let t = || Tensor::<1, K>::from_data(write(&numbers), (&device, dtype)).reshape([3, 4]);
        let values = |first: usize, count: usize| {
            let numbers: Vec<usize> = (first..first + count).collect();
            Tensor::<1, K>::from_data(write(&numbers), (&device, dtype))
        };
        let same = |got: Tensor<1, K>, expected: &[usize]| {
            assert_eq!(got.to_data(), write(expected));
            // What another operation says of the element type.
            let twice = Tensor::cat(vec![got.clone(), got], 0).to_data();
            assert_eq!(twice, write(&[expected, expected].concat()));
        };
        let same_rows = |got: Tensor<2, K>, expected: &[usize]| {
            assert_eq!(got.dtype(), dtype);
            let len = expected.len();
            same(got.reshape([len]), expected);
        };
        let (mask, columns, rows) = ([true, false, true], vec![3_u8, 3], [-1_i64, 0]);
        same_rows(t().tpick(s![&mask, &columns]), &[3, 3, 11, 11]);
        same_rows(t().tpick(s![&mask, ::-3]), &[3, 0, 11, 8]);
        same_rows(t().tpick(s![:, [2, 0, 1]]), &[2, 0, 1, 6, 4, 5, 10, 8, 9]);
        same(t().tpick(s![&mask, 1]), &[1, 9]);
        same(t().tpick(s![(&rows, &columns)]), &[11, 3]);
        same(t().tpick(s![(&mask, &[0, 1])]), &[0, 9]);
        same(t().tpick(s![[1, 0, 2], 0]), &[4, 0, 8]);
        same_rows(
            t().tpick_assign(s![&mask, &columns], values(20, 2)),
            &[0, 1, 2, 21, 4, 5, 6, 7, 8, 9, 10, 21],
        );
        same_rows(
            t().tpick_assign(s![[1, 0], [2, 0]], values(20, 2)),
            &[21, 1, 20, 3, 21, 5, 20, 7, 8, 9, 10, 11],
        );
        same_rows(
            t().tpick_assign(s![(&rows, &columns)], values(20, 2)),
            &[0, 1, 2, 21, 4, 5, 6, 7, 8, 9, 10, 20],
        );
        same_rows(
            t().tpick_assign(s![[2], ..], values(20, 4)),
            &[0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 22, 23],
        );
        let one = write(&[30]).iter::<f64>().next().expect("an element");
        same_rows(
            t().tpick_fill(s![[1, 0], [2, 0]], one),
            &[30, 1, 30, 3, 30, 5, 30, 7, 8, 9, 10, 11],
        );
        same_rows(
            t().tpick_fill(s![&mask, 1:3], one),
            &[0, 30, 30, 3, 4, 5, 6, 7, 8, 30, 30, 11],
        );
    }
}

#[test]
fn slice_by_a_parsed_list_names_tpick() {
    let spec: DynSpec = ":, [0, 2]".parse().expect("a spec");
    let t = Tensor::<2>::zeros([2, 3], &Device::flex());
    let error = t.try_tslice::<2, _>(&spec).expect_err("a list");
    assert_eq!(
        error.to_string(),
        "entry 1 of the spec is a list, which no slice has: `tpick` takes it"
    );
}

#[test]
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "small numbers"
)]
fn masks_and_lists_pick_from_every_kind() {
    check::<Float>(|list| TensorData::new(list.iter().map(|&e| e as f32).collect(), [list.len()]));
    check::<Int>(|list| TensorData::new(list.iter().map(|&e| e as i64).collect(), [list.len()]));
    check::<Int>(|list| TensorData::new(list.iter().map(|&e| e as u8).collect(), [list.len()]));
    check::<Bool>(|list| {
        TensorData::new(
            list.iter().map(|&e| (e * 7 / 3) % 2 == 0).collect(),
            [list.len()],
        )
    });
}

#[test]
fn picked_booleans_are_operands() {
    for device in [Device::flex(), Device::ndarray()] {
        let a =
            || Tensor::<2, Bool>::from_data([[true, false, false], [false, true, true]], &device);
        let list = |t: Tensor<2, Bool>| t.to_data().iter::<bool>().collect::<Vec<_>>();
        assert_eq!(
            list(a().tpick(s![:, [2, 0, 1]]).bool_not()),
            [true, false, true, false, true, false]
        );
        assert_eq!(
            list(a().tpick(s![[1, 1]]).bool_and(a())),
            [false, false, false, false, true, true]
        );
        assert_eq!(
            list(a().tpick_fill(s![[1, 0], [2, 0]], true)),
            [true, false, true, true, true, true]
        );
    }
}

#[test]
fn picks_that_do_not_fit_are_errors() {
    let t = || Tensor::<2, Int>::from_data([[0, 1, 2, 3]; 3], (&Device::flex(), DType::I64));
    let spec: DynSpec = "[0], [0], [0]".parse().expect("a spec");
    let error = t().try_tpick::<1, _>(&spec).expect_err("too many");
    assert_eq!(
        error.to_string(),
        "this spec takes 3 axes, the array has rank 2"
    );
    let error = t()
        .try_tpick::<3, _>(&"0, [0]".parse::<DynSpec>().expect("a spec"))
        .expect_err("rank 1");
    assert_eq!(
        error.to_string(),
        "the spec selects a tensor of rank 1, and one of rank 3 was asked for"
    );
}

#[test]
fn booleans_are_assigned_at_any_number_of_positions() {
    for device in [Device::flex(), Device::ndarray()] {
        for (count, stride) in [(3, 1), (60, 1), (70, 3), (300, 7)] {
            let list: Vec<usize> = (0..count).map(|number| number * stride % 997).collect();
            let value = |number: usize| number % 3 == 1;
            let values: Vec<bool> = (0..count).map(value).collect();
            let mut expected = vec![true; 2 * 1000];
            for row in 0..2 {
                for (number, &at) in list.iter().enumerate() {
                    expected[row * 1000 + at] = value(number);
                }
            }
            let t = Tensor::<2, Bool>::full([2, 1000], true, &device);
            let values = Tensor::<1, Bool>::from_data(TensorData::new(values, [count]), &device);
            let assigned = t.tpick_assign(s![:, &list], values);
            let read = |t: Tensor<2, Bool>| t.to_data().iter::<bool>().collect::<Vec<_>>();
            assert_eq!(read(assigned.clone()), expected, "{count} positions");
            // Another operation takes the result.
            let not: Vec<bool> = expected.iter().map(|element| !element).collect();
            assert_eq!(read(assigned.bool_not()), not);
        }
    }
}
