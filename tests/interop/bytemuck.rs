//! Casts of views.

use bytemuck::PodCastError;
use tslice::{Tensor, View, ViewMut, s};

#[test]
fn cast_reads_the_same_bytes_and_strides() {
    let t = Tensor::from_shape_fn([4, 5], |[i, j]| (i * 5 + j) as f32 - 7.5);
    let part = t.slice(s![::-1, 1::2]);
    let bits = part.try_cast::<u32>().expect("four bytes each");
    assert_eq!((bits.shape(), bits.strides()), (part.shape(), part.strides()));
    let expected: Vec<u32> = part.iter().map(|x| x.to_bits()).collect();
    assert_eq!(bits.to_vec(), expected);
    let bytes = part.into_dyn().try_cast::<[u8; 4]>().expect("four bytes each");
    assert_eq!(bytes[&[0, 0][..]], t[[3, 1]].to_ne_bytes());
}

#[test]
fn an_exclusive_cast_writes_the_same_bytes() {
    let mut t = Tensor::<f32, 2>::zeros([2, 3]);
    let columns = t.slice_mut(s![:, ::2]);
    columns.try_cast::<u32>().expect("four bytes each").fill(1.0_f32.to_bits());
    assert_eq!(t.to_vec(), [1., 0., 1., 1., 0., 1.]);
    t.view_mut().into_dyn().try_cast::<i32>().expect("four bytes each").fill(0);
    assert_eq!(t.to_vec(), [0.; 6]);
}

#[test]
fn sizes_and_alignment_are_checked() {
    let bytes = [[0_u8; 4]; 3];
    let view = View::<_, 1>::from(&bytes);
    assert_eq!(view.try_cast::<u16>().map(|_| ()), Err(PodCastError::SizeMismatch));
    let padded = [0_u8; 17];
    let off = usize::from(padded.as_ptr().addr() % 2 == 0);
    let (odd, _) = padded[off..].as_chunks::<4>();
    let cast = View::from(odd).try_cast::<u32>().map(|_| ());
    assert_eq!(cast, Err(PodCastError::TargetAlignmentGreaterAndInputNotAligned));
    let mut numbers = [1_u32, 2];
    let doubled = ViewMut::<_, 1>::from(&mut numbers).try_cast::<u64>().map(|_| ());
    assert_eq!(doubled, Err(PodCastError::SizeMismatch));
}
