//! What an encoding selects of a shape, as lists.

use smallvec::SmallVec;

use super::{Origin, place, rank_of};
use crate::error::SliceError;
use crate::layout::Progression;
use crate::spec::EncodingRef;

/// A list with an entry for each axis, without a heap up to rank 4.
type List<T> = SmallVec<[T; 4]>;

/// Writes what an encoding selects on each axis of a shape, and returns the origin of each axis of the result.
#[inline]
fn placed(
    encoding: EncodingRef<'_>,
    shape: &[usize],
    taken: &mut List<Progression>,
) -> Result<List<Origin>, SliceError> {
    let mut origins = SmallVec::from_elem(Origin::New, rank_of(encoding, shape.len())?);
    taken.resize(shape.len(), Progression::NONE);
    place(encoding, shape, taken, &mut origins)?;
    Ok(origins)
}

/// What an encoding selects on each axis of a shape.
///
/// # Errors
///
/// If the encoding does not fit the shape, or an axis is longer than `isize::MAX`.
pub fn selections(encoding: EncodingRef<'_>, shape: &[usize]) -> Result<List<Progression>, SliceError> {
    let mut taken = List::new();
    placed(encoding, shape, &mut taken)?;
    Ok(taken)
}

/// The lengths of the result on a shape.
///
/// # Errors
///
/// If the encoding does not fit the shape, or an axis is longer than `isize::MAX`.
pub fn result_lengths(encoding: EncodingRef<'_>, shape: &[usize]) -> Result<List<usize>, SliceError> {
    let mut taken = List::new();
    let origins = placed(encoding, shape, &mut taken)?;
    Ok(origins.iter().map(|origin| origin.len(&taken)).collect())
}
