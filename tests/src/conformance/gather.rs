//! GatherNd.

use serde_json::Value;
use tslice::{DynView, traits::Integer};
use tslice_ops::{self as ops, BadIndices, GatherOptions, IndicesError};

use super::fields::{input, integers, narrow};
use super::scatter::Apart;
use super::{Answer, Element};

pub(super) fn answer<T: Element>(case: &Value) -> Result<Answer, String> {
    let params = input::<T>(case)?;
    let shape: Vec<usize> = integers(case, "indices_shape")?;
    let indices: Vec<i64> = integers(case, "indices")?;
    let batch_dims = case["batch_dims"]
        .as_i64()
        .ok_or("batch_dims is not an integer")?;
    let policy = case
        .get("bad_indices")
        .filter(|policy| !policy.is_null())
        .map_or(Some(""), Value::as_str)
        .ok_or("bad_indices is not a string")?;
    let bad_indices =
        BadIndices::from_name(policy).ok_or_else(|| format!("bad_indices is {policy}"))?;
    let options = GatherOptions::new().bad_indices(bad_indices);
    let wide = gathered(&params.view(), &shape, &indices, batch_dims, options)?;
    let narrow =
        narrow([&indices]).map(|[i]| gathered(&params.view(), &shape, &i, batch_dims, options));
    let strided = gathered(
        &Apart::of(&params)?.view(),
        &shape,
        &indices,
        batch_dims,
        options,
    )?;
    Answer::agreed([Some(wide), narrow.transpose()?, Some(strided)])
}

fn gathered<T: Element, I: Integer>(
    params: &DynView<'_, T>,
    shape: &[usize],
    indices: &[I],
    batch_dims: i64,
    options: GatherOptions,
) -> Result<Answer, String> {
    let indices = DynView::from_shape(shape, indices).map_err(|e| e.to_string())?;
    Ok(
        match ops::gather_nd_with(params, &indices, batch_dims, options) {
            Ok(tensor) => Answer::tensor(&tensor.view()),
            Err(error) => Answer::error(kind(&error)),
        },
    )
}

pub(super) fn kind(error: &IndicesError) -> String {
    match error {
        IndicesError::IndexOutOfBounds { .. } => "index_out_of_bounds".into(),
        IndicesError::DepthExceedsRank { .. } => "depth_exceeds_rank".into(),
        IndicesError::IndicesScalar => "indices_scalar".into(),
        IndicesError::ParamsScalar => "params_scalar".into(),
        IndicesError::EmptyParams { .. } => "empty_params".into(),
        IndicesError::BatchDimsOutOfRange { .. } => "batch_dims_out_of_range".into(),
        IndicesError::BatchShapeMismatch { .. } => "batch_shape_mismatch".into(),
        IndicesError::UpdatesScalar => "updates_scalar".into(),
        IndicesError::UpdatesShape { .. } => "updates_shape_mismatch".into(),
        IndicesError::EmptyOutput { .. } => "empty_output".into(),
        IndicesError::DepthUnsupported => "depth_unsupported".into(),
        IndicesError::Axis(_) => "axis_out_of_range".into(),
        IndicesError::IndicesShape { .. } => "shape_mismatch".into(),
        other => other.to_string(),
    }
}
