//! One thread against all of rayon's pool.

use std::hint::black_box;

use tslice::{DynTensor, DynView, View};
use tslice_ops as ops;

use crate::case::{Build, Case, MEMCPY, OURS};
use crate::contest::{Entrant, Output};
use crate::data::{self, Digest};

/// The entrant that uses the pool.
const THREADS: &str = "tslice, threads";

macro_rules! copied {
    ($label:literal, $t:ty, $shape:expr, [$($spec:tt)*]) => {
        Box::new(|| {
            let shape = $shape;
            let slicing = crate::copies::slicing::<$t>(stringify!($($spec)*), &shape);
            let (data, shared) = (slicing.data.clone(), slicing.data.clone());
            let entrants = vec![
                slicing.buffered(OURS, move |buffer| {
                    let view = View::from_shape(shape, &data).expect("shape");
                    black_box(view).slice(tslice::s![$($spec)*]).copy_to_slice(buffer);
                }),
                slicing.buffered(THREADS, move |buffer| {
                    let view = View::from_shape(shape, &shared).expect("shape");
                    black_box(view).slice(tslice::s![$($spec)*]).par_copy_to_slice(buffer);
                }),
            ];
            let moved_bytes = crate::copies::moved(&slicing);
            let mut case = crate::copies::case($label, stringify!($($spec)*), &slicing, moved_bytes, entrants);
            // The other libraries are measured on one thread.
            case.task = None;
            let [memcpy, _] = slicing.memcpy(moved_bytes);
            case.entrants.push(memcpy);
            case
        })
    };
}

/// So many scattered elements of a matrix of 64 MiB, into memory that is allocated each time.
fn gathered(count: usize) -> Case {
    const SHAPE: [usize; 2] = [4096, 4096];
    let data: &'static [f32] = Box::leak(data::source::<f32>(&SHAPE).to_vec().into_boxed_slice());
    let flat = data::scattered(count, SHAPE[0] * SHAPE[1]);
    let numbers: Vec<i64> = flat.iter().flat_map(|i| [i / 4096, i % 4096]).collect();
    let entrant = |name, gather: fn(&DynView<'_, f32>, &DynView<'_, i64>) -> DynTensor<f32>| {
        let numbers = numbers.clone();
        let run = move |output: &mut DynTensor<f32>| {
            let params = DynView::from_shape(SHAPE, black_box(data)).expect("shape");
            let indices = DynView::from_shape([count, 2], &numbers).expect("shape");
            *output = gather(&params, &indices);
        };
        let nothing = DynTensor::from_shape_vec([0], Vec::new()).expect("no elements");
        Entrant::new(name, Output::Allocated, nothing, run, |output| {
            Digest::of(output.as_slice().expect("row-major"))
        })
    };
    let memcpy = Entrant::new(
        MEMCPY,
        Output::Reused,
        vec![0_f32; count],
        move |buffer| buffer.copy_from_slice(&data[..count]),
        |buffer| Digest::of(buffer),
    );
    Case {
        name: format!("gather_nd, {count} elements of f32 4096^2"),
        task: None,
        output_bytes: count * size_of::<f32>(),
        moved_bytes: 0,
        entrants: vec![
            entrant(OURS, |params, indices| {
                ops::gather_nd(params, indices, 0).expect("in bounds")
            }),
            entrant(THREADS, |params, indices| {
                ops::par_gather_nd(params, indices, 0).expect("in bounds")
            }),
            memcpy,
        ],
    }
}

/// Small ones, where no thread is worth its start, and large ones.
#[must_use]
pub fn cases() -> Vec<Build> {
    vec![
        copied!("f32 128^2", f32, [128, 128], [:, ::-1]),
        copied!("f32 1024^2", f32, [1024, 1024], [:, ::-1]),
        copied!("f32 4096^2", f32, [4096, 4096], [:, ::-1]),
        copied!("f32 4096^2", f32, [4096, 4096], [:, ::3]),
        copied!("f32 4096^2", f32, [4096, 4096], [1:-1, 1:-1]),
        copied!("img 2160 x 3840", u8, [2160, 3840, 3], [:, ::-1, :]),
        copied!("img 2160 x 3840", u8, [2160, 3840, 3], [..., 1]),
        Box::new(|| gathered(1 << 10)),
        Box::new(|| gathered(1 << 20)),
    ]
}
