//! What gdb prints of arrays, compared with what the program that is debugged prints of them.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Prints each name that the program shows, and values that are not initialised.
const SCRIPT: &str = r#"
import gdb
gdb.execute("up")
for name in names:
    print(name + "\x01" + gdb.parse_and_eval(name).format_string() + "\x02", end="")
for name in ["*wild_view", "*wild_dyn", "*zero_view", "*null_view", "late"]:
    try:
        text = gdb.parse_and_eval(name).format_string()
    except gdb.MemoryError as error:
        text = "<" + str(error) + ">"
    print(name + "\x01" + text + "\x02", end="")
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

fn debugged(program: &Path, names: &[&str]) -> String {
    let script = std::env::temp_dir().join(format!("tslice-{}.py", std::process::id()));
    std::fs::write(&script, format!("names = {names:?}\n{SCRIPT}")).expect("a script");
    let folder = program.parent().expect("a folder").display();
    let output = Command::new("gdb")
        .args(["-batch", "-nx", "-iex"])
        .arg(format!("add-auto-load-safe-path {folder}"))
        .args([
            "-ex",
            "break debugged::stop",
            "-ex",
            "run > /dev/null",
            "-ex",
        ])
        .arg(format!("source {}", script.display()))
        .arg(program)
        .output()
        .expect("gdb runs");
    std::fs::remove_file(&script).expect("the script");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn gdb_prints_arrays_as_display_does() {
    let version = Command::new("gdb")
        .args(["-batch", "-ex", "python 1"])
        .output();
    if !version.is_ok_and(|output| output.status.success() && output.stderr.is_empty()) {
        eprintln!("skipped: gdb with Python is not installed");
        return;
    }
    let program = build();
    let output = Command::new(&program).output().expect("it runs");
    let output = String::from_utf8(output.stdout).expect("UTF-8");
    let expected = texts(&output);
    assert!(expected.len() > 20, "{expected:?}");
    let names: Vec<&str> = expected.iter().map(|(name, _)| *name).collect();
    let output = debugged(&program, &names);
    let (_, output) = output.split_once("stop();\n").expect("the breakpoint");
    let seen = texts(output);
    for ((name, text), (seen_name, seen)) in expected.iter().zip(&seen) {
        // Text of several rows begins below the name.
        let seen = seen.strip_prefix('\n').unwrap_or(seen);
        assert_eq!((name, *text), (seen_name, seen));
    }
    let others = &seen[expected.len()..];
    assert_eq!(others.len(), 5, "{others:?}");
    for (name, text) in &others[..4] {
        assert!(text.starts_with('<') && text.len() < 200, "{name}: {text}");
    }
}
