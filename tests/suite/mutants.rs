//! `tests/MUTANTS.md` names files and tests that exist.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The text of all Rust files below a folder.
fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text.push_str(&fs::read_to_string(&path).expect("a file of text"));
        }
    }
}

#[test]
fn mutants_are_in_files_that_exist() {
    let page = fs::read_to_string(root().join("tests/MUTANTS.md")).expect("a page");
    let is_path =
        |word: &&str| !word.contains(' ') && (word.contains('/') || word.ends_with(".rs"));
    let paths: Vec<&str> = quoted(&page).filter(is_path).collect();
    assert!(paths.len() > 40, "{paths:?}");
    for path in paths {
        assert!(root().join(path).exists(), "{path} does not exist");
    }
}

#[test]
fn mutants_are_killed_by_tests_that_exist() {
    let page = fs::read_to_string(root().join("tests/MUTANTS.md")).expect("a page");
    let mut text = String::new();
    for folder in [
        "tests/suite",
        "tests/arrays",
        "tests/interop",
        "crates/tslice-core/src",
        "crates/tslice-kernels/src",
        "crates/tslice-ops/src",
    ] {
        sources(&root().join(folder), &mut text);
    }
    let rows = page.lines().filter(|line| line.starts_with('|'));
    let last_cells = rows.filter_map(|row| row.trim_end_matches('|').rsplit('|').next());
    let names: Vec<&str> = last_cells
        .flat_map(quoted)
        .filter_map(|name| name.rsplit_once("::"))
        .map(|(_, name)| name)
        .collect();
    assert!(names.len() > 30, "{names:?}");
    for name in names {
        let is_found = text.contains(&format!("fn {name}("));
        assert!(is_found, "no test is called {name}");
    }
}
