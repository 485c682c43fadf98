//! Axes by number: negative ones, and those that are known at run time only.

use tslice::{
    AxisError, Border, DynSpec, ShapeError, SliceError, Tensor, View, concatenate, s, stack, try_stack,
};

fn cube() -> Tensor<i32, 3> {
    Tensor::from_shape_vec([2, 3, 4], (0..24).collect()).expect("24 elements")
}

/// `head` whole axes, then the entries.
fn behind(head: usize, entries: &str) -> DynSpec {
    let whole = ":,".repeat(head);
    format!("{whole}{entries}").parse().expect("a spec")
}

#[test]
fn a_slice_along_an_axis_is_the_spec_behind_whole_axes() {
    let t = cube();
    for entries in ["1", "-1", "1:", "::-1", ":0", "newaxis", "..., 0", "0, newaxis", "newaxis, ::-2", ""] {
        let spec: DynSpec = entries.parse().expect("a spec");
        for axis in 0..3 {
            let expected = t.try_slice(behind(axis, entries));
            assert_eq!(t.try_slice_axis(axis, &spec), expected, "{entries} at {axis}");
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
    assert_eq!(t, [[[0, 1, 0, 3], [0, 5, 0, 7], [0, 9, 0, 11]], [[7; 4]; 3]]);
}

#[test]
fn errors_name_the_axis_of_the_array() {
    let t = cube();
    let error = t.try_slice_axis(1, s![0, 9]).unwrap_err();
    assert_eq!(error, SliceError::IndexOutOfBounds { axis: 2, index: 9, len: 4 });
    let zero = 0;
    assert_eq!(t.try_slice_axis(-1, s![::zero]).unwrap_err(), SliceError::ZeroStride { axis: 2 });
    let error = t.try_slice_axis(2, s![0, 0]).unwrap_err();
    assert_eq!(error, SliceError::TooManyIndices { taken: 2, rank: 1 });
    for axis in [3, -4, i64::MAX, i64::MIN] {
        let error = t.try_slice_axis(axis, s![0]).unwrap_err();
        assert_eq!(error, SliceError::Axis(AxisError::OutOfRange { axis, rank: 3 }));
        assert_eq!(error.to_string(), format!("axis {axis} is out of range for rank 3"));
    }
    let scalar = Tensor::<i32, 0>::full([], 7);
    assert!(scalar.try_slice_axis(0, s![]).is_err());
    assert_eq!(scalar.slice_axis(0, s![newaxis]), [7]);
    assert!(scalar.try_slice_axis(1, s![newaxis]).is_err());
}

#[test]
fn axes_count_from_the_end() {
    let (t, other) = (cube(), cube());
    for axis in 0..3_usize {
        let back = axis.cast_signed() - 3;
        assert_eq!(t.sum_axis(back), t.sum_axis(axis));
        assert_eq!(t.fold_axis(back, 0, |a, b| 2 * a + b), t.fold_axis(axis, 0, |a, b| 2 * a + b));
        assert_eq!(t.map_axis(back, |lane| lane.to_vec()), t.map_axis(axis, |lane| lane.to_vec()));
        assert_eq!(t.accumulate(back, |a, b| a - b), t.accumulate(axis, |a, b| a - b));
        assert!(t.axis_iter(back).eq(t.axis_iter(axis)));
        assert!(t.lanes(back).eq(t.lanes(axis)));
        assert!(t.chunks(back, 2).eq(t.chunks(axis, 2)));
        assert_eq!(t.split_at(back, 1), t.split_at(axis, 1));
        assert_eq!(t.windows_along(back, 2), t.windows_along(axis, 2));
        assert_eq!(t.take(back, &[1, 0]), t.take(axis, &[1, 0]));
        let mask: Vec<bool> = (0..t.shape()[axis]).map(|at| at % 2 == 1).collect();
        assert_eq!(t.compress(back, &mask), t.compress(axis, &mask));
        assert_eq!(concatenate(back, &[&t, &other]), concatenate(axis, &[&t, &other]));
    }
    for axis in 0..4_usize {
        assert_eq!(stack(axis.cast_signed() - 4, &[&t, &other]), stack(axis, &[&t, &other]));
    }
    let error = try_stack(-5, &[&t]).unwrap_err();
    assert_eq!(error, ShapeError::Axis(AxisError::OutOfRange { axis: -5, rank: 4 }));
}

#[test]
fn windows_leave_arrays_of_any_elements() {
    let words = Tensor::<String, 1>::from(["a", "b"].map(String::from));
    assert_eq!(words.pad(1, Border::Constant("-".into())).to_vec(), ["-", "a", "b", "-"]);
    assert_eq!(words.crop([-3], [7], Border::Reflect).to_vec(), ["b", "a", "b", "a", "b", "a", "b"]);
    let scalar = Tensor::<i32, 0>::full([], 7);
    assert_eq!(scalar.pad(9, Border::Edge), scalar);
    let units = Tensor::<(), 1>::full([3], ());
    assert_eq!(units.pad(2, Border::Wrap).shape(), &[7]);
    let t = cube().into_dyn();
    assert_eq!(t.pad([(0, 0), (1, 0), (0, 0)].as_slice(), Border::Edge).shape(), &[2, 4, 4]);
    assert_eq!(t.pad([[0, 0], [1, 0], [0, 0]], Border::Edge).shape(), &[2, 4, 4]);
    assert_eq!(cube().pad((1, 0), Border::Edge).shape(), &[3, 4, 5]);
}

#[test]
fn windows_that_no_memory_holds_are_errors() {
    let t = cube();
    assert!(matches!(t.try_pad(usize::MAX, Border::Edge), Err(ShapeError::Overflow { .. })));
    assert!(matches!(
        t.try_pad([(0, 0), (1 << 61, 0), (0, 0)], Border::Edge),
        Err(ShapeError::Overflow { .. })
    ));
    assert!(matches!(t.try_crop([0; 3], [1 << 20; 3], Border::Wrap), Err(ShapeError::TooLarge { .. })));
    let far = t.crop([isize::MAX, isize::MIN, 0], [1, 2, 4], Border::Constant(-1));
    assert_eq!(far, [[[-1; 4]; 2]]);
    assert_eq!(t.crop([isize::MAX, isize::MIN, 0], [1, 2, 4], Border::Edge), [[[12, 13, 14, 15]; 2]]);
    let empty = Tensor::<i32, 2>::zeros([0, 3]);
    assert_eq!(empty.pad(1, Border::Constant(0)).shape(), &[2, 5]);
    assert_eq!(empty.pad([(0, 0), (1, 1)], Border::Edge).shape(), &[0, 5]);
    let error = empty.try_pad(1, Border::Edge).unwrap_err();
    assert_eq!(error, ShapeError::Axis(AxisError::NoElements { axis: 0 }));
    let mut short = [0; 3];
    assert!(t.try_pad_into(0, Border::Edge, &mut short).is_err());
    assert_eq!(short, [0; 3]);
    let wrong = t.clone().into_dyn().try_crop(&[0, 0], &[1, 1, 1], Border::Edge).unwrap_err();
    assert_eq!(wrong, ShapeError::Axis(AxisError::RankMismatch { expected: 2, rank: 3 }));
}
