//! Iterators over elements and their index tuples.

use core::fmt;
use core::iter::FusedIterator;

use super::elements::fold_row;
use crate::array::{Array, Borrowed, Mut, RawElements, Read, Write};
use crate::layout::{self, Dims, Layout, Run};

/// An iterator over the index tuples and elements of an array in row-major order, shared or exclusive as the storage S is.
///
/// An index tuple is a `[usize; R]`, or a [`DynIndex`](crate::DynIndex) if the rank is known at run time.
#[must_use = "iterators are lazy"]
#[derive(Clone)]
pub struct Indexed<S, D: Dims> {
    base: RawElements<S>,
    layout: D::Layout,
    /// The distance between neighbours of a row.
    stride: isize,
    /// What is left of the row at the front. A loop asks this one number for the end of the elements and of the row's indices.
    run: Run,
    /// How many elements are left behind it.
    others: usize,
    /// The index tuple of the next element but for its last index, which is `at`: a tuple of which one index has just been written would
    /// be slow to load as a whole.
    row: D::Owned,
    at: usize,
    /// The position behind the last element that is left.
    end: usize,
}

/// The index tuple at a position of a row.
#[inline(always)]
pub(crate) fn index_in_row<D: Dims>(row: &D::Owned, at: usize) -> D::Owned {
    let mut index = row.clone();
    if let Some(last) = index.as_mut().last_mut() {
        *last = at;
    }
    index
}

impl<S: Borrowed, D: Dims> Indexed<S, D> {
    #[inline]
    fn new(array: Array<S, D>) -> Self {
        let (base, layout) = array.into_base();
        let mut row = D::own_shape(&layout);
        row.as_mut().fill(0);
        let len = layout::len(layout.shape());
        let left = layout.shape().last().map_or(1, |row| len.min(*row));
        let stride = layout.strides().last().copied().unwrap_or(0);
        Self { base, layout, stride, run: Run { first: 0, left }, others: len - left, row, at: 0, end: len }
    }

    /// The next element, of which the row has one.
    #[inline(always)]
    fn take(&mut self) -> (D::Owned, S::Item) {
        let index = index_in_row::<D>(&self.row, self.at);
        self.at += 1;
        let offset = self.run.take(0, self.stride);
        // SAFETY: `item` needs the offset of an element that was not handed out: it was left in the row.
        (index, unsafe { self.base.item(offset) })
    }

    /// Begins the row of the element behind `n` others, which are left out, if the row at the front has ended; `false` if there is none.
    #[inline(always)]
    fn begin(&mut self, n: usize) -> bool {
        if self.others <= n {
            self.others = 0;
            return false;
        }
        let (shape, strides) = (self.layout.shape(), self.layout.strides());
        let Some((len, planes)) = shape.split_last() else { return false };
        self.others -= n;
        if n == 0 {
            // In the caller's code, so that a loop over elements keeps the row in registers.
            layout::advance(&mut self.row.as_mut()[..planes.len()], planes);
            self.at = 0;
        } else {
            layout::unravel(self.row.as_mut(), shape, self.end - self.others);
            self.at = self.row.as_ref()[planes.len()];
        }
        let first = offset_of(&self.row.as_ref()[..planes.len()], strides);
        let first = first.wrapping_add(self.at.cast_signed().wrapping_mul(self.stride));
        let left = self.others.min(len - self.at);
        self.others -= left;
        self.run = Run { first, left };
        true
    }

    /// Leaves the last `n` out, of at least as many.
    #[inline(always)]
    fn without_last(&mut self, n: usize) {
        self.end -= n;
        let others = n.min(self.others);
        self.others -= others;
        self.run.left -= n - others;
    }
}

impl<S: Borrowed, D: Dims> Iterator for Indexed<S, D> {
    type Item = (D::Owned, S::Item);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        if self.run.left == 0 && !self.begin(0) {
            return None;
        }
        Some(self.take())
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.run.left + self.others;
        (left, Some(left))
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
        match n.checked_sub(self.run.left) {
            None => {
                self.run.skip(n, self.stride);
                self.at += n;
            }
            Some(behind) => {
                self.run.left = 0;
                if !self.begin(behind) {
                    return None;
                }
            }
        }
        Some(self.take())
    }

    #[inline]
    fn fold<A, F: FnMut(A, Self::Item) -> A>(mut self, start: A, mut visit: F) -> A {
        let mut state = start;
        while self.run.left > 0 || self.begin(0) {
            let Run { first, left } = self.run;
            self.run.left = 0;
            let (row, mut at) = (&self.row, self.at);
            // SAFETY: `fold_row` needs elements that were not handed out: these are those of a row that are left.
            state = unsafe {
                fold_row(&self.base, self.stride, first, left, state, |state, element| {
                    let index = index_in_row::<D>(row, at);
                    at += 1;
                    visit(state, (index, element))
                })
            };
        }
        state
    }
}

impl<S: Borrowed, D: Dims> DoubleEndedIterator for Indexed<S, D> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.len() == 0 {
            return None;
        }
        self.without_last(1);
        let mut index = self.row.clone();
        layout::unravel(index.as_mut(), self.layout.shape(), self.end);
        let offset = offset_of(index.as_ref(), self.layout.strides());
        // SAFETY: `item` needs the offset of an element that was not handed out: it is the last one that was left.
        let element = unsafe { self.base.item(offset) };
        Some((index, element))
    }

    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        if n >= self.len() {
            self.without_last(self.len());
            return None;
        }
        self.without_last(n);
        self.next_back()
    }
}

/// The offset of an index tuple, or of the first indices of one, if the others are 0.
#[inline(always)]
fn offset_of(index: &[usize], strides: &[isize]) -> isize {
    let parts = index.iter().zip(strides).map(|(i, stride)| i.cast_signed().wrapping_mul(*stride));
    parts.fold(0, isize::wrapping_add)
}

impl<S: Borrowed, D: Dims> ExactSizeIterator for Indexed<S, D> {}
impl<S: Borrowed, D: Dims> FusedIterator for Indexed<S, D> {}

/// Prints the next index tuple and the number of elements that are left.
impl<S: Borrowed, D: Dims> fmt::Debug for Indexed<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let next = index_in_row::<D>(&self.row, self.at);
        f.debug_struct("Indexed").field("next", &next).field("left", &self.len()).finish()
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
