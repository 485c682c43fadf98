//! StridedSlice: by spec text, and raw.

use serde_json::Value;
use tslice::{DynSpec, DynView, Encoding, SliceError, traits::AsEncoding};
use tslice_ops as ops;

use super::fields::{bounds, input, masks, narrow};
use super::{Answer, Element};

pub(super) fn by_spec<T: Element>(case: &Value) -> Result<Answer, String> {
    let text = case["spec"].as_str().ok_or("spec is not a string")?;
    let parsed = match text.parse::<DynSpec>() {
        Ok(spec) => spec,
        Err(error) => return refused::<T>(case, parse_kind(error.message())),
    };
    if case.get("begin").is_some() {
        let [begin, end, strides] = bounds(case)?;
        let recorded = Encoding {
            begin,
            end,
            strides,
            masks: masks(case)?.ok_or("masks")?,
        };
        if recorded != parsed.to_encoding() {
            return Ok(Answer::Error(format!(
                "encoded as {:?}",
                parsed.to_encoding()
            )));
        }
        if parsed.to_string().parse::<DynSpec>() != Ok(parsed.clone()) {
            return Ok(Answer::Error(format!("{parsed} does not parse back")));
        }
    }
    let tensor = input::<T>(case)?;
    match tensor.view().try_slice(parsed.as_encoding()) {
        // TensorFlow's Python has no i64 for the end of such an index; here it is an index like any
        // other.
        Err(SliceError::IndexOutOfBounds {
            index: i64::MAX, ..
        }) => Ok(Answer::error("unrepresentable")),
        result => Ok(sliced(result)),
    }
}

/// The answer for a text that is not a spec: the operator has the same error, or another one that
/// it checks first.
fn refused<T: Element>(case: &Value, kind: String) -> Result<Answer, String> {
    if case.get("begin").is_none() || kind == "spec_too_long" {
        return Ok(Answer::Error(kind));
    }
    match raw::<T>(case)? {
        Answer::Error(first) => Ok(Answer::Error(first)),
        Answer::Tensor(..) => Ok(Answer::Error(format!("parsing: {kind}"))),
    }
}

pub(super) fn raw<T: Element>(case: &Value) -> Result<Answer, String> {
    let tensor = input::<T>(case)?;
    let [begin, end, strides] = bounds(case)?;
    let Some(masks) = masks(case)? else {
        return Ok(Answer::error("spec_too_long"));
    };
    let wide = sliced(ops::strided_slice(
        &tensor.view(),
        &begin,
        &end,
        &strides,
        masks,
    ));
    let narrow = narrow([&begin, &end, &strides])
        .map(|[b, e, s]| sliced(ops::strided_slice(&tensor.view(), &b, &e, &s, masks)));
    Answer::agreed([Some(wide), narrow])
}

fn sliced<T: Element>(result: Result<DynView<'_, T>, SliceError>) -> Answer {
    match result {
        Ok(view) => Answer::tensor(&view),
        Err(error) => Answer::error(kind(&error)),
    }
}

pub(super) fn kind(error: &SliceError) -> &'static str {
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
pub(super) fn parse_kind(message: &str) -> String {
    let kinds = [
        ("a second ellipsis", "multiple_ellipsis"),
        ("the stride is 0", "zero_stride"),
        ("at most 31 entries", "spec_too_long"),
        ("does not fit in i64", "unrepresentable"),
        ("the lists have lengths", "group_length"),
    ];
    kinds
        .iter()
        .find(|(part, _)| message.contains(part))
        .map_or(message, |(_, kind)| kind)
        .to_owned()
}
