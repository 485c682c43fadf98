//! A program without the standard library, built and run.

use std::process::Command;

#[test]
fn the_program_without_std_passes_its_checks() {
    let run = Command::new(env!("CARGO"))
        .args(["run", "-q", "--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/no_std/Cargo.toml")])
        // A sanitizer's flags need the standard library.
        .env_remove("RUSTFLAGS")
        .args(["--target-dir", concat!(env!("CARGO_TARGET_TMPDIR"), "/no_std")])
        .output()
        .expect("cargo runs");
    // The status is the number of the check that failed.
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
}
