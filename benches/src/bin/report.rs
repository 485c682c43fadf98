//! `cargo run --release -p tslice-benches --features peers --bin report`: times the cases against every library that is
//! here, and writes `benches/RESULTS.md` and `benches/plots`.
//!
//! NumPy, PyTorch, TensorFlow and OpenCV (`benches/peers/requirements.txt`) are taken from `python3`, or from the
//! interpreter that the environment variable `TSLICE_PYTHON` names. `quick` runs every case for a moment and writes
//! nothing: whether the harness works.

use std::path::Path;
use std::process::ExitCode;

use tslice_benches::report::{Extent, Report};

fn main() -> ExitCode {
    let quick = std::env::args().nth(1).is_some_and(|argument| argument == "quick");
    let report = Report::measure(if quick { Extent::Quick } else { Extent::Full });
    println!("{}", report.text);
    if !quick {
        report.save(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the results are written");
    }
    for difference in &report.differences {
        eprintln!("another output than tslice's: {difference}");
    }
    ExitCode::from(u8::from(!report.differences.is_empty()))
}
