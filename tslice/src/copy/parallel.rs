//! Copies in parts, by the threads of rayon's pool: feature `rayon`.

use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::ops::Range;

use crate::layout::{self, Dynamic, Layout};
use crate::raw::Shared;

/// Copies below this many bytes are over when another thread wakes up, by measure.
const WHOLE: usize = 2 << 20;
/// Parts below this many bytes are not worth handing over.
const PART: usize = 256 << 10;

/// As [`super::to_vec`].
pub(crate) fn to_vec<T: Clone + Send + Sync>(source: Shared<'_, T, Dynamic>) -> Vec<T> {
    let len = layout::len(source.layout().shape());
    let mut out = Vec::with_capacity(len);
    in_parts(source, &mut out.spare_capacity_mut()[..len], &|source, target| {
        super::write_clones(source, target)
    });
    // SAFETY: every part of the spare room was written by `write_clones`; a clone that panics leaves them to leak.
    unsafe { out.set_len(len) };
    out
}

/// As [`super::copy_to_slice`].
pub(crate) fn copy_to_slice<T: Clone + Send + Sync>(source: Shared<'_, T, Dynamic>, target: &mut [T]) {
    assert!(target.len() == layout::len(source.layout().shape()), "the target has the length of the source");
    in_parts(source, target, &|source, target| super::copy_to_slice(source, target));
}

/// Copies `source` into `target`, which is its elements in row-major order.
fn in_parts<T: Sync, U: Send>(
    source: Shared<'_, T, Dynamic>,
    target: &mut [U],
    copy: &(impl Fn(&Shared<'_, T, Dynamic>, &mut [U]) + Sync),
) {
    if size_of_val(target) < WHOLE { copy(&source, target) } else { halves(source, target, copy) }
}

/// [`in_parts`] by halves of the outermost axes.
fn halves<T: Sync, U: Send>(
    source: Shared<'_, T, Dynamic>,
    target: &mut [U],
    copy: &(impl Fn(&Shared<'_, T, Dynamic>, &mut [U]) + Sync),
) {
    let shape = source.layout().shape();
    let long = shape.iter().position(|&len| len > 1).filter(|_| size_of_val(target) >= 2 * PART);
    let Some(axis) = long else { return copy(&source, target) };
    let (len, middle) = (shape[axis], shape[axis] / 2);
    let (first, second) = target.split_at_mut(target.len() / len * middle);
    let [low, high] = source.split_at(axis, middle);
    rayon::join(|| halves(low, first, copy), || halves(high, second, copy));
}

/// Room for a part of a result, and how much of it was written.
pub(crate) struct Spare<'s, T> {
    places: &'s mut [MaybeUninit<T>],
    written: usize,
}

impl<T> Spare<'_, T> {
    pub(crate) fn written(&self) -> usize {
        self.written
    }

    /// Writes elements one after the other.
    #[inline(always)]
    pub(crate) fn extend(&mut self, elements: impl Iterator<Item = T>) {
        for (place, element) in self.places[self.written..].iter_mut().zip(elements) {
            place.write(element);
            self.written += 1;
        }
    }
}

/// A vector of `len` elements, `unit` of which belong together: `write` makes those of a range of units.
///
/// # Errors
///
/// The first of `write`, by range; elements that were written leak.
pub(crate) fn collect<T: Send, E: Send>(
    mut out: Vec<T>,
    len: usize,
    unit: usize,
    write: &(impl Fn(Range<usize>, &mut Spare<'_, T>) -> Result<(), E> + Sync),
) -> Result<Vec<T>, E> {
    assert!(out.is_empty(), "the room of an empty vector");
    parts(0, &mut out.spare_capacity_mut()[..len], unit, write)?;
    // SAFETY: `parts` has seen that all `len` elements were written.
    unsafe { out.set_len(len) };
    Ok(out)
}

/// Writes the units from `first` on; all of `places` is written where there is no error.
fn parts<T: Send, E: Send>(
    first: usize,
    places: &mut [MaybeUninit<T>],
    unit: usize,
    write: &(impl Fn(Range<usize>, &mut Spare<'_, T>) -> Result<(), E> + Sync),
) -> Result<(), E> {
    let units = places.len() / unit;
    if units < 2 || size_of_val(places) < 2 * PART {
        let mut spare = Spare { places, written: 0 };
        write(first..first + units, &mut spare)?;
        assert!(spare.written == spare.places.len(), "every element of the part is written");
        return Ok(());
    }
    let middle = units / 2;
    let (low, high) = places.split_at_mut(middle * unit);
    let (low, high) =
        rayon::join(|| parts(first, low, unit, write), || parts(first + middle, high, unit, write));
    low.and(high)
}
