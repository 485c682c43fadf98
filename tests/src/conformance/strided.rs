//! StridedSlice: by spec text, and raw.

use serde_json::Value;
use tslice::{AsEncoding, DynSpec, DynTensor, DynView, Encoding, Masks, SliceError, ops};

use super::{Answer, input, integers};

pub(super) fn by_spec(case: &Value) -> Result<Answer, String> {
    let text = case["spec"].as_str().ok_or("spec is no text")?;
    let parsed = match text.parse::<DynSpec>() {
        Ok(spec) => spec,
        Err(error) => return refused(case, parse_kind(error.message())),
    };
    if case.get("begin").is_some() {
        let [begin, end, strides] = bounds(case)?;
        let recorded = Encoding { begin, end, strides, masks: masks(case)?.ok_or("masks")? };
        if recorded != parsed.encoding() {
            return Ok(Answer::Error(format!("encoded as {:?}", parsed.encoding())));
        }
        if parsed.to_string().parse::<DynSpec>() != Ok(parsed.clone()) {
            return Ok(Answer::Error(format!("{parsed} does not parse back")));
        }
    }
    let (shape, data) = input(case)?;
    let tensor = DynTensor::from_shape_vec(&shape, data).map_err(|e| e.to_string())?;
    match tensor.view().try_slice(parsed.as_encoding()) {
        // TensorFlow's Python has no i64 for the end of such an index; here it is an index like any other.
        Err(SliceError::IndexOutOfBounds { index: i64::MAX, .. }) => {
            Ok(Answer::Error("unrepresentable".into()))
        }
        result => Ok(sliced(result)),
    }
}

/// A text that is no spec: the operator meets the same fault, perhaps after another one that it looks for first.
fn refused(case: &Value, kind: String) -> Result<Answer, String> {
    if case.get("begin").is_none() || kind == "spec_too_long" {
        return Ok(Answer::Error(kind));
    }
    match raw(case)? {
        Answer::Error(first) => Ok(Answer::Error(first)),
        Answer::Tensor(..) => Ok(Answer::Error(format!("parsing: {kind}"))),
    }
}

pub(super) fn raw(case: &Value) -> Result<Answer, String> {
    let (shape, data) = input(case)?;
    let tensor = DynTensor::from_shape_vec(&shape, data).map_err(|e| e.to_string())?;
    let [begin, end, strides] = bounds(case)?;
    let Some(masks) = masks(case)? else { return Ok(Answer::Error("spec_too_long".into())) };
    let small = |list: &[i64]| list.iter().map(|&i| i32::try_from(i)).collect::<Result<Vec<_>, _>>();
    let wide = ops::strided_slice(&tensor.view(), &begin, &end, &strides, masks);
    // Every integer type gives the same answer.
    if let (Ok(b), Ok(e), Ok(s)) = (small(&begin), small(&end), small(&strides)) {
        let narrow = sliced(ops::strided_slice(&tensor.view(), &b, &e, &s, masks));
        if narrow != sliced(wide.clone()) {
            return Ok(Answer::Error(format!("i32: {narrow:?}")));
        }
    }
    Ok(sliced(wide))
}

fn sliced(result: Result<DynView<'_, Value>, SliceError>) -> Answer {
    match result {
        Ok(view) => Answer::Tensor(view.shape().to_vec(), view.to_vec()),
        Err(error) => Answer::Error(kind(&error).to_owned()),
    }
}

fn kind(error: &SliceError) -> &'static str {
    match error {
        SliceError::IndexOutOfBounds { .. } => "index_out_of_bounds",
        SliceError::TooManyIndices { .. } => "too_many_indices",
        SliceError::ZeroStride { .. } => "zero_stride",
        SliceError::IndexStrideNotPositive { .. } => "shrink_stride_not_positive",
        SliceError::MultipleEllipsis { .. } => "multiple_ellipsis",
        SliceError::LengthMismatch { .. } => "length_mismatch",
        SliceError::SpecTooLong { .. } => "spec_too_long",
        _ => "other",
    }
}

/// `x[spec]` meets some faults as an operation does that for `s!` are mistakes in the text.
fn parse_kind(message: &str) -> String {
    let kinds = [
        ("a second ellipsis", "multiple_ellipsis"),
        ("the stride is 0", "zero_stride"),
        ("at most 31 entries", "spec_too_long"),
        ("does not fit in i64", "unrepresentable"),
    ];
    kinds.iter().find(|(part, _)| message.contains(part)).map_or(message, |(_, kind)| kind).to_owned()
}

fn bounds(case: &Value) -> Result<[Vec<i64>; 3], String> {
    Ok([integers(case, "begin")?, integers(case, "end")?, integers(case, "strides")?])
}

/// The masks, or `None` where one does not fit TensorFlow's int32 attribute.
fn masks(case: &Value) -> Result<Option<Masks>, String> {
    let masks: Vec<i64> = integers(case, "masks")?;
    let small: Result<Vec<i32>, _> = masks.iter().map(|&m| i32::try_from(m)).collect();
    Ok(small.ok().and_then(|m| <[i32; 5]>::try_from(m).ok()).map(Masks::from_i32))
}
