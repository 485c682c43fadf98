//! What the references ask of indices and updates.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::write::Scatter;
use crate::gather_nd::{BadIndices, IndicesError};
use crate::operand::flat;
use crate::rules::Rules;
use tslice_core::{DynView, traits::Integer};

/// The scatter that these operands ask for, and its tuples; without updates, there may be fewer.
/// Faults are found in TensorFlow's order.
pub(super) fn checked<'s, 'i, T, I: Integer>(
    shape: &'s [usize],
    indices: &DynView<'i, I>,
    updates: &DynView<'_, T>,
    rules: Rules,
    bad_indices: BadIndices,
) -> Result<(Scatter<'s>, Cow<'i, [I]>), IndicesError> {
    let [outer @ .., depth] = indices.shape() else {
        return Err(IndicesError::IndicesScalar);
    };
    if updates.rank() == 0 && !rules.lone_tuples {
        return Err(IndicesError::UpdatesScalar);
    }
    let (none, some) = (
        indices.is_empty() && updates.is_empty(),
        !indices.is_empty() && !updates.is_empty(),
    );
    if !none && (shape.contains(&0) || !some) && !rules.without_elements {
        return Err(IndicesError::EmptyOutput {
            shape: shape.into(),
        });
    }
    check_updates(shape, outer, *depth, updates.shape())?;
    if outer.is_empty() && !rules.lone_tuples {
        // One part of the reference takes the numbers of a lone tuple for tuples of one number
        // each.
        check_updates(shape, &[*depth], 1, updates.shape())?;
    }
    if *depth == 0 && !shape.contains(&0) && !rules.tuples_of_none {
        return Err(IndicesError::DepthUnsupported);
    }
    let scatter = Scatter::new(shape, 0, *depth, rules.negative_from_end);
    // Tuples that a view repeats are all written, or checked once.
    let indices = if updates.is_empty() {
        indices.once(1)
    } else {
        indices.clone()
    };
    let tuples = flat(&indices)?;
    if bad_indices == BadIndices::Error {
        scatter.check(&tuples, &indices.shape()[..outer.len()])?;
    }
    Ok((scatter, tuples))
}

/// Checks that the updates have the outer axes of the indices, and then the axes of a slice.
pub(crate) fn check_updates(
    shape: &[usize],
    outer: &[usize],
    depth: usize,
    updates: &[usize],
) -> Result<(), IndicesError> {
    let Some(slice) = shape.get(depth..) else {
        return Err(IndicesError::DepthExceedsRank {
            depth,
            batch_dims: 0,
            rank: shape.len(),
        });
    };
    let expected: Vec<usize> = [outer, slice].concat();
    if expected == updates {
        Ok(())
    } else {
        Err(IndicesError::UpdatesShape {
            expected: expected.into(),
            updates: updates.into(),
        })
    }
}
