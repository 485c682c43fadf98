//! Gathers along one axis: OpenVINO Gather-8, TensorFlow GatherV2, NumPy's take.

use alloc::vec::Vec;

use crate::gather_nd::{IndicesError, push_view, unravel};
use crate::operand::{flat, packed, without_ones};
use num_traits::ToPrimitive;
use tslice_core::__ops::{Sink, bound, collect, layout, tensor};
use tslice_core::{AxisError, DynTensor, DynView, traits::Integer};

/// What an index off the axis means, and a negative one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OffAxis {
    /// A negative index counts from the end; one off the axis gives zeros, as OpenVINO Gather-8
    /// specifies.
    #[default]
    Zeros,
    /// A negative index, as every one off the axis, is an error, as in `tf.gather` on the CPU.
    Error,
    /// A negative index counts from the end; one off the axis is an error, as in ONNX Gather and in
    /// `np.take` with mode `raise`.
    FromEnd,
    /// Positions repeat without end, as in `np.take` with mode `wrap`.
    Wrap,
    /// The nearest position on the axis, as in `np.take` with mode `clip`: negative indices are
    /// position 0.
    Clip,
}

/// The position that an index means on an axis whose positions repeat without end; `None` if it has
/// none. An index beyond `i64` is divided as it is, for a clamped one has another remainder.
pub(crate) fn repeated<I: Integer>(index: I, len: i64) -> Option<i64> {
    if let Some(index) = index.to_i64() {
        return index.checked_rem_euclid(len);
    }
    match index.to_i128() {
        Some(index) => index.checked_rem_euclid(len.into())?.to_i64(),
        None => index.to_u128()?.checked_rem(len.to_u128()?)?.to_i64(),
    }
}

impl OffAxis {
    /// The position that an index means on an axis of this length.
    fn position<I: Integer>(self, number: I, len: i64) -> Option<i64> {
        let index = bound(number);
        let on_axis = |at: i64| (0..len).contains(&at).then_some(at);
        match self {
            Self::Error => on_axis(index),
            Self::Zeros | Self::FromEnd => on_axis(if index < 0 { index + len } else { index }),
            Self::Wrap => repeated(number, len),
            Self::Clip => on_axis(index.clamp(0, (len - 1).max(0))),
        }
    }
}

/// Gathers positions of an axis, as OpenVINO's Gather-8 does: those off the axis give
/// `T::default()`, which is zero for numbers.
///
/// The result has shape
/// `data.shape[..axis] + indices.shape[batch_dims..] + data.shape[axis + 1..]`. A negative `axis`
/// counts from the end, a negative `batch_dims` from the end of the indices' axes, and a negative
/// index from the end of the axis. The first `batch_dims` axes are walked in data and indices
/// together.
///
/// [`gather_with`] has TensorFlow's and NumPy's meaning of indices; the typed form without batches
/// is [`Array::take`](tslice_core::Array::take).
///
/// # Errors
///
/// If the axis does not exist; if `batch_dims` is above `axis` or the rank of the indices, or the
/// batches differ; if the result does not fit in memory.
///
/// # Examples
///
/// ```
/// use tslice::View;
/// use tslice_ops as ops;
///
/// let data = View::<_, 2>::from(&[[1, 2], [3, 4], [5, 6]]).into_dyn();
/// let indices = View::<_, 1>::from(&[2, -3, 7]).into_dyn();
/// assert_eq!(ops::gather(&data, &indices, 0, 0)?, [[5, 6], [1, 2], [0, 0]]);
/// # Ok::<(), ops::IndicesError>(())
/// ```
pub fn gather<T: Clone + Default, I: Integer /* arrays: &t.view().into_dyn() */>(
    data: &DynView<'_, T>,
    indices: &DynView<'_, I>,
    axis: impl Integer,
    batch_dims: impl Integer,
) -> Result<DynTensor<T>, IndicesError> {
    gather_with(data, indices, axis, batch_dims, OffAxis::Zeros)
}

