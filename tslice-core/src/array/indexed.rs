//! Iterators over elements and their index tuples.

use core::fmt;
use core::iter::FusedIterator;

use super::{Array, Elements, IterMut, Read, Write};
use crate::layout::{self, Dims};

/// An iterator over the index tuples and elements of an array in row-major order. I is the iterator over the elements alone.
///
/// An index tuple is a `[usize; R]`, or a [`DynIndex`](crate::DynIndex) if the rank is known at run time.
#[derive(Clone)]
pub struct Indexed<I, D: Dims> {
    elements: I,
    front: Front<D>,
    /// The index tuple of the last element that is left.
    back: D::Owned,
}

/// The index tuple of the first element that is left.
///
/// The last index is by itself: a tuple of which one index has just been written would be slow to load as a whole.
#[derive(Clone)]
pub(super) struct Front<D: Dims> {
    shape: D::Owned,
    /// The index tuple but for the last index, which is `at`.
    row: D::Owned,
    at: usize,
    /// The length of the last axis.
    len: usize,
}

impl<D: Dims> Front<D> {
    #[inline]
    pub(super) fn new(shape: D::Owned) -> Self {
        let mut row = shape.clone();
        row.as_mut().fill(0);
        let len = shape.as_ref().last().copied().unwrap_or(1);
        Self { shape, row, at: 0, len }
    }

    #[inline(always)]
    fn index(&self) -> D::Owned {
        index_in_row::<D>(&self.row, self.at)
    }

    /// Returns the index tuple, and goes on to the next one.
    #[inline(always)]
    pub(super) fn next(&mut self) -> D::Owned {
        let index = self.index();
        self.at += 1;
        if self.at >= self.len {
            self.at = 0;
            advance_row::<D>(&mut self.row, &self.shape);
        }
        index
    }

    /// Skips `n` index tuples of which there are more.
    fn skip(&mut self, n: usize) {
        self.row = self.index();
        skip(self.row.as_mut(), self.shape.as_ref(), n);
        self.at = self.row.as_ref().last().copied().unwrap_or(0);
    }
}

/// The index tuple at a position of a row.
#[inline(always)]
pub(super) fn index_in_row<D: Dims>(row: &D::Owned, at: usize) -> D::Owned {
    let mut index = row.clone();
    if let Some(last) = index.as_mut().last_mut() {
        *last = at;
    }
    index
}

/// Goes on to the next row in the caller's code, so that a loop over elements keeps the row in registers. The last index is not written.
#[inline(always)]
fn advance_row<D: Dims>(row: &mut D::Owned, shape: &D::Owned) {
    if let (Some((_, row)), Some((_, shape))) = (row.as_mut().split_last_mut(), shape.as_ref().split_last()) {
        layout::advance(row, shape);
    }
}

impl<I, D: Dims> Indexed<I, D> {
    #[inline]
    fn new(elements: I, shape: D::Owned) -> Self {
        let mut back = shape.clone();
        back.as_mut().iter_mut().for_each(|len| *len = len.saturating_sub(1));
        Self { elements, front: Front::new(shape), back }
    }
}

impl<I: DoubleEndedIterator, D: Dims> Iterator for Indexed<I, D> {
    type Item = (D::Owned, I::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let element = self.elements.next()?;
        Some((self.front.next(), element))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.elements.size_hint()
    }

    #[inline]
    fn count(self) -> usize {
        self.elements.count()
    }

    #[inline]
    fn last(mut self) -> Option<Self::Item> {
        self.next_back()
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let element = self.elements.nth(n)?;
        self.front.skip(n);
        Some((self.front.next(), element))
    }

    #[inline]
    fn fold<A, F: FnMut(A, Self::Item) -> A>(self, start: A, mut visit: F) -> A {
        let Self { elements, mut front, .. } = self;
        elements.fold(start, |state, element| visit(state, (front.next(), element)))
    }
}

impl<I: DoubleEndedIterator, D: Dims> DoubleEndedIterator for Indexed<I, D> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let element = self.elements.next_back()?;
        let index = self.back.clone();
        layout::retreat(self.back.as_mut(), self.front.shape.as_ref());
        Some((index, element))
    }

    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        let element = self.elements.nth_back(n)?;
        skip_back(self.back.as_mut(), self.front.shape.as_ref(), n);
        let index = self.back.clone();
        layout::retreat(self.back.as_mut(), self.front.shape.as_ref());
        Some((index, element))
    }
}

/// Goes on to the index tuple `n` places behind another one, which the shape has.
fn skip(index: &mut [usize], shape: &[usize], mut n: usize) {
    for (i, &len) in index.iter_mut().zip(shape).rev() {
        *i += n % len;
        n /= len;
        if *i >= len {
            (*i, n) = (*i - len, n + 1);
        }
    }
}

/// Goes back to the index tuple `n` places before another one, which the shape has.
fn skip_back(index: &mut [usize], shape: &[usize], mut n: usize) {
    for (i, &len) in index.iter_mut().zip(shape).rev() {
        let back = n % len;
        n /= len;
        if *i < back {
            (*i, n) = (*i + len, n + 1);
        }
        *i -= back;
    }
}

impl<I: ExactSizeIterator + DoubleEndedIterator, D: Dims> ExactSizeIterator for Indexed<I, D> {}
impl<I: FusedIterator + DoubleEndedIterator, D: Dims> FusedIterator for Indexed<I, D> {}

/// Prints the elements that are left, or their number if they are exclusive.
impl<I: fmt::Debug, D: Dims> fmt::Debug for Indexed<I, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Indexed")
            .field("next", &self.front.index())
            .field("elements", &self.elements)
            .finish()
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
    pub fn indexed_iter(&self) -> Indexed<Elements<S::Lent<'_>>, D> {
        Indexed::new(self.iter(), D::own_shape(self.layout()))
    }
}

impl<S: Write, D: Dims> Array<S, D> {
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
    pub fn indexed_iter_mut(&mut self) -> Indexed<IterMut<'_, S::Elem>, D> {
        let shape = D::own_shape(self.layout());
        Indexed::new(self.iter_mut(), shape)
    }
}
