//! What errors say: every number that they hold, and the errors inside them.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use tslice::{
    AxisError, PickError, ShapeError, SliceError, Tensor, View, axis_as_elements, s, try_zip,
};
use tslice_algebra::CutError;
use tslice_ops::{
    ConvertError, DiagError, GradError, IndicesError, PadError, Slice8Error, UpdateError,
};
use tslice_tests::faults::message;

/// The numbers of a text, in order.
fn numbers(text: &str) -> Vec<i128> {
    let is_part = |letter: char| letter.is_ascii_digit() || letter == '-';
    text.split(|letter: char| !is_part(letter))
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// Numbers that a message may leave out: the smaller of two widths, and those that are as usual.
const SILENT: [(&str, &[i128]); 4] = [
    ("DepthExceedsRank", &[0]),
    ("WindowOutOfBounds", &[1, 11]),
    ("TooLong", &[7]),
    ("MultipleEllipsis", &[5]),
];

/// What is wrong with the message of an error, or with its source.
fn fault<E: Error>(error: &E, inner: Option<&dyn Error>) -> Option<String> {
    let (held, message) = (format!("{error:?}"), error.to_string());
    let said = numbers(&message);
    let silent = SILENT.iter().find(|(name, _)| held.starts_with(name));
    let may_miss = silent.map_or(&[][..], |(_, numbers)| numbers);
    if let Some(number) = numbers(&held)
        .iter()
        .find(|number| !said.contains(number) && !may_miss.contains(number))
    {
        return Some(format!("{held} does not say {number}: {message}"));
    }
    match (inner, error.source()) {
        (None, None) => None,
        (Some(inner), Some(source)) if inner.to_string() == source.to_string() => {
            let is_said = message.contains(&inner.to_string());
            (!is_said).then(|| format!("{held} does not say what its source does: {message}"))
        }
        (inner, source) => Some(format!("{held}: source {source:?}, expected {inner:?}")),
    }
}

const AXIS: AxisError = AxisError::OutOfRange { axis: -31, rank: 3 };

const SLICE: SliceError = SliceError::ZeroStride { axis: 37 };

fn shape() -> ShapeError {
    ShapeError::TooLarge("shape [29, 23] with elements of 8 bytes".into())
}

fn list(numbers: &[usize]) -> Box<[usize]> {
    numbers.into()
}

/// Compares the variants that are made here with those of the enum in a source.
#[derive(Default)]
struct Seen {
    made: BTreeMap<&'static str, Vec<String>>,
    faults: Vec<String>,
}

impl Seen {
    fn see<E: Error>(&mut self, name: &'static str, error: &E, inner: Option<&dyn Error>) {
        let held = format!("{error:?}");
        let end = held.find([' ', '(']).unwrap_or(held.len());
        self.made
            .entry(name)
            .or_default()
            .push(held[..end].to_owned());
        self.faults.extend(fault(error, inner));
    }
}

/// The variants of an enum, read from its source: the lines that begin with a capital letter, one
/// step deeper than the enum.
fn variants(name: &str, source: &str) -> Vec<String> {
    let head = format!("pub enum {name} {{");
    let mut lines = source.lines();
    let first = lines
        .find(|line| line.trim_start() == head)
        .unwrap_or_else(|| panic!("{name} is in its file"));
    let depth = first.len() - first.trim_start().len();
    lines
        .take_while(|line| !(line.len() == depth + 1 && line.ends_with('}')))
        .filter_map(|line| {
            let word = line.get(depth + 4..)?;
            let is_step = line[..depth + 4].trim().is_empty();
            (is_step && word.starts_with(|letter: char| letter.is_ascii_uppercase())).then(|| {
                let end = word.find(|letter: char| !letter.is_alphanumeric());
                word[..end.unwrap_or(word.len())].to_owned()
            })
        })
        .collect()
}

/// Sees errors of one type: each with what it wraps, if it does.
macro_rules! see {
    ($seen:ident, $error:ident: $($variant:ident $({ $($field:ident: $value:expr),+ })? $(($inner:expr))?),+ $(,)?) => {$(
        $seen.see(
            stringify!($error),
            &$error::$variant $({ $($field: $value),+ })? $(($inner))?,
            see!(@ $($inner)?),
        );
    )+};
    (@) => { None };
    (@ $inner:expr) => { Some(&$inner) };
}

impl Seen {
    /// Asks for no fault, and for each variant of the enums that the files have.
    fn is_complete(&self, files: &[(&str, &str)]) {
        assert!(self.faults.is_empty(), "{}", self.faults.join("\n"));
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
        for (name, file) in files {
            let source = std::fs::read_to_string(crates.join(file)).expect("a source");
            for variant in variants(name, &source) {
                let made = &self.made[name];
                assert!(
                    made.contains(&variant),
                    "{name}::{variant} is not made here"
                );
            }
        }
    }
}

#[test]
fn errors_of_axes_and_specs_say_their_numbers() {
    let mut seen = Seen::default();
    see! {
        seen, AxisError:
        RankMismatch { expected: 3, rank: 5 },
        LengthMismatch { axis: 3, expected: 7, len: 11 },
        OutOfRange { axis: -7, rank: 3 },
        NoElements { axis: 13 },
    }
    see! {
        seen, SliceError:
        IndexOutOfBounds { axis: 3, index: -17, len: 11 },
        Axis(AXIS),
        TooManyIndices { taken: 7, rank: 5 },
        List { entry: 13 },
        ZeroStride { axis: 13 },
        IndexStrideNotPositive { axis: 3, stride: -5 },
        BoundOutOfBounds { axis: 3, bound: -17, len: 11 },
        WindowOutOfBounds { axis: 3, start: 5, length: 7, stride: 1, len: 11 },
        WindowOutOfBounds { axis: 3, start: 5, length: 7, stride: 2, len: 11 },
        WindowOutOfBounds { axis: 3, start: 5, length: 1, stride: 2, len: 4 },
        WindowOutOfBounds { axis: 13, start: -5, length: 7, stride: 1, len: 11 },
        WindowOutOfBounds { axis: 13, start: 15, length: 7, stride: 1, len: 11 },
        WindowOutOfBounds { axis: 13, start: 5, length: -7, stride: 1, len: 11 },
        NoEncoding { entry: 13 },
        AxisTooLong { axis: 13, len: usize::MAX },
        EmptyNewAxis { axis: 13 },
        MultipleEllipsis { mask: 5 },
        LengthMismatch { begin: 3, end: 5, strides: 7 },
        SpecTooLong { entries: 43 },
        Overlap { first: 3, second: 5 },
    }
    seen.is_complete(&[
        ("AxisError", "tslice-core/src/error/shape.rs"),
        ("SliceError", "tslice-core/src/error/slice.rs"),
    ]);
}

#[test]
fn errors_of_shapes_say_what_is_wrong() {
    let t = Tensor::<i32, 2>::zeros([3, 5]);
    let (mut column, row) = (
        Tensor::<i32, 2>::zeros([3, 1]),
        Tensor::<i32, 1>::zeros([4]),
    );
    let most = isize::MAX;
    let many = View::from(&[7_u8]).broadcast_to([most.unsigned_abs()]);
    let countless = [most.unsigned_abs(), 3];
    for (error, text) in [
        (
            t.try_broadcast_to([7, 3]).unwrap_err(),
            "shape [3, 5] does not broadcast to shape [7, 3]: its axis 0 has length 3, not 7"
                .to_owned(),
        ),
        (
            try_zip((&t, &row)).err().expect("4 and 5"),
            "operand 1 of shape [4] does not broadcast with shape [3, 5]: its axis 0 has length 4, \
             not 5"
                .to_owned(),
        ),
        (
            try_zip((&t, &mut column)).err().expect("exclusive"),
            "operand 1 of shape [3, 1] is exclusive and is not repeated along axis 1 to shape [3, 5]"
                .to_owned(),
        ),
        (
            View::from_shape(countless, &[7]).unwrap_err(),
            format!("shape [{most}, 3] has more elements than isize::MAX ({most})"),
        ),
        (
            many.try_to_vec().unwrap_err(),
            format!("shape [{most}] with elements of 1 bytes does not fit in memory"),
        ),
        (
            t.try_reshape([2, 7]).unwrap_err(),
            "shape [3, 5] with 15 elements does not reshape to [2, 7] with 14".to_owned(),
        ),
        (
            axis_as_elements::<_, 3, _>(t.slice(s![:1, ::-2])).unwrap_err(),
            "axis 1 has stride -2, the elements of arrays of 3 need 1; `to_tensor()` copies the \
             elements"
                .to_owned(),
        ),
        (
            axis_as_elements::<_, 3, _>(t.slice(s![:, :3])).unwrap_err(),
            "axis 0 has stride 5, which is not a multiple of 3: arrays of 3 elements need one; \
             `to_tensor()` copies the elements"
                .to_owned(),
        ),
    ] {
        assert_eq!(error.to_string(), text);
        assert!(error.source().is_none(), "{error:?}");
    }
    let split = message(|| t.split_at(1, 6));
    assert_eq!(split, "axis 1 with length 5 cannot be split at 6");
    assert_eq!(fault(&ShapeError::from(AXIS), Some(&AXIS)), None);
}

#[test]
fn errors_of_picks_and_cuts_say_their_numbers() {
    let mut seen = Seen::default();
    see! {
        seen, PickError:
        IndexOutOfBounds { at: 13, index: -17, axis: 3, len: 11 },
        MaskLength { mask: 13, axis: 3, len: 11 },
        MaskShape { mask: list(&[3, 5]), shape: list(&[3, 7]) },
        MaskShape { mask: list(&[7]), shape: list(&[3, 7]) },
        MaskShape { mask: list(&[3, 5]), shape: list(&[3]) },
        GroupLength { expected: 3, len: 5 },
        Slice(SLICE),
        Shape(shape()),
    }
    see! {
        seen, CutError:
        Axis(AXIS),
        EmptyChunks { axis: 7, len: 11 },
        NoParts { axis: 13, len: 11 },
        UnsortedEdges { axis: 13, at: 3, edge: 11 },
        EdgesTooShort { axis: 13, len: 11, last: 7 },
    }
    seen.is_complete(&[
        ("PickError", "tslice-core/src/pick/error.rs"),
        ("CutError", "tslice-algebra/src/error.rs"),
    ]);
}

#[test]
fn errors_of_pads_gathers_and_updates_say_their_numbers() {
    let mut seen = Seen::default();
    see! {
        seen, PadError:
        WidthCount { begins: 3, ends: 5, axes: 7 },
        Axis(AXIS),
        ScalarInput,
        NegativeWidth { axis: 13, widths: [-3, 5] },
        NegativeLength { axis: 13, len: 11, widths: [-3, -9] },
        TooLong { axis: 13, len: 11, limit: 10, widths: [7, 17] },
        TooLong { axis: 13, len: 11, limit: 10, widths: [17, 7] },
        EmptyAxis { axis: 13 },
        WrapBesideEmpty { axis: 13 },
        Shape(shape()),
    }
    see! {
        seen, IndicesError:
        IndexOutOfBounds {
            at: list(&[13, 17]), index: Box::from([3, -19]), axis: 1, value: -19, shape: list(&[5, 7])
        },
        DepthExceedsRank { depth: 7, batch_dims: 3, rank: 5 },
        DepthExceedsRank { depth: 7, batch_dims: 0, rank: 5 },
        IndicesScalar,
        ParamsScalar,
        EmptyParams { shape: list(&[5, 0]), slices: 13 },
        BatchDimsOutOfRange { batch_dims: -13, indices: 3, params: 5 },
        BatchShapeMismatch { indices: list(&[3, 5]), params: list(&[3, 7]) },
        UpdatesScalar,
        UpdatesShape { expected: list(&[3, 5]), updates: list(&[3, 7]) },
        EmptyOutput { shape: list(&[3, 5]) },
        DepthUnsupported,
        InvalidLength { axis: 13, len: -7 },
        Axis(AXIS),
        IndicesShape { indices: list(&[3, 5]), shape: list(&[3, 7]) },
        Shape(shape()),
    }
    see! {
        seen, GradError:
        Slice(SLICE),
        DyShape { slice: list(&[3, 5]), dy: list(&[3, 7]) },
        InvalidLength { axis: 13, len: -7 },
        Shape(shape()),
    }
    see! { seen, UpdateError: Slice(SLICE), ValueShape(shape()), Shape(shape()) }
    seen.is_complete(&[
        ("PadError", "tslice-ops/src/pad/error.rs"),
        ("IndicesError", "tslice-ops/src/gather_nd/error.rs"),
        ("GradError", "tslice-ops/src/strided_slice_grad.rs"),
        ("UpdateError", "tslice-ops/src/strided_slice_update.rs"),
    ]);
}

#[test]
fn errors_of_diagonals_and_arguments_say_their_numbers() {
    let mut seen = Seen::default();
    see! {
        seen, DiagError:
        RankTooSmall { rank: 1 },
        BadIndexShape { shape: list(&[3, 5]) },
        OutOfBounds { k: -13, rows: 3, columns: 5 },
        NotOrdered { lower: 5, upper: -3 },
        PaddingNotScalar { shape: list(&[3, 5]) },
        NoDiagonal,
        DiagonalShape { expected: list(&[3, 5]), diagonal: list(&[3, 7]) },
        DiagonalCount { diagonal: list(&[3, 5]), lower: -7, upper: 11 },
        Matrix { rows: 3, columns: 5, least: [7, 11] },
        Band { lower: 3, upper: 5, rows: 7, columns: 11 },
        NegativeLength,
        Shape(shape()),
    }
    let arguments = Slice8Error::ZeroStep { axis: 41 };
    see! {
        seen, Slice8Error:
        ScalarInput,
        TooManyAxes { given: 7, rank: 5 },
        LengthMismatch { start: 3, stop: 5, step: 7, axes: None },
        LengthMismatch { start: 3, stop: 5, step: 7, axes: Some(11) },
        AxisOutOfRange { axis: -13, rank: 3 },
        DuplicateAxes { axis: 13, first: 3, second: 5 },
        ZeroStep { axis: 13 },
        UpdatesRank { rank: 3, updates: 5 },
        UpdatesLength { axis: 13, len: 3, updates: 5 },
        OutOfMemory,
    }
    see! {
        seen, ConvertError:
        Spec(SLICE),
        Shape(shape()),
        Slice(arguments),
        Squeeze(arguments),
        Unsqueeze(arguments),
        NotOneElement { axis: 13, len: 3 },
        AxisTooLong { axis: 13, len: 111, limit: 77 },
    }
    seen.is_complete(&[
        ("DiagError", "tslice-ops/src/matrix_diag_part/operands.rs"),
        ("Slice8Error", "tslice-ops/src/slice/mod.rs"),
        ("ConvertError", "tslice-ops/src/slice_args/mod.rs"),
    ]);
}
