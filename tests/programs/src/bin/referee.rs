//! `cargo run --release -p tslice-programs --bin referee -- FILE... -- PROGRAM ARGUMENT...`: puts
//! the recorded cases to another library's program.

use std::path::Path;
use std::process::ExitCode;

use tslice_tests::referee::{VERSION, judge};

const USAGE: &str = "usage: referee FILE... -- PROGRAM ARGUMENT...";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().position(|word| word == "--") {
        Some(at) if at > 0 && at + 1 < arguments.len() => {
            run(&arguments[..at], &arguments[at + 1..])
        }
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(all) => ExitCode::from(u8::from(!all)),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Whether the program answered as recorded wherever it answered.
fn run(files: &[String], command: &[String]) -> Result<bool, String> {
    println!("recorded answers {VERSION}");
    let mut all = true;
    for path in files {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        let file = Path::new(path)
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        let verdict = judge(&file, &text, command).map_err(|error| format!("{path}: {error}"))?;
        for (id, recorded, answer) in verdict.otherwise.iter().take(10) {
            println!("{file}: {id}\n  recorded: {recorded}\n  answered: {answer}");
        }
        let otherwise = verdict.otherwise.len();
        println!(
            "{file}: {} agreed, {otherwise} answered otherwise, {} left out",
            verdict.agreed, verdict.skipped
        );
        all &= otherwise == 0;
    }
    Ok(all)
}
