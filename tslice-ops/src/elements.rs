//! ONNX GatherElements and ScatterElements: an index for each element.

use alloc::vec::Vec;

use crate::gather::axis_of;
use crate::gather_nd::{IndicesError, unravel};
use crate::number::{Number, Reduction, reduced};
use crate::scatter_nd::flat;
use tslice_core::__ops::{IndexedAxis, bound, layout, tensor};
use tslice_core::{DynTensor, DynView, DynViewMut, Integer};

/// Gathers one element for each index, as ONNX GatherElements (13) does, and `np.take_along_axis`.
///
/// Element `(i, j, k)` of the result is `data[indices[i, j, k], j, k]` for axis 0, and so on. The result has the shape of the indices,
/// which have the rank of the data, and are at most as long on every axis but the indexed one. A negative axis, and a negative index,
/// count from the end.
///
/// # Errors
///
/// If there is no such axis, the indices have another rank or are too long on another axis, an index is off the axis, or the result
/// does not fit in memory.
///
/// # Examples
///
/// ```
/// use tslice::View;
/// use tslice_ops as ops;
///
/// let data = View::<_, 2>::from(&[["a", "b"], ["c", "d"]]).into_dyn();
/// let indices = View::<_, 2>::from(&[[0, 0], [1, -2]]).into_dyn();
/// assert_eq!(ops::gather_elements(&data, &indices, 1)?, [["a", "a"], ["d", "c"]]);
/// # Ok::<(), ops::IndicesError>(())
/// ```
pub fn gather_elements<T: Clone, I: Integer>(
    data: &DynView<'_, T>,
    indices: &DynView<'_, I>,
    axis: impl Integer,
) -> Result<DynTensor<T>, IndicesError> {
    let walk = Walk::checked(data.shape(), indices, bound(axis))?;
    let mut gathered: Vec<T> = layout::reserve(indices.shape())?;
    if !indices.is_empty() {
        let data = flat(data)?;
        walk.each(&flat(indices)?, |_, at| gathered.push(data[at].clone()));
    }
    Ok(tensor(indices.shape(), gathered))
}

/// Copies a tensor with one element updated for each index, as ONNX ScatterElements (18) does.
///
/// Element `(i, j, k)` of the updates goes to `[indices[i, j, k], j, k]` for axis 0, and so on. Indices are those of
/// [`gather_elements`], and the updates have their shape. Repeats are reduced in row-major order, and of plain updates the last one
/// stays; the reference leaves that open.
///
/// # Errors
///
/// If [`gather_elements`] would return an error, or the updates have another shape than the indices.
///
/// # Examples
///
/// ```
/// use tslice::View;
/// use tslice_ops::{self as ops, Reduction};
///
/// let data = View::<_, 1>::from(&[1, 2, 3]).into_dyn();
/// let indices = View::<_, 1>::from(&[0, -1, 0]).into_dyn();
/// let updates = View::<_, 1>::from(&[10, 20, 30]).into_dyn();
/// assert_eq!(ops::scatter_elements(&data, &indices, &updates, 0, Reduction::Sum)?, [41, 2, 23]);
/// # Ok::<(), ops::IndicesError>(())
/// ```
pub fn scatter_elements<T: Number, I: Integer>(
    data: &DynView<'_, T>,
    indices: &DynView<'_, I>,
    updates: &DynView<'_, T>,
    axis: impl Integer,
    reduction: Reduction,
) -> Result<DynTensor<T>, IndicesError> {
    let walk = Walk::checked(data.shape(), indices, bound(axis))?;
    check_updates(indices.shape(), updates.shape())?;
    let mut target = data.try_to_vec()?;
    walk.update(&mut target, &flat(indices)?, &flat(updates)?, reduction);
    Ok(tensor(data.shape(), target))
}

/// Works like [`scatter_elements`], in place.
///
/// # Errors
///
/// If [`scatter_elements`] would return an error. On error the target is unchanged.
pub fn scatter_elements_assign<T: Number, I: Integer>(
    target: &mut DynViewMut<'_, T>,
    indices: &DynView<'_, I>,
    updates: &DynView<'_, T>,
    axis: impl Integer,
    reduction: Reduction,
) -> Result<(), IndicesError> {
    let walk = Walk::checked(target.shape(), indices, bound(axis))?;
    check_updates(indices.shape(), updates.shape())?;
    let (indices, updates) = (flat(indices)?, flat(updates)?);
    if let Some(target) = target.as_mut_slice() {
        walk.update(target, &indices, &updates, reduction);
        return Ok(());
    }
    let mut copy = target.try_to_vec()?;
    walk.update(&mut copy, &indices, &updates, reduction);
    let copy: DynTensor<T> = tensor(target.shape(), copy);
    Ok(target.try_assign(&copy)?)
}

