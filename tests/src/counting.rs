//! Tensors whose elements tell where they lie.

use std::ops::RangeFrom;

use tslice::DynTensor;

/// A tensor of consecutive numbers in row-major order.
///
/// # Panics
///
/// If the shape has more elements than memory holds.
pub fn counting<T>(first: T, shape: &[usize]) -> DynTensor<T>
where
    RangeFrom<T>: Iterator<Item = T>,
{
    let numbers = (first..).take(shape.iter().product()).collect();
    DynTensor::from_shape_vec(shape, numbers).expect("as many numbers as the shape has elements")
}
