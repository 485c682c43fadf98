//! The widths of a pad, one pair for each axis, and what each reference asks of them.

use alloc::vec::Vec;

use super::error::PadError;
use tslice_core::__ops::{Range, bound, layout};
use tslice_core::{AxisError, Border, DynView, traits::Integer};

/// The length of each axis, and its widths in front and behind.
pub(super) struct Widths(Vec<(usize, [i64; 2])>);

impl Widths {
    pub(super) fn new<I: Integer, X: Integer>(
        shape: &[usize],
        begins: &[I],
        ends: &[I],
        axes: Option<&[X]>,
    ) -> Result<Self, PadError> {
        let count = axes.map_or(shape.len(), <[X]>::len);
        if begins.len() != count || ends.len() != count {
            return Err(PadError::WidthCount {
                begins: begins.len(),
                ends: ends.len(),
                axes: count,
            });
        }
        let mut widths: Vec<_> = shape.iter().map(|&len| (len, [0; 2])).collect();
        for (entry, (&begin, &end)) in begins.iter().zip(ends).enumerate() {
            let axis = axes.map_or(layout::signed(entry), |axes| bound(axes[entry]));
            let at = if axis < 0 {
                axis + layout::signed(shape.len())
            } else {
                axis
            };
            let at = usize::try_from(at).ok().and_then(|at| widths.get_mut(at));
            let (_, pair) = at.ok_or(PadError::Axis(AxisError::OutOfRange {
                axis,
                rank: shape.len(),
            }))?;
            *pair = [bound(begin), bound(end)];
        }
        Ok(Self(widths))
    }

    fn each(&self) -> impl Iterator<Item = (usize, usize, [i64; 2])> {
        self.0
            .iter()
            .enumerate()
            .map(|(axis, &(len, widths))| (axis, len, widths))
    }

    /// The shape of the result.
    pub(super) fn shape(&self) -> Result<Vec<usize>, PadError> {
        let length = |(axis, len, widths): (usize, usize, [i64; 2])| {
            let sum = len as i128 + widths.map(i128::from).iter().sum::<i128>();
            if sum < 0 {
                return Err(PadError::NegativeLength { axis, len, widths });
            }
            // A length beyond `usize` is beyond what a shape may count.
            Ok(usize::try_from(sum).unwrap_or(usize::MAX))
        };
        let shape: Vec<usize> = self.each().map(length).collect::<Result<_, _>>()?;
        layout::check_count(&shape)?;
        Ok(shape)
    }

    /// Where the result begins on each axis. A begin beyond `isize` is beyond what a shape may
    /// count, if there is an element.
    pub(super) fn start(&self) -> Vec<isize> {
        let start = |begin: i64| isize::try_from(begin.saturating_neg());
        self.each()
            .map(|(_, _, [begin, _])| {
                start(begin).unwrap_or(if begin < 0 { isize::MAX } else { isize::MIN })
            })
            .collect()
    }

    pub(super) fn check_positive(&self) -> Result<(), PadError> {
        match self
            .each()
            .find(|(_, _, widths)| widths.iter().any(|&width| width < 0))
        {
            None => Ok(()),
            Some((axis, _, widths)) => Err(PadError::NegativeWidth { axis, widths }),
        }
    }

    /// Checks how far a mirror goes on: to the length less 1, or to the length.
    pub(super) fn check_limits<T>(
        &self,
        border: &Border<T>,
        lengths: &[usize],
    ) -> Result<(), PadError> {
        let beyond = match border {
            Border::Reflect => 1,
            Border::Symmetric => 0,
            _ => return Ok(()),
        };
        for ((axis, _, widths), &len) in self.each().zip(lengths) {
            let limit = layout::signed(len) - beyond;
            if widths.iter().any(|&width| width > limit) {
                return Err(PadError::TooLong {
                    axis,
                    len,
                    limit,
                    widths,
                });
            }
        }
        Ok(())
    }

    /// What is left of each axis once it is cropped.
    fn left(&self) -> Vec<usize> {
        let left = |(_, len, widths): (usize, usize, [i64; 2])| {
            let sum = len as i128
                + widths
                    .map(|width| i128::from(width.min(0)))
                    .iter()
                    .sum::<i128>();
            usize::try_from(sum).unwrap_or(0)
        };
        self.each().map(left).collect()
    }

    /// Checks borders that continue something as ONNX Runtime does.
    pub(super) fn check_as_onnx<T>(&self, border: &Border<T>) -> Result<(), PadError> {
        if let Some((axis, ..)) = self.each().find(|&(_, len, _)| len == 0) {
            if matches!(border, Border::Wrap) {
                return Err(PadError::WrapBesideEmpty { axis });
            }
            let padded =
                |&(_, len, widths): &(usize, usize, [i64; 2])| len == 0 && widths != [0; 2];
            return match self.each().find(padded) {
                Some((axis, ..)) => Err(PadError::EmptyAxis { axis }),
                None => Ok(()),
            };
        }
        let left = self.left();
        match left.iter().position(|&len| len == 0) {
            Some(axis) => Err(PadError::EmptyAxis { axis }),
            None => self.check_limits(border, &left),
        }
    }

    /// What is left of a tensor once it is cropped, and where the result begins in it.
    pub(super) fn cropped<'a, T>(&self, input: &DynView<'a, T>) -> (DynView<'a, T>, Vec<isize>) {
        let ranges = self
            .each()
            .zip(self.left())
            .map(|((_, len, [begin, _]), left)| {
                let first = begin.saturating_neg().clamp(0, layout::signed(len));
                Range {
                    begin: Some(first),
                    end: Some(first + layout::signed(left)),
                    stride: None,
                }
            });
        let view = input.slice_ranges(ranges);
        let start = self.start().into_iter().map(|start| start.min(0)).collect();
        (view, start)
    }
}
