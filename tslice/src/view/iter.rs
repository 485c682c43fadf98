//! Iterating in row-major order.

use core::iter::FusedIterator;

use crate::layout::{Dynamic, Layout, Odometer};
use crate::raw::Shared;

/// The elements of a view, row-major.
pub struct Iter<'a, T> {
    raw: Shared<'a, T, Dynamic>,
    at: Odometer,
}

impl<'a, T> Iter<'a, T> {
    pub(crate) fn new(raw: Shared<'a, T, Dynamic>) -> Self {
        let at = Odometer::new(raw.layout().shape());
        Self { raw, at }
    }
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Self { raw: self.raw.clone(), at: self.at.clone() }
    }
}

/// The elements that are still to come.
impl<T: core::fmt::Debug> core::fmt::Debug for Iter<'_, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<&'a T> {
        if self.at.left == 0 {
            return None;
        }
        let element = self.raw.get(&self.at.index);
        self.at.advance(&self.raw.layout().shape);
        element
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.at.left, Some(self.at.left))
    }
}

impl<T> ExactSizeIterator for Iter<'_, T> {}
impl<T> FusedIterator for Iter<'_, T> {}
