//! `cargo run --release -p tslice-programs --bin conformance -- FILE...`: runs files of recorded
//! cases.

use std::process::ExitCode;

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: conformance FILE...");
        return ExitCode::from(2);
    }
    let (mut passed, mut failed) = (0, 0);
    for file in &files {
        let report = std::fs::read_to_string(file)
            .map_err(|e| e.to_string())
            .and_then(|text| tslice_tests::conformance::run(file, &text));
        match report {
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::from(2);
            }
            Ok(report) => {
                for failure in &report.failures {
                    println!(
                        "{file}: {}: expected {}, got {}",
                        failure.id, failure.expected, failure.got
                    );
                }
                for (id, reason) in &report.deliberate {
                    println!("{file}: {id}: answered otherwise on purpose: {reason}");
                }
                passed += report.passed;
                failed += report.failures.len();
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    ExitCode::from(u8::from(failed > 0))
}
