//! What users run after a slice: reductions and closures along each axis, comparisons, maps, zips,
//! fills, tiles, iterators, joins and picks, beside ndarray and NumPy.
//!
//! A row is an operation, a shape and a type of elements. tslice takes part twice where the machine
//! has AVX-512: at its best level, and at AVX2. Outputs are allocated in each run, and the operands
//! of functions in place stay the same after the first.

#![allow(
    clippy::reversed_empty_ranges,
    reason = "ndarray counts `1..-1` from both ends"
)]

mod operands;

use std::marker::PhantomData;

use ndarray::{Array3, Axis, Zip, s as ns};
use tslice::{Tensor, concatenate, s, stack, zip};

use operands::{Number, Rows};

use crate::case::Build;

/// The name of the table.
pub const TITLE: &str = "after slicing";

/// tslice without AVX-512.
pub const AVX2: &str = "tslice, AVX2";

/// Rows, as a table: the operation, what NumPy evaluates, and functions of the operands.
macro_rules! rows {
    ($rows:ident; $($operation:literal, $numpy:literal: $ours:expr, $theirs:expr;)+) => {$(
        $rows.row(&format!($operation), &format!($numpy), $ours, $theirs);
    )+};
}

/// The greater of two numbers.
fn max<T: PartialOrd>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

/// At most a limit that is read behind a reference.
fn clip_to<T: Number>(x: &mut T, limit: &T) {
    if *x > *limit {
        *x = *limit;
    }
}

