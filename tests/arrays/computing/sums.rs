//! Sums and means: exact totals of integers, recorded bits of floats, arrays without elements.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tslice::{DynTensor, DynView, ShapeError, Tensor, View, s, tensor, try_zip, zip};
use tslice_tests::algebra::Random;
use tslice_tests::model::{Model, step};
use tslice_tests::sizes;

/// A random chain of views of a tensor, and its model.
fn chain<'a, T>(
    random: &mut Random,
    tensor: &'a DynTensor<T>,
    most: usize,
) -> (DynView<'a, T>, Model) {
    let (mut view, mut model) = (tensor.view(), Model::new(tensor.shape()));
    for _ in 0..random.below(4) {
        let (step, next) = step(random, &model, false, most);
        (view, model) = (step.view(view), next);
    }
    (view, model)
}

/// What a function returns; `None` if it panics because a sum overflows.
fn unless_overflow<X>(sum: impl FnOnce() -> X) -> Option<X> {
    catch_unwind(AssertUnwindSafe(sum))
        .map_err(|panic| {
            let words = panic.downcast_ref::<String>().expect("a message");
            assert!(words.starts_with("the sum overflows `"), "{words}");
        })
        .ok()
}

/// The sum is that of 128 bits if it fits, whatever the sums before the last element are.
#[test]
fn integer_sums_overflow_only_at_the_end() {
    macro_rules! check {
        ($($t:ident)+) => {$({
            for case in 1..=40_u64 {
                let random = &mut Random(case.wrapping_mul(0x9E37_79B9_7F4A_7C15));
                let shape = { let rank = random.below(4); sizes::shape(random, rank, 1500) };
                // Few large numbers fill the type at once; many small ones seldom do.
                let shift = [0, 2, 5][random.below(3)];
                let numbers: Vec<$t> =
                    (0..shape.iter().product()).map(|_| (random.bits() as $t) >> shift).collect();
                let tensor = DynTensor::from_shape_vec(&shape, numbers.clone()).expect("a tensor");
                let (view, model) = chain(random, &tensor, 1500);
                let total = |positions: &[usize]| -> i128 { positions.iter().map(|&at| numbers[at] as i128).sum() };
                let fits = |total: i128| <$t>::try_from(total).ok();
                let wrapped = |total: i128| if cfg!(debug_assertions) { fits(total) } else { Some(total as $t) };
                let expected = wrapped(total(&model.positions));
                assert_eq!(unless_overflow(|| view.sum()), expected, "case {case}, sum");
                assert_eq!(unless_overflow(|| zip((&view,)).sum(|(x,)| *x)), expected, "case {case}, zip.sum");
                for axis in 0..model.shape.len() {
                    let expected: Option<Vec<$t>> = model.lanes(axis).iter().map(|lane| wrapped(total(lane))).collect();
                    let sums = unless_overflow(|| view.sum_axis(axis).into_vec());
                    assert_eq!(sums, expected, "case {case}, sum_axis({axis})");
                }
            }
        })+};
    }
    check! { i8 u8 u16 i32 u64 }
    let alternating =
        Tensor::<i8, 1>::from_shape_fn([16], |[i]| if i % 2 == 0 { 100 } else { -100 });
    assert_eq!(
        (
            alternating.sum(),
            alternating.sum_axis(0)[[]],
            zip((&alternating,)).sum(|(x,)| *x)
        ),
        (0, 0, 0)
    );
    assert_eq!(
        tensor![i128::MAX, i128::MAX, i128::MIN, i128::MIN].sum(),
        -2
    );
    assert_eq!(tensor![u128::MAX, 0].sum(), u128::MAX);
}

fn mix(hash: u64, bits: u64) -> u64 {
    (hash ^ bits).wrapping_mul(0x0100_0000_01B3).rotate_left(23)
}

