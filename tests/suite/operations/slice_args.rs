//! Specs as arguments of Slice-8 and back: every recorded case, the traps by name, every error.

use proptest::prelude::*;
use serde_json::Value;
use tslice::{DynSpec, DynView, Encoding, SliceError, Tensor, View, s, traits::AsEncoding};
use tslice_ops::{self as ops, ConvertError, Slice8Error, SliceArgs};
use tslice_tests::counting::counting;

use crate::bounds::{bound, encodings};

fn args(spec: &str, shape: &[usize]) -> SliceArgs {
    let spec: DynSpec = spec.parse().expect("a spec");
    ops::slice_args(&spec, shape).expect("it fits")
}

/// Slice, Squeeze and Unsqueeze, one after the other, the last two on the shape alone.
fn run<'v>(data: &DynView<'v, i64>, args: &SliceArgs) -> (Vec<usize>, DynView<'v, i64>) {
    let sliced = match args.axes.is_empty() {
        true => data.clone(),
        false => ops::slice(
            data,
            &args.starts,
            &args.ends,
            &args.steps,
            Some(&args.axes),
        )
        .expect("valid"),
    };
    let axis = |&axis: &i64| usize::try_from(axis).expect("from the front");
    let squeezed: Vec<usize> = args.squeeze.iter().map(axis).collect();
    assert!(
        squeezed.iter().all(|&axis| sliced.shape()[axis] == 1),
        "only axes of length 1 are squeezed"
    );
    let left = sliced
        .shape()
        .iter()
        .enumerate()
        .filter(|(axis, _)| !squeezed.contains(axis));
    let mut shape: Vec<usize> = left.map(|(_, &len)| len).collect();
    args.unsqueeze
        .iter()
        .for_each(|new| shape.insert(axis(new), 1));
    (shape, sliced)
}

fn check(case: &Value) -> Result<(), String> {
    let numbers = |field: &str| -> Vec<i64> {
        case[field]
            .as_array()
            .expect("a list")
            .iter()
            .map(|v| v.as_i64().expect("an integer"))
            .collect()
    };
    let lengths = |field| -> Vec<usize> {
        numbers(field)
            .into_iter()
            .map(|n| usize::try_from(n).expect("a length"))
            .collect()
    };
    let shape = lengths("shape");
    let data = counting(0_i64, &shape);
    let spec: DynSpec = case["spec"]
        .as_str()
        .expect("a text")
        .parse()
        .expect("a spec");
    let wide: SliceArgs = ops::slice_args(&spec, &shape).map_err(|e| e.to_string())?;
    let narrow: SliceArgs<i32> = ops::slice_args(&spec, &shape).map_err(|e| e.to_string())?;
    let (got_shape, got) = run(&data.view(), &wide);
    if got_shape != lengths("out_shape") || got.to_vec() != numbers("out") {
        return Err(format!("{wide:?} gives {got_shape:?}, {got:?}"));
    }
    for encoding in [wide.to_encoding(&shape), narrow.to_encoding(&shape)] {
        let back = encoding.map_err(|e| e.to_string())?;
        let got = data.try_slice(&back).map_err(|e| e.to_string())?;
        if got.shape() != lengths("out_shape") || got.to_vec() != numbers("out") {
            return Err(format!("back as {back}: {got:?}"));
        }
    }
    Ok(())
}

#[test]
fn recorded_specs_convert_to_slice8_and_back() {
    let recorded = include_str!("../../data/strided_slice.ndjson")
        .lines()
        .map(serde_json::from_str::<Value>);
    let mut checked = 0;
    // Every third: neighbours differ in one number.
    for case in recorded
        .step_by(3)
        .map(|case| case.expect("every line is a case"))
    {
        if case.get("error").is_none() && case.get("data").is_none() {
            checked += 1;
            check(&case).unwrap_or_else(|error| panic!("{}: {error}", case["id"]));
        }
    }
    assert!(checked > 7_600, "{checked} cases");
}

