//! `min`, `max`, their positions and means, against loops over all elements.

use proptest::prelude::*;
use tslice::{AxisError, DynTensor, ShapeError, Tensor, View, s, tensor, zip};
use tslice_tests::faults::message;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn extremes_are_those_of_the_elements(
        shape in [0_usize..40, 1..5, 0..70],
        axes in Just([0, 1, 2]).prop_shuffle(),
        seed in any::<u32>(),
        step in prop::sample::select(vec![1_i64, 2, -1]),
    ) {
        let number = |[i, j, k]: [usize; 3]| {
            ((i * 71 + j * 31 + k) as u32).wrapping_mul(seed | 1).rotate_left(9) % 500
        };
        let all = Tensor::from_shape_fn(shape, number);
        for view in [all.permute(axes), all.permute(axes).slice(s![.., 1:, ::step])] {
            prop_assert_eq!(view.min(), view.iter().min().copied());
            prop_assert_eq!(view.max(), view.iter().max().copied());
            let first = |best: Option<u32>| view.indexed_iter().find(|(_, x)| Some(**x) == best).map(|(at, _)| at);
            prop_assert_eq!(view.argmin(), first(view.min()));
            prop_assert_eq!(view.argmax(), first(view.max()));
            let floats = view.map(|&x| f64::from(x));
            prop_assert_eq!(floats.max(), view.max().map(f64::from));
            for axis in 0..3 {
                if view.shape()[axis] == 0 {
                    let error = ShapeError::from(AxisError::NoElements { axis });
                    prop_assert_eq!(message(|| view.max_axis(axis).len()), error.to_string());
                    prop_assert!(floats.mean_axis(axis).iter().all(|mean| mean.is_nan()));
                    continue;
                }
                prop_assert_eq!(view.max_axis(axis), view.fold_axis(axis, 0, |max, &x| max.max(x)));
                prop_assert_eq!(view.min_axis(axis), view.fold_axis(axis, u32::MAX, |min, &x| min.min(x)));
                for is_max in [true, false] {
                    let place = |line: View<u32, 1>| {
                        let best = if is_max { line.iter().max() } else { line.iter().min() };
                        line.iter().position(|x| Some(x) == best).unwrap_or(usize::MAX)
                    };
                    let (of_view, of_copy) = match is_max {
                        true => (view.argmax_axis(axis), floats.argmax_axis(axis)),
                        false => (view.argmin_axis(axis), floats.argmin_axis(axis)),
                    };
                    prop_assert_eq!(&of_view, &view.map_axis(axis, place));
                    prop_assert_eq!(of_view, of_copy);
                }
                let mean = |line: View<f64, 1>| line.sum() / line.len() as f64;
                let means = (floats.mean_axis(axis), floats.map_axis(axis, mean));
                prop_assert!(means.0.iter().zip(&means.1).all(|(a, b)| (a - b).abs() < 1e-9));
            }
        }
    }
}

#[test]
fn extremes_of_columns_match_their_lanes() {
    for (height, width) in [1, 2, 5, 9, 64]
        .iter()
        .flat_map(|&h| [1, 4, 15, 16, 17, 130, 300].map(|w| (h, w)))
    {
        let bytes =
            Tensor::<u8, 2>::from_shape_fn([height, width], |[i, j]| (i * 91 + j * 37) as u8);
        assert_eq!(
            bytes.max_axis(0),
            bytes.map_axis(0, |lane| *lane.iter().max().expect("a row"))
        );
        let mut floats = bytes.map(|&x| f32::from(x));
        for place in [None, Some([0, 0]), Some([height - 1, width / 2])] {
            place.into_iter().for_each(|place| floats[place] = f32::NAN);
            let of_lane = |lane: View<f32, 1>| {
                let least = lane.iter().copied().fold(f32::INFINITY, f32::min);
                if lane.iter().any(|x| x.is_nan()) {
                    f32::NAN
                } else {
                    least
                }
            };
            let pairs = (floats.min_axis(0), floats.map_axis(0, of_lane));
            assert!(zip((&pairs.0, &pairs.1)).all(|(a, b)| a == b || a.is_nan() && b.is_nan()));
        }
    }
}

#[test]
fn a_nan_is_the_result_wherever_it_stands() {
    for at in [0, 1, 15, 16, 40, 99] {
        let mut row = Tensor::from_shape_fn([100], |[i]| ((i * 37) % 100) as f32);
        row[at] = f32::NAN;
        assert!(row.min().is_some_and(f32::is_nan) && row.max().is_some_and(f32::is_nan));
        assert_eq!((row.argmin(), row.argmax()), (Some([at]), Some([at])));
        let grid = row.reshape((10, 10));
        for axis in 0..2 {
            let nans = grid.max_axis(axis).map(|x| x.is_nan());
            assert_eq!(nans.iter().filter(|&&is_nan| is_nan).count(), 1);
            assert!(nans[[at / 10, at % 10][1 - axis]]);
            // Two of them in a line: the first one counts.
            let mut two = grid.to_tensor();
            two.slice_mut(s![at / 10:, at % 10]).fill(f32::NAN);
            two.slice_mut(s![at / 10, at % 10:]).fill(f32::NAN);
            for places in [
                two.argmax_axis(axis),
                two.t().to_tensor().argmin_axis(1 - axis),
            ] {
                assert_eq!(
                    places[[at / 10, at % 10][1 - axis]],
                    [at / 10, at % 10][axis]
                );
            }
        }
        assert!(grid.t().max().is_some_and(f32::is_nan));
        assert!(grid.slice(s![::-1, ::-1]).min().is_some_and(f32::is_nan));
    }
}

