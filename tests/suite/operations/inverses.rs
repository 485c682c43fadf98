//! Scatters, gathers along an axis, diagonals, pads: against loops over coordinates, by finite
//! differences, and with arguments that fit nothing.

use proptest::prelude::*;
use tslice::diag::Align;
use tslice::traits::Integer;
use tslice::{Border, DynTensor, DynView};
use tslice_ops::{self as ops, BadIndices, CacheMode, DEFAULT_AXES, OffAxis, PadRules, Reduction};

const REDUCTIONS: [Reduction<f64>; 6] = [
    Reduction::None,
    Reduction::Sum,
    Reduction::Sub,
    Reduction::Prod,
    Reduction::Min,
    Reduction::Max,
];

fn counting(shape: &[usize]) -> DynTensor<f64> {
    let len = shape.iter().product::<usize>();
    let data = (0..len)
        .map(|i| f64::from(u16::try_from(i * 7 % 11).expect("small")))
        .collect();
    DynTensor::from_shape_vec(shape, data).expect("as many")
}

fn tensor<T: Clone>(shape: &[usize], data: &[T]) -> DynTensor<T> {
    DynTensor::from_shape_vec(shape, data.to_vec()).expect("as many")
}

/// Indices below the lengths, in turn, from a list of random numbers.
fn within(lengths: &[usize], count: usize, seed: &[usize]) -> Vec<i64> {
    let numbers = (0..count).flat_map(|i| {
        lengths
            .iter()
            .enumerate()
            .map(move |(at, &len)| (i, at, len))
    });
    numbers
        .map(|(i, at, len)| i64::try_from(seed[(i * 3 + at) % seed.len()] % len).expect("small"))
        .collect()
}

fn reduced(reduction: Reduction<f64>, old: f64, new: f64) -> f64 {
    let results = [
        new,
        old + new,
        old - new,
        old * new,
        old.min(new),
        old.max(new),
    ];
    let (_, result) = REDUCTIONS
        .into_iter()
        .zip(results)
        .find(|(one, _)| *one == reduction)
        .expect("one of them");
    result
}

/// The place of an index tuple in a row-major tensor.
fn place(shape: &[usize], index: &[usize]) -> usize {
    shape.iter().zip(index).fold(0, |at, (len, i)| at * len + i)
}

fn tuples(shape: &[usize]) -> Vec<Vec<usize>> {
    shape.iter().fold(vec![vec![]], |tuples, &len| {
        let longer = |tuple: Vec<usize>| (0..len).map(move |i| [&tuple[..], &[i]].concat());
        tuples.into_iter().flat_map(longer).collect()
    })
}

