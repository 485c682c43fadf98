//! Recorded specs as arguments of Slice, Squeeze and Unsqueeze, for the runtimes that have no other
//! slices.

use serde_json::{Map, Value, json};
use tslice::DynSpec;
use tslice_ops::{ArgInteger, SliceArgs, slice_args};

/// One of `STEP` recorded cases is converted.
const STEP: usize = 12;

/// The cases of `strided_slice.ndjson` that have an answer, a twelfth of them and all with a name:
/// their arguments in turn as `i32` and `i64`, one JSON object per line.
///
/// # Errors
///
/// When a line is not a case, or does not convert.
pub(crate) fn render(ndjson: &str) -> Result<String, String> {
    let mut out = String::new();
    for (number, line) in ndjson.lines().enumerate() {
        let case: Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
        let id = case["id"].as_str().ok_or("no id")?;
        let wanted = number % STEP == 0 || id.starts_with("seed: ") || id.starts_with("named: ");
        // The runtimes end at ranks that no case but a few of the named ones reaches.
        let small = case["shape"]
            .as_array()
            .is_some_and(|shape| shape.len() <= 8);
        if !wanted || !small || case.get("error").is_some() {
            continue;
        }
        let converted = if number % 2 == 0 {
            convert::<i32>(&case, "i32")
        } else {
            convert::<i64>(&case, "i64")
        };
        out.push_str(&converted.map_err(|e| format!("{id}: {e}"))?.to_string());
        out.push('\n');
    }
    Ok(out)
}

fn convert<I: ArgInteger + Into<Value>>(case: &Value, idx: &str) -> Result<Value, String> {
    let spec: DynSpec = case["spec"]
        .as_str()
        .ok_or("no spec")?
        .parse()
        .map_err(|e| format!("{e}"))?;
    let shape = case["shape"].as_array().ok_or("no shape")?;
    let shape: Option<Vec<usize>> = shape
        .iter()
        .map(|len| len.as_u64().and_then(|n| usize::try_from(n).ok()))
        .collect();
    let args: SliceArgs<I> =
        slice_args(&spec, &shape.ok_or("no shape")?).map_err(|e| e.to_string())?;
    let mut converted = Map::new();
    for field in ["id", "shape", "data", "spec", "out_shape", "out"] {
        if let Some(value) = case.get(field) {
            converted.insert(field.into(), value.clone());
        }
    }
    converted.insert("idx".into(), json!(idx));
    let lists = [
        ("starts", args.starts),
        ("ends", args.ends),
        ("axes", args.axes),
        ("steps", args.steps),
        ("squeeze", args.squeeze),
        ("unsqueeze", args.unsqueeze),
    ];
    converted.extend(lists.map(|(field, list)| (field.into(), Value::from(list))));
    Ok(Value::Object(converted))
}
