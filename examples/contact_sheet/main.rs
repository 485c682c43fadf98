//! `cargo run --example contact_sheet -- FOLDER OUT.png`: every PNG picture of a folder, cropped, mirrored, halved and one
//! channel of it, on one sheet.

#[path = "../photo/picture.rs"]
mod picture;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use picture::Picture;
use tslice::{Tensor, View, s};

/// A tile's side, and the paper between tiles, in pixels.
const TILE: usize = 96;
const GAP: usize = 8;
const COLUMNS: usize = 5;
const PAPER: u8 = 245;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => run(
            Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/photo")),
            Path::new("target/contact_sheet.png"),
        ),
        [folder, out] => run(Path::new(folder), Path::new(out)),
        _ => Err("usage: contact_sheet FOLDER OUT.png".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("contact_sheet: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(folder: &Path, out: &Path) -> Result<(), String> {
    let files = png_files(folder)?;
    let mut sheet = Tensor::full([files.len() * (TILE + GAP) + GAP, COLUMNS * (TILE + GAP) + GAP, 3], PAPER);
    for (row, file) in files.iter().enumerate() {
        let picture = rgb(&picture::read(file)?);
        let [height, width, _] = *picture.shape();
        // Every k-th pixel, so that the longer side fits.
        let k = height.max(width).div_ceil(TILE).max(1);
        let mut place = |column: usize, tile: View<'_, u8, 3>| {
            let (top, left) = (GAP + row * (TILE + GAP), GAP + column * (TILE + GAP));
            let small = tile.slice(s![::k, ::k]);
            let [h, w, _] = *small.shape();
            sheet.slice_mut(s![top:top + h, left:left + w]).assign(&small);
        };
        place(0, picture.view());
        place(1, picture.slice(s![height / 4:height - height / 4, width / 4:width - width / 4]));
        place(2, picture.slice(s![:, ::-1]));
        place(3, picture.slice(s![::2, ::2]));
        // The first channel, broadcast over all three by a new axis.
        let mut red = picture.clone();
        red.assign(&picture.slice(s![.., 0, newaxis]));
        place(4, red.view());
        println!("{}: {height} x {width}, one pixel in {k}", file.display());
    }
    let directory = out.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = out.file_name().and_then(|name| name.to_str());
    picture::write(
        directory,
        name.ok_or_else(|| format!("{}: not a file name", out.display()))?,
        sheet.view(),
    )?;
    println!("{} pictures on {}", files.len(), out.display());
    Ok(())
}

/// The PNG files of a folder, by name.
fn png_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let at = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(at)? {
        let path = entry.map_err(at)?.path();
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() { Err(format!("{}: no PNG file is here", folder.display())) } else { Ok(files) }
}

/// Three channels: gray is repeated, alpha is left out.
fn rgb(picture: &Picture) -> Picture {
    let [height, width, channels] = *picture.shape();
    let mut result = Tensor::zeros([height, width, 3]);
    result.assign(&picture.slice(s![.., :if channels < 3 { 1 } else { 3 }]));
    result
}
