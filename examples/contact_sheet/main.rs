//! `cargo run --release -p tslice-examples --example contact_sheet -- FOLDER OUT.png`: every PNG
//! picture of a folder, cropped, mirrored, halved and one channel of it, on one sheet. `--force`
//! replaces a sheet that exists.

#[path = "../photo/picture.rs"]
mod picture;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use picture::Picture;
use tslice::{Tensor, View, s};
use tslice_examples::program;

/// A tile's side, and the paper between tiles, in pixels.
const TILE: usize = 96;
const GAP: usize = 8;
const COLUMNS: usize = 5;
const PAPER: u8 = 245;

/// Pictures on one sheet: it is 0.8 GB then.
const MOST: usize = 5000;

fn main() -> ExitCode {
    let (arguments, force) = program::arguments();
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/photo");
    let result = match &arguments[..] {
        [] => std::fs::create_dir_all("target")
            .map_err(|e| format!("target: {e}"))
            .and_then(|()| {
                run(
                    Path::new(shipped),
                    Path::new("target/contact_sheet.png"),
                    true,
                )
            }),
        [folder, out] => run(Path::new(folder), Path::new(out), force),
        _ => Err("usage: contact_sheet FOLDER OUT.png [--force]".to_owned()),
    };
    program::end("contact_sheet", result)
}

fn run(folder: &Path, out: &Path, replace: bool) -> Result<String, String> {
    if !is_png(out) {
        return Err(format!(
            "{}: the sheet is a PNG file, its name ends in .png",
            out.display()
        ));
    }
    let files = png_files(folder)?;
    if files.len() > MOST {
        return Err(format!(
            "{}: {} pictures, a sheet holds {MOST}",
            folder.display(),
            files.len()
        ));
    }
    let mut sheet = Tensor::full(
        [
            files.len() * (TILE + GAP) + GAP,
            COLUMNS * (TILE + GAP) + GAP,
            3,
        ],
        PAPER,
    );
    let mut report = String::new();
    for (row, file) in files.iter().enumerate() {
        let picture = rgb(&picture::read(file)?);
        let [height, width, _] = *picture.shape();
        // Every k-th pixel, so that the longer side fits.
        let k = height.max(width).div_ceil(TILE).max(1);
        let mut place = |column: usize, tile: View<'_, u8, 3>| {
            let (top, left) = (GAP + row * (TILE + GAP), GAP + column * (TILE + GAP));
            let small = tile.slice(s![::k, ::k]);
            let [h, w, _] = *small.shape();
            sheet
                .slice_mut(s![top:top + h, left:left + w])
                .assign(&small);
        };
        place(0, picture.view());
        place(
            1,
            picture.slice(s![height / 4:height - height / 4, width / 4:width - width / 4]),
        );
        place(2, picture.slice(s![:, ::-1]));
        place(3, picture.slice(s![::2, ::2]));
        // The first channel, broadcast over all three by a new axis.
        let mut red = picture.clone();
        red.assign(picture.slice(s![.., 0, newaxis]));
        place(4, red.view());
        let _ = writeln!(
            report,
            "{}: {height} x {width}, one pixel in {k}",
            file.display()
        );
    }
    picture::write(out, replace, sheet.view())?;
    Ok(format!(
        "{report}{} {} on {}",
        files.len(),
        if files.len() == 1 {
            "picture"
        } else {
            "pictures"
        },
        out.display()
    ))
}

fn is_png(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("png"))
}

/// The PNG files of a folder, by name.
fn png_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let at = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(at)? {
        let path = entry.map_err(at)?.path();
        if is_png(&path) {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        Err(format!("{}: no PNG file is here", folder.display()))
    } else {
        Ok(files)
    }
}

/// Three channels: gray is repeated, alpha is left out.
fn rgb(picture: &Picture) -> Picture {
    let [height, width, channels] = *picture.shape();
    let mut result = Tensor::zeros([height, width, 3]);
    result.assign(picture.slice(s![.., :if channels < 3 { 1 } else { 3 }]));
    result
}
