//! Gathers slices by index tuples, for the raw and the typed form. Every tuple is checked before
//! its slice is read.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::Range;

use smallvec::SmallVec;

use super::error::IndicesError;
use super::offsets::{self, Axis, offsets, offsets_of};
use crate::operand::{flat, packed, without_ones};
use crate::rules::Rules;
#[cfg(feature = "rayon")]
use tslice_core::__ops::threads;
use tslice_core::__ops::{Sink, bound, collect, layout};
use tslice_core::{DynView, ShapeError, traits::Integer};

/// The axes of a gather: `batch` of the params and the indices together, then `depth` of the
/// params.
pub(crate) struct Gather<'g, 'p, T> {
    pub(crate) params: &'g DynView<'p, T>,
    pub(crate) batch: usize,
    pub(crate) depth: usize,
    pub(crate) rules: Rules,
    /// The element that fills bad slices, if they are not an error.
    pub(crate) fill: Option<T>,
}

impl<'g, 'p, T> Gather<'g, 'p, T> {
    /// A gather by TensorFlow's rules, for which bad index tuples are an error.
    pub(crate) fn new(
        params: &'g DynView<'p, T>,
        batch: usize,
        depth: usize,
    ) -> Result<Self, IndicesError> {
        let rank = params.rank();
        if batch.saturating_add(depth) > rank {
            return Err(IndicesError::DepthExceedsRank {
                depth,
                batch_dims: batch,
                rank,
            });
        }
        Ok(Self {
            params,
            batch,
            depth,
            rules: Rules::TENSORFLOW,
            fill: None,
        })
    }
}

impl<T: Clone> Gather<'_, '_, T> {
    /// The shape of one slice.
    pub(crate) fn slice_shape(&self) -> &[usize] {
        &self.params.shape()[self.batch + self.depth..]
    }

    /// Returns the slices one after the other; each batch has the same number of tuples. `outer` is
    /// the shape of the result up to the slices. `tuples` is called once room for the result is
    /// allocated.
    pub(crate) fn copy<'i, I: Integer + 'i>(
        &self,
        tuples: impl FnOnce() -> Result<Cow<'i, [I]>, ShapeError>,
        outer: &[usize],
    ) -> Result<Vec<T>, IndicesError> {
        self.check_params(outer)?;
        if size_of::<T>() == 0 {
            return self.copy_alike(tuples, outer);
        }
        let shape = self.shape(outer);
        let data = layout::reserve(&shape).map_err(IndicesError::Shape)?;
        let tuples = tuples().map_err(IndicesError::Shape)?;
        collect(data, layout::len(&shape), |to| {
            self.write(&tuples, outer, to)
        })
    }

    /// Works like [`copy`](Self::copy) for indices as a view. If the result has no elements, tuples
    /// that the view repeats are checked once.
    pub(crate) fn copy_by<I: Integer>(
        &self,
        indices: &DynView<'_, I>,
        outer: &[usize],
    ) -> Result<Vec<T>, IndicesError> {
        if !self.shape(outer).contains(&0) {
            return self.copy(|| flat(indices), outer);
        }
        layout::check_count(&self.shape(outer))?;
        self.check_params(outer)?;
        let indices = indices.once(1);
        self.check(&flat(&indices)?, &indices.shape()[..indices.rank() - 1])?;
        Ok(Vec::new())
    }

    /// Works like [`copy`](Self::copy), but writes into a buffer of the result's length. On error
    /// the buffer is unchanged.
    pub(crate) fn copy_into<'i, I: Integer + 'i>(
        &self,
        tuples: impl FnOnce() -> Result<Cow<'i, [I]>, ShapeError>,
        outer: &[usize],
        target: &mut [T],
    ) -> Result<(), IndicesError> {
        self.check_params(outer)?;
        layout::check_len(&self.shape(outer), target.len()).map_err(IndicesError::Shape)?;
        let tuples = tuples().map_err(IndicesError::Shape)?;
        self.check(&tuples, outer)?;
        if size_of::<T>() == 0 {
            return Ok(());
        }
        self.write(&tuples, outer, &mut Sink::over(target))
    }

    /// Works like [`copy`](Self::copy) for elements without a size, which are all alike: they are
    /// counted only.
    fn copy_alike<'i, I: Integer + 'i>(
        &self,
        tuples: impl FnOnce() -> Result<Cow<'i, [I]>, ShapeError>,
        outer: &[usize],
    ) -> Result<Vec<T>, IndicesError> {
        let shape = self.shape(outer);
        layout::check_count(&shape)?;
        self.check(&tuples()?, outer)?;
        match self.params.iter().next().or(self.fill.as_ref()) {
            Some(one) => Ok(layout::filled(&shape, one.clone())?),
            // Each tuple is out of bounds, if there are slices with elements.
            None => Ok(Vec::new()),
        }
    }

