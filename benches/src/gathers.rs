//! Gathers by scattered index tuples, and diagonals, into a buffer.

use std::rc::Rc;

use tslice::{View, diag};

use crate::case::{Build, Case, MEMCPY, OURS, Task};
use crate::contest::{Entrant, Output};
use crate::data::{self, Digest};

/// The operands of a case and its output.
struct Operands {
    data: Rc<[f32]>,
    output_len: usize,
}

impl Operands {
    fn new(shape: &[usize], output_len: usize) -> Self {
        Self { data: data::source(shape), output_len }
    }

    fn buffered(&self, name: &str, run: impl FnMut(&[f32], &mut Vec<f32>) + 'static) -> Entrant {
        let (data, mut run) = (self.data.clone(), run);
        let buffer = vec![0_f32; self.output_len];
        let run = move |buffer: &mut Vec<f32>| run(std::hint::black_box(&data), buffer);
        Entrant::new(name, Output::Reused, buffer, run, |buffer| Digest::of(buffer))
    }

    fn memcpy(&self) -> Entrant {
        let len = self.output_len;
        self.buffered(MEMCPY, move |data, buffer| buffer.copy_from_slice(&data[..len]))
    }

    fn case(self, name: &str, task: Task, lines: usize, mut entrants: Vec<Entrant>) -> Case {
        let output_bytes = self.output_len * size_of::<f32>();
        let moved_bytes = if lines == 0 { 0 } else { lines * 64 + output_bytes };
        entrants.insert(1, self.memcpy());
        Case { name: name.to_owned(), task: Some(task), output_bytes, moved_bytes, entrants }
    }
}

/// Single elements of a matrix.
fn elements() -> Case {
    const SHAPE: [usize; 2] = [1024, 1024];
    const COUNT: usize = 1 << 20;
    let operands = Operands::new(&SHAPE, COUNT);
    let flat = data::scattered(COUNT, SHAPE[0] * SHAPE[1]);
    let tuples: Vec<[i64; 2]> = flat.iter().map(|i| [i / 1024, i % 1024]).collect();
    let ours = operands.buffered(OURS, move |data, buffer| {
        let params = View::from_shape(SHAPE, data).expect("shape");
        params
            .gather_nd_into(&View::from_shape([COUNT], &tuples).expect("shape"), buffer)
            .expect("in bounds");
    });
    let task = Task::GatherNd { shape: SHAPE.to_vec(), count: COUNT, depth: 2 };
    operands.case("gather_nd, 1 M elements of f32 1024^2", task, 0, vec![ours])
}

/// Rows of a matrix.
fn rows() -> Case {
    const SHAPE: [usize; 2] = [65_536, 64];
    let operands = Operands::new(&SHAPE, SHAPE[0] * SHAPE[1]);
    let indices = data::scattered(SHAPE[0], SHAPE[0]);
    let tuples: Vec<[i64; 1]> = indices.iter().map(|&i| [i]).collect();
    let ours = operands.buffered(OURS, move |data, buffer| {
        let params = View::from_shape(SHAPE, data).expect("shape");
        params
            .gather_nd_into(&View::from_shape([SHAPE[0]], &tuples).expect("shape"), buffer)
            .expect("in bounds");
    });
    let numbers: Vec<usize> = indices.iter().map(|&i| usize::try_from(i).expect("in bounds")).collect();
    let source = ndarray::Array2::from_shape_vec(SHAPE, operands.data.to_vec()).expect("shape");
    let select = move |output: &mut ndarray::Array2<f32>| *output = source.select(ndarray::Axis(0), &numbers);
    let entrants = vec![
        ours,
        Entrant::new("ndarray", Output::Allocated, ndarray::Array2::zeros([0, 0]), select, |output| {
            Digest::of(output.as_slice().expect("row-major"))
        }),
        #[cfg(feature = "candle")]
        crate::peers::candle::rows(&operands.data, &SHAPE, &indices),
    ];
    let task = Task::GatherNd { shape: SHAPE.to_vec(), count: SHAPE[0], depth: 1 };
    operands.case("gather_nd, 65,536 rows of 64 f32", task, 0, entrants)
}

const MATRICES: [usize; 3] = [64, 256, 256];

/// The main diagonals of a batch of matrices.
fn diagonals() -> Case {
    let operands = Operands::new(&MATRICES, 64 * 256);
    let ours = operands.buffered(OURS, |data, buffer| {
        let matrices = View::from_shape(MATRICES, data).expect("shape");
        matrices.diag_part_into(diag![0], 0.0, buffer).expect("it fits");
    });
    let by_ndarray = operands.buffered("ndarray", |data, buffer| {
        let matrices = ndarray::ArrayView3::from_shape(MATRICES, data).expect("shape");
        for (matrix, row) in matrices.outer_iter().zip(buffer.chunks_exact_mut(256)) {
            ndarray::ArrayViewMut1::from(row).assign(&matrix.diag());
        }
    });
    let task = Task::DiagPart { shape: MATRICES.to_vec(), lower: 0, upper: 0 };
    operands.case("diag_part 0 of f32 64 x 256 x 256", task, 64 * 256, vec![ours, by_ndarray])
}

/// A band of diagonals, padded.
fn band() -> Case {
    let operands = Operands::new(&MATRICES, 64 * 17 * 256);
    let ours = operands.buffered(OURS, |data, buffer| {
        let matrices = View::from_shape(MATRICES, data).expect("shape");
        matrices.diag_part_into(diag![-8..=8], 0.0, buffer).expect("it fits");
    });
    let task = Task::DiagPart { shape: MATRICES.to_vec(), lower: -8, upper: 8 };
    operands.case("diag_part -8..=8 of f32 64 x 256 x 256", task, 0, vec![ours])
}

/// The table of gathers and diagonals.
#[must_use]
pub fn cases() -> Vec<Build> {
    vec![Box::new(elements), Box::new(rows), Box::new(diagonals), Box::new(band)]
}
