//! Computing on slices by `zip`, joining them, picking from them, and padding.

#![allow(
    clippy::reversed_empty_ranges,
    reason = "ndarray counts `1..-1` from both ends"
)]

use std::hint::black_box;

use ndarray::{
    ArrayView1, ArrayView2, ArrayView3, ArrayViewMut1, ArrayViewMut2, ArrayViewMut3, Axis, Zip,
    s as ns,
};
use tslice::{View, ViewMut, s, zip};

use crate::case::{Build, Case, HAND, OURS, Task};
use crate::contest::{Entrant, Output};
use crate::data::{self, Digest, Element};

/// What computes: it gets the source and the output, both row-major.
pub(crate) type Computer<T, U> = Box<dyn FnMut(&[T], &mut [U])>;

/// A computation into an output of `len` numbers, beside memcpy of as many.
pub(crate) fn case<T: Element, U: Element>(
    (label, name): (&str, &'static str),
    shape: &[usize],
    len: usize,
    computers: Vec<(&'static str, Computer<T, U>)>,
) -> Case {
    let data = data::source::<T>(shape);
    let entrant = |(name, mut compute): (&str, Computer<T, U>)| {
        let data = data.clone();
        let run = move |output: &mut Vec<U>| compute(black_box(&data), output);
        Entrant::new(
            name,
            Output::Reused,
            vec![U::zeroed(); len],
            run,
            |output| Digest::of(output),
        )
    };
    let mut entrants: Vec<Entrant> = computers.into_iter().map(entrant).collect();
    let numbers = data::source::<U>(&[len]);
    let copy = move |output: &mut Vec<U>| output.copy_from_slice(&numbers);
    entrants.insert(
        1,
        Entrant::new(
            crate::case::MEMCPY,
            Output::Reused,
            vec![U::zeroed(); len],
            copy,
            |output| Digest::of(output),
        ),
    );
    Case {
        name: format!("{name}, {label}"),
        task: Some(Task::Compute {
            name,
            shape: shape.to_vec(),
            dtype: T::NAME,
        }),
        output_bytes: len * size_of::<U>(),
        moved_bytes: 0,
        entrants,
    }
}

/// A fifth of the sum of each inner element and its four neighbours.
macro_rules! stencil {
    ($label:literal, $t:ty, $n:literal) => {
        Box::new(|| {
            const SHAPE: [usize; 2] = [$n, $n];
            const INNER: [usize; 2] = [$n - 2, $n - 2];
            let computers: Vec<(&'static str, Computer<$t, $t>)> = vec![
                (OURS, Box::new(|a, out| {
                    let a = View::new(SHAPE, a);
                    let out = ViewMut::new(INNER, out);
                    zip((
                        out,
                        a.slice(s![1:-1, 1:-1]),
                        a.slice(s![:-2, 1:-1]),
                        a.slice(s![2:, 1:-1]),
                        a.slice(s![1:-1, :-2]),
                        a.slice(s![1:-1, 2:]),
                    ))
                    .for_each(|(out, here, north, south, west, east)| *out = (here + north + south + west + east) * 0.2);
                })),
                ("ndarray", Box::new(|a, out| {
                    let a = ArrayView2::from_shape(SHAPE, a).expect("shape");
                    let out = ArrayViewMut2::from_shape(INNER, out).expect("shape");
                    Zip::from(out)
                        .and(a.slice(ns![1..-1, 1..-1]))
                        .and(a.slice(ns![..-2, 1..-1]))
                        .and(a.slice(ns![2.., 1..-1]))
                        .and(a.slice(ns![1..-1, ..-2]))
                        .and(a.slice(ns![1..-1, 2..]))
                        .for_each(|out, here, north, south, west, east| *out = (here + north + south + west + east) * 0.2);
                })),
                (HAND, Box::new(|a, out| {
                    for (y, out) in out.chunks_exact_mut(INNER[1]).enumerate() {
                        let row = |y: usize| &a[y * SHAPE[1]..(y + 1) * SHAPE[1]];
                        let (here, north, south) = (row(y + 1), row(y), row(y + 2));
                        let (west, east) = (&here[..INNER[1]], &here[2..]);
                        let (here, north, south) = (&here[1..][..INNER[1]], &north[1..][..INNER[1]], &south[1..][..INNER[1]]);
                        for x in 0..INNER[1] {
                            out[x] = (here[x] + north[x] + south[x] + west[x] + east[x]) * 0.2;
                        }
                    }
                })),
            ];
            case(($label, "stencil"), &SHAPE, INNER[0] * INNER[1], computers)
        })
    };
}

const IMG: [usize; 3] = [1080, 1920, 3];
const PIXELS: [usize; 2] = [IMG[0], IMG[1]];

/// The weights of OpenCV.
fn luminance(red: u8, green: u8, blue: u8) -> u8 {
    ((u32::from(red) * 9798 + u32::from(green) * 19235 + u32::from(blue) * 3735 + 16384) >> 15)
        as u8
}

fn gray() -> Case {
    let computers: Vec<(&'static str, Computer<u8, u8>)> = vec![
        (
            OURS,
            Box::new(|a, out| {
                let a = View::new(IMG, a);
                let out = ViewMut::new(PIXELS, out);
                zip((
                    out,
                    a.slice(s![.., 0]),
                    a.slice(s![.., 1]),
                    a.slice(s![.., 2]),
                ))
                .for_each(|(out, &red, &green, &blue)| *out = luminance(red, green, blue));
            }),
        ),
        (
            "ndarray",
            Box::new(|a, out| {
                let a = ArrayView3::from_shape(IMG, a).expect("shape");
                let out = ArrayViewMut2::from_shape(PIXELS, out).expect("shape");
                Zip::from(out)
                    .and(a.slice(ns![.., .., 0]))
                    .and(a.slice(ns![.., .., 1]))
                    .and(a.slice(ns![.., .., 2]))
                    .for_each(|out, &red, &green, &blue| *out = luminance(red, green, blue));
            }),
        ),
        (
            HAND,
            Box::new(|a, out| {
                for (pixel, out) in a.chunks_exact(3).zip(out) {
                    *out = luminance(pixel[0], pixel[1], pixel[2]);
                }
            }),
        ),
    ];
    case(
        ("RGB u8 1080 x 1920", "gray"),
        &IMG,
        PIXELS[0] * PIXELS[1],
        computers,
    )
}

/// Channels last, bytes, to channels first, 0 to 1.
fn planes() -> Case {
    const PLANES: [usize; 3] = [3, IMG[0], IMG[1]];
    let computers: Vec<(&'static str, Computer<u8, f32>)> = vec![
        (
            OURS,
            Box::new(|a, out| {
                let a = View::new(IMG, a);
                let out = ViewMut::new(PLANES, out);
                zip((out, a.permute([2, 0, 1])))
                    .for_each(|(out, &x)| *out = f32::from(x) * (1.0 / 255.0));
            }),
        ),
        (
            "ndarray",
            Box::new(|a, out| {
                let a = ArrayView3::from_shape(IMG, a).expect("shape");
                let out = ArrayViewMut3::from_shape(PLANES, out).expect("shape");
                Zip::from(out)
                    .and(a.permuted_axes([2, 0, 1]))
                    .for_each(|out, &x| *out = f32::from(x) * (1.0 / 255.0));
            }),
        ),
        (
            HAND,
            Box::new(|a, out| {
                for (channel, out) in out.chunks_exact_mut(IMG[0] * IMG[1]).enumerate() {
                    for (pixel, out) in a.chunks_exact(3).zip(out) {
                        *out = f32::from(pixel[channel]) * (1.0 / 255.0);
                    }
                }
            }),
        ),
    ];
    case(
        ("HWC u8 to CHW f32, 1080 x 1920", "planes"),
        &IMG,
        IMG.iter().product(),
        computers,
    )
}

/// Columns with mean 0 and deviation 1, of whole numbers, so that sums are exact.
fn scores() -> Case {
    const SHAPE: [usize; 2] = [4096, 256];
    const ROWS: f64 = SHAPE[0] as f64;
    let numbers: &'static [f64] = Box::leak(
        data::source::<u8>(&SHAPE)
            .iter()
            .map(|&x| f64::from(x))
            .collect(),
    );
    let computers: Vec<(&'static str, Computer<f64, f64>)> = vec![
        (
            OURS,
            Box::new(|_, out| {
                let a = View::from_shape(SHAPE, black_box(numbers)).expect("shape");
                let sums = a.fold_axis(0, (0.0, 0.0), |(sum, squares), x| {
                    (sum + x, squares + x * x)
                });
                let columns = sums.map(|(sum, squares)| {
                    let mean = sum / ROWS;
                    (mean, (squares / ROWS - mean * mean).sqrt())
                });
                let out = ViewMut::new(SHAPE, out);
                zip((out, a, &columns))
                    .for_each(|(out, x, (mean, deviation))| *out = (x - mean) / deviation);
            }),
        ),
        (
            "ndarray",
            Box::new(|_, out| {
                let a = ArrayView2::from_shape(SHAPE, black_box(numbers)).expect("shape");
                let sums = a.fold_axis(Axis(0), (0.0, 0.0), |(sum, squares), x| {
                    (sum + x, squares + x * x)
                });
                let columns = sums.map(|(sum, squares)| {
                    let mean = sum / ROWS;
                    (mean, f64::sqrt(squares / ROWS - mean * mean))
                });
                let out = ArrayViewMut2::from_shape(SHAPE, out).expect("shape");
                Zip::from(out)
                    .and(a)
                    .and_broadcast(&columns)
                    .for_each(|out, x, (mean, deviation)| *out = (x - mean) / deviation);
            }),
        ),
    ];
    case(
        ("f64 4096 x 256 by column", "scores"),
        &SHAPE,
        SHAPE[0] * SHAPE[1],
        computers,
    )
}

fn pool() -> Case {
    const SHAPE: [usize; 2] = [1024, 1024];
    const HALF: [usize; 2] = [512, 512];
    let computers: Vec<(&'static str, Computer<f32, f32>)> = vec![
        (
            OURS,
            Box::new(|a, out| {
                let a = View::new(SHAPE, a);
                let out = ViewMut::new(HALF, out);
                zip((
                    out,
                    a.slice(s![::2, ::2]),
                    a.slice(s![::2, 1::2]),
                    a.slice(s![1::2, ::2]),
                    a.slice(s![1::2, 1::2]),
                ))
                .for_each(|(out, a, b, c, d)| *out = a.max(*b).max(c.max(*d)));
            }),
        ),
        (
            "ndarray",
            Box::new(|a, out| {
                let a = ArrayView2::from_shape(SHAPE, a).expect("shape");
                let out = ArrayViewMut2::from_shape(HALF, out).expect("shape");
                Zip::from(out)
                    .and(a.slice(ns![..;2, ..;2]))
                    .and(a.slice(ns![..;2, 1..;2]))
                    .and(a.slice(ns![1..;2, ..;2]))
                    .and(a.slice(ns![1..;2, 1..;2]))
                    .for_each(|out, a, b, c, d| *out = a.max(*b).max(c.max(*d)));
            }),
        ),
        (
            HAND,
            Box::new(|a, out| {
                for (rows, out) in a
                    .chunks_exact(2 * SHAPE[1])
                    .zip(out.chunks_exact_mut(HALF[1]))
                {
                    let (upper, lower) = rows.split_at(SHAPE[1]);
                    let pairs = upper.chunks_exact(2).zip(lower.chunks_exact(2));
                    for ((upper, lower), out) in pairs.zip(out) {
                        *out = upper[0].max(upper[1]).max(lower[0].max(lower[1]));
                    }
                }
            }),
        ),
    ];
    case(
        ("2 x 2 maximum of f32 1024^2", "pool"),
        &SHAPE,
        HALF[0] * HALF[1],
        computers,
    )
}

fn outer() -> Case {
    const LEN: usize = 1024;
    let computers: Vec<(&'static str, Computer<f32, f32>)> = vec![
        (
            OURS,
            Box::new(|a, out| {
                let a = View::new([LEN], a);
                let out = ViewMut::new([LEN, LEN], out);
                zip((out, a.slice(s![:, newaxis]), a)).for_each(|(out, x, y)| *out = x + y);
            }),
        ),
        (
            "ndarray",
            Box::new(|a, out| {
                let a = ArrayView1::from(a);
                let out = ArrayViewMut2::from_shape([LEN, LEN], out).expect("shape");
                Zip::from(out)
                    .and_broadcast(a.insert_axis(Axis(1)))
                    .and_broadcast(a)
                    .for_each(|out, x, y| *out = x + y);
            }),
        ),
        (
            HAND,
            Box::new(|a, out| {
                for (x, out) in a.iter().zip(out.chunks_exact_mut(LEN)) {
                    for (y, out) in a.iter().zip(out) {
                        *out = x + y;
                    }
                }
            }),
        ),
    ];
    case(
        ("sums of 1024 x 1024 f32", "outer"),
        &[LEN],
        LEN * LEN,
        computers,
    )
}

/// Three views of 6 x 6 in arrays of 8 x 8.
fn small() -> Case {
    const SHAPE: [usize; 2] = [8, 8];
    let computers: Vec<(&'static str, Computer<f32, f32>)> = vec![
        (
            OURS,
            Box::new(|a, out| {
                let a = View::new(SHAPE, a);
                let mut out = ViewMut::new(SHAPE, out);
                zip((
                    out.slice_mut(s![1:-1, 1:-1]),
                    a.slice(s![1:-1, 1:-1]),
                    a.slice(s![2:, 2:]),
                ))
                .for_each(|(out, x, y)| *out = x + y);
            }),
        ),
        (
            "ndarray",
            Box::new(|a, out| {
                let a = ArrayView2::from_shape(SHAPE, a).expect("shape");
                let mut out = ArrayViewMut2::from_shape(SHAPE, out).expect("shape");
                Zip::from(out.slice_mut(ns![1..-1, 1..-1]))
                    .and(a.slice(ns![1..-1, 1..-1]))
                    .and(a.slice(ns![2.., 2..]))
                    .for_each(|out, x, y| *out = x + y);
            }),
        ),
    ];
    let mut case = case(("three views of 6 x 6 f32", "small"), &SHAPE, 64, computers);
    case.task = None;
    case
}

/// Joins the source with itself.
fn joined(name: &'static str) -> Case {
    const SHAPE: [usize; 2] = [256, 1024];
    let axis = usize::from(name.starts_with("columns"));
    let shape = if axis == 0 {
        [4 * SHAPE[0], SHAPE[1]]
    } else {
        [SHAPE[0], 4 * SHAPE[1]]
    };
    let computers: Vec<(&'static str, Computer<f32, f32>)> = vec![
        (
            OURS,
            Box::new(move |a, out| {
                let a = View::new(SHAPE, a);
                tslice::concatenate_into(axis, [a, a, a, a], out);
            }),
        ),
        (
            "ndarray",
            Box::new(move |a, out| {
                // `concatenate` allocates; `assign` to the parts is its best form.
                let a = ArrayView2::from_shape(SHAPE, a).expect("shape");
                let mut out = ArrayViewMut2::from_shape(shape, out).expect("shape");
                out.axis_chunks_iter_mut(Axis(axis), SHAPE[axis])
                    .for_each(|mut part| part.assign(&a));
            }),
        ),
    ];
    case(
        ("four of f32 256 x 1024", name),
        &SHAPE,
        4 * SHAPE[0] * SHAPE[1],
        computers,
    )
}

/// Three planes as one picture of three channels.
fn stacked() -> Case {
    const SHAPE: [usize; 2] = [1080, 1920];
    let computers: Vec<(&'static str, Computer<u8, u8>)> = vec![
        (
            OURS,
            Box::new(|a, out| {
                let a = View::new(SHAPE, a);
                tslice::stack_into(2, [a, a, a], out);
            }),
        ),
        (
            "ndarray",
            Box::new(|a, out| {
                let a = ArrayView2::from_shape(SHAPE, a).expect("shape");
                let mut out = ArrayViewMut3::from_shape(IMG, out).expect("shape");
                out.axis_iter_mut(Axis(2))
                    .for_each(|mut part| part.assign(&a));
            }),
        ),
    ];
    case(
        ("three of u8 1080 x 1920, channels last", "stacked"),
        &SHAPE,
        IMG.iter().product(),
        computers,
    )
}

const TABLE: [usize; 2] = [1024, 1024];

fn columns_taken() -> Case {
    let ids: Vec<i64> = data::scattered(TABLE[1] / 2, TABLE[1]);
    let theirs: Vec<usize> = ids
        .iter()
        .map(|&id| usize::try_from(id).expect("a position"))
        .collect();
    let shape = [TABLE[0], ids.len()];
    let computers: Vec<(&'static str, Computer<f32, f32>)> = vec![
        (
            OURS,
            Box::new(move |a, out| {
                let a = View::new(TABLE, a);
                a.pick_into(s![:, &ids], out);
            }),
        ),
        (
            "ndarray",
            Box::new(move |a, out| {
                let a = ArrayView2::from_shape(TABLE, a).expect("shape");
                ArrayViewMut2::from_shape(shape, out)
                    .expect("shape")
                    .assign(&a.select(Axis(1), &theirs));
            }),
        ),
    ];
    case(
        ("512 of f32 1024^2", "columns taken"),
        &TABLE,
        shape[0] * shape[1],
        computers,
    )
}

fn rows_compressed() -> Case {
    let mask: Vec<bool> = data::scattered(TABLE[0], 2)
        .iter()
        .map(|&bit| bit != 0)
        .collect();
    let ids: Vec<usize> = (0..TABLE[0]).filter(|&row| mask[row]).collect();
    let shape = [ids.len(), TABLE[1]];
    let computers: Vec<(&'static str, Computer<f32, f32>)> = vec![
        (
            OURS,
            Box::new(move |a, out| {
                let a = View::new(TABLE, a);
                a.pick_into(s![&mask], out);
            }),
        ),
        (
            "ndarray",
            Box::new(move |a, out| {
                let a = ArrayView2::from_shape(TABLE, a).expect("shape");
                for (&id, out) in ids.iter().zip(out.chunks_exact_mut(TABLE[1])) {
                    ArrayViewMut1::from(out).assign(&a.row(id));
                }
            }),
        ),
    ];
    case(
        ("half of f32 1024^2", "rows compressed"),
        &TABLE,
        shape[0] * shape[1],
        computers,
    )
}

/// The table of computations.
#[must_use]
pub fn cases() -> Vec<Build> {
    let mut cases: Vec<Build> = vec![
        stencil!("f32 1000^2", f32, 1000),
        stencil!("f64 1000^2", f64, 1000),
        stencil!("f64 2000^2", f64, 2000),
        Box::new(gray),
        Box::new(planes),
        Box::new(scores),
        Box::new(pool),
        Box::new(outer),
        Box::new(small),
        Box::new(|| joined("rows joined")),
        Box::new(|| joined("columns joined")),
        Box::new(stacked),
        Box::new(columns_taken),
        Box::new(rows_compressed),
    ];
    cases.extend(crate::picks::cases());
    cases.extend(crate::scatters::cases());
    cases.extend(crate::borders::cases());
    cases
}
