//! Borders: `np.pad`, and the pads of TensorFlow, OpenVINO and ONNX.

use serde_json::Value;
use tslice::{AxisError, Border, DynTensor, ShapeError, Tensor};
use tslice_ops::{self as ops, PadError, PadRules};

use super::fields::{input, integers, narrow};
use super::scatter::Apart;
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
        ways.push(Some(taken(&input.try_crop(
            &start,
            padded.shape(),
            border.clone(),
        ))));
        let mut into = padded.clone();
        let buffer = into.as_mut_slice().ok_or("a new tensor is contiguous")?;
        input.pad_into(&pairs[..], border.clone(), buffer);
        ways.push(Some(Answer::tensor(&into.view())));
    }
    if let (Ok(input), [first, second]) = (input.view().into_rank::<2>(), &pairs[..]) {
        ways.push(Some(taken(
            &input
                .try_pad([*first, *second], border.clone())
                .map(Tensor::into_dyn),
        )));
        let turned = input.t().to_tensor();
        ways.push(Some(taken(
            &turned
                .t()
                .try_pad([*first, *second], border)
                .map(Tensor::into_dyn),
        )));
    }
    Answer::agreed(ways)
}

/// The widths of each axis; `None` if one is below 0.
fn pairs(case: &Value) -> Result<Option<Vec<(usize, usize)>>, String> {
    let mut pairs = Vec::new();
    for pair in case["pads"].as_array().ok_or("pads is not a list")? {
        let pair: [i64; 2] = serde_json::from_value(pair.clone()).map_err(|e| e.to_string())?;
        let [Ok(before), Ok(after)] = pair.map(usize::try_from) else {
            return Ok(None);
        };
        pairs.push((before, after));
    }
    Ok(Some(pairs))
}

pub(super) fn border<T: Element>(case: &Value) -> Result<Border<T>, String> {
    Ok(match case["mode"].as_str().ok_or("no mode")? {
        "constant" => Border::Constant(match case.get("value") {
            None => T::default(),
            Some(value) => T::read(value).ok_or("value")?,
        }),
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

/// Pads of the other systems.
pub(super) fn other<T: Element>(case: &Value) -> Result<Answer, String> {
    let input = input::<T>(case)?;
    let rules = match case["op"].as_str() {
        Some("Pad12") => PadRules::OpenVino,
        Some("onnx") => PadRules::Onnx,
        Some("Pad" | "PadV2" | "MirrorPad") => PadRules::TensorFlow,
        op => return Err(format!("op is {op:?}")),
    };
    let pairs: Vec<[i64; 2]> =
        serde_json::from_value(case["pads"].clone()).map_err(|e| e.to_string())?;
    let (begins, ends): (Vec<i64>, Vec<i64>) =
        pairs.into_iter().map(|[begin, end]| (begin, end)).unzip();
    let axes = match case["axes"].is_null() {
        true => None,
        false => Some(integers::<i64>(case, "axes")?),
    };
    let axes = axes.as_deref();
    let border = || border::<T>(case);
    let apart = Apart::of(&input)?;
    let small = match narrow([&begins, &ends]) {
        None => None,
        Some([begins, ends]) => Some(padded(&ops::pad(
            &input.view(),
            &begins,
            &ends,
            axes,
            border()?,
            rules,
        ))),
    };
    Answer::agreed([
        Some(padded(&ops::pad(
            &input.view(),
            &begins,
            &ends,
            axes,
            border()?,
            rules,
        ))),
        Some(padded(&ops::pad(
            &apart.view(),
            &begins,
            &ends,
            axes,
            border()?,
            rules,
        ))),
        small,
    ])
}

fn padded<T: Element>(result: &Result<DynTensor<T>, PadError>) -> Answer {
    Answer::error(match result {
        Ok(tensor) => return Answer::tensor(&tensor.view()),
        Err(PadError::WidthCount { .. }) => "pads_shape".into(),
        Err(PadError::ScalarInput) => "scalar_input".into(),
        Err(PadError::NegativeWidth { .. }) => "negative_pad".into(),
        Err(PadError::NegativeLength { .. }) => "negative_size".into(),
        Err(PadError::TooLong { .. }) => "pad_too_long".into(),
        Err(PadError::EmptyAxis { .. }) => "empty_axis".into(),
        Err(PadError::WrapBesideEmpty { .. }) => "mode_unsupported".into(),
        Err(other) => other.to_string(),
    })
}
