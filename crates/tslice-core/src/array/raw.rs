//! The one file that touches the storage and the layout of an [`Array`], and so the one that can
//! break its invariants.
//!
//! Whatever makes an array elsewhere goes through the constructors here. Those that cannot check
//! their arguments are `unsafe`; debug builds then assert what integers show of the invariants.

use alloc::vec::Vec;
use core::ptr::NonNull;

use tslice_kernels::Gaps;

use super::storage::Key;
use super::{Borrowed, Mut, Owned, Read, Ref, Write, invariants};
use crate::error::Message;
use crate::layout::{self, Dims, Fixed, Layout, Rank, are_distinct};

// SAFETY: `Key::new` needs that storages and pointers are used as the invariants of `Array` say.
// Only functions of this file use the key. Those that make an array of a pointer and a layout are
// `unsafe` or compare the two; the others keep both, or hand out elements as the array borrows
// them.
const KEY: Key = unsafe { Key::new() };

/// An array: elements in a storage S, with a shape and strides of dims D.
///
/// S is [`Owned<T>`], [`Ref<'a, T>`](Ref) or [`Mut<'a, T>`](Mut). D is [`Rank<R>`](Rank) if the
/// compiler knows the rank, and [`Dyn`](crate::Dyn) if it is known at run time. Six aliases name
/// the combinations:
///
/// | | rank known to the compiler | rank known at run time |
/// |---|---|---|
/// | owned | [`Tensor<T, R>`](crate::Tensor) | [`DynTensor<T>`](crate::DynTensor) |
/// | shared | [`View<'a, T, R>`](crate::View) | [`DynView<'a, T>`](crate::DynView) |
/// | exclusive | [`ViewMut<'a, T, R>`](crate::ViewMut) | [`DynViewMut<'a, T>`](crate::DynViewMut) |
///
/// An index is an array, `a[[1, 2]]`, if the compiler knows the rank, and a slice, `a[&[1, 2]]`, if
/// it does not.
///
/// # Methods by task
///
/// The list leaves out other forms of a method: `_mut` gives an exclusive view, `try_` returns a
/// `Result` instead of panicking, `_into` writes to an existing array, and `par_` uses several
/// threads.
///
/// - **make a tensor**: [`from_shape_vec`](crate::Tensor::from_shape_vec),
///   [`from_shape_fn`](crate::Tensor::from_shape_fn), [`full`](crate::Tensor::full),
///   [`zeros`](crate::Tensor::zeros), `From` nested arrays, slices, vectors and views, `collect`
/// - **make a view**: [`from_shape`](crate::View::from_shape), [`new`](crate::View::new) in `const`
///   items, [`from_strided`](crate::View::from_strided),
///   [`from_raw_parts`](crate::View::from_raw_parts), `From` references to arrays, nested arrays,
///   slices and vectors
/// - **borrow the whole array**: [`view`](Self::view), [`view_mut`](Self::view_mut),
///   [`as_slice`](Self::as_slice), [`as_mut_slice`](Self::as_mut_slice),
///   [`into_mut_slice`](crate::ViewMut::into_mut_slice), [`as_ptr`](Self::as_ptr),
///   [`as_mut_ptr`](Self::as_mut_ptr)
/// - **shape and strides**: [`shape`](Self::shape), [`strides`](Self::strides),
///   [`rank`](Self::rank), [`len`](Self::len), [`is_empty`](Self::is_empty),
///   [`is_contiguous`](Self::is_contiguous)
/// - **slice**: [`slice`](Self::slice), [`slice_mut`](Self::slice_mut),
///   [`slice_axis`](Self::slice_axis), [`index_axis`](Self::index_axis), [`row`](Self::row),
///   [`into_slice_mut`](crate::ViewMut::into_slice_mut), [`const_slice`](crate::View::const_slice)
/// - **take several parts at once**: [`multi_slice_mut`](Self::multi_slice_mut),
///   [`split_at`](Self::split_at), [`split_at_mut`](Self::split_at_mut), [`chunks`](Self::chunks),
///   [`chunks_mut`](Self::chunks_mut), [`windows`](Self::windows),
///   [`windows_along`](Self::windows_along)
/// - **iterate over an axis**: [`axis_iter`](Self::axis_iter),
///   [`axis_iter_mut`](Self::axis_iter_mut), [`rows`](Self::rows), [`rows_mut`](Self::rows_mut),
///   [`lanes`](Self::lanes), [`lanes_mut`](Self::lanes_mut)
/// - **change the axes**: [`permute`](Self::permute), [`permute_mut`](Self::permute_mut),
///   [`t`](Self::t), [`broadcast_to`](Self::broadcast_to), [`reshape`](Self::reshape),
///   [`reshape_mut`](Self::reshape_mut), [`insert_axis`](Self::insert_axis),
///   [`into_shape`](Self::into_shape), [`diagonal`](Self::diagonal),
///   [`diagonal_mut`](Self::diagonal_mut)
/// - **read elements**: [`get`](Self::get), [`iter`](Self::iter),
///   [`indexed_iter`](Self::indexed_iter), `for x in &array`, `==` with arrays, nested arrays,
///   slices and vectors
/// - **write elements**: [`get_mut`](Self::get_mut), [`iter_mut`](Self::iter_mut),
///   [`indexed_iter_mut`](Self::indexed_iter_mut), [`assign`](Self::assign),
///   [`assign_within`](Self::assign_within), [`fill`](Self::fill), [`swap`](Self::swap)
/// - **compute**: [`sum`](Self::sum), [`sum_as`](Self::sum_as), [`mean`](Self::mean),
///   [`min`](Self::min), [`max`](Self::max), [`argmin`](Self::argmin), [`argmax`](Self::argmax),
///   [`any`](Self::any), [`all`](Self::all); along an axis [`sum_axis`](Self::sum_axis),
///   [`mean_axis`](Self::mean_axis), [`min_axis`](Self::min_axis), [`max_axis`](Self::max_axis),
///   [`argmin_axis`](Self::argmin_axis), [`argmax_axis`](Self::argmax_axis),
///   [`map_axis`](Self::map_axis); [`map`](Self::map), [`map_inplace`](Self::map_inplace),
///   [`fold_axis`](Self::fold_axis), [`accumulate`](Self::accumulate), and [`zip`](crate::zip) for
///   several arrays
/// - **copy**: [`to_vec`](Self::to_vec), [`to_tensor`](Self::to_tensor),
///   [`copy_to_slice`](Self::copy_to_slice); on several threads with the feature `rayon`:
///   `par_to_tensor`, `par_copy_to_slice`
/// - **join**: [`concatenate`](crate::concatenate), [`stack`](crate::stack)
/// - **borders**: [`pad`](Self::pad), [`crop`](Self::crop)
/// - **pick by lists and masks**: [`pick`](Self::pick), [`pick_into`](Self::pick_into),
///   [`select`](Self::select); of an axis that is a number [`take`](Self::take),
///   [`compress`](Self::compress)
/// - **write through lists and masks**: [`pick_mut`](Self::pick_mut),
///   [`select_mut`](Self::select_mut): then `assign`, `fill`, `apply`
/// - **print**: `{}` as NumPy prints, `{:?}` with commas, each with precision, width and sign
/// - **gather, copy diagonals, compute the gradient of a slice**: methods of the crate
///   `tslice-ops`: `use tslice_ops::prelude::*`
/// - **convert**: [`into_dyn`](Self::into_dyn), [`into_rank`](Self::into_rank),
///   [`into_static`](Self::into_static), [`into_ranked`](Self::into_ranked),
///   [`to_nested`](Self::to_nested), [`into_vec`](crate::Tensor::into_vec), and other crates' types
///   by [`interop`](crate::interop)
///
/// # Size
///
/// An array has at most `isize::MAX` elements. Only a list of elements of size 0, such as `()`, can
/// be longer; its conversion by `From`, `collect` or [`AsView`](crate::traits::AsView) panics.
///
/// # Lifetimes
///
/// A slice, an iterator or a reference that is taken from a shared view with lifetime `'a` lives
/// for `'a`, so it may outlive the view itself. One that is taken from a tensor or an exclusive
/// view lives for as long as that is borrowed.
///
/// # Generic code
///
/// This function takes every array of `i32` that can be read:
///
/// ```
/// use tslice::{Array, Dims, Read, Tensor};
///
/// fn largest<S: Read<Elem = i32>, D: Dims>(array: &Array<S, D>) -> Option<i32> {
///     array.into_iter().copied().max()
/// }
///
/// assert_eq!(largest(&Tensor::from([[3, 9], [4, 1]])), Some(9));
/// ```
// Invariants, which the `unsafe` constructors ask for, and the others check:
// 1. For every index tuple inside the shape, the storage's pointer plus the offset of the tuple
//    points to an initialised element inside one live allocation, and the offset in bytes does not
//    overflow `isize`. The bytes between the first and the last element in memory are readable;
//    others may write them.
// 2. If the storage is `Mut` or `Owned`, different index tuples have different offsets, and no
//    other reference to the elements exists. If it is `Ref`, the elements are not written.
// 3. The pointer of an empty array is aligned. It is not read.
// 4. If the storage is `Owned`, the layout is the row-major one of as many elements as the vector
//    has.
// 5. `count` can count the shape: the product of its non-zero lengths is at most `isize::MAX`. It
//    has the lengths that the dims know.
#[must_use]
pub struct Array<S, D: Dims> /* Tensor<f32, 2>, View<f32, 2> */ {
    storage: S,
    layout: D::Layout,
}

