//! Windows that leave the array. What they show is compared with NumPy's answers among the recorded
//! ones.

use tslice::{AxisError, Border, ShapeError, Tensor, View, s};
use tslice_tests::faults::message;

fn cube() -> Tensor<i32, 3> {
    Tensor::from_shape_vec([2, 3, 4], (0..24).collect()).expect("24 elements")
}

#[test]
fn windows_leave_arrays_of_any_elements() {
    let words = Tensor::<String, 1>::from(["a", "b"].map(String::from));
    assert_eq!(
        words.pad(1, Border::Constant("-".into())).to_vec(),
        ["-", "a", "b", "-"]
    );
    assert_eq!(
        words.crop([-3], [7], Border::Reflect).to_vec(),
        ["b", "a", "b", "a", "b", "a", "b"]
    );
    let scalar = Tensor::<i32, 0>::full([], 7);
    assert_eq!(scalar.pad(9, Border::Edge), scalar);
    let units = Tensor::<(), 1>::full([3], ());
    assert_eq!(units.pad(2, Border::Wrap).shape(), &[7]);
    let t = cube().into_dyn();
    assert_eq!(
        t.pad([(0, 0), (1, 0), (0, 0)].as_slice(), Border::Edge)
            .shape(),
        &[2, 4, 4]
    );
    assert_eq!(
        t.pad([[0, 0], [1, 0], [0, 0]], Border::Edge).shape(),
        &[2, 4, 4]
    );
    let (pairs, arrays) = ([(1, 0), (0, 2), (3, 1)], [[1, 0], [0, 2], [3, 1]]);
    let t: Tensor<_, 3> = t.to_tensor().into_rank().expect("rank 3");
    assert_eq!(t.pad(pairs, Border::Edge), t.pad(arrays, Border::Edge));
    assert_eq!(cube().pad((1, 0), Border::Edge).shape(), &[3, 4, 5]);
}

#[cfg(target_pointer_width = "64")]
#[test]
fn windows_that_no_memory_holds_are_errors() {
    let t = cube();
    assert!(matches!(
        t.try_pad(usize::MAX, Border::Edge),
        Err(ShapeError::Overflow { .. })
    ));
    assert!(matches!(
        t.try_pad([(0, 0), (1 << 61, 0), (0, 0)], Border::Edge),
        Err(ShapeError::Overflow { .. })
    ));
    assert!(matches!(
        t.try_crop([0; 3], [1 << 20; 3], Border::Wrap),
        Err(ShapeError::TooLarge { .. })
    ));
    let far = t.crop([isize::MAX, isize::MIN, 0], [1, 2, 4], Border::Constant(-1));
    assert_eq!(far, [[[-1; 4]; 2]]);
    assert_eq!(
        t.crop([isize::MAX, isize::MIN, 0], [1, 2, 4], Border::Edge),
        [[[12, 13, 14, 15]; 2]]
    );
    let empty = Tensor::<i32, 2>::zeros([0, 3]);
    assert_eq!(empty.pad(1, Border::Constant(0)).shape(), &[2, 5]);
    assert_eq!(empty.pad([(0, 0), (1, 1)], Border::Edge).shape(), &[0, 5]);
    let error = empty.try_pad(1, Border::Edge).unwrap_err();
    assert_eq!(error, ShapeError::Axis(AxisError::NoElements { axis: 0 }));
    let mut short = [0; 3];
    message(|| t.pad_into(0, Border::Edge, &mut short));
    assert_eq!(short, [0; 3]);
    let wrong = t
        .clone()
        .into_dyn()
        .try_crop(&[0, 0], [1, 1, 1], Border::Edge)
        .unwrap_err();
    assert_eq!(
        wrong,
        ShapeError::Axis(AxisError::RankMismatch {
            expected: 3,
            rank: 2
        })
    );
}

/// An element that is cloned, not copied.
#[derive(Clone, Debug, PartialEq)]
struct Held(i32);

