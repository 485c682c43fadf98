//! An extension of Python that slices arrays in Rust: `slicer.slice(array, "::-1, 2:4")` is an
//! object that NumPy, PyTorch and JAX take without a copy, and `slicer.invert(array, "2:4")` writes
//! into the array itself. Arrays come from anything that speaks DLPack.
#![allow(unsafe_code, reason = "the producer vouches for the elements")]

use dlpark::python::ExportRequest;
use dlpark::versioned::Dlpack;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use tslice::{Dyn, DynSpec, DynTensor, Tensor};
use tslice_dlpack::{Element, Shared, dlpark, export, from_python, view_mut};

fn parsed(spec: &str) -> PyResult<DynSpec> {
    spec.parse()
        .map_err(|error: tslice::ParseSpecError| PyValueError::new_err(error.to_string()))
}

/// Writes the types of elements that a slice may have.
macro_rules! elements {
    ($($name:ident $element:ty),+) => {
        enum Elements {
            $($name(Shared<$element, Dyn>),)+
        }

        impl Elements {
            fn of(array: &Bound<'_, PyAny>) -> PyResult<Self> {
                let source = from_python(array, None)?;
                let dtype = source.validate().map_err(tslice_dlpack::Error::from)?.dtype();
                // SAFETY: `import` needs elements that live, and booleans that are 0 or 1, as the
                // protocol promises. No view of them is used while code of Python runs.
                $(if dtype == <$element>::DTYPE {
                    return Ok(Self::$name(unsafe { Shared::import(source) }?));
                })+
                Err(PyTypeError::new_err(format!("elements of this type are not sliced here: {dtype:?}")))
            }

            fn slice(&self, spec: &DynSpec) -> PyResult<Self> {
                let outside = |error: tslice::SliceError| PyIndexError::new_err(error.to_string());
                Ok(match self {
                    $(Self::$name(shared) => Self::$name(shared.try_slice(spec).map_err(outside)?),)+
                })
            }

            fn export(&self, py: Python<'_>, request: &ExportRequest<'_>) -> PyResult<Py<PyAny>> {
                match self {
                    $(Self::$name(shared) => shared.to_python(py, request),)+
                }
            }

            fn shape(&self) -> Vec<usize> {
                match self {
                    $(Self::$name(shared) => shared.view().shape().to_vec(),)+
                }
            }
        }
    };
}

elements! { Bool bool, U8 u8, U16 u16, U32 u32, U64 u64, I8 i8, I16 i16, I32 i32, I64 i64, F32 f32, F64 f64 }

/// A slice, which keeps the memory of the array that it is of.
#[pyclass(frozen)]
struct Slice(Elements);

#[pymethods]
impl Slice {
    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.0.shape()
    }

    #[pyo3(signature = (*, stream=None, max_version=None, dl_device=None, copy=None))]
    fn __dlpack__(
        &self,
        py: Python<'_>,
        stream: Option<&Bound<'_, PyAny>>,
        max_version: Option<(u32, u32)>,
        dl_device: Option<(u32, i32)>,
        copy: Option<bool>,
    ) -> PyResult<Py<PyAny>> {
        let request = ExportRequest::parse(stream, max_version, dl_device, copy)?;
        self.0.export(py, &request)
    }

    fn __dlpack_device__(&self) -> (u32, i32) {
        (dlpark::ffi::DLDeviceType::CPU.0, 0)
    }
}

/// A slice of an array.
#[pyfunction]
fn slice(array: &Bound<'_, PyAny>, spec: &str) -> PyResult<Slice> {
    Ok(Slice(Elements::of(array)?.slice(&parsed(spec)?)?))
}

/// Inverts the bytes of a slice of an array, in place.
#[pyfunction]
fn invert(array: &Bound<'_, PyAny>, spec: &str) -> PyResult<()> {
    let spec = parsed(spec)?;
    let mut source = from_python(array, Some(false))?;
    // SAFETY: `view_mut` needs exclusive access to the elements: no code of Python runs before this
    // function returns.
    let mut elements = unsafe { view_mut::<u8>(&mut source) }?;
    let mut part = elements
        .try_slice_mut(&spec)
        .map_err(|error| PyIndexError::new_err(error.to_string()))?;
    part.map_inplace(|byte| *byte = !*byte);
    Ok(())
}

/// A slice of a tensor of Rust, which stays Rust's: whoever takes it cannot write it.
#[pyfunction]
fn ramp(length: usize, spec: &str) -> PyResult<Slice> {
    let whole = Elements::F32(Shared::new(
        Tensor::from_iter((0..length).map(|at| at as f32)).into_dyn(),
    ));
    Ok(Slice(whole.slice(&parsed(spec)?)?))
}

/// A tensor of Rust that is given away, as a capsule: it can be written.
#[pyfunction]
fn zeros(shape: Vec<usize>) -> PyResult<Dlpack> {
    let count = shape
        .iter()
        .try_fold(1_usize, |count, &len| count.checked_mul(len));
    let count = count
        .filter(|&count| count < 1 << 30)
        .ok_or_else(|| PyValueError::new_err("too large"))?;
    let tensor =
        DynTensor::from_shape_vec(shape, vec![0_f32; count]).map_err(tslice_dlpack::Error::from)?;
    Ok(export(tensor)?)
}

#[pymodule]
fn slicer(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Slice>()?;
    module.add_function(wrap_pyfunction!(slice, module)?)?;
    module.add_function(wrap_pyfunction!(ramp, module)?)?;
    module.add_function(wrap_pyfunction!(zeros, module)?)?;
    module.add_function(wrap_pyfunction!(invert, module)?)
}
