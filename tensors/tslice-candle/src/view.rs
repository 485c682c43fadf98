//! Slices without a copy, by candle's public operations.

use candle_core::{D, Result, Tensor};
use tslice::interop::{Cut, Run};

/// The slice as a view, or `None` if it needs a copy.
///
/// candle's strides are not negative. Steps go through `unfold`, whose gradient is the reshaped one of the windows and so wrong: a
/// tensor that is part of a graph takes the other way.
pub(crate) fn view(tensor: &Tensor, cut: &Cut) -> Result<Option<Tensor>> {
    let empty = cut.shape().any(|len| len == 0);
    let copied = |run: &Run| run.step < 0 || (run.step > 1 && tensor.track_op());
    if !empty && cut.runs().iter().any(copied) {
        return Ok(None);
    }
    let mut view = tensor.clone();
    for (axis, &run) in cut.runs().iter().enumerate() {
        // Of an empty result nothing is read, and its first element must not leave the storage.
        let narrowed =
            if empty { Some(view.narrow(axis, 0, run.count)?) } else { narrowed(view, axis, run)? };
        match narrowed {
            Some(narrowed) => view = narrowed,
            None => return Ok(None),
        }
    }
    let mut kept = cut.axes().iter().rev().filter_map(|axis| *axis).peekable();
    for axis in (0..cut.runs().len()).rev() {
        if kept.next_if_eq(&axis).is_none() {
            view = view.squeeze(axis)?;
        }
    }
    for (axis, of) in cut.axes().iter().enumerate() {
        if of.is_none() {
            view = view.unsqueeze(axis)?;
        }
    }
    Ok(Some(view))
}

/// The view with a run of an axis, whose step is positive.
fn narrowed(view: Tensor, axis: usize, run: Run) -> Result<Option<Tensor>> {
    if run.is_whole(view.dims()[axis]) {
        return Ok(Some(view));
    }
    let (low, high) = run.hull();
    if run.step == 1 {
        return view.narrow(axis, low, run.count).map(Some);
    }
    let stepped =
        view.narrow(axis, low, high - low)?.unfold(axis, 1, run.step.unsigned_abs())?.squeeze(D::Minus1)?;
    // `unfold` computes the length in f32, which is wrong from 2^24 on.
    Ok((stepped.dims()[axis] == run.count).then_some(stepped))
}
