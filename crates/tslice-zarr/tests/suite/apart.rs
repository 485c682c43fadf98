//! Copies onto their own source, under whatever name, and files that cannot be read.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use tslice::{DynTensor, Tensor};
use tslice_zarr::{CopyOptions, Layout, ZarrArray, create, has_array, open};

use crate::opened::Directory;

const METADATA: &str = r#"{"zarr_format": 3, "node_type": "array", "shape": [4, 6], "data_type": "uint8", "fill_value": 0,
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 3]}},
    "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
    "codecs": [{"name": "bytes"}], "attributes": {}}"#;

fn made(path: &Path) -> (ZarrArray, DynTensor<u8>) {
    let array = create(path, METADATA, false).expect("an array");
    let values = Tensor::from_shape_fn([4, 6], |[i, j]| (6 * i + j + 1) as u8);
    array.assign(&values).expect("a write");
    let read = array.read().expect("a read");
    (array, read)
}

fn refused(source: &ZarrArray, target: &Path) -> bool {
    let metadata = source
        .metadata_of_copy(&Layout::default())
        .expect("metadata");
    let by_name = source.check_apart(target).is_err();
    let opened = create(target, &metadata, false).expect("the metadata is the same");
    let by_plan = source
        .plan_copy(&opened, &CopyOptions::default())
        .is_err_and(|error| error.to_string().contains("copied to itself"));
    assert_eq!(by_name, by_plan, "{}", target.display());
    by_name
}

#[test]
fn copy_onto_its_source_is_refused_through_links() {
    let directory = Directory::new("apart");
    let at = |name: &str| directory.0.join(name);
    let (a, values) = made(&at("a.zarr"));
    let link = |to: &str, name: &str| {
        fs::create_dir_all(at(name).parent().expect("a folder")).expect("a folder");
        symlink(at(to), at(name)).expect("a link");
    };
    link("a.zarr", "link.zarr");
    link("a.zarr/c", "chunks.zarr/c");
    link("a.zarr/c/1", "row.zarr/c/1");
    fs::create_dir_all(at("mixed/../b.zarr")).unwrap_or_default();
    fs::create_dir_all(at("mixed")).expect("a folder");
    for name in [
        "a.zarr",
        "./a.zarr",
        "mixed/../a.zarr",
        "link.zarr",
        "a.zarr/",
        "a.zarr/c/x",
    ] {
        assert!(a.check_apart(at(name)).is_err(), "{name}");
    }
    for name in ["chunks.zarr", "row.zarr"] {
        fs::copy(at("a.zarr/zarr.json"), at(name).join("zarr.json")).expect("metadata");
        assert!(refused(&a, &at(name)), "{name}");
    }
    assert!(!refused(&a, &at("b.zarr")));
    assert!(!refused(&a, &at("a.zarr2")));
    // From a source whose folders are links into the target.
    let through = open(at("row.zarr")).expect("an array");
    assert!(through.check_apart(at("a.zarr")).is_err());
    assert_eq!(a.read::<u8>().expect("a read"), values);
}

#[test]
fn references_into_the_target_are_refused() {
    let directory = Directory::new("apart-references");
    let _ = made(&directory.0.join("a.zarr"));
    let refs = serde_json::json!({ "t/zarr.json": METADATA, "t/c/0/0": ["{{u}}/c/0/0"], "t/c/1/1": ["elsewhere", 0, 6] });
    let refs = serde_json::json!({ "version": 1, "templates": { "u": "a.zarr" }, "refs": refs });
    fs::write(directory.0.join("r.json"), refs.to_string()).expect("a file");
    let array = open(directory.0.join("r.json/t")).expect("an array");
    assert!(array.check_apart(directory.0.join("a.zarr")).is_err());
    assert!(array.check_apart(directory.0.join("b.zarr")).is_ok());
}

#[test]
fn link_as_a_chunk_is_replaced() {
    let directory = Directory::new("apart-chunk");
    let (a, values) = made(&directory.0.join("a.zarr"));
    let b = create(directory.0.join("b.zarr"), METADATA, false).expect("an array");
    fs::create_dir_all(directory.0.join("b.zarr/c/0")).expect("a folder");
    symlink(
        directory.0.join("a.zarr/c/1/1"),
        directory.0.join("b.zarr/c/0/0"),
    )
    .expect("a link");
    a.copy_to(&b, &CopyOptions::default()).expect("a copy");
    assert_eq!(
        (a.read::<u8>(), b.read::<u8>()),
        (Ok(values.clone()), Ok(values))
    );
}

