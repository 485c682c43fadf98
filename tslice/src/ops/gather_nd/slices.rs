//! Gathering slices by index tuples: what the raw and the typed form share. Nothing is read that was not checked.

use alloc::vec::Vec;
use core::str::FromStr;
use smallvec::SmallVec;

use super::error::GatherNdError;
use crate::ops::output::{self, Buffer, Sink};
use crate::raw::{Integer, bound};
use crate::s;
use crate::view::DynView;

/// What happens to an index tuple that does not lead into the params.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BadIndices {
    /// The operation is refused.
    #[default]
    Error,
    /// The slice is filled with `T::default()`, zero for numbers.
    Ignore,
}

/// A text that names no policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownPolicy;

impl core::fmt::Display for UnknownPolicy {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("a policy for bad indices is ERROR, IGNORE, DEFAULT or empty, which are ERROR")
    }
}

impl core::error::Error for UnknownPolicy {}

/// The names of TensorFlow's attribute `bad_indices_policy`, with their meaning on its CPU.
impl FromStr for BadIndices {
    type Err = UnknownPolicy;

    fn from_str(text: &str) -> Result<Self, UnknownPolicy> {
        match text {
            "" | "DEFAULT" | "ERROR" => Ok(Self::Error),
            "IGNORE" => Ok(Self::Ignore),
            _ => Err(UnknownPolicy),
        }
    }
}

/// How index tuples are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GatherOptions {
    /// What happens to bad ones.
    pub bad_indices: BadIndices,
    /// Whether negative indices count from the end, as in ONNX. Off, they are bad, as in TensorFlow.
    pub negative_from_end: bool,
}

/// The axes of a gather: `batch` of the params and the indices together, then `depth` of the params.
pub(super) struct Gather<'g, 'p, T> {
    pub(super) params: &'g DynView<'p, T>,
    pub(super) batch: usize,
    pub(super) depth: usize,
    pub(super) negative_from_end: bool,
    /// What stands for the elements of bad slices, where they are not an error.
    pub(super) fill: Option<T>,
}

/// Params that do not lie in row-major order are packed first where the result has at least this part of their elements:
/// a walk costs many times the copy of an element.
const PACKED: usize = 4;

/// One indexed axis: its length, and the distance between its neighbours in a row-major tensor.
#[derive(Clone, Copy)]
struct Axis {
    len: i64,
    stride: usize,
    negative_from_end: bool,
}

impl Axis {
    /// The position that an index means, where there is one.
    #[inline(always)]
    fn position<I: Integer>(self, index: I) -> Option<usize> {
        let index = bound(index);
        let index = if self.negative_from_end && index < 0 { index + self.len } else { index };
        // One comparison: a negative index is a huge one without its sign.
        if index.cast_unsigned() < self.len.cast_unsigned() { usize::try_from(index).ok() } else { None }
    }

    #[inline(always)]
    fn offset<I: Integer>(self, index: I) -> Option<usize> {
        Some(self.position(index)? * self.stride)
    }
}

impl<T: Clone> Gather<'_, '_, T> {
    /// The shape of one slice.
    pub(super) fn slice_shape(&self) -> &[usize] {
        &self.params.shape()[self.batch + self.depth..]
    }

    /// The slices one after the other, as many tuples for each batch; the axes are those of the params. `outer` is the
    /// result's shape up to the slices.
    pub(super) fn copy<I: Integer>(&self, tuples: &[I], outer: &[usize]) -> Result<Vec<T>, GatherNdError> {
        let (_, mut data) = output::reserve(&self.shape(outer)).map_err(GatherNdError::Shape)?;
        self.write(tuples, outer, &mut data)?;
        Ok(data)
    }

    /// As [`copy`](Self::copy), into a buffer of the result's length, which keeps what it has where there is an error.
    pub(super) fn copy_into<I: Integer>(
        &self,
        tuples: &[I],
        outer: &[usize],
        target: &mut [T],
    ) -> Result<(), GatherNdError> {
        let mut buffer = Buffer::new(&self.shape(outer), target).map_err(GatherNdError::Shape)?;
        if self.fill.is_none()
            && !self.params.is_empty()
            && let Some(bad) = self.first_bad(tuples)
        {
            return Err(self.out_of_bounds(tuples, bad, outer));
        }
        self.write(tuples, outer, &mut buffer)
    }

