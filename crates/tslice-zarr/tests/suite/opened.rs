#![cfg(feature = "filesystem")]

use std::path::{Path, PathBuf};

use tslice::{Tensor, s};
use tslice_zarr::{ZarrArray, ZarrError};

/// A directory that goes when this goes.
pub(crate) struct Directory(pub(crate) PathBuf);

impl Directory {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tslice-zarr-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory");
        Self(path)
    }

    pub(crate) fn with(name: &str, file: &str, text: &str) -> Self {
        let new = Self::new(name);
        std::fs::write(new.0.join(file), text).expect("a file");
        new
    }

    pub(crate) fn open(&self) -> Result<ZarrArray, ZarrError> {
        tslice_zarr::open(self.0.to_str().expect("UTF-8"))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn files(path: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(path)
        .expect("a directory")
        .map(|entry| entry.expect("an entry").path());
    let mut names: Vec<String> = entries
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path.display().to_string()]
            }
        })
        .collect();
    names.sort();
    names
}

const METADATA: &str = r#"{"zarr_format": 2, "shape": [5, 5], "chunks": [2, 2], "dtype": "<u2", "fill_value": 1, "order": "F",
    "compressor": null, "filters": null, "dimension_separator": "/"}"#;

#[test]
fn directory_is_opened_and_written_by_chunks() {
    let directory = Directory::with("whole", ".zarray", METADATA);
    let array = directory
        .open()
        .expect("an array")
        .into_rank::<2>()
        .expect("rank 2");
    let values: Tensor<u16, 2> = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    array.tslice_assign(s![3:, ::-2], &values).expect("a write");
    assert_eq!(
        array.tslice(s![2:]).read::<u16>().expect("a read"),
        [[1; 5], [3, 1, 2, 1, 1], [6, 1, 5, 1, 4]]
    );
    // The metadata, and five chunks: the sixth would hold nothing but the fill value.
    let names = files(&directory.0);
    assert_eq!(names.len(), 6, "{names:?}");
    assert!(names.iter().all(|name| !name.ends_with(".tmp")));
}

#[test]
fn write_interrupted_leaves_the_old_chunk() {
    let directory = Directory::with("old", ".zarray", METADATA);
    let array = directory
        .open()
        .expect("an array")
        .into_rank::<2>()
        .expect("rank 2");
    array
        .assign(Tensor::<u16, 0>::full([], 7))
        .expect("a write");
    // What programs leave that ended while they wrote.
    for name in ["0/0.tmp", "0/1.tslice.tmp"] {
        std::fs::write(directory.0.join(name), [1, 2, 3]).expect("a file");
    }
    assert_eq!(
        array.tslice(s![0, :2]).read::<u16>().expect("a read"),
        [7, 7]
    );
    // They are in nobody's way.
    array
        .tslice_assign(s![0], Tensor::<u16, 0>::full([], 9))
        .expect("a write");
    assert_eq!(
        array.tslice(s![:2, 0]).read::<u16>().expect("a read"),
        [9, 7]
    );
}

#[test]
fn write_that_fails_leaves_only_the_old() {
    let directory = Directory::with("fails", ".zarray", METADATA);
    let array = directory
        .open()
        .expect("an array")
        .into_rank::<2>()
        .expect("rank 2");
    // What cannot be replaced by a file.
    std::fs::create_dir_all(directory.0.join("0/0/full")).expect("a directory");
    let error = array
        .tslice_assign(s![:2, :2], Tensor::<u16, 0>::full([], 9))
        .expect_err("a directory");
    assert!(
        matches!(&error, ZarrError::Store(words) if words.contains("0/0, writing 8 bytes")),
        "{error}"
    );
    assert_eq!(files(&directory.0).len(), 1, "{:?}", files(&directory.0));
}

