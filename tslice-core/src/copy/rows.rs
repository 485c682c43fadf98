//! Rows picked from a source into an output that no cache will keep.

use core::mem::MaybeUninit;

use tslice_kernels::{HUGE, PAGE, past};

use super::is_copy;

/// Whether an output of `count` rows of `len` elements is written by non-temporal stores.
fn are_huge<T>(len: usize, count: usize) -> bool {
    let row = len.saturating_mul(size_of::<T>());
    let whole = row.is_multiple_of(past::PIECE) && (past::LEAST..=PAGE).contains(&row);
    whole && row.saturating_mul(count) >= HUGE && is_copy::<T>()
}

/// Copies rows of `len` elements of a source, which begin at `starts`, to places for all of them, which are a part of an output of `all`
/// rows. If it returns `true`, it has written the places. It returns `false`, and has written none, if they are not aligned, or the output
/// is better written through the caches; if it panics, some.
///
/// # Panics
///
/// If a row is not inside the source.
pub(super) fn write<T>(
    to: &mut [MaybeUninit<T>],
    source: &[T],
    (len, all): (usize, usize),
    starts: impl ExactSizeIterator<Item = usize> + Clone,
) -> bool {
    let is_aligned = to.as_ptr().addr().is_multiple_of(past::PIECE);
    if !is_aligned || !are_huge::<T>(len, all) || len.saturating_mul(starts.len()) != to.len() {
        return false;
    }
    let bytes = len * size_of::<T>();
    // A page of rows is fetched ahead.
    let mut ahead = starts.clone().skip(PAGE / bytes);
    let (mut left, _fence) = (starts.len(), past::Fence);
    for (places, start) in to.chunks_exact_mut(len).zip(starts) {
        if let Some(row) = ahead.next().and_then(|next| source.get(next..)?.get(..len)) {
            past::fetch(row);
        }
        let row = &source[start..][..len];
        // SAFETY: `copy` needs the bytes of a row to be readable, and those of its places to be writable and aligned to PIECE, as a row has
        // a multiple of that (`are_huge`). A `Copy` element has nothing to drop, and a copy of its bytes is an element.
        unsafe { past::copy(places.as_mut_ptr().cast(), row.as_ptr().cast(), bytes) };
        left -= 1;
    }
    assert!(left == 0, "as many rows as there are places");
    true
}

#[cfg(test)]
mod tests;