#[test]
fn chunk_that_cannot_be_read_is_an_error() {
    let directory = Directory::new("apart-errors");
    let (a, values) = made(&directory.0.join("a.zarr"));
    let chunk = directory.0.join("a.zarr/c/1/1");
    let b = create(directory.0.join("b.zarr"), METADATA, false).expect("an array");
    // A loop of links, a folder, and a file where a folder should be.
    let breaks: [fn(&Path); 3] = [
        |chunk| symlink(chunk, chunk).expect("a link"),
        |chunk| fs::create_dir(chunk).expect("a folder"),
        |chunk| {
            fs::remove_dir_all(chunk.parent().expect("a folder")).expect("a folder");
            fs::write(chunk.parent().expect("a folder"), "").expect("a file");
        },
    ];
    for broken in breaks {
        let _ = fs::remove_file(&chunk);
        broken(&chunk);
        assert!(a.read::<u8>().is_err());
        assert!(a.copy_to(&b, &CopyOptions::default()).is_err());
        let row = picked(&a, "3");
        assert!(row.assign(Tensor::<u8, 0>::full([], 9)).is_err());
        let _ = fs::remove_dir(&chunk);
    }
    fs::remove_file(chunk.parent().expect("a folder")).expect("a file");
    // A chunk that is missing is the fill value, or an error.
    let zeros = picked(&a, "2:, 3:").read::<u8>().expect("a read");
    assert!(zeros.into_iter().all(|value| value == 0));
    let complete = open(directory.0.join("a.zarr"))
        .expect("an array")
        .without_missing_chunks();
    assert!(complete.copy_to(&b, &CopyOptions::default()).is_err());
    let rows = picked(&complete, ":2").read::<u8>().expect("a read");
    assert_eq!(rows, picked_of(&values));
}

fn picked(array: &ZarrArray, spec: &str) -> ZarrArray {
    array.tslice(&array.spec(spec).expect("a spec"))
}

fn picked_of(values: &DynTensor<u8>) -> DynTensor<u8> {
    values
        .slice(":2".parse::<tslice::DynSpec>().expect("a spec"))
        .to_tensor()
}

