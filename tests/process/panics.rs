//! Every public function that panics: what it says, and that it blames its caller.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use tslice::{DynSpec, DynTensor, DynViewMut, Rank, Tensor, View, ViewMut, diag, s};
use tslice_ops::prelude::*;

thread_local! {
    /// Whether the last panic of this thread was reported at a line of this file.
    static BLAMED: Cell<bool> = const { Cell::new(false) };
}

/// Runs what panics with these words, and blames a line of this file.
#[track_caller]
fn panics(words: &str, action: impl FnOnce()) {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let default = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            BLAMED.set(
                info.location()
                    .is_some_and(|location| location.file() == file!()),
            );
            default(info);
        }));
    });
    let payload = catch_unwind(AssertUnwindSafe(action)).expect_err(words);
    let message = payload.downcast_ref::<String>().map(String::as_str);
    assert_eq!(
        message.or(payload.downcast_ref::<&str>().copied()),
        Some(words)
    );
    assert!(BLAMED.take(), "{words}: it is the caller's mistake");
}

fn matrix() -> Tensor<u8, 2> {
    Tensor::from_shape_fn([2, 3], |[r, c]| u8::from(r > c))
}

#[test]
fn slices() {
    let (mut t, zero) = (matrix(), 0);
    let five = "index 5 is out of bounds for axis 1 with length 3";
    panics(five, || _ = t.slice(s![:, 5]));
    panics(five, || _ = t.view().slice(s![.., 5]));
    panics(five, || _ = t.view_mut().slice(s![.., newaxis, 5]));
    panics("index -3 is out of bounds for axis 0 with length 2", || {
        _ = t.slice_mut(s![-3])
    });
    panics("index -3 is out of bounds for axis 0 with length 2", || {
        _ = t.view_mut().slice_mut(s![-3])
    });
    panics("the stride of axis 1 is 0", || _ = t.slice(s![:, ::zero]));
    panics("the stride of axis 0 is 0", || _ = t.slice_mut(s![::zero]));
    panics("index [0, 5] is out of bounds for shape [2, 3]", || {
        t.swap([0, 0], [0, 5])
    });
    let list = "entry 0 of the spec is a window or a list, which TensorFlow's StridedSlice lacks";
    panics(list, || _ = s![[0, 2]].to_encoding());
    panics(list, || {
        _ = "[0, 2]".parse::<DynSpec>().expect("a spec").to_encoding()
    });
}

#[test]
fn slices_of_dynamic_rank() {
    let mut t = matrix().into_dyn();
    panics("this spec takes 3 axes, the array has rank 2", || {
        _ = t.slice(s![0, 0, 0])
    });
    panics("index 2 is out of bounds for axis 0 with length 2", || {
        _ = t.view().slice(s![2])
    });
    panics("this spec takes 3 axes, the array has rank 2", || {
        _ = t.slice_mut(s![0, 0, 0])
    });
    let mut data = [0_u8; 2];
    let mut view = DynViewMut::from_shape([2], &mut data).expect("two");
    panics("index 7 is out of bounds for axis 0 with length 2", || {
        _ = view.slice(s![7])
    });
    panics("index 7 is out of bounds for axis 0 with length 2", || {
        _ = view.slice_mut(s![7])
    });
}

#[test]
fn elements() {
    let mut t = matrix();
    panics("index [1, 3] is out of bounds for shape [2, 3]", || {
        _ = t[[1, 3]]
    });
    panics("index [2, 0] is out of bounds for shape [2, 3]", || {
        t[[2, 0]] = 1
    });
    panics("index [2, 0] is out of bounds for shape [2, 3]", || {
        _ = t.view()[[2, 0]]
    });
    panics("index [0, 9] is out of bounds for shape [2, 3]", || {
        t.view_mut()[[0, 9]] = 1
    });
    let mut t = t.into_dyn();
    panics("index [2, 0] is out of bounds for shape [2, 3]", || {
        _ = t[&[2, 0]]
    });
    panics("index [0] has length 1, shape [2, 3] has rank 2", || {
        t[&[0]] = 1
    });
}

