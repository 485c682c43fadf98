//! What is refused in words, before memory or time is spent on it.

use std::cell::Cell;

use tslice::__private::Literal;
use tslice::diag::Align;
use tslice::{
    Border, DynSpec, DynTensor, DynView, DynViewMut, Masks, PickError, ShapeError, SliceError,
    Tensor, View, diag, s, zip,
};
use tslice_explain::Explain;
use tslice_ops::prelude::*;
use tslice_ops::{
    self as ops, ConvertError, DiagError, GradError, IndicesError, PadRules, SliceArgs, UpdateError,
};
use tslice_tests::faults::message;

const HUGE: usize = 1 << 61;

/// A view that repeats one element.
fn repeated<'a>(shape: &[usize], one: &'a [u64; 1]) -> DynView<'a, u64> {
    DynView::from_strided(shape, &vec![0; shape.len()], 0, one).expect("one element repeats")
}

#[test]
fn diagonals_of_repeated_elements_exceed_memory() {
    for len in [HUGE, 1 << 46] {
        let view = repeated(&[len, 1, 1], &[7]);
        let error = ops::matrix_diag_part(&view, 0, 0, Align::default()).unwrap_err();
        assert!(
            matches!(error, DiagError::Shape(ShapeError::TooLarge { .. })),
            "{error}"
        );
        let typed: View<'_, u64, 3> = view.into_rank().expect("three axes");
        assert!(matches!(
            typed.try_diag_part(diag![0], 0),
            Err(DiagError::Shape(_))
        ));
    }
}

/// The message of a pad names the axis and the number that is refused, whichever end it is at.
#[test]
fn pads_that_are_refused_name_axis_and_width() {
    let lengths = [4, 3, 5];
    let t = DynTensor::<u8>::zeros(lengths).into_dyn();
    for (axis, &len) in lengths.iter().enumerate() {
        for (begin, end) in [(9_i64, 0), (0, 9), (7, 9), (9, 7)] {
            let (mut begins, mut ends) = ([0; 3], [0; 3]);
            (begins[axis], ends[axis]) = (begin, end);
            let refused = |begins: &[i64], ends: &[i64], border: Border<u8>, rules: PadRules| {
                let padded = ops::pad(&t.view(), begins, ends, ops::DEFAULT_AXES, border, rules);
                padded.expect_err("a width that is refused").to_string()
            };
            for rules in [PadRules::TensorFlow, PadRules::OpenVino, PadRules::Onnx] {
                for (border, limit) in [(Border::Reflect, len - 1), (Border::Symmetric, len)] {
                    assert_eq!(
                        refused(&begins, &ends, border, rules),
                        format!(
                            "axis {axis} of length {len} continues for at most {limit} elements, 9 \
                             are asked for"
                        )
                    );
                }
            }
            let (few_before, few_after) =
                (begins.map(|width| -width / 7), ends.map(|width| -width / 7));
            assert_eq!(
                refused(
                    &few_before,
                    &few_after,
                    Border::Constant(0),
                    PadRules::TensorFlow
                ),
                format!(
                    "axis {axis} is padded by {} and {}: a width must not be below 0",
                    -begin / 7,
                    -end / 7
                )
            );
            let (begins, ends) = (begins.map(|width| -width), ends.map(|width| -width));
            assert_eq!(
                refused(&begins, &ends, Border::Constant(0), PadRules::OpenVino),
                format!(
                    "axis {axis} of length {len} is padded by {} and {}: nothing is left of it",
                    -begin, -end
                )
            );
        }
    }
}

#[test]
fn diagonals_are_checked_before_they_are_copied() {
    let view = View::<_, 2>::from(&[[1, 2], [3, 4]]).into_dyn();
    let error =
        ops::matrix_diag_part(&view, &repeated(&[HUGE], &[7]), 0, Align::default()).unwrap_err();
    assert!(matches!(error, DiagError::BadIndexShape { .. }), "{error}");
}