#[test]
fn recorded_slice8_converts_to_a_spec() {
    let recorded = include_str!("../../data/slice8.ndjson")
        .lines()
        .map(serde_json::from_str::<Value>);
    for case in recorded.map(|case| case.expect("every line is a case")) {
        if case.get("error").is_some() {
            continue;
        }
        let list = |field: &str| -> Vec<i64> {
            case[field]
                .as_array()
                .expect("a list")
                .iter()
                .map(|v| v.as_i64().expect("an integer"))
                .collect()
        };
        let (starts, ends, steps) = (list("start"), list("stop"), list("step"));
        let axes = if case["axes"].is_null() {
            (0..).take(starts.len()).collect()
        } else {
            list("axes")
        };
        let shape: Vec<usize> = list("shape")
            .into_iter()
            .map(|n| usize::try_from(n).expect("a length"))
            .collect();
        let args = SliceArgs {
            starts,
            ends,
            axes,
            steps,
            ..Default::default()
        };
        let data = counting(0_i64, &shape);
        let encoding = args.to_encoding(&shape).expect("at most 31 axes");
        assert_eq!(
            data.slice(&encoding).to_vec(),
            list("out"),
            "{}",
            case["id"]
        );
    }
}

#[test]
fn absent_end_backward_is_the_smallest_bound() {
    let wide = args("::-1, 2::-1", &[5, 5]);
    assert_eq!(
        (wide.starts, wide.ends),
        (vec![i64::MAX, 2], vec![i64::MIN; 2])
    );
    let narrow: SliceArgs<i32> = ops::slice_args(s![::-1], &[5]).expect("it fits");
    assert_eq!(
        (narrow.starts, narrow.ends),
        (vec![i32::MAX], vec![i32::MIN])
    );
}

#[test]
fn the_last_element_does_not_end_at_0() {
    let last = args("-1", &[5]);
    assert_eq!(
        (last.starts, last.ends, last.squeeze),
        (vec![4], vec![5], vec![0])
    );
}

#[test]
fn range_backward_from_below_stays_empty() {
    let empty = args("-9::-1", &[4]);
    assert_eq!(
        (empty.starts, empty.ends, empty.steps),
        (vec![0], vec![0], vec![-1])
    );
}

#[test]
fn extreme_numbers_are_clamped_for_the_runtimes() {
    let clamped = args("::-9223372036854775808, -1:9223372036854775807:-1", &[5, 3]);
    assert_eq!(clamped.steps, [-5, -1]);
    assert_eq!(clamped.ends, [i64::MIN, 3]);
}

#[test]
fn an_ellipsis_and_new_axes_are_counted() {
    let converted = args("newaxis, 1, ..., newaxis, 2, newaxis", &[2, 3, 4, 5]);
    assert_eq!(
        (converted.axes, converted.squeeze),
        (vec![0, 3], vec![0, 3])
    );
    assert_eq!(converted.unsqueeze, [0, 3, 4]);
}

#[test]
fn a_scalar_needs_no_slice() {
    let converted = args("..., newaxis", &[]);
    assert_eq!(
        (converted.axes.len(), &converted.unsqueeze[..]),
        (0, &[0][..])
    );
    assert_eq!(
        converted
            .to_encoding(&[])
            .expect("a new axis")
            .masks
            .new_axis_mask,
        1
    );
}

#[test]
fn typed_conversions_keep_what_is_selected() {
    let x = Tensor::from_shape_fn([3, 4], |[i, j]| 10 * i + j);
    let spec = s![::-2, 1:];
    let args: SliceArgs<i32> = ops::slice_args(spec, x.shape()).expect("it fits");
    let back = x.slice(args.to_encoding(x.shape()).expect("ranges"));
    assert_eq!(back, x.slice(spec));
    assert_eq!(
        args.to_encoding(x.shape()).map(DynSpec::try_from),
        Ok(Ok("::-2, 1:".parse().expect("a spec")))
    );
}

#[test]
fn start_below_the_axis_converts_to_element_0() {
    let args = SliceArgs {
        starts: vec![-9],
        ends: vec![i64::MIN],
        axes: vec![0],
        steps: vec![-1],
        ..Default::default()
    };
    let x = View::<_, 1>::from(&[7, 8]);
    assert_eq!(
        x.into_dyn()
            .slice(args.to_encoding(&[2]).expect("ranges"))
            .to_vec(),
        [7]
    );
}

