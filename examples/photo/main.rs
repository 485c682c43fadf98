//! `cargo run --release -p tslice-examples --example photo [-- picture.png]`: what `s!` does to a
//! photograph, `-` for one on standard input.
//!
//! Crops, mirrors, flips and the rest are one spec each; the results and a contact sheet of them
//! become PNG files in `target/photo/`, in place of those of an earlier run. A picture of more than
//! 128 MiB when it is decoded is refused.

mod picture;
mod sheet;
mod table;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use picture::Picture;
use sheet::Sheet;
use tslice::s;
use tslice_examples::program;

fn main() -> ExitCode {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/photo/chelsea.png");
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let result = match &arguments[..] {
        [] => run(Path::new(shipped)),
        [path] => run(Path::new(path)),
        _ => Err(
            "usage: photo PICTURE.png, or nothing at all for the photograph that ships".to_owned(),
        ),
    };
    program::end("photo", result)
}

/// Slices the picture, writes the results, and returns the table.
fn run(path: &Path) -> Result<String, String> {
    let picture = picture::read(path)?;
    let [height, width, channels] = *picture.shape();
    if height.min(width) < 8 {
        return Err(format!(
            "{}: a picture of {height} x {width} is too small, 8 x 8 is the least",
            path.display()
        ));
    }
    let directory = Path::new("target/photo");
    let mut sheet = Sheet::new(directory, [height, width, channels])?;
    sheet.place("original", picture.view())?;
    let mut report = table::header();

    macro_rules! step {
        ($name:literal, [$($spec:tt)*], $finish:expr) => {{
            let spec = s![$($spec)*];
            let micros = table::median_micros(&mut picture.slice(spec).to_vec(), |out| picture.slice(spec).copy_to_slice(out));
            report += &table::row($name, &spec, picture.shape(), picture.slice(spec).shape(), micros);
            let finish: fn(&Picture, tslice::Tensor<u8, _>) -> Picture = $finish;
            sheet.place($name, finish(&picture, picture.slice(spec).to_tensor()).view())?;
        }};
        ($name:literal, [$($spec:tt)*]) => { step!($name, [$($spec)*], |_, result| result) };
    }
    step!("crop", [height / 4:3 * height / 4, width / 4:3 * width / 4]);
    step!("mirror", [:, ::-1]);
    step!("flip", [::-1]);
    step!("half", [::2, ::2]);
    step!("border", [height / 8:-(height as i64 / 8), width / 8:-(width as i64 / 8)]);
    if channels >= 3 {
        // An alpha channel stays where it is.
        step!("bgr", [.., 2::-1], |original, swapped| {
            let mut result = original.clone();
            result.slice_mut(s![.., :3]).assign(&swapped);
            result
        });
    }
    step!(
        "channel",
        [.., 0],
        |original, gray: tslice::Tensor<u8, 2>| {
            // One channel shown as gray: the new axis is broadcast over the colours.
            let mut result = original.clone();
            let colours = if result.shape()[2] >= 3 { 3 } else { 1 };
            result
                .slice_mut(s![.., :colours])
                .assign(&gray.slice(s![.., newaxis]));
            result
        }
    );

    let written = sheet.finish()?;
    Ok(format!(
        "{report}\n{written} pictures in {}: look at sheet.png first",
        directory.display()
    ))
}
