//! Codecs and fill values of zarr-python, numcodecs and HDF5: `data/codecs.json` is made by
//! `data/codecs.py`.

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
        let Some(key) = key.strip_prefix(&format!("{name}/")) else {
            continue;
        };
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

const OF_INTEGERS: [&str; 9] = [
    "fletcher32",
    "adler32",
    "bz2",
    "zlib",
    "shuffle",
    "bitround",
    "crc32",
    "lz4",
    "delta",
];

#[test]
fn codecs_read_what_zarr_python_writes() {
    for (version, codec) in [2, 3]
        .into_iter()
        .flat_map(|version| OF_INTEGERS.map(|codec| (version, codec)))
    {
        let array = array(&format!("{version}/{codec}"));
        if codec == "bitround" {
            let expected = DynTensor::from_shape_fn([10], |[i]| i as f32 / 4.0);
            assert_eq!(
                array.read::<f32>().expect("a read"),
                expected,
                "{version}, {codec}"
            );
        } else {
            let expected = DynTensor::from_shape_fn([10], |[i]| i as i32 * 33 - 100);
            assert_eq!(
                array.read::<i32>().expect("a read"),
                expected,
                "{version}, {codec}"
            );
        }
    }
}

#[test]
fn codecs_write_what_they_read() {
    for (version, codec) in [2, 3]
        .into_iter()
        .flat_map(|version| OF_INTEGERS.map(|codec| (version, codec)))
    {
        let directory = unpacked(&format!("{version}/{codec}"));
        let open = || directory.open().expect("an array");
        if codec == "bitround" {
            // Four bits of 1 + 1/64 are those of 1. Version 2 is not rounded.
            let value = if version == 3 { 1.0 } else { 1.015_625 };
            open()
                .tslice_assign(s![2:8], Tensor::<f32, 0>::full([], 1.015_625))
                .expect("a write");
            assert_eq!(
                open().tslice(s![1:4]).read::<f32>().expect("a read"),
                [0.25, value, value],
                "{version}"
            );
        } else {
            open()
                .tslice_assign(s![2:8], Tensor::<i32, 1>::from([9, 8, 7, 6, 5, 4]))
                .expect("a write");
            let expected = [-100, -67, 9, 8, 7, 6, 5, 4, 164, 197];
            assert_eq!(
                open().read::<i32>().expect("a read"),
                expected,
                "{version}, {codec}"
            );
        }
    }
}