#[test]
fn borders_agree_for_few_many_and_cloned() {
    let t =
        Tensor::<i32, 2>::from_shape_fn([7, 9], |[i, j]| i32::try_from(10 * i + j).expect("small"));
    let borders = [
        (Border::Edge, Border::Edge),
        (Border::Reflect, Border::Reflect),
        (Border::Symmetric, Border::Symmetric),
        (Border::Wrap, Border::Wrap),
    ];
    for view in [
        t.view(),
        t.t(),
        t.slice(s![::-2, 1::3]),
        t.slice(s![2:3, ::-1]),
    ] {
        let held = view.map(|&x| Held(x));
        for (copied, cloned) in &borders {
            for width in [0, 1, 3, 6, 9, 20] {
                assert_eq!(
                    view.pad(width, *copied).map(|&x| Held(x)),
                    held.pad(width, cloned.clone())
                );
            }
            for start in (-11..12).map(|y| [y, 3 - y]) {
                let crop = view.crop(start, [4, 6], *copied);
                assert_eq!(
                    crop.map(|&x| Held(x)),
                    held.crop(start, [4, 6], cloned.clone()),
                    "{start:?}"
                );
                assert_eq!(view.crop(start, [30, 30], *copied).slice(s![:4, :6]), crop);
            }
        }
    }
}

/// Every small window over `view`, with a constant around it, element by element.
fn check_constant_windows(view: &View<'_, i32, 2>) {
    let [rows, columns] = view.shape().map(usize::cast_signed);
    let starts = (-3..4).flat_map(|y| (-3..4).map(move |x| [y, x]));
    for (start, shape) in
        starts.flat_map(|start| (0..25).map(move |n: usize| (start, [n / 5, n % 5])))
    {
        let expected = Tensor::from_shape_fn(shape, |[i, j]| {
            let (y, x) = (start[0] + i.cast_signed(), start[1] + j.cast_signed());
            let inside = (0..rows).contains(&y) && (0..columns).contains(&x);
            if inside {
                view[[y.unsigned_abs(), x.unsigned_abs()]]
            } else {
                -1
            }
        });
        assert_eq!(
            view.crop(start, shape, Border::Constant(-1)),
            expected,
            "{start:?} {shape:?}"
        );
    }
}

#[test]
fn constants_surround_rows_of_every_layout() {
    let t =
        Tensor::<i32, 2>::from_shape_fn([4, 6], |[i, j]| i32::try_from(10 * i + j).expect("small"));
    check_constant_windows(&t.view());
    check_constant_windows(&t.slice(s![1:3, 2:5]));
    check_constant_windows(&t.slice(s![::-1, :3]));
    check_constant_windows(&t.slice(s![:, ::2]));
    check_constant_windows(&t.t());
    check_constant_windows(&t.slice(s![1:2, :]));
    check_constant_windows(&t.slice(s![:0, 1:]));
    check_constant_windows(&t.slice(s![0]).broadcast_to([3, 6]));
}

/// The position of an axis that is seen at `at`, by the definition of each border: one step at a
/// time from the end.
fn seen(border: Border<usize>, len: usize, at: isize) -> usize {
    let mut positions: Vec<usize> = (0..len).collect();
    let back: Vec<usize> = match border {
        Border::Constant(value) => {
            return at
                .try_into()
                .map_or(value, |at: usize| if at < len { at } else { value });
        }
        Border::Edge => return at.clamp(0, len.cast_signed() - 1).unsigned_abs(),
        Border::Reflect if len > 1 => (1..len - 1).rev().collect(),
        Border::Symmetric => (0..len).rev().collect(),
        Border::Reflect | Border::Wrap => Vec::new(),
        other => unreachable!("{other:?} has a definition here"),
    };
    positions.extend(back);
    positions[at.rem_euclid(positions.len().cast_signed()).unsigned_abs()]
}

#[test]
fn borders_follow_their_definition() {
    let borders = [
        Border::Constant(99),
        Border::Edge,
        Border::Reflect,
        Border::Symmetric,
        Border::Wrap,
    ];
    for (border, len) in borders
        .into_iter()
        .flat_map(|border| (1..6).map(move |len| (border, len)))
    {
        let axis = Tensor::<usize, 1>::from_shape_fn([len], |[at]| at);
        for (start, count) in (-13..13).flat_map(|start| (1..24).map(move |count| (start, count))) {
            let expected =
                Tensor::from_shape_fn([count], |[at]| seen(border, len, start + at.cast_signed()));
            assert_eq!(
                axis.crop([start], [count], border),
                expected,
                "{border:?} {len} {start}"
            );
        }
        for at in [isize::MIN, isize::MAX] {
            assert_eq!(
                axis.crop([at], [1], border),
                [seen(border, len, at)],
                "{border:?} {len} {at}"
            );
        }
    }
}