    /// Checks params without elements. The cheapest check comes first.
    fn check_params(&self, outer: &[usize]) -> Result<(), IndicesError> {
        layout::check_count(outer)?;
        let slices = layout::len(outer);
        if slices > 0 && self.params.is_empty() && !self.rules.without_elements {
            return Err(IndicesError::EmptyParams {
                shape: self.params.shape().into(),
                slices,
            });
        }
        Ok(())
    }

    /// The shape of the result.
    pub(crate) fn shape(&self, outer: &[usize]) -> Vec<usize> {
        [outer, self.slice_shape()].concat()
    }

    /// Checks that every tuple is inside the params, if bad ones are an error.
    fn check<I: Integer>(&self, tuples: &[I], outer: &[usize]) -> Result<(), IndicesError> {
        if self.fill.is_some() {
            return Ok(());
        }
        let bad = offsets::first_bad(&self.axes(), tuples);
        bad.map_or(Ok(()), |bad| Err(self.out_of_bounds(tuples, bad, outer)))
    }

    fn write<I: Integer>(
        &self,
        tuples: &[I],
        outer: &[usize],
        data: &mut Sink<'_, T>,
    ) -> Result<(), IndicesError> {
        let slices = layout::len(outer);
        if slices == 0 {
            return Ok(());
        }
        if self.params.is_empty() {
            // Either the slices have no elements, or every tuple is out of bounds.
            self.check(tuples, outer)?;
            if let Some(fill) = &self.fill {
                data.repeat(fill, slices * layout::len(self.slice_shape()));
            }
            return Ok(());
        }
        let written = match packed(self.params, slices * layout::len(self.slice_shape())) {
            Some(params) => self.slices_of_slice(&params, tuples, slices, 0..slices, data),
            None => self.slices_of_view(tuples, slices, data),
        };
        written.map_err(|slice| self.out_of_bounds(tuples, slice, outer))
    }

    /// Works like [`copy`](Self::copy), but in parts, on the threads of rayon's pool.
    #[cfg(feature = "rayon")]
    pub(crate) fn par_copy<'i, I: Integer + 'i>(
        &self,
        tuples: impl FnOnce() -> Result<Cow<'i, [I]>, ShapeError>,
        outer: &[usize],
    ) -> Result<Vec<T>, IndicesError>
    where
        T: Send + Sync,
    {
        self.check_params(outer)?;
        if size_of::<T>() == 0 {
            return self.copy_alike(tuples, outer);
        }
        let shape = self.shape(outer);
        let room = layout::reserve(&shape).map_err(IndicesError::Shape)?;
        let len = layout::len(&shape);
        let tuples = &*tuples().map_err(IndicesError::Shape)?;
        let slices = layout::len(outer);
        let params = if self.params.is_empty() {
            None
        } else {
            packed(self.params, len)
        };
        let Some(params) = params.filter(|_| slices > 0) else {
            return collect(room, len, |to| self.write(tuples, outer, to));
        };
        // If a tuple is bad, the elements already written leak. Tuples of elements that need to be
        // dropped are checked first.
        if core::mem::needs_drop::<T>() {
            self.check(tuples, outer)?;
        }
        let gathered = threads::collect(room, len, len / slices, &|part, spare| {
            let written = self.slices_of_slice(&params, tuples, slices, part.clone(), spare);
            written.map_err(|slice| part.start + slice)
        });
        gathered.map_err(|slice| self.out_of_bounds(tuples, slice, outer))
    }

    fn axes(&self) -> SmallVec<[Axis; 8]> {
        let indexed = &self.params.shape()[self.batch..self.batch + self.depth];
        offsets::axes_of(indexed, self.slice_shape(), self.rules.negative_from_end)
    }

    /// Writes a part of the slices. The error is the number of the bad one, counted from the first
    /// of the part.
    fn slices_of_slice<I: Integer>(
        &self,
        params: &[T],
        tuples: &[I],
        slices: usize,
        part: Range<usize>,
        data: &mut Sink<'_, T>,
    ) -> Result<(), usize> {
        let axes = self.axes();
        let batches: usize = self.params.shape()[..self.batch].iter().product();
        let (size, each) = (params.len() / batches, slices / batches);
        let mut at = part.start;
        while at < part.end {
            let batch = at / each;
            let end = part.end.min((batch + 1) * each);
            let tuples = &tuples[at * self.depth..end * self.depth];
            self.one_batch(
                &params[batch * size..][..size],
                tuples,
                &axes,
                (end - at, slices),
                data,
            )?;
            at = end;
        }
        Ok(())
    }

