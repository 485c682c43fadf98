//! Cloning elements one by one, for types that are not `Copy`.

use super::plan::{Axis, Joined, join, nest};

/// How a clone gets to its place.
pub(super) trait Put<T> {
    /// Clones `element` to `to`.
    ///
    /// # Safety
    ///
    /// `to` is valid for writes, aligned, and reached by nobody else; what lives there is up to the implementation.
    unsafe fn put(to: *mut T, element: &T);
}

/// Writes clones to places without an element.
pub(super) struct IntoUninit;

/// Overwrites live elements by [`Clone::clone_from`]; a clone that panics leaves the old element alive.
pub(super) struct OverLive;

impl<T: Clone> Put<T> for IntoUninit {
    #[inline(always)]
    unsafe fn put(to: *mut T, element: &T) {
        let clone = element.clone();
        // SAFETY: `write` needs a valid, aligned place, which `to` is; nothing there is to be dropped.
        unsafe { to.write(clone) }
    }
}

impl<T: Clone> Put<T> for OverLive {
    #[inline(always)]
    unsafe fn put(to: *mut T, element: &T) {
        // SAFETY: a `&mut` needs a live element that nobody else reaches: the second condition of `OverLive::put`'s caller.
        let old = unsafe { &mut *to };
        old.clone_from(element);
    }
}

/// Clones the element of every index tuple; `joined` has room for all `axes`, which count in elements.
///
/// # Safety
///
/// Every index tuple of `axes` reaches a live element at `from`, and at `to` a place as P needs it, which neither another
/// index tuple nor anybody else reaches; for [`OverLive`], a live element is there.
#[inline]
pub(super) unsafe fn clone_each<T, P: Put<T>>(
    to: *mut T,
    from: *const T,
    axes: impl Iterator<Item = Axis>,
    joined: &mut [Axis],
) {
    let Some(Joined { count, block }) = join(axes, 1, joined) else { return };
    let clone = |t: isize, s: isize| {
        // SAFETY: a `&` needs a live element: one is at the source's offset of every index tuple.
        let element = unsafe { &*from.wrapping_offset(s) };
        // SAFETY: `put` needs a place for P that nobody else reaches: one is at the target's offset of every index tuple.
        unsafe { P::put(to.wrapping_offset(t), element) }
    };
    // Two loops, so that each is one that the compiler recognises.
    if block == 1 {
        return nest(&joined[..count], clone);
    }
    nest(&joined[..count], |t, s| (0..block.cast_signed()).for_each(|i| clone(t + i, s + i)));
}
