//! Copies by several threads: feature `rayon`.

use super::PART;
use crate::array::{Array, DynView, Owned, Read};
use crate::copy::Sink;
use crate::error::or_panic;
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
        in_parts(self.view().into_dyn(), Sink::new(&mut data.spare_capacity_mut()[..len]));
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
        or_panic(layout::check_len(self.lengths(), target.len()));
        in_parts(self.view().into_dyn(), Sink::over(target));
    }
}

/// Copies `source` into `target`, which has as many places.
fn in_parts<T: Clone + Send + Sync>(source: DynView<'_, T>, target: Sink<'_, T>) {
    let bytes = source.len() * size_of::<T>();
    // Few parts for each thread, because the kernels for large copies ask for the size of a part.
    let parts = PART.max(bytes / (2 * rayon::current_num_threads()));
    halves(source, target, if bytes < WHOLE { usize::MAX } else { parts });
}

/// [`in_parts`] by halves of the outermost axis that is longer than 1, down to `least` bytes.
fn halves<T: Clone + Send + Sync>(source: DynView<'_, T>, mut target: Sink<'_, T>, least: usize) {
    let two = source.len() * size_of::<T>() / 2 >= least;
    let long = source.shape().iter().position(|&len| len > 1).filter(|_| two);
    let Some(axis) = long else { return target.array(&source) };
    let (low, high) = source.split_at(axis, source.shape()[axis] / 2);
    let [first, second] = target.split_at(low.len());
    rayon::join(|| halves(low, first, least), || halves(high, second, least));
}