/// The forms of a typed spec may say that an entry is a list, though the spec holds no lists.
#[test]
fn lists_without_positions_are_refused_by_try_slice() {
    let [begin, end, strides] = [[0], [0], [1]];
    let (begin_mask, end_mask) = (1, 1);
    let list = Literal::<1, 0x8, 1, 1> {
        begin,
        end,
        strides,
        begin_mask,
        end_mask,
        ellipsis_mask: 0,
        new_axis_mask: 0,
        shrink_axis_mask: 0,
    };
    let group = Literal::<2, 0x98, 2, 1> {
        begin: [0; 2],
        end: [0, 1],
        strides: [1; 2],
        begin_mask,
        end_mask,
        ellipsis_mask: 0,
        new_axis_mask: 0,
        shrink_axis_mask: 2,
    };
    let (list, group) = (list.spec(), group.spec());
    for len in [0, 3] {
        let refused = SliceError::List { entry: 0 };
        let t = Tensor::<u8, 1>::zeros([len]);
        assert_eq!(t.try_slice(list).unwrap_err(), refused);
        assert_eq!(t.clone().try_slice_mut(list).unwrap_err(), refused);
        assert_eq!(t.into_dyn().try_slice(list).unwrap_err(), refused);
        assert_eq!(
            Tensor::<u8, 2>::zeros([len, 3])
                .try_slice(group)
                .unwrap_err(),
            refused
        );
    }
}

#[test]
fn gather_by_repeated_indices_exceeds_memory() {
    let params = View::<_, 1>::from(&[1_u8, 2, 3]).into_dyn();
    for len in [HUGE, 1 << 46] {
        let indices = repeated(&[len, 1], &[0]);
        let error = ops::gather_nd(&params, &indices, 0).unwrap_err();
        assert!(
            matches!(error, IndicesError::Shape(ShapeError::TooLarge { .. })),
            "{error}"
        );
        let error = ops::gather_nd_into(&params, &indices, 0, &mut [0; 3]).unwrap_err();
        assert!(
            matches!(
                error,
                IndicesError::Shape(ShapeError::LengthMismatch { .. })
            ),
            "{error}"
        );
        let tuples =
            View::<[u64; 1], 1>::from_strided([len], [0], 0, &[[0]]).expect("one tuple repeats");
        assert!(matches!(
            params.try_gather_nd(&tuples),
            Err(IndicesError::Shape(_))
        ));
    }
}

#[test]
fn update_of_repeated_elements_exceeds_memory() {
    for len in [HUGE, 1 << 46] {
        let (view, value) = (repeated(&[len], &[7]), repeated(&[], &[1]));
        let error = ops::strided_slice_update(&view, &[0], &[1], &[1], Masks::default(), &value)
            .unwrap_err();
        assert!(
            matches!(error, UpdateError::Shape(ShapeError::TooLarge { .. })),
            "{error}"
        );
    }
}

#[test]
fn gradient_is_refused_before_its_result_exists() {
    let dy = View::<_, 1>::from(&[1_u8]).into_dyn();
    let error = ops::strided_slice_grad(&[1_u64 << 50], &[0], &[2], &[1], Masks::default(), &dy)
        .unwrap_err();
    assert_eq!(
        error,
        GradError::DyShape {
            slice: [2].into(),
            dy: [1].into()
        }
    );
}

#[test]
fn stack_is_independent_of_rank_and_text() {
    let work = || {
        let mut shape = vec![1; 30_000];
        shape.extend([2, 2]);
        let deep = DynView::from_shape(&shape, &[1, 2, 3, 4]).expect("four elements");
        let band = ops::matrix_diag_part(&deep, [0, 1], 0, Align::default()).expect("a band");
        assert_eq!(band.to_vec(), [0, 2, 1, 4]);
        let flat = View::<_, 1>::from(&[1, 2, 3, 4]).into_dyn();
        let value = DynView::from_shape(&shape[..30_000], &[9]).expect("one element");
        let updated = ops::strided_slice_update(&flat, &[0], &[2], &[1], Masks::default(), &value);
        assert_eq!(
            updated.expect("leading axes of length 1 are dropped"),
            [9, 9, 3, 4]
        );
        let report = s![..]
            .explain(vec![1; 20_000])
            .expect("a shape")
            .to_string();
        assert!(report.contains("result shape"));
        for text in ["1;", "[", "(", "-", "1:", "=>", "'", "..", "a"] {
            assert!(text.repeat(20_000).parse::<DynSpec>().is_err(), "{text}");
        }
    };
    // A stack of 256 KiB, however long and deep all this is.
    let small = std::thread::Builder::new()
        .stack_size(256 << 10)
        .spawn(work);
    small.expect("a thread").join().expect("no overflow");
}

