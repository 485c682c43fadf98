//! Arrays whose chunks are pieces of other files.
#![cfg(feature = "filesystem")]

use std::path::{Path, PathBuf};

use tslice::{Tensor, s};
use tslice_zarr::{ZarrArray, ZarrError};

use crate::opened::Directory;

/// Four rows of six numbers in chunks of two rows of three; one chunk is missing.
const ARRAY: &str = r#"{"shape": [4, 6], "chunks": [2, 3], "dtype": "<u2", "fill_value": 7, "order": "C", "filters": null,
    "compressor": null, "zarr_format": 2}"#;

fn write(directory: &Directory, refs: &str) -> PathBuf {
    // Bytes in front of and between the chunks.
    let numbers = (0_u16..40).flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    std::fs::create_dir_all(directory.0.join("data")).expect("a directory");
    std::fs::write(directory.0.join("data/numbers.bin"), numbers).expect("a file");
    let path = directory.0.join("archive.json");
    std::fs::write(&path, refs).expect("a file");
    path
}

fn open(path: &Path, array: &str) -> Result<ZarrArray, ZarrError> {
    tslice_zarr::open(path.join(array).to_str().expect("UTF-8"))
}

#[test]
fn references_to_pieces_are_read_as_an_array() {
    let directory = Directory::new("references");
    let refs = serde_json::json!({
        ".zgroup": r#"{"zarr_format": 2}"#,
        "sea/level/.zarray": ARRAY,
        "sea/level/0.0": ["{{ folder }}/numbers.bin", 4, 12],
        "sea/level/0.1": ["{{folder}}/numbers.bin", 20, 12],
        "sea/level/1.0": "base64:AQACAAMABAAFAAYA",
        "sea/other/.zarray": ARRAY,
    });
    let version_1 = serde_json::json!({ "version": 1, "templates": { "folder": "data" }, "gen": [], "refs": refs });
    let path = write(&directory, &version_1.to_string());
    let array = open(&path, "sea/level")
        .expect("an array")
        .into_rank::<2>()
        .expect("two axes");
    let whole: Tensor<u16, 2> = array.read().expect("elements");
    assert_eq!(
        whole,
        [
            [2, 3, 4, 10, 11, 12],
            [5, 6, 7, 13, 14, 15],
            [1, 2, 3, 7, 7, 7],
            [4, 5, 6, 7, 7, 7]
        ]
    );
    assert_eq!(
        array
            .tslice(s![::-2, 1:5:2])
            .read::<u16>()
            .expect("elements"),
        [[5, 7], [6, 13]]
    );
    assert!(matches!(
        array.tslice_assign(s![0], whole.slice(s![1])),
        Err(ZarrError::ReadOnly)
    ));
    // The older version has the references alone; metadata may be an object, and a file may be a
    // chunk as a whole.
    let text = refs
        .to_string()
        .replace("{{ folder }}", "data")
        .replace("{{folder}}", "data");
    let mut refs: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let part = directory.0.join("part.bin");
    std::fs::write(&part, [9, 0].repeat(6)).expect("a file");
    refs["sea/level/1.1"] = serde_json::json!([format!("file://{}", part.display())]);
    refs["sea/level/.zarray"] = serde_json::from_str(ARRAY).expect("JSON");
    let path = write(&directory, &refs.to_string());
    let array = open(&path, "sea/level")
        .expect("an array")
        .into_rank::<2>()
        .expect("two axes");
    assert_eq!(
        array.tslice(s![2:, 2:]).read::<u16>().expect("elements"),
        [[3, 9, 9, 9], [6, 9, 9, 9]]
    );
}

#[test]
fn references_that_are_none_are_told() {
    let directory = Directory::new("no-references");
    let said = |refs: &str, array: &str| {
        let path = write(&directory, refs);
        let opened = open(&path, array).and_then(|array| array.read::<u16>());
        opened.map(|_| ()).expect_err("it is refused").to_string()
    };
    let with = |chunk: serde_json::Value| {
        serde_json::json!({ "a/.zarray": ARRAY, "a/0.0": chunk }).to_string()
    };
    for (refs, array, words) in [
        (
            "[1]".to_owned(),
            "a",
            "a file must hold references in JSON: invalid type",
        ),
        (
            "{}".to_owned(),
            "a",
            "`zarr.json` and `.zarray` are missing",
        ),
        (
            r#"{"refs": [], "version": 1}"#.to_owned(),
            "a",
            "`refs` is not an object",
        ),
        (
            r#"{"refs": {}, "gen": [{"key": "x"}]}"#.to_owned(),
            "a",
            "`gen`",
        ),
        (
            with(serde_json::json!(["data/numbers.bin", 70, 12])),
            "a",
            "bytes from 70 on, 12 of them: the value has 80 bytes",
        ),
        (
            with(serde_json::json!(["data/numbers.bin", u64::MAX, 12])),
            "a",
            "bytes from 18446744073709551615 on",
        ),
        (
            with(serde_json::json!(["data/numbers.bin", 0, 11])),
            "a",
            "chunk 0.0",
        ),
        (
            with(serde_json::json!(["data/numbers.bin", 0, u64::MAX])),
            "a",
            "0.0",
        ),
        (
            with(serde_json::json!(["data", 0, 12])),
            "a",
            "not a regular file",
        ),
        (
            with(serde_json::json!(["data/none.bin", 0, 12])),
            "a",
            "none.bin",
        ),
        (
            with(serde_json::json!(["{{x}}", 0, 12])),
            "a",
            "`a/0.0`: the template `x` is missing, or not a text",
        ),
        (
            with(serde_json::json!(["{{x", 0, 12])),
            "a",
            "`a/0.0`: `{{x` has no `}}`",
        ),
        (
            with(serde_json::json!(["data/numbers.bin", -1, 12])),
            "a",
            "`a/0.0`: -1 is not a number of bytes",
        ),
        (
            with(serde_json::json!(["data/numbers.bin", 1])),
            "a",
            "`a/0.0`: a list has a file, or a file,",
        ),
        (
            with(serde_json::json!(12)),
            "a",
            "`a/0.0`: neither a text nor a list",
        ),
        (with(serde_json::json!("base64:%")), "a", "`a/0.0`: "),
    ] {
        let error = said(&refs, array);
        assert!(
            error.contains(words),
            "{refs}: `{words}` is not in: {error}"
        );
    }
}

