//! Slices that keep the memory alive which they are of.
#![allow(
    unsafe_code,
    reason = "a view lives as long as an owner that is counted"
)]

use std::any::Any;
use std::fmt;
use std::sync::Arc;

#[cfg(feature = "pyo3")]
use dlpark::legacy;
use dlpark::{DlpackFlags, Managed, ManagedTensorBase, versioned};
use tslice::{Array, Dims, Dyn, Owned, Rank, Ref, SliceError, Slices};

use crate::{Descriptor, Element, Error, export, import};

/// A view that keeps its memory alive, so that a slice can go to another library without a copy: of
/// a tensor, or of what another library has lent.
///
/// ```
/// use tslice::{Tensor, s};
/// use tslice_dlpack::Shared;
///
/// let frames = Shared::new(Tensor::from_shape_fn([10, 4, 6], |[n, y, x]| (24 * n + 6 * y + x) as f32));
/// let backwards = frames.slice(s![::-1, 1:3]);
/// drop(frames);
/// assert_eq!(backwards.view()[[0, 0, 0]], 222.0);
/// let tensor = backwards.to_dlpack()?;                     // for NumPy, which has such strides
/// assert_eq!(tensor.validate()?.strides(), Some(&[-24, 6, 1][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Shared<T: 'static, D: Dims> {
    /// Of memory that `owner` keeps: it is never handed out for longer than this value lives.
    view: Array<Ref<'static, T>, D>,
    owner: Arc<dyn Any + Send + Sync>,
    flags: DlpackFlags,
}

impl<T: Element, D: Dims> Shared<T, D> {
    /// Shares a tensor. Whoever takes it or a slice of it is told not to write it.
    #[must_use]
    pub fn new(tensor: Array<Owned<T>, D>) -> Self
    where
        Array<Owned<T>, D>: Send + Sync + 'static,
    {
        let owner = Arc::new(tensor);
        // SAFETY: the array lives as long as `owner` or a clone of it, and cannot be borrowed
        // exclusively. The view leaves this value only for shorter borrows of it.
        let lasting: &'static Array<Owned<T>, D> = unsafe { &*Arc::as_ptr(&owner) };
        Self {
            view: lasting.view(),
            owner,
            flags: DlpackFlags::READ_ONLY,
        }
    }
}

impl<T: Element> Shared<T, Dyn> {
    /// Shares what a producer lends, until the last slice of it is dropped. It can be written by
    /// whoever takes it, unless the producer says that it is read-only or cannot say so.
    ///
    /// # Errors
    ///
    /// If [`view`](crate::view) would return an error.
    ///
    /// # Safety
    ///
    /// The conditions of [`view`](crate::view) hold, except that elements may be written while no
    /// view of this value or of a slice of it is used; those of type `bool` stay 0 or 1.
    pub unsafe fn import(source: impl Descriptor) -> Result<Self, Error> {
        let flags = match import::writable(&source) {
            Ok(()) => DlpackFlags::empty(),
            Err(_) => DlpackFlags::READ_ONLY,
        };
        let owner = Arc::new(source);
        // SAFETY: the descriptor lives as long as `owner` or a clone of it, and cannot be borrowed
        // exclusively.
        let lasting = unsafe { &*Arc::as_ptr(&owner) };
        // SAFETY: `view` needs what the caller says.
        let view = unsafe { import::view(lasting) }?;
        Ok(Self { view, owner, flags })
    }
}

impl<T, D: Dims> Shared<T, D> {
    /// The elements.
    pub fn view(&self) -> Array<Ref<'_, T>, D> {
        self.view.clone()
    }

    /// A slice of it: `slice` of the view, which keeps the memory.
    ///
    /// # Panics
    ///
    /// If [`try_slice`](Self::try_slice) returns an error.
    #[must_use]
    #[track_caller]
    pub fn slice<P: Slices<D, Output = E>, E: Dims>(&self, spec: P) -> Shared<T, E> {
        self.with(self.view.slice(spec))
    }

    /// Works like [`slice`](Self::slice), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the spec does not fit the shape.
    pub fn try_slice<P: Slices<D, Output = E>, E: Dims>(
        &self,
        spec: P,
    ) -> Result<Shared<T, E>, SliceError> {
        Ok(self.with(self.view.try_slice(spec)?))
    }

    /// The same elements with the rank as a type, if it is that.
    ///
    /// # Errors
    ///
    /// If it has another rank.
    pub fn into_rank<const R: usize>(self) -> Result<Shared<T, Rank<R>>, Error> {
        Ok(self.with(self.view.clone().into_dyn().into_rank::<R>()?))
    }

    /// A view of the same memory.
    fn with<E: Dims>(&self, view: Array<Ref<'static, T>, E>) -> Shared<T, E> {
        Shared {
            view,
            owner: Arc::clone(&self.owner),
            flags: self.flags,
        }
    }

    /// What a consumer is told: whether it may write.
    #[must_use]
    pub fn flags(&self) -> DlpackFlags {
        self.flags
    }
}

impl<T: Element, D: Dims> Shared<T, D> {
    /// Describes the elements for another library, which keeps them alive. It can be called as
    /// often as is needed.
    ///
    /// # Errors
    ///
    /// If a length of an empty array is above `i64::MAX`.
    pub fn to_dlpack(&self) -> Result<versioned::Dlpack, Error> {
        // SAFETY: this version has flags.
        unsafe { self.describe() }
    }

    /// The elements in a descriptor below version 1.0, which says that they may be written. `None`
    /// if they may not.
    #[cfg(feature = "pyo3")]
    pub(crate) fn to_legacy(&self) -> Result<Option<legacy::Dlpack>, Error> {
        if self.flags.contains(DlpackFlags::READ_ONLY) {
            return Ok(None);
        }
        // SAFETY: the elements may be written.
        unsafe { self.describe() }.map(Some)
    }

    /// # Safety
    ///
    /// The descriptor has flags, or the elements may be written.
    unsafe fn describe<M: ManagedTensorBase>(&self) -> Result<Managed<M>, Error> {
        let (view, owner) = (self.view.clone().into_dyn(), Arc::clone(&self.owner));
        let (shape, strides) = (view.shape(), view.strides());
        // SAFETY: `describe` needs elements that stay until the owner is dropped: those of a
        // tensor, which are read-only, or those that a producer lends, which are if it says so.
        // The caller promises that the descriptor says so, too.
        unsafe { export::describe(view.as_ptr(), (shape, strides), owner, self.flags) }
    }
}

impl<T, D: Dims> Clone for Shared<T, D> {
    fn clone(&self) -> Self {
        Self {
            view: self.view.clone(),
            owner: Arc::clone(&self.owner),
            flags: self.flags,
        }
    }
}

impl<T: fmt::Debug, D: Dims> fmt::Debug for Shared<T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared")
            .field("view", &self.view)
            .field("flags", &self.flags)
            .finish_non_exhaustive()
    }
}
