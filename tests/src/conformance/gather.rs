//! GatherNd.

use serde_json::Value;
use tslice::{DynTensor, DynView, Integer};
use tslice_ops::{self as ops, BadIndices, GatherNdError, GatherOptions};

use super::fields::{input, integers, narrow};
use super::{Answer, Element};

pub(super) fn answer<T: Element>(case: &Value) -> Result<Answer, String> {
    let params = input::<T>(case)?;
    let shape: Vec<usize> = integers(case, "indices_shape")?;
    let indices: Vec<i64> = integers(case, "indices")?;
    let batch_dims = case["batch_dims"].as_i64().ok_or("batch_dims is no integer")?;
    let policy = case
        .get("bad_indices")
        .filter(|policy| !policy.is_null())
        .map_or(Some(""), Value::as_str)
        .ok_or("bad_indices is no text")?;
    let bad_indices = BadIndices::from_name(policy).ok_or_else(|| format!("bad_indices is {policy}"))?;
    let options = GatherOptions::new().bad_indices(bad_indices);
    let wide = gathered(&params.view(), &shape, &indices, batch_dims, options)?;
    let narrow = narrow([&indices]).map(|[i]| gathered(&params.view(), &shape, &i, batch_dims, options));
    let strided = gathered(&apart(&params)?.view(), &shape, &indices, batch_dims, options)?;
    Answer::agreed([Some(wide), narrow.transpose()?, Some(strided)])
}

/// The params and something else as the two elements of a new last axis, so that a view of them does not lie in row-major
/// order.
fn apart<T: Element>(params: &DynTensor<T>) -> Result<Apart<T>, String> {
    let doubled = params.iter().flat_map(|element| [element.clone(), T::default()]).collect();
    let shape = [params.shape(), &[2]].concat();
    DynTensor::from_shape_vec(&shape, doubled).map(Apart).map_err(|e| e.to_string())
}

struct Apart<T>(DynTensor<T>);

impl<T> Apart<T> {
    fn view(&self) -> DynView<'_, T> {
        self.0.slice(tslice::s![.., 0])
    }
}

fn gathered<T: Element, I: Integer>(
    params: &DynView<'_, T>,
    shape: &[usize],
    indices: &[I],
    batch_dims: i64,
    options: GatherOptions,
) -> Result<Answer, String> {
    let indices = DynView::from_shape(shape, indices).map_err(|e| e.to_string())?;
    Ok(match ops::gather_nd_with(params, &indices, batch_dims, options) {
        Ok(tensor) => Answer::tensor(&tensor.view()),
        Err(error) => Answer::error(kind(&error)),
    })
}

fn kind(error: &GatherNdError) -> String {
    match error {
        GatherNdError::IndexOutOfBounds { .. } => "index_out_of_bounds".into(),
        GatherNdError::DepthExceedsRank { .. } => "depth_exceeds_rank".into(),
        GatherNdError::IndicesScalar => "indices_scalar".into(),
        GatherNdError::ParamsScalar => "params_scalar".into(),
        GatherNdError::EmptyParams { .. } => "empty_params".into(),
        GatherNdError::BatchDimsOutOfRange { .. } => "batch_dims_out_of_range".into(),
        GatherNdError::BatchShapeMismatch { .. } => "batch_shape_mismatch".into(),
        other => other.to_string(),
    }
}
