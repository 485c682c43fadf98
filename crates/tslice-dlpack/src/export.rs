//! Arrays for other libraries.
#![allow(unsafe_code, reason = "a descriptor is a promise about a pointer")]

use std::ptr;

use dlpark::ffi::DLDevice;
use dlpark::metadata::Dynamic;
use dlpark::{DlpackElement, DlpackFlags, Managed, ManagedTensorBase, versioned};
use tslice::{Array, Dims, DynTensor, Owned};

use crate::Error;

/// A descriptor of the elements behind a pointer, which frees `owner` at its end.
///
/// # Safety
///
/// Every index tuple of the shape leads to an element, which lives where it is until `owner` is
/// dropped. It may be written if the flags do not say that it is read-only.
pub(crate) unsafe fn describe<T: DlpackElement, M: ManagedTensorBase, O: Send>(
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
        .set_device(DLDevice::CPU)
        .set_flags(flags)?;
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
pub fn export<T: DlpackElement + Send, D: Dims>(
    tensor: Array<Owned<T>, D>,
) -> Result<versioned::Dlpack, Error> {
    let mut tensor: DynTensor<T> = tensor.into_dyn();
    let first = tensor.as_mut_ptr();
    let (shape, strides) = (tensor.shape().to_vec(), tensor.strides().to_vec());
    // SAFETY: `describe` needs elements that stay where they are: moving a tensor does not move its
    // elements, and this is the only reference to it.
    unsafe { describe(first, (&shape, &strides), tensor, DlpackFlags::empty()) }
}
