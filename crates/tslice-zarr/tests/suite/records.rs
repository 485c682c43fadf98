//! Strings and records of zarr-python, as NumPy selects them: `data/records.json` is made by
//! `data/records.py`.

use std::path::PathBuf;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use tslice::DynTensor;
use zarrs::array::{ArrayBuilder, FillValue, data_type};
use zarrs::storage::store::MemoryStore;

use crate::opened::Directory;

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/records.json")
}

#[test]
fn records_and_strings_have_the_bytes_of_numpy() {
    let text = std::fs::read(file()).expect("a file");
    let refs: serde_json::Map<String, serde_json::Value> =
        serde_json::from_slice(&text).expect("JSON");
    let mut count = 0;
    for (key, value) in &refs {
        let Some(name) = key.strip_suffix("/picked") else {
            continue;
        };
        let expected = value
            .as_str()
            .and_then(|text| text.strip_prefix("base64:"))
            .expect("bytes");
        let expected = STANDARD.decode(expected).expect("base64");
        let array =
            tslice_zarr::open(file().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let picked = array.tpick(&array.spec("::-2, [6, 0, 3]").expect("a spec"));
        let bytes = picked.clone().into_bytes();
        assert_eq!(bytes.shape(), [3, 3, expected.len() / 9], "{name}");
        assert_eq!(
            bytes.read::<u8>().expect("a read").into_vec(),
            expected,
            "{name}"
        );
        let dtype = picked.data_type();
        if dtype.starts_with(['|', '[']) {
            assert_eq!(
                Some(&dtype[..]),
                refs[&format!("{name}/descr")].as_str(),
                "{name}"
            );
        } else {
            assert_eq!(dtype, "fixed_length_utf32", "{name}");
        }
        let error = picked.read::<u32>().expect_err("no numbers").to_string();
        assert_eq!(
            error,
            format!("the array holds elements of type {dtype}, which are not read as u32")
        );
        count += 1;
    }
    assert_eq!(count, 48);
}

#[test]
fn raw_bits_are_arrays_of_bytes_of_their_length() {
    let fill = FillValue::new(b"abc".to_vec());
    let array = ArrayBuilder::new(vec![4], [3], data_type::raw_bits(3), fill);
    let array = array.build(Arc::new(MemoryStore::new()), "/");
    let array = tslice_zarr::ZarrArray::writable(&array.expect("an array")).expect("it is open");
    let one = array.tslice(tslice::s![1]);
    one.assign(DynTensor::<[u8; 3]>::full([], *b"xyz"))
        .expect("a write");
    let expected = [*b"abc", *b"xyz", *b"abc", *b"abc"];
    assert_eq!(
        array.read::<[u8; 3]>().expect("a read").into_vec(),
        expected
    );
    let error = array.read::<[u8; 4]>().expect_err("four").to_string();
    assert_eq!(
        error,
        format!(
            "the array holds elements of type {}, which are not read as [u8; 4]",
            array.data_type()
        )
    );
}

/// Metadata of version 2 of two elements.
fn version_2(dtype: &str, fill: &str) -> String {
    format!(
        r#"{{"zarr_format": 2, "shape": [2], "chunks": [1], "dtype": {dtype}, "fill_value": {fill}, "order": "C",
        "compressor": null, "filters": null}}"#
    )
}

#[test]
fn records_are_written_as_bytes() {
    let directory = Directory::with(
        "records",
        ".zarray",
        &version_2(r#"[["a", "|u1"], ["b", ">i2", [2]]]"#, "null"),
    );
    let array = directory.open().expect("an array");
    assert_eq!(array.data_type(), "[('a', '|u1'), ('b', '>i2', (2, ))]");
    let record = DynTensor::from_shape_vec([5], vec![1_u8, 2, 3, 4, 5]).expect("five");
    array
        .tslice(&"1".parse::<tslice::DynSpec>().expect("a spec"))
        .into_bytes()
        .assign(&record)
        .expect("a write");
    assert_eq!(
        std::fs::read(directory.0.join("1")).expect("a chunk"),
        [1, 2, 3, 4, 5]
    );
    let all = directory
        .open()
        .expect("an array")
        .into_bytes()
        .read::<u8>()
        .expect("a read");
    assert_eq!(all, [[0, 0, 0, 0, 0], [1, 2, 3, 4, 5]]);
}

#[test]
fn records_and_strings_are_copied_with_their_type() {
    let directory = Directory::with("strings", ".zarray", &version_2(r#""|S8""#, r#""YWI=""#));
    let array = directory.open().expect("an array");
    let metadata = array
        .metadata_of_copy(&tslice_zarr::Layout::default())
        .expect("metadata");
    assert!(
        metadata.contains("null_terminated_bytes") && metadata.contains("YWI="),
        "{metadata}"
    );
    let copy = tslice_zarr::create(directory.0.join("copy"), &metadata, false).expect("an array");
    array.copy_to(&copy, &Default::default()).expect("a copy");
    assert_eq!(copy.data_type(), "|S8");
    assert_eq!(
        copy.into_bytes().read::<u8>().expect("a read"),
        [*b"ab\0\0\0\0\0\0"; 2]
    );
    let records = Directory::with(
        "records3",
        ".zarray",
        &version_2(r#"[["a", "<i8"]]"#, "null"),
    );
    let array = records.open().expect("an array");
    let error = array
        .metadata_of_copy(&Default::default())
        .expect_err("version 2")
        .to_string();
    assert_eq!(
        error,
        "records of version 2 of the format are not copied to version 3"
    );
}

#[test]
fn records_that_are_malformed_are_named() {
    for (at, (dtype, fill, words)) in [
        (
            r#"[["a", "<i4"], ["b", "|O"]]"#,
            "null",
            r#"this dtype has the fields ["a", "b"]"#,
        ),
        (
            r#"[["a", "<i4", [4611686018427387904]]]"#,
            "null",
            r#"this dtype has the fields ["a"]"#,
        ),
        (
            r#"[["a", "<i4", [300000]]]"#,
            "null",
            "elements of 1200000 bytes are longer than 1048576 bytes",
        ),
        (
            r#""|S1073741823""#,
            "null",
            "elements of 1073741823 bytes are longer than 1048576 bytes",
        ),
        (
            r#""|S4""#,
            "7",
            "the fill value 7 is not one of the dtype |S4",
        ),
        (
            r#""|S4""#,
            r#""%""#,
            "the fill value \"%\" is not one of the dtype |S4",
        ),
        (
            r#"[["a", "<i4"]]"#,
            r#""AAAA""#,
            "the fill value \"AAAA\" is not one of the dtype [('a', '<i4')]",
        ),
        ("[]", "null", "this dtype has the fields []"),
    ]
    .into_iter()
    .enumerate()
    {
        let directory = Directory::with(
            &format!("malformed{at}"),
            ".zarray",
            &version_2(dtype, fill),
        );
        let error = directory.open().expect_err("a dtype").to_string();
        assert!(error.ends_with(words), "{dtype}: {error}");
    }
}
