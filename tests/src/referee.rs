//! Puts the recorded cases to another library's program, and judges its answers.
//!
//! The program reads a case a line, as JSON without its answers, and writes an answer a line:
//! `{"out_shape": [..], "out": [..]}`, `{"error": "words"}`, or `{"skip": "why"}` if the library
//! has no such operation.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Write as _};
use std::process::{Command, Stdio};

use serde_json::{Map, Value};

/// The version of the cases: the second number grows with new cases, the first if an answer or the
/// format changes.
pub const VERSION: &str = "1.0";

/// Fields that hold an answer, of whoever gave it.
const ANSWERS: [&str; 19] = [
    "out_shape",
    "out",
    "error",
    "msg",
    "note",
    "grad2_shape",
    "grad2",
    "agree",
    "numpy",
    "formula",
    "onnx",
    "onnx_fed",
    "onnx_reference",
    "upstream",
    "openvino",
    "mesh",
    "xarray",
    "zarr",
    "tensorstore",
];

/// What an error of a pick says beside its kind.
const PICK_ERROR: [&str; 5] = ["axis", "index", "length", "count", "lengths"];

/// How a program did on a file.
#[derive(Debug, Default)]
pub struct Verdict {
    /// Cases answered as recorded.
    pub agreed: usize,
    /// Cases that the program left out.
    pub skipped: usize,
    /// Cases answered otherwise: the id, what is recorded, what came.
    pub otherwise: Vec<(String, String, String)>,
}

/// The case as the program sees it.
#[must_use]
pub fn question(file: &str, case: &Map<String, Value>) -> Map<String, Value> {
    let mut question = case.clone();
    question.retain(|name, _| {
        let of_pick = file.starts_with("pick") && PICK_ERROR.contains(&name.as_str());
        !of_pick && !ANSWERS.contains(&name.as_str())
    });
    question.insert("file".into(), file.into());
    question
}

/// Whether an answer is the recorded one: numbers by value, and any error for an error.
#[must_use]
pub fn agrees(case: &Map<String, Value>, answer: &Map<String, Value>) -> bool {
    if case.contains_key("error") || answer.contains_key("error") {
        return case.contains_key("error") && answer.contains_key("error");
    }
    ["out_shape", "out", "grad2_shape", "grad2"]
        .iter()
        .all(|name| {
            same(
                case.get(*name).unwrap_or(&Value::Null),
                answer.get(*name).unwrap_or(&Value::Null),
            )
        })
}

fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        // 2 and 2.0 are one number; integers beyond 2^53 are compared as what they are.
        (Value::Number(a), Value::Number(b)) => {
            a == b || ((a.is_f64() || b.is_f64()) && a.as_f64() == b.as_f64())
        }
        _ => one == other,
    }
}

/// Puts every case of a file to the program, which is started by the words of `command`.
///
/// # Errors
///
/// If the program cannot be started, a line is not a JSON object, or the program ends before it has
/// answered every case.
pub fn judge(file: &str, text: &str, command: &[String]) -> io::Result<Verdict> {
    let (program, arguments) = command
        .split_first()
        .ok_or_else(|| io::Error::other("no program"))?;
    let cases = text
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<Vec<Map<String, Value>>, _>>()?;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| {
            io::Error::new(error.kind(), format!("`{program}` does not start: {error}"))
        })?;
    let (Some(mut to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(io::Error::other("the program has no pipes"));
    };
    let questions: Vec<_> = cases.iter().map(|case| question(file, case)).collect();
    // Beside reading, or else both would wait as soon as a pipe is full. A program that ends early
    // says so by its answers.
    let asking = std::thread::spawn(move || {
        let mut asked = 0;
        for question in questions {
            if serde_json::to_writer(&mut to, &question).is_err() || to.write_all(b"\n").is_err() {
                break;
            }
            asked += 1;
        }
        asked
    });
    let mut verdict = Verdict::default();
    let mut answers = BufReader::new(from).lines();
    for case in &cases {
        let id = case
            .get("id")
            .and_then(Value::as_str)
            .unwrap_or("a case without an id")
            .to_owned();
        let line = answers.next().ok_or_else(|| {
            io::Error::other(format!("the program ended before it answered `{id}`"))
        })??;
        let answer: Map<String, Value> = serde_json::from_str(&line).map_err(|error| {
            io::Error::other(format!(
                "the answer to `{id}` is not a JSON object: {error}"
            ))
        })?;
        if answer.contains_key("skip") {
            verdict.skipped += 1;
        } else if agrees(case, &answer) {
            verdict.agreed += 1;
        } else {
            let recorded = ["error", "out_shape", "out"]
                .iter()
                .filter_map(|name| Some(format!("{name} {}", case.get(*name)?)));
            verdict
                .otherwise
                .push((id, recorded.collect::<Vec<_>>().join(", "), line));
        }
    }
    let _asked = asking.join();
    child.wait()?;
    Ok(verdict)
}

/// How many cases, the inputs of the shortest, and its answers.
type Group = (usize, String, Map<String, Value>);

/// Who disagrees in which file, how often, and one such case with the answer of each, as a table.
/// `text` is that of `disagreements.ndjson`, in which the oracle of a file comes first.
///
/// # Errors
///
/// If a line is not a case.
pub fn table(text: &str) -> Result<String, serde_json::Error> {
    // Cases of the same parties in the same file, and the shortest of them.
    let mut groups: BTreeMap<(String, Vec<String>), Group> = BTreeMap::new();
    for line in text.lines() {
        let case: Map<String, Value> = serde_json::from_str(line)?;
        let of = |name: &str| {
            case.get(name)
                .and_then(Value::as_object)
                .cloned()
                .unwrap_or_default()
        };
        let (file, answers) = (
            case.get("file").and_then(Value::as_str).unwrap_or_default(),
            of("answers"),
        );
        let mut key: Vec<String> = answers.keys().cloned().collect();
        key.sort();
        let inputs = Value::Object(of("case")).to_string();
        let group = groups
            .entry((file.to_owned(), key))
            .or_insert_with(|| (0, inputs.clone(), answers.clone()));
        group.0 += 1;
        if inputs.len() < group.1.len() {
            (group.1, group.2) = (inputs, answers);
        }
    }
    let mut table = String::from(
        "| file | cases | the shortest of them | who says what |\n|---|---|---|---|\n",
    );
    for ((file, _), (count, inputs, answers)) in groups {
        let said = |answer: &Value| match answer.get("error").and_then(Value::as_str) {
            Some(error) => format!("error `{error}`"),
            None => format!("`{}`", answer.get("out").unwrap_or(answer)),
        };
        let answers: Vec<_> = answers
            .iter()
            .map(|(party, answer)| format!("{party}: {}", said(answer)))
            .collect();
        let _infallible = writeln!(
            table,
            "| `{file}` | {count} | `{inputs}` | {} |",
            answers.join("<br>")
        );
    }
    Ok(table)
}
