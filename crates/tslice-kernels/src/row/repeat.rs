//! One block over and over: fills and broadcasts.

use core::mem::MaybeUninit;
use core::ptr::copy_nonoverlapping;

use super::{Blocks, CopyAxis, LINE, PAGE};

/// Rows of fewer bytes are written as fast block by block.
const SHORT_ROW: usize = 32;

/// Fills rows of the target, each with one block of the source.
#[inline]
pub(super) fn try_repeat(blocks: &mut Blocks<'_>) -> bool {
    repeated(blocks).is_some() && portable(blocks)
}

/// The axes outside of the innermost one, and how many bytes that one has, if the copy repeats one
/// block along it into a contiguous row of at least SHORT_ROW bytes.
#[inline(always)]
fn repeated<'b>(blocks: &'b Blocks<'_>) -> Option<(&'b [CopyAxis], usize)> {
    let (row, far) = blocks.axes.split_last()?;
    let len = row.len * blocks.block;
    let repeats = row.source == 0 && row.target == blocks.block.cast_signed();
    (repeats && len >= SHORT_ROW).then_some((far, len))
}

/// [`try_fill`] by the instructions of every machine. Apart from [`try_repeat`], which is small
/// without it.
#[inline(never)]
fn portable(blocks: &mut Blocks<'_>) -> bool {
    try_fill::<u128>(blocks)
}

/// Fills rows of at least SHORT_ROW bytes, each with one block, in stores of vectors V.
#[inline(always)]
pub(super) fn try_fill<V: Copy>(blocks: &mut Blocks<'_>) -> bool {
    const { assert!(size_of::<V>() <= SHORT_ROW, "a row has a vector") };
    let Some((far, len)) = repeated(blocks) else {
        return false;
    };
    macro_rules! of_size {
        ($($size:literal)+) => {
            match blocks.block {
                $($size => blocks.visit(far, |to, from| {
                    // SAFETY: `fill` needs one readable block (invariant 1), and writable bytes,
                    // which are whole blocks (invariant 2: in the target, the row's blocks follow
                    // each other), at least SHORT_ROW: as many as a vector.
                    unsafe { fill::<V, $size>(to, from, len) }
                }),)+
                block => blocks.visit(far, |to, from| {
                    // SAFETY: `double` needs one readable block (invariant 1), and writable bytes
                    // for one or more (invariant 2: in the target, the row's blocks follow each
                    // other).
                    unsafe { double(to, from, block, len) }
                }),
            }
        };
    }
    of_size!(1 2 4 8 16);
    true
}

/// Fills `len` bytes with blocks of B bytes, in stores that begin at multiples of their size, and
/// one at each end.
///
/// # Safety
///
/// B bytes can be read at `from`; `len` others, at least those of a V and whole blocks, can be
/// written at `to`.
#[inline(always)]
unsafe fn fill<V: Copy, const B: usize>(to: *mut u8, from: *const u8, len: usize) {
    let store = const { size_of::<V>() };
    const {
        assert!(
            size_of::<V>().is_multiple_of(B) && size_of::<V>() + B <= LINE,
            "a store is whole blocks"
        )
    };
    // SAFETY: `read` needs B readable bytes, aligned by 1; a `MaybeUninit` may be any byte,
    // initialised or not.
    let block = unsafe { from.cast::<[MaybeUninit<u8>; B]>().read() };
    let mut pattern = [MaybeUninit::uninit(); LINE];
    pattern.as_chunks_mut().0.fill(block);
    // The pattern is long enough for a store from any offset below B on.
    let pattern = pattern.as_ptr();
    let head = store - to.addr() % store;
    // SAFETY: `read_unaligned` needs the bytes of a V to be readable: the pattern has as many.
    let whole = unsafe { pattern.cast::<MaybeUninit<V>>().read_unaligned() };
    // SAFETY: `read_unaligned` needs the bytes of a V to be readable: the pattern has as many and B
    // more.
    let turned = unsafe {
        pattern
            .wrapping_add(head % B)
            .cast::<MaybeUninit<V>>()
            .read_unaligned()
    };
    // SAFETY: `write_unaligned` needs the bytes of a V to be writable: `len` is not less.
    unsafe { to.cast::<MaybeUninit<V>>().write_unaligned(whole) };
    let last = len - store;
    let mut at = head;
    // A line at once: the time of a loop around one store depends on its place in memory.
    while last.saturating_sub(at) >= LINE {
        for at in (at..at + LINE).step_by(store) {
            // SAFETY: `write` needs the bytes of a V to be writable, which end before `len`, at a
            // multiple of their number, as below.
            unsafe { to.wrapping_add(at).cast::<MaybeUninit<V>>().write(turned) };
        }
        at += LINE;
    }
    while at < last {
        // SAFETY: `write` needs the bytes of a V to be writable, which end before `len`, at a
        // multiple of their number, which `to + head` and all that follow are.
        unsafe { to.wrapping_add(at).cast::<MaybeUninit<V>>().write(turned) };
        at += store;
    }
    // SAFETY: `write_unaligned` needs the bytes of a V to be writable: the last ones. `last` is
    // whole blocks, as `len` and a V are.
    unsafe {
        to.wrapping_add(last)
            .cast::<MaybeUninit<V>>()
            .write_unaligned(whole)
    };
}

/// Fills `len` bytes with one block, by copies of what is written.
///
/// # Safety
///
/// `block` bytes, at least one, can be read at `from`, and `len` others, at least as many, written
/// at `to`.
unsafe fn double(to: *mut u8, from: *const u8, block: usize, len: usize) {
    // SAFETY: `copy_nonoverlapping` needs `block` readable bytes and `block` others to write: `len`
    // is not less.
    unsafe { copy_nonoverlapping(from, to, block) };
    let (mut done, mut piece) = (block, block);
    while done < len {
        let more = piece.min(len - done);
        // SAFETY: `copy_nonoverlapping` needs `more` readable bytes, which are the first of those
        // that are written; and `more` others to write, which begin `done >= piece >= more` bytes
        // later and end within `len`.
        unsafe { copy_nonoverlapping(to.cast_const(), to.wrapping_add(done), more) };
        done += more;
        // The first page stays in the cache, and the rest of the row is copied from it.
        if piece < PAGE {
            piece = done;
        }
    }
}
