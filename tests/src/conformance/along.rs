//! Gathers and scatters along one axis: Gather-8, `tf.gather`, `np.take`, the elements of ONNX,
//! TensorScatter.

use serde_json::Value;
use tslice::{DynTensor, DynView, traits::Integer};
use tslice_ops::{self as ops, CacheMode, IndicesError, OffAxis};

use super::fields::{input, integers, narrow, number, tensor};
use super::scatter::{Apart, answered, reduction};
use super::{Answer, Element};

/// Asks by wide and by narrow indices.
fn by_indices<T: Element>(
    case: &Value,
    wide: impl Fn(&DynView<'_, i64>) -> Result<DynTensor<T>, IndicesError>,
    small: impl Fn(&DynView<'_, i32>) -> Result<DynTensor<T>, IndicesError>,
) -> Result<[Option<Answer>; 2], String> {
    let (shape, indices): (Vec<usize>, Vec<i64>) =
        (integers(case, "indices_shape")?, integers(case, "indices")?);
    let asked = answered(&wide(
        &DynView::from_shape(&shape, &indices).map_err(|e| e.to_string())?,
    ));
    let narrowed = match narrow([&indices]) {
        None => None,
        Some([i]) => Some(answered(&small(
            &DynView::from_shape(&shape, &i).map_err(|e| e.to_string())?,
        ))),
    };
    Ok([Some(asked), narrowed])
}

pub(super) fn gather<T: Element>(case: &Value) -> Result<Answer, String> {
    let data = input::<T>(case)?;
    let apart = Apart::of(&data)?;
    let axis = case["axis"].as_i64().ok_or("no axis")?;
    let batch_dims = number(case, "batch_dims")?.unwrap_or(0);
    let off_axis = match (case["op"].as_str(), case["mode"].as_str()) {
        (Some("Gather8"), _) => OffAxis::Zeros,
        (Some("tf.gather"), _) => OffAxis::Error,
        (_, Some("raise")) => OffAxis::FromEnd,
        (_, Some("wrap")) => OffAxis::Wrap,
        (_, Some("clip")) => OffAxis::Clip,
        other => return Err(format!("op and mode are {other:?}")),
    };
    let mut ways = Vec::new();
    for data in [data.view(), apart.view()] {
        ways.extend(by_indices(
            case,
            |indices| ops::gather_with(&data, indices, axis, batch_dims, off_axis),
            |indices| ops::gather_with(&data, indices, axis, batch_dims, off_axis),
        )?);
    }
    Answer::agreed(ways)
}

pub(super) fn gather_elements<T: Element>(case: &Value) -> Result<Answer, String> {
    let data = input::<T>(case)?;
    let apart = Apart::of(&data)?;
    let axis = case["axis"].as_i64().ok_or("no axis")?;
    let mut ways = Vec::new();
    for data in [data.view(), apart.view()] {
        ways.extend(by_indices(
            case,
            |indices| ops::gather_elements(&data, indices, axis),
            |indices| ops::gather_elements(&data, indices, axis),
        )?);
    }
    Answer::agreed(ways)
}

pub(super) fn scatter_elements<T: Element>(case: &Value) -> Result<Answer, String> {
    let data = input::<T>(case)?;
    let updates = tensor::<T>(case, "indices_shape", "updates")?;
    let (axis, reduction) = (case["axis"].as_i64().ok_or("no axis")?, reduction(case)?);
    let apart = Apart::of(&updates)?;
    let mut ways = Vec::new();
    for updates in [updates.view(), apart.view()] {
        ways.extend(by_indices(
            case,
            |indices| ops::scatter_elements(&data.view(), indices, &updates, axis, reduction),
            |indices| {
                let mut target = data.clone();
                ops::scatter_elements_assign(
                    &mut target.view_mut(),
                    indices,
                    &updates,
                    axis,
                    reduction,
                )?;
                Ok(target)
            },
        )?);
        ways.extend(by_indices(
            case,
            |indices| {
                let mut doubled = Apart::of(&data).expect("a copy").0;
                let mut target = doubled.slice_mut(tslice::s![.., 0]);
                ops::scatter_elements_assign(&mut target, indices, &updates, axis, reduction)?;
                Ok(doubled.slice(tslice::s![.., 0]).to_tensor())
            },
            |indices| ops::scatter_elements(&data.view(), indices, &updates, axis, reduction),
        )?);
    }
    Answer::agreed(ways)
}

/// TensorScatter. Its reference names an axis that is out of range and a start that is by each
/// other's error.
pub(super) fn cache<T: Element>(case: &Value) -> Result<Answer, String> {
    let (cache, update) = (
        input::<T>(case)?,
        tensor::<T>(case, "updates_shape", "updates")?,
    );
    let axis = number(case, "axis")?.unwrap_or(-2);
    let mode = match case["mode"].as_str() {
        Some("circular") => CacheMode::Circular,
        Some("linear") => CacheMode::Linear,
        mode => return Err(format!("mode is {mode:?}")),
    };
    let starts = match case["write_indices"].is_null() {
        true => None,
        false => Some(integers::<i64>(case, "write_indices")?),
    };
    let small = match &starts {
        None => Some(None),
        Some(starts) => narrow([starts]).map(|[starts]| Some(starts)),
    };
    let wide = written(&cache, &update, starts.as_deref(), axis, mode)?;
    let small = small
        .map(|starts| written(&cache, &update, starts.as_deref(), axis, mode))
        .transpose()?;
    Answer::agreed([Some(wide), small])
}

fn written<T: Element, I: Integer>(
    cache: &DynTensor<T>,
    update: &DynTensor<T>,
    starts: Option<&[I]>,
    axis: i64,
    mode: CacheMode,
) -> Result<Answer, String> {
    let starts = starts
        .map(|starts| DynView::from_shape([starts.len()], starts))
        .transpose();
    let starts = starts.map_err(|e| e.to_string())?;
    let named = |result: Result<DynTensor<T>, IndicesError>| match result {
        Err(IndicesError::Axis(_)) => Answer::error("index_out_of_bounds"),
        Err(IndicesError::IndexOutOfBounds { .. }) => Answer::error("axis_out_of_range"),
        result => answered(&result),
    };
    let copied = ops::tensor_scatter(&cache.view(), &update.view(), starts.as_ref(), axis, mode);
    let mut dense = cache.clone();
    let assigned = ops::tensor_scatter_assign(
        &mut dense.view_mut(),
        &update.view(),
        starts.as_ref(),
        axis,
        mode,
    );
    let mut doubled = Apart::of(cache)?.0;
    let mut target = doubled.slice_mut(tslice::s![.., 0]);
    let apart =
        ops::tensor_scatter_assign(&mut target, &update.view(), starts.as_ref(), axis, mode);
    let apart = apart.map(|()| doubled.slice(tslice::s![.., 0]).to_tensor());
    Answer::agreed([
        Some(named(copied)),
        Some(named(assigned.map(|()| dense))),
        Some(named(apart)),
    ])
}
