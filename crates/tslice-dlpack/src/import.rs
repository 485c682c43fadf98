//! Views of what other libraries lend.
#![allow(
    unsafe_code,
    reason = "the elements are behind a pointer, which the producer vouches for"
)]

use dlpark::ffi::DLDeviceType;
use dlpark::tensor::{self, TensorRef};
use dlpark::{DlpackElement, DlpackFlags, Managed, ManagedTensorBase};
use tslice::{DynView, DynViewMut};

use crate::Error;

mod sealed {
    pub trait Sealed {}
    impl<M> Sealed for dlpark::Managed<M> where M: dlpark::ManagedTensorBase {}
    #[cfg(feature = "pyo3")]
    impl Sealed for dlpark::python::ImportedDlpack {}
}

/// A tensor that a producer lends: [`Managed`] of either version of DLPack, and what
/// `dlpark::python::from_dlpack` returns, of any object of Python.
pub trait Descriptor: sealed::Sealed + Send + Sync + 'static {
    #[doc(hidden)]
    fn tensor(&self) -> Result<TensorRef<'_>, tensor::Error>;
    #[doc(hidden)]
    fn flags(&self) -> DlpackFlags;
}

impl<M: ManagedTensorBase + 'static> Descriptor for Managed<M> {
    fn tensor(&self) -> Result<TensorRef<'_>, tensor::Error> {
        self.validate()
    }

    fn flags(&self) -> DlpackFlags {
        self.flags()
    }
}

#[cfg(feature = "pyo3")]
impl Descriptor for dlpark::python::ImportedDlpack {
    fn tensor(&self) -> Result<TensorRef<'_>, tensor::Error> {
        self.validate()
    }

    fn flags(&self) -> DlpackFlags {
        self.flags()
    }
}

/// Pointer, shape and strides in elements, if memory can hold such elements.
struct Parts<T> {
    first: *const T,
    shape: Vec<usize>,
    strides: Vec<isize>,
}

impl<T: DlpackElement> Parts<T> {
    fn of(source: &impl Descriptor) -> Result<Self, Error> {
        let tensor = source.tensor()?;
        let device_type = tensor.device().device_type;
        if device_type != DLDeviceType::CPU {
            return Err(tensor::Error::NotCpu { device_type }.into());
        }
        let strides = tensor.strides_or_compact()?;
        let is_empty = tensor.shape().contains(&0);
        let mut parts = Self {
            first: std::ptr::null(),
            shape: Vec::new(),
            strides: Vec::new(),
        };
        let mut reach = 0_i128;
        for (axis, (&len, &stride)) in tensor.shape().iter().zip(strides.iter()).enumerate() {
            let outside = || Error::Reach { axis, len, stride };
            reach += i128::from(len.max(1) - 1) * i128::from(stride).abs() * size_of::<T>() as i128;
            if !is_empty && reach > isize::MAX as i128 {
                return Err(outside());
            }
            parts
                .shape
                .push(usize::try_from(len).map_err(|_| outside())?);
            // An axis that no index steps along may have any stride.
            let stride = if is_empty || len == 1 { 0 } else { stride };
            parts
                .strides
                .push(isize::try_from(stride).map_err(|_| outside())?);
        }
        // SAFETY: the pointer must lie within the allocation of a tensor that has elements: whoever
        // made the descriptor says so.
        parts.first = unsafe { tensor.offset_data_ptr::<T>()? };
        Ok(parts)
    }
}

/// Views the elements of a tensor that a producer lends, without a copy: negative strides and
/// repeated elements included. The rank becomes a type by `into_rank`.
///
/// # Errors
///
/// If the tensor is not on the CPU, its elements are not of type `T` or not aligned for it, or its
/// shape and strides describe no array.
///
/// # Safety
///
/// The descriptor describes elements that are initialised, and all bytes between the first and the
/// last one are readable, as [`View::from_raw_parts`](tslice::View::from_raw_parts) requires. As
/// long as the view lives, neither code of Python nor another thread writes the elements.
pub unsafe fn view<T: DlpackElement>(source: &impl Descriptor) -> Result<DynView<'_, T>, Error> {
    let Parts {
        first,
        shape,
        strides,
    } = Parts::<T>::of(source)?;
    // SAFETY: `from_raw_parts` needs a pointer that is aligned and not null, which `dlpark` has
    // checked, offsets in bytes of at most `isize::MAX`, which was checked, and elements that live
    // and are not written, which the caller promises.
    Ok(unsafe { DynView::from_raw_parts(first, shape, &strides) }?)
}

/// Works like [`view`], but the elements can be written.
///
/// # Errors
///
/// If [`view`] would return an error, the producer says that the tensor is read-only, or two index
/// tuples may share an element.
///
/// # Safety
///
/// The conditions of [`view`] hold, and as long as the view lives, the elements are accessed only
/// through it. The producer allows writing: descriptors below version 1.0, such as those of JAX,
/// cannot say that they are read-only.
pub unsafe fn view_mut<T: DlpackElement>(
    source: &mut impl Descriptor,
) -> Result<DynViewMut<'_, T>, Error> {
    if source.flags().contains(DlpackFlags::READ_ONLY) {
        return Err(tensor::Error::ReadOnly.into());
    }
    let Parts {
        first,
        shape,
        strides,
    } = Parts::<T>::of(source)?;
    // SAFETY: `from_raw_parts` needs the conditions of `view`, and exclusive access to the
    // elements, which the caller promises.
    Ok(unsafe { DynViewMut::from_raw_parts(first.cast_mut(), shape, &strides) }?)
}
