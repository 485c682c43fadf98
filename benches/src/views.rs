//! Making a view, without a copy: literal and run-time specs, typed and dynamic.

use std::hint::black_box;

use tslice::{AsEncoding, DynSpec, Tensor};

use crate::contest::{Entrant, time};

/// Times every way of making the views: nanoseconds a call.
///
/// # Panics
///
/// Never: the shapes and specs are constants that fit.
#[allow(clippy::reversed_empty_ranges, reason = "ndarray writes a negative stride so")]
pub fn run(rounds: usize, sample: std::time::Duration) -> Vec<(String, f64)> {
    let a = Tensor::from_shape_vec([1024, 1024], vec![0_f32; 1 << 20]).expect("shape");
    let b = Tensor::from_shape_vec([5; 6], vec![0_f32; 15625]).expect("shape");
    let (na, nb) = (ndarray::Array::<f32, _>::zeros([1024, 1024]), ndarray::Array::<f32, _>::zeros([5; 6]));
    let (va, vb) = (a.view(), b.view());
    let (da, db) = (va.into_dyn(), vb.into_dyn());
    let (nda, ndb) = (na.view().into_dyn(), nb.view().into_dyn());
    let text = "1, 2:4, newaxis, ..., :-3:-1, :";
    let parsed: DynSpec = text.parse().expect("a spec");
    let encoding = parsed.encoding();
    let n = black_box(2_usize);
    let mut entrants = Vec::new();
    macro_rules! entrant {
        ($name:literal, $view:expr) => {
            entrants.push(Entrant {
                name: $name,
                run: Box::new(|| {
                    for _ in 0..100 {
                        black_box($view);
                    }
                }),
                output: Box::new(Vec::new),
            })
        };
    }
    entrant!("2-D literal `1:-1, ::2`: tslice", black_box(&va).slice(tslice::s![1:-1, ::2]));
    entrant!("2-D run-time `n:-1, ::n`: tslice", black_box(&va).slice(tslice::s![n:-1, ::n]));
    entrant!("2-D literal: ndarray", black_box(&na).slice(ndarray::s![1..-1, ..;2]));
    entrant!("2-D index: tslice", black_box(&va).slice(tslice::s![3]));
    entrant!("2-D index: ndarray", black_box(&na).slice(ndarray::s![3, ..]));
    entrant!("6-D literal: tslice", black_box(&vb).slice(tslice::s![1, 2:4, newaxis, .., :-3:-1, :]));
    entrant!(
        "6-D literal: ndarray",
        black_box(&nb).slice(ndarray::s![1, 2..4, ndarray::NewAxis, .., .., -2..;-1, ..])
    );
    entrant!(
        "6-D literal on a dynamic view: tslice",
        black_box(&db).slice(tslice::s![1, 2:4, newaxis, .., :-3:-1, :])
    );
    entrant!("6-D encoding on a dynamic view: tslice", black_box(&db).slice(encoding.as_encoding()));
    entrant!(
        "6-D text parsed each time: tslice",
        black_box(&db).slice(black_box(text).parse::<DynSpec>().expect("a spec"))
    );
    entrant!(
        "6-D literal on a dynamic view: ndarray",
        black_box(&ndb).slice(ndarray::s![1, 2..4, ndarray::NewAxis, .., .., -2..;-1, ..])
    );
    entrant!("2-D literal on a dynamic view: tslice", black_box(&da).slice(tslice::s![1:-1, ::2]));
    entrant!("2-D literal on a dynamic view: ndarray", black_box(&nda).slice(ndarray::s![1..-1, ..;2]));
    let timings = time(&mut entrants, rounds, sample);
    entrants
        .iter()
        .zip(timings)
        .map(|(entrant, timing)| (entrant.name.to_owned(), timing.best / 100.0))
        .collect()
}
