//! Slice-8: the examples of its documentation by number, every error, and the ends of every integer
//! type.

use proptest::prelude::*;
use tslice::{DynTensor, DynView, Tensor, s};
use tslice_ops::{self as ops, DEFAULT_AXES, Slice8Error};
use tslice_tests::counting::counting;

fn ten() -> DynTensor<i64> {
    counting(0_i64, &[10])
}

#[track_caller]
fn example(start: i64, stop: i64, step: i64, expected: &[i64]) {
    let data = ten();
    let sliced =
        ops::slice(&data.view(), &[start], &[stop], &[step], Some(&[0])).expect("a valid slice");
    assert_eq!(
        (sliced.shape(), &sliced.to_vec()[..]),
        (&[expected.len()][..], expected)
    );
}

#[test]
fn example_1_basic_slicing() {
    example(1, 8, 1, &[1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn example_2_basic_slicing_with_default_axes() {
    let sliced =
        ops::slice(&ten().view(), &[1], &[8], &[1], DEFAULT_AXES).map(|view| view.to_vec());
    assert_eq!(sliced, Ok(vec![1, 2, 3, 4, 5, 6, 7]));
}

#[test]
fn example_3_step_2() {
    example(1, 8, 2, &[1, 3, 5, 7]);
}

#[test]
fn example_4_bounds_out_of_the_dimension() {
    example(-100, 100, 1, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn example_5_backward_over_all_elements() {
    example(9, -11, -1, &[9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
}

#[test]
fn example_6_backward_with_stop_0() {
    example(9, 0, -1, &[9, 8, 7, 6, 5, 4, 3, 2, 1]);
}

#[test]
fn example_7_backward_with_stop_minus_10() {
    example(9, -10, -1, &[9, 8, 7, 6, 5, 4, 3, 2, 1]);
}

#[test]
fn example_8_backward_with_step_minus_2() {
    example(9, -11, -2, &[9, 7, 5, 3, 1]);
}

#[test]
fn example_9_bounds_out_of_the_dimension_backward() {
    example(100, -100, -1, &[9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
}

#[test]
fn example_10_all_axes_of_a_matrix() {
    let data = counting(0_i64, &[2, 5]);
    let sliced = ops::slice(&data.view(), &[0, 1], &[2, 4], &[1, 2], Some(&[0, 1])).expect("valid");
    assert_eq!(
        (sliced.shape(), sliced.to_vec()),
        (&[2, 2][..], vec![1, 3, 6, 8])
    );
}

#[test]
fn example_11_all_axes_of_rank_3() {
    let data = counting(0_i64, &[20, 10, 5]);
    let sliced = ops::slice(
        &data.view(),
        &[0, 0, 0],
        &[4, 10, 5],
        &[1, 1, 1],
        Some(&[0, 1, 2]),
    )
    .expect("valid");
    assert_eq!(
        (sliced.shape(), sliced.to_vec()),
        (&[4, 10, 5][..], (0..200).collect())
    );
}

#[test]
fn example_12_default_of_the_last_axis() {
    let data = counting(0_i64, &[20, 10, 5]);
    let sliced =
        ops::slice(&data.view(), &[0, 0], &[4, 10], &[1, 1], Some(&[0, 1])).expect("valid");
    assert_eq!(
        (sliced.shape(), sliced.to_vec()),
        (&[4, 10, 5][..], (0..200).collect())
    );
}

#[test]
fn the_typed_form_is_the_axis_form() {
    let data = Tensor::from_shape_fn([3, 4, 5], |[i, j, k]| 20 * i + 5 * j + k);
    let typed = data.slice(s![1 => 2:4, -1 => ::-1]);
    let wide = data.view().into_dyn();
    assert_eq!(
        ops::slice(&wide, &[2, -1], &[4, i64::MIN], &[1, -1], Some(&[1, -1])),
        Ok(typed.into_dyn())
    );
}

#[test]
fn negative_and_unsorted_axes_go_with_their_starts() {
    let data = counting(0_i64, &[2, 3, 4]);
    let sliced =
        ops::slice(&data.view(), &[0, 1], &[2, 2], &[1, 1], Some(&[-1, 0])).expect("valid");
    assert_eq!(
        (sliced.shape(), sliced.to_vec()),
        (&[1, 3, 2][..], vec![12, 13, 16, 17, 20, 21])
    );
}

#[test]
fn lists_have_an_integer_type_each() {
    let data = ten();
    let view = data.view();
    let all = Ok(ten());
    let own = |sliced: Result<DynView<'_, i64>, _>| sliced.map(|view| view.to_tensor());
    assert_eq!(
        own(ops::slice(
            &view,
            &[0_u8],
            &[u64::MAX],
            &[1_i8],
            Some(&[0_usize])
        )),
        all
    );
    assert_eq!(
        own(ops::slice(
            &view,
            &[i128::MIN],
            &[u128::MAX],
            &[1_u16],
            Some(&[-1_isize])
        )),
        all
    );
}

#[test]
fn ends_of_i64_are_those_of_the_axis() {
    example(i64::MIN, i64::MAX, 1, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    example(i64::MAX, i64::MIN, -1, &[9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    example(i64::MAX, i64::MIN, i64::MIN, &[9]);
    example(i64::MIN, i64::MAX, i64::MAX, &[0]);
}

#[test]
fn stop_int_max_backward_is_the_last_element() {
    example(-1, i64::MAX, -1, &[]);
    example(-1, i64::from(i32::MAX), -1, &[]);
}

#[test]
fn start_below_the_axis_backward_is_element_0() {
    example(-11, -12, -1, &[0]);
    example(-11, i64::MIN, -3, &[0]);
    example(-10, i64::MIN, -3, &[0]);
    example(i64::MIN, i64::MIN, i64::MIN, &[0]);
}

#[test]
fn an_empty_axis_stays_empty() {
    let data = counting(0_i64, &[0, 3]);
    for (start, stop, step) in [
        (0, 9, 1),
        (-1, -9, -1),
        (-9, i64::MIN, -1),
        (i64::MAX, i64::MIN, i64::MIN),
    ] {
        let sliced =
            ops::slice(&data.view(), &[start], &[stop], &[step], DEFAULT_AXES).expect("valid");
        assert_eq!(sliced.shape(), [0, 3]);
    }
}

#[track_caller]
fn fails(
    shape: &[usize],
    lists: [&[i64]; 3],
    axes: Option<&[i64]>,
    error: Slice8Error,
    message: &str,
) {
    let data = counting(0_i64, shape);
    let [start, stop, step] = lists;
    assert_eq!(
        ops::slice(&data.view(), start, stop, step, axes).map(|view| view.to_tensor()),
        Err(error)
    );
    assert_eq!(error.to_string(), message);
}

#[test]
fn a_scalar_is_refused() {
    let message = "the data is a scalar (rank 0), slicing needs rank 1 or more";
    fails(
        &[],
        [&[], &[], &[]],
        None,
        Slice8Error::ScalarInput,
        message,
    );
}

#[test]
fn more_axes_than_the_rank_are_refused() {
    let error = Slice8Error::TooManyAxes { given: 2, rank: 1 };
    fails(
        &[3],
        [&[0, 0], &[1, 1], &[1, 1]],
        None,
        error,
        "a list has 2 entries, the tensor has rank 1",
    );
}

#[test]
fn lists_of_different_length_are_refused() {
    let error = Slice8Error::LengthMismatch {
        start: 1,
        stop: 2,
        step: 1,
        axes: Some(1),
    };
    let message = "start, stop and step need one length, they have 1, 2 and 1; axes has 1";
    fails(&[3, 3], [&[0], &[1, 1], &[1]], Some(&[0]), error, message);
}

#[test]
fn an_axis_outside_the_rank_is_refused() {
    for axis in [3, -4, i64::MAX, i64::MIN] {
        let error = Slice8Error::AxisOutOfRange { axis, rank: 3 };
        let message = format!("axis {axis} is out of range for rank 3: an axis is in -3..3");
        fails(
            &[2, 3, 4],
            [&[0], &[1], &[1]],
            Some(&[axis]),
            error,
            &message,
        );
    }
}

#[test]
fn axis_given_twice_is_refused_across_signs() {
    let error = Slice8Error::DuplicateAxes {
        axis: 0,
        first: 0,
        second: 1,
    };
    let message = "entries 0 and 1 of axes are both axis 0";
    fails(
        &[2, 3, 4],
        [&[0, 0], &[1, 1], &[1, 1]],
        Some(&[0, -3]),
        error,
        message,
    );
}

#[test]
fn step_of_0_is_refused_on_empty_axes() {
    fails(
        &[0],
        [&[0], &[3], &[0]],
        Some(&[-1]),
        Slice8Error::ZeroStep { axis: 0 },
        "the step of axis 0 is 0",
    );
}

#[test]
fn any_rank_is_sliced() {
    let mut shape = vec![1; 70];
    for axis in [0, 30, 31, 33, 62, 69] {
        shape[axis] = 2;
    }
    let data = counting(0_i64, &shape);
    let sliced = ops::slice(
        &data.view(),
        &[1, 1, 1],
        &[2, 2, i64::MIN],
        &[1, 1, -1],
        Some(&[31, -1, 33]),
    )
    .expect("valid");
    shape[31] = 1;
    shape[69] = 1;
    assert_eq!(sliced.shape(), shape);
    assert_eq!(
        sliced.to_vec(),
        [
            13, 15, 9, 11, 29, 31, 25, 27, 45, 47, 41, 43, 61, 63, 57, 59
        ]
    );
}

#[test]
fn longest_axis_of_zero_sized_elements_is_sliced() {
    let data = vec![(); isize::MAX.unsigned_abs()];
    let view = DynView::from_shape([data.len()], &data).expect("the length of the data");
    let sliced = ops::slice(&view, &[i64::MAX], &[i64::MIN], &[-1], DEFAULT_AXES).expect("valid");
    assert_eq!(sliced.shape(), [data.len()]);
}

proptest! {
    #[test]
    fn slice8_matches_python_from_inside_the_axis(
        len in 1_i64..7, start in -9_i64..9, stop in any::<i64>(), step in any::<i64>().prop_filter("not 0", |s| *s != 0)
    ) {
        prop_assume!(start >= -len);
        let data = counting(0_i64, &[usize::try_from(len).expect("small")]);
        let sliced = ops::slice(&data.view(), &[start], &[stop], &[step], DEFAULT_AXES).expect("valid");
        let spec = s![(start):(stop):(step)];
        prop_assert_eq!(sliced, data.view().slice(spec));
    }
}
