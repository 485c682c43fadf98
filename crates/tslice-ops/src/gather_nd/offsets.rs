//! From index tuples to offsets in row-major params.

use smallvec::SmallVec;
use tslice_core::__ops::{bound, layout};
use tslice_core::traits::Integer;

/// An axis of a length, and what negative indices mean on it.
#[derive(Clone, Copy)]
pub(crate) struct IndexedAxis {
    len: i64,
    negative_from_end: bool,
}

impl IndexedAxis {
    /// An axis of `len` positions.
    pub(crate) fn new(len: usize, negative_from_end: bool) -> Self {
        Self {
            len: layout::signed(len),
            negative_from_end,
        }
    }

    /// The position that an index selects, if it is inside the axis.
    #[inline(always)]
    pub(crate) fn position<I: Integer>(self, index: I) -> Option<usize> {
        let index = bound(index);
        // One comparison and few instructions, so that the loads of many elements are under way
        // together. As an unsigned number, a negative index is larger than any length.
        if index.cast_unsigned() < self.len.cast_unsigned() {
            #[expect(clippy::cast_possible_truncation, reason = "a position fits")]
            return Some(index.cast_unsigned() as usize);
        }
        self.counted_from_end(index)
    }

    #[cold]
    fn counted_from_end(self, index: i64) -> Option<usize> {
        if self.negative_from_end && index < 0 {
            usize::try_from(index + self.len).ok()
        } else {
            None
        }
    }
}

/// One indexed axis, and the distance between its neighbours in a row-major tensor.
#[derive(Clone, Copy)]
pub(crate) struct Axis {
    pub(crate) indexed: IndexedAxis,
    pub(crate) stride: usize,
}

impl Axis {
    /// The position that an index selects, if it is inside the axis.
    #[inline(always)]
    pub(crate) fn position<I: Integer>(self, index: I) -> Option<usize> {
        self.indexed.position(index)
    }

    #[inline(always)]
    pub(crate) fn offset<I: Integer>(self, index: I) -> Option<usize> {
        Some(self.position(index)? * self.stride)
    }
}

/// The indexed axes of a row-major tensor, in front of those of a slice. A stride saturates only if
/// the tensor is empty.
pub(crate) fn axes_of(
    indexed: &[usize],
    slice: &[usize],
    negative_from_end: bool,
) -> SmallVec<[Axis; 8]> {
    let mut stride: usize = slice
        .iter()
        .fold(1, |stride, &len| stride.saturating_mul(len));
    let mut axes: SmallVec<[Axis; 8]> = SmallVec::new();
    for &len in indexed.iter().rev() {
        axes.push(Axis {
            indexed: IndexedAxis::new(len, negative_from_end),
            stride,
        });
        stride = stride.saturating_mul(len);
    }
    axes.reverse();
    axes
}

/// The offset that a tuple of one number for each axis selects, if all of them are inside their
/// axes.
#[inline(always)]
pub(crate) fn offset<I: Integer>(axes: &[Axis], tuple: &[I]) -> Option<usize> {
    tuple
        .iter()
        .zip(axes)
        .try_fold(0, |sum, (&i, axis)| Some(sum + axis.offset(i)?))
}

/// The offset of each tuple. Where they are all that is done for a tuple, [`offsets_of`] takes less
/// time.
pub(crate) fn offsets<I: Integer>(
    axes: &[Axis],
    tuples: &[I],
) -> impl ExactSizeIterator<Item = Option<usize>> + Clone {
    tuples
        .chunks_exact(axes.len())
        .map(|tuple| offset(axes, tuple))
}

/// Runs the body with the offset of each tuple as an iterator. Each small depth has an iterator of
/// its own, so that no tuple needs a loop.
macro_rules! offsets_of {
    ($axes:expr, $tuples:expr, |$offsets:ident| $body:expr) => {{
        match *$axes {
            [a] => {
                let $offsets = $tuples.iter().map(|&i| a.offset(i));
                $body
            }
            [a, b] => {
                let $offsets = $tuples
                    .as_chunks()
                    .0
                    .iter()
                    .map(|&[i, j]| Some(a.offset(i)? + b.offset(j)?));
                $body
            }
            [a, b, c] => {
                let tuples = $tuples.as_chunks().0.iter();
                let $offsets =
                    tuples.map(|&[i, j, k]| Some(a.offset(i)? + b.offset(j)? + c.offset(k)?));
                $body
            }
            ref axes => {
                let $offsets = $crate::gather_nd::offsets::offsets(axes, $tuples);
                $body
            }
        }
    }};
}
pub(crate) use offsets_of;

/// The number of the first tuple that is out of bounds.
pub(crate) fn first_bad<I: Integer>(axes: &[Axis], tuples: &[I]) -> Option<usize> {
    if axes.is_empty() {
        return None;
    }
    offsets_of!(axes, tuples, |offsets| offsets
        .into_iter()
        .position(|offset| offset.is_none()))
}
