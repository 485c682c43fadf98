//! Operands: what the typed forms are methods of, and views as slices.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use tslice_core::__ops::tensor;
use tslice_core::{Array, Dims, DynTensor, DynView, DynViewMut, Read, ShapeError};

/// An array of any storage and dims: what the methods of [`GatherNdExt`](crate::GatherNdExt) and
/// its like are called on.
pub trait Operand: sealed::Sealed {
    /// The type of the elements.
    type Elem;
    /// The dims: a rank, or [`Dyn`](tslice_core::Dyn).
    type Dims: Dims;

    /// The array as a view of dynamic rank.
    #[doc(hidden)]
    fn whole(&self) -> DynView<'_, Self::Elem>;
}

mod sealed {
    use tslice_core::{Array, Dims, Read};

    pub trait Sealed {}
    impl<S: Read, D: Dims> Sealed for Array<S, D> {}
}

impl<S: Read, D: Dims> Operand for Array<S, D> {
    type Elem = S::Elem;
    type Dims = D;

    #[inline]
    fn whole(&self) -> DynView<'_, S::Elem> {
        self.view().into_dyn()
    }
}

/// The elements in row-major order: borrowed, or copied.
pub(crate) fn flat<'v, T: Clone>(view: &DynView<'v, T>) -> Result<Cow<'v, [T]>, ShapeError> {
    match view.as_slice() {
        Some(elements) => Ok(Cow::Borrowed(elements)),
        None => view.try_to_vec().map(Cow::Owned),
    }
}

/// The view without those of some axes that have length 1. At most 63 of them are left if it has
/// elements.
pub(crate) fn without_ones<'v, T>(view: &DynView<'v, T>, among: Range<usize>) -> DynView<'v, T> {
    let axes = view.shape().iter().copied().enumerate();
    let kept = axes.filter(|(axis, len)| *len != 1 || !among.contains(axis));
    let shape: Vec<usize> = kept.map(|(_, len)| len).collect();
    view.reshape(&shape)
}

/// A view that is not in row-major order is copied if at least this part of its elements is read:
/// to find an element in a view takes many times as long as to copy it.
const PACKED: usize = 4;

/// The elements in row-major order, of which `count` are read: `None` if they are not in this
/// order, and a copy of them would take longer than to find those that are read, or does not fit in
/// memory.
pub(crate) fn packed<'v, T: Clone>(view: &DynView<'v, T>, count: usize) -> Option<Cow<'v, [T]>> {
    if view.as_slice().is_none() && count < view.len() / PACKED {
        return None;
    }
    flat(view).ok()
}

/// Copies a tensor, and changes the copy as a row-major slice.
pub(crate) fn copied<T: Clone>(
    input: &DynView<'_, T>,
    change: impl FnOnce(&mut [T]),
) -> Result<DynTensor<T>, ShapeError> {
    let mut copy: Vec<T> = input.try_to_vec()?;
    change(&mut copy);
    Ok(tensor(input.shape(), copy))
}

/// Changes a tensor of any layout as a row-major slice: in place, or in a copy that is then
/// assigned.
pub(crate) fn changed<T: Clone>(
    target: &mut DynViewMut<'_, T>,
    change: impl FnOnce(&mut [T]),
) -> Result<(), ShapeError> {
    if let Some(elements) = target.as_mut_slice() {
        change(elements);
        return Ok(());
    }
    let copy = copied(&target.view(), change)?;
    target.try_assign(&copy)
}
