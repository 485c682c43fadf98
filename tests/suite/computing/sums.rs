//! Sums and means: exact totals of integers, recorded bits of floats, arrays without elements.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tslice::{DynTensor, DynView, ShapeError, Tensor, View, s, tensor, try_zip, zip};
use tslice_tests::algebra::Random;
use tslice_tests::model::{Model, step};
use tslice_tests::sizes;

/// A random chain of views of a tensor, and its model.
fn chain<'a, T>(random: &mut Random, tensor: &'a DynTensor<T>, most: usize) -> (DynView<'a, T>, Model) {
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
    let alternating = Tensor::<i8, 1>::from_shape_fn([16], |[i]| if i % 2 == 0 { 100 } else { -100 });
    assert_eq!(
        (alternating.sum(), alternating.sum_axis(0)[[]], zip((&alternating,)).sum(|(x,)| *x)),
        (0, 0, 0)
    );
    assert_eq!(tensor![i128::MAX, i128::MAX, i128::MIN, i128::MIN].sum(), -2);
    assert_eq!(tensor![u128::MAX, 0].sum(), u128::MAX);
}

fn mix(hash: u64, bits: u64) -> u64 {
    (hash ^ bits).wrapping_mul(0x0100_0000_01B3).rotate_left(23)
}

/// The bits of sums of many shapes and strides. Every processor gives the same, with wide vectors and without.
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
        hash = mix(hash, zip((&doubles, &doubles)).sum(|(x, y)| x * y).to_bits());
        for axis in 0..model.shape.len() {
            hash = singles.sum_axis(axis).iter().fold(hash, |hash, sum| mix(hash, u64::from(sum.to_bits())));
            if model.shape[axis] > 0 {
                hash = doubles.mean_axis(axis).iter().fold(hash, |hash, mean| mix(hash, mean.to_bits()));
            }
        }
    }
    assert_eq!(hash, 0x5bc6_454c_394a_a3b5, "found {hash:#018x}");
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
        let numbers: Vec<f64> =
            (0..shape.iter().product()).map(|_| random.below(1 << 20) as f64 - 5e5).collect();
        let tensor = DynTensor::from_shape_vec(&shape, numbers.clone()).expect("a tensor");
        let (view, model) = chain(random, &tensor, 9000);
        // Whole numbers, whose sums are exact in every order.
        let total = |positions: &[usize]| positions.iter().map(|&at| numbers[at]).sum::<f64>() + 0.0;
        assert_eq!(view.sum(), total(&model.positions), "case {case}");
        let squares: f64 = model.positions.iter().map(|&at| numbers[at] * numbers[at]).sum();
        assert_eq!(zip((&view, &view)).sum(|(x, y)| x * y), squares, "case {case}");
        for axis in 0..model.shape.len() {
            let sums: Vec<f64> = model.lanes(axis).iter().map(|lane| total(lane)).collect();
            assert_eq!(view.sum_axis(axis).into_vec(), sums, "case {case}, axis {axis}");
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
        assert_eq!(too_large(&|| t.map_axis(axis, |lane| lane.len()).len()), axis == 1);
        assert_eq!(too_large(&|| t.fold_axis(axis, 0, |n, _| n + 1).len()), axis == 1);
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
    assert!(matches!(try_zip((t.rows(), &[1])), Err(ShapeError::TooLarge { .. })));
    let one = [7_u8];
    let repeated = View::<_, 1>::from(&one).insert_axis(0).broadcast_to([1 << 60, 1]);
    assert!(matches!(try_zip((repeated.rows(), &[1])), Err(ShapeError::TooLarge { .. })));
    assert!(matches!(try_zip((&[1], repeated.axis_iter(0))), Err(ShapeError::TooLarge { .. })));
    let mut t = t;
    assert!(matches!(try_zip((t.rows_mut(), &[1])), Err(ShapeError::TooLarge { .. })));
    let t = tensor![[1, 2], [3, 4]];
    assert_eq!(zip((t.slice(s![:, ::-1]).rows(), &[10, 20])).map(|(row, n)| row[[0]] + n), [12, 24]);
}
