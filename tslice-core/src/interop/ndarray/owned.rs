//! Converts arrays to tensors and back. The elements move; they are cloned only if an array is not row-major.

use alloc::vec::Vec;

use ::ndarray::{Array, ArrayD, Dim, Dimension, IxDyn};

use super::dims::ToDimension;
use crate::array::{AsView, DynTensor, Owned, Tensor};

/// Moves the elements of a row-major array, clones those of others.
impl<T: Clone, const R: usize> From<Array<T, Dim<[usize; R]>>> for Tensor<T, R>
where
    Dim<[usize; R]>: Dimension,
{
    fn from(array: Array<T, Dim<[usize; R]>>) -> Self {
        let shape = array.shape().to_vec();
        Self::from_parts(&shape, row_major(array))
    }
}

/// Moves the elements of a row-major array, clones those of others.
impl<T: Clone> From<ArrayD<T>> for DynTensor<T> {
    fn from(array: ArrayD<T>) -> Self {
        let shape = array.shape().to_vec();
        Self::from_parts(&shape, row_major(array))
    }
}

fn row_major<T: Clone, D: Dimension>(array: Array<T, D>) -> Vec<T> {
    if !array.is_standard_layout() {
        return array.as_view().to_vec();
    }
    let len = array.len();
    let (mut data, first) = array.into_raw_vec_and_offset();
    // An array that was sliced by value still owns its whole vector.
    data.drain(..first.unwrap_or(0));
    data.truncate(len);
    data
}

/// Moves the elements.
impl<T, const R: usize> From<Tensor<T, R>> for Array<T, Dim<[usize; R]>>
where
    Dim<[usize; R]>: Dimension,
{
    fn from(tensor: Tensor<T, R>) -> Self {
        let mut shape = Dim::<[usize; R]>::zeros(R);
        shape.slice_mut().copy_from_slice(tensor.shape());
        array(shape, tensor.into_vec())
    }
}

/// Moves the elements.
impl<T> From<DynTensor<T>> for ArrayD<T> {
    fn from(tensor: DynTensor<T>) -> Self {
        array(IxDyn(tensor.shape()), tensor.into_vec())
    }
}

/// Moves the elements.
pub(super) fn owned<T, O: ToDimension>(tensor: crate::array::Array<Owned<T>, O>) -> Array<T, O::Dimension> {
    let shape = O::Dimension::from_dimension(&IxDyn(tensor.lengths()))
        .unwrap_or_else(|| unreachable!("dims and dimension have one rank"));
    array(shape, tensor.into_vec())
}

fn array<T, D: Dimension>(shape: D, data: Vec<T>) -> Array<T, D> {
    match Array::from_shape_vec(shape, data) {
        Ok(array) => array,
        Err(error) => unreachable!("the tensor has as many elements as its shape: {error}"),
    }
}
