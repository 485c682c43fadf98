//! Views of what other libraries lend.
#![allow(
    unsafe_code,
    reason = "the elements are behind a pointer, which the producer vouches for"
)]

use std::ptr::NonNull;

use dlpark::ffi::{DLDataType, DLDeviceType, DLManagedTensor, DLManagedTensorVersioned};
use dlpark::tensor::{self, TensorRef};
use dlpark::{DlpackFlags, Managed};
use tslice::{DynView, DynViewMut};

use crate::{Element, Error};

mod sealed {
    pub trait Sealed {}
    impl Sealed for dlpark::Managed<super::DLManagedTensor> {}
    impl Sealed for dlpark::Managed<super::DLManagedTensorVersioned> {}
    #[cfg(feature = "pyo3")]
    impl Sealed for dlpark::python::ImportedDlpack {}
}

/// A tensor that a producer lends: [`Managed`] of either version of DLPack, and what
/// [`from_python`](crate::from_python) returns, of any object of Python.
pub trait Descriptor: sealed::Sealed + Send + Sync + 'static {
    #[doc(hidden)]
    fn tensor(&self) -> Result<TensorRef<'_>, tensor::Error>;
    /// `None` if the descriptor has a version below 1.0, which has none.
    #[doc(hidden)]
    fn said(&self) -> Option<DlpackFlags>;
}

impl Descriptor for Managed<DLManagedTensor> {
    fn tensor(&self) -> Result<TensorRef<'_>, tensor::Error> {
        self.validate()
    }

    fn said(&self) -> Option<DlpackFlags> {
        None
    }
}

impl Descriptor for Managed<DLManagedTensorVersioned> {
    fn tensor(&self) -> Result<TensorRef<'_>, tensor::Error> {
        self.validate()
    }

    fn said(&self) -> Option<DlpackFlags> {
        Some(self.flags())
    }
}

#[cfg(feature = "pyo3")]
impl Descriptor for dlpark::python::ImportedDlpack {
    fn tensor(&self) -> Result<TensorRef<'_>, tensor::Error> {
        self.validate()
    }

    fn said(&self) -> Option<DlpackFlags> {
        match self {
            Self::Legacy(tensor) => tensor.said(),
            Self::Versioned(tensor) => tensor.said(),
        }
    }
}

/// Whether the elements of a descriptor may be written.
pub(crate) fn writable(source: &impl Descriptor) -> Result<(), Error> {
    match source.said() {
        None => Err(Error::Legacy),
        Some(flags) if flags.contains(DlpackFlags::READ_ONLY) => {
            Err(tensor::Error::ReadOnly.into())
        }
        Some(_) => Ok(()),
    }
}

/// Pointer, shape and strides in elements, if memory can hold such elements.
struct Parts<T> {
    first: *const T,
    shape: Vec<usize>,
    strides: Vec<isize>,
}

impl<T: Element> Parts<T> {
    fn of(source: &impl Descriptor) -> Result<Self, Error> {
        let tensor = source.tensor()?;
        let device_type = tensor.device().device_type;
        if device_type != DLDeviceType::CPU {
            return Err(tensor::Error::NotCpu { device_type }.into());
        }
        let (expected, actual) = (T::DTYPE, tensor.dtype());
        if actual != expected {
            return Err(tensor::Error::DtypeMismatch { expected, actual }.into());
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
        if is_empty {
            parts.first = NonNull::dangling().as_ptr();
            return Ok(parts);
        }
        // SAFETY: the pointer must lie within the allocation of a tensor that has elements: whoever
        // made the descriptor says so.
        parts.first = unsafe { tensor.offset_bytes_ptr()? }.cast();
        if !parts.first.is_aligned() {
            let (ptr, align) = (parts.first.addr(), align_of::<T>());
            return Err(tensor::Error::MisalignedData { ptr, align }.into());
        }
        Ok(parts)
    }

    /// Whether the elements are values of their type. Only `bool` has bit patterns that are not.
    ///
    /// # Safety
    ///
    /// The elements are initialised and readable.
    unsafe fn check(&self) -> Result<(), Error> {
        if T::DTYPE != DLDataType::BOOL {
            return Ok(());
        }
        let mut shape = self.shape.clone();
        for (len, &stride) in shape.iter_mut().zip(&self.strides) {
            if stride == 0 {
                // Every index of this axis has the same element.
                *len = (*len).min(1);
            }
        }
        // SAFETY: `from_raw_parts` needs elements that are readable, which the caller promises.
        // Each is a byte.
        let bytes =
            unsafe { DynView::<u8>::from_raw_parts(self.first.cast(), shape, &self.strides) }?;
        match bytes.iter().find(|&&byte| byte > 1) {
            Some(&byte) => Err(Error::NotBool { byte }),
            None => Ok(()),
        }
    }
}

/// Views the elements of a tensor that a producer lends, without a copy: negative strides and
/// repeated elements included. The rank becomes a type by `into_rank`.
///
/// # Errors
///
/// If the tensor is not on the CPU, its elements are not of type `T` or not aligned for it, a
/// `bool` is stored as a byte other than 0 and 1, or its shape and strides describe no array.
///
/// # Safety
///
/// The descriptor describes elements that are initialised, and all bytes between the first and the
/// last one are readable, as [`View::from_raw_parts`](tslice::View::from_raw_parts) requires. As
/// long as the view lives, neither code of Python nor another thread writes the elements.
pub unsafe fn view<T: Element>(source: &impl Descriptor) -> Result<DynView<'_, T>, Error> {
    let parts = Parts::<T>::of(source)?;
    // SAFETY: `check` needs elements that are readable, which the caller promises.
    unsafe { parts.check() }?;
    let (first, shape) = (parts.first, parts.shape);
    // SAFETY: `from_raw_parts` needs a pointer that is aligned and not null, which was checked,
    // offsets in bytes of at most `isize::MAX`, which was checked, and elements that live and are
    // not written, which the caller promises.
    Ok(unsafe { DynView::from_raw_parts(first, shape, &parts.strides) }?)
}

/// Works like [`view`], but the elements can be written.
///
/// # Errors
///
/// If [`view`] would return an error; if the producer says that the tensor is read-only, or gives a
/// descriptor with a version below 1.0, which cannot say so: that of an array of JAX, which never
/// changes, is one; if two index tuples may share an element.
///
/// # Safety
///
/// The conditions of [`view`] hold, and as long as the view lives, the elements are accessed only
/// through it.
pub unsafe fn view_mut<T: Element>(
    source: &mut impl Descriptor,
) -> Result<DynViewMut<'_, T>, Error> {
    writable(source)?;
    let parts = Parts::<T>::of(source)?;
    // SAFETY: `check` needs elements that are readable, which the caller promises.
    unsafe { parts.check() }?;
    let (first, shape) = (parts.first.cast_mut(), parts.shape);
    // SAFETY: `from_raw_parts` needs the conditions of `view`, and exclusive access to the
    // elements, which the caller promises.
    Ok(unsafe { DynViewMut::from_raw_parts(first, shape, &parts.strides) }?)
}
