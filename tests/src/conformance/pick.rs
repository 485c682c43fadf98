//! Outer indexing: lists, masks, runs and groups, read and written.

use serde_json::Value;
use tslice::{DynSpec, DynTensor, PickError, SliceError};

use super::fields::{input, tensor};
use super::{Answer, Element, strided};

pub(super) fn answer<T: Element>(case: &Value) -> Result<Answer, String> {
    let text = case["spec"].as_str().ok_or("spec is not a string")?;
    let mut input = input::<T>(case)?;
    let masks = match masks(case, text, &input)? {
        Ok(masks) => masks,
        Err(refused) => return Ok(Answer::error(kind(&refused))),
    };
    // A group of one is a list.
    let text = text.split('(').map(lone).collect::<Vec<_>>().join("");
    let mut positions = text.clone();
    for (name, mask, _) in &masks {
        let selected: Vec<String> = mask
            .iter()
            .enumerate()
            .filter(|(_, selected)| **selected)
            .map(|(at, _)| at.to_string())
            .collect();
        positions = positions.replace(
            &format!("{{{name}}}"),
            &format!("[{}]", selected.join(", ")),
        );
    }
    let spec = match positions.parse::<DynSpec>() {
        Ok(spec) => spec,
        Err(error) => return Ok(Answer::error(strided::parse_kind(error.message()))),
    };
    if spec.to_string().parse::<DynSpec>().as_ref() != Ok(&spec) {
        return Ok(Answer::error(format!("{spec} does not parse back")));
    }
    if case.get("value").is_some() {
        return written(case, &spec, &mut input);
    }
    let picked = input.try_pick(&spec);
    let mut ways = vec![Some(taken(&picked))];
    if let Ok(picked) = &picked {
        let mut into = picked.clone();
        let buffer = into.as_mut_slice().ok_or("a new tensor is contiguous")?;
        input.pick_into(&spec, buffer);
        ways.push(Some(Answer::tensor(&into.view())));
        let turned = input.t().to_tensor();
        ways.push(Some(taken(&turned.t().try_pick(&spec))));
    }
    if picked.is_ok() && !masks.is_empty() {
        let (mut compressed, mut text) = (input, text);
        for (name, mask, axis) in &masks {
            compressed = compressed.compress(*axis, &mask[..]);
            text = text.replace(&format!("{{{name}}}"), ":");
        }
        ways.push(Some(taken(
            &compressed.try_pick(&text.parse::<DynSpec>().map_err(|e| e.to_string())?),
        )));
    }
    Answer::agreed(ways)
}

fn written<T: Element>(
    case: &Value,
    spec: &DynSpec,
    input: &mut DynTensor<T>,
) -> Result<Answer, String> {
    let value = tensor::<T>(case, "value_shape", "value")?;
    let before = input.clone();
    let result = input
        .try_pick_mut(spec)
        .and_then(|mut picked| match case["file"].as_str() {
            Some(file) if file.ends_with("pick_add") => picked.try_apply(&value, |old, new| {
                let sum = old
                    .write()
                    .as_i64()
                    .zip(new.write().as_i64())
                    .map(|(old, new)| Value::from(old + new));
                *old = sum
                    .and_then(|sum| T::read(&sum))
                    .expect("recorded sums are of integers");
            }),
            Some(file) if file.ends_with("pick_fill") => {
                picked.fill(value.iter().next().expect("a scalar").clone());
                Ok(())
            }
            _ => picked.try_assign(&value),
        });
    match result {
        Ok(()) => Ok(Answer::tensor(&input.view())),
        Err(error) if *input == before => Ok(Answer::error(kind(&error))),
        Err(_) => Ok(Answer::error("something was written")),
    }
}

/// What follows an opening parenthesis, without the closing one if there is one list in front of
/// it.
fn lone(part: &str) -> String {
    match part.split_once(')') {
        Some((group, rest)) if group.matches('[').count() == 1 => format!("{group}{rest}"),
        Some(_) => format!("({part}"),
        None => part.to_owned(),
    }
}

/// A mask with its name and its axis.
type Mask = (String, Vec<bool>, usize);

/// The masks of a spec in order, or the error of one that does not fit its axis.
fn masks<T: Element>(
    case: &Value,
    text: &str,
    input: &DynTensor<T>,
) -> Result<Result<Vec<Mask>, PickError>, String> {
    let entries = entries(text);
    let takes = |entry: &str| match entry {
        "..." | "newaxis" | "" => 0,
        group if group.starts_with('(') => group.matches('[').count(),
        _ => 1,
    };
    let rank = input.rank();
    let taken: usize = entries.iter().map(|entry| takes(entry)).sum();
    let (mut axis, mut masks) = (0, Vec::new());
    if entries.iter().filter(|entry| **entry == "...").count() > 1 || taken > rank {
        // The spec without its masks has the fault.
        let names = case
            .get("masks")
            .and_then(Value::as_object)
            .into_iter()
            .flat_map(|masks| masks.keys());
        return Ok(Ok(names
            .map(|name| (name.clone(), Vec::new(), 0))
            .collect()));
    }
    for entry in entries {
        if let Some(name) = entry
            .strip_prefix('{')
            .and_then(|name| name.strip_suffix('}'))
        {
            let mask: Vec<bool> =
                serde_json::from_value(case["masks"][name].clone()).map_err(|e| e.to_string())?;
            let (mask_len, len) = (mask.len(), input.shape()[axis]);
            if mask_len != len {
                let mask = mask_len;
                return Ok(Err(PickError::MaskLength { mask, axis, len }));
            }
            masks.push((name.to_owned(), mask, axis));
        }
        axis += if entry == "..." {
            rank - taken
        } else {
            takes(entry)
        };
    }
    Ok(Ok(masks))
}

/// The entries of a spec: commas in brackets separate none.
fn entries(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let separates = |c: char| {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        c == ',' && depth == 0
    };
    text.split(separates).map(str::trim).collect()
}

fn taken<T: Element>(result: &Result<DynTensor<T>, PickError>) -> Answer {
    match result {
        Ok(tensor) => Answer::tensor(&tensor.view()),
        Err(error) => Answer::error(kind(error)),
    }
}

fn kind(error: &PickError) -> String {
    match error {
        PickError::IndexOutOfBounds { .. } => "index_out_of_bounds".into(),
        PickError::MaskLength { .. } => "mask_length".into(),
        PickError::GroupLength { .. } => "group_length".into(),
        PickError::Slice(error @ SliceError::BoundOutOfBounds { .. }) => error.to_string(),
        PickError::Slice(error) => strided::kind(error).into(),
        PickError::Shape(tslice::ShapeError::Broadcast { .. }) => "value_shape_mismatch".into(),
        other => other.to_string(),
    }
}
