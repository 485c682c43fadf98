//! The gradients of pads and slices, each of which is the other.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::{PadError, PadRules, pad};
use crate::DEFAULT_AXES;
use crate::number::Number;
use tslice_core::__ops::{bound, layout, tensor};
use tslice_core::{AxisError, Border, DynTensor, DynView, traits::Integer};

/// The gradient of [`pad`](crate::pad()) with respect to the input, of shape `input_shape`: each
/// element of `dy` is added up where it was taken from. These are TensorFlow's gradients of Pad and
/// MirrorPad; the widths behind follow from the shape of `dy`.
///
/// # Errors
///
/// If there is not one begin for each axis of `dy`, a length is negative, an axis is empty where a
/// border continues it, or the result does not fit in memory.
pub fn pad_grad<T: Number, I: Integer>(
    input_shape: &[impl Integer],
    begins: &[I],
    border: Border<T>,
    dy: &DynView<'_, T>,
) -> Result<DynTensor<T>, PadError> {
    let rank = dy.rank();
    if input_shape.len() != rank || begins.len() != rank {
        let (begins, ends) = (begins.len(), input_shape.len());
        return Err(PadError::WidthCount {
            begins,
            ends,
            axes: rank,
        });
    }
    let length = |(axis, (&len, &begin))| {
        let (len, begin) = (bound(len), bound(begin));
        let error = PadError::NegativeLength {
            axis,
            len: 0,
            widths: [begin, len],
        };
        usize::try_from(len).map_err(|_| error)
    };
    let lengths = input_shape.iter().zip(begins).enumerate();
    let shape: Vec<usize> = lengths.map(length).collect::<Result<_, _>>()?;
    layout::check_count(&shape)?;
    let repeat = match border {
        Border::Edge => Repeat::Edge,
        Border::Reflect => Repeat::Reflect,
        Border::Symmetric => Repeat::Symmetric,
        Border::Wrap => Repeat::Wrap,
        // A constant shows no element of the input: the gradient is the part of `dy` that is not
        // border.
        _ => {
            let limit = |begin: i64| if begin < 0 { isize::MIN } else { isize::MAX };
            let start = |&begin: &I| isize::try_from(bound(begin)).unwrap_or(limit(bound(begin)));
            let starts: Vec<isize> = begins.iter().map(start).collect();
            return Ok(dy.try_crop(&starts, &shape, Border::Constant(T::default()))?);
        }
    };
    if let Some(axis) = shape
        .iter()
        .position(|&len| len == 0)
        .filter(|_| !dy.is_empty())
    {
        return Err(PadError::EmptyAxis { axis });
    }
    let mut grad = layout::filled(&shape, T::default())?;
    let padded = |(&len, &begin)| Padded::new(len, bound(begin), repeat);
    let axes: SmallVec<[Padded; 8]> = shape.iter().zip(begins).map(padded).collect();
    let (Some((last, outer)), Some((&row, lengths))) = (axes.split_last(), dy.shape().split_last())
    else {
        return Ok(tensor(&shape, dy.to_vec()));
    };
    let mut index: SmallVec<[usize; 8]> = SmallVec::from_elem(0, outer.len());
    let mut elements = dy.iter();
    while elements.len() > 0 {
        let places = index.iter().zip(outer);
        let start = places.fold(0, |at, (&i, axis)| at * axis.len + axis.source(i)) * last.len;
        for (i, element) in elements.by_ref().take(row).enumerate() {
            let at = start + last.source(i);
            grad[at] = grad[at].plus(*element);
        }
        layout::advance(&mut index, lengths);
    }
    Ok(tensor(&shape, grad))
}

/// How a border repeats the elements of an axis.
#[derive(Clone, Copy)]
enum Repeat {
    Edge,
    Reflect,
    Symmetric,
    Wrap,
}

/// An axis with a border: which of its positions a position of the padded axis shows.
struct Padded {
    repeat: Repeat,
    /// The positions of the axis, at least one.
    len: usize,
    /// The width in front.
    begin: i64,
    /// The number of positions after which the padded axis repeats itself, and how far the begin of
    /// the border is from the begin of a period.
    period: usize,
    shift: usize,
}

impl Padded {
    fn new(len: usize, begin: i64, repeat: Repeat) -> Self {
        // A gradient of this shape is in memory: twice its length does not overflow.
        let period = match repeat {
            Repeat::Edge | Repeat::Wrap => len.max(1),
            Repeat::Symmetric => (2 * len).max(1),
            Repeat::Reflect => (2 * len).saturating_sub(2).max(1),
        };
        let shift = (-i128::from(begin)).rem_euclid(period as i128);
        Self {
            repeat,
            len,
            begin,
            period,
            shift: usize::try_from(shift).unwrap_or(0),
        }
    }

    fn source(&self, at: usize) -> usize {
        let last = self.len - 1;
        if let Repeat::Edge = self.repeat {
            let position = layout::signed(at).saturating_sub(self.begin);
            return usize::try_from(position.max(0)).map_or(last, |position| position.min(last));
        }
        let position = (at + self.shift) % self.period;
        match self.repeat {
            _ if position <= last => position,
            Repeat::Reflect => self.period - position,
            _ => self.period - 1 - position,
        }
    }
}

/// The gradient of `tf.slice(input, begin, size)` with respect to the input, of shape
/// `input_shape`: `dy`, which has the shape of the slice, in its place, and zeros around it.
///
/// # Errors
///
/// If there is not one begin for each axis, the slice is not inside a tensor of that shape, or the
/// result does not fit in memory.
pub fn slice_grad<T: Clone + Default>(
    input_shape: &[impl Integer],
    begin: &[impl Integer],
    dy: &DynView<'_, T>,
) -> Result<DynTensor<T>, PadError> {
    let rank = dy.rank();
    if input_shape.len() != rank {
        let error = AxisError::RankMismatch {
            expected: input_shape.len(),
            rank,
        };
        return Err(PadError::Axis(error));
    }
    let begins: Vec<i64> = begin.iter().map(|&begin| bound(begin)).collect();
    let behind = |((&len, &part), begin): ((_, &usize), &i64)| {
        bound(len)
            .saturating_sub(layout::signed(part))
            .saturating_sub(*begin)
    };
    let ends: Vec<i64> = input_shape
        .iter()
        .zip(dy.shape())
        .zip(&begins)
        .map(behind)
        .collect();
    pad(
        dy,
        &begins,
        &ends,
        DEFAULT_AXES,
        Border::Constant(T::default()),
        PadRules::TensorFlow,
    )
}
