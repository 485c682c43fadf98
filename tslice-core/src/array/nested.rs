//! Arrays from nested arrays, slices and vectors: `View::<_, 2>::from(&[[1, 2], [3, 4]])`, `Tensor::from([[1, 2], [3, 4]])`.
//!
//! The rank has to be named, because an array of arrays could also be one axis whose elements are arrays.

use alloc::vec::Vec;

use super::{Array, AsView, Mut, Owned, Ref};
use crate::error::ShapeError;
use crate::rank::Rank;

/// Implements the conversions of nested arrays of one depth. `$flat` and `$flat_mut` turn `$it` into a slice of elements,
/// `$owned` turns it into a vector.
macro_rules! nested {
    ($rank:literal, [$($n:ident),+], $array:ty, |$it:ident| $flat:expr, $flat_mut:expr, $owned:expr) => {
        impl<'a, T, $(const $n: usize),+> From<&'a $array> for Array<Ref<'a, T>, Rank<$rank>> {
            fn from($it: &'a $array) -> Self {
                Self::from_slice(&[$($n),+], $flat)
            }
        }

        impl<'a, T, $(const $n: usize),+> From<&'a mut $array> for Array<Mut<'a, T>, Rank<$rank>> {
            fn from($it: &'a mut $array) -> Self {
                Self::from_slice(&[$($n),+], $flat_mut)
            }
        }

        impl<T, $(const $n: usize),+> From<$array> for Array<Owned<T>, Rank<$rank>> {
            fn from($it: $array) -> Self {
                Self::from_parts(&[$($n),+], $owned)
            }
        }

        impl<T, $(const $n: usize),+> AsView<T> for $array {
            type Dims = Rank<$rank>;

            fn as_view(&self) -> Array<Ref<'_, T>, Rank<$rank>> {
                self.into()
            }
        }
    };
}

nested! { 1, [A], [T; A], |array| array.as_slice(), array.as_mut_slice(), array.into() }
nested! { 2, [A, B], [[T; B]; A],
    |array| array.as_flattened(),
    array.as_flattened_mut(),
    array.into_iter().flatten().collect()
}
nested! { 3, [A, B, C], [[[T; C]; B]; A],
    |array| array.as_flattened().as_flattened(),
    array.as_flattened_mut().as_flattened_mut(),
    array.into_iter().flatten().flatten().collect()
}
nested! { 4, [A, B, C, D], [[[[T; D]; C]; B]; A],
    |array| array.as_flattened().as_flattened().as_flattened(),
    array.as_flattened_mut().as_flattened_mut().as_flattened_mut(),
    array.into_iter().flatten().flatten().flatten().collect()
}
nested! { 5, [A, B, C, D, E], [[[[[T; E]; D]; C]; B]; A],
    |array| array.as_flattened().as_flattened().as_flattened().as_flattened(),
    array.as_flattened_mut().as_flattened_mut().as_flattened_mut().as_flattened_mut(),
    array.into_iter().flatten().flatten().flatten().flatten().collect()
}
nested! { 6, [A, B, C, D, E, F], [[[[[[T; F]; E]; D]; C]; B]; A],
    |array| array.as_flattened().as_flattened().as_flattened().as_flattened().as_flattened(),
    array.as_flattened_mut().as_flattened_mut().as_flattened_mut().as_flattened_mut().as_flattened_mut(),
    array.into_iter().flatten().flatten().flatten().flatten().flatten().collect()
}

/// # Panics
///
/// If there are more than `isize::MAX` elements, which only elements of size 0 can be.
impl<'a, T> From<&'a [T]> for Array<Ref<'a, T>, Rank<1>> {
    fn from(data: &'a [T]) -> Self {
        Self::from_slice(&[data.len()], data)
    }
}

/// # Panics
///
/// If there are more than `isize::MAX` elements, which only elements of size 0 can be.
impl<'a, T> From<&'a mut [T]> for Array<Mut<'a, T>, Rank<1>> {
    fn from(data: &'a mut [T]) -> Self {
        Self::from_slice(&[data.len()], data)
    }
}

/// # Panics
///
/// If there are more than `isize::MAX` elements, which only elements of size 0 can be.
impl<'a, T> From<&'a Vec<T>> for Array<Ref<'a, T>, Rank<1>> {
    fn from(data: &'a Vec<T>) -> Self {
        data.as_slice().into()
    }
}

/// # Panics
///
/// If there are more than `isize::MAX` elements, which only elements of size 0 can be.
impl<'a, T> From<&'a mut Vec<T>> for Array<Mut<'a, T>, Rank<1>> {
    fn from(data: &'a mut Vec<T>) -> Self {
        data.as_mut_slice().into()
    }
}

/// # Panics
///
/// If there are more than `isize::MAX` elements, which only elements of size 0 can be.
impl<T> From<Vec<T>> for Array<Owned<T>, Rank<1>> {
    fn from(data: Vec<T>) -> Self {
        Self::from_parts(&[data.len()], data)
    }
}

/// # Panics
///
/// If there are more than `isize::MAX` elements, which only elements of size 0 can be.
impl<T> AsView<T> for [T] {
    type Dims = Rank<1>;

    fn as_view(&self) -> Array<Ref<'_, T>, Rank<1>> {
        self.into()
    }
}

/// # Panics
///
/// If there are more than `isize::MAX` elements, which only elements of size 0 can be.
impl<T> AsView<T> for Vec<T> {
    type Dims = Rank<1>;

    fn as_view(&self) -> Array<Ref<'_, T>, Rank<1>> {
        self.into()
    }
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
        Some((len, position)) => Err(ShapeError::Ragged { axis, position, len, expected }),
    }
}
