//! The gradients of pads and slices, each of which is the other.

use alloc::vec;
use alloc::vec::Vec;

use super::{PadError, PadRules, pad};
use crate::DEFAULT_AXES;
use crate::number::Number;
use tslice_core::__ops::{bound, layout, tensor};
use tslice_core::{AxisError, Border, DynTensor, DynView, Integer, Tensor};

/// The gradient of [`pad`](crate::pad()) with respect to the input, of shape `input_shape`: each element of `dy` is added up where it was
/// taken from. These are TensorFlow's gradients of Pad and MirrorPad; the widths behind follow from the shape of `dy`.
///
/// # Errors
///
/// If there is not one begin for each axis of `dy`, a length is negative, an axis is empty where a border continues it, or the result does
/// not fit in memory.
pub fn pad_grad<T: Number, I: Integer>(
    input_shape: &[impl Integer],
    begins: &[I],
    border: Border<T>,
    dy: &DynView<'_, T>,
) -> Result<DynTensor<T>, PadError> {
    let rank = dy.rank();
    if input_shape.len() != rank || begins.len() != rank {
        let (begins, ends) = (begins.len(), input_shape.len());
        return Err(PadError::WidthCount { begins, ends, axes: rank });
    }
    let border = match border {
        Border::Constant(_) => Border::Constant(OUTSIDE),
        Border::Edge => Border::Edge,
        Border::Reflect => Border::Reflect,
        Border::Symmetric => Border::Symmetric,
        _ => Border::Wrap,
    };
    let length = |(axis, (&len, &begin))| {
        let (len, begin) = (bound(len), bound(begin));
        let error = PadError::NegativeLength { axis, len: 0, widths: [begin, len] };
        usize::try_from(len).map_err(|_| error)
    };
    let lengths = input_shape.iter().zip(begins).enumerate();
    let shape: Vec<usize> = lengths.map(length).collect::<Result<_, _>>()?;
    layout::check_count(&shape)?;
    layout::reserve::<T>(&shape)?;
    let mut grad = vec![T::default(); layout::len(&shape)];
    let constant = matches!(border, Border::Constant(_));
    if let Some(axis) = shape.iter().position(|&len| len == 0).filter(|_| !constant && !dy.is_empty()) {
        return Err(PadError::EmptyAxis { axis });
    }
    if grad.is_empty() || dy.is_empty() {
        return Ok(tensor(&shape, grad));
    }
    let mut sources = Vec::new();
    for (axis, (&known, &begin)) in shape.iter().zip(begins).enumerate() {
        let (begin, padded) = (bound(begin), dy.shape()[axis]);
        let start = isize::try_from(begin.saturating_neg()).unwrap_or(isize::MIN);
        // Of each position of the result, the position of the input that it shows.
        let positions: Tensor<usize, 1> = (0..known).collect();
        sources.push(positions.try_crop([start], [padded], border)?.into_vec());
    }
    let mut index = vec![0; rank];
    for element in dy {
        let flat = index.iter().zip(&sources).zip(&shape).try_fold(0, |flat, ((&at, source), &len)| {
            let source: usize = source[at];
            (source != OUTSIDE).then(|| flat * len + source)
        });
        if let Some(sum) = flat.and_then(|at| grad.get_mut(at)) {
            *sum = sum.reduce::<1>(*element);
        }
        layout::advance(&mut index, dy.shape());
    }
    Ok(tensor(&shape, grad))
}

/// A position that shows no element of the input.
const OUTSIDE: usize = usize::MAX;

/// The gradient of `tf.slice(input, begin, size)` with respect to the input, of shape `input_shape`: `dy`, which has the shape of the
/// slice, in its place, and zeros around it.
///
/// # Errors
///
/// If there is not one begin for each axis, the slice is not inside a tensor of that shape, or the result does not fit in memory.
pub fn slice_grad<T: Clone + Default>(
    input_shape: &[impl Integer],
    begin: &[impl Integer],
    dy: &DynView<'_, T>,
) -> Result<DynTensor<T>, PadError> {
    let rank = dy.rank();
    if input_shape.len() != rank {
        let error = AxisError::RankMismatch { expected: input_shape.len(), rank };
        return Err(PadError::Axis(error));
    }
    let begins: Vec<i64> = begin.iter().map(|&begin| bound(begin)).collect();
    let behind = |((&len, &part), begin): ((_, &usize), &i64)| {
        bound(len).saturating_sub(layout::signed(part)).saturating_sub(*begin)
    };
    let ends: Vec<i64> = input_shape.iter().zip(dy.shape()).zip(&begins).map(behind).collect();
    pad(dy, &begins, &ends, DEFAULT_AXES, Border::Constant(T::default()), PadRules::TensorFlow)
}
