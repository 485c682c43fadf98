//! Tests that force a level of vector instructions for their whole process, so that each level is a
//! process of its own.

use std::process::{Command, Stdio};

use tslice::__private::Level;

const LEVEL: &str = "TSLICE_TEST_LEVEL";

/// The emulator that runs the test binary, if there is one.
const EMULATOR: &str = "TSLICE_TEST_EMULATOR";

/// Runs the test of this name once for each level that the machine has, all at a time, each as a
/// process in which `run` is called.
///
/// # Panics
///
/// If a level's process fails, or cannot be started.
pub fn each_in_a_process(test: &str, run: impl FnOnce(Level)) {
    if let Some(forced) = std::env::var_os(LEVEL) {
        let level = Level::available()
            .find(|level| *level.name() == *forced)
            .expect("a level of this machine");
        Level::force(level);
        return run(level);
    }
    let program = std::env::current_exe().expect("the test binary");
    let start = |level: Level| {
        let mut command = match std::env::var_os(EMULATOR) {
            None => Command::new(&program),
            Some(emulator) => {
                let mut command = Command::new(emulator);
                command.arg(&program);
                command
            }
        };
        let child = command
            .args(["--exact", test, "--nocapture"])
            .env(LEVEL, level.name())
            .stdout(Stdio::piped())
            .spawn();
        (level.name(), child.expect("a process"))
    };
    let processes: Vec<_> = Level::available().map(start).collect();
    for (level, process) in processes {
        let output = process.wait_with_output().expect("the process ends");
        let words = String::from_utf8_lossy(&output.stdout);
        // A process that knows no test of this name succeeds, too.
        assert!(
            output.status.success() && words.contains("1 passed"),
            "{level}: {words}"
        );
    }
}
