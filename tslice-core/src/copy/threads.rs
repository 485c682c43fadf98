//! Vectors written in parts, by the threads of rayon's pool: feature `rayon`.

use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::ops::Range;

use super::clone_to_uninit;
use super::rows::HugeRows;
use super::sink::Sink;
use crate::layout::{self, Layout};

/// Parts below this many bytes are not worth handing over.
const PART: usize = 256 << 10;

/// The places of a part of a result, and how many of them were written.
pub struct Spare<'s, T> {
    places: &'s mut [MaybeUninit<T>],
    written: usize,
}

impl<T> Spare<'_, T> {
    /// Writes elements one after the other.
    #[inline(always)]
    fn extend(&mut self, elements: impl Iterator<Item = T>) {
        for (place, element) in self.places[self.written..].iter_mut().zip(elements) {
            place.write(element);
            self.written += 1;
        }
    }
}

impl<T: Clone> Sink<T> for Spare<'_, T> {
    #[inline(always)]
    fn taken(&self) -> usize {
        self.written
    }

    #[inline(always)]
    fn elements(&mut self, elements: impl ExactSizeIterator<Item = T>) {
        self.extend(elements);
    }

    #[inline(always)]
    fn run(&mut self, run: &[T]) {
        self.extend(run.iter().cloned());
    }

    fn rows(
        &mut self,
        huge: HugeRows<T>,
        source: &[T],
        starts: impl ExactSizeIterator<Item = usize> + Clone,
    ) -> bool {
        let end = self.written + huge.len(starts.len());
        let written = self.places.get_mut(self.written..end).is_some_and(|to| huge.write(to, source, starts));
        if written {
            self.written = end;
        }
        written
    }

    unsafe fn block<L: Layout>(&mut self, layout: &L, from: *const T) {
        let end = self.written + layout::len(layout.shape());
        // SAFETY: `clone_to_uninit` needs live elements at `from`, which are the caller's, and as many places.
        unsafe { clone_to_uninit(layout, from, &mut self.places[self.written..end]) };
        self.written = end;
    }
}

/// A vector of `len` elements, `unit` of which belong together: `write` makes those of a range of units.
///
/// # Errors
///
/// The first error of `write`, in the order of the ranges; elements that were written leak.
///
/// # Panics
///
/// If `out` has elements or less room, `unit` is 0, or `write` leaves a place without an element.
pub fn collect<T: Send, E: Send>(
    mut out: Vec<T>,
    len: usize,
    unit: usize,
    write: &(impl Fn(Range<usize>, &mut Spare<'_, T>) -> Result<(), E> + Sync),
) -> Result<Vec<T>, E> {
    assert!(out.is_empty(), "a vector of spare capacity only");
    parts(0, &mut out.spare_capacity_mut()[..len], unit, write)?;
    // SAFETY: `set_len` needs `len` live elements: `parts` asserts that all were written, and returns an error
    // otherwise.
    unsafe { out.set_len(len) };
    Ok(out)
}

/// Writes the units from `first` on; all of `places` is written unless there is an error.
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
