//! `cargo run --example explain -- "1, 2:4, ..., ::-1" 5x5x5 --svg out.svg`: what a spec does to a shape. `--force` replaces a
//! picture that exists.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use tslice::DynSpec;
use tslice_examples::{program, whole_file};
use tslice_explain::Explain;

const USAGE: &str =
    "usage: explain SPEC SHAPE [--svg FILE [--force]], as in: explain \"1, 2:4, ::-1\" 3x5x5 --svg out.svg";

fn main() -> ExitCode {
    let (arguments, force) = program::arguments();
    let texts = |spec, shape| Ok::<_, String>((program::text(spec)?, program::text(shape)?));
    let result = match &arguments[..] {
        [] => run("1, 2:4, ::-1", "3x5x5", None, false),
        [spec, shape] => texts(spec, shape).and_then(|(spec, shape)| run(spec, shape, None, false)),
        [spec, shape, svg, file] if svg == "--svg" => {
            texts(spec, shape).and_then(|(spec, shape)| run(spec, shape, Some(Path::new(file)), force))
        }
        _ => Err(USAGE.to_owned()),
    };
    program::end("explain", result)
}

fn run(spec: &str, shape: &str, svg: Option<&Path>, replace: bool) -> Result<String, String> {
    let spec: DynSpec = spec.parse().map_err(|e| format!("the spec is malformed: {e}"))?;
    let report = spec.explain(lengths(shape)?).map_err(|e| format!("[{spec}] on shape {shape}: {e}"))?;
    let mut shown = report.to_string();
    let _ = match report.drawing() {
        Some(drawing) => write!(shown, "\n\n{}", drawing.trim_end()),
        None => write!(shown, "\n\n(no drawing: at most three axes and 4,096 elements are drawn)"),
    };
    if let Some(file) = svg {
        let picture = report.svg().ok_or("no picture: at most three axes and 4,096 elements are drawn")?;
        whole_file::write(file, replace, picture.as_bytes())?;
    }
    Ok(shown)
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
            // Repeated, not padded: the width of a format ends at 65,535.
            let carets = " ".repeat(at) + &"^".repeat(part.chars().count().max(1));
            format!("`{part}` is not a length ({e}): write lengths with x between them\n  {text}\n  {carets}")
        })?;
        lengths.push(length);
        at += part.chars().count() + 1;
    }
    Ok(lengths)
}
