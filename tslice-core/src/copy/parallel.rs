//! Copies by several threads: feature `rayon`.

use super::PART;
use crate::array::{Array, DynView, Owned, Read};
use crate::copy::Sink;
use crate::error::{ShapeError, or_panic};
use crate::layout::{self, Dims};

/// Measured: a copy of fewer bytes ends before another thread has woken up.
const WHOLE: usize = 2 << 20;

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: Clone + Send + Sync,
{
    /// Works like [`to_tensor`](Self::to_tensor), but runs on the threads of rayon's pool. The calling thread makes copies below two
    /// mebibytes alone.
    ///
    /// # Panics
    ///
    /// If [`to_vec`](Self::to_vec) would panic.
    #[must_use]
    #[track_caller]
    pub fn par_to_tensor(&self) -> Array<Owned<S::Elem>, D> {
        let mut data = or_panic(layout::reserve(self.lengths()));
        let len = self.len();
        in_parts(self.view().into_dyn(), &mut data.spare_capacity_mut()[..len], &|part, target: &mut [_]| {
            // SAFETY: `block` needs a live element at each index tuple: invariant 1. The places are of a new vector.
            unsafe { Sink::new(target).block(part.layout(), part.as_ptr()) };
        });
        // SAFETY: `set_len` needs `len` initialised elements: the parts were all written; a clone that panics leaves them to
        // leak.
        unsafe { data.set_len(len) };
        Array::from_parts(self.lengths(), data)
    }

    /// Works like [`copy_to_slice`](Self::copy_to_slice), but runs on the threads of rayon's pool. The calling thread makes copies below
    /// two mebibytes alone.
    ///
    /// # Panics
    ///
    /// If `target` has another length.
    #[track_caller]
    pub fn par_copy_to_slice(&self, target: &mut [S::Elem]) {
        or_panic(self.try_par_copy_to_slice(target));
    }

    /// [`par_copy_to_slice`](Self::par_copy_to_slice), with its error as a value.
    pub(crate) fn try_par_copy_to_slice(&self, target: &mut [S::Elem]) -> Result<(), ShapeError> {
        layout::check_len(self.lengths(), target.len())?;
        in_parts(self.view().into_dyn(), target, &|part, target| part.copy_to_slice(target));
        Ok(())
    }
}

/// Copies `source` into `target`, whose places are those of its elements in row-major order.
fn in_parts<T: Sync, U: Send>(
    source: DynView<'_, T>,
    target: &mut [U],
    copy: &(impl Fn(&DynView<'_, T>, &mut [U]) + Sync),
) {
    let bytes = size_of_val(target);
    if bytes < WHOLE {
        return copy(&source, target);
    }
    // Few parts for each thread, because the kernels for large copies ask for the size of a part.
    halves(source, target, PART.max(bytes / (2 * rayon::current_num_threads())), copy);
}

/// [`in_parts`] by halves of the outermost axis that is longer than 1, down to `least` bytes.
fn halves<T: Sync, U: Send>(
    source: DynView<'_, T>,
    target: &mut [U],
    least: usize,
    copy: &(impl Fn(&DynView<'_, T>, &mut [U]) + Sync),
) {
    let two = size_of_val(target) / 2 >= least;
    let long = source.shape().iter().position(|&len| len > 1).filter(|_| two);
    let Some(axis) = long else { return copy(&source, target) };
    let (len, middle) = (source.shape()[axis], source.shape()[axis] / 2);
    let (first, second) = target.split_at_mut(target.len() / len * middle);
    let (low, high) = source.split_at(axis, middle);
    rayon::join(|| halves(low, first, least, copy), || halves(high, second, least, copy));
}