/// The bits of sums of many shapes and strides. Every processor gives the same, with wide vectors
/// and without.
#[test]
fn float_sums_have_the_same_bits_everywhere() {
    let mut hash = 0;
    for case in 1..=150_u64 {
        let random = &mut Random(case.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let shape = {
            let rank = 1 + random.below(3);
            sizes::shape(random, rank, 9000)
        };
        let len = shape.iter().product();
        let numbers: Vec<u32> = (0..len).map(|_| (random.bits() >> 40) as u32).collect();
        let singles = numbers.iter().map(|&n| n as f32 * 0.1 - 9e5).collect();
        let doubles = numbers.iter().map(|&n| f64::from(n) * 0.1 - 9e5).collect();
        let singles = DynTensor::from_shape_vec(&shape, singles).expect("a tensor");
        let doubles = DynTensor::from_shape_vec(&shape, doubles).expect("a tensor");
        let state = random.0;
        let (singles, model) = chain(random, &singles, 9000);
        random.0 = state;
        let (doubles, _) = chain(random, &doubles, 9000);
        hash = mix(hash, u64::from(singles.sum().to_bits()));
        hash = mix(hash, doubles.sum().to_bits());
        hash = mix(
            hash,
            zip((&doubles, &doubles)).sum(|(x, y)| x * y).to_bits(),
        );
        for axis in 0..model.shape.len() {
            hash = singles
                .sum_axis(axis)
                .iter()
                .fold(hash, |hash, sum| mix(hash, u64::from(sum.to_bits())));
            if model.shape[axis] > 0 {
                hash = doubles
                    .mean_axis(axis)
                    .iter()
                    .fold(hash, |hash, mean| mix(hash, mean.to_bits()));
            }
        }
    }
    assert_eq!(hash, 0xa1cd_80d3_211e_7580, "found {hash:#018x}");
}

/// Few elements are added to the first one, and not to 0.0.
#[test]
fn sums_of_few_negative_zeros_are_negative() {
    let zeros = Tensor::<f64, 2>::full([64, 64], -0.0);
    for [rows, columns] in [[1, 1], [1, 31], [31, 1], [3, 3], [15, 2], [2, 15]] {
        for stride in [1, 2, -1] {
            let window = zeros.slice(s![::stride, ::stride]);
            let window = window.slice(s![:rows, :columns]);
            let products = zip((&window, 1.0)).sum(|(zero, one)| zero * one);
            for sum in [window.sum(), window.mean(), products] {
                assert!(sum.is_sign_negative(), "{rows} x {columns} by {stride}");
            }
        }
    }
}

/// Sums of products in any layout are close to those one after the other.
#[test]
fn float_sums_are_close_to_the_exact_ones() {
    for case in 1..=60_u64 {
        let random = &mut Random(case.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let shape = {
            let rank = 1 + random.below(4);
            sizes::shape(random, rank, 9000)
        };
        let numbers: Vec<f64> = (0..shape.iter().product())
            .map(|_| random.below(1 << 20) as f64 - 5e5)
            .collect();
        let tensor = DynTensor::from_shape_vec(&shape, numbers.clone()).expect("a tensor");
        let (view, model) = chain(random, &tensor, 9000);
        // Whole numbers, whose sums are exact in every order.
        let total =
            |positions: &[usize]| positions.iter().map(|&at| numbers[at]).sum::<f64>() + 0.0;
        assert_eq!(view.sum(), total(&model.positions), "case {case}");
        let squares: f64 = model
            .positions
            .iter()
            .map(|&at| numbers[at] * numbers[at])
            .sum();
        assert_eq!(
            zip((&view, &view)).sum(|(x, y)| x * y),
            squares,
            "case {case}"
        );
        for axis in 0..model.shape.len() {
            let sums: Vec<f64> = model.lanes(axis).iter().map(|lane| total(lane)).collect();
            assert_eq!(
                view.sum_axis(axis).into_vec(),
                sums,
                "case {case}, axis {axis}"
            );
        }
    }
}

/// Lanes without elements may be more than a loop can visit.
#[test]
#[cfg(target_pointer_width = "64")]
fn lanes_without_elements_are_not_visited() {
    let t = Tensor::<u8, 2>::zeros([1 << 60, 0]);
    let too_large = |sum: &dyn Fn() -> usize| catch_unwind(AssertUnwindSafe(sum)).is_err();
    for (rest, axis) in [([0], 0), ([1 << 60], 1)] {
        // 2^60 results do not fit in memory.
        assert_eq!(too_large(&|| t.sum_axis(axis).len()), axis == 1);
        assert_eq!(
            too_large(&|| t.map_axis(axis, |lane| lane.len()).len()),
            axis == 1
        );
        assert_eq!(
            too_large(&|| t.fold_axis(axis, 0, |n, _| n + 1).len()),
            axis == 1
        );
        // Values without a size take no memory.
        assert_eq!(t.fold_axis(axis, (), |(), _| ()).shape(), &rest);
        assert_eq!(t.accumulate(axis, |x, _| *x).shape(), t.shape());
    }
    assert_eq!(t.max_axis(0).shape(), &[0]);
    assert!(too_large(&|| t.max_axis(1).len()));
    assert_eq!((t.sum(), t.max(), t.argmax()), (0, None, None));
}

/// Walks as operands keep a view of each lane, which may not fit in memory.
#[test]
#[cfg(target_pointer_width = "64")]
fn sum_of_iterators_that_do_not_fit_fails() {
    let t = Tensor::<u8, 2>::zeros([1 << 60, 0]);
    assert!(matches!(
        try_zip((t.rows(), &[1])),
        Err(ShapeError::TooLarge { .. })
    ));
    let one = [7_u8];
    let repeated = View::<_, 1>::from(&one)
        .insert_axis(0)
        .broadcast_to([1 << 60, 1]);
    assert!(matches!(
        try_zip((repeated.rows(), &[1])),
        Err(ShapeError::TooLarge { .. })
    ));
    assert!(matches!(
        try_zip((&[1], repeated.axis_iter(0))),
        Err(ShapeError::TooLarge { .. })
    ));
    let mut t = t;
    assert!(matches!(
        try_zip((t.rows_mut(), &[1])),
        Err(ShapeError::TooLarge { .. })
    ));
    let t = tensor![[1, 2], [3, 4]];
    assert_eq!(
        zip((t.slice(s![:, ::-1]).rows(), &[10, 20])).map(|(row, n)| row[[0]] + n),
        [12, 24]
    );
}

/// `sum_as` of any view is the sum of 128 bits, and the mean of integers is that sum by their
/// number.
#[test]
fn sum_as_and_means_of_integers_match_loops() {
    macro_rules! check {
        ($($t:ident $wide:ident)+) => {$({
            for case in 1..=40_u64 {
                let random = &mut Random(case.wrapping_mul(0x9E37_79B9_7F4A_7C15));
                let shape = { let rank = random.below(4); sizes::shape(random, rank, 1500) };
                let numbers: Vec<$t> = (0..shape.iter().product()).map(|_| random.bits() as $t).collect();
                let tensor = DynTensor::from_shape_vec(&shape, numbers.clone()).expect("a tensor");
                let (view, model) = chain(random, &tensor, 1500);
                let total = |positions: &[usize]| -> i128 { positions.iter().map(|&at| numbers[at] as i128).sum() };
                let is_mean = |mean: f64, positions: &[usize]| {
                    let exact = total(positions) as f64 / positions.len() as f64;
                    if positions.is_empty() { mean.is_nan() } else { (mean - exact).abs() <= 1e-12 * exact.abs().max(1.0) }
                };
                assert_eq!(i128::from(view.sum_as::<$wide>()), total(&model.positions), "case {case}");
                assert_eq!(view.sum_as::<f64>() as i128, total(&model.positions), "case {case}");
                assert!(is_mean(view.mean(), &model.positions), "case {case}");
                for axis in 0..model.shape.len() {
                    let means = view.mean_axis(axis);
                    assert!(means.iter().zip(&model.lanes(axis)).all(|(mean, lane)| is_mean(*mean, lane)), "case {case}");
                }
            }
        })+};
    }
    check! { u8 u64 i8 i32 u16 i64 i32 i64 u32 u64 }
    let (bytes, flags) = (
        Tensor::<u8, 1>::full([300], 255),
        tensor![true, false, true],
    );
    assert_eq!(
        (bytes.sum_as::<u32>(), bytes.mean(), flags.sum_as::<usize>()),
        (76_500, 255.0, 2)
    );
    let wrapped = if cfg!(debug_assertions) {
        None
    } else {
        Some(76_500_u32 as u16)
    };
    assert_eq!(unless_overflow(|| bytes.sum_as::<u16>()), wrapped);
    assert_eq!(tensor![u64::MAX, u64::MAX].mean(), u64::MAX as f64);
    assert!(bytes.slice(s![:0]).mean().is_nan() && bytes.slice(s![:0]).sum_as::<i128>() == 0);
    assert_eq!(
        Tensor::<f32, 1>::full([1 << 20], 0.1).sum_as::<f64>(),
        f64::from(0.1_f32) * f64::from(1 << 20)
    );
}

/// Rows of few elements are added from the first one on, in any number of rows and with any
/// strides.
#[test]
fn sums_of_short_rows_match_folds() {
    for (rows, columns) in [1, 3, 15, 16, 17, 64, 65, 1100]
        .into_iter()
        .flat_map(|n| (1..=6).map(move |k| (n, k)))
    {
        let number = |[i, j]: [usize; 2]| ((i * 7 + j * 13) % 101) as f32 * 0.1 - 5.0;
        let whole = Tensor::<f32, 2>::from_shape_fn([2 * rows, columns + 2], number);
        for view in [
            whole.slice(s![:rows, :columns]),
            whole.slice(s![::-2, 1:-1]),
        ] {
            let folds = |f: fn(f32, f32) -> f32| -> Vec<u32> {
                let row =
                    |row: View<'_, f32, 1>| row.iter().copied().reduce(f).expect("some").to_bits();
                view.rows().map(row).collect()
            };
            let bits = |t: Tensor<f32, 1>| t.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            assert_eq!(
                bits(view.sum_axis(-1)),
                folds(|sum, x| sum + x),
                "{rows} x {columns}"
            );
            assert_eq!(
                bits(view.max_axis(-1)),
                folds(f32::max),
                "{rows} x {columns}"
            );
            let integers = view.map(|x| (x * 10.0) as i32);
            assert_eq!(
                integers.sum_axis(-1),
                integers.fold_axis(-1, 0, |sum, x| sum + x)
            );
            assert_eq!(
                integers.t().min_axis(0),
                integers.fold_axis(1, 99, |min, x| min.min(*x))
            );
        }
    }
    let mut pixels = Tensor::<f32, 2>::full([100, 3], 1.0);
    pixels[[70, 1]] = f32::NAN;
    assert!(pixels.max_axis(-1)[[70]].is_nan() && pixels.sum_axis(-1)[[70]].is_nan());
    assert!(
        pixels
            .map(|_| -0.0_f32)
            .sum_axis(-1)
            .iter()
            .all(|sum| sum.is_sign_negative())
    );
}
