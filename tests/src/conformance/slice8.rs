//! Slice-8 and its inverse.

use serde_json::Value;
use tslice::{DynTensor, DynView};
use tslice_ops::{self as ops, DEFAULT_AXES, Slice8Error};

use super::fields::{input, integers, narrow, tensor};
use super::scatter::Apart;
use super::{Answer, Element};

pub(super) fn answer<T: Element>(case: &Value) -> Result<Answer, String> {
    let input = input::<T>(case)?;
    let lists: [Vec<i64>; 3] = [
        integers(case, "start")?,
        integers(case, "stop")?,
        integers(case, "step")?,
    ];
    let [start, stop, step] = lists.each_ref().map(Vec::as_slice);
    let data = input.view();
    let Some(axes) = case.get("axes").filter(|axes| !axes.is_null()) else {
        let wide = sliced(ops::slice(&data, start, stop, step, DEFAULT_AXES));
        let narrow = narrow([start, stop, step]).map(|[start, stop, step]| {
            sliced(ops::slice(&data, &start, &stop, &step, DEFAULT_AXES))
        });
        return Answer::agreed([Some(wide), narrow]);
    };
    if !axes.is_array() {
        return Err("axes is not a list".into());
    }
    let axes: Vec<i64> = integers(case, "axes")?;
    let wide = sliced(ops::slice(&data, start, stop, step, Some(&axes)));
    let narrow = narrow([start, stop, step, &axes]).map(|[start, stop, step, axes]| {
        sliced(ops::slice(&data, &start, &stop, &step, Some(&axes)))
    });
    Answer::agreed([Some(wide), narrow])
}

fn sliced<T: Element>(result: Result<DynView<'_, T>, Slice8Error>) -> Answer {
    match result {
        Ok(view) => Answer::tensor(&view),
        Err(error) => Answer::error(kind(error)),
    }
}

/// SliceScatter.
pub(super) fn scatter<T: Element>(case: &Value) -> Result<Answer, String> {
    let (input, updates) = (
        input::<T>(case)?,
        tensor::<T>(case, "updates_shape", "updates")?,
    );
    let lists: [Vec<i64>; 3] = [
        integers(case, "start")?,
        integers(case, "stop")?,
        integers(case, "step")?,
    ];
    let [start, stop, step] = lists.each_ref().map(Vec::as_slice);
    let axes = match case["axes"].is_null() {
        true => None,
        false => Some(integers::<i64>(case, "axes")?),
    };
    let axes = axes.as_deref();
    let (x, apart) = (input.view(), Apart::of(&updates)?);
    let small = narrow([start, stop, step]).map(|[start, stop, step]| {
        scattered(ops::slice_scatter(
            &x,
            &updates.view(),
            &start,
            &stop,
            &step,
            axes,
        ))
    });
    let mut dense = input.clone();
    let assigned = ops::slice_scatter_assign(
        &mut dense.view_mut(),
        &updates.view(),
        start,
        stop,
        step,
        axes,
    );
    let mut doubled = Apart::of(&input)?.0;
    let mut target = doubled.slice_mut(tslice::s![.., 0]);
    let strided = ops::slice_scatter_assign(&mut target, &updates.view(), start, stop, step, axes);
    Answer::agreed([
        Some(scattered(ops::slice_scatter(
            &x,
            &updates.view(),
            start,
            stop,
            step,
            axes,
        ))),
        Some(scattered(ops::slice_scatter(
            &x,
            &apart.view(),
            start,
            stop,
            step,
            axes,
        ))),
        small,
        Some(scattered(assigned.map(|()| dense))),
        Some(scattered(
            strided.map(|()| doubled.slice(tslice::s![.., 0]).to_tensor()),
        )),
    ])
}

fn scattered<T: Element>(result: Result<DynTensor<T>, Slice8Error>) -> Answer {
    match result {
        Ok(tensor) => Answer::tensor(&tensor.view()),
        Err(Slice8Error::UpdatesRank { .. } | Slice8Error::UpdatesLength { .. }) => {
            Answer::error("updates_shape_mismatch")
        }
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
