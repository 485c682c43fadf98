//! What the tests of both crates share: the recorded slices, specs of every kind of entry, and
//! random chains of operations.

pub mod chains;
#[path = "../../../src/crossing.rs"]
pub mod kinds;
pub mod messages;
pub mod speed;

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use serde_json::Value;
use tslice::{DynSpec, DynView, SliceError};

/// A recorded slice of an array of integers.
pub struct Case {
    /// The name.
    pub id: String,
    /// The shape of the array.
    pub shape: Vec<usize>,
    /// Its elements in row-major order.
    pub elements: Vec<i64>,
    /// The spec.
    pub spec: DynSpec,
    /// The shape and the elements that TensorFlow answered. Where it answered an error, the one of
    /// this crate.
    pub answer: Result<(Vec<usize>, Vec<i64>), SliceError>,
}

/// The recorded slices of arrays of rank 1 to 6 whose specs are texts of the language.
///
/// # Panics
///
/// If the file is missing, or a line is not a case; if tslice accepts a slice that TensorFlow
/// refuses.
#[must_use]
pub fn recorded() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(read)
}

fn read() -> Vec<Case> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/strided_slice.ndjson");
    let text = fs::read_to_string(file).expect("the recorded answers are there");
    let cases: Vec<Case> = text.lines().filter_map(case).collect();
    assert!(cases.len() > 1000, "there are {} cases", cases.len());
    cases
}

fn case(line: &str) -> Option<Case> {
    let case: Value = serde_json::from_str(line).expect("a line is JSON");
    let shape: Vec<usize> = integers(&case["shape"])?
        .into_iter()
        .map(|n| usize::try_from(n).expect("a length"))
        .collect();
    let spec: DynSpec = case["spec"].as_str()?.parse().ok()?;
    if !(1..=6).contains(&shape.len()) {
        return None;
    }
    let len = i64::try_from(shape.iter().product::<usize>()).expect("few elements");
    let elements = integers(&case["data"]).unwrap_or_else(|| (0..len).collect());
    let answer = match integers(&case["out_shape"]) {
        Some(shape) => {
            let shape = shape
                .into_iter()
                .map(|n| usize::try_from(n).expect("a length"))
                .collect();
            Ok((
                shape,
                integers(&case["out"]).expect("an answer has elements"),
            ))
        }
        None => match DynView::from_shape(&shape, &elements)
            .expect("as many")
            .try_slice(&spec)
        {
            Err(error) => Err(error),
            // TensorFlow's kernels stop at rank 8.
            Ok(_) if case["error"] == "rank_unsupported" => return None,
            Ok(_) => panic!("{}: TensorFlow refuses it", case["id"]),
        },
    };
    Some(Case {
        id: case["id"].as_str()?.to_owned(),
        shape,
        elements,
        spec,
        answer,
    })
}

fn integers(list: &Value) -> Option<Vec<i64>> {
    list.as_array()?.iter().map(Value::as_i64).collect()
}

/// A text for every kind of entry, and for several together, that fits shape `[4, 3, 5]` and leaves
/// an axis.
pub const EVERY_ENTRY: [&str; 22] = [
    "",
    "..",
    "1",
    "-1",
    ":, 2",
    "newaxis",
    "1, newaxis, 0",
    "1:3",
    "-2:",
    ":-1",
    "::2",
    "1::2",
    "::-1",
    "::-2",
    "-1:0:-3",
    "..., 1:4:2",
    "::-1, ::2, ::-3",
    "2, ::-1",
    "3, 1:2",
    "-1, ..., newaxis, ::-2",
    "1:2, -1, 3:0:-1",
    ":, 1, 4",
];

/// Every shape of a rank whose lengths are 0, 1 and 2.
#[must_use]
pub fn shapes(rank: usize) -> Vec<Vec<usize>> {
    (0..rank).fold(vec![Vec::new()], |shapes, _| {
        shapes
            .iter()
            .flat_map(|shape| (0..3).map(move |len| [&shape[..], &[len]].concat()))
            .collect()
    })
}
