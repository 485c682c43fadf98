//! Named specs with signatures, which the compiler has compared with their specs.

use tslice::{DynTensor, SpecType, Tensor, View, spec};

const WIDTH: usize = 640;

struct Camera;

impl Camera {
    const HEIGHT: usize = 480;
    const MARGIN: i32 = 100;

    spec! {
        /// An item of an impl.
        const CROP: [Self::HEIGHT, WIDTH, 3] => [280, { WIDTH - 400 }, 3] = [Self::MARGIN:-100, 200:440];
    }
}

spec! {
    const CROP: [480, 640, 3] => [280, 240, 3] = [100:-100, 200:440];
    static REVERSED: [_, 5] => [_, 3] = [.., ::-2];
    const NEW: [_] => [1, _] = [newaxis, 2:];
    const NOTHING_NAMED: [] => [] = [];
    const DERIVED: [Camera::HEIGHT, 640, _] => [_, _] = [axis_of(1):, .., -1];
    const AXES: [2, 3, 4] => [3, 2] = [0 => 1, -1 => ::2,];
    const MORE: [2, 3, 4, 5] => [1, 3, 4, 2] = [newaxis, 0, .., 1:3,];
    const AT_MOST: [_, 7] => [3, 7] = [:3];
    const PLAIN = [1:3];
    // What is not there contradicts nothing.
    #[cfg(any())]
    const NOT_THERE: [3] => [1] = [5];
    #[cfg(any())]
    const NOT_SAID = [1:2:0];
}

const fn axis_of(n: usize) -> usize {
    n + 1
}

/// A length of an array, as the shape is a constant.
const BUFFER: [u8; CROP.shape()[1]] = [0; 240];

#[test]
fn shapes_are_constants() {
    const SHAPE: [usize; 3] = CROP.shape();
    assert_eq!((SHAPE, BUFFER.len()), ([280, 240, 3], 240));
    assert_eq!(
        (CROP.input_shape(), Camera::CROP.shape()),
        ([480, 640, 3], [280, 240, 3])
    );
    assert_eq!(
        (REVERSED.input_shape(), REVERSED.shape()),
        ([None, Some(5)], [None, Some(3)])
    );
    assert_eq!(
        (NEW.shape(), NOTHING_NAMED.shape()),
        ([Some(1), None], [0; 0])
    );
    assert_eq!(
        (AXES.shape(), MORE.shape(), AT_MOST.shape()),
        ([3, 2], [1, 3, 4, 2], [3, 7])
    );
}

#[test]
fn lengths_that_follow_are_filled_in() {
    assert_eq!(DERIVED.shape(), [478, 640]);
}

#[test]
fn a_signature_slices_as_its_spec_does() {
    let t = Tensor::<u8, 3>::zeros([480, 640, 3]);
    assert_eq!(*t.slice(CROP).shape(), CROP.shape());
    let borrowed = &CROP;
    assert_eq!(*t.slice(borrowed).shape(), CROP.shape());
    assert_eq!(t.into_dyn().slice(CROP).shape(), CROP.shape());
    let rows = View::<i32, 2>::from(&[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]);
    let reversed: View<i32, 2> = rows.slice(REVERSED);
    assert_eq!(reversed, [[5, 3, 1], [10, 8, 6]]);
    // The spec decides, on another shape too.
    assert_eq!(rows.slice(PLAIN).shape(), &[1, 5]);
    assert_eq!(rows.slice(AT_MOST).shape(), &[2, 5]);
}

#[test]
fn a_signature_is_written_as_its_spec() {
    assert_eq!(
        (CROP.to_string(), CROP.begin()),
        ("100:-100, 200:440".into(), &[100, 200])
    );
    assert_eq!(
        format!("{NEW:?}"),
        "s![newaxis, 2:]: [None] => [Some(1), None]"
    );
    let field: tslice::ShapedSpec<SpecType![_:_, _:_], [usize; 3], [usize; 3]> = CROP;
    assert_eq!(field, CROP);
    let dynamic = DynTensor::<u8>::zeros([480, 640, 3]);
    assert_eq!(dynamic.slice(field).shape(), [280, 240, 3]);
}

const ROWS: usize = 480;
const TWO: usize = 2;

tslice::spec! {
    const LISTED: [ROWS, _, ROWS] => [3, TWO, _] = [[0, 479, -1], [5, n_at(7)], [0:3, 4]];
    const GROUPED: [ROWS, ROWS, TWO] => [TWO, 1] = [([0, -480], [479, 0]), 1:];
    const BESIDE: [ROWS, 4] => [240, TWO] = [::2, [0, -1]];
}

const fn n_at(n: i64) -> i64 {
    n
}

#[test]
fn signatures_of_lists_have_constants() {
    assert_eq!(LISTED.shape(), [3, 2, 4]);
    assert_eq!(GROUPED.shape(), [2, 1]);
    assert_eq!(BESIDE.shape(), [240, 2]);
    let t = tslice::Tensor::from_shape_fn([480, 4], |[i, j]| 10 * i + j);
    let picked = t.pick(BESIDE);
    assert_eq!((picked.shape(), picked[[239, 1]]), (&[240, 2], 4783));
}

tslice::spec! {
    const WITH_EMPTY_RUN: [4] => [1] = [[1, 2:2]];
    const OF_RUNS: [4, ROWS] => [3] = [([0:2, 3], [1:4])];
    const REPEATED: [4, 4] => [3] = [([0], [1:])];
    const EMPTY: [4] => [_] = [[n_at(2):+0]];
    const EMPTY_BESIDE_ONE: [4, 4] => [_] = [([n_at(2):+0], [0])];
    const ONE_BESIDE_EMPTY: [4, 4] => [_] = [([0], [n_at(2):+0])];
}

#[test]
fn lists_in_signatures_take_all_their_items() {
    let t = tslice::Tensor::from_shape_fn([4, 480], |[i, j]| 1000 * i + j);
    assert_eq!(t.pick(OF_RUNS), [1, 1002, 3003]);
    assert_eq!(t.slice(tslice::s![:, :4]).pick(REPEATED), [1, 2, 3]);
    assert_eq!(
        t.slice(tslice::s![:, 0]).pick(EMPTY).shape(),
        &EMPTY.shape()
    );
    for empty in [t.pick(EMPTY_BESIDE_ONE), t.pick(ONE_BESIDE_EMPTY)] {
        assert_eq!(empty.shape(), &[0]);
    }
    assert_eq!(
        (EMPTY_BESIDE_ONE.shape(), ONE_BESIDE_EMPTY.shape()),
        ([0], [0])
    );
    assert_eq!(t.slice(tslice::s![:, 0]).pick(WITH_EMPTY_RUN), [1000]);
    assert_eq!(
        (OF_RUNS.shape(), REPEATED.shape(), WITH_EMPTY_RUN.shape()),
        ([3], [3], [1])
    );
}
