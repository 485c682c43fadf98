//! Codecs and fill values of zarr-python, numcodecs and HDF5: `data/codecs.json` is made by `data/codecs.py`.

use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use tslice::{DynTensor, Tensor, s};
use tslice_zarr::ZarrArray;

use crate::opened::Directory;

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/codecs.json")
}

fn array(name: &str) -> ZarrArray {
    tslice_zarr::open(file().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The references of one array, as files.
fn unpacked(name: &str) -> Directory {
    let directory = Directory::new(&format!("unpacked-{}", name.replace('/', "-")));
    let refs: serde_json::Map<String, serde_json::Value> =
        serde_json::from_slice(&std::fs::read(file()).expect("a file")).expect("JSON");
    for (key, value) in refs {
        let Some(key) = key.strip_prefix(&format!("{name}/")) else { continue };
        let bytes = match value.as_str().and_then(|text| text.strip_prefix("base64:")) {
            Some(text) => STANDARD.decode(text).expect("base64"),
            None => value.to_string().into_bytes(),
        };
        let path = directory.0.join(key);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        std::fs::write(path, bytes).expect("a file");
    }
    directory
}

const OF_INTEGERS: [&str; 6] = ["fletcher32", "adler32", "bz2", "zlib", "shuffle", "bitround"];

#[test]
fn codecs_read_what_zarr_python_writes() {
    for (version, codec) in [2, 3].into_iter().flat_map(|version| OF_INTEGERS.map(|codec| (version, codec))) {
        let array = array(&format!("{version}/{codec}"));
        if codec == "bitround" {
            let expected = DynTensor::from_shape_fn([10], |[i]| i as f32 / 4.0);
            assert_eq!(array.read::<f32>().expect("a read"), expected, "{version}, {codec}");
        } else {
            let expected = DynTensor::from_shape_fn([10], |[i]| i as i32 * 33 - 100);
            assert_eq!(array.read::<i32>().expect("a read"), expected, "{version}, {codec}");
        }
    }
}

#[test]
fn codecs_write_what_they_read() {
    for (version, codec) in [2, 3].into_iter().flat_map(|version| OF_INTEGERS.map(|codec| (version, codec))) {
        let directory = unpacked(&format!("{version}/{codec}"));
        let open = || directory.open().expect("an array");
        if codec == "bitround" {
            // Four bits of 1 + 1/64 are those of 1. Version 2 is not rounded.
            let value = if version == 3 { 1.0 } else { 1.015_625 };
            open().tslice_assign(s![2:8], &Tensor::<f32, 0>::full([], 1.015_625)).expect("a write");
            assert_eq!(
                open().tslice(s![1:4]).read::<f32>().expect("a read"),
                [0.25, value, value],
                "{version}"
            );
        } else {
            open().tslice_assign(s![2:8], &Tensor::<i32, 1>::from([9, 8, 7, 6, 5, 4])).expect("a write");
            let expected = [-100, -67, 9, 8, 7, 6, 5, 4, 164, 197];
            assert_eq!(open().read::<i32>().expect("a read"), expected, "{version}, {codec}");
        }
    }
}

#[test]
fn codecs_of_hdf5_read_what_hdf5_writes() {
    let short = DynTensor::from_shape_fn([5, 7], |[i, j]| (7 * i + j) as i16 * 3 - 20);
    assert_eq!(array("hdf5/short").read::<i16>().expect("a read"), short);
    let odd = DynTensor::from_shape_fn([5, 5], |[i, j]| (5 * i + j) as u8 * 7);
    assert_eq!(array("hdf5/odd").read::<u8>().expect("a read"), odd);
    // Of what is written, the checksum is the one of HDF5, too.
    let directory = unpacked("hdf5/odd");
    let first = || std::fs::read(directory.0.join("0.0")).expect("a file");
    let chunk = first();
    let array = directory.open().expect("an array");
    array.assign(&Tensor::<u8, 0>::full([], 1)).expect("a write");
    assert_ne!(first(), chunk);
    array.assign(&odd).expect("a write");
    assert_eq!(first(), chunk);
    // A bit that has changed is found, the last byte included.
    for at in [0, 8, 9, 12] {
        let mut wrong = chunk.clone();
        wrong[at] ^= 4;
        std::fs::write(directory.0.join("0.0"), wrong).expect("a file");
        let error = array.read::<u8>().expect_err("a checksum").to_string();
        assert!(error.starts_with("chunk 0.0: "), "{error}");
    }
    std::fs::write(directory.0.join("0.0"), [0; 3]).expect("a file");
    assert!(array.read::<u8>().expect_err("too short").to_string().ends_with("the checksum is missing"));
}

#[test]
fn codecs_that_are_missing_are_named() {
    for codec in ["crc32", "lz4", "delta", "packbits"] {
        for (version, name) in [(2, codec.to_owned()), (3, format!("numcodecs.{codec}"))] {
            let error = tslice_zarr::open(file().join(format!("{version}/{codec}"))).expect_err("no codec");
            assert!(error.to_string().ends_with(&format!("the codec `{name}` is not built in")), "{error}");
        }
    }
}

#[test]
fn fill_values_of_zarr_python_are_read() {
    let version_2 = |dtype: &str, fill: &str| {
        format!(
            r#"{{"zarr_format": 2, "shape": [1], "chunks": [1], "dtype": "{dtype}", "fill_value": {fill}, "order": "C",
            "compressor": null, "filters": null}}"#
        )
    };
    let version_3 = |dtype: &str, fill: &str| {
        format!(
            r#"{{"zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "{dtype}", "fill_value": {fill},
            "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [1]}}}},
            "codecs": [{{"name": "bytes", "configuration": {{"endian": "little"}}}}],
            "chunk_key_encoding": {{"name": "default"}}, "attributes": {{"x": 1.5}}}}"#
        )
    };
    let opened = |file: &str, text: String| Directory::with("fill", file, &text).open();
    for (fill, expected) in [("0.0", 0), ("3.0", 3), ("\"-7\"", -7), ("5", 5), ("true", 1)] {
        for (file, text) in [(".zarray", version_2("<i2", fill)), ("zarr.json", version_3("int16", fill))] {
            let array = opened(file, text).unwrap_or_else(|error| panic!("{file}, {fill}: {error}"));
            assert_eq!(array.read::<i16>().expect("a read"), [expected], "{file}, {fill}");
        }
    }
    for (fill, expected) in [("\"1.5\"", 1.5), ("2", 2.0), ("\"-inf\"", f64::NEG_INFINITY), ("\"1e3\"", 1e3)]
    {
        for (file, text) in [(".zarray", version_2("<f8", fill)), ("zarr.json", version_3("float64", fill))] {
            let array = opened(file, text).unwrap_or_else(|error| panic!("{file}, {fill}: {error}"));
            assert_eq!(array.read::<f64>().expect("a read"), [expected], "{file}, {fill}");
        }
    }
    for fill in ["0.5", "\"1.5\"", "40000", "\"x\""] {
        assert!(opened(".zarray", version_2("<i2", fill)).is_err(), "{fill}");
        assert!(opened("zarr.json", version_3("int16", fill)).is_err(), "{fill}");
    }
}
