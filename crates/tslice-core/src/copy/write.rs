//! Writing an array: single elements, assignment, fill.

use core::ops::IndexMut;

use crate::array::{Array, AsView, Mut, Read, Ref, Write};
use crate::copy;
use crate::error::{ShapeError, or_panic};
use crate::layout::{self, Dims, IntoIndex, Layout};

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns the element at an index tuple, or `None` if the tuple is outside the shape.
    #[inline]
    #[must_use]
    pub fn get_mut<I: IntoIndex<D> /* one argument: [1, 0] */>(
        &mut self,
        index: I,
    ) -> Option<&mut S::Elem>
    where
        S: Write,
    {
        let offset = self.offset(&index)?;
        // SAFETY: `item` needs the offset of an element that was not handed out: the tuple is
        // inside the shape, and this is the only element of this base.
        Some(unsafe { self.base_mut().item(offset) })
    }

    /// Returns the elements as one slice, or `None` if they do not follow each other in row-major
    /// order without gaps.
    #[inline]
    #[must_use]
    pub fn as_mut_slice(&mut self) -> Option<&mut [S::Elem]>
    where
        S: Write,
    {
        self.view_mut().into_mut_slice()
    }

    /// Swaps the elements at two index tuples.
    ///
    /// # Panics
    ///
    /// If a tuple is outside the shape; the message names both.
    #[inline]
    #[track_caller]
    pub fn swap<I: IntoIndex<D>>(&mut self, a: I, b: I)
    where
        S: Write,
    {
        let (a, b) = (self.inside(a), self.inside(b));
        let first = self.as_mut_ptr();
        // SAFETY: `swap` needs elements to which no other reference exists: `inside` gives offsets
        // of elements, and the array is borrowed exclusively. They may be the same one.
        unsafe { first.wrapping_offset(a).swap(first.wrapping_offset(b)) };
    }

    /// Overwrites every element by that of `source`, which is broadcast by NumPy's rule for
    /// assignment: axes align at the end, one of length 1 repeats, and leading axes of length 1 are
    /// dropped if the source has more axes.
    ///
    /// The source is any array, a nested array, a slice or a vector, borrowed or by value, or a
    /// number by value. `Copy` elements move as bytes, others are cloned. To assign one slice of an
    /// array to another of the same array, see [`assign_within`](Self::assign_within), which may
    /// overlap, and [`multi_slice_mut`](Self::multi_slice_mut).
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
    #[inline]
    #[track_caller]
    pub fn assign<I, X: AsView<S::Elem, I>>(&mut self, source: X)
    where
        S: Write,
        S::Elem: Clone,
    {
        or_panic(self.try_assign(source));
    }

    /// Works like [`assign`](Self::assign), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the source's shape does not broadcast. On error the array is unchanged.
    #[inline]
    pub fn try_assign<I, X: AsView<S::Elem, I>>(&mut self, source: X) -> Result<(), ShapeError>
    where
        S: Write,
        S::Elem: Clone,
    {
        // By reference: a view by value is copied, with vector loads that wait until the words of
        // its layout, which have just been written, are stored.
        self.assign_view(&source.as_view())
    }

    fn assign_view<E: Dims>(
        &mut self,
        source: &Array<Ref<'_, S::Elem>, E>,
    ) -> Result<(), ShapeError>
    where
        S: Write,
        S::Elem: Clone,
    {
        if source.lengths() == self.lengths() {
            if let (Some(from), Some(to)) = (source.as_slice(), self.as_mut_slice()) {
                to.clone_from_slice(from);
                return Ok(());
            }
            if self.len() <= copy::SHORT {
                let pairs = self.iter_mut().zip(source.iter());
                pairs.for_each(|(to, from)| to.clone_from(from));
                return Ok(());
            }
        }
        let mut strides = self.layout().list(0);
        layout::assignment_strides(source.layout(), self.lengths(), strides.as_mut())?;
        let (to, gaps) = (self.as_mut_ptr(), self.gaps());
        // SAFETY: `assign` needs elements of the layout at `to` to which no other reference exists
        // (invariants 1 and 2), and for each index tuple a live element of the source, which has
        // this shape, or whose strides were broadcast to it. A shared and an exclusive borrow do
        // not overlap. The storage knows whose the gaps are.
        unsafe {
            copy::assign(
                to,
                true,
                self.layout(),
                gaps,
                source.as_ptr(),
                strides.as_ref(),
            )
        };
        Ok(())
    }

    /// Sets every element to `value`.
    #[inline]
    pub fn fill(&mut self, /* several values: assign(&[1, 2]) */ value: S::Elem)
    where
        S: Write,
        S::Elem: Clone,
    {
        match self.as_mut_slice() {
            Some(elements) if elements.len() < copy::FEW => elements.fill(value),
            _ => self.fill_apart(&value),
        }
    }

    /// [`fill`](Self::fill) of elements that are many, or do not follow each other.
    fn fill_apart(&mut self, value: &S::Elem)
    where
        S: Write,
        S::Elem: Clone,
    {
        if self.len() >= copy::FEW {
            self.assign(Array::of_value(value));
        } else {
            self.iter_mut()
                .for_each(|element| element.clone_from(value));
        }
    }
}

impl<'a, T, D: Dims> Array<Mut<'a, T>, D> {
    /// Returns the elements as one slice for `'a`, or `None` if they do not follow each other in
    /// row-major order without gaps.
    #[inline]
    #[must_use]
    pub fn into_mut_slice(self) -> Option<&'a mut [T]> {
        let (contiguous, len) = (self.is_contiguous(), self.len());
        // SAFETY: `slice` needs elements that follow each other and were not handed out: they are
        // contiguous, `len` of them, and the view is given up.
        contiguous.then(|| unsafe { self.into_base().0.slice(0, len) })
    }
}

impl<S: Write, D: Dims, I: IntoIndex<D>> IndexMut<I> for Array<S, D> {
    /// # Panics
    ///
    /// If the index tuple is outside the shape; the message names both.
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut S::Elem {
        let offset = self.inside(index);
        // SAFETY: `item` needs the offset of an element that was not handed out: `inside` gives no
        // other, and this is the only element of this base.
        unsafe { self.base_mut().item(offset) }
    }
}
