//! `cargo run --release -p tslice-zarr --example crops`: 10,000 random crops of a volume, in
//! batches, as the training of a model takes them.
//!
//! The volume is made once, in `target/crops/volume.zarr`. `crops BYTES` keeps as many bytes of
//! decoded chunks from batch to batch. `crops places PATH` writes only the places of the crops, a
//! line each, for `benches/crops.py`, which loads the same crops by TensorStore or zarr-python.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use tslice::{Tensor, s};
use tslice_zarr::{ZarrArray, open, read_many};
use zarrs::array::codec::ZstdCodec;
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::filesystem::FilesystemStore;

type Failure = Box<dyn std::error::Error>;

const LEN: usize = 256;
const CHUNK: u64 = 64;
const CROP: usize = 32;
const CROPS: usize = 10_000;
const BATCH: usize = 250;

fn main() -> Result<(), Failure> {
    let places = places();
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next();
    if let (Some("places"), Some(path)) = (first.as_deref(), arguments.next()) {
        let mut text = String::new();
        for [z, y, x] in places {
            writeln!(text, "{z} {y} {x}")?;
        }
        return Ok(std::fs::write(path, text)?);
    }
    let location = "target/crops/volume.zarr";
    let directory = Path::new(location);
    if !directory.join("zarr.json").exists() {
        make(directory)?;
    }
    let mut volume = open(location)?.into_rank::<3>()?;
    if let Some(bytes) = first {
        volume = volume.with_cache(
            bytes
                .parse::<usize>()
                .map_err(|_| "usage: crops [BYTES | places PATH]")?,
        );
    }

    let mut batch = Tensor::<u16, 4>::zeros([BATCH, CROP, CROP, CROP]);
    let mut sum = 0_u64;
    let bar = ProgressBar::new(CROPS as u64).with_style(ProgressStyle::with_template(
        "{wide_bar} {pos} of {len} crops, {eta} left",
    )?);
    let began = Instant::now();
    for places in places.chunks(BATCH) {
        let crops: Vec<_> = places
            .iter()
            .map(|&[z, y, x]| volume.tslice(s![z:+CROP, y:+CROP, x:+CROP]))
            .collect();
        read_many(
            &crops,
            &mut batch.axis_iter_mut(0).take(crops.len()).collect::<Vec<_>>(),
        )?;
        // Here a model would be trained.
        sum += batch
            .as_slice()
            .unwrap_or_default()
            .iter()
            .map(|x| u64::from(*x))
            .sum::<u64>();
        bar.inc(places.len() as u64);
    }
    bar.finish_and_clear();
    let seconds = began.elapsed().as_secs_f64();
    let asked = volume.traffic().requests;
    println!(
        "{CROPS} crops of {CROP}^3 in batches of {BATCH}: {seconds:.2} s, {asked} chunks fetched and decoded, sum {sum}"
    );
    Ok(())
}

/// The same places in every run, by a linear congruential generator.
fn places() -> Vec<[usize; 3]> {
    let mut state = 7_u64;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % (LEN - CROP + 1)
    };
    (0..CROPS).map(|_| [next(), next(), next()]).collect()
}

/// A smooth field with noise in its low bits, as a microscope has.
fn make(directory: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(directory)?;
    let mut noise = 1_u32;
    let field = Tensor::from_shape_fn([LEN; 3], |[z, y, x]| {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let wave = 900.0 * (z as f32 / 17.0).sin() * (y as f32 / 23.0).cos()
            + 400.0 * (x as f32 / 11.0).sin();
        (2000.0 + wave) as u16 + (noise >> 28) as u16
    });
    let store = Arc::new(FilesystemStore::new(directory)?);
    let mut builder =
        ArrayBuilder::new(vec![LEN as u64; 3], [CHUNK; 3], data_type::uint16(), 0_u16);
    builder.bytes_to_bytes_codecs(vec![Arc::new(ZstdCodec::new(1, false))]);
    let array = builder.build(store, "/")?;
    array.store_metadata()?;
    Ok(ZarrArray::writable(&array)?
        .into_rank::<3>()?
        .assign(&field)?)
}
