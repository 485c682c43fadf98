//! Iterators over elements and their index tuples.

use core::fmt;
use core::iter::FusedIterator;

use super::Elements;
use crate::array::{Array, Borrowed, Mut, Read, Write};
use crate::layout::{self, Dims};

/// An iterator over the index tuples and elements of an array in row-major order, shared or exclusive as the storage S is.
///
/// An index tuple is a `[usize; R]`, or a [`DynIndex`](crate::DynIndex) if the rank is known at run time.
#[must_use = "iterators are lazy"]
#[derive(Clone)]
pub struct Indexed<S, D: Dims> {
    elements: Elements<S, D>,
    shape: D::Owned,
    /// The index tuple of the next element.
    next: D::Owned,
    /// The position behind the last element that is left.
    end: usize,
}

impl<S: Borrowed, D: Dims> Indexed<S, D> {
    #[inline]
    fn new(array: Array<S, D>) -> Self {
        let shape = D::own_shape(array.layout());
        let mut next = shape.clone();
        next.as_mut().fill(0);
        Self { shape, next, end: array.len(), elements: Elements::new(array) }
    }

    /// The index tuple at a position of the array, which has elements.
    fn index(&self, position: usize) -> D::Owned {
        let mut index = self.shape.clone();
        layout::unravel(index.as_mut(), self.shape.as_ref(), position);
        index
    }
}

impl<S: Borrowed, D: Dims> Iterator for Indexed<S, D> {
    type Item = (D::Owned, S::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let element = self.elements.next()?;
        let index = self.next.clone();
        layout::advance(self.next.as_mut(), self.shape.as_ref());
        Some((index, element))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.elements.size_hint()
    }

    #[inline]
    fn count(self) -> usize {
        self.len()
    }

    #[inline]
    fn last(mut self) -> Option<Self::Item> {
        self.next_back()
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let element = self.elements.nth(n)?;
        let index = self.index(self.end - self.len() - 1);
        self.next.as_mut().copy_from_slice(index.as_ref());
        layout::advance(self.next.as_mut(), self.shape.as_ref());
        Some((index, element))
    }

    #[inline]
    fn fold<A, F: FnMut(A, Self::Item) -> A>(self, start: A, mut visit: F) -> A {
        let Self { elements, shape, mut next, .. } = self;
        elements.fold(start, |state, element| {
            let index = next.clone();
            layout::advance(next.as_mut(), shape.as_ref());
            visit(state, (index, element))
        })
    }
}

impl<S: Borrowed, D: Dims> DoubleEndedIterator for Indexed<S, D> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.nth_back(0)
    }

    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        let element = self.elements.nth_back(n)?;
        self.end -= n + 1;
        Some((self.index(self.end), element))
    }
}

impl<S: Borrowed, D: Dims> ExactSizeIterator for Indexed<S, D> {}
impl<S: Borrowed, D: Dims> FusedIterator for Indexed<S, D> {}

/// Prints the next index tuple and the number of elements that are left.
impl<S: Borrowed, D: Dims> fmt::Debug for Indexed<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Indexed").field("next", &self.next).field("left", &self.len()).finish()
    }
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns an iterator over the index tuples and elements in row-major order.
    ///
    /// ```
    /// let t = tslice::Tensor::<_, 2>::from([[3, 9, 4], [1, 5, 2]]);
    /// let (index, largest) = t.indexed_iter().max_by_key(|(_, element)| **element).unwrap();
    /// assert_eq!((index, *largest), ([0, 1], 9));
    /// assert_eq!(t.indexed_iter().find(|(_, element)| **element < 3), Some(([1, 0], &1)));
    /// ```
    #[doc(alias("ndenumerate", "nonzero", "argwhere", "map_indexed"))]
    #[inline]
    pub fn indexed_iter(&self) -> Indexed<S::Shared<'_>, D> {
        Indexed::new(self.lent())
    }

    /// Returns an iterator over the index tuples and exclusive references to the elements in row-major order.
    ///
    /// ```
    /// let mut t = tslice::Tensor::<_, 2>::zeros([2, 3]);
    /// for ([row, column], element) in t.indexed_iter_mut() {
    ///     *element = 10 * row + column;
    /// }
    /// assert_eq!(t, [[0, 1, 2], [10, 11, 12]]);
    /// ```
    #[inline]
    pub fn indexed_iter_mut(&mut self) -> Indexed<Mut<'_, S::Elem>, D>
    where
        S: Write,
    {
        Indexed::new(self.view_mut())
    }
}
