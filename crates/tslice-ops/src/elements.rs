//! ONNX GatherElements and ScatterElements: an index for each element.

use alloc::vec::Vec;

use crate::gather::axis_of;
use crate::gather_nd::{IndexedAxis, IndicesError, unravel};
use crate::number::Reduction;
use crate::operand::{changed, copied, flat, packed, without_ones};
use tslice_core::__ops::{bound, layout, tensor};
use tslice_core::{DynTensor, DynView, DynViewMut, traits::Integer};

/// Gathers one element for each index, as ONNX GatherElements (13) does, and `np.take_along_axis`.
///
/// Element `(i, j, k)` of the result is `data[indices[i, j, k], j, k]` for axis 0, and so on. The
/// result has the shape of the indices, which have the rank of the data, and are at most as long on
/// every axis but the indexed one. A negative axis, and a negative index, count from the end.
///
/// # Errors
///
/// If the axis does not exist, the indices have another rank or are too long on another axis, an
/// index is off the axis, or the result does not fit in memory.
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
pub fn gather_elements<T: Clone, I: Integer /* arrays: &t.view().into_dyn() */>(
    data: &DynView<'_, T>,
    indices: &DynView<'_, I>,
    axis: impl Integer,
) -> Result<DynTensor<T>, IndicesError> {
    let walk = Walk::checked(data.shape(), indices, bound(axis))?;
    let mut gathered: Vec<T> = layout::reserve(indices.shape())?;
    let numbers = flat(indices)?;
    match packed(data, numbers.len()) {
        Some(data) => walk.each_row(&numbers, |row| {
            gathered.extend(row.map(|at| data[at].clone()))
        }),
        None => {
            let data = without_ones(data, 0..data.rank());
            walk.each_row(&numbers, |row| {
                gathered.extend(row.map(|at| data[&unravel(at, data.shape())[..]].clone()));
            });
        }
    }
    Ok(tensor(indices.shape(), gathered))
}

/// Copies a tensor with one element updated for each index, as ONNX ScatterElements (18) does.
///
/// Element `(i, j, k)` of the updates goes to `[indices[i, j, k], j, k]` for axis 0, and so on.
/// Indices are those of [`gather_elements`], and the updates have their shape. Repeats are reduced
/// in row-major order, and of plain updates the last one stays; the reference leaves that open.
/// Without a reduction, the elements may be of any type that can be cloned.
///
/// # Errors
///
/// If [`gather_elements`] would return an error, or the updates have another shape than the
/// indices.
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
pub fn scatter_elements<T: Clone, I: Integer /* arrays: &t.view().into_dyn() */>(
    data: &DynView<'_, T>,
    indices: &DynView<'_, I>,
    updates: &DynView<'_, T>,
    axis: impl Integer,
    reduction: Reduction<T>,
) -> Result<DynTensor<T>, IndicesError> {
    let walk = Walk::checked(data.shape(), indices, bound(axis))?;
    check_updates(indices.shape(), updates.shape())?;
    let (indices, updates) = (flat(indices)?, flat(updates)?);
    Ok(copied(data, |target| {
        walk.update(target, &indices, &updates, reduction)
    })?)
}

/// Works like [`scatter_elements`], in place.
///
/// # Errors
///
/// If [`scatter_elements`] would return an error. On error the target is unchanged.
pub fn scatter_elements_assign<T: Clone, I: Integer /* arrays: &t.view().into_dyn() */>(
    target: &mut DynViewMut<'_, T>,
    indices: &DynView<'_, I>,
    updates: &DynView<'_, T>,
    axis: impl Integer,
    reduction: Reduction<T>,
) -> Result<(), IndicesError> {
    let walk = Walk::checked(target.shape(), indices, bound(axis))?;
    check_updates(indices.shape(), updates.shape())?;
    let (indices, updates) = (flat(indices)?, flat(updates)?);
    Ok(changed(target, |target| {
        walk.update(target, &indices, &updates, reduction)
    })?)
}

fn check_updates(expected: &[usize], updates: &[usize]) -> Result<(), IndicesError> {
    if expected == updates {
        return Ok(());
    }
    Err(IndicesError::UpdatesShape {
        expected: expected.into(),
        updates: updates.into(),
    })
}

