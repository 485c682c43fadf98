//! Cloning elements one by one, for types that are not `Copy`.

use tslice_kernels::{CopyAxis, Joined, join, nest};

/// How a clone gets to its place.
pub(crate) trait Put<T> {
    /// Clones `element` to `to`.
    ///
    /// # Safety
    ///
    /// `to` is aligned and valid for writes, and no other reference to it exists. For [`OverLive`], a live element is there.
    unsafe fn put(to: *mut T, element: &T);
}

/// Writes clones to places without an element.
pub(crate) struct IntoUninit;

/// Overwrites live elements by [`Clone::clone_from`]; a clone that panics leaves the old element alive.
pub(crate) struct OverLive;

impl<T: Clone> Put<T> for IntoUninit {
    #[inline(always)]
    unsafe fn put(to: *mut T, element: &T) {
        let clone = element.clone();
        // SAFETY: `write` needs a valid, aligned place, which `to` is; it drops nothing.
        unsafe { to.write(clone) }
    }
}

impl<T: Clone> Put<T> for OverLive {
    #[inline(always)]
    unsafe fn put(to: *mut T, element: &T) {
        // SAFETY: a `&mut` needs a live element to which no other reference exists, which is what `put` needs here.
        let old = unsafe { &mut *to };
        old.clone_from(element);
    }
}

/// Clones the element of every index tuple; `axes` count in elements; `joined` is at least as long.
///
/// # Safety
///
/// Every index tuple of `axes` reaches a live element at `from`, and at `to` a place as [`Put::put`] of P needs it,
/// which no other index tuple reaches.
#[inline]
pub(super) unsafe fn clone_each<T, P: Put<T>>(
    to: *mut T,
    from: *const T,
    axes: impl Iterator<Item = CopyAxis>,
    joined: &mut [CopyAxis],
) {
    let Some(Joined { count, block }) = join(axes, 1, joined) else { return };
    let clone = |t: isize, s: isize| {
        // SAFETY: a `&` needs a live element: one is at the source's offset of every index tuple.
        let element = unsafe { &*from.wrapping_offset(s) };
        // SAFETY: `put` needs a place for P to which no other reference exists: one is at the target's offset of every index
        // tuple.
        unsafe { P::put(to.wrapping_offset(t), element) }
    };
    // Two loops, so that each is one that the compiler recognises.
    if block == 1 {
        return nest(&joined[..count], clone);
    }
    nest(&joined[..count], |t, s| (0..block.cast_signed()).for_each(|i| clone(t + i, s + i)));
}
