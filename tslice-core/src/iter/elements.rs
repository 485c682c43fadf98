//! Iterators in row-major order, from both ends.

use core::borrow::Borrow;
use core::fmt;
use core::iter::Sum;

use super::both_ends::both_ends;
use crate::array::{Array, Borrowed, Mut, Owned, RawElements, Read, Ref, Write};
use crate::layout::{Dims, Offsets, Rank};

/// An iterator over the elements of an array in row-major order.
pub type Iter<'a, T, const R: usize> = Elements<Ref<'a, T>, Rank<R>>;

/// An iterator over the elements of an exclusive view in row-major order.
pub type IterMut<'a, T, const R: usize> = Elements<Mut<'a, T>, Rank<R>>;

/// An iterator over the elements of an array of dims D in row-major order, shared or exclusive as the storage S is.
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
        Self { base, offsets: Offsets::new(D::known(&layout).borrow()) }
    }

    /// Returns the sum of the elements that are left, as `Iterator::sum` does. It knows that they are `&S::Elem`, so that it can be
    /// called where the storage S is a type parameter.
    #[inline]
    pub fn sum<A: for<'s> Sum<&'s S::Elem>>(self) -> A {
        let Self { base, offsets } = self;
        Iterator::sum(Elements::<_, D> { base: base.shared(), offsets })
    }

    /// The element at an offset that the offsets have just given.
    #[inline(always)]
    fn item(&self, offset: isize) -> S::Item {
        // SAFETY: `item` needs the offset of an element that was not handed out: offsets are those of the array, each once.
        unsafe { self.base.item(offset) }
    }

    /// [`Iterator::fold`], row by row.
    #[inline]
    fn fold_rows<A>(self, start: A, mut visit: impl FnMut(A, S::Item) -> A) -> A {
        let Self { base, offsets } = self;
        let stride = offsets.stride();
        offsets.fold_rows(start, |state, first, len| {
            if stride == 1 {
                // SAFETY: `slice` needs the offsets of elements that were not handed out: they are those of a row that was just given.
                return unsafe { base.slice(first, len) }.into_iter().fold(state, &mut visit);
            }
            (0..len.cast_signed()).fold(state, |state, at| {
                let offset = first.wrapping_add(at.wrapping_mul(stride));
                // SAFETY: `item` needs the offset of an element that was not handed out: it is in a row that was just given.
                visit(state, unsafe { base.item(offset) })
            })
        })
    }
}

both_ends! { [S: Borrowed, D: Dims] Elements<S, D>, S::Item, offsets.left, item, fold_rows }

/// Prints the elements that are left.
impl<T: fmt::Debug, D: Dims> fmt::Debug for Elements<Ref<'_, T>, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// Prints the number of elements that are left.
impl<T, D: Dims> fmt::Debug for Elements<Mut<'_, T>, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IterMut").field("left", &self.offsets.left()).finish()
    }
}

impl<'a, T, D: Dims> IntoIterator for Array<Ref<'a, T>, D> {
    type Item = &'a T;
    type IntoIter = Elements<Ref<'a, T>, D>;

    #[inline]
    fn into_iter(self) -> Elements<Ref<'a, T>, D> {
        Elements::new(self)
    }
}

impl<'a, T, D: Dims> IntoIterator for Array<Mut<'a, T>, D> {
    type Item = &'a mut T;
    type IntoIter = Elements<Mut<'a, T>, D>;

    #[inline]
    fn into_iter(self) -> Elements<Mut<'a, T>, D> {
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
    pub fn iter(&self /* parts along an axis: axis_iter(axis) */) -> Elements<S::Shared<'_>, D> {
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
}
