//! The operations that write a slice: update and gradient.

use serde_json::Value;
use tslice::DynTensor;
use tslice_ops::{self as ops, GradError, UpdateError};

use super::fields::{bounds, input, integers, masks, narrow, tensor};
use super::{Answer, Element, strided};

pub(super) fn update<T: Element>(case: &Value) -> Result<Answer, String> {
    let input = input::<T>(case)?;
    let value = tensor::<T>(case, "value_shape", "value")?;
    let [begin, end, strides] = bounds(case)?;
    let Some(masks) = masks(case)? else {
        return Ok(Answer::error("spec_too_long"));
    };
    let (x, v) = (input.view(), value.view());
    let wide = updated(&ops::strided_slice_update(
        &x, &begin, &end, &strides, masks, &v,
    ));
    let narrow = narrow([&begin, &end, &strides])
        .map(|[b, e, s]| updated(&ops::strided_slice_update(&x, &b, &e, &s, masks, &v)));
    let mut target = input.clone();
    let assigned =
        ops::strided_slice_assign(&mut target.view_mut(), &begin, &end, &strides, masks, &v);
    Answer::agreed([
        Some(wide),
        narrow,
        Some(updated(&assigned.map(|()| target))),
    ])
}

fn updated<T: Element>(result: &Result<DynTensor<T>, UpdateError>) -> Answer {
    match result {
        Ok(tensor) => Answer::tensor(&tensor.view()),
        Err(UpdateError::Slice(error)) => Answer::error(strided::kind(error)),
        Err(UpdateError::ValueShape(_)) => Answer::error("value_shape_mismatch"),
        Err(other) => Answer::error(other.to_string()),
    }
}

pub(super) fn grad<T: Element>(case: &Value) -> Result<Answer, String> {
    let shape: Vec<i64> = integers(case, "shape")?;
    let dy = tensor::<T>(case, "dy_shape", "dy")?;
    let [begin, end, strides] = bounds(case)?;
    let Some(masks) = masks(case)? else {
        return Ok(Answer::error("spec_too_long"));
    };
    let wide = spread(&ops::strided_slice_grad(
        &shape,
        &begin,
        &end,
        &strides,
        masks,
        &dy.view(),
    ));
    let narrow = narrow([&begin, &end, &strides]).map(|[b, e, s]| {
        spread(&ops::strided_slice_grad(
            &shape,
            &b,
            &e,
            &s,
            masks,
            &dy.view(),
        ))
    });
    Answer::agreed([Some(wide), narrow])
}

fn spread<T: Element>(result: &Result<DynTensor<T>, GradError>) -> Answer {
    match result {
        Ok(tensor) => Answer::tensor(&tensor.view()),
        Err(GradError::Slice(error)) => Answer::error(strided::kind(error)),
        Err(GradError::DyShape { .. }) => Answer::error("dy_shape_mismatch"),
        Err(other) => Answer::error(other.to_string()),
    }
}
