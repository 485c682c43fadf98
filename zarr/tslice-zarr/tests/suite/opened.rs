#![cfg(feature = "filesystem")]

use std::path::{Path, PathBuf};

use tslice::{Tensor, s};
use tslice_zarr::{ZarrArray, ZarrError};

/// A directory that goes when this goes.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tslice-zarr-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory");
        Self(path)
    }

    fn with(name: &str, file: &str, text: &str) -> Self {
        let new = Self::new(name);
        std::fs::write(new.0.join(file), text).expect("a file");
        new
    }

    fn open(&self) -> Result<ZarrArray, ZarrError> {
        tslice_zarr::open(self.0.to_str().expect("UTF-8"))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn files(path: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(path).expect("a directory").map(|entry| entry.expect("an entry").path());
    let mut names: Vec<String> = entries
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path.display().to_string()] })
        .collect();
    names.sort();
    names
}

const METADATA: &str = r#"{"zarr_format": 2, "shape": [5, 5], "chunks": [2, 2], "dtype": "<u2", "fill_value": 1, "order": "F",
    "compressor": null, "filters": null, "dimension_separator": "/"}"#;

#[test]
fn a_directory_is_opened_and_each_chunk_is_written_whole() {
    let directory = Directory::with("whole", ".zarray", METADATA);
    let array = directory.open().expect("an array").into_rank::<2>().expect("rank 2");
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
fn a_write_that_was_interrupted_leaves_the_old_chunk() {
    let directory = Directory::with("old", ".zarray", METADATA);
    let array = directory.open().expect("an array").into_rank::<2>().expect("rank 2");
    array.assign(&Tensor::<u16, 0>::full([], 7)).expect("a write");
    // What programs leave that ended while they wrote.
    for name in ["0/0.tmp", "0/0.1-0.tmp"] {
        std::fs::write(directory.0.join(name), [1, 2, 3]).expect("a file");
    }
    assert_eq!(array.tslice(s![0, :2]).read::<u16>().expect("a read"), [7, 7]);
    // They are in nobody's way.
    array.tslice_assign(s![0], &Tensor::<u16, 0>::full([], 9)).expect("a write");
    assert_eq!(array.tslice(s![:2, 0]).read::<u16>().expect("a read"), [9, 7]);
}

#[test]
fn a_write_that_fails_leaves_nothing_beside_the_old_chunk() {
    let directory = Directory::with("fails", ".zarray", METADATA);
    let array = directory.open().expect("an array").into_rank::<2>().expect("rank 2");
    // What cannot be replaced by a file.
    std::fs::create_dir_all(directory.0.join("0/0/full")).expect("a directory");
    let error = array.tslice_assign(s![:2, :2], &Tensor::<u16, 0>::full([], 9)).expect_err("a directory");
    assert!(matches!(&error, ZarrError::Store(words) if words.contains("0/0, writing 8 bytes")), "{error}");
    assert_eq!(files(&directory.0).len(), 1, "{:?}", files(&directory.0));
}

#[test]
fn what_is_no_array_is_an_error_that_names_the_place() {
    let nowhere = tslice_zarr::open("no/such/directory").expect_err("nothing there");
    assert_eq!(nowhere.to_string(), "no/such/directory: there is no such directory");
    let empty = Directory::new("empty");
    let error = empty.open().expect_err("no metadata").to_string();
    assert!(error.starts_with(empty.0.to_str().expect("UTF-8")) && error.contains("metadata"), "{error}");
    for (at, text) in
        ["", "{}", "[1, 2]", "{\"zarr_format\": 3}", &METADATA.replace("5, 5", "5")].iter().enumerate()
    {
        let wrong = Directory::with(&format!("wrong{at}"), ".zarray", text);
        assert!(wrong.open().is_err(), "{text}");
        let wrong = Directory::with(&format!("wrong3{at}"), "zarr.json", text);
        assert!(wrong.open().is_err(), "{text}");
    }
    let scalar = METADATA.replace("5, 5", "").replace("2, 2", "");
    let error = Directory::with("scalar", ".zarray", &scalar).open().expect_err("order F");
    assert!(error.to_string().ends_with("an array without axes has no order F"), "{error}");
    assert!(Directory::with("scalar_c", ".zarray", &scalar.replace("\"F\"", "\"C\"")).open().is_ok());
}

#[test]
fn a_file_cut_short_is_an_error_that_names_the_chunk() {
    let directory = Directory::with("cut", ".zarray", METADATA);
    let array = directory.open().expect("an array").into_rank::<2>().expect("rank 2");
    array.assign(&Tensor::<u16, 0>::full([], 7)).expect("a write");
    std::fs::write(directory.0.join("1/2"), [1, 2, 3]).expect("a file");
    let error = array.read::<u16>().expect_err("cut short");
    assert!(matches!(&error, ZarrError::Chunk { key, .. } if key == "1/2"), "{error}");
    // What does not touch it is read.
    assert_eq!(array.tslice(s![:2, 4]).read::<u16>().expect("a read"), [7, 7]);
}

#[cfg(not(feature = "object-store"))]
#[test]
fn a_url_names_the_feature_that_it_needs() {
    let error = tslice_zarr::open("s3://bucket/array").expect_err("no feature");
    assert_eq!(error.to_string(), "s3://bucket/array: URLs need the feature `http` or `s3` of this crate");
}
