//! The gradients of gathers and scatters.

use serde_json::Value;
use tslice::DynView;
use tslice_ops as ops;

use super::Answer;
use super::fields::{integers, number, tensor};
use super::scatter::answered;

/// The operations whose gradients are answered here.
pub(super) const OPS: [&str; 6] = [
    "gather_nd",
    "scatter_nd",
    "tensor_scatter_nd_update",
    "tensor_scatter_nd_add",
    "tensor_scatter_nd_sub",
    "gather",
];

pub(super) fn answer(case: &Value) -> Result<Answer, String> {
    let dy = tensor::<f32>(case, "dy_shape", "dy")?;
    let (shape, tuples): (Vec<usize>, Vec<i64>) =
        (integers(case, "indices_shape")?, integers(case, "indices")?);
    let indices = DynView::from_shape(&shape, &tuples).map_err(|e| e.to_string())?;
    let shape: Vec<i64> = integers(case, "shape")?;
    let number = |field| number(case, field).map(|number| number.unwrap_or(0));
    let pair = match case["op"].as_str() {
        Some("gather_nd") => {
            return Ok(answered(&ops::gather_nd_grad(
                &shape,
                &indices,
                number("batch_dims")?,
                &dy.view(),
            )));
        }
        Some("gather") => {
            let (axis, batch_dims) = (number("axis")?, number("batch_dims")?);
            return Ok(answered(&ops::gather_grad(
                &shape,
                &indices,
                axis,
                batch_dims,
                &dy.view(),
            )));
        }
        Some("scatter_nd") => return Ok(answered(&ops::scatter_nd_grad(&indices, &dy.view()))),
        Some("tensor_scatter_nd_update") => {
            ops::tensor_scatter_nd_update_grad(&indices, &dy.view())
        }
        Some("tensor_scatter_nd_add") => ops::tensor_scatter_nd_add_grad(&indices, &dy.view()),
        _ => ops::tensor_scatter_nd_sub_grad(&indices, &dy.view()),
    };
    Answer::pair(case, pair.map_err(|error| super::gather::kind(&error)))
}

impl Answer {
    /// The first of two gradients, if the second one is what the case says.
    pub(super) fn pair(
        case: &Value,
        pair: Result<[tslice::DynTensor<f32>; 2], String>,
    ) -> Result<Self, String> {
        let [first, second] = match pair {
            Ok(pair) => pair,
            Err(kind) => return Ok(Self::error(kind)),
        };
        let expected = tensor::<f32>(case, "grad2_shape", "grad2")?;
        if second != expected {
            return Ok(Self::error(format!("the second gradient is {second:?}")));
        }
        Ok(Self::tensor::<f32>(&first.view()))
    }
}