/// Works like [`gather`], with a choice of what negative indices and those off the axis mean.
///
/// Under [`OffAxis::Error`] this is TensorFlow's GatherV2 (2.21) on the CPU, with its oddity: at
/// axis 0 `batch_dims` is ignored. Indices are not looked at if the result is empty, under
/// [`OffAxis::FromEnd`] only if the data have no slice along the axis. `np.take` has no batches,
/// and takes a scalar as a list of one.
///
/// # Errors
///
/// If [`gather`] would return an error, or an index is off the axis and that is an error.
///
/// # Examples
///
/// ```
/// use tslice::View;
/// use tslice_ops::{self as ops, OffAxis};
///
/// let data = View::<_, 1>::from(&[1, 2, 3]).into_dyn();
/// let indices = View::<_, 1>::from(&[4, -1]).into_dyn();
/// assert_eq!(ops::gather_with(&data, &indices, 0, 0, OffAxis::Wrap)?, [2, 3]);
/// assert_eq!(ops::gather_with(&data, &indices, 0, 0, OffAxis::Clip)?, [3, 1]);
/// let error = ops::gather_with(&data, &indices, 0, 0, OffAxis::FromEnd).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "indices[0] = [4] does not index into shape [3]: 4 is out of bounds for axis 0 with length 3",
/// );
/// # Ok::<(), ops::IndicesError>(())
/// ```
pub fn gather_with<T: Clone + Default, I: Integer /* arrays: &t.view().into_dyn() */>(
    data: &DynView<'_, T>,
    indices: &DynView<'_, I>,
    axis: impl Integer,
    batch_dims: impl Integer,
    off_axis: OffAxis,
) -> Result<DynTensor<T>, IndicesError> {
    let numpy = matches!(off_axis, OffAxis::FromEnd | OffAxis::Wrap | OffAxis::Clip);
    let lengths = if numpy && data.rank() == 0 {
        &[1][..]
    } else {
        data.shape()
    };
    let (axis, batch) = (bound(axis), bound(batch_dims));
    let batch = if off_axis == OffAxis::Error && axis == 0 {
        0
    } else {
        batch
    };
    let along = Along::new(lengths, indices.shape(), axis, batch)?;
    let shape = along.shape(lengths, indices.shape());
    if shape.contains(&0) {
        layout::check_count(&shape)?;
        // NumPy looks at the indices of each slice, those without elements too. Indices that a view
        // repeats are checked once.
        if off_axis == OffAxis::FromEnd && along.batches * along.outer > 0 {
            let indices = indices.once(0);
            along.check(&flat(&indices)?, off_axis, lengths, indices.shape())?;
        }
        return Ok(tensor(&shape, Vec::new()));
    }
    let room = layout::reserve(&shape)?;
    let numbers = flat(indices)?;
    along.check(&numbers, off_axis, lengths, indices.shape())?;
    if size_of::<T>() == 0 {
        // Elements without a size are all alike.
        return Ok(tensor(&shape, layout::filled(&shape, T::default())?));
    }
    let len = layout::len(&shape);
    let data = collect(room, len, |to| {
        match packed(data, len) {
            Some(data) => along.copy(&data, &numbers, off_axis, to),
            None => {
                // Few axes are longer than 1.
                let params = without_ones(data, 0..along.axis);
                let at = along.axis + params.rank() - data.rank();
                let params = without_ones(&params, at + 1..params.rank());
                let outer = &params.shape()[..=at];
                along.each_row(&numbers, off_axis, |at| match at {
                    Some(at) => push_view(&params, &unravel(at / along.inner, outer), to),
                    None => to.repeat(&T::default(), along.inner),
                });
            }
        }
        Ok::<_, IndicesError>(())
    })?;
    Ok(tensor(&shape, data))
}

/// One axis of a tensor, and those around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Along {
    axis: usize,
    batch: usize,
    /// How many batches there are.
    batches: usize,
    /// How many slices of a batch have the axis.
    outer: usize,
    /// The length of the axis.
    len: usize,
    /// Elements from one position of the axis to the next.
    inner: usize,
    /// Indices of a batch.
    picks: usize,
}

