//! Exclusive views, and several of them at once.

use core::marker::PhantomData;
use core::ptr::NonNull;

use smallvec::SmallVec;

use super::{Exclusive, Raw, Shared};
use crate::error::{ShapeError, SliceError};
use crate::layout::{self, Dynamic, Fixed, Layout};
use crate::resolve;
use crate::spec::{EncodingRef, Spec};

impl<'a, T, L: Layout> Exclusive<'a, T, L> {
    /// As [`Shared::row_major`].
    #[inline]
    pub(crate) fn row_major(data: &'a mut [T], layout: L) -> Self {
        let raw = Shared::row_major(&*data, layout).raw;
        Self { raw: Raw { ptr: NonNull::from(data).cast(), layout: raw.layout }, life: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn layout(&self) -> &L {
        &self.raw.layout
    }

    /// The elements shared, for as long as this is borrowed.
    #[inline(always)]
    pub(crate) fn shared(&self) -> Shared<'_, T, L> {
        Shared { raw: Raw { ptr: self.raw.ptr, layout: self.raw.layout.clone() }, life: PhantomData }
    }

    /// The elements exclusively, for as long as this is borrowed.
    #[inline(always)]
    pub(crate) fn reborrow(&mut self) -> Exclusive<'_, T, L> {
        Exclusive { raw: Raw { ptr: self.raw.ptr, layout: self.raw.layout.clone() }, life: PhantomData }
    }

    pub(crate) fn into_mut(self, index: &[usize]) -> Option<&'a mut T> {
        // SAFETY: `at` checked the index; the exclusive view is given up: invariants 1 and 2.
        self.raw.at(index).map(|mut element| unsafe { element.as_mut() })
    }

    pub(crate) fn into_slice(self) -> Option<&'a mut [T]> {
        let (shape, strides) = (self.raw.layout.shape(), self.raw.layout.strides());
        // SAFETY: row-major without gaps: the elements of invariant 1 are one slice; the view is given up.
        layout::is_row_major(shape, strides)
            .then(|| unsafe { core::slice::from_raw_parts_mut(self.raw.ptr.as_ptr(), layout::len(shape)) })
    }

    pub(crate) fn slice_dynamic(
        self,
        encoding: EncodingRef<'_>,
    ) -> Result<Exclusive<'a, T, Dynamic>, SliceError> {
        Ok(Exclusive { raw: self.raw.slice_dynamic(encoding)?, life: PhantomData })
    }

    #[inline(always)]
    #[track_caller]
    pub(crate) fn slice_dynamic_or_fail(self, encoding: EncodingRef<'_>) -> Exclusive<'a, T, Dynamic> {
        Exclusive { raw: self.raw.slice_dynamic_or_fail(encoding), life: PhantomData }
    }

    pub(crate) fn into_dynamic(self) -> Exclusive<'a, T, Dynamic> {
        let layout = Dynamic::from_layout(&self.raw.layout);
        Exclusive { raw: Raw { ptr: self.raw.ptr, layout }, life: PhantomData }
    }
}

impl<'a, T, const R: usize> Exclusive<'a, T, Fixed<R>> {
    pub(crate) fn slice_by<const O: usize>(
        self,
        encoding: EncodingRef<'_>,
    ) -> Result<Exclusive<'a, T, Fixed<O>>, SliceError> {
        Ok(Exclusive { raw: self.raw.slice_by(encoding)?, life: PhantomData })
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
        self,
        spec: &Spec<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>,
    ) -> Result<Exclusive<'a, T, Fixed<O>>, SliceError> {
        match self.raw.try_slice(spec) {
            Ok(raw) => Ok(Exclusive { raw, life: PhantomData }),
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
        self,
        spec: &Spec<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>,
    ) -> Exclusive<'a, T, Fixed<O>> {
        Exclusive { raw: self.raw.slice(spec), life: PhantomData }
    }

    #[inline(always)]
    pub(crate) const fn shared_fixed(&self) -> Shared<'_, T, Fixed<R>> {
        Shared { raw: Raw { ptr: self.raw.ptr, layout: self.raw.layout }, life: PhantomData }
    }

    #[inline(always)]
    pub(crate) const fn reborrow_fixed(&mut self) -> Exclusive<'_, T, Fixed<R>> {
        Exclusive { raw: Raw { ptr: self.raw.ptr, layout: self.raw.layout }, life: PhantomData }
    }

    /// One part for each encoding, where no two have an element in common.
    pub(crate) fn disjoint<'e, const K: usize>(
        self,
        encodings: [EncodingRef<'e>; K],
    ) -> Result<[Part<'a, 'e, T, R>; K], SliceError> {
        let mut picks: SmallVec<[SmallVec<[layout::Picks; 8]>; 6]> = SmallVec::new();
        for (second, encoding) in encodings.iter().enumerate() {
            let own = resolve::picks(*encoding, &self.raw.layout.shape)?;
            if let Some(first) = picks.iter().position(|other| !layout::disjoint(other, &own)) {
                return Err(SliceError::Overlap { first, second });
            }
            picks.push(own);
        }
        Ok(encodings.map(|encoding| Part { raw: self.raw, encoding, life: PhantomData }))
    }
}

/// An exclusive slice yet to be made, whose elements no other part of the same tensor selects.
pub(crate) struct Part<'a, 'e, T, const R: usize> {
    raw: Raw<T, Fixed<R>>,
    encoding: EncodingRef<'e>,
    life: PhantomData<&'a mut [T]>,
}

impl<'a, T, const R: usize> Part<'a, '_, T, R> {
    /// Slices by the part's own encoding, whose result has rank O.
    pub(crate) fn slice<const O: usize>(self) -> Result<Exclusive<'a, T, Fixed<O>>, SliceError> {
        Ok(Exclusive { raw: self.raw.slice_by(self.encoding)?, life: PhantomData })
    }
}

impl<'a, T> Exclusive<'a, T, Dynamic> {
    pub(crate) fn into_fixed<const R: usize>(self) -> Result<Exclusive<'a, T, Fixed<R>>, ShapeError> {
        let layout = self.raw.layout.fixed()?;
        Ok(Exclusive { raw: Raw { ptr: self.raw.ptr, layout }, life: PhantomData })
    }
}
