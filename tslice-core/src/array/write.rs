//! Writing an array: single elements, assignment, fill.

use core::ops::IndexMut;

use super::read::outside;
use super::{Array, AsView, Mut, Write};
use crate::copy;
use crate::error::{ShapeError, or_panic};
use crate::layout::{self, Dims, Layout};

impl<S: Write, D: Dims> Array<S, D> {
    /// Returns an exclusive view of the elements, for as long as this array is borrowed.
    #[inline]
    #[must_use]
    pub fn view_mut(&mut self) -> Array<Mut<'_, S::Elem>, D> {
        let gaps = self.storage.gaps();
        Array { storage: Mut::new(self.storage.ptr_mut(), gaps), layout: self.layout.clone() }
    }

    /// Returns the element at an index tuple, or `None` if the tuple is outside the shape.
    #[must_use]
    pub fn get_mut(&mut self, index: D::Index<'_>) -> Option<&mut S::Elem> {
        let offset = layout::offset(self.layout.shape(), self.layout.strides(), index.as_ref())?;
        // SAFETY: `offset` needs a result inside the allocation: the tuple is inside the shape (invariant 1).
        let mut element = unsafe { self.storage.ptr_mut().offset(offset) };
        // SAFETY: `as_mut` needs a live element that nobody else reaches: invariants 1 and 2, and the array is borrowed.
        Some(unsafe { element.as_mut() })
    }

    /// Returns the elements as one slice, or `None` if they do not follow each other in row-major order without gaps.
    #[must_use]
    pub fn as_mut_slice(&mut self) -> Option<&mut [S::Elem]> {
        self.view_mut().into_mut_slice()
    }

    /// Returns a pointer to the first element, through which elements may be written; [`strides`](Self::strides) lead to the
    /// others.
    ///
    /// It is valid for as long as the array is borrowed. The pointer of an empty array points to no element.
    #[must_use]
    pub fn as_mut_ptr(&mut self) -> *mut S::Elem {
        self.storage.ptr_mut().as_ptr()
    }

    /// Overwrites every element by that of `source`, which is broadcast by NumPy's rule for assignment: axes align at the end, one
    /// of length 1 repeats, and leading axes of length 1 are dropped if the source has more axes.
    ///
    /// The source is any array, a nested array, a slice or a vector. `Copy` elements move as bytes, others are cloned. To assign
    /// one slice of an array to another of the same array, see [`assign_within`](Self::assign_within), which may overlap, and
    /// [`multi_slice_mut`](Self::multi_slice_mut).
    ///
    /// # Panics
    ///
    /// If the source's shape does not broadcast; the message names both shapes.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let mut t = Tensor::<i32, 2>::zeros([2, 3]);
    /// t.slice_mut(s![:, ::2]).assign(&[[1, 2], [3, 4]]);
    /// t.slice_mut(s![.., 1]).assign(&vec![9]);
    /// assert_eq!(t, [[1, 9, 2], [3, 9, 4]]);
    /// t.slice_mut(s![0]).assign(&[[5, 6, 7]]);
    /// assert_eq!(t, [[5, 6, 7], [3, 9, 4]]);
    /// ```
    #[track_caller]
    pub fn assign<X: AsView<S::Elem> + ?Sized>(&mut self, source: &X)
    where
        S::Elem: Clone,
    {
        or_panic(self.try_assign(source));
    }

    /// As [`assign`](Self::assign), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the source's shape does not broadcast. On error the array is unchanged.
    pub fn try_assign<X: AsView<S::Elem> + ?Sized>(&mut self, source: &X) -> Result<(), ShapeError>
    where
        S::Elem: Clone,
    {
        let source = source.as_view();
        let strides = layout::assignment_strides(&source.layout, self.layout.shape())?;
        let (to, gaps) = (self.storage.ptr_mut().as_ptr(), self.storage.gaps());
        // SAFETY: `assign` needs elements of the layout at `to` that nobody else reaches (invariants 1 and 2), and for each
        // index tuple a live element of the source: its strides were broadcast to this very shape. A shared and an exclusive
        // borrow do not overlap. The storage knows whose the gaps are.
        unsafe { copy::assign(to, &self.layout, gaps, source.storage.ptr.as_ptr(), &strides) };
        Ok(())
    }

    /// Sets every element to `value`.
    pub fn fill(&mut self, value: S::Elem)
    where
        S::Elem: Clone,
    {
        let (to, gaps) = (self.storage.ptr_mut().as_ptr(), self.storage.gaps());
        // SAFETY: `fill` needs elements of the layout at `to` that nobody else reaches: invariants 1 and 2. The storage knows whose
        // the gaps are.
        unsafe { copy::fill(to, &self.layout, gaps, &value) };
    }
}

impl<'a, T, D: Dims> Array<Mut<'a, T>, D> {
    /// Returns the elements as one slice for `'a`, or `None` if they do not follow each other in row-major order without gaps.
    #[must_use]
    pub fn into_mut_slice(self) -> Option<&'a mut [T]> {
        let (ptr, len) = (self.storage.ptr.as_ptr(), self.len());
        // SAFETY: `from_raw_parts_mut` needs `len` elements in a row that nobody else reaches: they are contiguous
        // (invariants 1 and 2), and the view is given up.
        self.is_contiguous().then(|| unsafe { core::slice::from_raw_parts_mut(ptr, len) })
    }
}

impl<S: Write, D: Dims> IndexMut<D::Index<'_>> for Array<S, D> {
    /// # Panics
    ///
    /// If the index tuple is outside the shape; the message names both.
    #[track_caller]
    fn index_mut(&mut self, index: D::Index<'_>) -> &mut S::Elem {
        if layout::offset(self.layout.shape(), self.layout.strides(), index.as_ref()).is_none() {
            outside(index.as_ref(), self.lengths());
        }
        match self.get_mut(index) {
            Some(element) => element,
            None => unreachable!("the index tuple was just found inside"),
        }
    }
}