#[test]
fn lengths_beyond_isize_are_errors() {
    let long = 1_usize << 63;
    let reversed: DynSpec = "::-1".parse().expect("a spec");
    assert!(matches!(
        ops::slice_args::<i64>(&reversed, &[long]),
        Err(ConvertError::Shape(_))
    ));
    assert!(matches!(
        ops::slice_args::<i64>(s![::-1], &[long]),
        Err(ConvertError::Shape(_))
    ));
    let dy = View::<u8, 1>::from(&[1]);
    assert!(matches!(
        dy.try_slice_grad([long], s![::-1]),
        Err(GradError::Shape(_))
    ));
    let (starts, ends, steps) = (vec![-1], vec![0], vec![-1]);
    let args = SliceArgs::<i64> {
        starts,
        ends,
        axes: vec![0],
        steps,
        squeeze: vec![0],
        unsqueeze: vec![],
    };
    assert!(matches!(
        args.to_encoding(&[long]),
        Err(ConvertError::Shape(_))
    ));
}

#[test]
fn error_built_by_hand_prints() {
    let (at, index, shape) = ([0].into(), [7].into(), [2].into());
    let error = IndicesError::IndexOutOfBounds {
        at,
        index,
        axis: 5,
        value: 7,
        shape,
    };
    assert_eq!(
        error.to_string(),
        "indices[0] = [7] does not index into shape [2]: 7 is out of bounds for axis 5"
    );
}

#[test]
fn no_time_is_quadratic_in_the_rank() {
    const RANK: usize = 300_000;
    let ones = vec![1; RANK];
    // All axes are sliced by -1, in any order.
    let (axes, last): (Vec<usize>, _) = ((0..=RANK).rev().collect(), [&ones[..], &[3]].concat());
    let data = DynView::from_shape(&last, &[1, 2, 3]).expect("three elements");
    let many = |number: i64| vec![number; RANK + 1];
    let sliced =
        ops::slice(&data, &many(-1), &many(i64::MIN), &many(-1), Some(&axes)).expect("a step each");
    assert_eq!((sliced.rank(), sliced.to_vec()), (RANK + 1, vec![3, 2, 1]));
    let lists = || many(0);
    let args = SliceArgs {
        starts: lists(),
        ends: many(1),
        axes: lists(),
        steps: many(1),
        ..Default::default()
    };
    assert!(matches!(
        args.to_encoding(&last),
        Err(ConvertError::Slice(_))
    ));
    let axes: Vec<i64> = (0..RANK)
        .map(|axis| i64::try_from(axis).expect("small"))
        .collect();
    let args = SliceArgs {
        squeeze: axes.clone(),
        unsqueeze: axes,
        ..Default::default()
    };
    assert!(matches!(
        args.to_encoding(&ones),
        Err(ConvertError::Spec(_))
    ));
    // The target's axes come in the order that is the longest to sort.
    let strides: Vec<isize> = (0..RANK + 1).map(|axis| axis.cast_signed() + 1).collect();
    let mut one = [5];
    let mut target =
        DynViewMut::from_strided([&ones[..], &[1]].concat(), &strides, 0, &mut one).expect("one");
    target.fill(7);
    assert_eq!(one, [7]);
    // A position for each matrix or tuple has no number for each axis of length 1.
    let (element, shape) = ([7_u64], [&ones[..], &[4000, 1, 2]].concat());
    let band = ops::matrix_diag_part(&repeated(&shape, &element), [0, 1], 0, Align::default())
        .expect("a band");
    assert!(band.to_vec() == [7; 8000]);
    let (params, index) = (
        [&ones[..], &[9000, 1]].concat(),
        [&ones[..], &[2000, 1]].concat(),
    );
    let gathered = ops::gather_nd(&repeated(&params, &element), &repeated(&index, &[3]), RANK)
        .expect("inside");
    assert!(gathered.shape() == index && gathered.to_vec() == [7; 2000]);
    let (params, index) = (
        [&ones[..], &[9000, 2]].concat(),
        [&ones[..], &[2000, 1]].concat(),
    );
    let zeros = repeated(&index, &[0]);
    for axis in [RANK, RANK + 1] {
        let gathered = ops::gather_elements(&repeated(&params, &element), &zeros, axis);
        assert!(gathered.expect("inside").to_vec() == [7; 2000]);
    }
    let positions = repeated(&[2000], &[0]);
    let data = repeated(&[&[9000][..], &ones, &[4]].concat(), &element);
    let gathered = ops::gather(&data, &positions, 0, 0).expect("inside");
    assert!(gathered.len() == 8000 && gathered.iter().all(|x| *x == 7));
    // The last axis is shifted, so that no other one is joined with it.
    let mut widths = vec![(0, 0); RANK + 1];
    widths[RANK] = (1, 0);
    let padded = repeated(&[&ones[..], &[2]].concat(), &element).pad(&widths[..], 0);
    assert_eq!(padded.to_vec(), [0, 7, 7]);
}

