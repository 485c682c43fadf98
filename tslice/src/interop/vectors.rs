//! Slices, nested arrays and vectors of vectors.

use alloc::vec::Vec;

use crate::error::ShapeError;
use crate::layout::Fixed;
use crate::raw::{Exclusive, Shared};
use crate::view::{Tensor, View, ViewMut};

impl<'a, T> From<&'a [T]> for View<'a, T, 1> {
    fn from(data: &'a [T]) -> Self {
        Self { raw: Shared::row_major(data, Fixed::row_major([data.len()])) }
    }
}

impl<'a, T> From<&'a mut [T]> for ViewMut<'a, T, 1> {
    fn from(data: &'a mut [T]) -> Self {
        let len = data.len();
        Self { raw: Exclusive::row_major(data, Fixed::row_major([len])) }
    }
}

impl<'a, T> From<&'a Vec<T>> for View<'a, T, 1> {
    fn from(data: &'a Vec<T>) -> Self {
        data.as_slice().into()
    }
}

impl<'a, T> From<&'a mut Vec<T>> for ViewMut<'a, T, 1> {
    fn from(data: &'a mut Vec<T>) -> Self {
        data.as_mut_slice().into()
    }
}

impl<T> From<Vec<T>> for Tensor<T, 1> {
    fn from(data: Vec<T>) -> Self {
        Self::from_parts([data.len()], data)
    }
}

impl<T, const A: usize> From<[T; A]> for Tensor<T, 1> {
    fn from(array: [T; A]) -> Self {
        Self::from_parts([A], array.into())
    }
}

impl<T, const A: usize, const B: usize> From<[[T; B]; A]> for Tensor<T, 2> {
    fn from(array: [[T; B]; A]) -> Self {
        Self::from_parts([A, B], array.into_iter().flatten().collect())
    }
}

impl<T, const A: usize, const B: usize, const C: usize> From<[[[T; C]; B]; A]> for Tensor<T, 3> {
    fn from(array: [[[T; C]; B]; A]) -> Self {
        Self::from_parts([A, B, C], array.into_iter().flatten().flatten().collect())
    }
}

/// Rows of one length, in order; no rows at all are a tensor of shape `[0, 0]`. Rows of two lengths are an error.
impl<T> TryFrom<Vec<Vec<T>>> for Tensor<T, 2> {
    type Error = ShapeError;

    fn try_from(rows: Vec<Vec<T>>) -> Result<Self, ShapeError> {
        let shape = [rows.len(), even(1, rows.iter().map(Vec::len))?];
        Self::from_shape_vec(shape, rows.into_iter().flatten().collect())
    }
}

/// As rows, one level deeper.
impl<T> TryFrom<Vec<Vec<Vec<T>>>> for Tensor<T, 3> {
    type Error = ShapeError;

    fn try_from(planes: Vec<Vec<Vec<T>>>) -> Result<Self, ShapeError> {
        let rows = even(1, planes.iter().map(Vec::len))?;
        let columns = even(2, planes.iter().flatten().map(Vec::len))?;
        let shape = [planes.len(), rows, columns];
        Self::from_shape_vec(shape, planes.into_iter().flatten().flatten().collect())
    }
}

/// The one length of an axis, in the order of its vectors.
fn even(axis: usize, mut lengths: impl Iterator<Item = usize>) -> Result<usize, ShapeError> {
    let Some(expected) = lengths.next() else { return Ok(0) };
    match lengths.zip(1..).find(|&(len, _)| len != expected) {
        None => Ok(expected),
        Some((len, position)) => Err(ShapeError::Ragged { axis, position, len, expected }),
    }
}
