//! `cargo run -p tslice-programs --bin convert`: prints recorded specs as arguments of Slice,
//! Squeeze and Unsqueeze.

mod arguments;

fn main() -> Result<(), String> {
    let recorded = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/strided_slice.ndjson");
    let recorded = std::fs::read_to_string(recorded).map_err(|e| e.to_string())?;
    print!("{}", arguments::render(&recorded)?);
    Ok(())
}
