//! Slices as objects of Python.

use dlpark::ffi::{DLDevice, DLManagedTensor, DLManagedTensorVersioned};
use dlpark::python::{DlpackExporter, ExportRequest};
use dlpark::{DlpackElement, DlpackFlags, Managed};
use pyo3::exceptions::PyBufferError;
use pyo3::{PyErr, PyResult, Python};
use tslice::Dims;

use crate::{Error, Shared};

impl From<Error> for PyErr {
    fn from(error: Error) -> Self {
        PyBufferError::new_err(error.to_string())
    }
}

/// What a class needs for `__dlpack__`: `dlpark::python::export_dlpack(&shared, py, request)`.
impl<T: DlpackElement, D: Dims> DlpackExporter for Shared<T, D> {
    fn device(&self) -> DLDevice {
        DLDevice::CPU
    }

    fn flags(&self) -> DlpackFlags {
        self.flags()
    }

    fn prepare_export(&self, _py: Python<'_>, _request: &ExportRequest<'_>) -> PyResult<()> {
        Ok(())
    }

    fn export_legacy(&self, _py: Python<'_>) -> PyResult<Managed<DLManagedTensor>> {
        // Such a descriptor cannot say that elements are read-only, and `describe` refuses flags
        // for it.
        if self.flags().is_empty() {
            Ok(self.describe(DlpackFlags::empty())?)
        } else {
            Err(PyBufferError::new_err(
                "the elements are read-only, which DLPack cannot say below version 1.0",
            ))
        }
    }

    fn export_versioned(&self, _py: Python<'_>) -> PyResult<Managed<DLManagedTensorVersioned>> {
        Ok(self.describe(self.flags())?)
    }
}