#[test]
fn codecs_of_numcodecs_have_its_defaults() {
    let expected = DynTensor::from_shape_fn([10], |[i]| i as i32 * 33 - 100);
    let blosc = r#""cname": "lz4", "clevel": 5, "shuffle": 1, "blocksize": 0"#;
    let level = r#""level": 1"#;
    for (codec, settings, others) in [
        ("blosc", blosc, &["", r#""clevel": 1"#][..]),
        ("bz2", level, &[""]),
        ("gzip", level, &["", r#""level": -1"#]),
        ("zlib", level, &["", r#""level": -1"#]),
        ("zstd", r#""level": 0"#, &[""]),
    ] {
        for version in [2, 3] {
            let directory = unpacked(&format!("{version}/zlib"));
            let file = [".zarray", "zarr.json"][version - 2];
            let text = std::fs::read_to_string(directory.0.join(file)).expect("a file");
            let open = |settings: &str| {
                let comma = if settings.is_empty() { "" } else { ", " };
                let text = text
                    .replace(
                        r#""id":"zlib""#,
                        &format!(r#""id":"{codec}"{comma}{settings}"#),
                    )
                    .replace(r#"{"level":1}"#, &format!("{{{settings}}}"))
                    .replace(r#","level":1"#, "")
                    .replace("numcodecs.zlib", &format!("numcodecs.{codec}"));
                std::fs::write(directory.0.join(file), text).expect("a file");
                directory.open().expect("an array")
            };
            open(settings).assign(&expected).expect("a write");
            for settings in others {
                let array = open(settings);
                assert_eq!(array.read::<i32>().expect("a read"), expected, "{codec}");
                array.assign(&expected).expect("a write");
            }
            let read = open(settings).read::<i32>().expect("a read");
            assert_eq!(read, expected, "{version}, {codec}");
        }
    }
    let directory = unpacked("2/shuffle");
    let file = directory.0.join(".zarray");
    let text = std::fs::read_to_string(&file).expect("a file");
    std::fs::write(&file, text.replace(r#""elementsize":4,"#, "")).expect("a file");
    let array = directory.open().expect("an array");
    assert_eq!(array.read::<i32>().expect("a read"), expected);
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
    array.assign(Tensor::<u8, 0>::full([], 1)).expect("a write");
    assert_ne!(first(), chunk);
    array.assign(&odd).expect("a write");
    assert_eq!(first(), chunk);
    // A bit that has changed is found, the last byte included.
    for at in [0, 8, 9, 12] {
        let mut wrong = chunk.clone();
        wrong[at] ^= 4;
        std::fs::write(directory.0.join("0.0"), wrong).expect("a file");
        let error = array.read::<u8>().expect_err("a checksum").to_string();
        assert!(error.contains(": chunk 0.0: "), "{error}");
    }
    std::fs::write(directory.0.join("0.0"), [0; 3]).expect("a file");
    assert!(
        array
            .read::<u8>()
            .expect_err("too short")
            .to_string()
            .ends_with("the checksum is missing")
    );
}

#[test]
fn codec_packbits_reads_and_writes_bools() {
    for version in [2, 3] {
        let directory = unpacked(&format!("{version}/packbits"));
        let array = directory.open().expect("an array");
        let expected = DynTensor::from_shape_fn([10], |[i]| i % 3 == 0);
        assert_eq!(array.read::<bool>().expect("a read"), expected, "{version}");
        let first = directory.0.join(if version == 2 { "0" } else { "c/0" });
        let chunk = std::fs::read(&first).expect("a chunk");
        array
            .assign(Tensor::<bool, 0>::full([], true))
            .expect("a write");
        assert_ne!(std::fs::read(&first).expect("a chunk"), chunk);
        array.assign(&expected).expect("a write");
        assert_eq!(std::fs::read(&first).expect("a chunk"), chunk, "{version}");
        for wrong in [&[][..], &[9], &[4, 0, 0], &[3, 0]] {
            std::fs::write(&first, wrong).expect("a file");
            let error = array.read::<bool>().expect_err("bits").to_string();
            assert!(error.contains("0: "), "{wrong:?}: {error}");
        }
    }
}

#[test]
fn codec_delta_differs_in_type_order_and_axes() {
    let steps = [[1000, 1010, 900], [901, 905, 1000]];
    let wrapping = [[0_i8, 127, -128], [100, -100, 5]];
    assert_eq!(
        array("delta/wrapping").read::<i8>().expect("a read"),
        wrapping
    );
    assert_eq!(array("delta/narrow").read::<i32>().expect("a read"), steps);
    assert_eq!(
        array("delta/wide").read::<u16>().expect("a read"),
        steps.map(|row| row.map(|x| x as u16))
    );
    let floats = array("delta/floats").read::<f32>().expect("a read");
    // Sums of differences, so not all digits.
    assert!(
        floats
            .iter()
            .zip(steps.iter().flatten())
            .all(|(x, step)| (x - *step as f32 / 7.0).abs() < 1e-4)
    );
    for name in [
        "delta/wrapping",
        "delta/narrow",
        "delta/wide",
        "delta/floats",
    ] {
        // What is written has the bytes that numcodecs wrote.
        let directory = unpacked(name);
        let array = directory.open().expect("an array");
        let key = match array.data_type().as_str() {
            "int8" | "int32" => directory.0.join("0.0"),
            _ => directory.0.join("c/0/0"),
        };
        let chunk = std::fs::read(&key).expect("a chunk");
        let bytes = array.into_bytes();
        let all = bytes.read::<u8>().expect("a read");
        bytes.assign(Tensor::<u8, 0>::full([], 1)).expect("a write");
        assert_ne!(std::fs::read(&key).expect("a chunk"), chunk, "{name}");
        bytes.assign(&all).expect("a write");
        if name != "delta/floats" {
            assert_eq!(std::fs::read(&key).expect("a chunk"), chunk, "{name}");
        }
    }
    let other = r#"{"zarr_format": 2, "shape": [1], "chunks": [1], "dtype": ">i4", "fill_value": 0, "order": "C", "compressor": null,
        "filters": [{"id": "delta", "dtype": "<i4"}]}"#;
    for (text, words) in [
        (
            other.to_owned(),
            "a codec with another byte order than the array is not supported",
        ),
        (
            other.replace("<i4", ">M8"),
            "differences of `>M8` as `>M8` are not supported",
        ),
        (
            other.replace("<i4", ">i2"),
            "`delta` does not encode elements of int32",
        ),
    ] {
        let opened = Directory::with("orders", ".zarray", &text).open();
        let one = Tensor::<i32, 0>::full([], 1);
        let error = opened
            .and_then(|array| array.assign(&one))
            .expect_err("a codec")
            .to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn codecs_lz4_and_crc32_find_what_is_broken() {
    let integers = DynTensor::from_shape_fn([10], |[i]| i as i32 * 33 - 100);
    assert_eq!(array("crc32/end").read::<i32>().expect("a read"), integers);
    let shards = array("lz4/shards");
    assert_eq!(shards.subchunk(), Some(&[20][..]));
    let expected: Vec<i32> = (0..90).rev().map(|i| i / 9 * 33 - 100).collect();
    assert_eq!(
        shards
            .tslice(s![::-1])
            .read::<i32>()
            .expect("a read")
            .into_vec(),
        expected
    );
    for (name, wrong) in [
        ("2/crc32", &[0, 0, 0, 0][..]),
        ("2/crc32", &[1]),
        ("crc32/end", &[0; 20]),
        ("2/lz4", &[16, 0]),
        ("2/lz4", &[16, 0, 0, 0]),
        ("2/lz4", &[16, 0, 0, 0, 0x40, 1, 2, 3, 4]),
        ("2/lz4", &[255, 255, 255, 127, 0, 0, 0, 0]),
    ] {
        let directory = unpacked(name);
        std::fs::write(directory.0.join("0"), wrong).expect("a file");
        let array = directory.open().expect("an array");
        let error = array.read::<i32>().expect_err("broken").to_string();
        assert!(error.contains(": chunk 0: "), "{name}, {wrong:?}: {error}");
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
    for (fill, expected) in [
        ("0.0", 0),
        ("3.0", 3),
        ("\"-7\"", -7),
        ("5", 5),
        ("true", 1),
    ] {
        for (file, text) in [
            (".zarray", version_2("<i2", fill)),
            ("zarr.json", version_3("int16", fill)),
        ] {
            let array =
                opened(file, text).unwrap_or_else(|error| panic!("{file}, {fill}: {error}"));
            assert_eq!(
                array.read::<i16>().expect("a read"),
                [expected],
                "{file}, {fill}"
            );
        }
    }
    for (fill, expected) in [
        ("\"1.5\"", 1.5),
        ("2", 2.0),
        ("\"-inf\"", f64::NEG_INFINITY),
        ("\"1e3\"", 1e3),
    ] {
        for (file, text) in [
            (".zarray", version_2("<f8", fill)),
            ("zarr.json", version_3("float64", fill)),
        ] {
            let array =
                opened(file, text).unwrap_or_else(|error| panic!("{file}, {fill}: {error}"));
            assert_eq!(
                array.read::<f64>().expect("a read"),
                [expected],
                "{file}, {fill}"
            );
        }
    }
    for fill in ["0.5", "\"1.5\"", "40000", "\"x\""] {
        assert!(opened(".zarray", version_2("<i2", fill)).is_err(), "{fill}");
        assert!(
            opened("zarr.json", version_3("int16", fill)).is_err(),
            "{fill}"
        );
    }
}