#[test]
fn references_are_a_group_that_names_its_arrays() {
    let directory = Directory::new("reference-group");
    let refs = serde_json::json!({ ".zgroup": r#"{"zarr_format": 2}"#, "b/.zarray": ARRAY, "a/c/.zarray": ARRAY });
    let path = write(&directory, &refs.to_string());
    let error = open(&path, "").expect_err("a group").to_string();
    assert!(
        error.ends_with(": this is a group, not an array: the arrays in it are `a/c`, `b`"),
        "{error}"
    );
    let error = open(&path, "a").expect_err("no metadata").to_string();
    assert!(
        error.ends_with("are missing; the arrays in it are `c`"),
        "{error}"
    );
}

/// A template of a megabyte that ten thousand keys name would take ten gigabytes.
#[test]
fn references_do_not_grow_by_their_templates() {
    let directory = Directory::new("templates");
    let with = |template: String| {
        let mut refs = serde_json::Map::new();
        refs.insert("a/.zarray".to_owned(), ARRAY.into());
        for at in 0..10_000 {
            refs.insert(
                format!("a/0.{at}"),
                serde_json::json!([format!("{{{{t}}}}/{at}"), 0, 12]),
            );
        }
        let refs =
            serde_json::json!({ "version": 1, "templates": { "t": template }, "refs": refs });
        open(&write(&directory, &refs.to_string()), "a").map(|array| array.read::<u16>())
    };
    let error = with("x".repeat(1 << 20)).expect_err("a name").to_string();
    assert!(
        error.contains("`a/0.") && error.ends_with("the name of a file is longer than 65536 bytes"),
        "{error}"
    );
    // Names below the limit are replaced when they are read: 600 MB would be in memory otherwise.
    let read = with("x".repeat(60_000)).expect("an array");
    assert!(read.is_err_and(
        |error| error.to_string().contains("chunk") || error.to_string().contains("0.0")
    ));
}

/// A `zarr.storage.ZipStore` of zarr-python 3.1.6 with two arrays: `other`, and `sea/level` of
/// `uint16`, shape [4, 6], chunks [2, 3] and fill value 7, written by
/// `a[:2] = arange(12).reshape(2, 6)`, `a[2:, :3] = 100`, `a[0, 0] = 99`. The last one wrote a
/// second member of the same name.
const ARCHIVE: &[u8] = include_bytes!("archive.zip");

#[test]
fn archives_are_read_as_their_members() {
    let directory = Directory::new("archive");
    let path = directory.0.join("archive.zip");
    std::fs::create_dir_all(&directory.0).expect("a directory");
    std::fs::write(&path, ARCHIVE).expect("a file");
    let array = open(&path, "sea/level")
        .expect("an array")
        .into_rank::<2>()
        .expect("two axes");
    let rows: Tensor<u16, 2> = array.tslice(s![::-1]).read().expect("elements");
    let (third, fill) = ([100; 3], [7; 3]);
    assert_eq!(
        rows.slice(s![:2]).to_vec(),
        [third, fill, third, fill].concat()
    );
    assert_eq!(
        rows.slice(s![2:]),
        [[6, 7, 8, 9, 10, 11], [99, 1, 2, 3, 4, 5]]
    );
    let error = open(&path, "").expect_err("a group").to_string();
    let words = ": this is a group, not an array: the arrays in it are `other`, `sea/level`";
    assert!(error.ends_with(words), "{error}");
}

#[test]
fn archives_that_are_compressed_or_damaged_fail() {
    let directory = Directory::new("archives");
    let path = directory.0.join("archive.zip");
    std::fs::create_dir_all(&directory.0).expect("a directory");
    let opened = |bytes: &[u8]| {
        std::fs::write(&path, bytes).expect("a file");
        open(&path, "sea/level").and_then(|array| array.read::<u16>())
    };
    let mut compressed = ARCHIVE.to_vec();
    let entry = ARCHIVE
        .windows(4)
        .position(|bytes| bytes == b"PK\x01\x02")
        .expect("an entry");
    compressed[entry + 10] = 8;
    let error = opened(&compressed).expect_err("deflate").to_string();
    assert!(
        error.contains("`zarr.json` is compressed by ZIP: store it"),
        "{error}"
    );
    let error = opened(&ARCHIVE[..ARCHIVE.len() - 30])
        .expect_err("cut")
        .to_string();
    assert!(error.contains(": this archive is damaged"), "{error}");
    // Whatever is in an archive, it is read or an error.
    let mut random = 2026_u32;
    for _ in 0..500 {
        let mut bytes = ARCHIVE.to_vec();
        for _ in 0..3 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            bytes[4 + (random >> 8) as usize % (ARCHIVE.len() - 4)] = random as u8;
        }
        let _ = opened(&bytes);
    }
}
