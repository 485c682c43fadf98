//! Padding, into a buffer.

use ndarray::{ArrayView, ArrayViewMut, Dimension, IntoDimension};
use tslice::{Border, Dims, Rank, View};

use crate::case::{Build, Case, OURS};
use crate::computes::{Computer, case};
use crate::data::Element;

/// The same width before and after each axis.
type Widths<const R: usize> = [usize; R];

fn padded<const R: usize>(shape: [usize; R], widths: Widths<R>) -> [usize; R] {
    std::array::from_fn(|axis| shape[axis] + 2 * widths[axis])
}

/// tslice and, for a constant, ndarray, which fills the output and assigns the interior.
fn pad<T: Element, const R: usize>(
    (label, name): (&str, &'static str),
    shape: [usize; R],
    widths: Widths<R>,
    border: Border<T>,
) -> Case
where
    Rank<R>: for<'i> Dims<Index<'i> = [usize; R], Ranked = Rank<R>>,
    [usize; R]: IntoDimension<Dim: Dimension>,
{
    let len = padded(shape, widths).iter().product();
    let pairs = widths.map(|width| (width, width));
    let mut computers: Vec<(&'static str, Computer<T, T>)> = vec![(
        OURS,
        Box::new(move |a, out| {
            let a: View<'_, T, R> = View::new(shape, a);
            a.pad_into(pairs, border, out);
        }),
    )];
    if let Border::Constant(value) = border {
        computers.push((
            "ndarray",
            Box::new(move |a, out| {
                out.fill(value);
                let a = ArrayView::from_shape(shape, a).expect("shape");
                let mut out = ArrayViewMut::from_shape(padded(shape, widths), out).expect("shape");
                let inner = |axis: ndarray::AxisDescription| {
                    let width = widths[axis.axis.index()].cast_signed();
                    ndarray::Slice::new(width, Some(axis.len.cast_signed() - width), 1)
                };
                out.slice_each_axis_mut(inner).assign(&a);
            }),
        ));
    }
    case((label, name), &shape, len, computers)
}

/// The table of borders, which is part of that of computations.
#[must_use]
pub fn cases() -> Vec<Build> {
    const IMG: [usize; 3] = [1080, 1920, 3];
    const BATCH: [usize; 4] = [16, 3, 224, 224];
    let img = |name, border: Border<u8>| -> Build {
        Box::new(move || pad(("16 around u8 img", name), IMG, [16, 16, 0], border))
    };
    let batch = |name, border: Border<f32>| -> Build {
        Box::new(move || {
            pad(
                ("4 around f32 16 x 3 x 224^2", name),
                BATCH,
                [0, 0, 4, 4],
                border,
            )
        })
    };
    vec![
        img("pad constant", Border::Constant(7)),
        img("pad edge", Border::Edge),
        img("pad reflect", Border::Reflect),
        img("pad symmetric", Border::Symmetric),
        img("pad wrap", Border::Wrap),
        Box::new(|| {
            pad(
                ("1 around f32 1024^2", "pad constant"),
                [1024, 1024],
                [1, 1],
                Border::Constant(7.0_f32),
            )
        }),
        Box::new(|| {
            pad(
                ("1 around f32 1024^2", "pad reflect"),
                [1024, 1024],
                [1, 1],
                Border::<f32>::Reflect,
            )
        }),
        batch("pad constant", Border::Constant(7.0)),
        batch("pad reflect", Border::Reflect),
        Box::new(|| {
            pad(
                ("1 around f32 8^2", "pad constant"),
                [8, 8],
                [1, 1],
                Border::Constant(7.0_f32),
            )
        }),
        Box::new(|| {
            pad(
                ("1 around f32 8^2", "pad wrap"),
                [8, 8],
                [1, 1],
                Border::<f32>::Wrap,
            )
        }),
    ]
}
