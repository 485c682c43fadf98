//! One slice said in many ways: known to the compiler, with bounds known at run time, and parsed
//! from text each time.

use std::hint::black_box;
use std::rc::Rc;

use tslice::{DynSpec, DynView, View};

use crate::case::{Build, Case, OURS};
use crate::contest::{Entrant, Output};
use crate::data::{self, Digest};

const SPEC: &str = "1:-1, ::2";

/// Whether the view is copied.
#[derive(Clone, Copy)]
enum Then {
    Nothing,
    Copied,
}

/// One way of saying the slice.
fn way<V, O: 'static>(
    name: &str,
    then: Then,
    view: impl Fn() -> V + Clone + 'static,
    mut output: O,
    copy: impl Fn(V, &mut O) + 'static,
    numbers: fn(&O) -> &[f32],
) -> Entrant {
    match then {
        Then::Nothing => {
            let made = view.clone();
            let run = move |_: &mut O| {
                black_box(made());
            };
            copy(view(), &mut output);
            Entrant::new(name, Output::View, output, run, move |output| {
                Digest::of(numbers(output))
            })
        }
        Then::Copied => {
            let run = move |output: &mut O| copy(view(), output);
            Entrant::new(name, Output::Reused, output, run, move |output| {
                Digest::of(numbers(output))
            })
        }
    }
}

fn case(side: usize, then: Then) -> Case {
    let shape = [side, side];
    let source: Rc<Vec<f32>> = data::source(&shape);
    let data: &'static [f32] = Box::leak(source.to_vec().into_boxed_slice());
    let view = View::from_shape(shape, data).expect("shape");
    let dynamic: &'static DynView<'static, f32> = Box::leak(Box::new(view.into_dyn()));
    let encoding = SPEC.parse::<DynSpec>().expect("a spec").to_encoding();
    let buffer = || vec![0_f32; (side - 2) * (side / 2)];
    let typed = |view: View<'_, f32, 2>, buffer: &mut Vec<f32>| view.copy_to_slice(buffer);
    let untyped = |view: DynView<'_, f32>, buffer: &mut Vec<f32>| view.copy_to_slice(buffer);
    let bounds = || black_box((1_i64, -1_i64, 2_i64));
    let mut entrants = vec![
        way(
            OURS,
            then,
            move || black_box(&view).slice(tslice::s![1:-1, ::2]),
            buffer(),
            typed,
            Vec::as_slice,
        ),
        way(
            "`s!`, run-time bounds",
            then,
            move || {
                let (begin, end, stride) = bounds();
                black_box(&view).slice(tslice::s![begin:end, ::stride])
            },
            buffer(),
            typed,
            Vec::as_slice,
        ),
        way(
            "ready encoding",
            then,
            move || black_box(dynamic).slice(&encoding),
            buffer(),
            untyped,
            Vec::as_slice,
        ),
        way(
            "`DynSpec`, parsed each time",
            then,
            move || black_box(dynamic).slice(black_box(SPEC).parse::<DynSpec>().expect("a spec")),
            buffer(),
            untyped,
            Vec::as_slice,
        ),
    ];
    entrants.extend(by_ndarray(data, side, then));
    #[cfg(feature = "burn")]
    entrants.push(by_burn(data, side, then));
    let output_bytes = match then {
        Then::Nothing => 0,
        Then::Copied => buffer().len() * size_of::<f32>(),
    };
    let what = match then {
        Then::Nothing => "view",
        Then::Copied => "view and copy",
    };
    Case {
        name: format!("{what}, f32 {side}^2 `{SPEC}`"),
        task: None,
        output_bytes,
        moved_bytes: 0,
        entrants,
    }
}

#[allow(
    clippy::reversed_empty_ranges,
    reason = "ndarray counts negative bounds from the end"
)]
fn by_ndarray(data: &'static [f32], side: usize, then: Then) -> [Entrant; 2] {
    use ndarray::{Array2, ArrayView2};
    let view: &'static _ = Box::leak(Box::new(
        ArrayView2::from_shape([side, side], data).expect("shape"),
    ));
    let buffer = || Array2::zeros([side - 2, side / 2]);
    let copy = |view: ArrayView2<'_, f32>, buffer: &mut Array2<f32>| buffer.assign(&view);
    fn numbers(buffer: &Array2<f32>) -> &[f32] {
        buffer.as_slice().expect("row-major")
    }
    let bounds = || black_box((1_isize, -1_isize, 2_isize));
    [
        way(
            "ndarray `s!`",
            then,
            move || black_box(view).slice(ndarray::s![1..-1, ..;2]),
            buffer(),
            copy,
            numbers,
        ),
        way(
            "ndarray `s!`, run-time bounds",
            then,
            move || {
                let (begin, end, stride) = bounds();
                black_box(view).slice(ndarray::s![begin..end, ..;stride])
            },
            buffer(),
            copy,
            numbers,
        ),
    ]
}

#[cfg(feature = "burn")]
fn by_burn(data: &[f32], side: usize, then: Then) -> Entrant {
    use burn_flex::FlexTensor;
    let source = crate::peers::burn::source(data, &[side, side]);
    way(
        "burn `Slice`, parsed each time",
        then,
        move || {
            let slices = black_box(["1..-1", "..;2"]).map(|text| text.parse().expect("a slice"));
            burn_flex::ops::slice::slice(black_box(&source).clone(), &slices)
        },
        crate::peers::burn::source(&[0_f32], &[1]),
        |view: FlexTensor, output: &mut FlexTensor| *output = view.to_contiguous(),
        |output| output.storage(),
    )
}

/// The view alone, and the view and its copy at three sizes.
#[must_use]
pub fn cases() -> Vec<Build> {
    vec![
        Box::new(|| case(1024, Then::Nothing)),
        Box::new(|| case(16, Then::Copied)),
        Box::new(|| case(128, Then::Copied)),
        Box::new(|| case(1024, Then::Copied)),
    ]
}
