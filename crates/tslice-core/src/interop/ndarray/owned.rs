//! Converts arrays to tensors and back. The elements move; they are cloned only if an array is not
//! row-major.

use ::ndarray::{Array, Dimension, IxDyn};

use super::memory::array_view;
use super::{ToDimension, ToDims};
use crate::array::{Owned, Read, Ref};
use crate::interop::Lend;

/// Moves the elements of a row-major array, clones those of others.
impl<T: Clone, D: ToDims> From<Array<T, D>> for crate::Array<Owned<T>, D::Dims> {
    fn from(array: Array<T, D>) -> Self {
        if !array.is_standard_layout() {
            return array.lend().to_tensor();
        }
        let (shape, len) = (array.shape().to_vec(), array.len());
        let (mut data, first) = array.into_raw_vec_and_offset();
        // An array that was sliced by value still owns its whole vector.
        data.drain(..first.unwrap_or(0));
        data.truncate(len);
        Self::from_parts(&shape, data)
    }
}

/// Clones the elements.
impl<T: Clone, D: ToDimension> From<crate::Array<Ref<'_, T>, D>> for Array<T, D::Dimension> {
    fn from(view: crate::Array<Ref<'_, T>, D>) -> Self {
        array_view(view).to_owned()
    }
}

/// Clones the elements.
impl<S: Read<Elem: Clone>, D: ToDimension> From<&crate::Array<S, D>>
    for Array<S::Elem, D::Dimension>
{
    fn from(array: &crate::Array<S, D>) -> Self {
        array.view().into()
    }
}

/// Moves the elements.
impl<T, D: ToDimension> From<crate::Array<Owned<T>, D>> for Array<T, D::Dimension> {
    fn from(tensor: crate::Array<Owned<T>, D>) -> Self {
        let shape = D::Dimension::from_dimension(&IxDyn(tensor.lengths()))
            .expect("dims and dimension have one rank");
        Self::from_shape_vec(shape, tensor.into_vec()).unwrap_or_else(|error| {
            unreachable!("the tensor has as many elements as its shape: {error}")
        })
    }
}
