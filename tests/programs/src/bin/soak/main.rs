//! `cargo run --release -p tslice-programs --bin soak -- SECONDS [SEED]`: random programs against
//! the oracle, memory flat.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use self::steps::Program;

mod steps;

fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>());
    let (Some(Ok(seconds)), seed) = (args.next(), args.next()) else {
        eprintln!("usage: soak SECONDS [SEED]");
        return ExitCode::from(2);
    };
    let first = seed.and_then(Result::ok).unwrap_or(1);
    let start = Instant::now();
    let (mut programs, mut steps, mut warm) = (0_u64, 0_u64, None);
    while start.elapsed() < Duration::from_secs(seconds) {
        let seed = first.wrapping_add(programs);
        match std::panic::catch_unwind(|| Program::new(seed).run()) {
            Ok(run) => steps += run,
            Err(_) => {
                eprintln!("seed {seed} failed: soak 1 {seed} runs it again");
                return ExitCode::FAILURE;
            }
        }
        programs += 1;
        // What the allocator keeps is kept by then.
        if programs == 1000 {
            warm = resident();
        }
    }
    println!("{programs} programs of {steps} steps agree with the oracle");
    if let (Some(warm), Some(last)) = (warm, resident()) {
        println!("resident memory: {warm} kB after 1000 programs, {last} kB at the end");
        if last > warm + 16 * 1024 {
            eprintln!("memory grew");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
