//! What a run of a program left: its output, its message, its files.

use std::path::Path;
use std::process::Output;

use tempfile::TempDir;

/// Standard output of a run that succeeds.
#[track_caller]
pub(crate) fn printed(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A message with these words that is no panic, and exit status 1, or 2 for wrong arguments.
#[track_caller]
pub(crate) fn refused(output: &Output, status: i32, words: &[&str]) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{message}");
    for word in words {
        assert!(message.contains(word), "`{word}` is not in: {message}");
    }
    assert!(!message.contains("panicked"), "{message}");
}

pub(crate) fn directory() -> TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

pub(crate) fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).expect("there");
    let mut names: Vec<String> = entries
        .map(|e| e.expect("there").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
