//! `RUSTFLAGS="--cfg tslice_kernels" cargo run --release -p tslice-benches --target-dir target/kernels --bin kernels`: what each
//! kernel gains over the next best one, by instruction set, in the cases of the report that it takes part in. Writes
//! `benches/KERNELS.md`; with a text behind it, prints the cases with that text in their name and writes nothing.
//!
//! The flag gives every kernel a switch. Each case runs with and without the kernel in turns.

#[cfg(tslice_kernels)]
mod switched;

fn main() -> std::process::ExitCode {
    #[cfg(tslice_kernels)]
    switched::measure(std::env::args().nth(1).as_deref());
    #[cfg(not(tslice_kernels))]
    eprintln!("kernels have switches in a build with RUSTFLAGS=\"--cfg tslice_kernels\"");
    std::process::ExitCode::from(u8::from(!cfg!(tslice_kernels)))
}