impl<T: Number> Rows<'_, T> {
    /// Reductions and closures along each axis.
    fn along(&mut self) {
        let zero = T::at(0);
        for k in 0..3 {
            rows! { self;
                "fold_axis maximum {k}", "a.max({k})":
                    move |o| o.a.fold_axis(k, zero, |m, x| max(m, *x)),
                    move |o| o.a.fold_axis(Axis(k), zero, |m, x| max(*m, *x));
                "fold_axis any {k}", "(a > 10).any({k})":
                    move |o| o.a.fold_axis(k, 0, |any, x| any | u8::from(*x > T::at(10))),
                    move |o| o.a.fold_axis(Axis(k), 0, |any, x| any | u8::from(*x > T::at(10)));
                "sum_axis {k}", "a.sum({k}, dtype=a.dtype)":
                    move |o| o.a.sum_axis(k),
                    move |o| o.a.sum_axis(Axis(k));
                "map_axis maximum {k}", "":
                    move |o| o.a.map_axis(k, |v| v.iter().fold(zero, |m, x| max(m, *x))),
                    move |o| o.a.map_axis(Axis(k), |v| v.iter().fold(zero, |m, x| max(m, *x)));
                "map_axis sum {k}", "":
                    move |o| o.a.map_axis(k, |lane| lane.sum()),
                    move |o| o.a.map_axis(Axis(k), |lane| lane.sum());
                "axis_iter sum {k}", "max(x.sum(dtype=a.dtype) for x in np.moveaxis(a, {k}, 0))":
                    move |o| o.a.axis_iter(k).fold(zero, |m, v| max(m, v.sum())).into(),
                    move |o| o.a.axis_iter(Axis(k)).fold(zero, |m, v| max(m, v.sum())).into();
                "lanes sum {k}", "":
                    move |o| o.a.lanes(k).fold(zero, |m, v| max(m, v.sum())).into(),
                    move |o| {
                        let lanes = o.a.lanes(Axis(k)).into_iter();
                        lanes.fold(zero, |m, v| max(m, v.sum())).into()
                    };
            }
        }
    }

    /// Sums, maps and writes of all elements, of the interior and of a channel.
    fn whole(&mut self) {
        let (limit, zero) = (T::at(5), T::at(0));
        let clip = move |x: &T| if *x > limit { limit } else { *x };
        let clip_inplace = move |x: &mut T| {
            if *x > limit {
                *x = limit
            }
        };
        let [x, y, z] = self.shape;
        macro_rules! looped {
            ($o:ident) => {{
                let mut sum = zero;
                for i in 0..x {
                    for j in 0..y {
                        for k in 0..z {
                            sum = sum + $o.a[[i, j, k]];
                        }
                    }
                }
                sum.into()
            }};
        }
        let count = move |i, j, k, x: &T| f64::from(u8::from(i + j > k && *x > limit));
        rows! { self;
            "sum", "a.sum(dtype=a.dtype)": |o| o.a.sum().into(), |o| o.a.sum().into();
            "sum of the interior", "a[1:-1, 1:-1].sum(dtype=a.dtype)":
                |o| o.a.slice(s![1:-1, 1:-1]).sum().into(),
                |o| o.a.slice(ns![1..-1, 1..-1, ..]).sum().into();
            "sum of a channel", "a[..., 1].sum(dtype=a.dtype)":
                |o| o.a.slice(s![.., 1]).sum().into(),
                |o| o.a.slice(ns![.., .., 1]).sum().into();
            "maximum", "a.max()":
                |o| o.a.max().expect("elements").into(),
                move |o| o.a.iter().fold(zero, |m, x| max(m, *x)).into();
            "map", "np.minimum(a, 5)": move |o| o.a.map(clip), move |o| o.a.map(clip);
            "map of the interior", "np.minimum(a[1:-1, 1:-1], 5)":
                move |o| o.a.slice(s![1:-1, 1:-1]).map(clip),
                move |o| o.a.slice(ns![1..-1, 1..-1, ..]).map(clip);
            "map of a channel", "np.minimum(a[..., 1], 5)":
                move |o| o.a.slice(s![.., 1]).map(clip),
                move |o| o.a.slice(ns![.., .., 1]).map(clip);
            "map of the transposed array (ndarray: the memory's order)", "np.minimum(a.T, 5)":
                move |o| o.a.t().map(clip),
                move |o| o.a.t().map(clip);
            "map_inplace that branches", "np.minimum(a, 5, out=a)":
                move |o| o.a.map_inplace(clip_inplace),
                move |o| o.a.map_inplace(clip_inplace);
            "map_inplace of the interior", "np.minimum(a[1:-1, 1:-1], 5, out=a[1:-1, 1:-1])":
                move |o| o.a.slice_mut(s![1:-1, 1:-1]).map_inplace(|x| *x = clip(x)),
                move |o| o.a.slice_mut(ns![1..-1, 1..-1, ..]).map_inplace(|x| *x = clip(x));
            "map_inplace of a channel, by reference", "np.minimum(a[..., 1], 5, out=a[..., 1])":
                move |o| o.a.slice_mut(s![.., 1]).map_inplace(|x| clip_to(x, &limit)),
                move |o| o.a.slice_mut(ns![.., .., 1]).map_inplace(|x| clip_to(x, &limit));
            "copy", "a.copy()": |o| o.a.to_tensor(), |o| o.a.to_owned();
            "copy of every second row", "a[:, ::2].copy()":
                |o| o.a.slice(s![:, ::2]).to_tensor(),
                |o| o.a.slice(ns![.., ..;2, ..]).as_standard_layout().into_owned();
            "copy mirrored", "a[:, ::-1].copy()":
                |o| o.a.slice(s![:, ::-1]).to_tensor(),
                |o| o.a.slice(ns![.., ..;-1, ..]).as_standard_layout().into_owned();
            "copy of the last axis first", "a.transpose(2, 0, 1).copy()":
                |o| o.a.permute([2, 0, 1]).to_tensor(),
                |o| o.a.view().permuted_axes([2, 0, 1]).as_standard_layout().into_owned();
            "fill of the interior", "a[1:-1, 1:-1].fill(5)":
                move |o| o.a.slice_mut(s![1:-1, 1:-1]).fill(limit),
                move |o| o.a.slice_mut(ns![1..-1, 1..-1, ..]).fill(limit);
            "fill of a channel", "a[..., 1].fill(5)":
                move |o| o.a.slice_mut(s![.., 1]).fill(limit),
                move |o| o.a.slice_mut(ns![.., .., 1]).fill(limit);
            "fill of a column", "a[0, :, 1].fill(5)":
                move |o| o.a.slice_mut(s![0, :, 1]).fill(limit),
                move |o| o.a.slice_mut(ns![0, .., 1]).fill(limit);
            "row assigned to a row", "np.copyto(a[0, 1], b[0, 0])":
                |o| o.a.slice_mut(s![0, 1]).assign(o.b.slice(s![0, 0])),
                |o| o.a.slice_mut(ns![0, 1, ..]).assign(&o.b.slice(ns![0, 0, ..]));
            "row assigned to all rows", "np.copyto(a, b[1])":
                |o| o.a.assign(o.b.slice(s![1])),
                |o| o.a.assign(&o.b.slice(ns![1, .., ..]));
            "==", "np.array_equal(a, b)":
                |o| f64::from(u8::from(o.a == o.b)),
                |o| f64::from(u8::from(o.a == o.b));
            "== of the interior", "np.array_equal(a[1:-1, 1:-1], a[1:-1, 1:-1])":
                |o| {
                    let inner = || o.a.slice(s![1:-1, 1:-1]);
                    f64::from(u8::from(inner() == inner()))
                },
                |o| {
                    let inner = || o.a.slice(ns![1..-1, 1..-1, ..]);
                    f64::from(u8::from(inner() == inner()))
                };
            "iter", "":
                move |o| o.a.slice(s![:, 1:]).iter().fold(zero, |sum, x| sum + *x).into(),
                move |o| o.a.slice(ns![.., 1.., ..]).iter().fold(zero, |sum, x| sum + *x).into();
            "indexed_iter", "":
                move |o| o.a.indexed_iter().map(|([i, j, k], x)| count(i, j, k, x)).sum::<f64>(),
                move |o| o.a.indexed_iter().map(|((i, j, k), x)| count(i, j, k, x)).sum::<f64>();
            "loops over [[i, j, k]]", "": move |o| looped!(o), move |o| looped!(o);
        }
    }

    /// Zips, joins, picks and borders.
    fn together(&mut self) {
        rows! { self;
            "zip of two, in place", "np.maximum(a, b, out=a)":
                |o| zip((&mut o.a, &o.b)).for_each(|(a, b)| *a = max(*a, *b)),
                |o| Zip::from(&mut o.a).and(&o.b).for_each(|a, b| *a = max(*a, *b));
            "zip of two shifted views", "a[:, 1:] + a[:, :-1]":
                |o| zip((o.a.slice(s![:, 1:]), o.a.slice(s![:, :-1]))).map(|(a, b)| *a + *b),
                |o| Zip::from(o.a.slice(ns![.., 1.., ..])).and(o.a.slice(ns![.., ..-1, ..]))
                    .map_collect(|a, b| *a + *b);
            "zip with a broadcast row", "a + b[0, 0]":
                |o| zip((&o.a, o.b.slice(s![0, 0]))).map(|(a, b)| *a + *b),
                |o| Zip::from(&o.a).and_broadcast(o.b.slice(ns![0, 0, ..]))
                    .map_collect(|a, b| *a + *b);
            "zip with a transposed view", "a[:, :3, :3] + b[:, :3, :3].transpose(0, 2, 1)":
                |o| zip((o.a.slice(s![:, :3, :3]), o.b.slice(s![:, :3, :3]).permute([0, 2, 1])))
                    .map(|(a, b)| *a + *b),
                |o| Zip::from(o.a.slice(ns![.., ..3, ..3]))
                    .and(o.b.slice(ns![.., ..3, ..3]).permuted_axes([0, 2, 1]))
                    .map_collect(|a, b| *a + *b);
            "zip of four shifted views",
                "a[2:, 1:-1] + a[:-2, 1:-1] + a[1:-1, 2:] + a[1:-1, :-2]":
                |o| zip((o.a.slice(s![2:, 1:-1]), o.a.slice(s![:-2, 1:-1]),
                    o.a.slice(s![1:-1, 2:]), o.a.slice(s![1:-1, :-2])))
                    .map(|(a, b, c, d)| *a + *b + *c + *d),
                |o| Zip::from(o.a.slice(ns![2.., 1..-1, ..])).and(o.a.slice(ns![..-2, 1..-1, ..]))
                    .and(o.a.slice(ns![1..-1, 2.., ..])).and(o.a.slice(ns![1..-1, ..-2, ..]))
                    .map_collect(|a, b, c, d| *a + *b + *c + *d);
            "zip sums of rows", "":
                |o| {
                    let pairs = o.a.slice(s![0]).rows().zip(o.b.slice(s![0]).rows());
                    let sums = pairs.map(|(a, b)| zip((a, b)).sum(|(a, b)| *a + *b));
                    sums.fold(T::at(0), max).into()
                },
                |o| {
                    let (a, b) = (o.a.slice(ns![0, .., ..]), o.b.slice(ns![0, .., ..]));
                    let pairs = a.rows().into_iter().zip(b.rows());
                    let sums = pairs.map(|(a, b)| {
                        Zip::from(a).and(b).fold(T::at(0), |sum, a, b| sum + (*a + *b))
                    });
                    sums.fold(T::at(0), max).into()
                };
            "zip sum of small strided views", "":
                |o| zip((o.a.slice(s![:3, :3, 0]), o.b.slice(s![:3, :3, 1])))
                    .sum(|(a, b)| *a + *b).into(),
                |o| Zip::from(o.a.slice(ns![..3, ..3, 0])).and(o.b.slice(ns![..3, ..3, 1]))
                    .fold(T::at(0), |sum, a, b| sum + (*a + *b)).into();
            "concatenate along axis 1", "np.concatenate([a, b], 1)":
                |o| concatenate(1, [&o.a, &o.b]),
                |o| ndarray::concatenate(Axis(1), &[o.a.view(), o.b.view()]).expect("shapes");
            "stack along the last axis", "np.stack([a, b], -1)":
                |o| stack(3, [&o.a, &o.b]),
                |o| ndarray::stack(Axis(3), &[o.a.view(), o.b.view()]).expect("shapes");
            "pad by 1", "np.pad(a, ((1, 1), (1, 1), (0, 0)))":
                |o| o.a.pad([(1, 1), (1, 1), (0, 0)], T::at(0)),
                |o| {
                    let (x, y, z) = o.a.dim();
                    let mut padded = Array3::zeros((x + 2, y + 2, z));
                    padded.slice_mut(ns![1..-1, 1..-1, ..]).assign(&o.a);
                    padded
                };
        }
        for k in 0..2 {
            let len = self.shape[k];
            let half: &'static [usize] =
                (0..len / 2).map(|i| i * 7 % len).collect::<Vec<_>>().leak();
            rows! { self;
                "pick of half of axis {k}", "":
                    move |o| match k {
                        0 => o.a.pick(s![&half]),
                        _ => o.a.pick(s![:, &half]),
                    },
                    move |o| o.a.select(Axis(k), half);
            }
        }
    }

    /// All tiles of the first matrix, and sums of small corners.
    fn tiles(&mut self) {
        let [_, y, x] = self.shape;
        macro_rules! tiled {
            ($o:ident, $tile:ident, |$view:ident| $of:expr) => {{
                let mut greatest = T::at(0);
                for i in (0..y).step_by(4) {
                    for j in (0..x).step_by(4) {
                        let $view = $tile(&$o.a, i, j);
                        greatest = max(greatest, $of);
                    }
                }
                greatest.into()
            }};
        }
        fn ours<T>(a: &Tensor<T, 3>, i: usize, j: usize) -> tslice::View<'_, T, 2> {
            a.slice(s![0, i:i + 4, j:j + 4])
        }
        fn theirs<T>(a: &Array3<T>, i: usize, j: usize) -> ndarray::ArrayView2<'_, T> {
            a.slice(ns![0, i..i + 4, j..j + 4])
        }
        rows! { self;
            "tiles of 4 x 4, copied", "":
                move |o| tiled!(o, ours, |v| v.to_tensor()[[1, 1]]),
                move |o| tiled!(o, theirs, |v| v.as_standard_layout().into_owned()[[1, 1]]);
            "tiles of 4 x 4, sum", "":
                move |o| tiled!(o, ours, |v| v.sum()),
                move |o| tiled!(o, theirs, |v| v.sum());
            "tiles of 4 x 4, maximum", "":
                move |o| tiled!(o, ours, |v| v.iter().fold(T::at(0), |m, x| max(m, *x))),
                move |o| tiled!(o, theirs, |v| v.iter().fold(T::at(0), |m, x| max(m, *x)));
        }
        rows! { self;
            "windows of 3 x 3, sum", "":
                |o| {
                    let plane = o.a.slice(s![0]);
                    let windows = plane.windows([3, 3]);
                    let [rows, columns, ..] = *windows.shape();
                    let mut greatest = T::at(0);
                    for i in 0..rows {
                        for j in 0..columns {
                            greatest = max(greatest, windows.slice(s![i, j]).sum());
                        }
                    }
                    greatest.into()
                },
                |o| {
                    let windows = o.a.slice(ns![0, .., ..]);
                    let windows = windows.windows((3, 3));
                    windows.into_iter().fold(T::at(0), |m, window| max(m, window.sum())).into()
                };
        }
        for n in [3, 5, 8] {
            rows! { self;
                "sum of a corner of {n} x {n}", "a[0, :{n}, :{n}].sum(dtype=a.dtype)":
                    move |o| o.a.slice(s![0, :n, :n]).sum().into(),
                    move |o| o.a.slice(ns![0, ..n, ..n]).sum().into();
            }
        }
    }

    /// Counts by positions, beside a loop.
    fn counts(&mut self) {
        for n in [10, 1000, 100_000] {
            let places: &'static [usize] = (0..n).map(|i| i * 37 % 61).collect::<Vec<_>>().leak();
            rows! { self;
                "count of {n} positions (ndarray: a loop)",
                    "np.bincount(np.arange({n}) * 37 % 61, minlength=64)":
                    move |_| {
                        let mut counts = Tensor::<u32, 1>::zeros([64]);
                        counts.pick_mut(s![&places]).map_inplace(|count| *count += 1);
                        counts
                    },
                    move |_| {
                        let mut counts = ndarray::Array1::<u32>::zeros(64);
                        places.iter().for_each(|place| counts[*place] += 1);
                        counts
                    };
                "count of {n} positions by an index", "":
                    move |_| {
                        let mut counts = Tensor::<u32, 1>::zeros([64]);
                        places.iter().for_each(|place| counts[*place] += 1);
                        counts
                    },
                    move |_| {
                        let mut counts = ndarray::Array1::<u32>::zeros(64);
                        places.iter().for_each(|place| counts[*place] += 1);
                        counts
                    };
            }
        }
    }
}

/// The rows of the table.
#[must_use]
pub fn cases() -> Vec<Build> {
    let mut list = Vec::new();
    macro_rules! kinds {
        ($($t:ty: $shape:expr => $($kind:ident)+;)+) => {$(
            let mut rows = Rows::<$t> { list: &mut list, shape: $shape, elements: PhantomData };
            $(rows.$kind();)+
        )+};
    }
    // Small; a picture, channels last; a cube; planes first; many small matrices.
    kinds! {
        f32: [8, 8, 8] => along whole together;
        f32: [120, 160, 3] => along whole together;
        f32: [64, 64, 64] => along whole together;
        f64: [3, 120, 160] => along whole together;
        i32: [1000, 4, 6] => along whole together;
        u8: [120, 160, 3] => along whole together;
        f32: [1, 96, 128] => tiles counts;
        u8: [1, 96, 128] => tiles;
    }
    list
}
