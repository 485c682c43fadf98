//! `cargo run --release -p tslice-zarr --example zarr`: makes an array, slices it and shows the
//! results as a picture.

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use tslice::{Tensor, View, s};
use tslice_examples::{program, whole_file};
use tslice_zarr::ZarrArray;
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::storage::store::MemoryStore;

const DIRECTORY: &str = "target/zarr";
const SIDE: usize = 512;
const MARGIN: usize = 8;

fn main() -> ExitCode {
    program::end("zarr", run())
}

/// Slices a stack of pictures in chunks of 16 x 64 x 64, and writes what comes of it to one
/// picture.
fn run() -> Result<String, String> {
    let words = |e: &dyn std::fmt::Display| e.to_string();
    let array = ArrayBuilder::new(vec![64, 512, 512], [16, 64, 64], data_type::uint8(), 255_u8);
    let array = array
        .build(Arc::new(MemoryStore::new()), "/")
        .map_err(|e| words(&e))?;
    let array = ZarrArray::writable(&array)
        .and_then(ZarrArray::into_rank::<3>)
        .map_err(|e| words(&e))?;
    // A ball whose middle moves from picture to picture. A corner of the array is never written: it
    // has the fill value.
    let ball = Tensor::from_shape_fn([64, 512, 512], |[z, y, x]| {
        let (y, x, middle) = (y as f32 - 256.0, x as f32 - 256.0, (z as f32 - 32.0) * 6.0);
        let far = ((x - middle).powi(2) + y.powi(2)).sqrt();
        if far < 140.0 {
            (220.0 - far * 1.4 + (far * 0.35).sin() * 20.0) as u8
        } else {
            (20 + z) as u8
        }
    });
    let rest = s![:, 64:, :];
    array
        .tslice_assign(rest, ball.slice(rest))
        .map_err(|e| words(&e))?;

    let mut paper = Tensor::full([SIDE + 2 * MARGIN, 3 * SIDE + 4 * MARGIN], 128_u8);
    println!(
        "{:28}{:>16}{:>8}{:>10}{:>12}",
        "spec", "shape", "chunks", "requests", "bytes"
    );
    let mut place =
        |column: usize, spec: &str, part: ZarrArray<tslice::Rank<2>>| -> Result<(), String> {
            let cost = part.cost().map_err(|e| words(&e))?;
            let (shape, chunks) = (
                format!("{:?}", part.shape()),
                part.chunks().unwrap_or(usize::MAX),
            );
            println!(
                "{spec:28}{shape:>16}{chunks:>8}{:>10}{:>12}",
                cost.requests, cost.bytes
            );
            let (height, left) = (part.shape()[0].min(SIDE), MARGIN + column * (SIDE + MARGIN));
            let mut frame =
                paper.slice_mut(s![MARGIN:MARGIN + height, left:left + part.shape()[1]]);
            // Straight from the chunks to their place in the picture.
            part.read_into(&mut frame).map_err(|e| words(&e))
        };
    place(0, "s![20]", array.tslice(s![20]))?;
    place(1, "s![-1, ::2, ::-2]", array.tslice(s![-1, ::2, ::-2]))?;
    place(2, "s![::-1, 256] on its side", array.tslice(s![::-1, 256]))?;

    fs::create_dir_all(DIRECTORY).map_err(|e| format!("{DIRECTORY}: {e}"))?;
    let path = Path::new(DIRECTORY).join("slices.png");
    write(&path, paper.view())?;
    Ok(format!("{}: the three side by side", path.display()))
}

fn write(path: &Path, picture: View<'_, u8, 2>) -> Result<(), String> {
    let at = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
    let [height, width] = picture
        .shape()
        .map(|len| u32::try_from(len).unwrap_or(u32::MAX));
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().map_err(|e| at(&e))?;
    writer
        .write_image_data(&picture.to_vec())
        .and_then(|()| writer.finish())
        .map_err(|e| at(&e))?;
    whole_file::write(path, true, &bytes)
}
