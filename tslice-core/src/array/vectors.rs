//! Tensors of vectors, of arrays and of vectors in them.

use alloc::vec::Vec;

use super::{Array, Owned};
use crate::error::ShapeError;
use crate::layout::Rank;

/// Tensors of vectors of elements, or of arrays.
macro_rules! arrays {
    ($($rank:literal [$($n:ident),*] $array:ty, $data:ident => $flat:expr;)+) => { $(
        impl<T, $(const $n: usize),*> From<Vec<$array>> for Array<Owned<T>, Rank<$rank>> {
            fn from($data: Vec<$array>) -> Self {
                let shape = [$data.len(), $($n),*];
                Self::from_parts(&shape, $flat)
            }
        }
    )+ };
}

arrays! {
    1 [] T, data => data;
    2 [A] [T; A], data => data.into_flattened();
    3 [A, B] [[T; B]; A], data => data.into_flattened().into_flattened();
    4 [A, B, C] [[[T; C]; B]; A], data => data.into_flattened().into_flattened().into_flattened();
}

/// Makes a tensor of rows, which must have one length. No rows give shape `[0, 0]`.
impl<T> TryFrom<Vec<Vec<T>>> for Array<Owned<T>, Rank<2>> {
    type Error = ShapeError;

    fn try_from(rows: Vec<Vec<T>>) -> Result<Self, ShapeError> {
        let shape = [rows.len(), common_len(1, rows.iter().map(Vec::len))?];
        Self::from_shape_vec(shape, joined(&shape, rows.into_iter())?)
    }
}

/// Makes a tensor of planes, which must have the same number of rows, all of one length.
impl<T> TryFrom<Vec<Vec<Vec<T>>>> for Array<Owned<T>, Rank<3>> {
    type Error = ShapeError;

    fn try_from(planes: Vec<Vec<Vec<T>>>) -> Result<Self, ShapeError> {
        let rows = common_len(1, planes.iter().map(Vec::len))?;
        let columns = common_len(2, planes.iter().flatten().map(Vec::len))?;
        let shape = [planes.len(), rows, columns];
        Self::from_shape_vec(shape, joined(&shape, planes.into_iter().flatten())?)
    }
}

/// The elements of all rows. A row moves as a whole, so that units take no time.
fn joined<T>(shape: &[usize], rows: impl Iterator<Item = Vec<T>>) -> Result<Vec<T>, ShapeError> {
    let mut data = crate::layout::reserve(shape)?;
    rows.for_each(|mut row| data.append(&mut row));
    Ok(data)
}

/// The length that all vectors of one level have.
fn common_len(axis: usize, mut lengths: impl Iterator<Item = usize>) -> Result<usize, ShapeError> {
    let Some(expected) = lengths.next() else { return Ok(0) };
    match lengths.zip(1..).find(|&(len, _)| len != expected) {
        None => Ok(expected),
        Some((len, position)) => Err(ShapeError::RaggedList { axis, position, len, expected }),
    }
}
