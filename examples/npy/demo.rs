//! Without arguments: a small file, a slice of it, and both printed.

use std::path::Path;

use tslice::{DynView, Tensor};
use tslice_npy::{Input, slice_file};

const SPEC: &str = "::2, ..., ::-1";

/// Makes the file anew, slices it, and returns both as text.
pub(crate) fn run() -> Result<String, String> {
    let directory = Path::new("target/npy");
    let (from, to) = (directory.join("demo.npy"), directory.join("demo-sliced.npy"));
    std::fs::create_dir_all(directory).map_err(|e| format!("{}: {e}", directory.display()))?;
    let numbers =
        Tensor::from_shape_fn([4, 6], |[row, column]| (row as i32 * 10 + column as i32).to_le_bytes());
    tslice_npy::write(&from, true, "<i4", &numbers.view().into_dyn())?;
    let mut report = slice_file(&from, SPEC, &to, true)?;
    for path in [from, to] {
        let input = Input::open(&path)?;
        report += &format!("\n\n{}\n{}", path.display(), rows(&input.view()?));
    }
    Ok(report)
}

fn rows(items: &DynView<'_, [u8; 4]>) -> String {
    let width = items.shape()[1];
    let row = |row: &[[u8; 4]]| {
        let numbers: Vec<String> =
            row.iter().map(|&bytes| format!("{:3}", i32::from_le_bytes(bytes))).collect();
        numbers.join(" ")
    };
    items.to_vec().chunks(width).map(row).collect::<Vec<_>>().join("\n")
}
