//! Axes by number: negative ones, and those that are known at run time only.

use tslice::{
    AxisError, DynSpec, ShapeError, SliceError, Tensor, View, concatenate, s, stack, try_stack,
};
use tslice_tests::faults::message;

fn cube() -> Tensor<i32, 3> {
    Tensor::from_shape_vec([2, 3, 4], (0..24).collect()).expect("24 elements")
}

/// `head` whole axes, then the entries.
fn behind(head: usize, entries: &str) -> DynSpec {
    let whole = ":,".repeat(head);
    format!("{whole}{entries}").parse().expect("a spec")
}

/// What a constant says of a spec, and what it slices, is what a call does, for up to eight axes.
#[test]
fn constants_have_the_shapes_and_elements_of_slices() {
    macro_rules! same {
        ([$($len:expr),+], $spec:expr) => {{
            let shape = [$($len),+];
            let array = Tensor::from_shape_fn(shape, |index| {
                index.iter().fold(0_usize, |number, i| number * 10 + i)
            });
            let (spec, slice) = ($spec, array.slice($spec));
            assert_eq!(spec.result_shape(shape).as_ref(), Ok(slice.shape()), "{spec}");
            assert_eq!(array.view().const_slice(spec), slice, "{spec}");
        }};
    }
    same!([5], s![3:0:-1]);
    same!([5, 3], s![newaxis, 1:, ::-2]);
    same!([5, 3, 4], s![-2:, 1, 1:+2]);
    same!([5, 3, 4, 2], s![::3, :, newaxis, 1:3, ::-1]);
    same!([5, 3, 4, 2, 3], s![1:, ::2, 0, .., -2:]);
    same!([2, 3, 4, 2, 3], s![:, 1:, ::3, :, ::-2]);
    same!([2, 3, 4, 2, 3, 5], s![:, 1:, ::3, :, ::-2, 1:4]);
    same!([2, 3, 1, 2, 3, 5, 4], s![.., newaxis, 1:+2, ::-2, -1]);
    same!(
        [2, 3, 1, 2, 3, 2, 4, 3],
        s![:, ::2, :, ::-1, 1:, :, :3, ::-2]
    );
}

#[test]
fn slice_axis_is_the_spec_behind_whole_axes() {
    let t = cube();
    for entries in [
        "1",
        "-1",
        "1:",
        "::-1",
        ":0",
        "newaxis",
        "..., 0",
        "0, newaxis",
        "newaxis, ::-2",
        "",
    ] {
        let spec: DynSpec = entries.parse().expect("a spec");
        for axis in 0..3 {
            match t.try_slice(behind(axis, entries)) {
                Ok(expected) => {
                    assert_eq!(t.slice_axis(axis, &spec), expected, "{entries} at {axis}")
                }
                Err(error) => assert_eq!(
                    message(|| t.slice_axis(axis, &spec).len()),
                    error.to_string()
                ),
            }
        }
    }
    assert_eq!(t.slice_axis(1, s![1, ::-1]), t.slice(s![:, 1, ::-1]));
    assert_eq!(t.slice_axis(3, s![newaxis]), t.slice(s![.., newaxis]));
    assert_eq!(t.slice_axis(-1, s![newaxis]), t.slice(s![.., newaxis]));
    assert_eq!(t.slice_axis(-4_i8, s![newaxis]), t.slice(s![newaxis]));
    assert_eq!(t.slice_axis(-2, s![2]), t.slice(s![:, 2]));
    let typed: View<'_, i32, 2> = t.slice_axis(u64::from(2_u8), s![0]);
    assert_eq!(typed, t.slice(s![.., 0]));
}

#[test]
fn a_slice_along_an_axis_is_written() {
    let mut t = cube();
    t.slice_axis_mut(-1, s![::2]).fill(0);
    t.slice_axis_mut(0, s![1]).assign(&[[7]]);
    assert_eq!(
        t,
        [[[0, 1, 0, 3], [0, 5, 0, 7], [0, 9, 0, 11]], [[7; 4]; 3]]
    );
}

#[test]
fn errors_name_the_axis_of_the_array() {
    let t = cube();
    let error = SliceError::IndexOutOfBounds {
        axis: 2,
        index: 9,
        len: 4,
    };
    assert_eq!(
        message(|| t.slice_axis(1, s![0, 9]).len()),
        error.to_string()
    );
    let (zero, error) = (0, SliceError::ZeroStride { axis: 2 });
    assert_eq!(
        message(|| t.slice_axis(-1, s![::zero]).len()),
        error.to_string()
    );
    let error = SliceError::TooManyIndices { taken: 2, rank: 1 };
    assert_eq!(
        message(|| t.slice_axis(2, s![0, 0]).len()),
        error.to_string()
    );
    for axis in [3, -4, i64::MAX, i64::MIN] {
        assert_eq!(
            message(|| t.slice_axis(axis, s![0]).len()),
            format!("axis {axis} is out of range for rank 3")
        );
    }
    let scalar = Tensor::<i32, 0>::full([], 7);
    message(|| scalar.slice_axis(0, s![]).len());
    assert_eq!(scalar.slice_axis(0, s![newaxis]), [7]);
    message(|| scalar.slice_axis(1, s![newaxis]).len());
}