impl<S: Clone, D: Dims> Clone for Array<S, D> {
    #[inline]
    fn clone(&self) -> Self {
        Self {
            storage: self.storage.clone(),
            layout: self.layout.clone(),
        }
    }
}

impl<S: Copy, D: Dims> Copy for Array<S, D> where D::Layout: Copy {}

impl<S, D: Dims> Array<S, D> {
    #[inline(always)]
    pub(crate) const fn layout(&self) -> &D::Layout {
        &self.layout
    }

    /// The same array with dims E; `None` if they have another rank, or know another length.
    #[inline]
    pub(crate) fn with_dims<E: Dims>(self) -> Option<Array<S, E>> {
        let layout = layout::strided::<E>(self.layout.shape(), self.layout.strides())?;
        // Lengths and strides are the same, and so are all invariants.
        Some(Array {
            storage: self.storage,
            layout,
        })
    }
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Asserts in debug builds that the elements of a layout can be among those of this array, if
    /// the first one is at `offset`. Elements without size are anywhere.
    #[inline(always)]
    fn assert_has<E: Dims>(&self, offset: isize, layout: &E::Layout) {
        assert_fits::<S::Elem, E>(layout.shape(), layout.strides());
        debug_assert!(
            size_of::<S::Elem>() == 0 || invariants::inside(layout, offset, &self.layout),
            "the elements are those of the array"
        );
    }

