//! `windows`: every window of an array, as a view.

use crate::forms::forms;
use proptest::prelude::*;
use tslice::{Tensor, View, s};
use tslice_tests::faults::message;
use tslice_tests::indices::indices;

proptest! {
    #[test]
    fn window_has_the_elements_from_its_place(
        form in forms(3),
        lengths in prop::collection::vec(0..4_usize, 4),
    ) {
        let tensor = form.tensor();
        let view = form.of(&tensor);
        let lengths = &lengths[..view.rank()];
        let too_long = (0..view.rank()).find(|&axis| lengths[axis] > view.shape()[axis]);
        if let Some(axis) = too_long {
            let (window, len) = (lengths[axis], view.shape()[axis]);
            let text = format!("axis {axis} with length {len} has no window of length {window}");
            prop_assert_eq!(message(|| view.windows(lengths).len()), text);
            return Ok(());
        }
        let windows = view.windows(lengths);
        let places: Vec<usize> =
            view.shape().iter().zip(lengths).map(|(len, window)| len - window + 1).collect();
        prop_assert_eq!(windows.shape(), &[&places, lengths].concat()[..]);
        for place in indices(&places) {
            for inner in indices(lengths) {
                let index: Vec<usize> = place.iter().zip(&inner).map(|(a, b)| a + b).collect();
                prop_assert_eq!(windows.get([&place[..], &inner].concat()), view.get(&index));
            }
        }
        // One axis after the other gives the same.
        let mut along = view;
        for (axis, &window) in lengths.iter().enumerate() {
            along = along.windows_along(axis, window);
        }
        prop_assert_eq!(along, windows);
    }
}

#[test]
fn windows_of_every_length_have_the_elements_from_their_places() {
    for len in [1, 8, 9, 33, 64] {
        let t = Tensor::from_shape_fn([2, len], |[y, x]| 100 * y + x);
        for window in 0..=len {
            let windows = t.windows_along(1, window);
            let expected =
                Tensor::from_shape_fn([2, len - window + 1, window], |[y, x, i]| 100 * y + x + i);
            assert_eq!(windows, expected, "{window} of {len}");
            assert_eq!(t.windows([1, window]).len(), expected.len());
        }
    }
}

#[test]
fn a_window_of_a_mirrored_column_runs_backwards() {
    let t = Tensor::<i32, 2>::from([[1, 2], [3, 4], [5, 6]]);
    let windows = t.slice(s![::-1, 1]).windows([2]);
    assert_eq!(windows, [[6, 4], [4, 2]]);
    let pairs: View<i32, 3> = t.windows_along(0, 2);
    assert_eq!(pairs, [[[1, 3], [2, 4]], [[3, 5], [4, 6]]]);
}

#[test]
fn errors_name_axis_window_and_length() {
    let t = Tensor::<i32, 2>::zeros([2, 3]);
    assert_eq!(
        message(|| t.windows([2, 4]).len()),
        "axis 1 with length 3 has no window of length 4"
    );
    assert_eq!(
        message(|| t.windows_along(2, 1).len()),
        "axis 2 is out of range for rank 2"
    );
    assert_eq!(
        message(|| t.view().into_dyn().windows([1]).len()),
        "expected rank 2, got rank 1"
    );
}

#[cfg(target_pointer_width = "64")]
#[test]
fn windows_that_cannot_be_counted_are_refused() {
    let one = [0_u8];
    let long = View::<u8, 1>::from(&one).broadcast_to([isize::MAX.cast_unsigned()]);
    assert!(message(|| long.windows([1 << 40]).len()).contains("isize::MAX"));
    assert_eq!(long.windows([1]).shape(), &[isize::MAX.cast_unsigned(), 1]);
}
