//! Elements of `half`.

use half::{bf16, f16};
use tslice::{Tensor, s};

#[test]
fn half_elements_slice_and_copy_as_other_numbers() {
    let t = Tensor::from_shape_fn([40, 50], |[i, j]| f16::from_f32((i * 50 + j) as f32));
    let expected: Vec<f16> = (0..50).rev().step_by(3).map(|j| f16::from_f32((7 * 50 + j) as f32)).collect();
    assert_eq!(t.slice(s![7, ::-3]).to_vec(), expected);
    let mut zeros = Tensor::<bf16, 3>::zeros([2, 3, 4]);
    zeros.slice_mut(s![.., 1]).fill(bf16::ONE);
    assert_eq!(zeros.iter().filter(|&&x| x == bf16::ONE).count(), 6);
}

#[test]
fn every_stride_of_half_elements_matches_that_of_their_bits() {
    let bits = Tensor::from_shape_fn([9, 300], |[i, j]| (i * 300 + j) as u16);
    let halves = Tensor::from_shape_fn([9, 300], |[i, j]| bf16::from_bits((i * 300 + j) as u16));
    for stride in [-7_i64, -4, -3, -2, -1, 1, 2, 3, 4, 7] {
        let read: Vec<u16> = halves.slice(s![.., ::stride]).to_vec().iter().map(|x| x.to_bits()).collect();
        assert_eq!(read, bits.slice(s![.., ::stride]).to_vec(), "stride {stride}");
    }
}
