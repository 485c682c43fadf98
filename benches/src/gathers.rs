//! Gathers by scattered index tuples, and diagonals, into a buffer.

use tslice::{DynView, View, diag};
use tslice_ops as ops;
use tslice_ops::prelude::*;

use crate::case::{Build, Case, OURS, Slicing, Task};
use crate::contest::{Entrant, Output};
use crate::data::{self, Digest};

/// The operands of a case and its output.
fn operands(shape: &[usize], output_len: usize) -> Slicing<f32> {
    Slicing {
        data: data::source(shape),
        shape: shape.to_vec(),
        taken: Vec::new(),
        output_len,
    }
}

/// The raw operation, on operands whose rank is known at run time.
fn raw(operands: &Slicing<f32>, numbers: Vec<i64>, depth: usize) -> Entrant {
    let (data, shape) = (operands.data.clone(), operands.shape.clone());
    let tuples = [numbers.len() / depth, depth];
    operands.buffered("tslice, `ops::gather_nd_into`", move |buffer| {
        let params = DynView::from_shape(&shape, std::hint::black_box(&data)).expect("shape");
        let indices = DynView::from_shape(tuples, &numbers).expect("shape");
        ops::gather_nd_into(&params, &indices, 0, buffer).expect("in bounds");
    })
}

fn ours(operands: &Slicing<f32>, mut run: impl FnMut(&[f32], &mut Vec<f32>) + 'static) -> Entrant {
    let data = operands.data.clone();
    operands.buffered(OURS, move |buffer| run(std::hint::black_box(&data), buffer))
}

/// The case, with memcpy; its limit where it is known how many cache lines are read.
fn case(
    operands: &Slicing<f32>,
    name: &str,
    task: Task,
    lines: Option<usize>,
    entrants: Vec<Entrant>,
) -> Case {
    let output_bytes = operands.output_len * size_of::<f32>();
    let moved_bytes = lines.map_or(0, |lines| lines * 64 + output_bytes);
    let [memcpy, limit] = operands.memcpy(moved_bytes);
    let mut all = entrants;
    all.insert(1, memcpy);
    all.extend(lines.map(|_| limit));
    Case {
        name: name.to_owned(),
        task: Some(task),
        output_bytes,
        moved_bytes,
        entrants: all,
    }
}

/// Single elements of a matrix.
fn elements() -> Case {
    const SHAPE: [usize; 2] = [1024, 1024];
    const COUNT: usize = 1 << 20;
    let operands = operands(&SHAPE, COUNT);
    let flat = data::scattered(COUNT, SHAPE[0] * SHAPE[1]);
    let tuples: Vec<[i64; 2]> = flat.iter().map(|i| [i / 1024, i % 1024]).collect();
    let raw = raw(&operands, tuples.as_flattened().to_vec(), 2);
    let ours = ours(&operands, move |data, buffer| {
        let params = View::from_shape(SHAPE, data).expect("shape");
        params
            .try_gather_nd_into(&View::from_shape([COUNT], &tuples).expect("shape"), buffer)
            .expect("in bounds");
    });
    let task = Task::GatherNd {
        shape: SHAPE.to_vec(),
        count: COUNT,
        depth: 2,
    };
    case(
        &operands,
        "gather_nd, 1 M elements of f32 1024^2",
        task,
        None,
        vec![ours, raw],
    )
}

/// Rows of a matrix.
fn rows() -> Case {
    const SHAPE: [usize; 2] = [65_536, 64];
    let operands = operands(&SHAPE, SHAPE[0] * SHAPE[1]);
    let indices = data::scattered(SHAPE[0], SHAPE[0]);
    let tuples: Vec<[i64; 1]> = indices.iter().map(|&i| [i]).collect();
    let ours = ours(&operands, move |data, buffer| {
        let params = View::from_shape(SHAPE, data).expect("shape");
        params
            .try_gather_nd_into(
                &View::from_shape([SHAPE[0]], &tuples).expect("shape"),
                buffer,
            )
            .expect("in bounds");
    });
    let numbers: Vec<usize> = indices
        .iter()
        .map(|&i| usize::try_from(i).expect("in bounds"))
        .collect();
    let source = ndarray::Array2::from_shape_vec(SHAPE, operands.data.to_vec()).expect("shape");
    let select = move |output: &mut ndarray::Array2<f32>| {
        *output = source.select(ndarray::Axis(0), &numbers)
    };
    let entrants = vec![
        ours,
        raw(&operands, indices.clone(), 1),
        Entrant::new(
            "ndarray",
            Output::Allocated,
            ndarray::Array2::zeros([0, 0]),
            select,
            |output| Digest::of(output.as_slice().expect("row-major")),
        ),
        #[cfg(feature = "candle")]
        crate::peers::candle::rows(&operands.data, &SHAPE, &indices),
    ];
    let task = Task::GatherNd {
        shape: SHAPE.to_vec(),
        count: SHAPE[0],
        depth: 1,
    };
    case(
        &operands,
        "gather_nd, 65,536 rows of 64 f32",
        task,
        None,
        entrants,
    )
}

const MATRICES: [usize; 3] = [64, 256, 256];

/// The main diagonals of a batch of matrices.
fn diagonals() -> Case {
    let operands = operands(&MATRICES, 64 * 256);
    let ours = ours(&operands, |data, buffer| {
        let matrices = View::from_shape(MATRICES, data).expect("shape");
        matrices
            .try_diag_part_into(diag![0], 0.0, buffer)
            .expect("it fits");
    });
    let data = operands.data.clone();
    let by_ndarray = operands.buffered("ndarray", move |buffer| {
        let matrices = ndarray::ArrayView3::from_shape(MATRICES, &data).expect("shape");
        for (matrix, row) in matrices.outer_iter().zip(buffer.chunks_exact_mut(256)) {
            ndarray::ArrayViewMut1::from(row).assign(&matrix.diag());
        }
    });
    let task = Task::DiagPart {
        shape: MATRICES.to_vec(),
        lower: 0,
        upper: 0,
    };
    case(
        &operands,
        "diag_part 0 of f32 64 x 256 x 256",
        task,
        Some(64 * 256),
        vec![ours, by_ndarray],
    )
}

/// A band of diagonals, padded.
fn band() -> Case {
    let operands = operands(&MATRICES, 64 * 17 * 256);
    let ours = ours(&operands, |data, buffer| {
        let matrices = View::from_shape(MATRICES, data).expect("shape");
        matrices
            .try_diag_part_into(diag![-8..=8], 0.0, buffer)
            .expect("it fits");
    });
    let task = Task::DiagPart {
        shape: MATRICES.to_vec(),
        lower: -8,
        upper: 8,
    };
    case(
        &operands,
        "diag_part -8..=8 of f32 64 x 256 x 256",
        task,
        None,
        vec![ours],
    )
}

/// The table of gathers and diagonals.
#[must_use]
pub fn cases() -> Vec<Build> {
    vec![
        Box::new(elements),
        Box::new(rows),
        Box::new(diagonals),
        Box::new(band),
    ]
}
