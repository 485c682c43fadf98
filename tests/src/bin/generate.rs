//! `cargo run -p tslice-tests --bin generate`: writes `tests/generated/specs.rs`.

fn main() -> Result<(), String> {
    let at = |file: &str| format!("{}/{file}", env!("CARGO_MANIFEST_DIR"));
    let recorded = std::fs::read_to_string(at("data/strided_slice.ndjson")).map_err(|e| e.to_string())?;
    std::fs::write(at("generated/specs.rs"), tslice_tests::generate::render(&recorded)?)
        .map_err(|e| e.to_string())
}