    /// Returns a pointer to the first element; [`strides`](Self::strides) give the places of the
    /// others.
    ///
    /// It is valid for reads for as long as the array is borrowed; that of a shared view, for as
    /// long as the memory lives. The pointer of an empty array points to no element.
    #[inline(always)]
    pub fn as_ptr(&self) -> *const S::Elem {
        self.storage.ptr(KEY).as_ptr()
    }

    /// [`as_ptr`](Self::as_ptr), which is not null, and may be written through if the array is
    /// exclusive.
    #[inline(always)]
    pub(crate) fn first_ptr(&self) -> NonNull<S::Elem> {
        self.storage.ptr(KEY)
    }

    /// The elements, shared for as long as the array is borrowed.
    #[inline(always)]
    pub(crate) fn base(&self) -> RawElements<Ref<'_, S::Elem>> {
        RawElements(Ref::at(self.storage.ptr(KEY), KEY))
    }

    /// The elements, shared for as long as the memory lives if this array is itself a shared view.
    #[inline(always)]
    pub(crate) fn lent_base(&self) -> RawElements<S::Shared<'_>> {
        RawElements(S::Shared::borrow(self.storage.ptr(KEY), Gaps::Shared, KEY))
    }

    /// Returns a shared view of the elements, for as long as this array is borrowed.
    #[inline]
    pub fn view(&self /* of another shape: reshape([3, 2]) */) -> Array<Ref<'_, S::Elem>, D> {
        Array {
            storage: self.base().0,
            layout: self.layout.clone(),
        }
    }

    /// Returns a shared view of the elements. It lives as long as the memory if this array is
    /// itself a shared view.
    #[inline]
    pub(crate) fn lent(&self) -> Array<S::Shared<'_>, D> {
        Array {
            storage: self.lent_base().0,
            layout: self.layout.clone(),
        }
    }

    /// A shared view of elements of this array, the first of which is `offset` elements behind its
    /// own first one. It lives as long as the memory if this array is itself a shared view.
    ///
    /// # Safety
    ///
    /// For each index tuple of the layout, `offset` and its own offset point to an element of this
    /// array. Without index tuples, `offset` is that of an element, or 0. The elements can be
    /// counted, and E knows no other lengths (invariant 5).
    #[inline(always)]
    pub(crate) unsafe fn part<E: Dims>(
        &self,
        offset: isize,
        layout: E::Layout,
    ) -> Array<S::Shared<'_>, E> {
        self.assert_has::<E>(offset, &layout);
        // SAFETY: `array` needs the conditions of `part`, as the elements are shared.
        unsafe { self.lent_base().array(offset, layout) }
    }

    /// The elements, or some of them, as the array of another layout, which begins at the same one.
    ///
    /// # Safety
    ///
    /// The conditions of [`part`](Self::part) hold for an offset of 0. If the elements are
    /// exclusive, different index tuples point to different ones. If they are owned, the layout is
    /// the row-major one of all of them (invariant 4).
    #[inline(always)]
    pub(crate) unsafe fn with_layout<E: Dims>(self, layout: E::Layout) -> Array<S, E> {
        self.assert_has::<E>(0, &layout);
        Array {
            storage: self.storage,
            layout,
        }
    }

    /// Returns a pointer to the first element, through which elements may be written;
    /// [`strides`](Self::strides) give the places of the others.
    ///
    /// It is valid for as long as the array is borrowed. The pointer of an empty array points to no
    /// element.
    #[inline(always)]
    pub fn as_mut_ptr(&mut self) -> *mut S::Elem
    where
        S: Write,
    {
        self.storage.ptr_mut(KEY).as_ptr()
    }

    /// Returns an exclusive view of the elements, for as long as this array is borrowed.
    #[inline]
    pub fn view_mut(&mut self) -> Array<Mut<'_, S::Elem>, D>
    where
        S: Write,
    {
        Array {
            storage: Mut::at(self.storage.ptr_mut(KEY), self.gaps(), KEY),
            layout: self.layout.clone(),
        }
    }
}

