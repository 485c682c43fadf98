//! Unit tests of `level`.

use std::io::Write as _;
use std::vec::Vec;

use super::{ALL, Level};

/// Tests run kernels at the levels of the machine. Standard error itself shows them, which
/// `cargo test` does not capture.
#[test]
fn levels_are_available_and_reported() {
    let reached: Vec<Level> = Level::available().collect();
    let (first, missing) = ALL.split_at(reached.len());
    assert!(reached == first && reached.contains(&Level::Scalar));
    let named = |levels: &[Level]| {
        levels
            .iter()
            .map(|level| level.name())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let missing = if missing.is_empty() {
        std::string::String::from("none")
    } else {
        named(missing)
    };
    let line = std::format!("levels reached: {}; not here: {missing}", named(&reached));
    writeln!(std::io::stderr(), "{line}").expect("standard error is there");
}