fn check_updates(expected: &[usize], updates: &[usize]) -> Result<(), IndicesError> {
    if expected == updates {
        return Ok(());
    }
    Err(IndicesError::UpdatesShape { expected: expected.into(), updates: updates.into() })
}

/// Where the indices lead in a row-major tensor.
struct Walk {
    axis: usize,
    /// The length of that axis.
    len: usize,
    indexed: IndexedAxis,
    /// The shape of the indices.
    shape: Vec<usize>,
    /// The distances between neighbours in the tensor.
    strides: Vec<usize>,
}

impl Walk {
    /// The walk over indices that all lead to an element.
    fn checked<I: Integer>(
        shape: &[usize],
        indices: &DynView<'_, I>,
        axis: i64,
    ) -> Result<Self, IndicesError> {
        let at = axis_of(axis, shape.len())?;
        let inside = |(axis, (index, len))| axis == at || index <= len;
        let fits = indices.rank() == shape.len() && indices.shape().iter().zip(shape).enumerate().all(inside);
        if !fits {
            return Err(IndicesError::IndicesShape { indices: indices.shape().into(), shape: shape.into() });
        }
        let indexed = IndexedAxis::new(shape[at], true);
        let mut strides: Vec<usize> = shape
            .iter()
            .rev()
            .scan(1_usize, |stride, &len| {
                let here = *stride;
                *stride = stride.saturating_mul(len);
                Some(here)
            })
            .collect();
        strides.reverse();
        let numbers = flat(indices)?;
        // The sign of one of the two is set if an index is off the axis: additions are vectors where comparisons of 64 bits are not.
        let len = layout::signed(shape[at]);
        let sign = |index: i64| index.wrapping_add(len) | (len - 1).wrapping_sub(index);
        if numbers.iter().fold(0, |signs, &index| signs | sign(bound(index))) < 0 {
            let bad = numbers.iter().position(|&index| sign(bound(index)) < 0).unwrap_or(0);
            let value = bound(numbers[bad]);
            return Err(IndicesError::IndexOutOfBounds {
                at: unravel(bad, indices.shape()).into_vec().into(),
                index: [value].into(),
                axis: at,
                value,
                shape: shape.into(),
            });
        }
        Ok(Self { axis: at, len: shape[at], indexed, shape: indices.shape().into(), strides })
    }

    /// Calls `visit` with the number of each index and the position that it leads to.
    fn each<I: Integer>(&self, indices: &[I], mut visit: impl FnMut(usize, usize)) {
        let Some((&len, outer)) = self.shape.split_last() else { return };
        if indices.is_empty() {
            return;
        }
        let last = outer.len();
        let stride = self.strides[self.axis];
        let mut tuple: Vec<usize> = outer.iter().map(|_| 0).collect();
        for (row, indices) in indices.chunks_exact(len).enumerate() {
            // Of the other axes but the last one.
            let places = tuple.iter().zip(&self.strides).enumerate();
            let base: usize =
                places.filter(|&(axis, _)| axis != self.axis).map(|(_, (i, stride))| i * stride).sum();
            let step = usize::from(self.axis != last);
            for (at, &index) in indices.iter().enumerate() {
                if let Some(position) = self.indexed.position(index) {
                    visit(row * len + at, base + position * stride + at * step);
                }
            }
            layout::advance(&mut tuple, outer);
        }
    }

    fn update<T: Number, I: Integer>(
        &self,
        target: &mut [T],
        indices: &[I],
        updates: &[T],
        reduction: Reduction,
    ) {
        if self.axis + 1 == self.shape.len() && !indices.is_empty() {
            return reduced!(reduction, T, |combine| self.rows(target, indices, updates, combine));
        }
        reduced!(reduction, T, |combine| self
            .each(indices, |number, at| combine(&mut target[at], &updates[number])));
    }

    /// Updates along the last axis, whose rows are slices.
    fn rows<T, I: Integer>(
        &self,
        target: &mut [T],
        indices: &[I],
        updates: &[T],
        combine: impl Fn(&mut T, &T),
    ) {
        let Some((&count, outer)) = self.shape.split_last() else { return };
        let mut tuple: Vec<usize> = outer.iter().map(|_| 0).collect();
        for (indices, updates) in indices.chunks_exact(count).zip(updates.chunks_exact(count)) {
            let base: usize = tuple.iter().zip(&self.strides).map(|(i, stride)| i * stride).sum();
            let row = &mut target[base..base + self.len];
            for (&index, update) in indices.iter().zip(updates) {
                let index = bound(index);
                let at = if index < 0 { index + layout::signed(row.len()) } else { index };
                if let Some(old) = usize::try_from(at).ok().and_then(|at| row.get_mut(at)) {
                    combine(old, update);
                }
            }
            layout::advance(&mut tuple, outer);
        }
    }
}