#[test]
fn arrays_without_elements_have_no_extremes() {
    let none = Tensor::<f64, 2>::zeros((0, 3));
    assert_eq!((none.min(), none.max(), none.argmin()), (None, None, None));
    assert!(none.mean().is_nan());
    assert_eq!(none.max_axis(1).shape(), &[0]);
    assert_eq!(
        message(|| none.min_axis(2).len()),
        "axis 2 is out of range for rank 2"
    );
    assert_eq!(
        message(|| none.min_axis(0).len()),
        "axis 0 has length 0: there is no element to repeat or to choose"
    );
    let scalar = Tensor::full([], 2.5);
    assert_eq!(
        (scalar.min(), scalar.argmax(), scalar.mean()),
        (Some(2.5), Some([]), 2.5)
    );
    let dynamic = DynTensor::full([2, 3], 1.0);
    assert_eq!(
        (dynamic.mean(), dynamic.max_axis(0).into_vec()),
        (1.0_f32, vec![1.0; 3])
    );
    assert_eq!(dynamic[dynamic.argmin().expect("elements")], 1.0);
    assert_eq!(tensor!['b', 'a'].max(), Some('b'));
}

/// The best of a line and its position, one after the other: the first of equals, or the first NaN.
fn walked(line: impl Iterator<Item = f64>, is_better: fn(&f64, &f64) -> bool) -> (f64, usize) {
    let better = |best: (f64, usize), (at, x): (usize, f64)| {
        let wins = !best.0.is_nan() && (x.is_nan() || is_better(&x, &best.0));
        if wins { (x, at) } else { best }
    };
    let mut line = line.enumerate();
    let (at, first) = line.next().expect("an element");
    line.fold((first, at), better)
}

/// Rows and columns of every way of reading them, short and long, with no NaN, a few, and many.
#[test]
fn extremes_with_nans_match_a_loop() {
    let mut seed = 7_u64;
    let mut next = move || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        seed >> 33
    };
    for (rows, columns) in [
        (1, 1),
        (1, 7),
        (2, 4),
        (3, 3),
        (5, 17),
        (9, 31),
        (33, 6),
        (40, 600),
        (600, 3),
        (7, 1100),
        (3, 2100),
        (33, 35),
        (9000, 2),
        (700, 30),
    ] {
        for rare in [0, 9000, 300, 2] {
            let t = Tensor::from_shape_fn([rows, columns], |_| match next() {
                x if rare > 0 && x % rare == 0 => f64::NAN,
                x => (x % 50) as f64,
            });
            let (is_less, is_more) = (
                PartialOrd::lt as fn(&f64, &f64) -> bool,
                PartialOrd::gt as _,
            );
            for (axis, view) in [
                (1, t.view()),
                (0, t.view()),
                (1, t.t()),
                (0, t.slice(s![::-1, ::2])),
            ] {
                let lanes = |is_better| {
                    view.lanes(axis)
                        .map(move |lane| walked(lane.iter().copied(), is_better))
                        .collect::<Vec<_>>()
                };
                let (low, high) = (lanes(is_less), lanes(is_more));
                let at = |best: &[(f64, usize)]| {
                    best.iter().map(|best| best.1).collect::<Tensor<_, 1>>()
                };
                assert_eq!(
                    (view.argmin_axis(axis), view.argmax_axis(axis)),
                    (at(&low), at(&high)),
                    "{rows} {columns} {rare}"
                );
                let is_same = |found: Tensor<f64, 1>, best: &[(f64, usize)]| {
                    found
                        .iter()
                        .zip(best)
                        .all(|(x, best)| x == &best.0 || x.is_nan() && best.0.is_nan())
                };
                assert!(is_same(view.min_axis(axis), &low) && is_same(view.max_axis(axis), &high));
                let (best, at) = walked(view.iter().copied(), is_more);
                let found = view.argmax().map(|[y, x]| y * view.shape()[1] + x);
                assert_eq!(
                    (found, view.max().map(f64::to_bits)),
                    (Some(at), Some(best.to_bits()))
                );
            }
        }
    }
}

/// Rows of every length on each side of a threshold, whose elements are all different.
#[test]
fn extremes_of_one_row_do_not_reach_another() {
    for columns in [1, 2, 3, 4, 5, 15, 16, 17, 47, 48, 49, 64, 100, 1024, 1025] {
        for rows in [1, 3, 15, 16, 17, 33] {
            let falling = Tensor::<f32, 2>::from_shape_fn([rows, columns], |[i, j]| {
                -((i * columns + j) as f32)
            });
            for t in [falling.slice(s![:, :]), falling.slice(s![::-1, :])] {
                assert_eq!(t.max_axis(1), t.slice(s![:, 0]), "{rows} x {columns}");
                assert_eq!(t.min_axis(1), t.slice(s![:, -1]), "{rows} x {columns}");
                let integers = t.map(|x| *x as i64);
                assert_eq!(
                    integers.max_axis(1),
                    integers.slice(s![:, 0]),
                    "{rows} x {columns}"
                );
                assert_eq!(
                    integers.min_axis(1),
                    integers.slice(s![:, -1]),
                    "{rows} x {columns}"
                );
            }
        }
    }
}