    fn shape(&self, outer: &[usize]) -> Vec<usize> {
        [outer, self.slice_shape()].concat()
    }

    /// The first tuple that leads nowhere.
    fn first_bad<I: Integer>(&self, tuples: &[I]) -> Option<usize> {
        let axes = self.axes();
        let bad = |axis: &Axis, index: &I| axis.position(*index).is_none();
        match *axes {
            [] => None,
            // No way out of the loop, so that it is one of vectors.
            [a] if !tuples.iter().fold(false, |any, i| any | bad(&a, i)) => None,
            _ => tuples
                .chunks_exact(self.depth)
                .position(|tuple| axes.iter().zip(tuple).any(|(a, i)| bad(a, i))),
        }
    }

    fn write<I: Integer>(
        &self,
        tuples: &[I],
        outer: &[usize],
        data: &mut impl Sink<T>,
    ) -> Result<(), GatherNdError> {
        let slices = outer.iter().product();
        if slices == 0 {
            return Ok(());
        }
        if self.params.is_empty() {
            return Err(GatherNdError::EmptyParams { shape: self.params.shape().into(), slices });
        }
        let len = slices * self.slice_shape().iter().product::<usize>();
        let written = match self.params.as_slice() {
            Some(params) => self.slices_of_slice(params, tuples, slices, data),
            // Where much is gathered, one copy in row-major order costs less than a walk for every slice.
            None if len >= self.params.len() / PACKED => {
                self.slices_of_slice(&self.params.to_vec(), tuples, slices, data)
            }
            None => self.slices_of_view(tuples, slices, data),
        };
        written.map_err(|slice| self.out_of_bounds(tuples, slice, outer))
    }

    fn axes(&self) -> SmallVec<[Axis; 8]> {
        let mut stride = self.slice_shape().iter().product();
        let mut axes: SmallVec<[Axis; 8]> = SmallVec::new();
        for &len in self.params.shape()[self.batch..self.batch + self.depth].iter().rev() {
            // Lengths are at most `isize::MAX`.
            let signed = i64::try_from(len).unwrap_or(i64::MAX);
            axes.push(Axis { len: signed, stride, negative_from_end: self.negative_from_end });
            stride *= len;
        }
        axes.reverse();
        axes
    }

    /// The error is the number of the bad slice.
    fn slices_of_slice<I: Integer>(
        &self,
        params: &[T],
        tuples: &[I],
        slices: usize,
        data: &mut impl Sink<T>,
    ) -> Result<(), usize> {
        let axes = self.axes();
        let batches: usize = self.params.shape()[..self.batch].iter().product();
        let (size, each) = (params.len() / batches, slices / batches);
        for (batch, params) in params.chunks_exact(size).enumerate() {
            let tuples = &tuples[batch * each * self.depth..][..each * self.depth];
            self.one_batch(params, tuples, &axes, each, data)?;
        }
        Ok(())
    }

    fn one_batch<I: Integer>(
        &self,
        params: &[T],
        tuples: &[I],
        axes: &[Axis],
        slices: usize,
        data: &mut impl Sink<T>,
    ) -> Result<(), usize> {
        let len = self.slice_shape().iter().product();
        // A loop for each small depth, so that no tuple is itself a loop.
        match *axes {
            [a] if len == 1 && elements(params, tuples, |&i| a.offset(i), data) => Ok(()),
            [a, b] if len == 1 && elements(params, tuples.as_chunks().0, |i| pair(a, b, i), data) => Ok(()),
            [] => (0..slices).try_for_each(|_| self.push(params, len, Some(0), data)),
            [a] => tuples.iter().try_for_each(|&i| self.push(params, len, a.offset(i), data)),
            [a, b] => {
                tuples.as_chunks().0.iter().try_for_each(|i| self.push(params, len, pair(a, b, i), data))
            }
            _ => tuples.chunks_exact(self.depth).try_for_each(|tuple| {
                let offset =
                    tuple.iter().zip(axes).try_fold(0, |sum, (&i, axis)| Some(sum + axis.offset(i)?));
                self.push(params, len, offset, data)
            }),
        }
    }

