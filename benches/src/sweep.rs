//! How cost grows: one slice of each class of kernels, on sources from 1 KiB on.

use crate::case::{Build, Case, MEMCPY, OURS};
use crate::contest::{Entrant, Output};
use crate::copies::{Field, copy_case};
use crate::data::{self, Digest};

/// A class of kernels.
pub struct Class {
    /// What it does.
    pub name: &'static str,
    build: fn(bytes: usize) -> Case,
}

impl Class {
    /// The cases whose sources have about `sizes` bytes, which are powers of two.
    pub fn cases(&self, sizes: &[usize]) -> Vec<Build> {
        let build = self.build;
        sizes
            .iter()
            .map(|&bytes| Box::new(move || build(bytes)) as Build)
            .collect()
    }
}

/// A matrix of f32, square or twice as wide as high.
fn matrix(bytes: usize) -> [usize; 2] {
    let log = bytes.ilog2() - 2;
    [1 << (log / 2), 1 << log.div_ceil(2)]
}

/// A picture of u8.
fn picture(bytes: usize) -> [usize; 3] {
    let log = bytes.ilog2();
    [1 << (log / 2), (1 << log.div_ceil(2)) / 3, 3]
}

macro_rules! class {
    ($name:literal, $t:ty, $shape:ident, [$($ours:tt)*], |$width:ident| ($($theirs:expr),*)) => {
        Class {
            name: $name,
            build: |bytes| {
                let shape = $shape(bytes);
                let $width = shape[1];
                let _ = $width;
                copy_case!(&format!("{} KiB", bytes >> 10), $t, shape, Field::Lean, [$($ours)*], ($($theirs),*))
            },
        }
    };
}

/// Rows become columns.
fn transposed(bytes: usize) -> Case {
    let shape = matrix(bytes);
    let data = data::source::<f32>(&shape);
    let buffer = || vec![0_f32; data.len()];
    let digest = |buffer: &Vec<f32>| Digest::of(buffer);
    let (by_us, by_memcpy, by_ndarray) = (data.clone(), data.clone(), data.clone());
    let entrants = vec![
        Entrant::new(
            OURS,
            Output::Reused,
            buffer(),
            move |buffer| {
                let view = tslice::View::from_shape(shape, &by_us).expect("shape");
                view.try_permute([1, 0])
                    .expect("axes")
                    .copy_to_slice(buffer);
            },
            digest,
        ),
        Entrant::new(
            MEMCPY,
            Output::Reused,
            buffer(),
            move |buffer| buffer.copy_from_slice(&by_memcpy),
            digest,
        ),
        Entrant::new(
            "ndarray",
            Output::Reused,
            buffer(),
            move |buffer| {
                let view = ndarray::ArrayView2::from_shape(shape, &by_ndarray).expect("shape");
                let buffer = ndarray::ArrayViewMut2::from_shape([shape[1], shape[0]], buffer);
                buffer.expect("shape").assign(&view.t());
            },
            digest,
        ),
    ];
    let output_bytes = size_of_val(data.as_slice());
    Case {
        name: format!("{} KiB transposed", bytes >> 10),
        task: None,
        output_bytes,
        moved_bytes: 2 * output_bytes,
        entrants,
    }
}

/// The classes.
#[must_use]
pub fn classes() -> Vec<Class> {
    vec![
        class!("block", f32, matrix, [:, 4:-4], |width| (.., 4..width - 4)),
        class!("reverse", f32, matrix, [:, ::-1], |width| (.., by(-1))),
        class!("stride 2", f32, matrix, [:, ::2], |width| (.., by(2))),
        class!("stride 3", f32, matrix, [:, ::3], |width| (.., by(3))),
        class!("stride 4", f32, matrix, [:, ::4], |width| (.., by(4))),
        class!("stride 7", f32, matrix, [:, ::7], |width| (.., by(7))),
        class!("pixel reverse", u8, picture, [:, ::-1, :], |width| (.., by(-1), ..)),
        class!("channel", u8, picture, [:, :, 1], |width| (.., .., 1)),
        class!("column", f32, matrix, [:, 5], |width| (.., 5)),
        Class {
            name: "transpose",
            build: transposed,
        },
    ]
}
