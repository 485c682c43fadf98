//! Walking: sums over slices, by iterators and by whole-array forms.
//!
//! The sums are exact, so that all orders of adding give the same: f64 of whole numbers, and u64 of
//! bytes.

#![allow(
    clippy::reversed_empty_ranges,
    reason = "ndarray counts `1..-1` from both ends"
)]

use std::hint::black_box;

use tslice::View;

use crate::case::{Build, Case, OURS, Task};
use crate::contest::{Entrant, Output};
use crate::data::{self, Digest, Element};

/// A sum as f64.
fn entrant(name: &str, mut sum: impl FnMut() -> f64 + 'static) -> Entrant {
    Entrant::new(
        name,
        Output::View,
        0.0,
        move |total: &mut f64| *total = sum(),
        |total| Digest::of(&[*total]),
    )
}

/// The name of a sum by an iterator, which is the best there is unless the array has one of its
/// own.
macro_rules! iterated {
    () => {
        OURS
    };
    ($whole:ident) => {
        "tslice, `iter`"
    };
}

/// The sum of a slice of f64 or u8: label, element type, the sum's type, shape, the slice in the
/// language and in ndarray's; a method that sums whole arrays, if the sums need no wider type.
macro_rules! summed {
    ($label:literal, $t:ty, $sum:ty, $shape:expr, [$($ours:tt)*], ($($theirs:expr),*) $(, $whole:ident)?) => {
        Box::new(|| {
            #[allow(unused_imports, reason = "not every slice has this word")]
            use crate::peers::ndarray::words::by;
            let shape = $shape;
            let spec = stringify!($($ours)*).parse::<tslice::DynSpec>().expect("a spec").to_string();
            let data: &'static [$t] = Box::leak(data::source::<$t>(&shape).to_vec().into_boxed_slice());
            let view = View::from_shape(shape, data).expect("shape");
            let theirs = ndarray::ArrayView::from_shape(shape, data).expect("shape");
            let theirs: &'static _ = Box::leak(Box::new(theirs));
            let sliced = move || black_box(view).slice(tslice::s![$($ours)*]);
            let sliced_there = move || black_box(theirs).slice(ndarray::s![$($theirs),*]);
            let entrants = vec![
                $(entrant(OURS, move || sliced().$whole() as f64),)?
                entrant(iterated!($($whole)?), move || {
                    sliced().iter().map(|&x| <$sum>::from(x)).sum::<$sum>() as f64
                }),
                entrant("tslice, `for`", move || {
                    let mut sum = <$sum>::default();
                    for &x in sliced() {
                        sum += <$sum>::from(x);
                    }
                    sum as f64
                }),
                $(entrant("ndarray, `sum`", move || sliced_there().$whole() as f64),)?
                entrant("ndarray", move || {
                    sliced_there().iter().map(|&x| <$sum>::from(x)).sum::<$sum>() as f64
                }),
                entrant("ndarray, `for`", move || {
                    let mut sum = <$sum>::default();
                    for &x in sliced_there() {
                        sum += <$sum>::from(x);
                    }
                    sum as f64
                }),
                entrant("ndarray, `fold`", move || {
                    sliced_there().fold(<$sum>::default(), |sum, &x| sum + <$sum>::from(x)) as f64
                }),
            ];
            Case {
                name: format!("{} `{spec}`", $label),
                task: Some(Task::Total { dtype: <$t as Element>::NAME, shape: shape.to_vec(), spec }),
                output_bytes: 0,
                moved_bytes: 0,
                entrants,
            }
        })
    };
}

/// The table of walks.
#[must_use]
pub fn cases() -> Vec<Build> {
    const M: [usize; 2] = [1000, 1000];
    const IMG: [usize; 3] = [1080, 1920, 3];
    const CUBE: [usize; 3] = [100, 100, 100];
    vec![
        summed!("f64 1000^2", f64, f64, M, [:, :], (.., ..), sum),
        summed!("f64 1000^2", f64, f64, M, [1:-1, 1:-1], (1..-1, 1..-1), sum),
        summed!("f64 1000^2", f64, f64, M, [::2, ::2], (by(2), by(2)), sum),
        summed!("f64 1000^2", f64, f64, M, [::-1, ::-1], (by(-1), by(-1)), sum),
        summed!("f64 1000^2", f64, f64, M, [:, 5], (.., 5), sum),
        summed!("f64 100^3", f64, f64, CUBE, [1:-1, 1:-1, 1:-1], (1..-1, 1..-1, 1..-1), sum),
        summed!("u8 img crop", u8, u64, IMG, [100:612, 200:712, :], (100..612, 200..712, ..)),
        summed!("u8 img one channel", u8, u64, IMG, [..., 1], (.., .., 1)),
    ]
}
