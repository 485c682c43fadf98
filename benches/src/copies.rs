//! The copies: each slice of the table into a reused row-major buffer.

use std::cell::RefCell;
use std::rc::Rc;

use tslice::Tensor;

use crate::contest::Entrant;

/// One row of the table.
pub struct Case {
    /// Shape and slice.
    pub name: &'static str,
    /// Bytes of the output.
    pub output_bytes: usize,
    /// Bytes that must move: the cache lines that hold a wanted element, and the output.
    pub moved_bytes: usize,
    /// tslice first, then memcpy of as many bytes as the output, then the peers.
    pub entrants: Vec<Entrant<'static>>,
}

/// Builds a case lazily, so that only one holds its data at a time.
pub type Build = fn() -> Case;

macro_rules! case {
    ($name:literal, $t:ty, $shape:expr, [$($ours:tt)*], [$($nd:tt)*]) => {{
        fn build() -> Case {
            let shape = $shape;
            let count: usize = shape.iter().product();
            let data: Rc<Vec<$t>> = Rc::new((0..count).map(|i| (i % 251) as $t).collect());
            let lines = {
                let indices = Tensor::from_shape_vec(shape, (0..count as u32).collect()).expect("the length of the shape");
                let mut lines: Vec<u32> =
                    indices.slice(tslice::s![$($ours)*]).iter().map(|i| i * size_of::<$t>() as u32 / 64).collect();
                lines.sort_unstable();
                lines.dedup();
                lines.len()
            };
            let view = |data: &Rc<Vec<$t>>| data.clone();
            let output_len = Tensor::from_shape_vec(shape, data.to_vec()).expect("shape").slice(tslice::s![$($ours)*]).len();
            let buffer = || Rc::new(RefCell::new(vec![0 as $t; output_len]));
            let ours = {
                let (data, out, kept) = (view(&data), buffer(), ());
                let _ = kept;
                let read = out.clone();
                Entrant {
                    name: "tslice",
                    run: Box::new(move || {
                        let v = tslice::View::from_shape(shape, &data).expect("shape");
                        std::hint::black_box(v).slice(tslice::s![$($ours)*]).copy_to_slice(&mut out.borrow_mut());
                    }),
                    output: Box::new(move || bytes(&read.borrow())),
                }
            };
            let memcpy = {
                let (data, out) = (view(&data), buffer());
                let read = out.clone();
                Entrant {
                    name: "memcpy",
                    run: Box::new(move || {
                        std::hint::black_box(&mut *out.borrow_mut()).copy_from_slice(&data[..output_len]);
                    }),
                    output: Box::new(move || bytes(&read.borrow())),
                }
            };
            let nd = {
                let a = ndarray::Array::from_shape_vec(shape, data.to_vec()).expect("shape");
                let out = a.slice(ndarray::s![$($nd)*]).to_owned();
                let out = ndarray::Array::from_shape_vec(out.raw_dim(), vec![0 as $t; out.len()]).expect("shape");
                let out = Rc::new(RefCell::new(out));
                let read = out.clone();
                Entrant {
                    name: "ndarray",
                    run: Box::new(move || out.borrow_mut().assign(&std::hint::black_box(&a).slice(ndarray::s![$($nd)*]))),
                    output: Box::new(move || bytes(read.borrow().as_slice().expect("row-major"))),
                }
            };
            Case {
                name: $name,
                output_bytes: output_len * size_of::<$t>(),
                moved_bytes: lines * 64 + output_len * size_of::<$t>(),
                entrants: vec![ours, memcpy, nd],
            }
        }
        ($name, build as Build)
    }};
}

/// The bytes of a buffer of numbers.
fn bytes<T: Copy + Into<f64>>(values: &[T]) -> Vec<u8> {
    values.iter().flat_map(|&v| (v.into() as u8).to_le_bytes()).collect()
}

/// All cases, by name.
#[allow(clippy::reversed_empty_ranges, reason = "ndarray writes a negative stride so")]
#[must_use]
pub fn cases() -> Vec<(&'static str, Build)> {
    const M: [usize; 2] = [1024, 1024];
    const IMG: [usize; 3] = [1080, 1920, 3];
    const NCHW: [usize; 4] = [32, 64, 56, 56];
    vec![
        case!("f32 1024^2 `:, :`", f32, M, [:, :], [.., ..]),
        case!("f32 1024^2 `:, ::-1`", f32, M, [:, ::-1], [.., ..;-1]),
        case!("f32 1024^2 `::-1, :`", f32, M, [::-1, :], [..;-1, ..]),
        case!("f32 1024^2 `::2, ::2`", f32, M, [::2, ::2], [..;2, ..;2]),
        case!("f32 1024^2 `:, ::2`", f32, M, [:, ::2], [.., ..;2]),
        case!("f32 1024^2 `:, ::3`", f32, M, [:, ::3], [.., ..;3]),
        case!("f32 1024^2 `:, ::-2`", f32, M, [:, ::-2], [.., ..;-2]),
        case!("f32 1024^2 `128:896, 128:896`", f32, M, [128:896, 128:896], [128..896, 128..896]),
        case!("f32 1024^2 `:, 5`", f32, M, [:, 5], [.., 5]),
        case!("img crop `100:612, 200:712, :`", u8, IMG, [100:612, 200:712, :], [100..612, 200..712, ..]),
        case!("img mirror `:, ::-1, :`", u8, IMG, [:, ::-1, :], [.., ..;-1, ..]),
        case!("img BGR to RGB `..., ::-1`", u8, IMG, [..., ::-1], [.., .., ..;-1]),
        case!("img one channel `..., 1`", u8, IMG, [..., 1], [.., .., 1]),
        case!("img half `::2, ::2, :`", u8, IMG, [::2, ::2, :], [..;2, ..;2, ..]),
        case!("NCHW crop `:, :, 4:52, 4:52`", f32, NCHW, [:, :, 4:52, 4:52], [.., .., 4..52, 4..52]),
        case!("NCHW reverse batch `::-1`", f32, NCHW, [::-1], [..;-1, .., .., ..]),
        case!("NCHW every second channel `:, ::2`", f32, NCHW, [:, ::2], [.., ..;2, .., ..]),
        case!("f32 5^6 `1, 2:4, newaxis, .., :-3:-1, :`", f32, [5; 6], [1, 2:4, newaxis, .., :-3:-1, :],
            [1, 2..4, ndarray::NewAxis, .., .., -2..;-1, ..]),
    ]
}
