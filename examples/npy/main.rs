//! `cargo run --release --example npy -- in.npy "::2, ..., ::-1" out.npy`: slices a NumPy file by a spec in text. `--force` replaces
//! an output that exists.

mod demo;

use std::path::Path;
use std::process::ExitCode;

use tslice_examples::program;
use tslice_npy::slice_file;

fn main() -> ExitCode {
    let (arguments, force) = program::arguments();
    let result = match &arguments[..] {
        [] => demo::run(),
        [from, spec, to] => {
            program::text(spec).and_then(|spec| slice_file(Path::new(from), spec, Path::new(to), force))
        }
        _ => {
            Err("usage: npy IN.npy SPEC OUT.npy [--force], or nothing at all for a demonstration".to_owned())
        }
    };
    program::end("npy", result)
}