#[test]
fn target_keeps_its_parts_when_others_have_written_its_metadata() {
    let directory = Directory::new("apart-metadata");
    let path = directory.0.join("a.zarr");
    let (_, values) = made(&path);
    let written = |from: &str, to: &str| {
        assert!(METADATA.contains(from), "{from}");
        fs::write(path.join("zarr.json"), METADATA.replace(from, to)).expect("a file");
        create(&path, METADATA, false)
    };
    for (from, to) in [
        (
            r#""attributes": {}"#,
            r#""attributes": {"x": 1}, "storage_transformers": []"#,
        ),
        (r#", "attributes": {}"#, ""),
        (
            r#"{"name": "bytes"}"#,
            r#"{"name": "bytes", "configuration": {}}"#,
        ),
        (r#"{"name": "bytes"}"#, r#""bytes""#),
        (r#", "configuration": {"separator": "/"}"#, ""),
    ] {
        let array = written(from, to).unwrap_or_else(|error| panic!("{to}: {error}"));
        assert_eq!(array.read::<u8>().expect("a read"), values);
    }
    for (from, to, field) in [
        (r#""fill_value": 0"#, r#""fill_value": 1"#, "fill_value"),
        ("[2, 3]", "[2, 6]", "chunk_grid"),
        ("uint8", "int8", "data_type"),
        (
            r#"{"name": "bytes"}"#,
            r#"{"name": "bytes"}, {"name": "crc32c"}"#,
            "codecs",
        ),
        (
            r#""separator": "/""#,
            r#""separator": ".""#,
            "chunk_key_encoding",
        ),
    ] {
        let error = written(from, to).expect_err("another array").to_string();
        assert!(error.ends_with(&format!("with other {field}")), "{error}");
    }
    // Chunks without metadata are somebody's.
    fs::remove_file(path.join("zarr.json")).expect("a file");
    let error = create(&path, METADATA, false)
        .expect_err("chunks")
        .to_string();
    assert!(
        error.contains("chunks are there, and no metadata"),
        "{error}"
    );
    let new = create(&path, METADATA, true).expect("a target");
    assert!(is_empty(&new));
    // An array without axes has one chunk, of the name of a folder.
    let scalar = METADATA.replace("[4, 6]", "[]").replace("[2, 3]", "[]");
    let array = create(&path, &scalar, true).expect("a target");
    array.assign(Tensor::<u8, 0>::full([], 5)).expect("a write");
    made_again(&path, &values);
}

fn is_empty(array: &ZarrArray) -> bool {
    let values = array.read::<u8>().expect("a read");
    values.into_iter().all(|value| value == 0)
}

fn made_again(path: &Path, values: &DynTensor<u8>) {
    let array = create(path, METADATA, true).expect("a target");
    array.assign(values).expect("a write");
    assert_eq!(array.read::<u8>().expect("a read"), *values);
}

fn not_created(path: &Path, metadata: &str, replace: bool) -> String {
    let error = create(path, metadata, replace).map(|_| ());
    error.expect_err("something is there").to_string()
}

#[test]
fn child_in_the_place_of_chunks_is_not_erased() {
    for file in ["zarr.json", ".zarray", ".zgroup"] {
        for has_metadata in [false, true] {
            let directory = Directory::new("child");
            let path = directory.0.join("folder.zarr");
            let (child, values) = made(&path.join("c"));
            match has_metadata {
                true => fs::write(path.join("zarr.json"), METADATA).expect("a file"),
                false => fs::remove_file(path.join("zarr.json")).expect("the group"),
            }
            let metadata = path.join("c").join(file);
            fs::rename(path.join("c/zarr.json"), &metadata).expect("a file");
            for replace in [false, true] {
                let error = not_created(&path, METADATA, replace);
                assert!(error.contains(&format!("`c/{file}` is there")), "{error}");
            }
            assert!(metadata.exists());
            assert_eq!(path.join("zarr.json").exists(), has_metadata);
            assert_eq!(child.read::<u8>().expect("a read"), values);
        }
    }
}

#[test]
fn what_is_not_a_chunk_is_not_erased() {
    for other in ["c/x/zarr.json", "c/0/notes.txt", "c/1/x/.zarray"] {
        let directory = Directory::new("other");
        let path = directory.0.join("a.zarr");
        let (array, values) = made(&path);
        let file = path.join(other);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(&file, "{}").expect("a file");
        let error = not_created(&path, METADATA, true);
        assert!(
            error.contains(&format!("`{other}` is not a chunk")),
            "{error}"
        );
        assert_eq!(array.read::<u8>().expect("a read"), values);
        fs::remove_file(&file).expect("a file");
        fs::write(path.join("c/0/3.tslice.tmp"), "left by a killed program").expect("a file");
        made_again(&path, &values);
    }
}

#[test]
fn folders_around_an_array_become_groups() {
    let directory = Directory::new("around");
    let path = directory.0.join("a.zarr/b/c.zarr");
    drop(made(&path));
    for (folder, is_group) in [("", false), ("a.zarr", true), ("a.zarr/b", true)] {
        let text = fs::read_to_string(directory.0.join(folder).join("zarr.json"));
        assert_eq!(
            text.is_ok_and(|text| text.contains("\"group\"")),
            is_group,
            "{folder}"
        );
    }
    let inside = not_created(&path.join("d"), METADATA, false);
    assert!(
        inside.contains("c.zarr is an array, not a folder"),
        "{inside}"
    );
    let file = not_created(&path.join("zarr.json"), METADATA, false);
    assert!(file.contains("zarr.json is a file, not a folder"), "{file}");
}

#[test]
fn old_chunks_of_other_keys_are_not_read_as_new_ones() {
    for other in [
        r#""default", "configuration": {"separator": "."}"#,
        r#""v2", "configuration": {"separator": "."}"#,
        r#""v2", "configuration": {"separator": "/"}"#,
        r#""v2""#,
    ] {
        let directory = Directory::new("keys");
        let path = directory.0.join("a.zarr");
        let slashes = r#""default", "configuration": {"separator": "/"}"#;
        let metadata = METADATA.replace(slashes, other);
        let array = create(&path, &metadata, false).expect("an array");
        let (_, values) = made(&directory.0.join("values.zarr"));
        array.assign(&values).expect("a write");
        let same = create(&path, &metadata, false).expect("the same");
        assert_eq!(same.read::<u8>().expect("a read"), values);
        for new in [METADATA, &metadata] {
            let error = not_created(&path, new, true);
            assert!(error.contains("keys of the form c/0/0"), "{error}");
        }
        fs::remove_file(path.join("zarr.json")).expect("a file");
        for replace in [false, true] {
            let error = not_created(&path, &metadata, replace);
            assert!(error.contains("that may be its chunks"), "{error}");
        }
        assert_eq!(array.read::<u8>().expect("a read"), values);
        // These are not chunks of an array with other keys.
        let new = create(&path, METADATA, false).expect("an array");
        assert!(is_empty(&new));
        let error = not_created(&path, &metadata, true);
        assert!(error.contains("that may be its chunks"), "{error}");
    }
}

#[test]
fn arrays_whose_metadata_python_writes_are_replaced() {
    let encoding = r#"{"name": "default", "configuration": {"separator": "/"}}"#;
    for (from, to) in [
        (
            r#""attributes": {}"#,
            r#""attributes": {"a": [NaN, -Infinity], "b": Infinity}"#,
        ),
        (encoding, r#""default""#),
        (encoding, r#"{"name": "default"}"#),
    ] {
        let directory = Directory::new("python");
        let (array, values) = made(&directory.0);
        let old = METADATA.replace(from, to);
        assert_ne!(old, METADATA);
        fs::write(directory.0.join("zarr.json"), &old).expect("a file");
        assert!(has_array(&directory.0).expect("an answer"));
        let same = create(&directory.0, METADATA, false).expect("the same");
        assert_eq!(same.read::<u8>().expect("a read"), values);
        create(&directory.0, &old, true).expect("a target");
        assert!(is_empty(&array));
    }
}

#[test]
fn store_that_fails_is_not_an_empty_place() {
    let directory = Directory::new("fails");
    let path = directory.0.join("a.zarr");
    assert!(!has_array(&path).expect("nothing is there"));
    create(&path, METADATA, false).expect("an array");
    assert!(has_array(&path).expect("an array is there"));
    fs::remove_file(path.join("zarr.json")).expect("a file");
    // What cannot be read, whoever asks.
    fs::create_dir(path.join("zarr.json")).expect("a folder");
    let error = has_array(&path)
        .expect_err("a folder is not read")
        .to_string();
    assert!(error.contains("a.zarr: "), "{error}");
}
