//! Iterators over elements, and over elements and their index tuples.

use core::borrow::Borrow;
use core::fmt;
use core::iter::{FusedIterator, Sum};

use super::both_ends;
use crate::array::{Array, Borrowed, Mut, Owned, RawElements, Read, Ref, Write};
use crate::layout::{self, Dims, Offsets};

/// An iterator over the elements of an array of dims D in row-major order, shared or exclusive as
/// the storage S is.
#[must_use = "iterators are lazy"]
#[derive(Clone)]
pub struct Elements<S, D: Dims> {
    base: RawElements<S>,
    /// The offsets of the elements that are left. Each comes once.
    offsets: Offsets<D::Layout>,
}

impl<S: Borrowed, D: Dims> Elements<S, D> {
    #[inline]
    pub(super) fn new(array: Array<S, D>) -> Self {
        let (base, layout) = array.into_base();
        Self {
            base,
            offsets: Offsets::new(D::known(&layout).borrow()),
        }
    }

    /// Returns the sum of the elements that are left, as `Iterator::sum` does. It knows that they
    /// are `&S::Elem`, so that it can be called where the storage S is a type parameter.
    #[inline]
    pub fn sum<A: for<'s> Sum<&'s S::Elem>>(self) -> A {
        Iterator::sum(Elements::<_, D> {
            base: self.base.shared(),
            offsets: self.offsets,
        })
    }

    /// The element at an offset that the offsets have just given.
    #[inline(always)]
    fn item(&self, offset: isize) -> S::Item {
        // SAFETY: `item` needs the offset of an element that was not handed out: offsets are those
        // of the array, each once.
        unsafe { self.base.item(offset) }
    }

    /// [`Iterator::fold`], row by row.
    #[inline]
    fn fold_rows<A>(self, start: A, mut visit: impl FnMut(A, S::Item) -> A) -> A {
        let Self { base, offsets } = self;
        let stride = offsets.stride();
        offsets.fold_rows(start, |state, first, len| {
            if stride == 1 {
                // SAFETY: `slice` needs the offsets of elements that were not handed out: they are
                // those of a row that was just given.
                return unsafe { base.slice(first, len) }
                    .into_iter()
                    .fold(state, &mut visit);
            }
            (0..len.cast_signed()).fold(state, |state, at| {
                let offset = first.wrapping_add(at.wrapping_mul(stride));
                // SAFETY: `item` needs the offset of an element that was not handed out: it is in a
                // row that was just given.
                visit(state, unsafe { base.item(offset) })
            })
        })
    }
}

both_ends! { [S: Borrowed, D: Dims] Elements<S, D>, S::Item, offsets.left, item, fold_rows }

/// Prints the elements that are left.
impl<S: Borrowed<Elem: fmt::Debug>, D: Dims> fmt::Debug for Elements<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = Elements::<_, D> {
            base: self.base.shared(),
            offsets: self.offsets.clone(),
        };
        f.debug_list().entries(left).finish()
    }
}

impl<S: Borrowed, D: Dims> IntoIterator for Array<S, D> {
    type Item = S::Item;
    type IntoIter = Elements<S, D>;

    #[inline]
    fn into_iter(self) -> Elements<S, D> {
        Elements::new(self)
    }
}

/// The elements, row-major.
impl<T, D: Dims> IntoIterator for Array<Owned<T>, D> {
    type Item = T;
    type IntoIter = alloc::vec::IntoIter<T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}

impl<'s, S: Read, D: Dims> IntoIterator for &'s Array<S, D> {
    type Item = &'s S::Elem;
    type IntoIter = Elements<Ref<'s, S::Elem>, D>;

    #[inline]
    fn into_iter(self) -> Elements<Ref<'s, S::Elem>, D> {
        Elements::new(self.view())
    }
}

impl<'s, S: Write, D: Dims> IntoIterator for &'s mut Array<S, D> {
    type Item = &'s mut S::Elem;
    type IntoIter = Elements<Mut<'s, S::Elem>, D>;

    #[inline]
    fn into_iter(self) -> Elements<Mut<'s, S::Elem>, D> {
        Elements::new(self.view_mut())
    }
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns an iterator over the elements in row-major order.
    ///
    /// The iterator over a `View<'a, ..>` lives for `'a`, so a function may return it:
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// fn column<'a>(t: &'a Tensor<f32, 2>) -> impl Iterator<Item = &'a f32> {
    ///     t.slice(s![:, 0]).iter()
    /// }
    /// assert_eq!(column(&Tensor::from([[1.0, 2.0], [3.0, 4.0]])).sum::<f32>(), 4.0);
    /// ```
    #[inline]
    pub fn iter(&self, /* parts along an axis: axis_iter(axis) */) -> Elements<S::Shared<'_>, D> {
        Elements::new(self.lent())
    }

    /// Returns an iterator over exclusive references to the elements in row-major order.
    #[inline]
    pub fn iter_mut(&mut self) -> Elements<Mut<'_, S::Elem>, D>
    where
        S: Write,
    {
        Elements::new(self.view_mut())
    }

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

    /// Returns an iterator over the index tuples and exclusive references to the elements in
    /// row-major order.
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

/// An iterator over the index tuples and elements of an array in row-major order, shared or
/// exclusive as the storage S is.
///
/// An index tuple is a `[usize; R]`, or a [`DynIndex`](crate::DynIndex) if the rank is known at run
/// time.
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
        Self {
            shape,
            next,
            end: array.len(),
            elements: Elements::new(array),
        }
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
        let Self {
            elements,
            shape,
            mut next,
            ..
        } = self;
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
        f.debug_struct("Indexed")
            .field("next", &self.next)
            .field("left", &self.len())
            .finish()
    }
}
