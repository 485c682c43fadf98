//! What the tests of both crates share: the recorded slices, specs of every kind of entry, and random chains of operations.

pub mod chains;
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
    /// The shape and the elements that TensorFlow answered. Where it answered an error, the one of this crate.
    pub answer: Result<(Vec<usize>, Vec<i64>), SliceError>,
}

/// The recorded slices of arrays of rank 1 to 6 whose specs are texts of the language.
///
/// # Panics
///
/// If the file is not there, or a line is no case; if a slice that TensorFlow refuses is none that tslice refuses.
#[must_use]
pub fn recorded() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(read)
}

fn read() -> Vec<Case> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/strided_slice.ndjson");
    let text = fs::read_to_string(file).expect("the recorded answers are there");
    let cases: Vec<Case> = text.lines().filter_map(case).collect();
    assert!(cases.len() > 1000, "there are {} cases", cases.len());
    cases
}

fn case(line: &str) -> Option<Case> {
    let case: Value = serde_json::from_str(line).expect("a line is JSON");
    let shape: Vec<usize> =
        integers(&case["shape"])?.into_iter().map(|n| usize::try_from(n).expect("a length")).collect();
    let spec: DynSpec = case["spec"].as_str()?.parse().ok()?;
    if !(1..=6).contains(&shape.len()) {
        return None;
    }
    let len = i64::try_from(shape.iter().product::<usize>()).expect("few elements");
    let elements = integers(&case["data"]).unwrap_or_else(|| (0..len).collect());
    let answer = match integers(&case["out_shape"]) {
        Some(shape) => {
            let shape = shape.into_iter().map(|n| usize::try_from(n).expect("a length")).collect();
            Ok((shape, integers(&case["out"]).expect("an answer has elements")))
        }
        None => match DynView::from_shape(&shape, &elements).expect("as many").try_slice(&spec) {
            Err(error) => Err(error),
            // TensorFlow's kernels stop at rank 8.
            Ok(_) if case["error"] == "rank_unsupported" => return None,
            Ok(_) => panic!("{}: TensorFlow refuses it", case["id"]),
        },
    };
    Some(Case { id: case["id"].as_str()?.to_owned(), shape, elements, spec, answer })
}

fn integers(list: &Value) -> Option<Vec<i64>> {
    list.as_array()?.iter().map(Value::as_i64).collect()
}

/// A text for every kind of entry, and for several together, that fits shape `[4, 3, 5]` and leaves an axis.
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

/// Random shapes of 1 to 4 axes, some of them empty, and specs that mix lists, groups, ranges, indices and new axes.
///
/// # Panics
///
/// Never: the texts are specs.
#[must_use]
pub fn picks() -> Vec<(Vec<usize>, DynSpec)> {
    let mut state = 7_u64;
    let mut below = move |end: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).expect("31 bits") % end
    };
    (0..400)
        .map(|_| {
            let shape: Vec<usize> =
                (0..=below(4)).map(|_| if below(15) == 0 { 0 } else { 1 + below(4) }).collect();
            let (mut entries, mut axis) = (Vec::new(), 0);
            while axis < shape.len() {
                let grouped = if axis + 1 < shape.len() { 1 + below(2) } else { 1 };
                let count = below(5) * usize::from(!shape[axis..axis + grouped].contains(&0));
                let mut list = |len: usize| {
                    let at = |_| {
                        if below(2) == 0 { below(len).to_string() } else { format!("-{}", 1 + below(len)) }
                    };
                    format!("[{}]", (0..count).map(at).collect::<Vec<_>>().join(", "))
                };
                match (grouped, count) {
                    (2, _) => {
                        entries.push(format!("({}, {})", list(shape[axis]), list(shape[axis + 1])));
                    }
                    (_, 4) => entries.push("::-2".to_owned()),
                    (_, 3) => entries.push("-1".to_owned()),
                    _ => entries.push(list(shape[axis])),
                }
                axis += grouped;
                match below(6) {
                    0 => entries.push("newaxis".to_owned()),
                    1 => break,
                    _ => {}
                }
            }
            let spec = entries.join(", ").parse().expect("a spec");
            (shape, spec)
        })
        .collect()
}

/// Every shape of a rank whose lengths are 0, 1 and 2.
#[must_use]
pub fn shapes(rank: usize) -> Vec<Vec<usize>> {
    (0..rank).fold(vec![Vec::new()], |shapes, _| {
        shapes.iter().flat_map(|shape| (0..3).map(move |len| [&shape[..], &[len]].concat())).collect()
    })
}
