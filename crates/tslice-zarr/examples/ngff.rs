//! `cargo run --release -p tslice-zarr --example ngff -- IMAGE.zarr WIDTH "c=0" out.png`: a picture
//! at most so wide of an OME-NGFF image, read from the coarsest level that is wide enough. Axes
//! that the spec does not name are taken whole if they are `y` and `x`, and at their middle
//! otherwise. Without arguments it makes such an image under `target/ngff` first.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use serde_json::{Value, json};
use tslice::{Tensor, s};
use tslice_examples::{program, whole_file};
use tslice_zarr::ZarrArray;
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::filesystem::FilesystemStore;

fn main() -> ExitCode {
    program::end("ngff", run())
}

fn run() -> Result<String, String> {
    let (arguments, replace) = program::arguments();
    let texts: Vec<&str> = arguments
        .iter()
        .map(program::text)
        .collect::<Result<_, _>>()?;
    match texts[..] {
        [] => {
            let image = Path::new("target/ngff/image.zarr");
            make(image)?;
            picture(
                image,
                300,
                "c=1",
                Path::new("target/ngff/picture.png"),
                true,
            )
        }
        [image, width, spec, to] => {
            let width = width.parse().map_err(|e| format!("{width}: {e}"))?;
            picture(Path::new(image), width, spec, Path::new(to), replace)
        }
        _ => {
            Err("usage: ngff IMAGE.zarr WIDTH SPEC OUT.png [--force], or nothing at all".to_owned())
        }
    }
}

fn at(path: &Path) -> impl Fn(&dyn Display) -> String + '_ {
    move |error| format!("{}: {error}", path.display())
}

/// The folders of the levels, from the finest on: what the metadata of the group says, of version
/// 0.5 or before.
fn levels(image: &Path) -> Result<Vec<PathBuf>, String> {
    let read = |file: &str| {
        fs::read(image.join(file))
            .ok()
            .and_then(|text| serde_json::from_slice(&text).ok())
    };
    let new = read("zarr.json").and_then(|group: Value| group.pointer("/attributes/ome").cloned());
    let group = new
        .or_else(|| read(".zattrs"))
        .ok_or_else(|| at(image)(&"no metadata of OME-NGFF"))?;
    let levels = group
        .pointer("/multiscales/0/datasets")
        .and_then(Value::as_array);
    let paths = levels
        .into_iter()
        .flatten()
        .filter_map(|level| level.get("path")?.as_str());
    Ok(paths.map(|path| image.join(path)).collect())
}

fn picture(
    image: &Path,
    width: usize,
    spec: &str,
    to: &Path,
    replace: bool,
) -> Result<String, String> {
    let mut chosen = None;
    for path in levels(image)? {
        let level = tslice_zarr::open(&path).map_err(|e| e.to_string())?;
        if chosen.is_none() || level.shape().last() >= Some(&width) {
            chosen = Some((path, level));
        }
    }
    let (path, level) = chosen.ok_or_else(|| at(image)(&"no levels"))?;
    let part = level.tpick(
        &level
            .spec(&completed(&level, spec)?)
            .map_err(|e| e.to_string())?,
    );
    let part = part
        .into_rank::<2>()
        .map_err(|e| format!("[{spec}] leaves more axes than y and x: {e}"))?;
    // The coarsest level may be far wider than what is asked for.
    let step = part.shape()[1].div_ceil(width).max(1);
    let part = part.tslice(s![::step, ::step]);
    let cost = part.cost().map_err(|e| e.to_string())?;
    let pixels: Tensor<u8, 2> = part.read().map_err(|e| e.to_string())?;
    let mut png = Vec::new();
    let size = |axis: usize| u32::try_from(pixels.shape()[axis]).unwrap_or(u32::MAX);
    let mut encoder = png::Encoder::new(&mut png, size(1), size(0));
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().map_err(|e| at(to)(&e))?;
    writer
        .write_image_data(&pixels.to_vec())
        .and_then(|()| writer.finish())
        .map_err(|e| at(to)(&e))?;
    whole_file::write(to, replace, &png)?;
    let (level, shape) = (path.display(), level.shape());
    Ok(format!(
        "{}: {:?} of {level}, which is {shape:?}: {} bytes read",
        to.display(),
        pixels.shape(),
        cost.bytes
    ))
}

/// The spec, and the middle of each axis that it does not name.
fn completed(level: &ZarrArray, spec: &str) -> Result<String, String> {
    let named = |name: &str| {
        spec.split(',')
            .any(|entry| entry.split('=').next().map(str::trim) == Some(name))
    };
    let mut entries = vec![spec.to_owned()];
    for (name, len) in level.names().into_iter().zip(level.shape()) {
        let name = name.ok_or("an axis has no name")?;
        if !matches!(name, "y" | "x") && !named(name) {
            entries.push(format!("{name}={}", len / 2));
        }
    }
    entries.retain(|entry| !entry.is_empty());
    Ok(entries.join(", "))
}

/// A pyramid of three levels, as OME-NGFF 0.5 describes it.
fn make(image: &Path) -> Result<(), String> {
    let finest = Tensor::from_shape_fn([2, 3, 800, 1200], |[c, z, y, x]| {
        let (y, x) = (y as f32 - 400.0, x as f32 - 600.0 + 150.0 * c as f32);
        ((y.hypot(x) / (12.0 + 4.0 * z as f32)).sin() * 110.0 + 128.0) as u8
    });
    fs::create_dir_all(image).map_err(|e| at(image)(&e))?;
    let mut datasets = Vec::new();
    for level in 0..3 {
        let step = 1_usize << level;
        let part = finest.slice(s![:, :, ::step, ::step]);
        let folder = image.join(level.to_string());
        let store = FilesystemStore::new(&folder).map_err(|e| at(&folder)(&e))?;
        let shape: Vec<u64> = part.shape().iter().map(|&len| len as u64).collect();
        let mut array = ArrayBuilder::new(shape, [1, 1, 128, 128], data_type::uint8(), 0_u8);
        array.dimension_names(Some(vec!["c", "z", "y", "x"]));
        let array = array
            .build(Arc::new(store), "/")
            .map_err(|e| e.to_string())?;
        array.store_metadata().map_err(|e| e.to_string())?;
        let array = ZarrArray::writable(&array)
            .and_then(ZarrArray::into_rank::<4>)
            .map_err(|e| e.to_string())?;
        array
            .tslice_assign(s![..], part)
            .map_err(|e| e.to_string())?;
        datasets.push(json!({
            "path": level.to_string(),
            "coordinateTransformations": [{ "type": "scale", "scale": [1, 1, step, step] }],
        }));
    }
    let axis =
        |name: &str| json!({ "name": name, "type": if name == "c" { "channel" } else { "space" } });
    let axes = ["c", "z", "y", "x"].map(axis);
    let multiscales = json!([{ "name": "rings", "axes": axes, "datasets": datasets }]);
    let group = json!({
        "zarr_format": 3, "node_type": "group",
        "attributes": { "ome": { "version": "0.5", "multiscales": multiscales } },
    });
    let path = image.join("zarr.json");
    fs::write(&path, group.to_string()).map_err(|e| at(&path)(&e))
}
