//! Writing: assigning to slices, and filling them.

#![allow(
    clippy::reversed_empty_ranges,
    reason = "ndarray counts `1..-1` from both ends"
)]

use std::hint::black_box;
use std::ops::Deref;

use image::{ImageBuffer, Rgb, imageops};
use ndarray::{ArrayView, ArrayViewMut};
use tslice::{View, ViewMut, paste};

use crate::case::{Build, Case, HAND, OURS, Slicing, Task};
use crate::contest::{Entrant, Output};
use crate::data::{self, Digest, Element};

/// What writes: it gets the source, row-major, and the whole target.
type Writer<T> = Box<dyn FnMut(&[T], &mut [T])>;

/// A target of zeros, of which the writers overwrite a part, and memcpy of the whole target.
fn case<T: Element>(
    name: &str,
    shape: &[usize],
    source: usize,
    task: Option<Task>,
    writers: Vec<(&'static str, Writer<T>)>,
) -> Case {
    let len: usize = shape.iter().product();
    let data = data::source::<T>(&[source]);
    let entrant = |(name, mut write): (&str, Writer<T>)| {
        let data = data.clone();
        let run = move |target: &mut Vec<T>| write(black_box(&data), target);
        Entrant::new(
            name,
            Output::Reused,
            vec![T::zeroed(); len],
            run,
            |target| Digest::of(target),
        )
    };
    let mut entrants: Vec<Entrant> = writers.into_iter().map(entrant).collect();
    let whole = Slicing::<T> {
        data: data::source(shape),
        shape: shape.to_vec(),
        taken: Vec::new(),
        output_len: len,
    };
    let [memcpy, _] = whole.memcpy(0);
    entrants.insert(1, memcpy);
    Case {
        name: name.to_owned(),
        task,
        output_bytes: len * size_of::<T>(),
        moved_bytes: 0,
        entrants,
    }
}

/// Assigns a row-major source to a slice: label, element type, shape, the slice in the language and
/// in ndarray's.
macro_rules! assigned {
    ($label:literal, $t:ty, $shape:expr, [$($ours:tt)*], ($($theirs:expr),*) $(, $hand:expr)?) => {
        Box::new(|| {
            #[allow(unused_imports, reason = "not every slice has this word")]
            use crate::peers::ndarray::words::by;
            let shape = $shape;
            let spec = stringify!($($ours)*);
            let len = crate::copies::slicing::<$t>(spec, &shape).output_len;
            #[allow(unused_mut, reason = "some have a loop of their own")]
            let mut writers: Vec<(&'static str, Writer<$t>)> = vec![
                (OURS, Box::new(move |source, target| {
                    let mut target = ViewMut::from_shape(shape, target).expect("shape");
                    let mut slice = target.slice_mut(tslice::s![$($ours)*]);
                    let source = View::from_shape(*slice.shape(), source).expect("shape");
                    slice.assign(&source);
                })),
                ("ndarray", Box::new(move |source, target| {
                    let mut target = ArrayViewMut::from_shape(shape, target).expect("shape");
                    let mut slice = target.slice_mut(ndarray::s![$($theirs),*]);
                    let source = ArrayView::from_shape(slice.raw_dim(), source).expect("shape");
                    slice.assign(&source);
                })),
            ];
            $(writers.push((HAND, Box::new($hand)));)?
            let task = Task::Write {
                dtype: <$t as Element>::NAME, shape: shape.to_vec(), spec: spelled(spec), fill: false, axes: None,
            };
            case::<$t>(&format!("{} `{}`, assigned", $label, spelled(spec)), &shape, len, Some(task), writers)
        })
    };
}

/// Sets a slice to 7.
macro_rules! filled {
    ($label:literal, $t:ty, $shape:expr, [$($ours:tt)*], ($($theirs:expr),*)) => {
        Box::new(|| {
            #[allow(unused_imports, reason = "not every slice has this word")]
            use crate::peers::ndarray::words::by;
            let shape = $shape;
            let spec = stringify!($($ours)*);
            let writers: Vec<(&'static str, Writer<$t>)> = vec![
                (OURS, Box::new(move |_, target| {
                    let mut target = ViewMut::from_shape(shape, target).expect("shape");
                    target.slice_mut(tslice::s![$($ours)*]).fill(7 as $t);
                })),
                ("ndarray", Box::new(move |_, target| {
                    let mut target = ArrayViewMut::from_shape(shape, target).expect("shape");
                    target.slice_mut(ndarray::s![$($theirs),*]).fill(7 as $t);
                })),
            ];
            let task = Task::Write {
                dtype: <$t as Element>::NAME, shape: shape.to_vec(), spec: spelled(spec), fill: true, axes: None,
            };
            case::<$t>(&format!("{} `{}`, filled", $label, spelled(spec)), &shape, 0, Some(task), writers)
        })
    };
}

fn spelled(spec: &str) -> String {
    spec.parse::<tslice::DynSpec>().expect("a spec").to_string()
}

/// Assigns to a target whose axes are in another order.
fn transposed() -> Case {
    const SHAPE: [usize; 2] = [1024, 1024];
    let writers: Vec<(&'static str, Writer<f32>)> = vec![
        (
            OURS,
            Box::new(|source, target| {
                let mut target = ViewMut::from_shape(SHAPE, target).expect("shape");
                target
                    .permute_mut([1, 0])
                    .assign(&View::from_shape(SHAPE, source).expect("shape"));
            }),
        ),
        (
            "ndarray",
            Box::new(|source, target| {
                let target = ArrayViewMut::from_shape(SHAPE, target).expect("shape");
                let source = ArrayView::from_shape(SHAPE, source).expect("shape");
                target.reversed_axes().assign(&source);
            }),
        ),
    ];
    let task = Task::Write {
        dtype: "float32",
        shape: SHAPE.to_vec(),
        spec: ":".to_owned(),
        fill: false,
        axes: Some(vec![1, 0]),
    };
    case(
        "f32 1024^2 transposed, assigned",
        &SHAPE,
        SHAPE[0] * SHAPE[1],
        Some(task),
        writers,
    )
}

/// Height x width x channels as a picture.
fn picture<C: Deref<Target = [u8]>>(
    [height, width, _]: [usize; 3],
    samples: C,
) -> ImageBuffer<Rgb<u8>, C> {
    ImageBuffer::from_raw(width as u32, height as u32, samples).expect("as many samples")
}

/// Writes a picture over another, of which it exceeds two sides.
fn pasted() -> Case {
    const SHAPE: [usize; 3] = [1080, 1920, 3];
    const LEN: usize = SHAPE[0] * SHAPE[1] * SHAPE[2];
    let writers: Vec<(&'static str, Writer<u8>)> = vec![
        (
            OURS,
            Box::new(|source, target| {
                let mut target = ViewMut::new(SHAPE, target);
                paste(&mut target, [-100, 300, 0], &View::new(SHAPE, source));
            }),
        ),
        (
            "ndarray",
            Box::new(|source, target| {
                let mut target = ArrayViewMut::from_shape(SHAPE, target).expect("shape");
                let source = ArrayView::from_shape(SHAPE, source).expect("shape");
                target
                    .slice_mut(ndarray::s![..-100, 300.., ..])
                    .assign(&source.slice(ndarray::s![100.., ..-300, ..]));
            }),
        ),
        (
            "image",
            Box::new(|source, target| {
                let mut target = picture(SHAPE, target);
                imageops::replace(&mut target, &picture(SHAPE, source), 300, -100);
            }),
        ),
    ];
    case("img pasted at -100, 300", &SHAPE, LEN, None, writers)
}

/// Every channel's elements, one after the other.
fn channel_by_hand(source: &[u8], target: &mut [u8]) {
    target
        .chunks_exact_mut(3)
        .zip(source)
        .for_each(|(pixel, &value)| pixel[1] = value);
}

/// The table of writes.
#[must_use]
pub fn cases() -> Vec<Build> {
    const M: [usize; 2] = [1024, 1024];
    const IMG: [usize; 3] = [1080, 1920, 3];
    vec![
        assigned!("img one channel", u8, IMG, [..., 1], (.., .., 1), channel_by_hand),
        assigned!("img mirror", u8, IMG, [:, ::-1, :], (.., by(-1), ..)),
        assigned!("img BGR to RGB", u8, IMG, [..., ::-1], (.., .., by(-1))),
        assigned!("img interior", u8, IMG, [8:-8, 8:-8, :], (8..-8, 8..-8, ..)),
        assigned!("f32 1024^2", f32, M, [:, :], (.., ..)),
        assigned!("f32 1024^2", f32, M, [:, ::2], (.., by(2))),
        assigned!("f32 1024^2", f32, M, [::2, ::2], (by(2), by(2))),
        assigned!("f32 1024^2", f32, M, [:, ::3], (.., by(3))),
        assigned!("f32 1024^2", f32, M, [:, ::-1], (.., by(-1))),
        assigned!("f32 1024^2", f32, M, [128:896, 128:896], (128..896, 128..896)),
        Box::new(transposed),
        Box::new(pasted),
        filled!("img one channel", u8, IMG, [..., 1], (.., .., 1)),
        filled!("img interior", u8, IMG, [8:-8, 8:-8, :], (8..-8, 8..-8, ..)),
        filled!("f32 1024^2", f32, M, [1:-1, 1:-1], (1..-1, 1..-1)),
        filled!("f32 1024^2", f32, M, [:, ::2], (.., by(2))),
        filled!("f32 1024^2", f32, M, [::2, ::2], (by(2), by(2))),
    ]
}
