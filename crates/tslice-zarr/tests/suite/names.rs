//! Axes by their names.

use std::sync::Arc;

use tslice::{DynSpec, DynTensor, s};
use tslice_zarr::ZarrArray;
use zarrs::array::Array;
use zarrs::storage::store::MemoryStore;
use zarrs::storage::{StoreKey, WritableStorageTraits};

/// An array of shape 4, 5, 6 with these files of metadata.
fn opened(files: &[(&str, String)]) -> ZarrArray {
    let store = Arc::new(MemoryStore::new());
    for (file, text) in files {
        store
            .set(
                &StoreKey::new(*file).expect("a key"),
                text.clone().into_bytes().into(),
            )
            .expect("memory");
    }
    let array = ZarrArray::writable(&Array::open(store, "/").expect("metadata")).expect("an array");
    array.assign(values()).expect("a write");
    array
}

fn values() -> DynTensor<u8> {
    DynTensor::from_shape_vec([4, 5, 6], (0..120).collect()).expect("a shape")
}

fn version_3(names: &str) -> ZarrArray {
    let text = format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": [4, 5, 6], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [2, 2, 4]}}}}, "codecs": [{{"name": "bytes"}}],
        "chunk_key_encoding": {{"name": "default", "configuration": {{"separator": "/"}}}}{names}}}"#
    );
    opened(&[("zarr.json", text)])
}

fn version_2(attributes: &str) -> ZarrArray {
    let array = r#"{"zarr_format": 2, "shape": [4, 5, 6], "chunks": [2, 2, 4], "dtype": "|u1", "fill_value": 0, "order": "C",
        "compressor": null, "filters": null}"#;
    opened(&[
        (".zarray", array.to_owned()),
        (".zattrs", attributes.to_owned()),
    ])
}

#[test]
fn names_of_version_3_and_of_xarray() {
    for array in [
        version_3(r#", "dimension_names": ["time", "y", "x"]"#),
        version_2(r#"{"_ARRAY_DIMENSIONS": ["time", "y", "x"]}"#),
    ] {
        assert_eq!(array.names(), [Some("time"), Some("y"), Some("x")]);
        for (text, spec) in [
            ("x=::2, time=1", "1, :, ::2"),
            ("y=[4, 0:2, -1]", ":, [4, 0:2, -1]"),
            ("time=-1, x=3:", "-1, :, 3:"),
        ] {
            let read: DynTensor<u8> = array
                .tpick(&array.spec(text).expect("names"))
                .read()
                .expect("a read");
            assert_eq!(
                read,
                values().pick(spec.parse::<DynSpec>().expect("a spec")),
                "{text}"
            );
        }
        for (text, name) in [("z=1", "z"), ("x=1, Time=2", "Time")] {
            let error = array
                .spec(text)
                .expect_err("a name that no axis has")
                .to_string();
            assert!(
                error.contains(&format!(
                    "no axis is named `{name}`: the axes are `time`, `y`, `x`"
                )),
                "{error}"
            );
        }
        // What is left of the axes has names.
        let part = array.tslice(s![0, newaxis, .., ::-1]);
        assert_eq!(part.names(), [None, Some("y"), Some("x")]);
        assert_eq!(
            part.tslice(&part.spec("x=0").expect("a name")).shape(),
            [1, 5]
        );
        let points = array.tpick(s![([0, 1], [2, 3]), ..]);
        assert_eq!(points.names(), [None, Some("x")]);
    }
}

#[test]
fn names_that_are_none_are_no_names() {
    let some = version_3(r#", "dimension_names": ["time", null, "time"]"#);
    assert_eq!(some.names(), [Some("time"), None, Some("time")]);
    // Nobody knows which of the two is meant.
    assert!(some.spec("time=0").is_err());
    for attributes in [
        "{}",
        r#"{"_ARRAY_DIMENSIONS": 3}"#,
        r#"{"_ARRAY_DIMENSIONS": ["time"]}"#,
        r#"{"_ARRAY_DIMENSIONS": ["a", "b", "c", "d"]}"#,
        r#"{"_ARRAY_DIMENSIONS": [1, 2, 3]}"#,
    ] {
        let array = version_2(attributes);
        assert_eq!(array.names(), [None; 3], "{attributes}");
        let error = array.spec("time=0").expect_err("no names").to_string();
        assert!(
            error.contains("no axis has a name"),
            "{attributes}: {error}"
        );
        assert_eq!(
            array
                .tslice(&array.spec("1, .., 0").expect("no names"))
                .shape(),
            [5]
        );
    }
}
