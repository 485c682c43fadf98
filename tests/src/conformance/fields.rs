//! The fields of a case.

use serde_json::Value;
use tslice::{DynTensor, Masks};

use super::element::Element;

/// The case of a line of a file. One of `disagreements.ndjson` names its own file, and keeps its
/// inputs apart from the answer of the oracle.
pub(super) fn case(mut line: Value, file: &str) -> Result<Value, String> {
    let stem = |file: &str| {
        std::path::Path::new(file)
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned())
    };
    let Some(Value::Object(mut case)) = line.get_mut("case").map(Value::take) else {
        line["file"] = stem(file).into();
        return Ok(line);
    };
    let file = line["file"].as_str().and_then(stem);
    let oracle = match (file.as_deref(), case.get("op").and_then(Value::as_str)) {
        (Some("slice8" | "slice_scatter" | "scatter_nd_update"), _)
        | (_, Some("Pad12" | "Gather8")) => "openvino",
        (Some("gather_elements" | "scatter_elements" | "trilu" | "tensor_scatter"), _)
        | (_, Some("onnx")) => "onnx",
        (_, Some("numpy" | "np.take")) => "numpy",
        (Some(file), _) if file.starts_with("pick") => "walk",
        _ => "tensorflow",
    };
    let answer = line["answers"][oracle]
        .as_object()
        .ok_or_else(|| format!("no answer of {oracle}"))?;
    case.extend(answer.clone());
    case.insert("id".into(), line["id"].take());
    case.insert("file".into(), file.into());
    Ok(Value::Object(case))
}

/// The input: `data`, or 0, 1, 2, ... where it is left out.
pub(super) fn input<T: Element>(case: &Value) -> Result<DynTensor<T>, String> {
    let shape: Vec<usize> = integers(case, "shape")?;
    let data = match case.get("data") {
        Some(_) => elements(case, "data")?,
        None => counting(shape.iter().product())?,
    };
    DynTensor::from_shape_vec(&shape, data).map_err(|e| e.to_string())
}

fn counting<T: Element>(len: usize) -> Result<Vec<T>, String> {
    let element =
        |i: usize| T::read(&Value::from(i)).ok_or_else(|| format!("{i} is not an element"));
    (0..len).map(element).collect()
}

/// A tensor whose shape is in a field of its own.
pub(super) fn tensor<T: Element>(
    case: &Value,
    shape: &str,
    data: &str,
) -> Result<DynTensor<T>, String> {
    let shape: Vec<usize> = integers(case, shape)?;
    DynTensor::from_shape_vec(&shape, elements(case, data)?).map_err(|e| e.to_string())
}

/// A number, a list, or lists of lists.
pub(super) fn nested<T: Element>(case: &Value, field: &str) -> Result<DynTensor<T>, String> {
    let mut shape = Vec::new();
    let mut level = vec![case[field].clone()];
    while level.iter().any(Value::is_array) || level.is_empty() {
        let Some(lists) = level
            .iter()
            .map(Value::as_array)
            .collect::<Option<Vec<_>>>()
        else {
            break;
        };
        let Some(first) = lists.first() else { break };
        shape.push(first.len());
        level = lists.into_iter().flatten().cloned().collect();
    }
    let data: Option<Vec<T>> = level.iter().map(T::read).collect();
    let data = data.ok_or_else(|| format!("{field} is {}", case[field]))?;
    DynTensor::from_shape_vec(&shape, data).map_err(|e| e.to_string())
}

pub(super) fn elements<T: Element>(case: &Value, field: &str) -> Result<Vec<T>, String> {
    let list = case[field]
        .as_array()
        .ok_or_else(|| format!("{field} is not a list"))?;
    list.iter()
        .map(|v| T::read(v).ok_or_else(|| format!("{field} has {v}")))
        .collect()
}

pub(super) fn integers<T: TryFrom<i64>>(case: &Value, field: &str) -> Result<Vec<T>, String> {
    let narrow = |i: i64| T::try_from(i).map_err(|_| format!("{field} has {i}"));
    elements::<i64>(case, field)?
        .into_iter()
        .map(narrow)
        .collect()
}

/// Operands whose types are numbers here.
const SCALARS: [&str; 4] = ["axis", "batch_dims", "upper", "value"];

/// The kind of the error with which the references refuse an operand of another rank than they
/// take, where the types of the operations here have no such operand.
pub(super) fn wrong_rank(case: &Value) -> Option<&'static str> {
    let file = case["file"].as_str().unwrap_or_default();
    // In these files the field of the name is a tensor, with its shape beside it.
    let tensor = |field: &str| field == "value" && case.get("value_shape").is_some();
    if SCALARS
        .iter()
        .any(|field| case[field].is_array() && !tensor(field))
    {
        return Some("not_scalar");
    }
    let one_axis = |field: &&str| match &case[field] {
        Value::Null => true,
        Value::Array(list) => !list.iter().any(Value::is_array),
        _ => false,
    };
    if !["begin", "end", "strides"].iter().all(one_axis) {
        // TensorFlow has one error for the ranks and the lengths of the three.
        return Some("length_mismatch");
    }
    if file == "trilu"
        && case["k"].is_array()
        && !nested::<i64>(case, "k").is_ok_and(|k| k.shape() == [1])
    {
        return Some("k_bad_shape");
    }
    let pairs = |pads: &Vec<Value>| {
        pads.iter()
            .all(|pair| pair.as_array().is_some_and(|pair| pair.len() == 2))
    };
    if case
        .get("pads")
        .is_some_and(|pads| !pads.as_array().is_some_and(pairs))
    {
        return Some("pads_shape");
    }
    if !["start", "stop", "step", "axes", "write_indices"]
        .iter()
        .all(one_axis)
    {
        return Some("other");
    }
    None
}

/// A number that may be left out, or null.
pub(super) fn number(case: &Value, field: &str) -> Result<Option<i64>, String> {
    match &case[field] {
        Value::Null => Ok(None),
        number => number
            .as_i64()
            .map(Some)
            .ok_or_else(|| format!("{field} is {number}")),
    }
}

/// The lists as `i32`, where every number fits.
pub(super) fn narrow<const N: usize>(lists: [&[i64]; N]) -> Option<[Vec<i32>; N]> {
    let narrow = lists.map(|list| {
        list.iter()
            .map(|&i| i32::try_from(i))
            .collect::<Result<Vec<_>, _>>()
    });
    narrow
        .iter()
        .all(Result::is_ok)
        .then(|| narrow.map(Result::unwrap_or_default))
}

/// Begin, end and strides.
pub(super) fn bounds(case: &Value) -> Result<[Vec<i64>; 3], String> {
    Ok([
        integers(case, "begin")?,
        integers(case, "end")?,
        integers(case, "strides")?,
    ])
}

/// The masks, or `None` where one does not fit TensorFlow's int32 attribute.
pub(super) fn masks(case: &Value) -> Result<Option<Masks>, String> {
    let masks: Vec<i64> = integers(case, "masks")?;
    let small: Result<Vec<i32>, _> = masks.iter().map(|&m| i32::try_from(m)).collect();
    Ok(small
        .ok()
        .and_then(|m| <[i32; 5]>::try_from(m).ok())
        .map(Masks::from_i32))
}
