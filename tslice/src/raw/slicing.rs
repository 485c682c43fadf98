//! Slices: a layout resolved against the one that its pointer belongs to.

use core::mem::MaybeUninit;
use core::ptr::NonNull;

use super::Raw;
use crate::error::SliceError;
use crate::layout::{self, Dynamic, Fixed, Layout};
use crate::resolve;
use crate::spec::{EncodingRef, Spec};

/// `try_slice` and `slice`, inlined as the attribute says. All in one function: parts of it would be copied into callers
/// before they are simplified.
macro_rules! slicers {
    (#[$inline:meta] $try_slice:ident, $slice:ident) => {
        impl<T, const R: usize> Raw<T, Fixed<R>> {
            #[$inline]
            pub(super) const fn $try_slice<
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
            ) -> Result<Raw<T, Fixed<O>>, SliceError> {
                let mut layout = Fixed { shape: [0; O], strides: [0; O] };
                let offset = match resolve::likely(spec, &self.layout, &mut layout) {
                    Some(offset) => offset,
                    None => {
                        let (numbers, from) = ([spec.begin, spec.end, spec.strides], self.layout);
                        let masks = const { &Spec::<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>::MASKS };
                        match resolve::with_care(&numbers, masks, R - C, &from) {
                            Ok((offset, careful)) => {
                                resolve::copy(&careful, &mut layout);
                                offset
                            }
                            Err(error) => return Err(error),
                        }
                    }
                };
                // SAFETY: `resolve` says where an element of this layout is, or 0 for an empty result (invariants 1 and 3).
                Ok(Raw { ptr: unsafe { self.ptr.offset(offset) }, layout })
            }

            #[$inline]
            #[track_caller]
            pub(super) fn $slice<
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
            ) -> Raw<T, Fixed<O>> {
                let mut layout = Fixed { shape: [0; O], strides: [0; O] };
                let offset = match resolve::likely(spec, &self.layout, &mut layout) {
                    Some(offset) => offset,
                    None => {
                        let (numbers, from) = ([spec.begin, spec.end, spec.strides], self.layout);
                        let masks = const { &Spec::<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>::MASKS };
                        let (offset, careful) = resolve::or_fail(&numbers, masks, R - C, &from);
                        resolve::copy(&careful, &mut layout);
                        offset
                    }
                };
                // SAFETY: as in `try_slice`.
                Raw { ptr: unsafe { self.ptr.offset(offset) }, layout }
            }
        }
    };
}

slicers! { #[inline(always)] try_slice_here, slice_here }
slicers! { #[inline] try_slice_anywhere, slice_anywhere }

impl<T, const R: usize> Raw<T, Fixed<R>> {
    /// C is at most R, and O is R - C + P. A few entries are a few instructions, and always inlined; more are where the compiler
    /// wants them, which takes a fraction of its time.
    #[inline(always)]
    pub(super) const fn try_slice<
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
    ) -> Result<Raw<T, Fixed<O>>, SliceError> {
        if const { N <= 2 } { self.try_slice_here(spec) } else { self.try_slice_anywhere(spec) }
    }

    /// As `try_slice`, but panics.
    #[inline(always)]
    #[track_caller]
    pub(super) fn slice<
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
    ) -> Raw<T, Fixed<O>> {
        if const { N <= 2 } { self.slice_here(spec) } else { self.slice_anywhere(spec) }
    }
}

impl<T, const R: usize> Raw<T, Fixed<R>> {
    /// As `slice_dynamic`, where the caller knows that the result has rank O.
    pub(super) fn slice_by<const O: usize>(
        &self,
        encoding: EncodingRef<'_>,
    ) -> Result<Raw<T, Fixed<O>>, SliceError> {
        resolve::check(encoding)?;
        let axes = resolve::axes(encoding, R)?;
        assert!(axes.rank == O, "the rank of the encoding's result");
        let mut layout = Fixed { shape: [0; O], strides: [0; O] };
        let Fixed { shape, strides } = &self.layout;
        let offset =
            resolve::resolve(encoding, axes.whole, shape, strides, &mut layout.shape, &mut layout.strides)?;
        // SAFETY: `resolve` says where an element of this layout is, or 0 for an empty result (invariants 1 and 3).
        Ok(Raw { ptr: unsafe { self.ptr.offset(offset) }, layout })
    }
}

impl<T, L: Layout> Raw<T, L> {
    pub(super) fn slice_dynamic(&self, encoding: EncodingRef<'_>) -> Result<Raw<T, Dynamic>, SliceError> {
        resolve::check(encoding)?;
        let (shape, strides) = (self.layout.shape(), self.layout.strides());
        let axes = resolve::axes(encoding, shape.len())?;
        let mut result = Raw { ptr: self.ptr, layout: Dynamic::new() };
        result.layout.clear(axes.rank);
        let Dynamic { shape: to, strides: by } = &mut result.layout;
        let offset = resolve::resolve(encoding, axes.whole, shape, strides, to, by)?;
        // SAFETY: `resolve` says where an element of this layout is, or 0 for an empty result (invariants 1 and 3).
        result.ptr = unsafe { self.ptr.offset(offset) };
        Ok(result)
    }

    /// As `slice_dynamic`, but panics.
    #[inline(always)]
    #[track_caller]
    pub(super) fn slice_dynamic_or_fail(&self, encoding: EncodingRef<'_>) -> Raw<T, Dynamic> {
        let mut result = MaybeUninit::uninit();
        self.slice_dynamic_into(encoding, &mut result);
        // SAFETY: it has been written.
        unsafe { result.assume_init() }
    }

    /// Writes the slice where the caller wants it: a layout is too large to be moved for nothing.
    #[inline(never)]
    #[track_caller]
    fn slice_dynamic_into(&self, encoding: EncodingRef<'_>, result: &mut MaybeUninit<Raw<T, Dynamic>>) {
        let (shape, strides) = (self.layout.shape(), self.layout.strides());
        let axes = match resolve::check(encoding).and_then(|()| resolve::axes(encoding, shape.len())) {
            Ok(axes) => axes,
            Err(error) => crate::error::fail(&error),
        };
        let result = result.write(Raw { ptr: self.ptr, layout: Dynamic::new() });
        result.layout.clear(axes.rank);
        let Dynamic { shape: to, strides: by } = &mut result.layout;
        match resolve::resolve(encoding, axes.whole, shape, strides, to, by) {
            // SAFETY: as in `slice_dynamic`.
            Ok(offset) => result.ptr = unsafe { self.ptr.offset(offset) },
            Err(error) => crate::error::fail(&error),
        }
    }

    pub(super) fn at(&self, index: &[usize]) -> Option<NonNull<T>> {
        let offset = layout::offset(self.layout.shape(), self.layout.strides(), index)?;
        // SAFETY: the index is inside the shape: invariant 1.
        Some(unsafe { self.ptr.offset(offset) })
    }
}