#[test]
fn copies() {
    let mut t = matrix();
    panics("shape [2, 3] needs 6 elements, there are 5", || {
        t.copy_to_slice(&mut [0; 5])
    });
    panics("shape [3] needs 3 elements, there are 4", || {
        t.slice(s![0]).into_dyn().copy_to_slice(&mut [0; 4])
    });
    let pair = Tensor::<u8, 1>::zeros([2]);
    panics(
        "shape [2] does not broadcast to shape [2, 3]: its axis 0 has length 2, not 3",
        || t.assign(&pair),
    );
    panics(
        "shape [3] does not broadcast to shape [3, 2]: its axis 0 has length 3, not 2",
        || {
            ViewMut::new([3, 2], &mut [0; 6])
                .slice_mut(s![::-1])
                .assign(&matrix().slice(s![0]));
        },
    );
}

#[test]
fn constructors() {
    let words = |shape: &[usize]| {
        format!(
            "shape {shape:?} has more elements than isize::MAX ({})",
            isize::MAX
        )
    };
    let many = [usize::MAX, 2];
    panics(&words(&many), || drop(Tensor::full(many, 1)));
    panics(&words(&many), || drop(Tensor::<u8, 2>::zeros(many)));
    panics(&words(&many), || drop(Tensor::from_shape_fn(many, |_| ())));
    panics(&words(&many), || _ = ViewMut::new(many, &mut [0_u8; 4]));
    panics("shape [2, 3] needs 6 elements, there are 5", || {
        _ = ViewMut::new([2, 3], &mut [0_u8; 5])
    });
}

#[test]
fn gathers_and_diagonals() {
    let t = matrix();
    let outside = "indices[1] = [2, 0] does not index into shape [2, 3]: 2 is out of bounds for axis 0 with length 2";
    panics(outside, || drop(t.gather_nd(&[[0, 0], [2, 0]])));
    panics(
        "indices[1] = [3] does not index into shape [2, 3]: 3 is out of bounds for axis 1 with length 3",
        || {
            drop(t.gather_nd_batched(Rank::<1>, &[[0], [3]]));
        },
    );
    panics(
        "diagonal 4 is out of bounds for 2 rows and 3 columns: k is 0, or above -2 and below 3",
        || drop(t.diag_part(diag![4], 0)),
    );
}

#[test]
fn a_view_of_a_slice_of_another_length() {
    panics("shape [2, 3] needs 6 elements, there are 5", || {
        let _ = View::new([2, 3], &[0_u8; 5]);
    });
    panics("index 3 is out of bounds for axis 1 with length 3", || {
        let _ = View::new([2, 3], &[0_u8; 6]).const_slice(s![0, 3]);
    });
}

#[test]
#[should_panic(expected = "does not fit in memory")]
fn a_tensor_of_more_bytes_than_there_are() {
    drop(Tensor::<u64, 1>::zeros([isize::MAX.unsigned_abs()]));
}

#[test]
#[should_panic(expected = "does not fit in memory")]
fn copy_of_an_element_repeated_too_often() {
    let view =
        View::from_strided([1 << 62], [0], 0, &[7_u16]).expect("any shape repeats one element");
    drop(view.to_vec());
}

#[cfg(feature = "ndarray")]
#[test]
fn slices_of_other_crates() {
    use tslice::interop::ndarray::TSlice;
    let mut array = ndarray::Array2::<u8>::zeros([2, 3]);
    panics("index 5 is out of bounds for axis 1 with length 3", || {
        _ = array.tslice(s![:, 5])
    });
    panics("index 5 is out of bounds for axis 1 with length 3", || {
        _ = array.tslice_mut(s![:, 5])
    });
}

#[test]
fn a_panic_leaves_the_tensor_usable() {
    let mut t = DynTensor::from_shape_vec([3], vec![1, 2, 3]).expect("three");
    panics(
        "shape [2] does not broadcast to shape [3]: its axis 0 has length 2, not 3",
        || t.assign(Tensor::full([2], 0)),
    );
    panics("index 3 is out of bounds for axis 0 with length 3", || {
        t.slice_mut(s![3]).fill(0)
    });
    assert_eq!(t.to_vec(), [1, 2, 3]);
}
