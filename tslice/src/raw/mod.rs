//! Pointer and layout: unsafe door 1.
//!
//! [`Raw`] is the one type that holds a pointer; `Shared` and `Exclusive` give it a lifetime. Everything they offer
//! is safe: a slice is resolved here, against the very layout the pointer belongs to.
#![allow(unsafe_code, reason = "door 1: dereferencing a pointer inside its layout")]

mod diagonal;
mod integer;
mod iter;
mod lent;
mod owned;

use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ptr::NonNull;

pub use integer::{Integer, bound};
pub use iter::{Iter, IterMut};
pub(crate) use owned::Owned;
use smallvec::SmallVec;

use crate::error::{ShapeError, SliceError};
use crate::layout::{self, Dynamic, Fixed, Layout};
use crate::resolve;
use crate::spec::{EncodingRef, Spec};

/// A pointer to the first element and the layout of the others.
///
/// Invariants:
/// 1. For every index tuple inside the shape, `ptr` plus its offset points to an initialised `T` inside one live
///    allocation, and the offset in bytes does not overflow `isize`.
/// 2. In an `Exclusive`, different index tuples have different offsets, and nobody else reaches the elements.
/// 3. An empty layout's `ptr` is aligned and inside, at the end of, or apart from any allocation: it is not read.
pub(crate) struct Raw<T, L> {
    ptr: NonNull<T>,
    layout: L,
}

/// A shared view: `Copy` for `Copy` layouts.
pub(crate) struct Shared<'a, T, L> {
    raw: Raw<T, L>,
    life: PhantomData<&'a [T]>,
}

/// An exclusive view.
pub(crate) struct Exclusive<'a, T, L> {
    raw: Raw<T, L>,
    life: PhantomData<&'a mut [T]>,
}

impl<T, L: Clone> Clone for Raw<T, L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self { ptr: self.ptr, layout: self.layout.clone() }
    }
}

impl<T, L: Copy> Copy for Raw<T, L> {}

impl<T, L: Clone> Clone for Shared<'_, T, L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self { raw: self.raw.clone(), life: PhantomData }
    }
}

impl<T, L: Copy> Copy for Shared<'_, T, L> {}

// SAFETY: a `Shared` gives `&T` only, as `&[T]` does.
unsafe impl<T: Sync, L: Send> Send for Shared<'_, T, L> {}
// SAFETY: as above.
unsafe impl<T: Sync, L: Sync> Sync for Shared<'_, T, L> {}
// SAFETY: an `Exclusive` gives `&mut T`, as `&mut [T]` does (invariant 2).
unsafe impl<T: Send, L: Send> Send for Exclusive<'_, T, L> {}
// SAFETY: through `&Exclusive` only `&T` can be had.
unsafe impl<T: Sync, L: Sync> Sync for Exclusive<'_, T, L> {}

/// `try_slice` and `slice`, inlined as the attribute says. All in one function: parts of it would be copied into callers
/// before they are simplified.
macro_rules! slicers {
    (#[$inline:meta] $try_slice:ident, $slice:ident) => {
        impl<T, const R: usize> Raw<T, Fixed<R>> {
            #[$inline]
            const fn $try_slice<
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
            fn $slice<
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
    const fn try_slice<
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
    fn slice<
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
    fn slice_by<const O: usize>(&self, encoding: EncodingRef<'_>) -> Result<Raw<T, Fixed<O>>, SliceError> {
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
    fn slice_dynamic(&self, encoding: EncodingRef<'_>) -> Result<Raw<T, Dynamic>, SliceError> {
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
    fn slice_dynamic_or_fail(&self, encoding: EncodingRef<'_>) -> Raw<T, Dynamic> {
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

    fn at(&self, index: &[usize]) -> Option<NonNull<T>> {
        let offset = layout::offset(self.layout.shape(), self.layout.strides(), index)?;
        // SAFETY: the index is inside the shape: invariant 1.
        Some(unsafe { self.ptr.offset(offset) })
    }
}

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

    #[inline(always)]
    pub(crate) fn ptr(&self) -> NonNull<T> {
        self.raw.ptr
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
    fn with_layout<M>(&self, layout: M) -> Shared<'a, T, M> {
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

    #[inline(always)]
    pub(crate) fn ptr(&self) -> NonNull<T> {
        self.raw.ptr
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
