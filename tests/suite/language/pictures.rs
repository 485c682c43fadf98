//! The pictures in the crate's documentation are what `explain` draws. `BLESS=1` writes them.

use std::path::{Path, PathBuf};

use tslice::DynSpec;
use tslice_explain::Explain;
use tslice_tests::golden;

/// File, spec, shape: every kind of entry.
const PICTURES: &[(&str, &str, &[usize])] = &[
    ("index", "1", &[4, 6]),
    ("index_from_end", ":, -1", &[4, 6]),
    ("range", "1:3, 2:5", &[4, 6]),
    ("absent", "2:, :-2", &[4, 6]),
    ("clamped", "2:100, -100:2", &[4, 6]),
    ("stride", "::2, 1::2", &[4, 6]),
    ("reversed", "::-1, ::-1", &[4, 6]),
    ("last_backwards", ":, :-3:-1", &[4, 6]),
    ("ellipsis", "..., 0", &[2, 3, 4]),
    ("ellipsis_between", "1, ..., ::-2", &[2, 3, 4]),
    ("new_axis", "newaxis, 2, newaxis", &[4, 6]),
    ("axis_form", "-1 => 1:3", &[2, 3, 4]),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tslice/docs/pictures")
}

#[test]
fn pictures_are_current() {
    for (name, spec, shape) in PICTURES {
        let spec: DynSpec = spec.parse().expect("a spec");
        let svg = spec
            .explain(shape)
            .expect("fits")
            .svg()
            .expect("a small shape");
        golden::check(&format!("tslice/docs/pictures/{name}.svg"), &svg);
    }
}

#[test]
fn every_picture_is_drawn_by_these_specs() {
    for entry in folder().read_dir().expect("the pictures ship") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|name| name.to_str());
        assert!(
            PICTURES.iter().any(|(known, ..)| name == Some(known)),
            "{name:?} is left over"
        );
    }
}
