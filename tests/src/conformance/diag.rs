//! MatrixDiagPart.

use serde_json::Value;
use tslice::DynTensor;
use tslice::diag::Align;
use tslice_ops::{self as ops, DiagPartError};

use super::fields::{input, narrow, nested};
use super::{Answer, Element};

pub(super) fn answer<T: Element>(case: &Value) -> Result<Answer, String> {
    let input = input::<T>(case)?;
    let k = nested::<i64>(case, "k")?;
    let padding = nested::<T>(case, "padding")?;
    let align = align(case)?;
    let x = input.view();
    let wide = taken(&ops::matrix_diag_part(&x, &k.view(), &padding.view(), align));
    let own = match (k.as_slice(), case["padding"].is_array()) {
        (Some(list), false) if k.shape().len() == 1 => {
            let padding = T::read(&case["padding"]).ok_or("padding")?;
            narrow([list]).map(|[list]| taken(&ops::matrix_diag_part(&x, &*list, padding, align)))
        }
        _ => None,
    };
    Answer::agreed([Some(wide), own])
}

/// V2 has no alignment operand: all its diagonals begin at the left.
fn align(case: &Value) -> Result<Align, String> {
    match (case["op"].as_str(), case.get("align")) {
        (Some("V2"), _) => Ok(Align::LeftLeft),
        (_, None) => Ok(Align::default()),
        (_, Some(name)) => name.as_str().and_then(Align::from_name).ok_or_else(|| format!("align is {name}")),
    }
}

fn taken<T: Element>(result: &Result<DynTensor<T>, DiagPartError>) -> Answer {
    match result {
        Ok(tensor) => Answer::tensor(&tensor.view()),
        Err(error) => Answer::error(kind(error)),
    }
}

fn kind(error: &DiagPartError) -> String {
    match error {
        DiagPartError::RankTooSmall { .. } => "rank_too_small".into(),
        DiagPartError::BadIndexShape { .. } => "k_bad_shape".into(),
        DiagPartError::OutOfBounds { .. } => "k_out_of_bounds".into(),
        DiagPartError::NotOrdered { .. } => "k_not_ordered".into(),
        DiagPartError::PaddingNotScalar { .. } => "padding_not_scalar".into(),
        other => other.to_string(),
    }
}