    #[inline(always)]
    fn push(
        &self,
        params: &[T],
        len: usize,
        offset: Option<usize>,
        data: &mut impl Sink<T>,
    ) -> Result<(), usize> {
        match offset {
            Some(offset) if len == 1 => data.element(&params[offset]),
            Some(offset) => data.run(&params[offset..offset + len]),
            None => self.push_bad(len, data)?,
        }
        Ok(())
    }

    /// The error is the number of the bad slice. Slices here are not empty: the params are not.
    #[cold]
    fn push_bad(&self, len: usize, data: &mut impl Sink<T>) -> Result<(), usize> {
        match &self.fill {
            Some(fill) => data.repeat(fill, len),
            None => return Err(data.taken() / len),
        }
        Ok(())
    }

    /// As [`slices_of_slice`](Self::slices_of_slice) for params that do not lie in row-major order.
    fn slices_of_view<I: Integer>(
        &self,
        tuples: &[I],
        slices: usize,
        data: &mut impl Sink<T>,
    ) -> Result<(), usize> {
        let axes = self.axes();
        let batch = &self.params.shape()[..self.batch];
        let each = slices / batch.iter().product::<usize>();
        let len = self.slice_shape().iter().product();
        for slice in 0..slices {
            let tuple = &tuples[slice * self.depth..][..self.depth];
            let positions = tuple.iter().zip(&axes).map(|(&i, axis)| axis.position(i));
            let Some(positions) = positions.collect::<Option<SmallVec<[usize; 8]>>>() else {
                self.push_bad(len, data)?;
                continue;
            };
            let mut at = unravel(slice / each, batch);
            at.extend(positions);
            self.push_view(&at, data);
        }
        Ok(())
    }

    fn push_view(&self, at: &[usize], data: &mut impl Sink<T>) {
        if let Some(element) = self.params.get(at) {
            return data.element(element);
        }
        let view = at.iter().fold(self.params.clone(), |view, &i| view.slice(s![i]));
        match view.as_slice() {
            Some(elements) => data.run(elements),
            None => data.elements(view.iter().cloned()),
        }
    }

    fn out_of_bounds<I: Integer>(&self, tuples: &[I], slice: usize, outer: &[usize]) -> GatherNdError {
        let tuple = &tuples[slice * self.depth..][..self.depth];
        let bad =
            tuple.iter().zip(self.axes()).position(|(&i, axis)| axis.position(i).is_none()).unwrap_or(0);
        let index: Vec<i64> = tuple.iter().map(|&i| bound(i)).collect();
        GatherNdError::IndexOutOfBounds {
            at: unravel(slice, outer).into_vec().into(),
            axis: self.batch + bad,
            value: index[bad],
            index: index.into(),
            shape: self.params.shape().into(),
        }
    }
}

#[inline(always)]
fn pair<I: Integer>(a: Axis, b: Axis, &[i, j]: &[I; 2]) -> Option<usize> {
    Some(a.offset(i)? + b.offset(j)?)
}

/// Adds an element for every tuple, where all tuples are good; otherwise adds nothing and tells so.
///
/// Both loops have no way out, so that the compiler need not stop at every element.
#[inline(always)]
fn elements<T: Clone, X>(
    params: &[T],
    tuples: &[X],
    offset: impl Fn(&X) -> Option<usize>,
    data: &mut impl Sink<T>,
) -> bool {
    let good = tuples.iter().fold(true, |good, tuple| good & offset(tuple).is_some());
    if good {
        data.elements(tuples.iter().map(|tuple| params[offset(tuple).unwrap_or(0)].clone()));
    }
    good
}

/// The index tuple of the element number `number` of a shape, row-major.
fn unravel(mut number: usize, shape: &[usize]) -> SmallVec<[usize; 8]> {
    let mut index: SmallVec<[usize; 8]> = SmallVec::from_elem(0, shape.len());
    for (i, &len) in index.iter_mut().zip(shape).rev() {
        (*i, number) = (number % len, number / len);
    }
    index
}
