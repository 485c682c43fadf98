//! Recorded cases to Rust: the literal specs of `strided_slice.ndjson` as calls of `s!`.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::Value;

/// Cases of one generated test; more tests compile side by side.
const CASES_PER_TEST: usize = 200;
/// Distinct specs over one axis alone, which are most of the file.
const ONE_AXIS: usize = 150;
/// Distinct specs of all other kinds.
const OTHERS: usize = 750;

/// The generated file.
///
/// # Errors
///
/// When a line is not a case.
pub fn render(ndjson: &str) -> Result<String, String> {
    let mut out = String::from(
        "// Made by `BLESS=1 cargo test -p tslice-tests --test generated`; not to be edited.\n\n",
    );
    for (number, cases) in select(ndjson)?.chunks(CASES_PER_TEST).enumerate() {
        let _ = writeln!(out, "cases! {{ part_{number}:");
        for case in cases {
            let _ = writeln!(out, "    {:?} {:?} [{}];", case.id, case.shape, case.spec);
        }
        out.push_str("}\n");
    }
    Ok(out)
}

struct Case {
    id: String,
    shape: Vec<u64>,
    spec: String,
}

fn select(ndjson: &str) -> Result<Vec<Case>, String> {
    let mut seen = BTreeSet::new();
    let (mut one_axis, mut others) = (0, 0);
    let mut cases = Vec::new();
    for line in ndjson.lines() {
        let value: Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
        let Some(case) = compilable(&value) else {
            continue;
        };
        let plain = case.id.starts_with("d1");
        let (count, limit) = if plain {
            (&mut one_axis, ONE_AXIS)
        } else {
            (&mut others, OTHERS)
        };
        // Every 60th of the many over one axis, so that the few cover all kinds of bounds.
        let wanted = !plain || cases.len().is_multiple_of(2) || seen.len() % 60 == 0;
        if wanted && *count < limit && seen.insert((case.spec.clone(), case.shape.len())) {
            *count += 1;
            cases.push(case);
        }
    }
    Ok(cases)
}

/// A case that compiles: its mistake, if it has one, is one that only the shape shows.
fn compilable(value: &Value) -> Option<Case> {
    let error = value.get("error").and_then(Value::as_str);
    let shape: Vec<u64> = value["shape"]
        .as_array()?
        .iter()
        .filter_map(Value::as_u64)
        .collect();
    let result_rank = value
        .get("out_shape")
        .or(value.get("begin"))?
        .as_array()?
        .len();
    let typed = shape.len() <= 12 && result_rank <= 12;
    // Of two mistakes the operator reports the first, the macro each of its own.
    let zero_stride = value["strides"]
        .as_array()?
        .iter()
        .any(|stride| stride == 0);
    let ellipses = value["masks"][2].as_u64()?.count_ones();
    let typed = typed && !zero_stride && ellipses <= 1;
    let compiles =
        typed && matches!(error, None | Some("index_out_of_bounds")) && value.get("data").is_none();
    let (id, spec) = (
        value["id"].as_str()?.to_owned(),
        value["spec"].as_str()?.to_owned(),
    );
    compiles.then_some(Case { id, shape, spec })
}
