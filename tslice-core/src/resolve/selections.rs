//! What an encoding selects of a shape, as lists.

use smallvec::SmallVec;

use super::{Origin, place, rank_of};
use crate::error::SliceError;
use crate::layout::Progression;
use crate::spec::EncodingRef;

/// A list with an entry for each axis, without a heap up to rank 8.
type List<T> = SmallVec<[T; 8]>;

/// What an encoding selects on each axis of a shape, and the origin of each axis of the result.
fn placed(
    encoding: EncodingRef<'_>,
    shape: &[usize],
) -> Result<(List<Progression>, List<Origin>), SliceError> {
    let mut origins = SmallVec::from_elem(Origin::New, rank_of(encoding, shape.len())?);
    let mut taken = SmallVec::from_elem(Progression::NONE, shape.len());
    place(encoding, shape, &mut taken, &mut origins)?;
    Ok((taken, origins))
}

/// What an encoding selects on each axis of a shape.
///
/// # Errors
///
/// If the encoding does not fit the shape, or an axis is longer than `isize::MAX`.
pub fn selections(encoding: EncodingRef<'_>, shape: &[usize]) -> Result<List<Progression>, SliceError> {
    Ok(placed(encoding, shape)?.0)
}

/// The lengths of the result on a shape.
///
/// # Errors
///
/// If the encoding does not fit the shape, or an axis is longer than `isize::MAX`.
pub fn result_lengths(encoding: EncodingRef<'_>, shape: &[usize]) -> Result<List<usize>, SliceError> {
    let (taken, origins) = placed(encoding, shape)?;
    Ok(origins.iter().map(|origin| origin.len(&taken)).collect())
}