#[test]
fn place_without_an_array_is_named() {
    let nowhere = tslice_zarr::open("no/such/directory").expect_err("nothing there");
    assert_eq!(
        nowhere.to_string(),
        "no/such/directory: this directory does not exist"
    );
    let empty = Directory::new("empty");
    let error = empty.open().expect_err("no metadata").to_string();
    assert!(
        error.starts_with(empty.0.to_str().expect("UTF-8"))
            && error.ends_with(": this is not a Zarr array: `zarr.json` and `.zarray` are missing"),
        "{error}"
    );
    for (at, text) in [
        "",
        "{}",
        "[1, 2]",
        "{\"zarr_format\": 3}",
        &METADATA.replace("5, 5", "5"),
    ]
    .iter()
    .enumerate()
    {
        let wrong = Directory::with(&format!("wrong{at}"), ".zarray", text);
        assert!(wrong.open().is_err(), "{text}");
        let wrong = Directory::with(&format!("wrong3{at}"), "zarr.json", text);
        assert!(wrong.open().is_err(), "{text}");
    }
    let scalar = METADATA.replace("5, 5", "").replace("2, 2", "");
    assert!(Directory::with("scalar", ".zarray", &scalar).open().is_ok());
    assert!(
        Directory::with("scalar_c", ".zarray", &scalar.replace("\"F\"", "\"C\""))
            .open()
            .is_ok()
    );
}

/// Version 3, of bytes.
fn version_3(grid: &str, rest: &str) -> String {
    format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": [10], "chunk_grid": {grid}, "fill_value": 9, {rest}}}"#
    )
}

/// A regular grid, chunks under keys `c/0`, and other codecs than these.
fn bytes_in(chunk: u64, codecs: &str) -> String {
    let grid = format!(r#"{{"name": "regular", "configuration": {{"chunk_shape": [{chunk}]}}}}"#);
    version_3(
        &grid,
        &format!(
            r#""data_type": "uint8", "codecs": [{codecs}], "chunk_key_encoding": {{"name": "default"}}"#
        ),
    )
}

#[test]
fn file_shorter_than_its_index_is_named() {
    let shards = |part: u64| {
        format!(
            r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [{part}], "codecs": [{{"name": "bytes"}}],
            "index_codecs": [{{"name": "bytes", "configuration": {{"endian": "little"}}}}]}}}}"#
        )
    };
    for (at, len) in [1_u64 << 62, 10_000_000_000_000, 1 << 33]
        .into_iter()
        .enumerate()
    {
        let directory = Directory::with(
            &format!("lying{at}"),
            "zarr.json",
            &bytes_in(10, &shards(5)),
        );
        std::fs::create_dir(directory.0.join("c")).expect("a directory");
        let shard = [&[7; 10][..], &[0, 5, 0, len].map(u64::to_le_bytes).concat()].concat();
        std::fs::write(directory.0.join("c/0"), shard).expect("a file");
        let array = directory.open().expect("an array");
        let error = array
            .tslice(s![6])
            .read::<u8>()
            .expect_err("a lie")
            .to_string();
        assert!(
            error.ends_with(&format!(": c/0, bytes 0..{len}: the value has 42 bytes")),
            "{error}"
        );
        assert_eq!(array.traffic().bytes, 32);
        assert_eq!(array.tslice(s![3:4]).read::<u8>().expect("a read"), [7]);
    }
    for (at, len) in [1_u64 << 32, 1 << 40].into_iter().enumerate() {
        let text =
            bytes_in(len, &shards(1)).replace("\"shape\": [10]", &format!("\"shape\": [{len}]"));
        let directory = Directory::with(&format!("index{at}"), "zarr.json", &text);
        std::fs::create_dir(directory.0.join("c")).expect("a directory");
        std::fs::write(directory.0.join("c/0"), [0; 100]).expect("a file");
        let error = directory
            .open()
            .expect("an array")
            .tslice(s![1])
            .read::<u8>()
            .expect_err("a lie")
            .to_string();
        assert!(
            error.ends_with(&format!(
                ": c/0, the last {} bytes: the value has 100 bytes",
                16 * len
            )),
            "{error}"
        );
    }
}

