//! What gdb and lldb print of arrays, compared with what the program prints that is debugged.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Prints each name that the program shows, and values that are not initialised.
const GDB: &str = r#"
import gdb
gdb.execute("up")
print("\x02", end="")
for name in names:
    print(name + "\x01" + gdb.parse_and_eval(name).format_string() + "\x02", end="")
for name in ["*wild_view", "*wild_dyn", "*zero_view", "*null_view", "late"]:
    try:
        text = gdb.parse_and_eval(name).format_string()
    except gdb.MemoryError as error:
        text = "<" + str(error) + ">"
    print(name + "\x01" + text + "\x02", end="")
"#;

/// The same for lldb, which prints references by the summary of what they refer to.
const LLDB: &str = r#"
def __lldb_init_module(debugger, _):
    thread = debugger.GetSelectedTarget().GetProcess().GetSelectedThread()
    frame = thread.GetFrameAtIndex(1)
    print("\x02", end="")
    for name in names + ["*wild_view", "*wild_dyn", "*zero_view", "*null_view", "late"]:
        value = frame.FindVariable(name.lstrip("*"))
        print(name + "\x01" + str(value.GetSummary()) + "\x02", end="")
"#;

/// The program, built with debug information.
fn build() -> PathBuf {
    let built = Command::new(env!("CARGO"))
        .args(["rustc", "-q", "-p", "tslice-programs", "--bin", "debugged"])
        .args([
            "--message-format",
            "json",
            "--",
            "-C",
            "debuginfo=2",
            "-C",
            "strip=none",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let errors = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{errors}");
    String::from_utf8_lossy(&built.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .expect("an executable")
}

/// Names and texts.
fn texts(output: &str) -> Vec<(&str, &str)> {
    let parts = output.split('\u{2}');
    parts.filter_map(|part| part.split_once('\u{1}')).collect()
}

/// What a debugger writes that runs a script, whose path is the argument of `command`.
fn debugged(script: &str, names: &[&str], command: impl FnOnce(&Path) -> Command) -> String {
    let place = format!("tslice_{}_{}.py", std::process::id(), script.len());
    let path = std::env::temp_dir().join(place);
    std::fs::write(&path, format!("names = {names:?}\n{script}")).expect("a script");
    let output = command(&path).output().expect("the debugger runs");
    std::fs::remove_file(&path).expect("the script");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn gdb(program: &Path, script: &Path) -> Command {
    let folder = program.parent().expect("a folder").display();
    let mut gdb = Command::new("gdb");
    gdb.args(["-batch", "-nx", "-iex"])
        .arg(format!("add-auto-load-safe-path {folder}"))
        .args(["-ex", "break debugged::stop"])
        .args(["-ex", "run > /dev/null", "-ex"])
        .arg(format!("source {}", script.display()))
        .arg(program);
    gdb
}

fn lldb(program: &Path, script: &Path) -> Command {
    let arrays =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/tslice-core/debugger/arrays.py");
    let mut lldb = Command::new("lldb");
    lldb.args(["--batch", "--no-lldbinit"])
        .args(["-o", "breakpoint set --name debugged::stop"])
        .args(["-o", "process launch --stdout /dev/null"]);
    for script in [&arrays, script] {
        let command = format!("command script import \"{}\"", script.display());
        lldb.arg("-o").arg(command);
    }
    lldb.arg(program);
    lldb
}

fn is_installed(command: &mut Command) -> bool {
    let output = command.output();
    output.is_ok_and(|output| output.status.success() && output.stderr.is_empty())
}

/// Compares what the debugger prints with what the program prints.
fn check(script: &str, debugger: fn(&Path, &Path) -> Command) {
    let program = build();
    let output = Command::new(&program).output().expect("it runs");
    let output = String::from_utf8(output.stdout).expect("UTF-8");
    let expected = texts(&output);
    assert!(expected.len() > 20, "{expected:?}");
    let names: Vec<&str> = expected.iter().map(|(name, _)| *name).collect();
    let output = debugged(script, &names, |path| debugger(&program, path));
    let seen = texts(&output);
    assert_eq!(seen.len(), expected.len() + 5, "{output}");
    for ((name, text), (seen_name, seen)) in expected.iter().zip(&seen) {
        // Text of several rows begins below the name.
        let seen = seen.strip_prefix('\n').unwrap_or(seen);
        assert_eq!((name, *text), (seen_name, seen));
    }
    for (name, text) in &seen[expected.len()..][..4] {
        assert!(text.starts_with('<') && text.len() < 200, "{name}: {text}");
    }
}

#[test]
fn gdb_prints_arrays_as_display_does() {
    if !is_installed(Command::new("gdb").args(["-batch", "-ex", "python 1"])) {
        eprintln!("skipped: gdb with Python is not installed");
        return;
    }
    check(GDB, gdb);
}

#[test]
fn lldb_prints_arrays_as_display_does() {
    // Debian 12 installs the module where lldb finds it only by `PYTHONPATH`.
    if !is_installed(Command::new("lldb").args(["--batch", "-o", "script lldb.SBDebugger"])) {
        eprintln!("skipped: lldb with its module for Python is not installed");
        return;
    }
    check(LLDB, lldb);
}
