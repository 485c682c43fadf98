//! Picking by lists, masks and groups, and writing there.

use ndarray::{ArrayView2, ArrayViewMut2, Axis};
use tslice::{View, ViewMut, s};

use crate::case::{Build, Case, HAND, OURS};
use crate::computes::{Computer, case};
use crate::data;

const TABLE: [usize; 2] = [1024, 1024];
const LARGE: [usize; 2] = [65_536, 64];
const SMALL: [usize; 2] = [100, 16];
/// Points, and elements of the histogram that they are counted in.
const POINTS: usize = 1 << 20;
const BINS: usize = 1024;

fn positions(list: &[i64]) -> Vec<usize> {
    list.iter()
        .map(|&at| usize::try_from(at).expect("a position"))
        .collect()
}

/// `count` rows of a table.
fn rows(label: &'static str, table: [usize; 2], count: usize) -> Case {
    let list = data::scattered(count, table[0]);
    let theirs = positions(&list);
    let by_hand = theirs.clone();
    let computers: Vec<(&'static str, Computer<f32, f32>)> = vec![
        (
            OURS,
            Box::new(move |a, out| View::new(table, a).pick_into(s![&list], out)),
        ),
        (
            "ndarray",
            Box::new(move |a, out| {
                let a = ArrayView2::from_shape(table, a).expect("shape");
                let picked = a.select(Axis(0), &theirs);
                ArrayViewMut2::from_shape(picked.raw_dim(), out)
                    .expect("shape")
                    .assign(&picked);
            }),
        ),
        (
            HAND,
            Box::new(move |a, out| {
                for (row, at) in out.chunks_exact_mut(table[1]).zip(&by_hand) {
                    row.copy_from_slice(&a[at * table[1]..][..table[1]]);
                }
            }),
        ),
    ];
    case((label, "pick rows"), &table, count * table[1], computers)
}

/// Half of the rows and half of the columns.
fn both() -> Case {
    let list = data::scattered(512, 1024);
    let theirs = positions(&list);
    let computers: Vec<(&'static str, Computer<f32, f32>)> = vec![
        (
            OURS,
            Box::new(move |a, out| View::new(TABLE, a).pick_into(s![&list, &list], out)),
        ),
        (
            "ndarray",
            Box::new(move |a, out| {
                let a = ArrayView2::from_shape(TABLE, a).expect("shape");
                let picked = a.select(Axis(0), &theirs).select(Axis(1), &theirs);
                ArrayViewMut2::from_shape([512, 512], out)
                    .expect("shape")
                    .assign(&picked);
            }),
        ),
    ];
    case(
        ("512 x 512 of f32 1024^2", "pick both"),
        &TABLE,
        512 * 512,
        computers,
    )
}

/// Three runs of columns.
fn runs() -> Case {
    let computers: Vec<(&'static str, Computer<f32, f32>)> = vec![(
        OURS,
        Box::new(|a, out| View::new(TABLE, a).pick_into(s![:, [0:300, 400:700, 800:]], out)),
    )];
    case(
        ("f32 1024^2, columns 0:300, 400:700, 800:", "pick runs"),
        &TABLE,
        1024 * 824,
        computers,
    )
}

/// Elements at coordinates.
fn group() -> Case {
    let flat = positions(&data::scattered(POINTS, 1 << 20));
    let (ys, xs): (Vec<usize>, Vec<usize>) = flat.iter().map(|at| (at / 1024, at % 1024)).unzip();
    let (theirs_y, theirs_x) = (ys.clone(), xs.clone());
    let computers: Vec<(&'static str, Computer<f32, f32>)> = vec![
        (
            OURS,
            Box::new(move |a, out| View::new(TABLE, a).pick_into(s![(&ys, &xs)], out)),
        ),
        (
            HAND,
            Box::new(move |a, out| {
                for ((out, y), x) in out.iter_mut().zip(&theirs_y).zip(&theirs_x) {
                    *out = a[y * 1024 + x];
                }
            }),
        ),
    ];
    case(
        ("1 M points of f32 1024^2", "pick group"),
        &TABLE,
        POINTS,
        computers,
    )
}

