//! ONNX TensorScatter: writes into a cache, at a start of its own for each sample.

use alloc::vec::Vec;

use crate::gather::{axis_of, repeated};
use crate::gather_nd::IndicesError;
use crate::operand::{changed, copied, flat};
use tslice_core::__ops::{bound, layout};
use tslice_core::{AxisError, DynTensor, DynView, DynViewMut, traits::Integer};

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
/// `cache` has shape (B, .., L, ..), with L on `axis`, and `update` the same but for its length S
/// on that axis, at most L. Sample b of the update goes to positions
/// `write_indices[b]..write_indices[b] + S`, which are taken modulo L in a circular cache. Without
/// `write_indices`, all begin at 0. The reference's default axis is -2; the first axis counts
/// samples, and cannot be written along.
///
/// # Errors
///
/// If the update has another shape, the axis does not exist or is the first one, there is not one
/// start for each sample, a start is negative, or, in a linear cache, an update leaves it; if the
/// result does not fit in memory.
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
pub fn tensor_scatter<T: Clone, I: Integer /* arrays: &t.view().into_dyn() */>(
    cache: &DynView<'_, T>,
    update: &DynView<'_, T>,
    write_indices: Option<&DynView<'_, I>>,
    axis: impl Integer,
    mode: CacheMode,
) -> Result<DynTensor<T>, IndicesError> {
    let write = Write::checked(
        cache.shape(),
        update.shape(),
        write_indices,
        bound(axis),
        mode,
    )?;
    let update = flat(update)?;
    Ok(copied(cache, |target| write.run(target, &update))?)
}

/// Works like [`tensor_scatter`], in place.
///
/// # Errors
///
/// If [`tensor_scatter`] would return an error. On error the cache is unchanged.
pub fn tensor_scatter_assign<T: Clone, I: Integer /* arrays: &t.view().into_dyn() */>(
    cache: &mut DynViewMut<'_, T>,
    update: &DynView<'_, T>,
    write_indices: Option<&DynView<'_, I>>,
    axis: impl Integer,
    mode: CacheMode,
) -> Result<(), IndicesError> {
    let write = Write::checked(
        cache.shape(),
        update.shape(),
        write_indices,
        bound(axis),
        mode,
    )?;
    let update = flat(update)?;
    Ok(changed(cache, |target| write.run(target, &update))?)
}

/// Where an update goes.
struct Write<'w, 'i, I> {
    /// The first position of each sample, modulo `len`; position 0 if there are none.
    starts: Option<&'w DynView<'i, I>>,
    /// Slices of a sample that have the axis.
    outer: usize,
    /// Positions of the cache, and of the update.
    len: usize,
    written: usize,
    /// Elements of a position.
    inner: usize,
}

impl<'w, 'i, I: Integer> Write<'w, 'i, I> {
    fn checked(
        cache: &[usize],
        update: &[usize],
        starts: Option<&'w DynView<'i, I>>,
        axis: i64,
        mode: CacheMode,
    ) -> Result<Self, IndicesError> {
        let at = axis_of(axis, cache.len()).and_then(|at| match at {
            0 => Err(IndicesError::Axis(AxisError::OutOfRange {
                axis,
                rank: cache.len(),
            })),
            _ => Ok(at),
        });
        let mut expected: Vec<usize> = cache.into();
        if let (Ok(at), Some(&len)) = (&at, at.as_ref().ok().and_then(|&at| update.get(at))) {
            expected[*at] = len.min(cache[*at]);
        }
        if expected != update {
            return Err(IndicesError::UpdatesShape {
                expected: expected.into(),
                updates: update.into(),
            });
        }
        let (at, samples) = (at?, cache[0]);
        let (len, written) = (cache[at], update[at]);
        if let Some(starts) = starts {
            if starts.shape() != [samples] {
                let indices = starts.shape().into();
                return Err(IndicesError::IndicesShape {
                    indices,
                    shape: [samples].into(),
                });
            }
            let last = match mode {
                CacheMode::Linear => layout::signed(len - written),
                CacheMode::Circular => i64::MAX,
            };
            let off = |start: &I| !(0..=last).contains(&bound(*start));
            if let Some((sample, &start)) = starts
                .once(0)
                .iter()
                .enumerate()
                .find(|(_, start)| off(start))
            {
                return Err(IndicesError::IndexOutOfBounds {
                    at: [sample].into(),
                    index: [bound(start)].into(),
                    axis: at,
                    value: bound(start),
                    shape: cache.into(),
                });
            }
        }
        let (outer, inner) = (layout::len(&cache[1..at]), layout::len(&cache[at + 1..]));
        Ok(Self {
            starts,
            outer,
            len,
            written,
            inner,
        })
    }

    fn run<T: Clone>(&self, cache: &mut [T], update: &[T]) {
        let (whole, part) = (self.len * self.inner, self.written * self.inner);
        // Elements without a size are all alike.
        if update.is_empty() || size_of::<T>() == 0 {
            return;
        }
        let mut slices = cache.chunks_exact_mut(whole).zip(update.chunks_exact(part));
        let mut starts = self.starts.map(|starts| starts.iter());
        while slices.len() > 0 {
            let start = starts
                .as_mut()
                .and_then(Iterator::next)
                .map_or(Some(0), |&start| repeated(start, layout::signed(self.len)));
            let start = start.and_then(|start| usize::try_from(start).ok());
            let start = start.unwrap_or(0) * self.inner;
            for (slice, update) in slices.by_ref().take(self.outer) {
                let (first, again) = update.split_at(part.min(whole - start));
                slice[start..start + first.len()].clone_from_slice(first);
                slice[..again.len()].clone_from_slice(again);
            }
        }
    }
}