#[test]
fn outer_axis_skips_axes_of_length_1() {
    const ONES: usize = 100_000;
    let mut shape = vec![1; 2 * ONES];
    (shape[ONES], shape[2 * ONES - 1]) = (20_000, 2);
    let t = DynTensor::from_shape_fn(&[20_000, 2], |index| {
        index[0] as u64 * (1 - index[1] as u64)
    });
    let t = t.into_shape(&shape[..]);
    let largest = t.fold_axis(ONES, 0, |max, x| *x.max(&max));
    assert_eq!(
        (largest.rank(), largest.to_vec()),
        (2 * ONES - 1, vec![19_999, 0])
    );
    let t = t.accumulate(ONES, |sum, x| sum + x);
    let last = t.as_slice().expect("row-major");
    assert_eq!(last[39_998..], [19_999 * 10_000, 0]);
}

#[test]
fn rows_of_units_are_joined_at_once() {
    let rows = vec![vec![(); 1 << 60]; 3];
    assert_eq!(
        Tensor::try_from(rows).expect("counted").shape(),
        &[3, 1 << 60]
    );
    let overflow = Tensor::<(), 2>::try_from(vec![vec![(); usize::MAX]; 2]);
    assert!(matches!(overflow, Err(ShapeError::Overflow { .. })));
}

#[test]
fn empty_lanes_are_not_walked_one_by_one() {
    let mut nothing: [u64; 0] = [];
    for (shape, axis) in [(&[1 << 40, 0][..], 1), (&[1 << 40, 0, 3], 0)] {
        let view = DynViewMut::from_shape(shape, &mut nothing).expect("no elements");
        assert!(view.accumulate(axis, |a, b| a + b).is_empty());
    }
}

#[test]
fn picks_of_repeated_elements_take_little_memory() {
    let view = repeated(&[1 << 40], &[7]);
    assert_eq!(view.try_take(0, &[3, 5]).expect("two elements"), [7, 7]);
    let error = view.try_take(0, &vec![5; 1_000_000]).map(|t| t.len());
    assert!(
        matches!(
            error,
            Ok(1_000_000) | Err(PickError::Shape(ShapeError::TooLarge { .. }))
        ),
        "{error:?}"
    );
    let three = View::<_, 1>::from(&[1, 2, 3]);
    let mut target = [0; 3];
    let error = message(|| three.pick_into(s![&[true, false, true]], &mut target));
    assert!(error.contains("2 elements"), "{error}");
    assert_eq!(target, [0; 3]);
}

#[test]
fn empty_params_are_refused_before_memory() {
    let (row, many) = (Tensor::<u64, 1>::from([1]), repeated(&[1 << 60, 1], &[7]));
    let error = zip((&row, &many)).try_map(|(a, b)| a + b).unwrap_err();
    assert!(matches!(error, ShapeError::TooLarge { .. }), "{error}");
    let params = DynView::<u64>::from_shape([0, 1 << 40], &[]).expect("no elements");
    let indices = repeated(&[1 << 20, 1], &[0]);
    let error = ops::gather_nd(&params, &indices, 0).unwrap_err();
    assert!(matches!(error, IndicesError::EmptyParams { .. }), "{error}");
}

#[test]
fn an_element_may_print_itself_in_two_ways() {
    struct Growing(Cell<usize>);
    impl std::fmt::Display for Growing {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.0.set(self.0.get() * 10);
            write!(f, "{}", self.0.get())
        }
    }
    let t = tslice::tensor![Growing(Cell::new(1)), Growing(Cell::new(30))];
    assert!(t.to_string().len() < 100);
}

#[test]
fn a_message_is_one_line_whatever_it_quotes() {
    for text in [
        "s![1,\n2\t]",
        "[1,\rx]",
        "\u{1b}[31m",
        "1\u{2028}2",
        "a\u{85}b",
        "x\u{b}y",
    ] {
        let message = text.parse::<DynSpec>().unwrap_err().message().to_owned();
        assert!(
            !message.contains(char::is_control) && !message.contains('\u{2028}'),
            "{message:?}"
        );
    }
}
