//! CPU tensors lend their elements, and tensors go back.
//!
//! A tensor of that crate keeps its storage behind a lock, which must be held for as long as a view
//! is in use: call [`Hold::hold`], then [`lend`](Lend::lend). There are shared views only, because
//! that crate shares storages between tensors.

use std::fmt;
use std::marker::PhantomData;

use candle_core::{CpuStorage, Device, Layout, Storage, StorageRef, Tensor, WithDType};
use tslice::interop::Lend;
use tslice::{Array, Dims, DynView, Read, ShapeError};
use tslice_core::__ops::errors;

/// Tensors whose storage can be held.
///
/// ```
/// use candle_core::{Device, Tensor};
/// use tslice::{interop::Lend, s};
/// use tslice_candle::{Hold, ToCandle};
///
/// let t = Tensor::arange(0_f32, 6., &Device::Cpu)?.reshape((2, 3))?.t()?;
/// let held = t.hold::<f32>()?;
/// assert_eq!(held.lend().slice(s![::-1, 0]), [2., 1., 0.]);
/// let back = held.lend().slice(s![1:]).to_candle(&Device::Cpu)?;
/// assert_eq!(back.dims(), [2, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Hold {
    /// Holds the storage of a tensor on the CPU.
    ///
    /// Nothing may write to the tensor while it is held: candle's lock is one for reading, so
    /// `Var::set` of it, and every other write in place, waits until what this returns is dropped.
    /// On the thread that holds it, it waits forever.
    ///
    /// # Errors
    ///
    /// If the elements are of another type, or on another device.
    fn hold<T: WithDType>(&self) -> Result<Held<'_, T>, HoldError>;
}

impl Hold for Tensor {
    fn hold<T: WithDType>(&self) -> Result<Held<'_, T>, HoldError> {
        let (storage, layout) = self.storage_and_layout();
        let cpu = cpu(&storage)?;
        cpu.as_slice::<T>().map_err(|error| HoldError::Dtype {
            message: error.to_string(),
        })?;
        let strides = layout
            .stride()
            .iter()
            .map(|stride| stride.cast_signed())
            .collect();
        let held = Held {
            storage,
            layout,
            strides,
            elements: PhantomData,
        };
        let _checked = held.view().map_err(HoldError::Shape)?;
        Ok(held)
    }
}

fn cpu<'s>(storage: &'s StorageRef<'_>) -> Result<&'s CpuStorage, HoldError> {
    match &**storage {
        Storage::Cpu(cpu) => Ok(cpu),
        _ => Err(HoldError::Device),
    }
}

/// A tensor's storage, locked for reading, with elements of type T.
pub struct Held<'a, T> {
    storage: StorageRef<'a>,
    layout: &'a Layout,
    strides: Vec<isize>,
    elements: PhantomData<T>,
}

impl<T: WithDType> Held<'_, T> {
    fn view(&self) -> Result<DynView<'_, T>, ShapeError> {
        // Checked by `hold`.
        let elements = cpu(&self.storage)
            .ok()
            .and_then(|cpu| cpu.as_slice().ok())
            .unwrap_or(&[]);
        // Nothing of an empty tensor is reached, wherever it begins.
        let first = if self.layout.dims().contains(&0) {
            0
        } else {
            self.layout.start_offset()
        };
        DynView::from_strided(self.layout.dims(), &self.strides, first, elements)
    }
}

impl<T> fmt::Debug for Held<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Held")
            .field("layout", self.layout)
            .finish_non_exhaustive()
    }
}

/// The tensor's own strides, without a copy.
impl<T: WithDType> Lend for Held<'_, T> {
    type View<'a>
        = DynView<'a, T>
    where
        Self: 'a;

    fn lend(&self) -> DynView<'_, T> {
        self.view().unwrap_or_else(|error| panic!("{error}"))
    }
}

errors! {
    /// Why a tensor's elements cannot be lent.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum HoldError {
        /// The elements are of another type.
        Dtype {
            /// The message of that crate.
            message: String,
        } => ("{message}"),
        /// The elements are not in the memory of the CPU: `to_device` copies them there.
        Device => ("the tensor is not on the CPU: copy it there by `to_device`"),
        /// The strides reach outside the storage.
        Shape(error: ShapeError) => ("{error}"),
    }
}

/// Arrays of [`tslice`] whose elements are copied to a tensor.
pub trait ToCandle {
    /// A tensor of the same shape on a device.
    ///
    /// # Errors
    ///
    /// If memory is not available, or the device refuses.
    fn to_candle(&self, device: &Device) -> candle_core::Result<Tensor>;
}

impl<S: Read<Elem: WithDType>, D: Dims> ToCandle for Array<S, D> {
    fn to_candle(&self, device: &Device) -> candle_core::Result<Tensor> {
        let elements = self.try_to_vec().map_err(candle_core::Error::wrap)?;
        Tensor::from_vec(elements, self.shape().as_ref(), device)
    }
}
