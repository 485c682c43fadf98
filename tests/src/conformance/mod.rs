//! Runs recorded cases of the reference systems (one JSON object per line) through tslice.

mod strided;

use serde_json::Value;

/// What an operation answered, or should have answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Shape and row-major values.
    Tensor(Vec<usize>, Vec<Value>),
    /// The kind of the error.
    Error(String),
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

/// Runs every line of a file; which operation is told by the fields of a case.
///
/// # Errors
///
/// When a line is not a case.
pub fn run(text: &str) -> Result<Report, String> {
    let mut report = Report::default();
    for (number, line) in text.lines().enumerate() {
        let at = |what: String| format!("line {}: {what}", number + 1);
        let case: Value = serde_json::from_str(line).map_err(|e| at(e.to_string()))?;
        let id = case["id"].as_str().ok_or_else(|| at("no id".into()))?.to_owned();
        let expected = expected(&case).map_err(at)?;
        if expected == Answer::Error("rank_unsupported".into()) {
            report.deliberate.push((id, "TensorFlow's kernels stop at rank 8, tslice does not"));
            continue;
        }
        match answer(&case).map_err(at)? {
            got if got == expected => report.passed += 1,
            got => report.failures.push(Failure {
                id,
                expected: format!("{expected:?}"),
                got: format!("{got:?}"),
            }),
        }
    }
    Ok(report)
}

fn answer(case: &Value) -> Result<Answer, String> {
    if case.get("spec").is_some() {
        strided::by_spec(case)
    } else if case.get("begin").is_some() && case.get("dy").is_none() && case.get("value").is_none() {
        strided::raw(case)
    } else {
        Err("no operation of tslice has these fields".into())
    }
}

fn expected(case: &Value) -> Result<Answer, String> {
    if let Some(kind) = case.get("error") {
        return Ok(Answer::Error(kind.as_str().ok_or("error is no string")?.to_owned()));
    }
    Ok(Answer::Tensor(integers(case, "out_shape")?, case["out"].as_array().ok_or("no out")?.clone()))
}

/// The input: `data`, or 0, 1, 2, ... where it is left out.
fn input(case: &Value) -> Result<(Vec<usize>, Vec<Value>), String> {
    let shape: Vec<usize> = integers(case, "shape")?;
    let data = match case.get("data") {
        Some(data) => data.as_array().ok_or("data is no list")?.clone(),
        None => (0..shape.iter().product()).map(|i: usize| Value::from(i)).collect(),
    };
    Ok((shape, data))
}

fn integers<T: TryFrom<i64>>(case: &Value, field: &str) -> Result<Vec<T>, String> {
    let list = case[field].as_array().ok_or_else(|| format!("{field} is no list"))?;
    let integer = |v: &Value| v.as_i64().and_then(|i| T::try_from(i).ok());
    list.iter().map(|v| integer(v).ok_or_else(|| format!("{field} has {v}"))).collect()
}
