//! Rows picked from a source into an output that no cache will keep.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use tslice_kernels::{HUGE, PAGE, past};

use super::is_copy;

/// Rows of `Copy` elements that are written by non-temporal stores.
pub struct HugeRows<T> {
    /// The elements of a row.
    len: usize,
    elements: PhantomData<fn() -> T>,
}

impl<T> Clone for HugeRows<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for HugeRows<T> {}

impl<T: Clone> HugeRows<T> {
    /// Rows of an output of `count` rows of `len` elements; `None` if it is better written through the caches.
    pub fn of(len: usize, count: usize) -> Option<Self> {
        let row = len.saturating_mul(size_of::<T>());
        let whole = row.is_multiple_of(past::PIECE) && (past::LEAST..=PAGE).contains(&row);
        let is_huge = whole && row.saturating_mul(count) >= HUGE && is_copy::<T>();
        is_huge.then_some(Self { len, elements: PhantomData })
    }

    /// The number of elements in `rows` rows.
    pub fn len(self, rows: usize) -> usize {
        self.len.saturating_mul(rows)
    }

    /// Copies rows of a source, which begin at `starts`, to places for all of them. If it returns `true`, it has written the places; if
    /// they are not aligned, it returns `false`, and has written none; if it panics, some.
    ///
    /// # Panics
    ///
    /// If a row is not inside the source.
    pub(super) fn write(
        self,
        to: &mut [MaybeUninit<T>],
        source: &[T],
        starts: impl ExactSizeIterator<Item = usize> + Clone,
    ) -> bool {
        let (len, count) = (self.len, starts.len());
        let is_aligned = to.as_ptr().addr().is_multiple_of(past::PIECE);
        if !is_aligned || self.len(count) != to.len() {
            return false;
        }
        let bytes = len * size_of::<T>();
        // A page of rows is fetched ahead.
        let mut ahead = starts.clone().skip(PAGE / bytes);
        let (mut left, _fence) = (count, past::Fence);
        for (places, start) in to.chunks_exact_mut(len).zip(starts) {
            if let Some(row) = ahead.next().and_then(|next| source.get(next..)?.get(..len)) {
                past::fetch(row);
            }
            let row = &source[start..][..len];
            // SAFETY: `copy` needs the bytes of a row to be readable, and those of its places to be writable and aligned to PIECE,
            // as a row has a multiple of that (`of`). A `Copy` element has nothing to drop, and a copy of its bytes is an element.
            unsafe { past::copy(places.as_mut_ptr().cast(), row.as_ptr().cast(), bytes) };
            left -= 1;
        }
        assert!(left == 0, "as many rows as there are places");
        true
    }
}

#[cfg(test)]
mod tests;
