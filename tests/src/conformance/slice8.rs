//! Slice-8.

use serde_json::Value;
use tslice::DynView;
use tslice_ops::{self as ops, DEFAULT_AXES, Slice8Error};

use super::fields::{input, integers, narrow};
use super::{Answer, Element};

pub(super) fn answer<T: Element>(case: &Value) -> Result<Answer, String> {
    let input = input::<T>(case)?;
    let lists: [Vec<i64>; 3] = [integers(case, "start")?, integers(case, "stop")?, integers(case, "step")?];
    let [start, stop, step] = lists.each_ref().map(Vec::as_slice);
    let data = input.view();
    let Some(axes) = case.get("axes").filter(|axes| !axes.is_null()) else {
        let wide = sliced(ops::slice(&data, start, stop, step, DEFAULT_AXES));
        let narrow = narrow([start, stop, step])
            .map(|[start, stop, step]| sliced(ops::slice(&data, &start, &stop, &step, DEFAULT_AXES)));
        return Answer::agreed([Some(wide), narrow]);
    };
    if !axes.is_array() {
        return Err("axes is no list".into());
    }
    let axes: Vec<i64> = integers(case, "axes")?;
    let wide = sliced(ops::slice(&data, start, stop, step, Some(&axes)));
    let narrow = narrow([start, stop, step, &axes])
        .map(|[start, stop, step, axes]| sliced(ops::slice(&data, &start, &stop, &step, Some(&axes))));
    Answer::agreed([Some(wide), narrow])
}

fn sliced<T: Element>(result: Result<DynView<'_, T>, Slice8Error>) -> Answer {
    match result {
        Ok(view) => Answer::tensor(&view),
        Err(error) => Answer::error(kind(error)),
    }
}

fn kind(error: Slice8Error) -> &'static str {
    match error {
        Slice8Error::ScalarInput => "scalar_input",
        Slice8Error::TooManyAxes { .. } => "too_many_axes",
        Slice8Error::LengthMismatch { .. } => "length_mismatch",
        Slice8Error::AxisOutOfRange { .. } => "axis_out_of_range",
        Slice8Error::DuplicateAxes { .. } => "duplicate_axes",
        Slice8Error::ZeroStep { .. } => "zero_step",
        _ => "other",
    }
}
