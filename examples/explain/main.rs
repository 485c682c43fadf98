//! `cargo run --example explain -- "1, 2:4, ..., ::-1" 5x5x5 --svg out.svg`: what a spec does to a shape.

use std::process::ExitCode;

use tslice::DynSpec;

const USAGE: &str =
    "usage: explain SPEC SHAPE [--svg FILE], as in: explain \"1, 2:4, ::-1\" 3x5x5 --svg out.svg";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => run("1, 2:4, ::-1", "3x5x5", None),
        [spec, shape] => run(spec, shape, None),
        [spec, shape, "--svg", file] => run(spec, shape, Some(file)),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("explain: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(spec: &str, shape: &str, svg: Option<&str>) -> Result<(), String> {
    let spec: DynSpec = spec.parse().map_err(|e| format!("the spec is malformed: {e}"))?;
    let report = spec.explain(lengths(shape)?).map_err(|e| format!("[{spec}] on shape {shape}: {e}"))?;
    println!("{report}");
    match report.drawing() {
        Some(drawing) => print!("\n{drawing}"),
        None => println!("\n(no drawing: at most three axes and 4,096 elements are drawn)"),
    }
    let Some(file) = svg else { return Ok(()) };
    let picture = report.svg().ok_or("no picture: at most three axes and 4,096 elements are drawn")?;
    std::fs::write(file, picture).map_err(|e| format!("{file}: {e}"))
}

/// Lengths with `x` between them; an empty text is a scalar's shape.
fn lengths(text: &str) -> Result<Vec<usize>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let mut at = 0;
    let mut lengths = Vec::new();
    for part in text.split('x') {
        let length = part.parse().map_err(|e| {
            let carets = "^".repeat(part.chars().count().max(1));
            format!("`{part}` is not a length ({e}): write lengths with x between them\n  {text}\n  {:at$}{carets}", "")
        })?;
        lengths.push(length);
        at += part.chars().count() + 1;
    }
    Ok(lengths)
}
