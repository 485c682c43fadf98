//! What a spec takes, in burn's words.

use burn_tensor::Slice;
use tslice::Progression;
use tslice_algebra::DynRegion;

/// burn's slice of an axis: of `begin..end`, forwards from its begin or backwards from its end. Never empty.
fn slice(axis: Progression) -> Slice {
    let hull = axis.hull();
    // Positions of an axis are at most `isize::MAX`, and so is the one after the last.
    Slice { start: hull.start.cast_signed(), end: Some(hull.end.cast_signed()), step: axis.step() }
}

/// One slice for each axis of a tensor.
pub(crate) fn slices(cut: &DynRegion) -> Vec<Slice> {
    cut.axes().iter().copied().map(slice).collect()
}

/// Whether all of the tensor is taken as it is.
pub(crate) fn is_whole(cut: &DynRegion) -> bool {
    cut.axes().iter().zip(cut.shape()).all(|(axis, &len)| axis.is_whole(len))
}

/// The shape of the slice while it has all axes of the tensor.
pub(crate) fn kept_shape<const D: usize>(cut: &DynRegion) -> [usize; D] {
    std::array::from_fn(|axis| cut.axes()[axis].count())
}

/// The shape that values of shape `from` have beside the tensor: an axis for each of its own, of length 1 where they are repeated.
/// `None` if they do not broadcast to the slice, whose axes come from `origins`. As in NumPy's assignments, more axes than the slice
/// has must have length 1.
pub(crate) fn shape_beside<const D: usize>(
    kept: [usize; D],
    origins: &[Option<usize>],
    from: &[usize],
) -> Option<[usize; D]> {
    let (mut beside, mut from) = ([1; D], from.iter().rev());
    for axis in origins.iter().rev() {
        let Some(&len) = from.next() else { break };
        match *axis {
            Some(axis) if len == 1 || len == kept[axis] => beside[axis] = len,
            None if len == 1 => {}
            _ => return None,
        }
    }
    from.all(|&len| len == 1).then_some(beside)
}
