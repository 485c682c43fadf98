//! Iterators in row-major order, from both ends.

use core::fmt;
use core::iter::{FusedIterator, Sum};

use crate::array::{Array, Borrowed, Mut, Owned, RawElements, Read, Ref, Write};
use crate::layout::{Dims, Offsets, Rank, Run};

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
    fn new(array: Array<S, D>) -> Self {
        let (base, layout) = array.into_base();
        Self { base, offsets: Offsets::new(&layout) }
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

    /// `fold` of more than one plane.
    #[inline(never)]
    fn fold_rows<A, F: FnMut(A, S::Item) -> A>(self, start: A, mut visit: F) -> A {
        let (base, stride) = (self.base, self.offsets.stride());
        self.offsets.fold_rows(start, |state, first, len| {
            // SAFETY: `fold_row` needs elements that were not handed out: they are those of a row that was just given.
            unsafe { fold_row(&base, stride, first, len, state, &mut visit) }
        })
    }
}

impl<S: Borrowed, D: Dims> Iterator for Elements<S, D> {
    type Item = S::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<S::Item> {
        let offset = self.offsets.next()?;
        Some(self.item(offset))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.offsets.left(), Some(self.offsets.left()))
    }

    #[inline]
    fn count(self) -> usize {
        self.offsets.left()
    }

    #[inline]
    fn last(mut self) -> Option<S::Item> {
        self.next_back()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<S::Item> {
        let offset = self.offsets.nth(n)?;
        Some(self.item(offset))
    }

    #[inline]
    fn find<P: FnMut(&S::Item) -> bool>(&mut self, mut test: P) -> Option<S::Item> {
        self.find_map(|item| test(&item).then_some(item))
    }

    #[inline]
    fn any<P: FnMut(S::Item) -> bool>(&mut self, mut test: P) -> bool {
        self.find_map(|item| test(item).then_some(())).is_some()
    }

    #[inline]
    fn all<P: FnMut(S::Item) -> bool>(&mut self, mut test: P) -> bool {
        self.find_map(|item| (!test(item)).then_some(())).is_none()
    }

    #[inline]
    fn position<P: FnMut(S::Item) -> bool>(&mut self, mut test: P) -> Option<usize> {
        let before = self.offsets.left();
        self.find_map(|item| test(item).then_some(()))?;
        Some(before - self.offsets.left() - 1)
    }

    /// Short, so that `collect`, which calls `next` of a filter from two places, has it there, with all this in registers.
    #[inline]
    fn find_map<B, F: FnMut(S::Item) -> Option<B>>(&mut self, mut test: F) -> Option<B> {
        loop {
            // If `test` panics, no element of the row is handed out again.
            let mut row = self.offsets.next_row()?;
            while let Some(offset) = row.next(self.offsets.stride()) {
                // SAFETY: `item` needs the offset of an element that was not handed out: it was left in the row.
                if let Some(found) = test(unsafe { self.base.item(offset) }) {
                    self.offsets.put_back(row);
                    return Some(found);
                }
            }
        }
    }

    #[inline(always)]
    fn fold<A, F: FnMut(A, S::Item) -> A>(self, start: A, mut visit: F) -> A {
        let Some(mut rows) = self.offsets.one_plane() else {
            // A copy for the call: the iterator itself is not borrowed, and stays in registers.
            let Self { base, offsets } = self;
            return Self { base, offsets: offsets.in_registers() }.fold_rows(start, visit);
        };
        let mut state = start;
        loop {
            let Run { first, left } = rows.row;
            // SAFETY: `fold_row` needs elements that were not handed out: these are those of a row that are left.
            state = unsafe { fold_row(&self.base, self.offsets.stride(), first, left, state, &mut visit) };
            let Some(first) = rows.others.next(rows.down) else { return state };
            rows.row = Run { first, left: rows.whole };
        }
    }
}

/// Combines `len` elements that are `stride` apart.
///
/// # Safety
///
/// They are elements of the base, from the offset `first` on, and have not been handed out.
#[inline(always)]
pub(crate) unsafe fn fold_row<S: Borrowed, A>(
    base: &RawElements<S>,
    stride: isize,
    first: isize,
    len: usize,
    start: A,
    mut visit: impl FnMut(A, S::Item) -> A,
) -> A {
    if stride == 1 {
        // SAFETY: `slice` needs the offsets of elements that were not handed out: the condition of this function.
        return unsafe { base.slice(first, len) }.into_iter().fold(start, visit);
    }
    (0..len.cast_signed()).fold(start, |state, at| {
        let offset = first.wrapping_add(at.wrapping_mul(stride));
        // SAFETY: `item` needs the offset of an element that was not handed out: the condition of this function.
        visit(state, unsafe { base.item(offset) })
    })
}

impl<S: Borrowed, D: Dims> DoubleEndedIterator for Elements<S, D> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<S::Item> {
        let offset = self.offsets.next_back()?;
        Some(self.item(offset))
    }

    fn nth_back(&mut self, n: usize) -> Option<S::Item> {
        let offset = self.offsets.nth_back(n)?;
        Some(self.item(offset))
    }

    #[inline]
    fn rfold<A, F: FnMut(A, S::Item) -> A>(self, start: A, mut visit: F) -> A {
        let (base, stride) = (self.base, self.offsets.stride());
        self.offsets.rfold_rows(start, |state, first, len| {
            if stride == 1 {
                // SAFETY: `slice` needs the offsets of elements that were not handed out: they are those of a row that was just given.
                return unsafe { base.slice(first, len) }.into_iter().rfold(state, &mut visit);
            }
            (0..len.cast_signed()).rfold(state, |state, at| {
                let offset = first.wrapping_add(at.wrapping_mul(stride));
                // SAFETY: `item` needs the offset of an element that was not handed out: it is in a row that was just given.
                visit(state, unsafe { base.item(offset) })
            })
        })
    }
}

impl<S: Borrowed, D: Dims> ExactSizeIterator for Elements<S, D> {}
impl<S: Borrowed, D: Dims> FusedIterator for Elements<S, D> {}

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