#[test]
fn metadata_with_huge_numbers_is_refused() {
    let runs = |runs: &str| {
        let grid = format!(
            r#"{{"name": "rectilinear", "configuration": {{"kind": "inline", "chunk_shapes": [{runs}]}}}}"#
        );
        version_3(
            &grid,
            r#""data_type": "uint8", "codecs": [{"name": "bytes"}], "chunk_key_encoding": {"name": "default"}"#,
        )
    };
    let characters = |bytes: u64| {
        let data_type = format!(
            r#"{{"name": "fixed_length_utf32", "configuration": {{"length_bytes": {bytes}}}}}"#
        );
        let text = version_3(
            r#"{"name": "regular", "configuration": {"chunk_shape": [5]}}"#,
            "",
        );
        let rest = r#""codecs": [{"name": "bytes"}], "chunk_key_encoding": {"name": "default"}"#;
        text.replace(
            "\"fill_value\": 9, ",
            &format!("\"fill_value\": \"\", \"data_type\": {data_type}, {rest}"),
        )
    };
    let most = "4194304 are left to a grid of rank 1 that is not regular";
    for (at, (text, words)) in [
        (
            runs("[[1, 1099511627776]]"),
            format!("axis 0 is cut into 1099511627776 chunks, {most}"),
        ),
        (
            runs("[5, [1, 18446744073709551615], 5]"),
            format!("axis 0 is cut into 18446744073709551615 chunks, {most}"),
        ),
        (runs("[[18446744073709551615, 3]]"), String::new()),
        (
            characters(1 << 40),
            "elements of 1099511627776 bytes are longer than 1048576 bytes".to_owned(),
        ),
        (
            METADATA.replace("<u2", "<U1073741823"),
            "elements of 4294967292 bytes".to_owned(),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let name = if text.contains("\"dtype\"") {
            ".zarray"
        } else {
            "zarr.json"
        };
        let directory = Directory::with(&format!("numbers{at}"), name, &text);
        let error = directory.open().expect_err("a number").to_string();
        let place = directory.0.display();
        assert!(
            error.starts_with(&format!("{place}: {words}")),
            "{text}: {error}"
        );
    }
    let honest = Directory::with("runs", "zarr.json", &runs("[[3, 2], 4]"))
        .open()
        .expect("an array");
    assert_eq!(
        (honest.chunks(), honest.tslice(s![2:4]).chunks()),
        (Some(3), Some(2))
    );
    let characters = Directory::with("characters", "zarr.json", &characters(8))
        .open()
        .expect("an array");
    assert_eq!(characters.data_type(), "fixed_length_utf32");
    let dates = |unit: &str| {
        let rest = format!(
            r#""data_type": {{"name": "numpy.datetime64", "configuration": {unit}}}, "codecs": [{{"name": "bytes"}}],
            "chunk_key_encoding": {{"name": "default"}}"#
        );
        let grid = r#"{"name": "regular", "configuration": {"chunk_shape": [5]}}"#;
        let text = version_3(grid, &rest);
        Directory::with(
            "dates",
            "zarr.json",
            &text.replace(
                "\"bytes\"",
                r#""bytes", "configuration": {"endian": "little"}"#,
            ),
        )
        .open()
    };
    let days = dates(r#"{"unit": "D", "scale_factor": 1}"#).expect("an array");
    assert_eq!(days.data_type(), "numpy.datetime64[D]");
    assert_eq!(days.tslice(s![:2]).read::<i64>().expect("a read"), [9, 9]);
    let quarters = dates(r#"{"unit": "M", "scale_factor": 3}"#).expect("an array");
    assert_eq!(quarters.data_type(), "numpy.datetime64[3M]");
}

#[test]
fn file_longer_than_memory_is_an_error() {
    for (at, name) in ["zarr.json", "c/0"].into_iter().enumerate() {
        let directory = Directory::with(
            &format!("sparse{at}"),
            "zarr.json",
            &bytes_in(10, r#"{"name": "bytes"}"#),
        );
        std::fs::create_dir(directory.0.join("c")).expect("a directory");
        let file = std::fs::File::create(directory.0.join(name)).expect("a file");
        // Nothing of it is on the disk. The longest that file systems have differ.
        let Some(len) = [62, 45, 43]
            .map(|bits| 1_u64 << bits)
            .into_iter()
            .find(|&len| file.set_len(len).is_ok())
        else {
            eprintln!("this file system has no such files");
            continue;
        };
        let read = directory
            .open()
            .and_then(|array| array.tslice(s![1]).read::<u8>());
        let error = read.expect_err("no memory").to_string();
        assert!(
            error.ends_with(&format!("its {len} bytes do not fit into memory")),
            "{error}"
        );
    }
}

#[test]
fn file_cut_short_names_the_chunk() {
    let directory = Directory::with("cut", ".zarray", METADATA);
    let array = directory
        .open()
        .expect("an array")
        .into_rank::<2>()
        .expect("rank 2");
    array
        .assign(Tensor::<u16, 0>::full([], 7))
        .expect("a write");
    std::fs::write(directory.0.join("1/2"), [1, 2, 3]).expect("a file");
    let error = array.read::<u16>().expect_err("cut short");
    assert!(
        matches!(&error, ZarrError::Chunk { key, .. } if key == "1/2"),
        "{error}"
    );
    // What does not touch it is read.
    assert_eq!(
        array.tslice(s![:2, 4]).read::<u16>().expect("a read"),
        [7, 7]
    );
}

#[cfg(not(feature = "object-store"))]
#[test]
fn url_error_names_the_missing_feature() {
    let said = |url: &str| tslice_zarr::open(url).expect_err("no feature").to_string();
    assert_eq!(
        said("s3://bucket/array"),
        "s3://bucket/array: this URL needs the feature `s3` of this crate"
    );
    assert_eq!(
        said("https://a/b"),
        "https://a/b: this URL needs the feature `http` of this crate"
    );
    for url in ["gs://a/b", "az://a/b"] {
        assert!(
            said(url).contains(" URLs are not supported: `file`, `http`, `https` and `s3` are"),
            "{}",
            said(url)
        );
    }
}

#[test]
fn a_file_url_opens_a_directory() {
    let directory = Directory::with("url", ".zarray", METADATA);
    let array = tslice_zarr::open(format!("file://{}", directory.0.display())).expect("an array");
    array
        .tslice_assign(s![0, 0], Tensor::<u16, 0>::full([], 7))
        .expect("a write");
    assert_eq!(
        directory
            .open()
            .expect("an array")
            .tslice(s![0, :2])
            .read::<u16>()
            .expect("a read"),
        [7, 1]
    );
    let error = tslice_zarr::open("file://host/path")
        .expect_err("a host")
        .to_string();
    assert_eq!(
        error,
        "file://host/path: write an absolute path: `file:///path`"
    );
}

/// Writes an array of version 2, one of version 3 and a group inside of a directory.
fn members(directory: &Directory) {
    let grid = r#"{"name": "regular", "configuration": {"chunk_shape": [5]}}"#;
    let rest =
        r#""data_type": "uint8", "codecs": ["bytes"], "chunk_key_encoding": {"name": "default"}"#;
    let group = r#"{"zarr_format": 3, "node_type": "group"}"#;
    let array = version_3(grid, rest);
    for (path, file, text) in [
        ("b", ".zarray", METADATA),
        ("a/deep", "zarr.json", &array[..]),
        ("a", "zarr.json", group),
    ] {
        std::fs::create_dir_all(directory.0.join(path)).expect("a directory");
        std::fs::write(directory.0.join(path).join(file), text).expect("a file");
    }
}

#[test]
fn group_is_an_error_with_its_arrays() {
    let consolidated_2 =
        r#"{"metadata": {".zgroup": {}, "y/x/.zarray": {}, "y/.zgroup": {}, "z/.zarray": {}}}"#;
    let consolidated_3 = r#"{"zarr_format": 3, "node_type": "group", "consolidated_metadata": {"metadata":
        {"y": {"node_type": "group"}, "y/x": {"node_type": "array"}, "z": {"node_type": "array"}}}}"#;
    let plain_3 = r#"{"zarr_format": 3, "node_type": "group", "attributes": {}}"#;
    for (name, file, text, words) in [
        (
            "group2",
            ".zgroup",
            r#"{"zarr_format": 2}"#,
            "`a/deep`, `b`",
        ),
        ("group3", "zarr.json", plain_3, "`a/deep`, `b`"),
        ("consolidated2", ".zmetadata", consolidated_2, "`y/x`, `z`"),
        ("consolidated3", "zarr.json", consolidated_3, "`y/x`, `z`"),
    ] {
        let group = Directory::with(name, file, text);
        members(&group);
        let error = group.open().expect_err("a group").to_string();
        let expected = format!(
            "{}: this is a group, not an array: the arrays in it are {words}",
            group.0.display()
        );
        assert_eq!(error, expected);
    }
    let empty = Directory::with("group", "zarr.json", plain_3);
    let error = empty.open().expect_err("a group").to_string();
    assert!(
        error.ends_with(": this is a group, not an array: add the name of an array in it"),
        "{error}"
    );
    // A directory above groups has arrays, too; of many, some are named.
    let above = Directory::new("above");
    for at in 10..35 {
        std::fs::create_dir(above.0.join(at.to_string())).expect("a directory");
        std::fs::write(above.0.join(at.to_string()).join(".zarray"), METADATA).expect("a file");
    }
    let error = above.open().expect_err("a directory").to_string();
    assert!(
        error.contains("are missing; the arrays in it are `10`, `11`"),
        "{error}"
    );
    assert!(error.ends_with("`28`, `29` and 5 more"), "{error}");
}

#[test]
fn file_of_another_format_has_a_hint() {
    let directory = Directory::new("formats");
    for (name, bytes, words) in [
        ("a.zip", &b"PK\x03\x04.."[..], "this archive is damaged: "),
        (
            "a.nc",
            b"\x89HDF\r\n\x1a\n..",
            "this is an HDF5 or NetCDF 4 file: write references to it with kerchunk",
        ),
        ("b.nc", b"CDF\x01..", "this is a NetCDF 3 file"),
        (
            "a.npy",
            b"\x93NUMPY\x01\0..",
            "this is a NumPy file: `tslice npy` slices it",
        ),
        ("a.json", b"{", "a file must hold references in JSON: EOF"),
        ("a", b"", "a file must hold references in JSON: EOF"),
    ] {
        let path = directory.0.join(name);
        std::fs::write(&path, bytes).expect("a file");
        let error = tslice_zarr::open(&path).expect_err("a file").to_string();
        assert!(
            error.starts_with(&format!("{}: {words}", path.display())),
            "{error}"
        );
    }
}

#[test]
fn types_that_are_not_supported_are_named() {
    for (at, (dtype, words)) in [
        (
            r#"[["a", "<i4"], ["U", "<f8"], ["V", "|O"]]"#,
            r#"these records are not supported as elements: this dtype has the fields ["a", "U", "V"]"#,
        ),
        (r#""<M8[x]""#, "data type <M8[x] is not supported"),
        (r#""|a""#, "data type |a is not supported"),
    ]
    .into_iter()
    .enumerate()
    {
        let text = METADATA.replace("\"<u2\"", dtype);
        let error = Directory::with(&format!("records{at}"), ".zarray", &text).open().expect_err("a dtype");
        assert!(error.to_string().ends_with(words), "{dtype}: {error}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn paths_that_are_not_utf8_are_opened() {
    use std::os::unix::ffi::OsStrExt;

    let directory = Directory::new("bytes");
    let path = directory
        .0
        .join(std::ffi::OsStr::from_bytes(b"caf\xe9.zarr"));
    std::fs::create_dir(&path).expect("a directory");
    std::fs::write(path.join(".zarray"), METADATA).expect("a file");
    let array = tslice_zarr::open(&path).expect("an array");
    let array = array.into_rank::<2>().expect("rank 2");
    let nines = Tensor::<u16, 0>::full([], 9);
    array.tslice_assign(s![0], nines).expect("a write");
    assert!(path.join("0/0").is_file());
    std::fs::remove_file(path.join(".zarray")).expect("a file");
    let error = tslice_zarr::open(&path).expect_err("metadata").to_string();
    let words = "caf\u{fffd}.zarr: this is not a Zarr array";
    assert!(error.contains(words), "{error}");
}

#[test]
fn dates_of_version_2_are_integers() {
    for (at, (dtype, name, fill, filled)) in [
        ("<M8[ns]", "numpy.datetime64[ns]", "\"NaT\"", i64::MIN),
        (">M8[3M]", "numpy.datetime64[3M]", "null", i64::MIN),
        (">m8[25s]", "numpy.timedelta64[25s]", "7", 7),
        ("<m8", "numpy.timedelta64[generic]", "-1", -1),
    ]
    .into_iter()
    .enumerate()
    {
        let text = METADATA
            .replace("<u2", dtype)
            .replace("\"fill_value\": 1", &format!("\"fill_value\": {fill}"));
        let directory = Directory::with(&format!("dates{at}"), ".zarray", &text);
        std::fs::write(
            directory.0.join(".zattrs"),
            r#"{"_ARRAY_DIMENSIONS": ["y", "x"]}"#,
        )
        .expect("a file");
        let array = directory
            .open()
            .expect("an array")
            .into_rank::<2>()
            .expect("rank 2");
        assert_eq!(array.data_type(), name);
        assert_eq!(array.names(), [Some("y"), Some("x")]);
        array
            .tslice_assign(s![0, :3], Tensor::<i64, 1>::from([1, 2, -3]))
            .expect("a write");
        let again = directory
            .open()
            .expect("an array")
            .into_rank::<2>()
            .expect("rank 2");
        let rows = again.tslice(s![:2, :4]).read::<i64>().expect("a read");
        assert_eq!(rows, [[1, 2, -3, filled], [filled; 4]], "{dtype}");
        // Two columns of the order F: element [1, 0] is the second of its chunk.
        let chunk = std::fs::read(directory.0.join("0/0")).expect("a chunk");
        let bytes = |value: i64| {
            if dtype.starts_with('>') {
                value.to_be_bytes()
            } else {
                value.to_le_bytes()
            }
        };
        assert_eq!(chunk, [1, filled, 2, filled].map(bytes).concat(), "{dtype}");
    }
}

#[test]
fn codecs_that_are_missing_are_named() {
    let shards = r#"{"name": "sharding_indexed", "configuration": {"chunk_shape": [5], "codecs": ["bytes", "nothing"], "index_codecs": ["bytes"]}}"#;
    for (at, (file, text, codec)) in [
        (
            ".zarray",
            METADATA.replace("\"compressor\": null", r#""compressor": {"id": "lzma"}"#),
            "lzma",
        ),
        (
            ".zarray",
            METADATA.replace(
                "\"filters\": null",
                r#""filters": [{"id": "quantize", "dtype": "<u2"}]"#,
            ),
            "quantize",
        ),
        (
            "zarr.json",
            bytes_in(5, r#""bytes", {"name": "numcodecs.jenkins_lookup3"}"#),
            "numcodecs.jenkins_lookup3",
        ),
        ("zarr.json", bytes_in(5, shards), "nothing"),
    ]
    .into_iter()
    .enumerate()
    {
        let error = Directory::with(&format!("codec{at}"), file, &text)
            .open()
            .expect_err("no codec")
            .to_string();
        assert!(
            error.ends_with(&format!(": codec {codec} is not supported")),
            "{error}"
        );
    }
}