impl<S: Write, D: Dims> Array<S, D> {
    /// The elements, exclusive for as long as the array is borrowed.
    #[inline(always)]
    pub(crate) fn base_mut(&mut self) -> RawElements<Mut<'_, S::Elem>> {
        RawElements(Mut::at(self.storage.ptr_mut(KEY), Gaps::Shared, KEY))
    }

    /// Tells who reaches the memory between the elements.
    #[inline(always)]
    pub(crate) fn gaps(&self) -> Gaps {
        self.storage.gaps(KEY)
    }

    /// [`part`](Self::part), exclusive: it owns what is between its elements if this array does.
    ///
    /// # Safety
    ///
    /// The conditions of [`part`](Self::part) hold, and different index tuples of the layout point
    /// to different elements.
    #[inline(always)]
    pub(crate) unsafe fn part_mut<E: Dims>(
        &mut self,
        offset: isize,
        layout: E::Layout,
    ) -> Array<Mut<'_, S::Elem>, E> {
        self.assert_has::<E>(offset, &layout);
        debug_assert!(
            are_distinct(layout.shape(), layout.strides()),
            "no two indices share an element"
        );
        // SAFETY: `offset` needs a result inside the allocation: it is that of an element, or 0
        // (the condition of `part_mut`).
        let first = unsafe { self.storage.ptr_mut(KEY).offset(offset) };
        Array {
            storage: Mut::at(first, self.gaps(), KEY),
            layout,
        }
    }
}

