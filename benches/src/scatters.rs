//! The operations that write by indices, in place.

use tslice::diag::Align;
use tslice::{DynView, DynViewMut};
use tslice_ops::{self as ops, BadIndices, Reduction};

use crate::case::{Build, Case, HAND, OURS};
use crate::computes::{Computer, case};
use crate::data;

const TABLE: [usize; 2] = [1024, 1024];
const POINTS: usize = 1 << 20;
const MATRICES: [usize; 3] = [64, 256, 256];

fn place(at: i64) -> usize {
    usize::try_from(at).expect("a position")
}

/// Half of the rows of a table, written over zeros or added to them.
fn rows(name: &'static str, reduction: Reduction<f32>) -> Case {
    let list = data::scattered(512, 1024);
    let theirs: Vec<usize> = list.iter().copied().map(place).collect();
    let adds = reduction == Reduction::Sum;
    let computers: Vec<(&'static str, Computer<f32, f32>)> = vec![
        (
            OURS,
            Box::new(move |a, out| {
                out.fill(0.0);
                let indices = DynView::from_shape([512, 1], &list).expect("tuples");
                let rows = DynView::from_shape([512, 1024], &a[..512 * 1024]).expect("rows");
                let mut out = DynViewMut::from_shape(TABLE, out).expect("a table");
                ops::tensor_scatter_nd_assign(
                    &mut out,
                    &indices,
                    &rows,
                    reduction,
                    BadIndices::Error,
                )
                .expect("inside");
            }),
        ),
        (
            HAND,
            Box::new(move |a, out| {
                out.fill(0.0);
                for (row, at) in a.chunks_exact(1024).zip(&theirs) {
                    let out = out[at * 1024..][..1024].iter_mut().zip(row);
                    if adds {
                        out.for_each(|(out, a)| *out += a);
                    } else {
                        out.for_each(|(out, a)| *out = *a);
                    }
                }
            }),
        ),
    ];
    case(("512 of f32 1024^2", name), &TABLE, 1 << 20, computers)
}

/// Elements at index tuples.
fn points() -> Case {
    let flat = data::scattered(POINTS, 1 << 20);
    let tuples: Vec<i64> = flat.iter().flat_map(|at| [at / 1024, at % 1024]).collect();
    let theirs: Vec<usize> = flat.into_iter().map(place).collect();
    let computers: Vec<(&'static str, Computer<f32, f32>)> = vec![
        (
            OURS,
            Box::new(move |a, out| {
                let indices = DynView::from_shape([POINTS, 2], &tuples).expect("tuples");
                let points = DynView::from_shape([POINTS], a).expect("points");
                let mut out = DynViewMut::from_shape(TABLE, out).expect("a table");
                ops::scatter_nd_update_assign(&mut out, &indices, &points, Reduction::None)
                    .expect("inside");
            }),
        ),
        (
            HAND,
            Box::new(move |a, out| a.iter().zip(&theirs).for_each(|(a, at)| out[*at] = *a)),
        ),
    ];
    case(
        ("1 M points of f32 1024^2", "scatter points"),
        &TABLE,
        POINTS,
        computers,
    )
}

/// One element of its row for each index.
fn elements() -> Case {
    let indices = data::scattered(POINTS, 1024);
    let theirs: Vec<usize> = indices.iter().copied().map(place).collect();
    let computers: Vec<(&'static str, Computer<f32, f32>)> = vec![
        (
            OURS,
            Box::new(move |a, out| {
                out.fill(0.0);
                let indices = DynView::from_shape(TABLE, &indices).expect("one each");
                let updates = DynView::from_shape(TABLE, a).expect("one each");
                let mut out = DynViewMut::from_shape(TABLE, out).expect("a table");
                ops::scatter_elements_assign(&mut out, &indices, &updates, 1, Reduction::Sum)
                    .expect("inside");
            }),
        ),
        (
            HAND,
            Box::new(move |a, out| {
                out.fill(0.0);
                let rows = out
                    .chunks_exact_mut(1024)
                    .zip(a.chunks_exact(1024))
                    .zip(theirs.chunks_exact(1024));
                rows.for_each(|((out, a), at)| a.iter().zip(at).for_each(|(a, at)| out[*at] += a));
            }),
        ),
    ];
    case(
        ("f32 1024^2 along rows", "scatter elements"),
        &TABLE,
        POINTS,
        computers,
    )
}

/// The main diagonals of a batch of matrices.
fn diagonals() -> Case {
    let computers: Vec<(&'static str, Computer<f32, f32>)> = vec![
        (
            OURS,
            Box::new(move |a, out| {
                let diagonals = DynView::from_shape([64, 256], &a[..64 * 256]).expect("diagonals");
                let mut out = DynViewMut::from_shape(MATRICES, out).expect("matrices");
                ops::matrix_set_diag_assign(&mut out, &diagonals, 0, Align::default())
                    .expect("they fit");
            }),
        ),
        (
            "ndarray",
            Box::new(move |a, out| {
                let diagonals =
                    ndarray::ArrayView2::from_shape([64, 256], &a[..64 * 256]).expect("diagonals");
                let mut out = ndarray::ArrayViewMut3::from_shape(MATRICES, out).expect("matrices");
                for (mut matrix, diagonal) in out.outer_iter_mut().zip(diagonals.outer_iter()) {
                    matrix.diag_mut().assign(&diagonal);
                }
            }),
        ),
    ];
    case(
        ("f32 64 x 256 x 256", "set diagonals"),
        &MATRICES,
        MATRICES.iter().product(),
        computers,
    )
}

/// The table of scatters, which is part of that of computations.
#[must_use]
pub fn cases() -> Vec<Build> {
    vec![
        Box::new(|| rows("scatter rows", Reduction::None)),
        Box::new(|| rows("scatter rows added", Reduction::Sum)),
        Box::new(points),
        Box::new(elements),
        Box::new(diagonals),
    ]
}
