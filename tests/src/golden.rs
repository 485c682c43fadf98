//! Golden files: a program writes them, and a reviewer reads their diff. `BLESS=1` writes them
//! anew.

use std::path::Path;

/// Compares a file, by its path from the root of the repository, with what it has to hold. With
/// `BLESS=1` writes it.
///
/// # Panics
///
/// If the file differs or cannot be written.
#[track_caller]
pub fn check(path: &str, expected: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, expected).expect("written");
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        found == expected,
        "{path} is not current: if the change is meant, BLESS=1 writes it"
    );
}

/// Compares the part of a page between two markers with what it has to hold. With `BLESS=1` writes
/// it.
///
/// # Panics
///
/// If the part differs, or a marker is missing.
#[track_caller]
pub fn check_part(path: &str, [begin, end]: [&str; 2], expected: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    let page = std::fs::read_to_string(file).expect("the page can be read");
    let (before, rest) = page
        .split_once(begin)
        .expect("the marker where the part begins");
    let (_, after) = rest
        .split_once(end)
        .expect("the marker where the part ends");
    check(path, &format!("{before}{begin}{expected}{end}{after}"));
}