/// Where the indices lead in a row-major tensor.
struct Walk {
    indexed: IndexedAxis,
    /// The distance of two positions of the indexed axis.
    stride: usize,
    /// The axes of the indices that are longer than 1, outermost first.
    axes: Vec<WalkAxis>,
}

/// An axis of the indices, and how far the place in the tensor moves by a position of it: not at
/// all on the indexed axis.
#[derive(Clone, Copy)]
struct WalkAxis {
    len: usize,
    step: usize,
}

impl Walk {
    /// The walk over indices that all point to an element.
    fn checked<I: Integer>(
        shape: &[usize],
        indices: &DynView<'_, I>,
        axis: i64,
    ) -> Result<Self, IndicesError> {
        let at = axis_of(axis, shape.len())?;
        let inside = |(axis, (index, len))| axis == at || index <= len;
        let fits = indices.rank() == shape.len()
            && indices.shape().iter().zip(shape).enumerate().all(inside);
        if !fits {
            return Err(IndicesError::IndicesShape {
                indices: indices.shape().into(),
                shape: shape.into(),
            });
        }
        let indexed = IndexedAxis::new(shape[at], true);
        let (mut axes, mut stride, mut inner) = (Vec::new(), 0, 1);
        for (axis, (&len, &along)) in indices.shape().iter().zip(shape).enumerate().rev() {
            let mut step = inner;
            if axis == at {
                (stride, step) = (inner, 0);
            }
            if len != 1 {
                axes.push(WalkAxis { len, step });
            }
            inner *= along;
        }
        axes.reverse();
        let numbers = flat(indices)?;
        // The sign of one of the two is set if an index is off the axis: additions are vectors
        // where comparisons of 64 bits are not.
        let len = layout::signed(shape[at]);
        let sign = |index: i64| index.wrapping_add(len) | (len - 1).wrapping_sub(index);
        if numbers
            .iter()
            .fold(0, |signs, &index| signs | sign(bound(index)))
            < 0
        {
            let bad = numbers
                .iter()
                .position(|&index| sign(bound(index)) < 0)
                .unwrap_or(0);
            let value = bound(numbers[bad]);
            return Err(IndicesError::IndexOutOfBounds {
                at: unravel(bad, indices.shape()).into_vec().into(),
                index: [value].into(),
                axis: at,
                value,
                shape: shape.into(),
            });
        }
        Ok(Self {
            indexed,
            stride,
            axes,
        })
    }

    /// Calls `visit` with the positions that the indices of each row select.
    fn each_row<'i, I: Integer>(&self, indices: &'i [I], mut visit: impl FnMut(Positions<'i, I>)) {
        if indices.is_empty() {
            return;
        }
        let one = WalkAxis { len: 1, step: 0 };
        let (row, outer) = self.axes.split_last().unwrap_or((&one, &[]));
        let mut tuple = alloc::vec![0; outer.len()];
        let lengths: Vec<usize> = outer.iter().map(|axis| axis.len).collect();
        for indices in indices.chunks_exact(row.len) {
            visit(Positions {
                indices: indices.iter(),
                axis: self.indexed,
                base: tuple.iter().zip(outer).map(|(i, axis)| i * axis.step).sum(),
                stride: self.stride,
                step: row.step,
            });
            layout::advance(&mut tuple, &lengths);
        }
    }

    fn update<T, I: Integer>(
        &self,
        target: &mut [T],
        indices: &[I],
        updates: &[T],
        reduction: Reduction<T>,
    ) {
        reduction.apply(target, 1, updates, |runs| {
            self.each_row(indices, |row| runs.extend(row))
        });
    }
}

/// The positions in a row-major tensor that the indices of one row select. All of them are inside.
struct Positions<'i, I> {
    indices: core::slice::Iter<'i, I>,
    axis: IndexedAxis,
    /// Where the row begins, and how far it is from one index to the next.
    base: usize,
    step: usize,
    /// The distance of two positions of the indexed axis.
    stride: usize,
}

impl<I: Integer> Iterator for Positions<'_, I> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let position = self.axis.position(*self.indices.next()?).unwrap_or(0);
        let at = self.base + position * self.stride;
        self.base += self.step;
        Some(at)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }
}
