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

#[cfg(all(target_arch = "x86_64", not(tslice_scalar), not(miri)))]
#[test]
fn the_highest_level_is_that_of_the_processor() {
    let has = std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma");
    let has_masks = has
        && std::is_x86_feature_detected!("avx512f")
        && std::is_x86_feature_detected!("avx512bw")
        && std::is_x86_feature_detected!("avx512vbmi");
    let highest = Level::available().last();
    assert_eq!(highest == Some(Level::Avx512), has_masks);
    assert_eq!(highest >= Some(Level::Avx2), has);
}