impl<T, D: Dims> Array<Owned<T>, D> {
    /// [`from_shape_vec`](Self::from_shape_vec) for a shape of these dims that is known to need as
    /// many elements as `data` has.
    ///
    /// # Panics
    ///
    /// If it does not, or the dims know other lengths.
    #[inline]
    #[track_caller]
    pub(crate) fn from_parts(shape: &[usize], data: Vec<T>) -> Self {
        expect_len(shape, data.len());
        Self {
            storage: Owned::new(data, KEY),
            layout: row_major::<D>(shape),
        }
    }

    /// Returns the vector of the elements, which are in row-major order. They do not move.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.storage.into_data(KEY)
    }
}

impl<'a, T, D: Dims> Array<Mut<'a, T>, D> {
    /// [`part_mut`](Self::part_mut), for which the array is given up.
    ///
    /// # Safety
    ///
    /// The conditions of [`part_mut`](Self::part_mut) hold.
    #[inline(always)]
    pub(crate) unsafe fn into_part<E: Dims>(
        self,
        offset: isize,
        layout: E::Layout,
    ) -> Array<Mut<'a, T>, E> {
        self.assert_has::<E>(offset, &layout);
        // SAFETY: `offset` needs a result inside the allocation: it is that of an element, or 0
        // (the condition of `into_part`).
        let first = unsafe { self.storage.ptr(KEY).offset(offset) };
        Array {
            storage: Mut::at(first, self.gaps(), KEY),
            layout,
        }
    }
}

impl<S: Borrowed, D: Dims> Array<S, D> {
    /// # Safety
    ///
    /// The invariants 1, 2, 3 and 5 hold for as long as the storage borrows its elements. If they
    /// are exclusive, the gaps are the array's own only if no other reference to the memory between
    /// the elements exists, and it belongs to their allocation.
    #[inline(always)]
    pub(crate) unsafe fn of_memory(first: NonNull<S::Elem>, gaps: Gaps, layout: D::Layout) -> Self {
        assert_fits::<S::Elem, D>(layout.shape(), layout.strides());
        debug_assert!(first.is_aligned(), "an aligned pointer");
        debug_assert!(
            !S::EXCLUSIVE || are_distinct(layout.shape(), layout.strides()),
            "no two indices share an element"
        );
        Self {
            storage: S::borrow(first, gaps, KEY),
            layout,
        }
    }

    /// The elements of a slice, from number `first` on, as the array of a layout.
    ///
    /// # Safety
    ///
    /// `first` is at most the length of the slice. Each index tuple of the layout points to an
    /// element of the slice, and different ones to different elements if the slice is exclusive.
    /// The elements can be counted (invariant 5).
    #[inline]
    pub(crate) unsafe fn of_slice(data: S::Slice, first: usize, layout: D::Layout) -> Self {
        let start = S::first(data, KEY);
        // SAFETY: `add` needs a result inside the slice, or at its end: the condition of
        // `of_slice`.
        let first = unsafe { start.add(first) };
        // SAFETY: `of_memory` needs the invariants 1, 2, 3 and 5: the conditions of `of_slice`, for
        // as long as the slice is borrowed, with what is between the elements.
        unsafe { Self::of_memory(first, Gaps::Exclusive, layout) }
    }

    /// [`from_shape`](Self::from_shape) of a shape of these dims that is known to need as many
    /// elements.
    ///
    /// # Panics
    ///
    /// If it does not, or the dims know other lengths.
    #[track_caller]
    pub(crate) fn over_slice(shape: &[usize], data: S::Slice) -> Self {
        expect_len(shape, data.len());
        // SAFETY: `of_slice` needs index tuples that point to elements of the slice, each to its
        // own: the row-major offsets of a shape are those of a slice of its length.
        unsafe { Self::of_slice(data, 0, row_major::<D>(shape)) }
    }

    /// The memory and the layout, apart.
    #[inline(always)]
    pub(crate) fn into_base(self) -> (RawElements<S>, D::Layout) {
        (RawElements(self.storage), self.layout)
    }
}