#[test]
fn axes_count_from_the_end() {
    let (t, other) = (cube(), cube());
    for axis in 0..3_usize {
        let back = axis.cast_signed() - 3;
        assert_eq!(t.sum_axis(back), t.sum_axis(axis));
        assert_eq!(
            t.fold_axis(back, 0, |a, b| 2 * a + b),
            t.fold_axis(axis, 0, |a, b| 2 * a + b)
        );
        assert_eq!(
            t.map_axis(back, |lane| lane.to_vec()),
            t.map_axis(axis, |lane| lane.to_vec())
        );
        assert_eq!(
            t.accumulate(back, |a, b| a - b),
            t.accumulate(axis, |a, b| a - b)
        );
        assert!(t.axis_iter(back).eq(t.axis_iter(axis)));
        assert!(t.lanes(back).eq(t.lanes(axis)));
        assert!(t.chunks(back, 2).eq(t.chunks(axis, 2)));
        assert_eq!(t.split_at(back, 1), t.split_at(axis, 1));
        assert_eq!(t.windows_along(back, 2), t.windows_along(axis, 2));
        assert_eq!(t.take(back, [1, 0]), t.take(axis, [1, 0]));
        let mask: Vec<bool> = (0..t.shape()[axis]).map(|at| at % 2 == 1).collect();
        assert_eq!(t.compress(back, &mask), t.compress(axis, &mask));
        assert_eq!(
            concatenate(back, [&t, &other]),
            concatenate(axis, [&t, &other])
        );
    }
    for axis in 0..4_usize {
        assert_eq!(
            stack(axis.cast_signed() - 4, [&t, &other]),
            stack(axis, [&t, &other])
        );
    }
    let error = try_stack(-5, [&t]).unwrap_err();
    assert_eq!(
        error,
        ShapeError::Axis(AxisError::OutOfRange { axis: -5, rank: 4 })
    );
}

#[test]
fn one_position_two_axes_and_a_new_one() {
    let mut t = cube();
    for axis in -3..3_isize {
        let first = axis.rem_euclid(3).cast_unsigned();
        for index in [0, 1, -1, -2] {
            assert_eq!(
                t.index_axis(axis, index),
                t.slice(behind(first, &index.to_string()))
            );
        }
        for other in -3..3_isize {
            let mut order = [0, 1, 2];
            order.swap(first, other.rem_euclid(3).cast_unsigned());
            let from_end = order.map(|axis| axis as i64 - order.len() as i64);
            assert_eq!(t.permute(from_end), t.permute(order));
        }
    }
    for axis in -4..4_isize {
        let first = axis.rem_euclid(4).cast_unsigned();
        assert_eq!(t.insert_axis(axis), t.slice(behind(first, "newaxis")));
    }
    t.index_axis_mut(-2, 1).fill(0);
    assert_eq!(t.slice(s![:, 1]), [[0; 4]; 2]);
}

#[test]
fn positions_and_axes_outside_are_named() {
    let said = |work: fn(&mut Tensor<i32, 3>)| message(|| work(&mut cube()));
    assert_eq!(
        said(|t| drop(t.index_axis(-1, 4).to_vec())),
        "index 4 is out of bounds for axis 2 with length 4"
    );
    assert_eq!(
        said(|t| drop(t.index_axis(3, 0).to_vec())),
        "axis 3 is out of range for rank 3"
    );
    assert_eq!(
        said(|t| drop(t.insert_axis(-5).to_vec())),
        "axis -5 is out of range for rank 4"
    );
    assert_eq!(
        said(|t| t.swap([0, 0, 0], [0, 3, 0])),
        "index [0, 3, 0] is out of bounds for shape [2, 3, 4]"
    );
}

#[test]
fn elements_are_swapped() {
    let mut names =
        Tensor::<String, 2>::from([["a", "b"], ["c", "d"]].map(|row| row.map(String::from)));
    names.slice_mut(s![::-1]).swap((0, 0), (1, 1));
    names.swap([0, 0], [0, 0]);
    assert_eq!(
        names,
        [["a", "c"], ["b", "d"]].map(|row| row.map(String::from))
    );
}
