//! `take` and `compress`, against loops over index tuples.

use proptest::prelude::*;
use tslice::PickError;
use tslice::{AxisError, DynTensor, DynView, Encoding, Masks, ShapeError, Tensor, View, s};
use tslice_ops::{self as ops, OffAxis};
use tslice_tests::counting::counting;
use tslice_tests::faults::message;

/// The picked positions of an axis, element by element; `None` picks -1.
fn picked(view: &DynView<'_, i32>, axis: usize, positions: &[Option<usize>]) -> DynTensor<i32> {
    let mut shape = view.shape().to_vec();
    shape[axis] = positions.len();
    DynTensor::from_shape_fn(&shape, |tuple| match positions[tuple[axis]] {
        Some(position) => {
            let mut at = tuple.to_vec();
            at[axis] = position;
            view[&at]
        }
        None => 0,
    })
}

prop_compose! {
    /// A tensor, an encoding that walks some axes backwards or in steps, and an axis.
    fn sources()(
        mut shape in prop::collection::vec(0..5_usize, 1..4),
        strides in prop::collection::vec(prop::sample::select(vec![-2_i64, -1, 1, 1, 1, 2]), 4),
        axis in 0..3_usize,
        last in prop::sample::select(vec![1_usize, 2, 3, 4, 5, 8, 9]),
        long in any::<bool>(),
    ) -> (DynTensor<i32>, Encoding, usize) {
        shape.push(last);
        let axis = axis % shape.len();
        if long {
            shape[axis] *= 9;
        }
        let rank = shape.len();
        let masks = Masks { begin_mask: u32::MAX, end_mask: u32::MAX, ..Masks::default() };
        let encoding = Encoding::new(vec![0; rank], vec![0; rank], strides[..rank].to_vec(), masks);
        (counting(1, &shape), encoding.expect("a spec"), axis)
    }
}

proptest! {
    #[test]
    fn taking_is_a_loop_over_ids(
        (tensor, encoding, axis) in sources(),
        numbers in prop::collection::vec(-50..50_i64, 0..12),
        sparse in any::<bool>(),
    ) {
        let view = tensor.slice(&encoding);
        let len = view.shape()[axis] as i64;
        let numbers = &numbers[..if sparse { numbers.len().min(2) } else { numbers.len() }];
        let inside: Vec<i32> = numbers.iter().filter(|_| len > 0).map(|n| n.rem_euclid(len.max(1)) as i32).collect();
        let positions: Vec<_> = inside.iter().map(|&id| Some(id as usize)).collect();
        let expected = picked(&view, axis, &positions);
        prop_assert_eq!(view.try_take(axis, &inside), Ok(expected.clone()));

        let from_end: Vec<i8> = inside.iter().map(|&id| id as i8 - len as i8).collect();
        let list = View::<_, 1>::from(&from_end).into_dyn();
        prop_assert_eq!(ops::gather_with(&view, &list, axis, 0, OffAxis::FromEnd), Ok(expected.clone()));
        prop_assert_eq!(view.try_take(axis, &from_end), Ok(expected));

        let on_axis = |n: i64| usize::try_from(if n < 0 { n + len } else { n }).ok().filter(|&n| (n as i64) < len);
        let positions: Vec<_> = numbers.iter().map(|&n| on_axis(n)).collect();
        let list = View::<_, 1>::from(numbers).into_dyn();
        prop_assert_eq!(ops::gather(&view, &list, axis, 0), Ok(picked(&view, axis, &positions)));
        match numbers.iter().position(|number| !(-len..len).contains(number)) {
            None => prop_assert!(view.try_take(axis, numbers).is_ok()),
            Some(at) => {
                let error = PickError::IndexOutOfBounds { at, index: numbers[at], axis, len: len as usize };
                prop_assert_eq!(view.try_take(axis, numbers), Err(error));
            }
        }
    }

    #[test]
    fn compressing_is_a_loop_over_a_mask(
        (tensor, encoding, axis) in sources(),
        bits in any::<u64>(),
        runs in any::<bool>(),
    ) {
        let view = tensor.slice(&encoding);
        let selected = |i: usize| bits >> (if runs { i / 8 } else { i } % 64) & 1 == 1;
        let mask: Vec<bool> = (0..view.shape()[axis]).map(selected).collect();
        let positions: Vec<_> = (0..mask.len()).filter(|&i| mask[i]).map(Some).collect();
        let expected = picked(&view, axis, &positions);
        prop_assert_eq!(view.compress(axis, &mask), expected);
    }
}