/// The elements of a borrowed array without its layout, of which iterators make items: each element
/// in one of them at most if it is exclusive.
#[derive(Clone, Copy)]
pub(crate) struct RawElements<S>(S);

impl<T> RawElements<Mut<'_, T>> {
    /// The same elements, exclusive for as long as this is borrowed.
    #[inline(always)]
    pub(crate) fn exclusive(&mut self) -> RawElements<Mut<'_, T>> {
        RawElements(Mut::at(self.0.ptr_mut(KEY), Gaps::Shared, KEY))
    }
}

impl<S: Borrowed> RawElements<S> {
    /// The same elements once more.
    ///
    /// # Safety
    ///
    /// If the elements are exclusive, none is handed out by both.
    pub(crate) unsafe fn twin(&self) -> Self {
        Self(S::borrow(self.0.ptr(KEY), Gaps::Shared, KEY))
    }

    /// The same elements, shared for as long as this is borrowed.
    pub(crate) fn shared(&self) -> RawElements<Ref<'_, S::Elem>> {
        RawElements(Ref::at(self.0.ptr(KEY), KEY))
    }

    /// The element at an offset.
    ///
    /// # Safety
    ///
    /// The offset is that of an element of the array. If the elements are exclusive, it has not
    /// been handed out.
    #[inline(always)]
    pub(crate) unsafe fn item(&self, offset: isize) -> S::Item {
        // SAFETY: `offset` needs a result inside the allocation: it is that of an element (the
        // condition of this `item`).
        let element = unsafe { self.0.ptr(KEY).offset(offset) };
        // SAFETY: `S::item` needs a live element for the life of the storage (invariant 1), which
        // no other code writes, nor reads if it is exclusive (invariant 2): the array was given up
        // for the base, and the element was not handed out before.
        unsafe { S::item(element) }
    }

    /// The elements that follow each other from an offset on.
    ///
    /// # Safety
    ///
    /// The conditions of [`item`](Self::item) hold for each of the `len` elements. If there are
    /// none, the offset is 0, or that of the place behind an element.
    #[inline(always)]
    pub(crate) unsafe fn slice(&self, first: isize, len: usize) -> S::Slice {
        // SAFETY: `offset` needs a result inside the allocation or at its end: it is that of an
        // element, or of the place behind one (the condition of this `slice`).
        let first = unsafe { self.0.ptr(KEY).offset(first) };
        // SAFETY: `S::slice` needs `len` live elements in a row for the life of the storage
        // (invariant 1), which no other code writes, nor reads if they are exclusive (invariant 2):
        // the array was given up for the base, and they were not handed out before.
        unsafe { S::slice(first, len) }
    }

    /// An array of some of the elements. It does not own what is between them.
    ///
    /// # Safety
    ///
    /// The conditions of [`part`](Array::part) hold for the array that was given up for the base.
    /// If the elements are exclusive, different index tuples point to different ones, and none of
    /// them has been handed out.
    #[inline(always)]
    pub(crate) unsafe fn array<D: Dims>(&self, offset: isize, layout: D::Layout) -> Array<S, D> {
        assert_fits::<S::Elem, D>(layout.shape(), layout.strides());
        // SAFETY: `offset` needs a result inside the allocation: it is that of an element, or 0
        // (the condition of `array`).
        let first = unsafe { self.0.ptr(KEY).offset(offset) };
        Array {
            storage: S::borrow(first, Gaps::Shared, KEY),
            layout,
        }
    }
}

impl<'a, T, D: Dims> Array<Ref<'a, T>, D> {
    /// The array with elements of another type at the same places.
    ///
    /// # Safety
    ///
    /// Invariants 1 and 3 hold for elements of this type.
    #[inline]
    pub(crate) unsafe fn retyped<U>(self) -> Array<Ref<'a, U>, D> {
        Array {
            storage: Ref::at(self.storage.first(KEY).cast(), KEY),
            layout: self.layout,
        }
    }
}

