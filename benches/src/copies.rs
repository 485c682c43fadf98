//! The copies: slices into a row-major buffer.

use crate::axes;
use crate::case::{Build, Case, OURS, Slicing, Task};
use crate::data::{self, Element};

/// Who takes part beside tslice and memcpy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Everybody.
    All,
    /// ndarray alone: where sources are large and memory is not.
    Lean,
}

/// A case of a copy: its label and element type, the shape, the slice in the language, and once
/// more for the libraries whose slices are types. Those have `by(n)` for every n-th element and
/// `back(range)` for a range from its end, leave new axes out, and spell the ellipsis as whole
/// axes.
macro_rules! copy_case {
    ($label:expr, $t:ty, $shape:expr, $field:expr, [$($ours:tt)*], ($($theirs:expr),*)) => {{
        let shape = $shape;
        let slicing = $crate::copies::slicing::<$t>(stringify!($($ours)*), &shape);
        let ours = {
            let data = slicing.data.clone();
            slicing.buffered($crate::case::OURS, move |buffer| {
                let view = tslice::View::from_shape(shape, &data).expect("shape");
                std::hint::black_box(view).slice(tslice::s![$($ours)*]).copy_to_slice(buffer);
            })
        };
        let moved_bytes = $crate::copies::moved(&slicing);
        let [memcpy, limit] = slicing.memcpy(moved_bytes);
        let mut entrants = vec![ours, memcpy, $crate::peers::ndarray::copy!(slicing, shape, $($theirs),*)];
        if $field == $crate::copies::Field::All {
            entrants.push(limit);
            #[cfg(feature = "mdarray")]
            entrants.push($crate::peers::mdarray::copy!(slicing, shape, $($theirs),*));
            entrants.extend($crate::peers::copies(&slicing));
        }
        $crate::copies::case($label, stringify!($($ours)*), &slicing, moved_bytes, entrants)
    }};
}
pub(crate) use copy_case;

/// The operands of a copy.
pub(crate) fn slicing<T: Element>(spec: &str, shape: &[usize]) -> Slicing<T> {
    let taken = axes::taken(spec, shape);
    let output_len = taken.iter().map(|axis| axis.len).product();
    Slicing {
        data: data::source(shape),
        shape: shape.to_vec(),
        taken,
        output_len,
    }
}

/// Bytes that must move: every cache line that holds a taken element, and the output.
pub(crate) fn moved<T: Element>(slicing: &Slicing<T>) -> usize {
    axes::lines(&slicing.taken, &slicing.shape, size_of::<T>()) * 64
        + slicing.output_len * size_of::<T>()
}

pub(crate) fn case<T: Element>(
    label: &str,
    spec: &str,
    slicing: &Slicing<T>,
    moved_bytes: usize,
    entrants: Vec<crate::contest::Entrant>,
) -> Case {
    let spec = spec.parse::<tslice::DynSpec>().expect("a spec").to_string();
    Case {
        name: format!("{label} `{spec}`"),
        task: Some(Task::Copy {
            dtype: T::NAME,
            shape: slicing.shape.clone(),
            spec,
        }),
        output_bytes: slicing.output_len * size_of::<T>(),
        moved_bytes,
        entrants,
    }
}

/// A picture with its channels last from one with its channels first, or the other way round: axes
/// in another order.
fn permuted(label: &str, shape: [usize; 3], axes: [usize; 3]) -> Case {
    let whole = Slicing::<u8> {
        data: data::source(&shape),
        shape: shape.to_vec(),
        taken: Vec::new(),
        output_len: shape.iter().product(),
    };
    let (ours, theirs) = (whole.data.clone(), whole.data.clone());
    let [memcpy, limit] = whole.memcpy(2 * whole.output_len);
    let entrants = vec![
        whole.buffered(OURS, move |buffer| {
            let view = tslice::View::from_shape(shape, &ours).expect("shape");
            std::hint::black_box(view)
                .try_permute(axes)
                .expect("axes")
                .copy_to_slice(buffer);
        }),
        memcpy,
        whole.buffered("ndarray", move |buffer| {
            let view = ndarray::ArrayView3::from_shape(shape, &theirs)
                .expect("shape")
                .permuted_axes(axes);
            let buffer = ndarray::ArrayViewMut3::from_shape(view.raw_dim(), buffer);
            buffer.expect("shape").assign(&view);
        }),
        limit,
    ];
    let name = label.to_owned();
    Case {
        name,
        task: None,
        output_bytes: whole.output_len,
        moved_bytes: 2 * whole.output_len,
        entrants,
    }
}

/// The table of copies.
#[must_use]
pub fn cases() -> Vec<Build> {
    const M: [usize; 2] = [1024, 1024];
    const IMG: [usize; 3] = [1080, 1920, 3];
    const NCHW: [usize; 4] = [32, 64, 56, 56];
    macro_rules! rows {
        ($($label:literal, $t:ty, $shape:expr, [$($ours:tt)*], ($($theirs:expr),*);)+) => {
            vec![$(Box::new(|| copy_case!($label, $t, $shape, Field::All, [$($ours)*], ($($theirs),*)))),+]
        };
    }
    let mut cases: Vec<Build> = rows![
        "f32 1024^2", f32, M, [:, :], (.., ..);
        "f32 1024^2", f32, M, [:, ::-1], (.., by(-1));
        "f32 1024^2", f32, M, [::-1, :], (by(-1), ..);
        "f32 1024^2", f32, M, [::2, ::2], (by(2), by(2));
        "f32 1024^2", f32, M, [:, ::2], (.., by(2));
        "f32 1024^2", f32, M, [:, ::3], (.., by(3));
        "f32 1024^2", f32, M, [:, ::-2], (.., by(-2));
        "f32 1024^2", f32, M, [128:896, 128:896], (128..896, 128..896);
        "f32 1024^2", f32, M, [:, 5], (.., 5);
        "img crop", u8, IMG, [100:612, 200:712, :], (100..612, 200..712, ..);
        "img mirror", u8, IMG, [:, ::-1, :], (.., by(-1), ..);
        "img BGR to RGB", u8, IMG, [..., ::-1], (.., .., by(-1));
        "img one channel", u8, IMG, [..., 1], (.., .., 1);
        "img half", u8, IMG, [::2, ::2, :], (by(2), by(2), ..);
        "NCHW crop", f32, NCHW, [:, :, 4:52, 4:52], (.., .., 4..52, 4..52);
        "NCHW reverse batch", f32, NCHW, [::-1], (by(-1), .., .., ..);
        "NCHW every second channel", f32, NCHW, [:, ::2], (.., by(2), .., ..);
        "f32 5^6", f32, [5; 6], [1, 2:4, newaxis, .., :-3:-1, :], (1, 2..4, .., .., back(3..5), ..);
    ];
    cases.push(Box::new(|| permuted("img to planes", IMG, [2, 0, 1])));
    cases.push(Box::new(|| {
        permuted("planes to img", [3, 1080, 1920], [1, 2, 0])
    }));
    cases
}
