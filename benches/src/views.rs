//! Making a view, without a copy, of a view that is there.

use std::hint::black_box;

use tslice::View;

use crate::axes;
use crate::case::{Build, Case, OURS, Task};
use crate::contest::Entrant;
use crate::data;

/// A case of a view: the shape, the slice in the language, and once more as in `copy_case`.
macro_rules! view_case {
    ($shape:expr, [$($ours:tt)*], ($($theirs:expr),*)) => {{
        let shape = $shape;
        // For as long as the program runs, as the views are `'static`.
        let data: &'static [f32] = Box::leak(data::source::<f32>(&shape).to_vec().into_boxed_slice());
        let view = View::from_shape(shape, data).expect("shape");
        let dynamic = view.into_dyn();
        #[allow(unused_mut, reason = "a feature adds to them")]
        let mut entrants = vec![
            Entrant::view(OURS, move || black_box(&view).slice(tslice::s![$($ours)*]), |view| view.to_vec()),
            Entrant::view(
                "tslice, dynamic rank",
                move || black_box(&dynamic).slice(tslice::s![$($ours)*]),
                |view| view.to_vec(),
            ),
            by_ndarray!("ndarray", data, shape, |view| view, $($theirs),*),
            by_ndarray!("ndarray, IxDyn", data, shape, |view| view.into_dyn(), $($theirs),*),
            #[cfg(feature = "mdarray")]
            by_mdarray!(data, shape, $($theirs),*),
        ];
        #[cfg(feature = "rten")]
        entrants.extend(by_rten!(data, shape, $($theirs),*));
        case(data, &shape, stringify!($($ours)*), entrants)
    }};
}

macro_rules! by_ndarray {
    ($name:expr, $data:ident, $shape:ident, |$view:ident| $ranked:expr, $($theirs:expr),*) => {{
        #[allow(unused_imports, reason = "not every slice has these words")]
        use crate::peers::ndarray::words::{back, by};
        let $view = ndarray::ArrayView::from_shape($shape, $data).expect("shape");
        let view = $ranked;
        // Through a pointer: a view of a view lives no longer than the view.
        let view: &'static _ = Box::leak(Box::new(view));
        Entrant::view(
            $name,
            move || black_box(view).slice(ndarray::s![$($theirs),*]),
            |view| view.iter().copied().collect(),
        )
    }};
}

#[cfg(feature = "mdarray")]
macro_rules! by_mdarray {
    ($data:ident, $shape:ident, $($theirs:expr),*) => {{
        #[allow(unused_imports, reason = "not every slice has these words")]
        use crate::peers::mdarray::words::{back, by};
        let array: &'static _ = Box::leak(Box::new(mdarray::Array::from($data.to_vec()).into_shape($shape)));
        Entrant::view(
            "mdarray",
            move || black_box(array).view($($theirs),*),
            |view| view.iter().copied().collect(),
        )
    }};
}

#[cfg(feature = "rten")]
macro_rules! by_rten {
    ($data:ident, $shape:ident, $rows:expr, $columns:expr) => {{
        #[allow(unused_imports, reason = "not every slice has this word")]
        use crate::peers::rten::words::by;
        use rten_tensor::prelude::*;
        let view = rten_tensor::NdTensorView::from_data($shape, $data);
        Some(Entrant::view(
            "rten-tensor",
            move || black_box(&view).slice(($rows, $columns)),
            |view| view.to_vec(),
        ))
    }};
    // The slice of six axes has a negative step: no view.
    ($data:ident, $shape:ident, $($theirs:expr),*) => {
        None
    };
}

#[allow(unused_variables, unused_mut, reason = "the features use them")]
fn case(data: &[f32], shape: &[usize], spec: &str, mut entrants: Vec<Entrant>) -> Case {
    let spec = spec.parse::<tslice::DynSpec>().expect("a spec").to_string();
    let taken = axes::taken(&spec, shape);
    #[cfg(feature = "candle")]
    entrants.extend(crate::peers::candle::make_view(data, shape, &taken));
    #[cfg(feature = "burn")]
    entrants.push(crate::peers::burn::make_view(data, shape, &taken));
    Case {
        name: format!("{}-D `{spec}`", shape.len()),
        task: Some(Task::View {
            shape: shape.to_vec(),
            spec,
        }),
        output_bytes: 0,
        moved_bytes: 0,
        entrants,
    }
}

/// The table of views.
#[must_use]
pub fn cases() -> Vec<Build> {
    const M: [usize; 2] = [1024, 1024];
    vec![
        Box::new(|| view_case!(M, [1:-1, ::2], (1..1023, by(2)))),
        Box::new(|| view_case!(M, [128:896, 128:896], (128..896, 128..896))),
        Box::new(|| view_case!(M, [3], (3, ..))),
        Box::new(
            || view_case!([5; 6], [1, 2:4, newaxis, .., :-3:-1, :], (1, 2..4, .., .., back(3..5), ..)),
        ),
    ]
}
