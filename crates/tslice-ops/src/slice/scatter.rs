//! OpenVINO's SliceScatter: the inverse of Slice-8.

use super::{Slice8Error, slice};
use tslice_core::__ops::tensor;
use tslice_core::{DynTensor, DynView, DynViewMut, traits::Integer};

/// Copies a tensor with a slice of it replaced, as opset15 `SliceScatter` (OpenVINO 2026.4) does.
///
/// The slice is the one that [`slice()`](super::slice()) gives for the same arguments, and
/// `updates` has its shape: they are never broadcast. A start below the axis is clamped as there.
///
/// # Errors
///
/// If [`slice()`](super::slice()) would return an error; then, if the updates have another shape
/// than the slice, or a copy of the data does not fit in memory.
///
/// # Examples
///
/// ```
/// use tslice::View;
/// use tslice_ops as ops;
///
/// let data = View::<_, 1>::from(&[0, 1, 2, 3, 4]).into_dyn();
/// let updates = View::<_, 1>::from(&[7, 8]).into_dyn();
/// let updated = ops::slice_scatter(&data, &updates, &[1], &[5], &[2], ops::DEFAULT_AXES)?;
/// assert_eq!(updated, [0, 7, 2, 8, 4]);
/// # Ok::<(), ops::Slice8Error>(())
/// ```
pub fn slice_scatter<T: Clone, A: Integer, O: Integer, E: Integer, X: Integer>(
    data: &DynView<'_, T>,
    updates: &DynView<'_, T>,
    start: &[A],
    stop: &[O],
    step: &[E],
    axes: Option<&[X]>,
) -> Result<DynTensor<T>, Slice8Error> {
    check(&slice(data, start, stop, step, axes)?, updates)?;
    let mut copy: DynTensor<T> = tensor(
        data.shape(),
        data.try_to_vec().map_err(|_| Slice8Error::OutOfMemory)?,
    );
    slice_scatter_assign(&mut copy.view_mut(), updates, start, stop, step, axes)?;
    Ok(copy)
}

/// Replaces a slice in place: [`slice_scatter`] without the copy.
///
/// # Errors
///
/// If [`slice_scatter`] would return an error. On error the target is unchanged.
pub fn slice_scatter_assign<T: Clone, A: Integer, O: Integer, E: Integer, X: Integer>(
    target: &mut DynViewMut<'_, T>,
    updates: &DynView<'_, T>,
    start: &[A],
    stop: &[O],
    step: &[E],
    axes: Option<&[X]>,
) -> Result<(), Slice8Error> {
    let view = target.view();
    let part = slice(&view, start, stop, step, axes)?;
    check(&part, updates)?;
    if updates.is_empty() {
        return Ok(());
    }
    let (shape, strides) = (part.shape().to_vec(), part.strides().to_vec());
    let distance = part.as_ptr().addr().checked_sub(view.as_ptr().addr());
    let offset = distance.and_then(|bytes| bytes.checked_div(size_of::<T>()));
    if let (Some(offset), Some(elements)) = (offset, target.as_mut_slice()) {
        let part = DynViewMut::from_strided(&shape, &strides, offset, elements);
        return part
            .and_then(|mut part| part.try_assign(updates))
            .map_err(|_| Slice8Error::OutOfMemory);
    }
    // A target that does not lie in row-major order is copied, and so are elements of no size.
    let mut copy: DynTensor<T> = tensor(
        target.shape(),
        target.try_to_vec().map_err(|_| Slice8Error::OutOfMemory)?,
    );
    if size_of::<T>() > 0 {
        slice_scatter_assign(&mut copy.view_mut(), updates, start, stop, step, axes)?;
    }
    target
        .try_assign(&copy)
        .map_err(|_| Slice8Error::OutOfMemory)
}

fn check<T>(slice: &DynView<'_, T>, updates: &DynView<'_, T>) -> Result<(), Slice8Error> {
    let (rank, pairs) = (
        slice.rank(),
        slice.shape().iter().zip(updates.shape()).enumerate(),
    );
    if rank != updates.rank() {
        return Err(Slice8Error::UpdatesRank {
            rank,
            updates: updates.rank(),
        });
    }
    let differing = |(axis, (&len, &updates)): (usize, (&usize, &usize))| {
        (len != updates).then_some(Slice8Error::UpdatesLength { axis, len, updates })
    };
    pairs.into_iter().find_map(differing).map_or(Ok(()), Err)
}
