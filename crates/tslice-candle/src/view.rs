//! Slices, without a copy where candle's public operations have one.

use candle_core::{D, Result, Tensor};
use tslice::Progression;
use tslice_algebra::DynRegion;

use crate::op;

/// The slice, as a view where candle has one.
pub(crate) fn slice(tensor: &Tensor, region: DynRegion) -> Result<Tensor> {
    match view(tensor, &region)? {
        Some(view) => Ok(view),
        None => op::take(tensor, region),
    }
}

/// The slice as a view, or `None` if it needs a copy.
///
/// candle's strides are not negative. Steps go through `unfold`, whose gradient is the reshaped one
/// of the windows and so wrong: a tensor that is part of a graph takes the other way.
fn view(tensor: &Tensor, cut: &DynRegion) -> Result<Option<Tensor>> {
    let empty = cut.is_empty();
    let copied = |axis: &Progression| axis.step() < 0 || (axis.step() > 1 && tensor.track_op());
    if !empty && cut.axes().iter().any(copied) {
        return Ok(None);
    }
    let mut view = tensor.clone();
    for (axis, &taken) in cut.axes().iter().enumerate() {
        // Of an empty result nothing is read, and its first element must not leave the storage.
        let narrowed = if empty {
            Some(view.narrow(axis, 0, taken.count())?)
        } else {
            narrowed(view, axis, taken)?
        };
        match narrowed {
            Some(narrowed) => view = narrowed,
            None => return Ok(None),
        }
    }
    let origins = cut.origins();
    let mut kept = origins.iter().rev().filter_map(|axis| *axis).peekable();
    for axis in (0..cut.shape().len()).rev() {
        if kept.next_if_eq(&axis).is_none() {
            view = view.squeeze(axis)?;
        }
    }
    for (axis, of) in origins.iter().enumerate() {
        if of.is_none() {
            view = view.unsqueeze(axis)?;
        }
    }
    Ok(Some(view))
}

/// The view with some positions of an axis, whose step is positive.
fn narrowed(view: Tensor, axis: usize, taken: Progression) -> Result<Option<Tensor>> {
    if taken.is_whole(view.dims()[axis]) {
        return Ok(Some(view));
    }
    let hull = taken.hull();
    let narrow = view.narrow(axis, hull.start, hull.len())?;
    if taken.step() == 1 {
        return Ok(Some(narrow));
    }
    let stepped = narrow
        .unfold(axis, 1, taken.step().unsigned_abs())?
        .squeeze(D::Minus1)?;
    // `unfold` computes the length in f32, which is wrong from 2^24 on.
    Ok((stepped.dims()[axis] == taken.count()).then_some(stepped))
}
