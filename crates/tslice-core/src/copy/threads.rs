//! Copies, and vectors written in parts, by the threads of rayon's pool: feature `rayon`.

use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::ops::Range;

use super::PART;
use super::sink::Sink;
use crate::array::{Array, DynView, Owned, Read, reserve};
use crate::error::or_panic;
use crate::layout::{self, Dims};

/// Measured: a copy of fewer bytes ends before another thread has woken up.
const WHOLE: usize = 2 << 20;

/// A vector of `len` elements, `unit` of which belong together: `write` makes those of a range of
/// units.
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
    // SAFETY: `set_len` needs `len` live elements: `parts` asserts that all were written, and
    // returns an error otherwise.
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
        assert!(
            sink.written(first_place) == len,
            "every element of the part is written"
        );
        return Ok(());
    }
    let middle = units / 2;
    let (low, high) = places.split_at_mut(middle * unit);
    let (low, high) = rayon::join(
        || parts(first, low, unit, write),
        || parts(first + middle, high, unit, write),
    );
    low.and(high)
}

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: Clone + Send + Sync,
{
    /// Works like [`to_tensor`](Self::to_tensor), but runs on the threads of rayon's pool. The
    /// calling thread makes copies below two mebibytes alone.
    ///
    /// # Panics
    ///
    /// If [`to_vec`](Self::to_vec) panics.
    #[doc(alias("parallel", "rayon"))]
    #[track_caller]
    pub fn par_to_tensor(&self) -> Array<Owned<S::Elem>, D> {
        let mut data = or_panic(reserve(self.lengths()));
        let len = self.len();
        in_parts(
            self.view().into_dyn(),
            Sink::new(&mut data.spare_capacity_mut()[..len]),
        );
        // SAFETY: `set_len` needs `len` initialised elements: the parts were all written; a clone
        // that panics leaves them to leak.
        unsafe { data.set_len(len) };
        Array::from_parts(self.lengths(), data)
    }

    /// Works like [`copy_to_slice`](Self::copy_to_slice), but runs on the threads of rayon's pool.
    /// The calling thread makes copies below two mebibytes alone.
    ///
    /// # Panics
    ///
    /// If `target` has another length.
    #[track_caller]
    pub fn par_copy_to_slice(&self, target: &mut [S::Elem]) {
        or_panic(layout::check_len(self.lengths(), target.len()));
        in_parts(self.view().into_dyn(), Sink::over(target));
    }
}

/// Copies `source` into `target`, which has as many places.
fn in_parts<T: Clone + Send + Sync>(source: DynView<'_, T>, target: Sink<'_, T>) {
    let bytes = source.len() * size_of::<T>();
    // Few parts for each thread, because the kernels for large copies ask for the size of a part.
    let parts = PART.max(bytes / (2 * rayon::current_num_threads()));
    halves(
        source,
        target,
        if bytes < WHOLE { usize::MAX } else { parts },
    );
}

/// [`in_parts`] by halves of the outermost axis that is longer than 1, down to `least` bytes.
fn halves<T: Clone + Send + Sync>(source: DynView<'_, T>, mut target: Sink<'_, T>, least: usize) {
    let two = source.len() * size_of::<T>() / 2 >= least;
    let long = source
        .shape()
        .iter()
        .position(|&len| len > 1)
        .filter(|_| two);
    let Some(axis) = long else {
        return target.array(&source);
    };
    let (low, high) = source.split_at(axis, source.shape()[axis] / 2);
    let [first, second] = target.split_at(low.len());
    rayon::join(|| halves(low, first, least), || halves(high, second, least));
}