/// Whether a gradient is what the results change by, summed up with the weights `dy`, if one
/// element of the input grows by 1. The operations are linear, so the difference is exact.
fn check_gradient(
    input: &DynTensor<f64>,
    operation: impl Fn(&DynView<'_, f64>) -> DynTensor<f64>,
    gradient: impl Fn(&DynView<'_, f64>) -> DynTensor<f64>,
) {
    let before = operation(&input.view());
    let dy = counting(before.shape());
    let gradient = gradient(&dy.view());
    assert_eq!(gradient.shape(), input.shape());
    for (at, expected) in gradient.iter().enumerate() {
        let mut data = input.to_vec();
        data[at] += 1.0;
        let after = operation(&tensor(input.shape(), &data).view());
        let change: f64 = after
            .iter()
            .zip(&before)
            .zip(&dy)
            .map(|((b, a), dy)| (b - a) * dy)
            .sum();
        assert_eq!(change, *expected, "element {at}");
    }
}

fn shapes() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(1..4_usize, 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn scatters_are_loops_over_their_tuples(
        shape in shapes(), depth in 1..4_usize, count in 0..6_usize, seed in prop::collection::vec(0..99_usize, 1..9),
    ) {
        let depth = depth.min(shape.len());
        let slice = &shape[depth..];
        let indices = within(&shape[..depth], count, &seed);
        let (input, updates) = (counting(&shape), counting(&[&[count], slice].concat()));
        let view = DynView::from_shape([count, depth], &indices).expect("tuples");
        for reduction in REDUCTIONS {
            let mut expected = input.to_vec();
            for i in 0..count {
                for (at, inner) in tuples(slice).into_iter().enumerate() {
                    let tuple = indices[i * depth..][..depth].iter().map(|&i| usize::try_from(i).expect("positive"));
                    let to = place(&shape, &tuple.chain(inner).collect::<Vec<_>>());
                    let update = updates.to_vec()[i * slice.iter().product::<usize>() + at];
                    expected[to] = reduced(reduction, expected[to], update);
                }
            }
            let updated = ops::scatter_nd_update(&input.view(), &view, &updates.view(), reduction).expect("inside");
            prop_assert_eq!(updated.to_vec(), expected);
        }
    }

    #[test]
    fn elements_are_loops_over_their_indices(
        shape in shapes(), axis in 0..3_usize, len in 1..4_usize, seed in prop::collection::vec(0..99_usize, 1..9),
    ) {
        let axis = axis % shape.len();
        let mut lengths = shape.clone();
        lengths[axis] = len;
        let count = lengths.iter().product();
        let indices = within(&[shape[axis]], count, &seed);
        let view = DynView::from_shape(&lengths, &indices).expect("one each");
        let (input, updates) = (counting(&shape), counting(&lengths));
        let mut expected = input.to_vec();
        let mut picked = Vec::new();
        for (i, mut tuple) in tuples(&lengths).into_iter().enumerate() {
            tuple[axis] = usize::try_from(indices[i]).expect("positive");
            picked.push(input[&tuple[..]]);
            let to = place(&shape, &tuple);
            expected[to] += updates.to_vec()[i];
        }
        let axis = i64::try_from(axis).expect("small");
        prop_assert_eq!(ops::gather_elements(&input.view(), &view, axis).expect("inside").to_vec(), picked);
        let added = ops::scatter_elements(&input.view(), &view, &updates.view(), axis, Reduction::Sum);
        prop_assert_eq!(added.expect("inside").to_vec(), expected);
    }

    #[test]
    fn gathers_along_an_axis_are_loops(
        shape in shapes(), axis in 0..3_usize, batch in 0..3_usize, len in 0..4_usize,
        seed in prop::collection::vec(0..99_usize, 1..9),
    ) {
        let axis = axis % shape.len();
        let batch = batch.min(axis);
        let lengths = [&shape[..batch], &[len]].concat();
        let indices = within(&[shape[axis]], lengths.iter().product(), &seed);
        let view = DynView::from_shape(&lengths, &indices).expect("one each");
        let input = counting(&shape);
        let result = [&shape[..axis], &[len], &shape[axis + 1..]].concat();
        let expected: Vec<f64> = tuples(&result).into_iter().map(|mut tuple| {
            let number = place(&lengths, &[&tuple[..batch], &[tuple[axis]]].concat());
            tuple[axis] = usize::try_from(indices[number]).expect("positive");
            input[&tuple[..]]
        }).collect();
        let numbers = [axis, batch].map(|n| i64::try_from(n).expect("small"));
        for off_axis in [OffAxis::Zeros, OffAxis::FromEnd, OffAxis::Wrap, OffAxis::Clip] {
            let gathered = ops::gather_with(&input.view(), &view, numbers[0], numbers[1], off_axis).expect("inside");
            prop_assert_eq!((gathered.shape(), gathered.to_vec()), (&result[..], expected.clone()));
        }
        check_gradient(
            &input,
            |x| ops::gather_with(x, &view, numbers[0], numbers[1], OffAxis::FromEnd).expect("inside"),
            |dy| ops::gather_grad(&shape, &view, numbers[0], if axis == 0 { 0 } else { numbers[1] }, dy).expect("inside"),
        );
    }

    #[test]
    fn gradients_of_scatters_are_finite_differences(
        shape in shapes(), depth in 1..4_usize, count in 1..5_usize, seed in prop::collection::vec(0..99_usize, 1..9),
    ) {
        let depth = depth.min(shape.len());
        let indices = within(&shape[..depth], count, &seed);
        let view = DynView::from_shape([count, depth], &indices).expect("tuples");
        let updates = counting(&[&[count], &shape[depth..]].concat());
        let input = counting(&shape);
        check_gradient(
            &input,
            |x| ops::gather_nd(x, &view, 0).expect("inside"),
            |dy| ops::gather_nd_grad(&shape, &view, 0, dy).expect("inside"),
        );
        check_gradient(
            &updates,
            |u| ops::scatter_nd(&view, u, &shape).expect("inside"),
            |dy| ops::scatter_nd_grad(&view, dy).expect("inside"),
        );
        for (reduction, sign) in [(Reduction::Sum, 1.0), (Reduction::Sub, -1.0)] {
            let with = |x: &DynView<'_, f64>, u: &DynView<'_, f64>| {
                ops::tensor_scatter_nd(x, &view, u, reduction, BadIndices::Error).expect("inside")
            };
            let grad = |dy: &DynView<'_, f64>| {
                if sign > 0.0 { ops::tensor_scatter_nd_add_grad(&view, dy) } else { ops::tensor_scatter_nd_sub_grad(&view, dy) }
                    .expect("inside")
            };
            check_gradient(&input, |x| with(x, &updates.view()), |dy| grad(dy)[0].clone());
            check_gradient(&updates, |u| with(&input.view(), u), |dy| grad(dy)[1].clone());
        }
        let once: std::collections::HashSet<_> = indices.chunks(depth).collect();
        if once.len() == count {
            let grad = |dy: &DynView<'_, f64>| ops::tensor_scatter_nd_update_grad(&view, dy).expect("inside");
            let with = |x: &DynView<'_, f64>, u: &DynView<'_, f64>| ops::tensor_scatter_nd_update(x, &view, u).expect("inside");
            check_gradient(&input, |x| with(x, &updates.view()), |dy| grad(dy)[0].clone());
            check_gradient(&updates, |u| with(&input.view(), u), |dy| grad(dy)[1].clone());
        }
    }

    #[test]
    fn gradients_with_batches_are_finite_differences(
        batch in 1..3_usize, inner in shapes(), count in 1..4_usize, seed in prop::collection::vec(0..99_usize, 1..9),
    ) {
        let shape = [&[batch], &inner[..]].concat();
        let indices = within(&inner[..1], batch * count, &seed);
        let view = DynView::from_shape([batch, count, 1], &indices).expect("tuples");
        check_gradient(
            &counting(&shape),
            |x| ops::gather_nd(x, &view, 1).expect("inside"),
            |dy| ops::gather_nd_grad(&shape, &view, 1, dy).expect("inside"),
        );
    }

    #[test]
    fn diagonals_taken_and_set_are_the_matrix(
        rows in 1..5_usize, columns in 1..5_usize, ends in [-3..4_i64, -3..4], align in 0..4_usize,
    ) {
        let align = [Align::RightLeft, Align::LeftRight, Align::LeftLeft, Align::RightRight][align];
        let clamp = |k: i64| k.clamp(1 - i64::try_from(rows).expect("small"), i64::try_from(columns).expect("small") - 1);
        let [lower, upper] = [clamp(ends[0].min(ends[1])), clamp(ends[0].max(ends[1]))];
        let matrix = counting(&[2, rows, columns]);
        let k = [lower, upper];
        let part = ops::matrix_diag_part(&matrix.view(), k, -1.0, align).expect("inside");
        let same = ops::matrix_set_diag(&matrix.view(), &part.view(), k, align).expect("inside");
        prop_assert_eq!(&same, &matrix);
        let on_band = |tuple: &[usize]| {
            let distance = i64::try_from(tuple[2]).expect("small") - i64::try_from(tuple[1]).expect("small");
            (lower..=upper).contains(&distance)
        };
        let numbers = [rows, columns].map(|len| i64::try_from(len).expect("small"));
        let made = ops::matrix_diag(&part.view(), k, numbers[0], numbers[1], 99.0, align);
        if let Ok(made) = made {
            for tuple in tuples(&[2, rows, columns]) {
                let expected = if on_band(&tuple) { matrix[&tuple[..]] } else { 99.0 };
                prop_assert_eq!(made[&tuple[..]], expected);
            }
        }
        check_gradient(
            &matrix,
            |x| ops::matrix_diag_part(x, k, 0.0, align).expect("inside"),
            |dy| {
                // TensorFlow's gradient has what `dy` says of the padding, too, which nothing
                // depends on.
                ops::matrix_diag_part_grad(&[2, rows, columns], k, align, dy).expect("inside")
            },
        );
        let grad = |dy: &DynView<'_, f64>| ops::matrix_set_diag_grad(k, align, dy).expect("inside");
        check_gradient(&matrix, |x| ops::matrix_set_diag(x, &part.view(), k, align).expect("inside"), |dy| grad(dy)[0].clone());
        check_gradient(&part, |d| ops::matrix_set_diag(&matrix.view(), d, k, align).expect("inside"), |dy| grad(dy)[1].clone());
        if lower <= 0 && upper >= 0 {
            let band = |x: &DynView<'_, f64>| ops::matrix_band_part(x, -lower, upper).expect("inside");
            for tuple in tuples(&[2, rows, columns]) {
                let expected = if on_band(&tuple) { matrix[&tuple[..]] } else { 0.0 };
                prop_assert_eq!(band(&matrix.view())[&tuple[..]], expected);
            }
            check_gradient(&matrix, band, |dy| ops::matrix_band_part_grad(-lower, upper, dy).expect("inside"));
        }
    }

    #[test]
    fn gradients_of_pads_are_finite_differences(shape in shapes(), seed in prop::collection::vec(0..9_usize, 6)) {
        let input = counting(&shape);
        for (border, most) in [(Border::Constant(0.0), 3), (Border::Reflect, 0), (Border::Symmetric, 1)] {
            let width = |at: usize, len: usize| i64::try_from(seed[at] % (if most == 3 { 4 } else { len + most })).expect("small");
            let begins: Vec<i64> = shape.iter().enumerate().map(|(axis, &len)| width(axis, len)).collect();
            let ends: Vec<i64> = shape.iter().enumerate().map(|(axis, &len)| width(axis + 3, len)).collect();
            check_gradient(
                &input,
                |x| ops::pad(x, &begins, &ends, DEFAULT_AXES, border, PadRules::TensorFlow).expect("inside"),
                |dy| ops::pad_grad(&shape, &begins, border, dy).expect("inside"),
            );
        }
        let begin: Vec<i64> = shape.iter().zip(&seed).map(|(&len, &at)| i64::try_from(at % len).expect("small")).collect();
        let stop: Vec<i64> = shape.iter().map(|&len| i64::try_from(len).expect("small")).collect();
        check_gradient(
            &input,
            |x| ops::slice(x, &begin, &stop, &vec![1; shape.len()], DEFAULT_AXES).expect("inside").to_tensor(),
            |dy| ops::slice_grad(&shape, &begin, dy).expect("inside"),
        );
    }
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table of cases")]
fn inverse_errors_write_nothing() {
    const EXTREMES: [i64; 7] = [
        i64::MIN,
        i64::MIN + 1,
        -9,
        9,
        1 << 40,
        i64::MAX - 1,
        i64::MAX,
    ];
    let matrix = counting(&[2, 3]);
    let x = matrix.view();
    let (one, scalar, empty) = (tensor(&[1], &[1.0]), tensor(&[], &[1.0]), counting(&[0, 3]));
    for bad in EXTREMES {
        let tuple = tensor(&[1, 1], &[bad]);
        let row = counting(&[1, 3]);
        let mut target = matrix.clone();
        for reduction in REDUCTIONS {
            assert!(ops::scatter_nd_update(&x, &tuple.view(), &row.view(), reduction).is_err());
            let written = &mut target.view_mut();
            assert!(
                ops::scatter_nd_update_assign(written, &tuple.view(), &row.view(), reduction)
                    .is_err()
            );
            let error = ops::tensor_scatter_nd_assign(
                written,
                &tuple.view(),
                &row.view(),
                reduction,
                BadIndices::Error,
            );
            assert!(error.is_err());
            let elements = tensor(&[1, 2], &[0, bad]);
            let updates = counting(&[1, 2]);
            assert!(
                ops::scatter_elements_assign(
                    written,
                    &elements.view(),
                    &updates.view(),
                    0,
                    reduction
                )
                .is_err()
            );
        }
        let wide = tensor(&[1, 1], &[i128::from(bad) << 60]);
        assert!(ops::scatter_nd_update(&x, &wide.view(), &row.view(), Reduction::None).is_err());
        assert!(ops::scatter_nd(&tuple.view(), &one.view(), &[bad]).is_err());
        let list = tensor(&[1], &[bad]);
        let zeros = ops::gather(&x, &list.view(), 1, 0).expect("zeros");
        assert_eq!(zeros, [[0.0], [0.0]]);
        for off_axis in [OffAxis::Wrap, OffAxis::Clip] {
            assert!(ops::gather_with(&x, &list.view(), 1, 0, off_axis).is_ok());
        }
        for axis in [bad, -3, 2] {
            let indices = tensor(&[1, 1], &[0]);
            assert!(ops::gather(&x, &list.view(), axis, 0).is_err());
            assert!(ops::gather_elements(&x, &indices.view(), axis).is_err());
            assert!(
                ops::tensor_scatter::<_, i64>(&x, &x, None, axis, CacheMode::Circular).is_err()
            );
            assert!(ops::pad(&x, &[1], &[1], Some(&[axis]), Border::Edge, PadRules::Onnx).is_err());
        }
        assert!(ops::gather(&x, &list.view(), 1, bad).is_err());
        let starts = tensor(&[2], &[0, bad]);
        let written = &mut target.view_mut();
        let linear =
            ops::tensor_scatter_assign(written, &x, Some(&starts.view()), 1, CacheMode::Linear);
        assert!(linear.is_err());
        for k in [[bad; 2], [0, bad], [bad, 0]] {
            assert!(
                ops::matrix_set_diag_assign(written, &one.view(), k, Align::default()).is_err()
            );
            assert!(
                ops::matrix_diag(&x, k, -1, -1, 0.0, Align::default()).is_err()
                    || k == [9; 2]
                    || k == [-9; 2]
            );
            assert!(ops::matrix_diag_part_grad(&[2, 3], k, Align::default(), &one.view()).is_err());
        }
        let _ = ops::matrix_diag(&one.view(), bad, -1, -1, 0.0, Align::default())
            .map(|made| made.len());
        assert!(
            ops::matrix_diag(
                &one.view(),
                0,
                bad,
                bad.saturating_sub(1),
                0.0,
                Align::default()
            )
            .is_err()
        );
        assert_eq!(ops::matrix_band_part(&x, bad, 0).is_err(), bad > 2);
        for upper in [false, true] {
            let whole = (bad > 0) != upper;
            let triangle = ops::trilu(&x, bad, upper).expect("any diagonal");
            assert_eq!(
                triangle,
                if whole {
                    matrix.clone()
                } else {
                    tensor(&[2, 3], &[0.0; 6])
                }
            );
        }
        for rules in [PadRules::TensorFlow, PadRules::OpenVino, PadRules::Onnx] {
            for border in [
                Border::Constant(0.0),
                Border::Edge,
                Border::Reflect,
                Border::Symmetric,
                Border::Wrap,
            ] {
                if bad != 9 {
                    assert!(ops::pad(&x, &[0, bad], &[0, 0], DEFAULT_AXES, border, rules).is_err());
                    assert!(
                        ops::pad(&x, &[bad, 0], &[bad, 0], DEFAULT_AXES, border, rules).is_err()
                    );
                }
                let _ = ops::pad(
                    &empty.view(),
                    &[bad, 0],
                    &[0, 0],
                    DEFAULT_AXES,
                    border,
                    rules,
                )
                .map(|t| t.len());
                let crossed = ops::pad(
                    &x,
                    &[bad, 0],
                    &[bad.saturating_neg(), 0],
                    DEFAULT_AXES,
                    border,
                    rules,
                );
                assert!(
                    crossed.map_or(true, |padded| padded.shape().iter().product::<usize>()
                        < 100)
                );
            }
        }
        assert!(ops::pad_grad(&[bad, 3], &[0, 0], Border::Constant(0.0), &x).is_err() || bad == 9);
        assert!(ops::slice_grad(&[2, 3], &[0, bad], &x).is_err());
        for count in [0, 1, 3] {
            let (begins, edge) = (vec![0_i64; count], Border::Edge);
            assert!(ops::pad_grad(&[2, 3], &begins, edge, &x).is_err());
            assert!(ops::pad_grad(&vec![1; count], &[0, 0], edge, &x).is_err());
            assert!(ops::pad_grad(&[2, 3], &begins, Border::Constant(0.0), &x).is_err());
            assert!(ops::slice_grad(&[2, 3], &begins, &x).is_err());
        }
        assert!(ops::gather_nd_grad(&[bad, bad], &tuple.view(), 0, &row.view()).is_err());
        assert!(ops::gather_grad(&[2, 3], &list.view(), bad, 0, &x).is_err());
        assert_eq!(target, matrix);
    }
    let index = tensor(&[1], &[0]);
    assert!(ops::scatter_nd(&tensor(&[], &[0]).view(), &one.view(), &[2]).is_err());
    assert!(ops::scatter_nd(&index.view(), &scalar.view(), &[2]).is_err());
    assert!(ops::gather_elements(&scalar.view(), &tensor(&[], &[0]).view(), 0).is_err());
    assert!(
        ops::trilu(&one.view(), 0, true).is_err()
            && ops::matrix_band_part(&scalar.view(), 0, 0).is_err()
    );
    assert!(
        ops::slice_scatter(
            &scalar.view(),
            &scalar.view(),
            &[0],
            &[1],
            &[1],
            DEFAULT_AXES
        )
        .is_err()
    );
    assert!(ops::slice_scatter(&x, &x, &[0], &[2], &[0], DEFAULT_AXES).is_err());
    assert_eq!(
        ops::slice_scatter(&empty.view(), &empty.view(), &[0], &[9], &[1], DEFAULT_AXES),
        Ok(empty)
    );
}

#[test]
fn slices_are_replaced_in_every_layout() {
    let updates = tensor(&[2, 2], &["a", "b", "c", "d"]);
    let mut target = tensor(&[4, 3], &["."; 12]);
    let mut turned = target.t().to_tensor();
    let args = ([-1, 0], [i64::MIN, 3], [-2, 2]);
    for target in [target.view_mut(), turned.permute_mut([1, 0])] {
        let mut target = target;
        ops::slice_scatter_assign(
            &mut target,
            &updates.view(),
            &args.0,
            &args.1,
            &args.2,
            DEFAULT_AXES,
        )
        .expect("its shape");
        assert_eq!(
            target,
            [
                [".", ".", "."],
                ["c", ".", "d"],
                [".", ".", "."],
                ["a", ".", "b"]
            ]
        );
    }
    let units = tensor(&[3], &[(); 3]);
    let replaced = ops::slice_scatter(
        &units.view(),
        &units.view(),
        &[-1],
        &[i64::MIN],
        &[-1],
        DEFAULT_AXES,
    );
    assert_eq!(replaced, Ok(units));
}

/// The position of an index on 3 positions that repeat, of every type that holds it.
#[test]
fn positions_that_repeat_take_indices_beyond_i64() {
    fn at<I: Integer + std::fmt::Debug>(index: I, position: usize) {
        let index = DynTensor::from_shape_vec([1], vec![index]).expect("one");
        let data = DynTensor::from_shape_vec([3], vec![0, 1, 2]).expect("three");
        let found = ops::gather_with(&data.view(), &index.view(), 0, 0, OffAxis::Wrap);
        assert_eq!(found.expect("wraps"), [position], "{index:?}");

        let cache = DynTensor::from_shape_vec([1, 3], vec![0; 3]).expect("three");
        let one = DynTensor::from_shape_vec([1, 1], vec![1]).expect("one");
        let mode = CacheMode::Circular;
        let found = ops::tensor_scatter(&cache.view(), &one.view(), Some(&index.view()), 1, mode);
        match index[0] < I::zero() {
            true => assert!(found.is_err(), "{index:?}"),
            false => assert_eq!(found.expect("wraps").view()[[0, position]], 1, "{index:?}"),
        }
    }
    // 4 to any power is 1 beyond a multiple of 3.
    for beyond in 0..3 {
        at((1_u64 << 62) + beyond, (1 + beyond as usize) % 3);
        at((1_u64 << 63) + beyond, (2 + beyond as usize) % 3);
        at(
            (1_i128 << 100) + i128::from(beyond),
            (1 + beyond as usize) % 3,
        );
        at(
            (1_u128 << 127) + u128::from(beyond),
            (2 + beyond as usize) % 3,
        );
        at(i128::from(beyond) - (1 << 100), (2 + beyond as usize) % 3);
    }
    at(i64::MIN, 1);
    at(u128::MAX, 0);
}
