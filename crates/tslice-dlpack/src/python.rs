//! Slices as objects of Python.

use dlpark::ffi::{
    DLDevice, DLManagedTensor, DLManagedTensorVersioned, DLPACK_MAJOR_VERSION, DLPACK_MINOR_VERSION,
};
use dlpark::python::{ExportAbi, ExportRequest, ImportedDlpack, from_dlpack};
use dlpark::{DlpackFlags, Managed, ManagedTensorBase};
use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tslice::{Dims, DynTensor};

use crate::{Element, Error, Shared, export};

impl From<Error> for PyErr {
    fn from(error: Error) -> Self {
        PyBufferError::new_err(error.to_string())
    }
}

/// What an object of Python lends by its method `__dlpack__`, or a capsule that this has returned.
///
/// Works as `dlpark::python::from_dlpack` does, with two differences. It calls the method also where
/// the object has the C functions of version 1.3: those of PyTorch give tensors that require
/// gradients, which the method refuses. And it takes objects whose `__dlpack__` has no argument
/// `max_version`, as before version 1.0. `copy` is `Some(false)` to refuse a copy, and `Some(true)`
/// to ask for one.
///
/// # Errors
///
/// If the object has no such method, if this fails, or if it does not do what `copy` says.
pub fn from_python(object: &Bound<'_, PyAny>, copy: Option<bool>) -> PyResult<ImportedDlpack> {
    if copy != Some(true) && object.get_type().hasattr("__dlpack_c_exchange_api__")? {
        let asked = PyDict::new(object.py());
        asked.set_item("max_version", (DLPACK_MAJOR_VERSION, DLPACK_MINOR_VERSION))?;
        if copy.is_some() {
            asked.set_item("copy", copy)?;
        }
        let capsule = object.call_method("__dlpack__", (), Some(&asked))?;
        return from_dlpack(capsule.as_borrowed(), None, None);
    }
    let error = match from_dlpack(object.as_borrowed(), None, copy) {
        Err(error) if copy.is_none() && error.is_instance_of::<PyTypeError>(object.py()) => error,
        result => return result,
    };
    match object.call_method0("__dlpack__") {
        Ok(capsule) => from_dlpack(capsule.as_borrowed(), None, None),
        Err(_) => Err(error),
    }
}

impl<T: Element, D: Dims> Shared<T, D> {
    /// Answers a call of `__dlpack__` with a capsule for the consumer.
    ///
    /// The capsule has a copy, which is row-major and may be written, if the consumer asks for one,
    /// or if the elements are read-only and the consumer takes only versions of DLPack that cannot
    /// say so.
    ///
    /// # Errors
    ///
    /// If the elements are asked for on another device than the CPU; if they are read-only, the
    /// consumer takes only versions that cannot say so, and it refuses a copy; if memory for a copy
    /// is not available.
    pub fn to_python(&self, py: Python<'_>, request: &ExportRequest<'_>) -> PyResult<Py<PyAny>> {
        if request
            .device()
            .is_some_and(|device| device != DLDevice::CPU)
        {
            return Err(PyBufferError::new_err(
                "the elements are on the CPU, and were asked for on another device",
            ));
        }
        let capsule = match (request.abi(), request.copy()) {
            (ExportAbi::Versioned, Some(true)) => self
                .copied::<DLManagedTensorVersioned>()?
                .into_pyobject(py)?,
            (ExportAbi::Versioned, _) => self.to_dlpack()?.into_pyobject(py)?,
            (ExportAbi::Legacy, copy) => match self.to_legacy()? {
                Some(lent) if copy != Some(true) => lent.into_pyobject(py)?,
                None if copy == Some(false) => {
                    return Err(PyBufferError::new_err(
                        "the elements are read-only, which DLPack cannot say below version 1.0: \
                         ask for `max_version=(1, 0)`, or allow a copy",
                    ));
                }
                _ => self.copied::<DLManagedTensor>()?.into_pyobject(py)?,
            },
        };
        Ok(capsule.unbind())
    }

    /// A copy for a single consumer.
    fn copied<M: ManagedTensorBase>(&self) -> Result<Managed<M>, Error> {
        let view = self.view().into_dyn();
        let copy = DynTensor::from_shape_vec(view.shape().to_vec(), view.try_to_vec()?)?;
        export::give(copy, DlpackFlags::IS_COPIED)
    }
}
