//! Cloning elements one by one, for types that are not `Copy`.

use tslice_kernels::{CopyAxis, Joined, join, nest};

/// Clones the element of every index tuple; `axes` count in elements; `joined` is at least as long. If the target is `live`, its elements
/// are overwritten by [`Clone::clone_from`], and a clone that panics leaves the old element alive.
///
/// # Safety
///
/// Every index tuple of `axes` reaches a live element at `from`, and at `to` a place to be written, which no other index tuple and no
/// other reference reaches; if the target is `live`, an element is there.
#[inline]
pub(super) unsafe fn clone_each<T: Clone>(
    to: *mut T,
    live: bool,
    from: *const T,
    axes: impl Iterator<Item = CopyAxis>,
    joined: &mut [CopyAxis],
) {
    let Some(Joined { count, block }) = join(axes, 1, joined) else { return };
    let clone = |t: isize, s: isize| {
        // SAFETY: a `&` needs a live element: one is at the source's offset of every index tuple.
        let element = unsafe { &*from.wrapping_offset(s) };
        let to = to.wrapping_offset(t);
        if live {
            // SAFETY: a `&mut` needs a live element to which no other reference exists: one is at the target's offset of every index
            // tuple.
            unsafe { &mut *to }.clone_from(element);
        } else {
            let clone = element.clone();
            // SAFETY: `write` needs a valid, aligned place, which is at the target's offset of every index tuple; it drops nothing.
            unsafe { to.write(clone) };
        }
    };
    // Two loops, so that each is one that the compiler recognises.
    if block == 1 {
        return nest(&joined[..count], clone);
    }
    nest(&joined[..count], |t, s| (0..block.cast_signed()).for_each(|i| clone(t + i, s + i)));
}