impl Along {
    pub(crate) fn new(
        shape: &[usize],
        indices: &[usize],
        axis: i64,
        batch_dims: i64,
    ) -> Result<Self, IndicesError> {
        let at = axis_of(axis, shape.len())?;
        let from_end = if batch_dims < 0 {
            batch_dims + layout::signed(indices.len())
        } else {
            batch_dims
        };
        let fits = usize::try_from(from_end)
            .ok()
            .filter(|&batch| batch <= at && batch <= indices.len());
        let Some(batch) = fits else {
            let (indices, params) = (indices.len(), shape.len());
            return Err(IndicesError::BatchDimsOutOfRange {
                batch_dims,
                indices,
                params,
            });
        };
        if shape[..batch] != indices[..batch] {
            let (indices, params) = (indices[..batch].into(), shape[..batch].into());
            return Err(IndicesError::BatchShapeMismatch { indices, params });
        }
        Ok(Self {
            axis: at,
            batch,
            batches: layout::len(&shape[..batch]),
            outer: layout::len(&shape[batch..at]),
            len: shape[at],
            inner: layout::len(&shape[at + 1..]),
            picks: layout::len(&indices[batch..]),
        })
    }

    /// The shape of what is gathered.
    pub(crate) fn shape(&self, shape: &[usize], indices: &[usize]) -> Vec<usize> {
        [
            &shape[..self.axis],
            &indices[self.batch..],
            &shape[self.axis + 1..],
        ]
        .concat()
    }

    /// Elements from one position of the axis to the next.
    pub(crate) fn row(&self) -> usize {
        self.inner
    }

    /// Checks that every index has a position.
    pub(crate) fn check<I: Integer>(
        &self,
        indices: &[I],
        off_axis: OffAxis,
        shape: &[usize],
        outer: &[usize],
    ) -> Result<(), IndicesError> {
        let len = layout::signed(self.len);
        let off = |&index: &I| off_axis.position(index, len).is_none();
        match indices
            .iter()
            .position(off)
            .filter(|_| off_axis != OffAxis::Zeros)
        {
            None => Ok(()),
            Some(at) => Err(IndicesError::IndexOutOfBounds {
                at: unravel(at, outer).into_vec().into(),
                index: [bound(indices[at])].into(),
                axis: self.axis,
                value: bound(indices[at]),
                shape: shape.into(),
            }),
        }
    }

    /// Calls `visit` with the position in the row-major tensor of each row of `inner` elements, in
    /// the order of the result; `None` for one off the axis.
    pub(crate) fn each_row<I: Integer>(
        &self,
        indices: &[I],
        off_axis: OffAxis,
        mut visit: impl FnMut(Option<usize>),
    ) {
        let (len, whole) = (layout::signed(self.len), self.len * self.inner);
        for batch in 0..self.batches {
            let indices = &indices[batch * self.picks..][..self.picks];
            for outer in 0..self.outer {
                let start = (batch * self.outer + outer) * whole;
                for &index in indices {
                    let at = off_axis.position(index, len);
                    visit(
                        at.and_then(|at| usize::try_from(at).ok())
                            .map(|at| start + at * self.inner),
                    );
                }
            }
        }
    }

    fn copy<T: Clone + Default, I: Integer>(
        &self,
        data: &[T],
        indices: &[I],
        off_axis: OffAxis,
        gathered: &mut Sink<'_, T>,
    ) {
        let inner = self.inner;
        if inner == 1 {
            self.each_row(indices, off_axis, |at| {
                gathered.elements(core::iter::once(
                    at.map_or_else(T::default, |at| data[at].clone()),
                ));
            });
            return;
        }
        self.each_row(indices, off_axis, |at| match at {
            Some(at) => gathered.run(&data[at..at + inner]),
            None => gathered.repeat(&T::default(), inner),
        });
    }
}

/// The axis that a number means: one below 0 counts from the end.
pub(crate) fn axis_of(axis: i64, rank: usize) -> Result<usize, IndicesError> {
    let at = if axis < 0 {
        axis + layout::signed(rank)
    } else {
        axis
    };
    let at = usize::try_from(at).ok().filter(|&at| at < rank);
    at.ok_or(IndicesError::Axis(AxisError::OutOfRange { axis, rank }))
}
