//! The gradients of slices, diagonals and pads.

use serde_json::Value;
use tslice_ops as ops;

use super::fields::{bounds, integers, masks, nested, tensor};
use super::{Answer, diag};

pub(super) fn answer(case: &Value) -> Result<Answer, String> {
    let dy = tensor::<f32>(case, "dy_shape", "dy")?;
    let (dy, shape): (_, Vec<i64>) = (dy.view(), integers(case, "shape")?);
    let op = case["op"].as_str().ok_or("no op")?;
    match op {
        "strided_slice" => {
            let [begin, end, strides] = bounds(case)?;
            let masks = masks(case)?.ok_or("masks do not fit")?;
            let grad = ops::strided_slice_grad(&shape, &begin, &end, &strides, masks, &dy);
            Ok(Answer::tensor(&grad.map_err(|e| e.to_string())?.view()))
        }
        "slice" => {
            let begin: Vec<i64> = integers(case, "begin")?;
            let grad = ops::slice_grad(&shape, &begin, &dy).map_err(|e| e.to_string())?;
            Ok(Answer::tensor(&grad.view()))
        }
        "pad" => {
            let pairs: Vec<[i64; 2]> =
                serde_json::from_value(case["pads"].clone()).map_err(|e| e.to_string())?;
            let begins: Vec<i64> = pairs.iter().map(|pair| pair[0]).collect();
            let border = super::pad::border::<f32>(case)?;
            let grad = ops::pad_grad(&shape, &begins, border, &dy).map_err(|e| e.to_string())?;
            Ok(Answer::tensor(&grad.view()))
        }
        "matrix_band_part" => {
            let number = |field: &str| {
                case[field]
                    .as_i64()
                    .ok_or_else(|| format!("{field} is not a number"))
            };
            let (lower, upper) = (number("num_lower")?, number("num_upper")?);
            Ok(diag::taken(&ops::matrix_band_part_grad(lower, upper, &dy)))
        }
        _ => {
            let (k, align) = (nested::<i64>(case, "k")?, diag::align(case)?);
            let k = &k.view();
            match op {
                "matrix_diag_part" => Ok(diag::taken(&ops::matrix_diag_part_grad(
                    &shape, k, align, &dy,
                ))),
                "matrix_diag" => Ok(diag::taken(&ops::matrix_diag_grad(k, align, &dy))),
                "matrix_set_diag" => {
                    let pair = ops::matrix_set_diag_grad(k, align, &dy);
                    Answer::pair(case, pair.map_err(|error| diag::kind(&error)))
                }
                _ => Err(format!("op is {op}")),
            }
        }
    }
}
