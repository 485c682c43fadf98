//! `start:+length`: as many positions from the start on, or an error.

use tslice::{
    Array, DynSpec, Ref, Shape, SliceError, SpecType, Tensor, View, checked, s, spec, split_mut,
};

/// What a window takes of an axis, position by position; `None` if one is outside.
fn walked(start: i64, length: i64, len: usize) -> Option<Vec<usize>> {
    let (from, len) = (i128::from(start), len as i128);
    let from = if from < 0 { from + len } else { from };
    if !(0..=len).contains(&from) {
        return None;
    }
    let end = from + i128::from(length);
    if length < 0 || end > len {
        return None;
    }
    Some(
        (from..end)
            .map(|at| usize::try_from(at).expect("inside"))
            .collect(),
    )
}

#[test]
fn every_window_over_one_axis_is_walked() {
    let starts = (-8..=8).chain([i64::MIN, i64::MIN + 3, i64::MAX - 3, i64::MAX]);
    let lengths = [
        -3,
        -1,
        0,
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        i64::MIN,
        i64::MAX - 1,
        i64::MAX,
    ];
    let mut inside = 0;
    for len in 0..=6_usize {
        let tensor = Tensor::from_shape_vec([len], (0..len).collect()).expect("as many");
        for start in starts.clone() {
            for length in lengths {
                let fault = SliceError::WindowOutOfBounds {
                    axis: 0,
                    start,
                    length,
                    stride: 1,
                    len,
                };
                let expected = walked(start, length, len).ok_or(fault);
                let typed = tensor.try_slice(s![start:+length]).map(|v| v.to_vec());
                let (of_dyn, spec) = (tensor.view().into_dyn(), DynSpec::from(s![start:+length]));
                assert_eq!(
                    of_dyn.try_slice(s![start:+length]).map(|v| v.to_vec()),
                    typed
                );
                assert_eq!(tensor.try_slice(&spec).map(|v| v.to_vec()), typed, "{spec}");
                assert_eq!(typed, expected, "{start}:+{length} of {len}");
                if length >= 0 {
                    assert_eq!(
                        format!("{start}:+{length}").parse::<DynSpec>().as_ref(),
                        Ok(&spec)
                    );
                    assert_eq!(spec.to_string(), format!("{start}:+{length}"));
                }
                inside += usize::from(typed.is_ok());
            }
        }
    }
    assert!(inside > 150, "{inside}");
}

#[test]
fn windows_stand_beside_other_entries() {
    let t = Tensor::<i32, 3>::from_shape_fn([4, 5, 6], |[i, j, k]| (100 * i + 10 * j + k) as i32);
    let (i, j, four) = (1_usize, -4_i8, 4_u128);
    assert_eq!(
        t.slice(s![i:+2, .., newaxis, j:+3]),
        t.slice(s![1:3, .., newaxis, 2:5])
    );
    assert_eq!(t.slice(s![-1 => j:+four, 0 => 2]), t.slice(s![2, :, 2:6]));
    let error = t.try_slice(s![.., newaxis, 3:+four]).unwrap_err();
    let text =
        "window 3:+4 is out of bounds for axis 2: 4 positions from 3 end at 7, beyond length 6";
    assert_eq!(error.to_string(), text);
    let field: SpecType![_:+_, ..] = s![i:+2, ..];
    assert_eq!(t.slice(field), t.slice(s![1:3]));
}

#[test]
fn window_length_is_a_type_on_static_shapes() {
    let nested = [[0, 1, 2, 3, 4], [10, 11, 12, 13, 14], [20, 21, 22, 23, 24]];
    let v = Array::<Ref<i32>, Shape![3, 5]>::from(&nested);
    let i = 2;
    let part: [[i32; 2]; 2] = v.slice(checked![1:+2, i:+2]).to_nested();
    assert_eq!(part, [[12, 13], [22, 23]]);
    let v = View::<_, 2>::from(&nested)
        .into_static::<Shape![_, 5]>()
        .expect("5 columns");
    let of_any: [[i32; 5]; 2] = v.slice(checked![-2:+2]).to_nested();
    assert_eq!(of_any, [nested[1], nested[2]]);
    assert!(v.try_slice(checked![i:+2]).is_err());
}

#[test]
fn windows_are_parts_signatures_and_constants() {
    spec! { const WINDOW: [6, _] => [3, 4] = [1:+3, -4:+4]; }
    let t = Tensor::<i32, 2>::from_shape_fn([6, 5], |[i, j]| (10 * i + j) as i32);
    assert_eq!(
        (*t.slice(WINDOW).shape(), WINDOW.to_string().as_str()),
        (WINDOW.shape(), "1:+3, -4:+4")
    );
    let mut grid = [[0; 6]; 2];
    let mut view = tslice::ViewMut::<_, 2>::from(&mut grid);
    let (mut left, mut right) = split_mut!(view, [:, 0:+2], [:, 2:+3]);
    left.fill(1);
    right.fill(2);
    assert_eq!(grid, [[1, 1, 2, 2, 2, 0]; 2]);
}

#[test]
fn window_errors_name_what_is_outside() {
    let t = Tensor::<i32, 1>::zeros([10]);
    for (start, length, fault) in [
        (-1, 2, "2 positions from -1 end at 11, beyond length 10"),
        (-3, 5, "5 positions from -3 end at 12, beyond length 10"),
        (10, 1, "1 position from 10 ends at 11, beyond length 10"),
        (0, -1, "the length -1 is negative"),
        (11, 0, "0 positions from 11 end at 11, beyond length 10"),
        (-11, 2, "the start -11 is before the first of 10 positions"),
    ] {
        let text = format!("window {start}:+{length} is out of bounds for axis 0: {fault}");
        assert_eq!(
            t.try_slice(s![start:+length]).unwrap_err().to_string(),
            text
        );
        assert_eq!(
            t.try_pick(s![[start:+length]]).unwrap_err().to_string(),
            text
        );
    }
}
