//! MatrixDiagPart and its inverses.

use serde_json::Value;
use tslice::DynTensor;
use tslice::diag::Align;
use tslice_ops::{self as ops, DiagError, DiagIndex};

use super::fields::{input, narrow, nested, number, tensor};
use super::scatter::Apart;
use super::{Answer, Element};

pub(super) fn answer<T: Element>(case: &Value) -> Result<Answer, String> {
    let input = input::<T>(case)?;
    let k = nested::<i64>(case, "k")?;
    let padding = nested::<T>(case, "padding")?;
    let align = align(case)?;
    let x = input.view();
    let wide = taken(&ops::matrix_diag_part(
        &x,
        &k.view(),
        &padding.view(),
        align,
    ));
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
pub(super) fn align(case: &Value) -> Result<Align, String> {
    match (case["op"].as_str(), case.get("align")) {
        (Some("V2"), _) => Ok(Align::LeftLeft),
        (_, None) => Ok(Align::default()),
        (_, Some(name)) => name
            .as_str()
            .and_then(Align::from_name)
            .ok_or_else(|| format!("align is {name}")),
    }
}

pub(super) fn taken<T: Element>(result: &Result<DynTensor<T>, DiagError>) -> Answer {
    match result {
        Ok(tensor) => Answer::tensor(&tensor.view()),
        Err(error) => Answer::error(kind(error)),
    }
}

pub(super) fn kind(error: &DiagError) -> String {
    match error {
        DiagError::RankTooSmall { .. } => "rank_too_small".into(),
        DiagError::BadIndexShape { .. } => "k_bad_shape".into(),
        DiagError::OutOfBounds { .. } => "k_out_of_bounds".into(),
        DiagError::NotOrdered { .. } => "k_not_ordered".into(),
        DiagError::PaddingNotScalar { .. } => "padding_not_scalar".into(),
        DiagError::NoDiagonal => "diag_rank_too_small".into(),
        DiagError::DiagonalShape { .. } | DiagError::DiagonalCount { .. } => {
            "diag_shape_mismatch".into()
        }
        DiagError::Matrix { .. } => "rows_or_columns".into(),
        DiagError::Band { .. } => "band_out_of_bounds".into(),
        other => other.to_string(),
    }
}

/// Diagonals made into matrices.
pub(super) fn matrix<T: Element>(case: &Value) -> Result<Answer, String> {
    let diagonal = input::<T>(case)?;
    let apart = Apart::of(&diagonal)?;
    let (k, padding, align) = (
        nested::<i64>(case, "k")?,
        nested::<T>(case, "padding")?,
        align(case)?,
    );
    let (k, padding) = (k.view(), padding.view());
    if let Err(error) = (&k).ends() {
        return Ok(Answer::error(kind(&error)));
    }
    if case["num_rows"].is_array() || case["num_cols"].is_array() {
        // The type of a length is a number.
        return Ok(Answer::error("not_scalar"));
    }
    let lengths = [number(case, "num_rows")?, number(case, "num_cols")?];
    let [Some(rows), Some(columns)] = lengths else {
        return Err("no length".into());
    };
    let small = [rows, columns].map(i32::try_from);
    Answer::agreed([
        Some(made(&ops::matrix_diag(
            &diagonal.view(),
            &k,
            rows,
            columns,
            &padding,
            align,
        ))),
        Some(made(&ops::matrix_diag(
            &apart.view(),
            &k,
            rows,
            columns,
            &padding,
            align,
        ))),
        match small {
            [Ok(rows), Ok(columns)] => Some(made(&ops::matrix_diag(
                &diagonal.view(),
                &k,
                rows,
                columns,
                &padding,
                align,
            ))),
            _ => None,
        },
    ])
}

fn made<T: Element>(result: &Result<DynTensor<T>, DiagError>) -> Answer {
    match result {
        Err(DiagError::PaddingNotScalar { .. }) => Answer::error("not_scalar"),
        result => taken(result),
    }
}

/// Diagonals replaced.
pub(super) fn set<T: Element>(case: &Value) -> Result<Answer, String> {
    let (input, diagonal) = (input::<T>(case)?, tensor::<T>(case, "diag_shape", "diag")?);
    let (k, align, apart) = (
        nested::<i64>(case, "k")?,
        align(case)?,
        Apart::of(&diagonal)?,
    );
    let (k, x) = (k.view(), input.view());
    let mut dense = input.clone();
    let assigned = ops::matrix_set_diag_assign(&mut dense.view_mut(), &diagonal.view(), &k, align);
    let mut doubled = Apart::of(&input)?.0;
    let strided = ops::matrix_set_diag_assign(
        &mut doubled.slice_mut(tslice::s![.., 0]),
        &diagonal.view(),
        &k,
        align,
    );
    let strided = strided.map(|()| doubled.slice(tslice::s![.., 0]).to_tensor());
    Answer::agreed([
        Some(taken(&ops::matrix_set_diag(
            &x,
            &diagonal.view(),
            &k,
            align,
        ))),
        Some(taken(&ops::matrix_set_diag(&x, &apart.view(), &k, align))),
        Some(taken(&assigned.map(|()| dense))),
        Some(taken(&strided)),
    ])
}

/// Bands.
pub(super) fn band<T: Element>(case: &Value) -> Result<Answer, String> {
    let input = input::<T>(case)?;
    let apart = Apart::of(&input)?;
    let [lower, upper] = [
        nested::<i64>(case, "num_lower")?,
        nested::<i64>(case, "num_upper")?,
    ];
    let (l, u) = (lower.view(), upper.view());
    let (x, apart) = (input.view(), apart.view());
    let by_number = match (lower.get([]), upper.get([])) {
        (Some(&l), Some(&u)) => {
            let small = match (i32::try_from(l), i32::try_from(u)) {
                (Ok(l), Ok(u)) => Some(made(&ops::matrix_band_part(&x, l, u))),
                _ => None,
            };
            [Some(made(&ops::matrix_band_part(&x, l, u))), small]
        }
        _ => [None, None],
    };
    let by_tensor = [&x, &apart].map(|x| Some(made(&ops::matrix_band_part::<T, i64>(x, &l, &u))));
    Answer::agreed(by_tensor.into_iter().chain(by_number))
}

/// Triangles.
pub(super) fn triangle<T: Element>(case: &Value) -> Result<Answer, String> {
    let input = input::<T>(case)?;
    let k = match case["k"].is_array() {
        // ONNX Runtime takes a list of one for a number.
        true => nested::<i64>(case, "k")?.iter().next().copied(),
        false => number(case, "k")?,
    };
    let (k, upper) = (k.unwrap_or(0), number(case, "upper")? != Some(0));
    let apart = Apart::of(&input)?;
    Answer::agreed([
        Some(taken(&ops::trilu(&input.view(), k, upper))),
        Some(taken(&ops::trilu(&apart.view(), k, upper))),
    ])
}
