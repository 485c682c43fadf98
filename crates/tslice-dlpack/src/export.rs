//! Arrays for other libraries.
#![allow(unsafe_code, reason = "a descriptor is a promise about a pointer")]

use std::ptr;

use dlpark::ffi::DLDevice;
use dlpark::metadata::Dynamic;
use dlpark::{DlpackFlags, Managed, ManagedTensorBase, versioned};
use tslice::{Array, Dims, DynTensor, Owned};

use crate::{Element, Error};

/// A descriptor of the elements behind a pointer, which frees `owner` at its end.
///
/// # Safety
///
/// Every index tuple of the shape leads to an element, which lives where it is until `owner` is
/// dropped. The flags are true; a descriptor of the version that has none is for elements that may
/// be written.
pub(crate) unsafe fn describe<T: Element, M: ManagedTensorBase, O: Send>(
    first: *const T,
    (shape, strides): (&[usize], &[isize]),
    owner: O,
    flags: DlpackFlags,
) -> Result<Managed<M>, Error> {
    let mut tensor = Dynamic::new(shape, strides)
        .prepare_as::<M>()?
        .initialize(Box::new(owner));
    let first = if shape.contains(&0) {
        ptr::null_mut()
    } else {
        first.cast_mut()
    };
    tensor
        .set_data(first.cast())
        .set_dtype(T::DTYPE)
        .set_device(DLDevice::CPU);
    // SAFETY: `set_flags_unchecked` needs flags that are true, which the caller promises.
    unsafe { tensor.set_flags_unchecked(flags) };
    // SAFETY: `finish` needs a descriptor that is true: the type is that of the elements, and the
    // caller says the rest.
    Ok(unsafe { tensor.finish() })
}

/// Gives a tensor away, without a copy: whoever takes it may write it, and frees it.
///
/// To keep it, or to give parts of it away, see [`Shared`](crate::Shared).
///
/// # Errors
///
/// If a length of an empty tensor is above `i64::MAX`.
pub fn export<T: Element, D: Dims>(tensor: Array<Owned<T>, D>) -> Result<versioned::Dlpack, Error> {
    give(tensor, DlpackFlags::empty())
}

/// Gives a tensor away, with flags other than `READ_ONLY`.
pub(crate) fn give<T: Element, D: Dims, M: ManagedTensorBase>(
    tensor: Array<Owned<T>, D>,
    flags: DlpackFlags,
) -> Result<Managed<M>, Error> {
    let mut tensor: DynTensor<T> = tensor.into_dyn();
    let first = tensor.as_mut_ptr();
    let (shape, strides) = (tensor.shape().to_vec(), tensor.strides().to_vec());
    // SAFETY: `describe` needs elements that stay where they are: moving a tensor does not move its
    // elements. This is the only reference to them, so they may be written, and whoever takes the
    // descriptor is their only owner.
    unsafe { describe(first, (&shape, &strides), tensor, flags) }
}
