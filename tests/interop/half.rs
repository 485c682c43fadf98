//! Elements of `half`.

use half::{bf16, f16};
use tslice::{Tensor, s, zip};

#[test]
fn half_elements_slice_and_copy_as_other_numbers() {
    let t = Tensor::from_shape_fn([40, 50], |[i, j]| f16::from_f32((i * 50 + j) as f32));
    let expected: Vec<f16> = (0..50)
        .rev()
        .step_by(3)
        .map(|j| f16::from_f32((7 * 50 + j) as f32))
        .collect();
    assert_eq!(t.slice(s![7, ::-3]).to_vec(), expected);
    let mut zeros = Tensor::<bf16, 3>::zeros([2, 3, 4]);
    zeros.slice_mut(s![.., 1]).fill(bf16::ONE);
    assert_eq!(zeros.iter().filter(|&&x| x == bf16::ONE).count(), 6);
}

#[test]
fn half_slices_match_slices_of_their_bits() {
    let bits = Tensor::from_shape_fn([9, 300], |[i, j]| (i * 300 + j) as u16);
    let halves = Tensor::from_shape_fn([9, 300], |[i, j]| bf16::from_bits((i * 300 + j) as u16));
    for stride in [-7_i64, -4, -3, -2, -1, 1, 2, 3, 4, 7] {
        let read: Vec<u16> = halves
            .slice(s![.., ::stride])
            .to_vec()
            .iter()
            .map(|x| x.to_bits())
            .collect();
        assert_eq!(
            read,
            bits.slice(s![.., ::stride]).to_vec(),
            "stride {stride}"
        );
    }
}

/// 11 bits count to 2048, and 8 bits to 256: sums, means and counts of halves are those of `f32`,
/// along every axis.
#[test]
fn half_sums_and_means_are_computed_as_f32() {
    let ones = Tensor::<f16, 1>::full([100_000], f16::ONE);
    assert_eq!((ones.mean(), ones.sum()), (f16::ONE, f16::INFINITY));
    let halves = Tensor::<f16, 1>::full([70_000], f16::from_f32(0.5));
    assert_eq!(halves.sum(), f16::from_f32(35_000.0));
    assert_eq!(zip((&halves,)).sum(|(x,)| *x), f16::from_f32(35_000.0));
    let hundreds = Tensor::<f16, 2>::full([5000, 3], f16::from_f32(100.0));
    assert_eq!(hundreds.mean_axis(0), [f16::from_f32(100.0); 3]);
    assert_eq!(hundreds.mean(), f16::from_f32(100.0));
    for shape in [[1000, 1], [1, 1000], [1000, 40], [40, 1000]] {
        let ones = Tensor::<bf16, 2>::full(shape, bf16::ONE);
        for axis in 0..2 {
            let sum = bf16::from_f32(shape[axis] as f32);
            assert!(
                ones.sum_axis(axis).iter().all(|&x| x == sum),
                "{shape:?} {axis}"
            );
            assert!(
                ones.t()
                    .slice(s![::-1])
                    .sum_axis(1 - axis)
                    .iter()
                    .all(|&x| x == sum),
                "{shape:?} {axis}"
            );
            assert!(
                ones.mean_axis(axis).iter().all(|&x| x == bf16::ONE),
                "{shape:?} {axis}"
            );
        }
    }
    assert!(Tensor::<f16, 1>::zeros([0]).mean().is_nan());
    let t = Tensor::<f16, 1>::from([2.0, f32::NAN, 1.0].map(f16::from_f32));
    assert!(t.sum().is_nan() && t.max().is_some_and(f16::is_nan));
}