    fn one_batch<I: Integer>(
        &self,
        params: &[T],
        tuples: &[I],
        axes: &[Axis],
        (slices, all): (usize, usize),
        data: &mut Sink<'_, T>,
    ) -> Result<(), usize> {
        let len = self.slice_shape().iter().product();
        if axes.is_empty() {
            (0..slices).for_each(|_| data.run(&params[..len]));
            return Ok(());
        }
        if self.fill.is_none() {
            let (before, good) = (data.taken() / len, Cell::new(true));
            let first = || {
                good.set(false);
                0
            };
            let starts = offsets(axes, tuples).map(|offset| offset.unwrap_or_else(first));
            if data.rows((len, all), params, starts) {
                let bad = || before + offsets::first_bad(axes, tuples).unwrap_or(0);
                return if good.get() { Ok(()) } else { Err(bad()) };
            }
        }
        match &self.fill {
            None if len == 1 => return elements(params, tuples, axes, data),
            Some(fill) if len == 1 => offsets_of!(axes, tuples, |offsets| {
                data.elements(
                    offsets.map(|offset| offset.map_or(fill, |offset| &params[offset]).clone()),
                );
            }),
            _ => {
                for offset in offsets(axes, tuples) {
                    match offset {
                        Some(offset) => data.run(&params[offset..offset + len]),
                        None => self.push_bad(len, data)?,
                    }
                }
            }
        }
        Ok(())
    }

    /// The error is the number of the bad slice. No slice is empty, because the params are not.
    #[cold]
    fn push_bad(&self, len: usize, data: &mut Sink<'_, T>) -> Result<(), usize> {
        match &self.fill {
            Some(fill) => data.repeat(fill, len),
            None => return Err(data.taken() / len),
        }
        Ok(())
    }

    /// Works like [`slices_of_slice`](Self::slices_of_slice), but takes params that do not lie in
    /// row-major order.
    fn slices_of_view<I: Integer>(
        &self,
        tuples: &[I],
        slices: usize,
        data: &mut Sink<'_, T>,
    ) -> Result<(), usize> {
        let axes = self.axes();
        // An index is as long as there are axes, which may be many; few are longer than 1.
        let rank = self.params.rank();
        let inner = self.batch + self.depth..rank;
        let params = without_ones(&without_ones(self.params, inner), 0..self.batch);
        let ones = self.params.shape()[..self.batch]
            .iter()
            .filter(|&&len| len == 1)
            .count();
        let batch = &params.shape()[..self.batch - ones];
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
            push_view(&params, &at, data);
        }
        Ok(())
    }

    fn out_of_bounds<I: Integer>(
        &self,
        tuples: &[I],
        slice: usize,
        outer: &[usize],
    ) -> IndicesError {
        out_of_bounds(
            &self.axes(),
            tuples,
            slice,
            outer,
            self.batch,
            self.params.shape(),
        )
    }
}

/// The error of tuple number `number`, which is out of bounds. `outer` are the axes of the tuples,
/// and `batch` of those of the tensor come before the indexed ones.
#[cold]
pub(crate) fn out_of_bounds<I: Integer>(
    axes: &[Axis],
    tuples: &[I],
    number: usize,
    outer: &[usize],
    batch: usize,
    shape: &[usize],
) -> IndicesError {
    let tuple = &tuples[number * axes.len()..][..axes.len()];
    let bad = tuple
        .iter()
        .zip(axes)
        .position(|(&i, axis)| axis.position(i).is_none())
        .unwrap_or(0);
    let index: Vec<i64> = tuple.iter().map(|&i| bound(i)).collect();
    IndicesError::IndexOutOfBounds {
        at: unravel(number, outer).into_vec().into(),
        axis: batch + bad,
        value: index[bad],
        index: index.into(),
        shape: shape.into(),
    }
}

/// Writes the slice at an index of the first axes.
pub(crate) fn push_view<T: Clone>(params: &DynView<'_, T>, at: &[usize], data: &mut Sink<'_, T>) {
    if let Some(element) = params.get(at) {
        return data.repeat(element, 1);
    }
    let Some(view) = params.at_first_axes(at) else {
        return;
    };
    match view.as_slice() {
        Some(elements) => data.run(elements),
        None => data.elements(view.iter().cloned()),
    }
}

/// Writes the element of each tuple. The error is the number of the first tuple that is out of
/// bounds.
///
/// This is one loop from index to element in a function of its own, so that the loads of many
/// tuples are under way together.
#[inline(never)]
fn elements<T: Clone, I: Integer>(
    params: &[T],
    tuples: &[I],
    axes: &[Axis],
    data: &mut Sink<'_, T>,
) -> Result<(), usize> {
    let (before, mut good) = (data.taken(), true);
    offsets_of!(axes, tuples, |offsets| data.elements(offsets.map(
        |offset| match offset {
            Some(offset) => params[offset].clone(),
            None => {
                good = false;
                params[0].clone()
            }
        }
    )));
    if good {
        Ok(())
    } else {
        Err(before + offsets::first_bad(axes, tuples).unwrap_or(0))
    }
}

/// The index tuple of the element number `number` of a shape, row-major.
pub(crate) fn unravel(mut number: usize, shape: &[usize]) -> SmallVec<[usize; 8]> {
    let mut index: SmallVec<[usize; 8]> = SmallVec::from_elem(0, shape.len());
    for (i, &len) in index.iter_mut().zip(shape).rev() {
        (*i, number) = (number % len, number / len);
    }
    index
}