/// The elements at which a mask of the whole shape is true, one of `of` or all but one of `of`.
fn masked(label: &'static str, name: &'static str, of: usize, most: bool) -> Case {
    let mask: Vec<bool> = data::scattered(1 << 20, of)
        .iter()
        .map(|&at| (at == 0) != most)
        .collect();
    let len = mask.iter().filter(|&&selected| selected).count();
    let theirs = mask.clone();
    let computers: Vec<(&'static str, Computer<f32, f32>)> = vec![
        (
            OURS,
            Box::new(move |a, out| {
                View::new([1 << 20], a).pick_into(s![&mask], out);
            }),
        ),
        (
            HAND,
            Box::new(move |a, out| {
                let selected = a.iter().zip(&theirs).filter(|(_, selected)| **selected);
                out.iter_mut()
                    .zip(selected)
                    .for_each(|(out, (a, _))| *out = *a);
            }),
        ),
    ];
    case((label, name), &TABLE, len, computers)
}

/// Overwrites half of the rows of a table.
fn rows_written() -> Case {
    let list = data::scattered(512, 1024);
    let theirs = positions(&list);
    let computers: Vec<(&'static str, Computer<f32, f32>)> = vec![
        (
            OURS,
            Box::new(move |a, out| {
                let rows = View::new([512, 1024], &a[..512 * 1024]);
                ViewMut::new(TABLE, out).pick_mut(s![&list]).assign(rows);
            }),
        ),
        (
            HAND,
            Box::new(move |a, out| {
                for (row, at) in a.chunks_exact(1024).zip(&theirs) {
                    out[at * 1024..][..1024].copy_from_slice(row);
                }
            }),
        ),
    ];
    case(
        ("512 of f32 1024^2", "write rows"),
        &TABLE,
        1 << 20,
        computers,
    )
}

/// Overwrites elements at coordinates.
fn points_written() -> Case {
    let flat = positions(&data::scattered(POINTS, 1 << 20));
    let (ys, xs): (Vec<usize>, Vec<usize>) = flat.iter().map(|at| (at / 1024, at % 1024)).unzip();
    let (theirs_y, theirs_x) = (ys.clone(), xs.clone());
    let computers: Vec<(&'static str, Computer<f32, f32>)> = vec![
        (
            OURS,
            Box::new(move |a, out| {
                ViewMut::new(TABLE, out)
                    .pick_mut(s![(&ys, &xs)])
                    .assign(View::new([POINTS], a));
            }),
        ),
        (
            HAND,
            Box::new(move |a, out| {
                for ((a, y), x) in a.iter().zip(&theirs_y).zip(&theirs_x) {
                    out[y * 1024 + x] = *a;
                }
            }),
        ),
    ];
    case(
        ("1 M points of f32 1024^2", "write points"),
        &TABLE,
        POINTS,
        computers,
    )
}

/// Counts points in bins: every repeat counts.
fn histogram() -> Case {
    let list = positions(&data::scattered(POINTS, BINS));
    let theirs = list.clone();
    let computers: Vec<(&'static str, Computer<f32, f32>)> = vec![
        (
            OURS,
            Box::new(move |_, out| {
                out.fill(0.0);
                ViewMut::new([BINS], out)
                    .pick_mut(s![&list])
                    .apply(1.0, |count, one| *count += one);
            }),
        ),
        (
            HAND,
            Box::new(move |_, out| {
                out.fill(0.0);
                theirs.iter().for_each(|&at| out[at] += 1.0);
            }),
        ),
    ];
    case(
        ("1 M points in 1024 f32", "add points"),
        &[BINS],
        BINS,
        computers,
    )
}

/// The table of picks, which is part of that of computations.
#[must_use]
pub fn cases() -> Vec<Build> {
    vec![
        Box::new(|| rows("8 of f32 100 x 16", SMALL, 8)),
        Box::new(|| rows("512 of f32 1024^2", TABLE, 512)),
        Box::new(|| rows("65,536 of f32 65,536 x 64", LARGE, 65_536)),
        Box::new(both),
        Box::new(runs),
        Box::new(group),
        Box::new(|| masked("1 % of f32 1024^2", "pick mask 1", 100, false)),
        Box::new(|| masked("50 % of f32 1024^2", "pick mask 50", 2, false)),
        Box::new(|| masked("99 % of f32 1024^2", "pick mask 99", 100, true)),
        Box::new(rows_written),
        Box::new(points_written),
        Box::new(histogram),
    ]
}
