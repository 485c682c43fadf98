//! `TSLICE_ZARR=.. cargo test -p tslice-zarr-stores --test program -- --ignored`: the program
//! behind `tslice zarr`, built with the features `cli,http,s3`, run on servers of this process as
//! its users run it.

use std::path::Path;
use std::process::{Command, Output};

use tslice::s;
use tslice_zarr::blocking;
use tslice_zarr_stores::{Directory, Fault, HttpServer, S3Server, make, values};
use zarrs::filesystem::FilesystemStore;

/// Runs the program with variables that are for other programs.
fn run(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let program = std::env::var_os("TSLICE_ZARR").expect("TSLICE_ZARR, the path of the program");
    let mut command = Command::new(program);
    command
        .args(arguments)
        .env("TIMEOUT", "30")
        .env("REGION", "nowhere")
        .envs(variables.iter().copied());
    command.output().expect("a program")
}

/// The elements of a file of NumPy, which are all that is behind its header.
fn elements(path: &Path) -> Vec<i32> {
    let bytes = std::fs::read(path).expect("a file");
    let header = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    bytes[10 + header..]
        .chunks_exact(4)
        .map(|four| i32::from_le_bytes(four.try_into().expect("four")))
        .collect()
}

/// Slices an array with and without lists.
fn check(url: &str, to: &Path, variables: &[(&str, &str)]) {
    let out = to.join("out.npy");
    let out = out.to_str().expect("UTF-8");
    for (spec, expected) in [
        (
            "::-3, 3:17:2, newaxis, 7",
            values().slice(s![::-3, 3:17:2, newaxis, 7]).to_vec(),
        ),
        (
            "[9, 0, 3:5], -1",
            values().pick(s![[9, 0, 3, 4], -1]).into_vec(),
        ),
        (
            "([1, 9], [19, 8]), ::10",
            values().pick(s![([1, 9], [19, 8]), ::10]).into_vec(),
        ),
    ] {
        let done = run(&[url, spec, out, "--force"], variables);
        let told = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(
            done.status.success(),
            "{spec}: {}",
            String::from_utf8_lossy(&done.stderr)
        );
        assert!(told.contains("int32 of shape [10, 20, 30]"), "{told}");
        assert_eq!(elements(Path::new(out)), expected, "{spec}");
    }
}

fn failure(arguments: &[&str]) -> String {
    let done = run(arguments, &[]);
    assert!(!done.status.success());
    let words = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(
        words.starts_with("tslice zarr: ") && !words.contains("panicked"),
        "{words}"
    );
    words
}

#[test]
#[ignore = "needs the program, which is minutes of compiling"]
fn the_program_slices_what_an_http_server_has() {
    let directory = Directory::new("program-http");
    make(&std::sync::Arc::new(
        FilesystemStore::new(&directory.0).expect("a directory"),
    ));
    let server = HttpServer::start(&directory.0);
    check(&server.url("shards"), &directory.0, &[]);
    server.set(Fault::Busy(2));
    check(&server.url("shards"), &directory.0, &[]);
    server.set(Fault::None);
    let words = failure(&[&server.url("nothing"), ":"]);
    assert!(words.contains(&server.url("nothing")), "{words}");
    let words = failure(&[&server.url("chunks"), "10"]);
    assert!(
        words.contains("index 10 is out of bounds for axis 0"),
        "{words}"
    );
    server.set(Fault::Claims(1 << 62));
    let words = failure(&[&server.url("chunks"), "0"]);
    assert!(words.contains("broke off"), "{words}");
}

#[test]
#[ignore = "needs the program, which is minutes of compiling"]
fn the_program_slices_what_a_bucket_has() {
    let directory = Directory::new("program-s3");
    let server = S3Server::start(&directory.0);
    make(&blocking(server.bucket("bucket")).expect("a runtime"));
    let endpoint = server.endpoint();
    let variables = [
        ("AWS_ENDPOINT", &*endpoint),
        ("AWS_ALLOW_HTTP", "true"),
        ("AWS_REGION", "us-east-1"),
        ("AWS_ACCESS_KEY_ID", "key"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
    ];
    check("s3://bucket/shards", &directory.0, &variables);
}