impl<'a, T, const R: usize> Array<Ref<'a, T>, Rank<R>> {
    /// Views a slice as a row-major array, in `const` and `static` items too.
    ///
    /// ```
    /// use tslice::View;
    ///
    /// static TABLE: [u8; 6] = [1, 2, 3, 4, 5, 6];
    /// const VIEW: View<u8, 2> = View::new([2, 3], &TABLE);
    /// assert_eq!(VIEW, [[1, 2, 3], [4, 5, 6]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the shape needs another number of elements than the slice has; the message names both.
    #[inline]
    #[track_caller]
    pub const fn new(shape: [usize; R], data: &'a [T]) -> Self {
        expect_len(&shape, data.len());
        // The row-major offsets of a shape are those of a slice of its length: invariant 1. It is
        // shared for 'a: invariant 2.
        Self {
            storage: Ref::at(NonNull::from_ref(data).cast(), KEY),
            layout: Fixed::of_shape(shape),
        }
    }

    /// [`part`](Self::part) for `const` code.
    ///
    /// # Safety
    ///
    /// The conditions of [`part`](Self::part) hold.
    #[inline(always)]
    pub(crate) const unsafe fn const_part<const O: usize>(
        &self,
        offset: isize,
        layout: Fixed<O>,
    ) -> Array<Ref<'a, T>, Rank<O>> {
        assert_fits::<T, Rank<O>>(&layout.shape, &layout.strides);
        // SAFETY: `offset` needs a result inside the allocation: it is that of an element, or 0
        // (the condition of `const_part`).
        let first = unsafe { self.storage.first(KEY).offset(offset) };
        Array {
            storage: Ref::at(first, KEY),
            layout,
        }
    }
}

impl<'a, T, const R: usize> Array<Mut<'a, T>, Rank<R>> {
    /// Views a slice as a row-major array, exclusively.
    ///
    /// ```
    /// use tslice::{ViewMut, s};
    ///
    /// let mut pixels = [0_u8; 6];
    /// ViewMut::new([2, 3], &mut pixels).slice_mut(s![:, 1]).fill(255);
    /// assert_eq!(pixels, [0, 255, 0, 0, 255, 0]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the shape needs another number of elements than the slice has; the message names both.
    #[inline]
    #[track_caller]
    pub const fn new(shape: [usize; R], data: &'a mut [T]) -> Self {
        expect_len(&shape, data.len());
        // The row-major offsets of a shape are those of a slice of its length, and they differ:
        // invariants 1 and 2.
        let storage = Mut::at(NonNull::from_mut(data).cast(), Gaps::Exclusive, KEY);
        Self {
            storage,
            layout: Fixed::of_shape(shape),
        }
    }
}

/// Asserts in debug builds that elements of a layout can be inside one allocation.
#[inline(always)]
const fn assert_fits<T, D: Dims>(shape: &[usize], strides: &[isize]) {
    debug_assert!(
        invariants::fits::<D>(shape, strides, size_of::<T>()),
        "a layout inside an allocation"
    );
}

/// The row-major layout of a shape whose elements were counted.
#[track_caller]
pub(crate) fn row_major<D: Dims>(shape: &[usize]) -> D::Layout {
    layout::row_major::<D>(shape).expect("a shape of its dims")
}

/// Panics unless the shape needs as many elements as there are.
#[inline]
#[track_caller]
const fn expect_len(shape: &[usize], len: usize) {
    if !matches!(layout::count(shape), Some(needed) if needed == len) {
        wrong_len(shape, len);
    }
}

/// The shape of nested arrays, before they are flattened: more elements without size than can be
/// counted would panic there.
#[inline]
#[track_caller]
pub(super) const fn counted(shape: &[usize]) -> &[usize] {
    if layout::count(shape).is_none() {
        wrong_len(shape, 0);
    }
    shape
}

#[cold]
#[track_caller]
const fn wrong_len(shape: &[usize], len: usize) -> ! {
    let message = Message::new().text("shape ").list(shape);
    match layout::count(shape) {
        Some(needed) => {
            let message = message.text(" needs ").number(needed as i128);
            message
                .text(" elements, there are ")
                .number(len as i128)
                .panic()
        }
        None => message
            .text(" has more elements than isize::MAX (")
            .number(isize::MAX as i128)
            .text(")")
            .panic(),
    }
}
