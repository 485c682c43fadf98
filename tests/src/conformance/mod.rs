//! Runs recorded cases of the reference systems (one JSON object per line) through tslice.

mod along;
mod diag;
mod element;
mod fields;
mod gather;
mod gradients;
mod gradients_nd;
mod pad;
mod pick;
mod scatter;
mod slice8;
mod strided;
mod written;

use serde_json::Value;
use tslice::DynView;

use element::{Element, by_dtype, by_number};
use fields::{elements, integers};

/// What an operation answered, or should have answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Shape and row-major values.
    Tensor(Vec<usize>, Vec<Value>),
    /// The kind of the error.
    Error(String),
}

impl Answer {
    fn tensor<T: Element>(view: &DynView<'_, T>) -> Self {
        Self::Tensor(
            view.shape().to_vec(),
            view.iter().map(Element::write).collect(),
        )
    }

    /// The one answer of all ways to ask: every integer type, and in place, where there is such a
    /// way.
    fn agreed(answers: impl IntoIterator<Item = Option<Self>>) -> Result<Self, String> {
        let mut answers = answers.into_iter().flatten();
        let first = answers.next().ok_or("no answer")?;
        Ok(answers
            .find(|other| *other != first)
            .map_or(first, |other| Self::error(format!("also {other:?}"))))
    }

    fn error(kind: impl Into<String>) -> Self {
        Self::Error(kind.into())
    }
}

/// A case that differs.
#[derive(Debug)]
pub struct Failure {
    /// The case's id.
    pub id: String,
    /// What the reference answered.
    pub expected: String,
    /// What tslice answered.
    pub got: String,
}

/// Passed and failed cases of a file.
#[derive(Debug, Default)]
pub struct Report {
    /// How many cases passed.
    pub passed: usize,
    /// The cases that differ.
    pub failures: Vec<Failure>,
    /// Cases that tslice answers otherwise on purpose, by name, with the reason.
    pub deliberate: Vec<(String, &'static str)>,
}

/// Runs every line of a file; which operation is told by the fields of a case, and by the file's
/// name where these are the same.
///
/// # Errors
///
/// When a line is not a case.
pub fn run(file: &str, text: &str) -> Result<Report, String> {
    let mut report = Report::default();
    for (number, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        run_line(file, line, &mut report).map_err(|what| format!("line {}: {what}", number + 1))?;
    }
    Ok(report)
}

fn run_line(file: &str, line: &str, report: &mut Report) -> Result<(), String> {
    let mut case = fields::case(serde_json::from_str(line).map_err(|e| e.to_string())?, file)?;
    let id = case["id"].as_str().ok_or("no id")?.to_owned();
    if let Some(reason) = deliberate(&case) {
        report.deliberate.push((id, reason));
        return Ok(());
    }
    if case["file"] == "gradients" {
        case["dtype"] = "f32".into();
    }
    let expected = by_dtype!(&case, expected)?;
    let got = by_dtype!(&case, answer)?;
    if got == expected {
        report.passed += 1;
    } else {
        report.failures.push(Failure {
            id,
            expected: format!("{expected:?}"),
            got: format!("{got:?}"),
        });
    }
    Ok(())
}

/// Why tslice answers a case otherwise on purpose: limits of a reference's kernels, not of the
/// operation.
fn deliberate(case: &Value) -> Option<&'static str> {
    let says = |text| case["msg"].as_str().is_some_and(|msg| msg.contains(text));
    match case["error"].as_str()? {
        "rank_unsupported" => Some("TensorFlow's kernels stop at rank 8, tslice does not"),
        "other" if says("are currently supported") => {
            Some("TensorFlow gathers to depth 7, tslice to any")
        }
        _ => None,
    }
}

fn answer<T: Element>(case: &Value) -> Result<Answer, String> {
    if let Some(kind) = fields::wrong_rank(case) {
        return Ok(Answer::error(kind));
    }
    let has = |field| case.get(field).is_some();
    match case["file"].as_str().unwrap_or_default() {
        "scatter_nd" => return Ok(renamed(by_number!(case, scatter::tensorflow)?)),
        "scatter_nd_update" => return scatter::openvino::<T>(case),
        "gather" => return Ok(renamed_along(case, along::gather::<T>(case)?)),
        "gather_elements" => return along::gather_elements::<T>(case),
        "scatter_elements" => return along::scatter_elements::<T>(case),
        "tensor_scatter" => return along::cache::<T>(case),
        "matrix_diag" => return diag::matrix::<T>(case),
        "matrix_set_diag" => return diag::set::<T>(case),
        "matrix_band_part" => return diag::band::<T>(case),
        "trilu" => return diag::triangle::<T>(case),
        "slice_scatter" => return slice8::scatter::<T>(case),
        "gradients" if gradients_nd::OPS.iter().any(|op| case["op"] == *op) => {
            return gradients_nd::answer(case);
        }
        "gradients" => return gradients::answer(case),
        "pad" if case["op"] != "numpy" => return pad::other::<T>(case),
        _ => {}
    }
    match () {
        () if has("pads") => pad::numpy::<T>(case),
        () if has("spec") && !has("begin") && !is_strided(case) => pick::answer::<T>(case),
        () if has("spec") => strided::by_spec::<T>(case),
        () if has("dy") => written::grad::<T>(case),
        () if has("value") => written::update::<T>(case),
        () if has("begin") => strided::raw::<T>(case),
        () if has("start") => slice8::answer::<T>(case),
        () if has("k") => diag::answer::<T>(case),
        () if has("indices") => gather::answer::<T>(case),
        () => Err("no operation of tslice has these fields".into()),
    }
}

/// TensorFlow's scatters have no error of their own for tuples that are too long.
fn renamed(answer: Answer) -> Answer {
    match answer {
        Answer::Error(kind) if kind == "depth_exceeds_rank" => {
            Answer::error("updates_shape_mismatch")
        }
        answer => answer,
    }
}

/// Gathers along an axis have one error for batches, and NumPy's error of an axis is one of an
/// index, too.
fn renamed_along(case: &Value, answer: Answer) -> Answer {
    match answer {
        Answer::Error(kind) if kind.starts_with("batch_") => Answer::error("batch_dims"),
        Answer::Error(kind) if kind == "axis_out_of_range" && case["op"] == "np.take" => {
            Answer::error("index_out_of_bounds")
        }
        answer => answer,
    }
}

/// Whether a case with a spec is one of StridedSlice, whose specs have no lists.
fn is_strided(case: &Value) -> bool {
    case["file"]
        .as_str()
        .is_some_and(|file| !file.starts_with("pick"))
}

fn expected<T: Element>(case: &Value) -> Result<Answer, String> {
    if let Some(kind) = case.get("error") {
        return Ok(Answer::error(kind.as_str().ok_or("error is not a string")?));
    }
    let out = elements::<T>(case, "out")?;
    Ok(Answer::Tensor(
        integers(case, "out_shape")?,
        out.iter().map(Element::write).collect(),
    ))
}