#[test]
fn faults_of_the_spec_are_reported() {
    let error = ops::slice_args::<i64>(s![5].to_encoding(), &[3]);
    assert_eq!(
        error,
        Err(ConvertError::Spec(SliceError::IndexOutOfBounds {
            axis: 0,
            index: 5,
            len: 3
        }))
    );
    let error = ops::slice_args::<i64>(s![5, 5].to_encoding(), &[3]);
    assert_eq!(
        error,
        Err(ConvertError::Spec(SliceError::TooManyIndices {
            taken: 2,
            rank: 1
        }))
    );
}

#[cfg(target_pointer_width = "64")]
#[test]
fn axis_beyond_i32_is_refused_if_sliced() {
    let long = [1 << 32, 2];
    let limit = i64::from(i32::MAX);
    let error = ops::slice_args::<i32>(s![::2], &long).expect_err("too long");
    assert_eq!(
        error,
        ConvertError::AxisTooLong {
            axis: 0,
            len: 1 << 32,
            limit
        }
    );
    assert_eq!(
        error.to_string(),
        "axis 0 has length 4294967296, the integer type ends at 2147483647"
    );
    assert!(ops::slice_args::<i32>(s![.., 1], &long).is_ok());
    assert!(ops::slice_args::<i64>(s![::2], &long).is_ok());
}

#[test]
fn faults_of_the_arguments_are_reported() {
    let good = SliceArgs {
        starts: vec![0],
        ends: vec![1],
        axes: vec![0],
        steps: vec![1],
        ..Default::default()
    };
    let fault = |change: fn(&mut SliceArgs)| {
        let mut args = good.clone();
        change(&mut args);
        args.to_encoding(&[3, 4]).expect_err("a fault").to_string()
    };
    assert_eq!(fault(|args| args.steps[0] = 0), "the step of axis 0 is 0");
    assert_eq!(
        fault(|args| args.axes[0] = 2),
        "axis 2 is out of range for rank 2: an axis is in -2..2"
    );
    assert_eq!(
        fault(|args| args.squeeze = vec![-3]),
        "squeeze: axis -3 is out of range for rank 2: an axis is in -2..2"
    );
    assert_eq!(
        fault(|args| args.squeeze = vec![-1]),
        "axis 1 has length 4 after slicing, only length 1 can be squeezed"
    );
    assert_eq!(
        fault(|args| args.unsqueeze = vec![0, -3, 0]),
        "unsqueeze: entries 0 and 2 of axes are both axis 0"
    );
}

#[test]
fn bound_beyond_its_axis_is_left_out() {
    for (start, end, step, text) in [
        (-5, 2, 1, ":2"),
        (-4, 2, 1, "-4:2"),
        (0, 4, 1, "0:4"),
        (0, 5, 1, "0:"),
        (i64::MIN, i64::MAX, 2, "::2"),
        (5, 0, -1, ":0:-1"),
        (4, 0, -1, "4:0:-1"),
        (3, -4, -1, "3:-4:-1"),
        (3, -5, -1, "3::-1"),
    ] {
        let args = SliceArgs {
            starts: vec![start],
            ends: vec![end],
            axes: vec![0],
            steps: vec![step],
            ..Default::default()
        };
        let spec = DynSpec::try_from(args.to_encoding(&[4]).expect("valid")).expect("valid");
        assert_eq!(spec.to_string(), text, "{start} {end} {step}");
        // Axes that stay whole behind it are not said, nor is any bit of theirs.
        let wide = args.to_encoding(&[4, 2, 3]).expect("valid");
        assert_eq!(wide, text.parse::<DynSpec>().expect("a spec").to_encoding());
    }
}

#[test]
fn new_axes_are_counted_after_squeezing() {
    let args = |unsqueeze: i64| SliceArgs {
        starts: vec![1],
        ends: vec![2],
        axes: vec![0],
        steps: vec![1],
        squeeze: vec![0],
        unsqueeze: vec![unsqueeze],
    };
    let text = |unsqueeze| {
        DynSpec::try_from(args(unsqueeze).to_encoding(&[3, 4]).expect("valid"))
            .map(|s| s.to_string())
    };
    assert_eq!(text(-1), text(1));
    assert_eq!(text(-2), text(0));
    assert_eq!(text(-1).as_deref(), Ok("1, :, newaxis"));
    let error = args(2).to_encoding(&[3, 4]);
    assert!(matches!(
        error,
        Err(ConvertError::Unsqueeze(Slice8Error::AxisOutOfRange {
            axis: 2,
            rank: 2
        }))
    ));
}

