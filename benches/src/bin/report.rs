//! `cargo run --release -p tslice-benches --features peers --bin report`: times the cases against
//! every library that is here, and writes `benches/RESULTS.md` and `benches/plots`.
//!
//! NumPy, PyTorch, TensorFlow and OpenCV (`benches/peers/requirements.txt`) are taken from
//! `python3`, or from the interpreter that the environment variable `TSLICE_PYTHON` names.
//!
//! `quick` runs every case for a moment and writes nothing: whether the harness works. `only TEXT`
//! runs the cases with the text in their name or their table's (`only mirror`, `only views`,
//! `only "stride 3"`) and writes nothing.

use std::path::Path;
use std::process::ExitCode;

use tslice_benches::report::{Extent, Report};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (extent, only) = match &*arguments.iter().map(String::as_str).collect::<Vec<_>>() {
        [] => (Extent::Full, None),
        ["quick"] => (Extent::Quick, None),
        ["only", text] => (Extent::Full, Some((*text).to_owned())),
        _ => {
            eprintln!("report [quick | only TEXT]");
            return ExitCode::from(2);
        }
    };
    let whole = extent == Extent::Full && only.is_none();
    let report = Report::measure(extent, only);
    println!("{}", report.text);
    if whole {
        report
            .save(Path::new(env!("CARGO_MANIFEST_DIR")))
            .expect("the results are written");
    }
    for difference in &report.differences {
        eprintln!("another output than tslice's: {difference}");
    }
    ExitCode::from(u8::from(!report.differences.is_empty()))
}
