//! Vectors written in parts, by the threads of rayon's pool: feature `rayon`.

use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::ops::Range;

use super::PART;
use super::sink::Sink;

/// A vector of `len` elements, `unit` of which belong together: `write` makes those of a range of units.
///
/// # Errors
///
/// The first error of `write`, in the order of the ranges; elements that were written leak.
///
/// # Panics
///
/// If `out` has elements or less room, `unit` is 0, or `write` leaves a place without an element.
pub fn collect<T: Clone + Send, E: Send>(
    mut out: Vec<T>,
    len: usize,
    unit: usize,
    write: &(impl Fn(Range<usize>, &mut Sink<'_, T>) -> Result<(), E> + Sync),
) -> Result<Vec<T>, E> {
    assert!(out.is_empty(), "a vector of spare capacity only");
    parts(0, &mut out.spare_capacity_mut()[..len], unit, write)?;
    // SAFETY: `set_len` needs `len` live elements: `parts` asserts that all were written, and returns an error
    // otherwise.
    unsafe { out.set_len(len) };
    Ok(out)
}

/// Writes the units from `first` on; all of `places` is written unless there is an error.
fn parts<T: Clone + Send, E: Send>(
    first: usize,
    places: &mut [MaybeUninit<T>],
    unit: usize,
    write: &(impl Fn(Range<usize>, &mut Sink<'_, T>) -> Result<(), E> + Sync),
) -> Result<(), E> {
    let units = places.len() / unit;
    if units < 2 || size_of_val(places) < 2 * PART {
        let (len, first_place) = (places.len(), places.as_ptr());
        let mut sink = Sink::new(places);
        write(first..first + units, &mut sink)?;
        assert!(sink.written(first_place) == len, "every element of the part is written");
        return Ok(());
    }
    let middle = units / 2;
    let (low, high) = places.split_at_mut(middle * unit);
    let (low, high) =
        rayon::join(|| parts(first, low, unit, write), || parts(first + middle, high, unit, write));
    low.and(high)
}
