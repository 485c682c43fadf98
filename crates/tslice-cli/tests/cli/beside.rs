//! `tslice zarr`, which is a program of its own.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{directory, refused};

/// The command in a folder of its own, as `tslice-zarr` may be beside the one that is tested.
///
/// Another process writes the copy: a file that this process writes cannot be executed while a
/// child that another test has just forked holds it open.
pub(crate) fn copied_to(directory: &Path) -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_tslice"));
    let copy = directory.join("tslice");
    if cfg!(unix) {
        let status = Command::new("cp")
            .args([program, &copy])
            .status()
            .expect("it runs");
        assert!(status.success(), "a copy");
    } else {
        std::fs::copy(program, &copy).expect("a copy");
    }
    copy
}

#[test]
fn missing_program_is_reported_with_its_installation() {
    let directory = directory();
    let copy = copied_to(directory.path());
    let mut zarr = Command::new(&copy);
    let output = zarr
        .arg("zarr")
        .args(["a.zarr", "1:"])
        .env("PATH", directory.path())
        .output()
        .expect("it runs");
    refused(
        &output,
        1,
        &[
            "tslice zarr: ",
            "`tslice-zarr",
            "cargo install --path crates/tslice-zarr --features cli",
        ],
    );
}

#[cfg(unix)]
#[test]
fn arguments_and_status_pass_through() {
    let directory = directory();
    let copy = copied_to(directory.path());
    // Another process writes the script, too.
    let script = r#"printf '%s\n' '#!/bin/sh' "printf '<%s>' \"\$@\"" 'exit 3' >tslice-zarr && chmod 755 tslice-zarr"#;
    let status = Command::new("sh")
        .args(["-c", script])
        .current_dir(directory.path())
        .status()
        .expect("it runs");
    assert!(status.success(), "a script");
    let output = Command::new(&copy)
        .args(["zarr", "a b", "-1, ::2", "--force", "--help"])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "<a b><-1, ::2><--force><--help>"
    );
}
