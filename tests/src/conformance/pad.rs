//! Borders: `np.pad`.

use serde_json::Value;
use tslice::{AxisError, Border, DynTensor, ShapeError};

use super::fields::input;
use super::{Answer, Element};

pub(super) fn numpy<T: Element>(case: &Value) -> Result<Answer, String> {
    let input = input::<T>(case)?;
    let Some(pairs) = pairs(case)? else {
        // The type of a width has no numbers below 0.
        return Ok(Answer::error("negative_pad"));
    };
    let border = border::<T>(case)?;
    let padded = input.try_pad(&pairs[..], border.clone());
    let mut ways = vec![Some(taken(&padded))];
    if let Ok(padded) = &padded {
        let start: Vec<isize> = pairs.iter().map(|pair| -pair.0.cast_signed()).collect();
        ways.push(Some(taken(&input.try_crop(&start, padded.shape(), border.clone()))));
        let mut into = padded.clone();
        let buffer = into.as_mut_slice().ok_or("a new tensor is contiguous")?;
        input.try_pad_into(&pairs[..], border.clone(), buffer).map_err(|e| e.to_string())?;
        ways.push(Some(Answer::tensor(&into.view())));
    }
    if let (Ok(input), [first, second]) = (input.view().into_rank::<2>(), &pairs[..]) {
        ways.push(Some(taken(&input.try_pad([*first, *second], border.clone()).map(DynTensor::from))));
        let turned = input.t().to_tensor();
        ways.push(Some(taken(&turned.t().try_pad([*first, *second], border).map(DynTensor::from))));
    }
    Answer::agreed(ways)
}

/// The widths of each axis; `None` if one is below 0.
fn pairs(case: &Value) -> Result<Option<Vec<(usize, usize)>>, String> {
    let mut pairs = Vec::new();
    for pair in case["pads"].as_array().ok_or("pads are no list")? {
        let pair: [i64; 2] = serde_json::from_value(pair.clone()).map_err(|e| e.to_string())?;
        let [Ok(before), Ok(after)] = pair.map(usize::try_from) else { return Ok(None) };
        pairs.push((before, after));
    }
    Ok(Some(pairs))
}

fn border<T: Element>(case: &Value) -> Result<Border<T>, String> {
    Ok(match case["mode"].as_str().ok_or("no mode")? {
        "constant" => Border::Constant(T::read(&case["value"]).ok_or("value")?),
        "edge" => Border::Edge,
        "reflect" => Border::Reflect,
        "symmetric" => Border::Symmetric,
        "wrap" => Border::Wrap,
        mode => return Err(format!("mode is {mode}")),
    })
}

fn taken<T: Element>(result: &Result<DynTensor<T>, ShapeError>) -> Answer {
    match result {
        Ok(tensor) => Answer::tensor(&tensor.view()),
        Err(ShapeError::Axis(AxisError::NoElements { .. })) => Answer::error("empty_axis"),
        Err(ShapeError::Axis(AxisError::RankMismatch { .. })) => Answer::error("pads_shape"),
        Err(other) => Answer::error(other.to_string()),
    }
}
