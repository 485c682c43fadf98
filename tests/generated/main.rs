//! The recorded literal specs through `s!`: encoding, result rank, shape and values, or the error.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::Value;
use tslice::{DynView, Encoding, Masks, SliceError, Tensor, View};

const RECORDED: &str = include_str!("../data/strided_slice.ndjson");

static CASES: LazyLock<HashMap<String, Value>> = LazyLock::new(|| {
    let case = |line: &str| {
        let value: Value = serde_json::from_str(line).expect("every line is a case");
        (value["id"].as_str().expect("an id").to_owned(), value)
    };
    RECORDED.lines().map(case).collect()
});

type Sliced<'v> = Result<DynView<'v, i64>, SliceError>;

#[inline(never)]
fn check<const R: usize>(
    id: &str,
    shape: [usize; R],
    encoding: Encoding,
    slice: &dyn for<'v> Fn(View<'v, i64, R>) -> Sliced<'v>,
) {
    let case = &CASES[id];
    let numbers = |field: &str| -> Vec<i64> {
        case[field]
            .as_array()
            .expect("a list")
            .iter()
            .map(|v| v.as_i64().expect("an integer"))
            .collect()
    };
    let masks: Vec<i32> = numbers("masks")
        .into_iter()
        .map(|m| i32::try_from(m).expect("an int32"))
        .collect();
    let recorded = Encoding {
        begin: numbers("begin"),
        end: numbers("end"),
        strides: numbers("strides"),
        masks: Masks::from_i32(masks.try_into().expect("five masks")),
    };
    assert_eq!(encoding, recorded, "{id}: encoding");
    let count: usize = shape.iter().product();
    let data = (0..).take(count).collect();
    let input = Tensor::from_shape_vec(shape, data).expect("the length of the shape");
    match (
        slice(input.view()),
        case.get("error").and_then(Value::as_str),
    ) {
        (Err(SliceError::IndexOutOfBounds { .. }), Some("index_out_of_bounds")) => {}
        (Ok(view), None) => {
            let shape: Vec<i64> = view
                .shape()
                .iter()
                .map(|&n| i64::try_from(n).expect("a length"))
                .collect();
            assert_eq!(shape, numbers("out_shape"), "{id}: shape");
            assert_eq!(view.to_vec(), numbers("out"), "{id}: values");
        }
        (answer, expected) => panic!("{id}: {answer:?}, recorded {expected:?}"),
    }
}

macro_rules! cases {
    ($name:ident: $($id:literal $shape:tt [$($spec:tt)*];)+) => {
        #[test]
        fn $name() {
            $(check($id, $shape, tslice::s![$($spec)*].to_encoding(), &|view| {
                view.try_slice(tslice::s![$($spec)*]).map(View::into_dyn)
            });)+
        }
    };
}

include!("specs.rs");

#[test]
fn the_file_is_what_the_generator_writes() {
    let generated = tslice_tests::generate::render(RECORDED).expect("every line is a case");
    tslice_tests::golden::check("tests/generated/specs.rs", &generated);
    let cases = generated
        .lines()
        .filter(|line| line.ends_with("];"))
        .count();
    assert!(cases >= 700, "{cases} cases");
}
