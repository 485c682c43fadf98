//! Iterating over an exclusive view.

use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::{Exclusive, Raw};
use crate::layout::{Dynamic, Odometer};

/// The elements of an exclusive view, row-major.
pub struct IterMut<'a, T> {
    raw: Raw<T, Dynamic>,
    at: Odometer,
    life: PhantomData<&'a mut T>,
}

impl<'a, T> IterMut<'a, T> {
    pub(crate) fn new(all: Exclusive<'a, T, Dynamic>) -> Self {
        let at = Odometer::new(&all.raw.layout.shape);
        Self { raw: all.raw, at, life: PhantomData }
    }
}

/// How many elements are still to come.
impl<T> core::fmt::Debug for IterMut<'_, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("IterMut").field("left", &self.at.left).finish()
    }
}

impl<'a, T> Iterator for IterMut<'a, T> {
    type Item = &'a mut T;

    fn next(&mut self) -> Option<&'a mut T> {
        if self.at.left == 0 {
            return None;
        }
        // SAFETY: every index is visited once, so the references are apart (invariant 2) and live as long as the view.
        let element = self.raw.at(&self.at.index).map(|mut element| unsafe { element.as_mut() });
        self.at.advance(&self.raw.layout.shape);
        element
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.at.left, Some(self.at.left))
    }
}

impl<T> ExactSizeIterator for IterMut<'_, T> {}
impl<T> FusedIterator for IterMut<'_, T> {}

// SAFETY: as for `Exclusive`.
unsafe impl<T: Send> Send for IterMut<'_, T> {}
// SAFETY: as for `Exclusive`; a shared iterator gives nothing.
unsafe impl<T: Sync> Sync for IterMut<'_, T> {}