#[test]
fn pick_takes_any_integer_and_element_type() {
    let t = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    let rows: Tensor<i32, 2> = t.take(0, [1_usize, 1]);
    assert_eq!(rows, [[4, 5, 6], [4, 5, 6]]);
    assert_eq!(t.take(1, [2_u8]), [[3], [6]]);
    let ids = Vec::from([0_i128, 2]);
    assert_eq!(t.take(1, &ids), [[1, 3], [4, 6]]);
    assert_eq!(t.take(1, ids), t.compress(1, [true, false, true]));
    assert_eq!(t.take(1, [-1]), t.take(1, Tensor::from([2_u8])));
    assert_eq!(t.take(0, [0_u16; 0]).shape(), &[0, 3]);
    assert_eq!(
        t.view()
            .into_dyn()
            .take(0, &[-1_i64 as u64 as i8 as u8 as usize & 1]),
        [[4, 5, 6]]
    );
    let names = Tensor::<_, 1>::from(["a", "b", "c"].map(str::to_owned));
    assert_eq!(names.take(0, [2, 0, 2]), ["c", "a", "c"].map(str::to_owned));
    assert_eq!(
        names.slice(s![::-1]).compress(0, &[true, false, true]),
        ["c", "a"].map(str::to_owned)
    );
    assert_eq!(
        Tensor::<_, 2>::full([3, 4], ()).take(1, [3, 3]).shape(),
        &[3, 2]
    );
}

#[test]
fn pick_errors_write_nothing() {
    let t = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    let mut buffer = [-7; 4];
    assert_eq!(
        message(|| t.pick_into(s![:, &[0, 3]], &mut buffer)),
        "index 3, at position 1 of its list, is out of bounds for axis 1 with length 3"
    );
    assert_eq!(
        message(|| t.pick_into(s![&[-3]], &mut buffer)),
        "index -3, at position 0 of its list, is out of bounds for axis 0 with length 2"
    );
    assert_eq!(
        t.try_take(0, [u128::MAX]),
        Err(PickError::IndexOutOfBounds {
            at: 0,
            index: i64::MAX,
            axis: 0,
            len: 2
        })
    );
    assert_eq!(
        t.try_take(2, [0]),
        Err(PickError::Shape(ShapeError::Axis(AxisError::OutOfRange {
            axis: 2,
            rank: 2
        })))
    );
    assert!(message(|| t.pick_into(s![&[0]], &mut buffer)).contains('4'));
    let error = message(|| t.pick_into(s![:, &[true, false]], &mut buffer));
    assert_eq!(error, "the mask has 2 entries, axis 1 has length 3");
    let error = message(|| t.compress(3, [true]));
    assert_eq!(error, "axis 3 is out of range for rank 2");
    assert!(message(|| t.pick_into(s![:, &[true, false, false]], &mut buffer)).contains('4'));
    assert_eq!(buffer, [-7; 4]);
    let none = Tensor::<u8, 2>::zeros([0, 3]);
    assert_eq!(
        none.try_take(0, [0]).unwrap_err().to_string(),
        "index 0, at position 0 of its list, is out of bounds for axis 0 with length 0"
    );
    assert_eq!(none.take(1, [2, 2]).shape(), &[0, 2]);
}

#[cfg(target_pointer_width = "64")]
#[test]
fn results_that_no_memory_holds_are_errors() {
    let view = View::<_, 1>::from(&[1_u8]).broadcast_to([1, 1 << 60]);
    let error = view.try_take(0, &[0, 0]).unwrap_err();
    assert!(
        matches!(error, PickError::Shape(ShapeError::TooLarge { .. })),
        "{error}"
    );
    let error = view.try_take(0, &[0; 8]).unwrap_err();
    assert!(
        matches!(error, PickError::Shape(ShapeError::Overflow { .. })),
        "{error}"
    );
}

#[test]
fn pick_of_few_columns_matches_a_loop() {
    fn check<T: Clone + PartialEq + std::fmt::Debug>(element: fn(usize) -> T) {
        let whole = Tensor::from_shape_fn([9, 90, 7], |[i, j, k]| element((i * 90 + j) * 7 + k));
        for list in [
            vec![3],
            vec![6, 0],
            vec![2, -1, 2, 2],
            vec![-7, 5, 0, 1, 6, 6, 6, 3],
        ] {
            let at = |n: i32, len: i32| n.rem_euclid(len) as usize;
            for view in [
                whole.view(),
                whole.slice(s![::-1, 5:, :]),
                whole.slice(s![::2, ::-3, :]),
            ] {
                let [depth, height, width] = *view.shape();
                let columns = Tensor::from_shape_fn([depth, height, list.len()], |[i, j, k]| {
                    view[[i, j, at(list[k], width as i32)]].clone()
                });
                assert_eq!(view.pick(s![.., &list]), columns);
                assert_eq!(view.take(2, &list), columns);
                let mut target = vec![element(0); columns.len()];
                view.pick_into(s![.., &list], &mut target);
                assert_eq!(target, columns.into_vec());
                let rows = view.permute([1, 0, 2]).pick(s![:, [0, -1], ..]);
                let expected = Tensor::from_shape_fn([height, 2, width], |[i, j, k]| {
                    view[[if j == 0 { 0 } else { depth - 1 }, i, k]].clone()
                });
                assert_eq!(rows, expected);
            }
        }
    }
    check(|n| n as u8);
    check(|n| n as f32);
    check(|n| n as u64);
    check(|n| [n as u16; 3]);
    check(|n| n.to_string());
}
