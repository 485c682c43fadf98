//! `tslice zarr`, which is a program of its own.

use std::process::Command;

use crate::{directory, refused};

// The program itself may be beside the `tslice` that is tested, so these tests have a copy in a folder of its own.

#[test]
fn missing_program_is_reported_with_its_installation() {
    let directory = directory();
    let copy = directory.path().join("tslice");
    std::fs::copy(env!("CARGO_BIN_EXE_tslice"), &copy).expect("a copy");
    let mut zarr = Command::new(&copy);
    let output =
        zarr.arg("zarr").args(["a.zarr", "1:"]).env("PATH", directory.path()).output().expect("it runs");
    refused(&output, 1, &["tslice zarr: ", "`tslice-zarr", "cargo install tslice-zarr --features cli"]);
}

#[cfg(unix)]
#[test]
fn arguments_and_status_pass_through() {
    use std::os::unix::fs::PermissionsExt;

    let directory = directory();
    let copy = directory.path().join("tslice");
    std::fs::copy(env!("CARGO_BIN_EXE_tslice"), &copy).expect("a copy");
    let script = directory.path().join("tslice-zarr");
    std::fs::write(&script, "#!/bin/sh\nprintf '<%s>' \"$@\"\nexit 3\n").expect("a script");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("it may run");
    let output =
        Command::new(&copy).args(["zarr", "a b", "-1, ::2", "--force", "--help"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "<a b><-1, ::2><--force><--help>");
}