#[test]
fn lists_of_different_lengths_are_refused() {
    let lengths = |starts: &[i64], axes: &[i64]| {
        let (starts, axes) = (starts.to_vec(), axes.to_vec());
        let args = SliceArgs {
            ends: starts.clone(),
            steps: starts.clone(),
            starts,
            axes,
            ..Default::default()
        };
        args.to_encoding(&[3]).map(|encoding| encoding.begin.len())
    };
    assert_eq!(lengths(&[], &[]), Ok(0));
    assert_eq!(lengths(&[1], &[0]), Ok(1));
    for (starts, axes) in [(&[][..], &[0][..]), (&[1], &[])] {
        let error = lengths(starts, axes);
        assert!(
            matches!(
                error,
                Err(ConvertError::Slice(Slice8Error::LengthMismatch { .. }))
            ),
            "{error:?}"
        );
    }
}

#[cfg(target_pointer_width = "64")]
#[test]
fn a_spec_has_room_for_31_axes() {
    let args = |axis| SliceArgs {
        starts: vec![0],
        ends: vec![1],
        axes: vec![axis],
        steps: vec![1],
        ..Default::default()
    };
    assert_eq!(
        args(30)
            .to_encoding(&[2; 40])
            .expect("31 entries")
            .begin
            .len(),
        31
    );
    assert_eq!(
        args(31).to_encoding(&[2; 40]),
        Err(ConvertError::Spec(SliceError::SpecTooLong { entries: 32 }))
    );
    let scalar = SliceArgs { ..args(0) }.to_encoding(&[]);
    assert_eq!(scalar, Err(ConvertError::Slice(Slice8Error::ScalarInput)));
    let whole = SliceArgs::<i64>::default()
        .to_encoding(&[2; 40])
        .expect("nothing to say");
    assert_eq!(whole.as_encoding().begin.len(), 0);
}

fn encoding() -> impl Strategy<Value = Encoding> {
    encodings((bound(), bound(), bound()), 32)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, max_global_rejects: 1_000_000, ..ProptestConfig::default() })]

    #[test]
    fn any_encoding_converts_to_slice8_and_back(
        shape in prop::collection::vec(0_usize..5, 0..5),
        spec in encoding(),
    ) {
        let data = counting(0_i64, &shape);
        let Ok(expected) = data.try_slice(&spec) else { return Err(TestCaseError::reject("no slice")) };
        let args: SliceArgs = ops::slice_args(&spec, &shape).expect("it fits");
        let (got_shape, got) = run(&data.view(), &args);
        prop_assert_eq!((&got_shape[..], got.to_vec()), (expected.shape(), expected.to_vec()));
        prop_assert_eq!(data.slice(args.to_encoding(&shape).expect("it fits")), expected);
    }

    #[test]
    fn any_arguments_convert_or_are_refused(
        shape in prop::collection::vec(0_usize..5, 0..4),
        entries in prop::collection::vec((bound(), bound(), bound(), -4_i64..4), 0..4),
        squeeze in prop::collection::vec(-4_i64..4, 0..3),
        unsqueeze in prop::collection::vec(-6_i64..6, 0..3),
    ) {
        let args = SliceArgs {
            starts: entries.iter().map(|entry| entry.0).collect(),
            ends: entries.iter().map(|entry| entry.1).collect(),
            steps: entries.iter().map(|entry| entry.2).collect(),
            axes: entries.iter().map(|entry| entry.3).collect(),
            squeeze,
            unsqueeze,
        };
        let Ok(spec) = args.to_encoding(&shape) else { return Ok(()) };
        let data = counting(0_i64, &shape);
        let sliced = match entries.is_empty() {
            true => data.view(),
            false => ops::slice(&data.view(), &args.starts, &args.ends, &args.steps, Some(&args.axes)).expect("valid"),
        };
        prop_assert_eq!(data.slice(&spec).to_vec(), sliced.to_vec());
        let rank = shape.len() - args.squeeze.len() + args.unsqueeze.len();
        prop_assert_eq!(data.slice(&spec).shape().len(), rank);
    }
}
