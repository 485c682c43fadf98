//! Shared views.

use core::marker::PhantomData;
use core::ptr::NonNull;

use smallvec::SmallVec;

use super::{Raw, Shared};
use crate::error::{ShapeError, SliceError};
use crate::layout::{self, Dynamic, Fixed, Layout};
use crate::spec::{EncodingRef, Spec};

impl<'a, T, L: Layout> Shared<'a, T, L> {
    /// A slice under a row-major layout of its length.
    #[inline]
    pub(crate) fn row_major(data: &'a [T], layout: L) -> Self {
        assert!(
            layout::is_row_major_of(layout.shape(), layout.strides(), data.len()),
            "a row-major layout of the data"
        );
        Self { raw: Raw { ptr: NonNull::from_ref(data).cast(), layout }, life: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn layout(&self) -> &L {
        &self.raw.layout
    }

    pub(crate) fn get(&self, index: &[usize]) -> Option<&'a T> {
        // SAFETY: `at` checked the index: invariant 1, shared for 'a.
        self.raw.at(index).map(|element| unsafe { element.as_ref() })
    }

    pub(crate) fn as_slice(&self) -> Option<&'a [T]> {
        let (shape, strides) = (self.raw.layout.shape(), self.raw.layout.strides());
        // SAFETY: row-major without gaps: the elements of invariant 1 are one slice.
        layout::is_row_major(shape, strides)
            .then(|| unsafe { core::slice::from_raw_parts(self.raw.ptr.as_ptr(), layout::len(shape)) })
    }

    pub(crate) fn slice_dynamic(
        &self,
        encoding: EncodingRef<'_>,
    ) -> Result<Shared<'a, T, Dynamic>, SliceError> {
        Ok(Shared { raw: self.raw.slice_dynamic(encoding)?, life: PhantomData })
    }

    #[inline(always)]
    #[track_caller]
    pub(crate) fn slice_dynamic_or_fail(&self, encoding: EncodingRef<'_>) -> Shared<'a, T, Dynamic> {
        Shared { raw: self.raw.slice_dynamic_or_fail(encoding), life: PhantomData }
    }

    /// The same elements under another layout made from this one by reordering axes or repeating them.
    pub(super) fn with_layout<M>(&self, layout: M) -> Shared<'a, T, M> {
        Shared { raw: Raw { ptr: self.raw.ptr, layout }, life: PhantomData }
    }

    pub(crate) fn into_dynamic(self) -> Shared<'a, T, Dynamic> {
        self.with_layout(Dynamic::from_layout(&self.raw.layout))
    }

    pub(crate) fn broadcast(&self, to: &[usize]) -> Result<Shared<'a, T, Dynamic>, ShapeError> {
        let strides = layout::broadcast_strides(&self.raw.layout, to)?;
        Ok(self.with_layout(Dynamic { shape: SmallVec::from_slice(to), strides }))
    }

    /// The first `at` positions of an axis, and the others; both are some.
    #[cfg(feature = "rayon")]
    pub(crate) fn split_at(&self, axis: usize, at: usize) -> [Shared<'a, T, Dynamic>; 2] {
        let mut low = Dynamic::from_layout(&self.raw.layout);
        let mut high = low.clone();
        let mut first: SmallVec<[usize; 8]> = SmallVec::from_elem(0, low.shape.len());
        (low.shape[axis], high.shape[axis], first[axis]) = (at, high.shape[axis] - at, at);
        let second = self.raw.at(&first).expect("an element of the second part");
        [self.with_layout(low), Shared { raw: Raw { ptr: second, layout: high }, life: PhantomData }]
    }

    /// The same elements with their axes in another order: axis i of the result is axis `axes[i]`.
    pub(crate) fn permuted(&self, axes: &[usize]) -> Result<Shared<'a, T, Dynamic>, ShapeError> {
        let rank = self.raw.layout.shape().len();
        let mut seen = alloc::vec![false; rank];
        let valid =
            axes.len() == rank && axes.iter().all(|&a| a < rank && !core::mem::replace(&mut seen[a], true));
        if !valid {
            return Err(ShapeError::NotAPermutation { axes: axes.into(), rank });
        }
        let shape = axes.iter().map(|&a| self.raw.layout.shape()[a]).collect();
        let strides = axes.iter().map(|&a| self.raw.layout.strides()[a]).collect();
        Ok(self.with_layout(Dynamic { shape, strides }))
    }
}

impl<'a, T, const R: usize> Shared<'a, T, Fixed<R>> {
    pub(crate) fn slice_by<const O: usize>(
        self,
        encoding: EncodingRef<'_>,
    ) -> Result<Shared<'a, T, Fixed<O>>, SliceError> {
        Ok(Shared { raw: self.raw.slice_by(encoding)?, life: PhantomData })
    }

    /// As [`row_major`](Self::row_major), in constants too.
    #[inline]
    pub(crate) const fn row_major_fixed(data: &'a [T], shape: [usize; R]) -> Self {
        assert!(
            matches!(layout::count(&shape), Some(count) if count == data.len()),
            "the shape has the length of the data"
        );
        Self {
            raw: Raw { ptr: NonNull::from_ref(data).cast(), layout: Fixed::row_major(shape) },
            life: PhantomData,
        }
    }

    #[inline(always)]
    pub(crate) const fn try_slice<
        const N: usize,
        const BEGIN: u32,
        const END: u32,
        const ELLIPSIS: u32,
        const NEW_AXIS: u32,
        const SHRINK: u32,
        const C: usize,
        const P: usize,
        const O: usize,
    >(
        &self,
        spec: &Spec<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>,
    ) -> Result<Shared<'a, T, Fixed<O>>, SliceError> {
        match self.raw.try_slice(spec) {
            Ok(raw) => Ok(Shared { raw, life: PhantomData }),
            Err(error) => Err(error),
        }
    }

    #[inline(always)]
    #[track_caller]
    pub(crate) fn slice<
        const N: usize,
        const BEGIN: u32,
        const END: u32,
        const ELLIPSIS: u32,
        const NEW_AXIS: u32,
        const SHRINK: u32,
        const C: usize,
        const P: usize,
        const O: usize,
    >(
        &self,
        spec: &Spec<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>,
    ) -> Shared<'a, T, Fixed<O>> {
        Shared { raw: self.raw.slice(spec), life: PhantomData }
    }
}

impl<'a, T> Shared<'a, T, Dynamic> {
    pub(crate) fn into_fixed<const R: usize>(self) -> Result<Shared<'a, T, Fixed<R>>, ShapeError> {
        Ok(self.with_layout(self.raw.layout.fixed()?))
    }
}
