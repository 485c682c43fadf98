//! Room for a result whose size the operands do not bound.

use alloc::vec::Vec;

use crate::error::ShapeError;
use crate::layout;

/// The number of elements of a shape, and a vector with room for them.
pub(super) fn reserve<T>(shape: &[usize]) -> Result<(usize, Vec<T>), ShapeError> {
    let len = layout::count(shape).ok_or_else(|| ShapeError::Overflow { shape: shape.into() })?;
    let mut data = Vec::new();
    let too_large = |_| ShapeError::TooLarge { shape: shape.into(), element: size_of::<T>() };
    data.try_reserve_exact(len).map_err(too_large)?;
    Ok((len, data))
}
