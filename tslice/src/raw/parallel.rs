//! Copies in parts, by the threads of rayon's pool: feature `rayon`.

use alloc::vec::Vec;

use super::Shared;
use crate::copy;
use crate::layout::{self, Dynamic, Layout};

/// Copies below this many bytes are over when another thread wakes up, by measure.
const WHOLE: usize = 2 << 20;
/// Parts below this many bytes are not worth handing over.
const PART: usize = 256 << 10;

/// As [`Shared::to_vec`].
pub(crate) fn to_vec<T: Clone + Send + Sync>(source: Shared<'_, T, Dynamic>) -> Vec<T> {
    let len = layout::len(source.layout().shape());
    let mut out = Vec::with_capacity(len);
    in_parts(source, &mut out.spare_capacity_mut()[..len], &|source, target| {
        // SAFETY: every index tuple reaches a live element (invariant 1); `in_parts` gives as many places.
        unsafe { copy::clone_to_uninit(source.layout(), source.raw.ptr.as_ptr(), target) };
    });
    // SAFETY: `set_len` needs `len` live elements: `clone_to_uninit` has written every part; a clone that panics leaves
    // them to leak.
    unsafe { out.set_len(len) };
    out
}

/// As [`Shared::clone_to_slice`].
pub(crate) fn clone_to_slice<T: Clone + Send + Sync>(source: Shared<'_, T, Dynamic>, target: &mut [T]) {
    assert!(target.len() == layout::len(source.layout().shape()), "the target has the length of the source");
    in_parts(source, target, &|source, target| source.clone_to_slice(target));
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
