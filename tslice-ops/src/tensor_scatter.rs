//! ONNX TensorScatter: writes into a cache, at a start of its own for each sample.

use alloc::vec::Vec;

use crate::gather::axis_of;
use crate::gather_nd::IndicesError;
use crate::scatter_nd::flat;
use tslice_core::__ops::{bound, tensor};
use tslice_core::{AxisError, DynTensor, DynView, DynViewMut, Integer};

/// What follows the end of a cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CacheMode {
    /// Nothing: a write beyond it is an error.
    #[default]
    Linear,
    /// Its begin.
    Circular,
}

/// Copies a cache with an update written into each of its samples, as ONNX TensorScatter (24) does.
///
/// `cache` has shape (B, .., L, ..), with L on `axis`, and `update` the same but for its length S on that axis, at most L. Sample b of
/// the update goes to positions `write_indices[b]..write_indices[b] + S`, which are taken modulo L in a circular cache. Without
/// `write_indices`, all begin at 0. The reference's default axis is -2; the first axis counts samples, and cannot be written along.
///
/// # Errors
///
/// If the update has another shape, there is no such axis or it is the first one, there is not one start for each sample, a start is
/// negative, or, in a linear cache, an update leaves it; if the result does not fit in memory.
///
/// # Examples
///
/// ```
/// use tslice::View;
/// use tslice_ops::{self as ops, CacheMode};
///
/// let cache = View::<_, 3>::from(&[[[0], [0], [0]], [[0], [0], [0]]]).into_dyn();
/// let update = View::<_, 3>::from(&[[[1], [2]], [[3], [4]]]).into_dyn();
/// let starts = View::<_, 1>::from(&[0, 2]).into_dyn();
/// let written = ops::tensor_scatter(&cache, &update, Some(&starts), -2, CacheMode::Circular)?;
/// assert_eq!(written, [[[1], [2], [0]], [[4], [0], [3]]]);
/// assert!(ops::tensor_scatter(&cache, &update, Some(&starts), -2, CacheMode::Linear).is_err());
/// # Ok::<(), ops::IndicesError>(())
/// ```
pub fn tensor_scatter<T: Clone, I: Integer>(
    cache: &DynView<'_, T>,
    update: &DynView<'_, T>,
    write_indices: Option<&DynView<'_, I>>,
    axis: impl Integer,
    mode: CacheMode,
) -> Result<DynTensor<T>, IndicesError> {
    let write = Write::checked(cache.shape(), update.shape(), write_indices, bound(axis), mode)?;
    let mut target = cache.try_to_vec()?;
    write.run(&mut target, &flat(update)?);
    Ok(tensor(cache.shape(), target))
}

/// Works like [`tensor_scatter`], in place.
///
/// # Errors
///
/// If [`tensor_scatter`] would return an error. On error the cache is unchanged.
pub fn tensor_scatter_assign<T: Clone, I: Integer>(
    cache: &mut DynViewMut<'_, T>,
    update: &DynView<'_, T>,
    write_indices: Option<&DynView<'_, I>>,
    axis: impl Integer,
    mode: CacheMode,
) -> Result<(), IndicesError> {
    let write = Write::checked(cache.shape(), update.shape(), write_indices, bound(axis), mode)?;
    let update = flat(update)?;
    if let Some(cache) = cache.as_mut_slice() {
        write.run(cache, &update);
        return Ok(());
    }
    let mut copy = cache.try_to_vec()?;
    write.run(&mut copy, &update);
    let copy: DynTensor<T> = tensor(cache.shape(), copy);
    Ok(cache.try_assign(&copy)?)
}

/// Where an update goes.
struct Write {
    /// The first position of each sample, below `len`, or equal to it if nothing is written.
    starts: Vec<usize>,
    /// Slices of a sample that have the axis.
    outer: usize,
    /// Positions of the cache, and of the update.
    len: usize,
    written: usize,
    /// Elements of a position.
    inner: usize,
}

impl Write {
    fn checked<I: Integer>(
        cache: &[usize],
        update: &[usize],
        write_indices: Option<&DynView<'_, I>>,
        axis: i64,
        mode: CacheMode,
    ) -> Result<Self, IndicesError> {
        let at = axis_of(axis, cache.len()).and_then(|at| match at {
            0 => Err(IndicesError::Axis(AxisError::OutOfRange { axis, rank: cache.len() })),
            _ => Ok(at),
        });
        let mut expected: Vec<usize> = cache.into();
        if let (Ok(at), Some(&len)) = (&at, at.as_ref().ok().and_then(|&at| update.get(at))) {
            expected[*at] = len.min(cache[*at]);
        }
        if expected != update {
            return Err(IndicesError::UpdatesShape { expected: expected.into(), updates: update.into() });
        }
        let (at, samples) = (at?, cache[0]);
        let (len, written) = (cache[at], update[at]);
        let starts = match write_indices {
            None => Vec::from_iter((0..samples).map(|_| 0)),
            Some(starts) if starts.shape() != [samples] => {
                let indices = starts.shape().into();
                return Err(IndicesError::IndicesShape { indices, shape: [samples].into() });
            }
            Some(starts) => flat(starts)?.iter().map(|&start| bound(start)).collect(),
        };
        let position = |(sample, &start): (usize, &i64)| {
            let fits = |start: &usize| mode == CacheMode::Circular || *start <= len - written;
            let inside = usize::try_from(start).ok().filter(fits);
            inside.map(|start| start.checked_rem(len).unwrap_or(0)).ok_or_else(|| {
                IndicesError::IndexOutOfBounds {
                    at: [sample].into(),
                    index: [start].into(),
                    axis: at,
                    value: start,
                    shape: cache.into(),
                }
            })
        };
        let starts = starts.iter().enumerate().map(position).collect::<Result<_, _>>()?;
        let count =
            |lengths: &[usize]| lengths.iter().fold(1, |count: usize, &len| count.saturating_mul(len));
        Ok(Self { starts, outer: count(&cache[1..at]), len, written, inner: count(&cache[at + 1..]) })
    }

    fn run<T: Clone>(&self, cache: &mut [T], update: &[T]) {
        let (whole, part) = (self.len * self.inner, self.written * self.inner);
        if update.is_empty() || cache.is_empty() {
            return;
        }
        let slices = cache.chunks_exact_mut(whole).zip(update.chunks_exact(part));
        for (number, (slice, update)) in slices.enumerate() {
            let start = self.starts[number / self.outer] * self.inner;
            let (first, again) = update.split_at(part.min(whole - start));
            slice[start..start + first.len()].clone_from_slice(first);
            slice[..again.len()].clone_from_slice(again);
        }
    }
}
