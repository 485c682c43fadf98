//! One block over and over: fills and broadcasts.

use core::mem::MaybeUninit;
use core::ptr::{copy_nonoverlapping, null};

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
                $($size => {
                    let (mut last, mut whole) = (null(), MaybeUninit::uninit());
                    for (to, from) in blocks.places(far) {
                        if from != last {
                            // SAFETY: `repeat` needs one readable block (invariant 1).
                            (last, whole) = (from, unsafe { repeat::<V, $size>(from) });
                        }
                        // SAFETY: `fill` needs writable bytes, which are whole blocks (invariant 2:
                        // in the target, the row's blocks follow each other), at least SHORT_ROW:
                        // as many as a vector.
                        unsafe { fill::<V, $size>(to, whole, len) };
                    }
                }),+
                block => {
                    for (to, from) in blocks.places(far) {
                        // SAFETY: `double` needs one readable block (invariant 1), and writable
                        // bytes for one or more (invariant 2: in the target, the row's blocks
                        // follow each other).
                        unsafe { double(to, from, block, len) };
                    }
                }
            }
        };
    }
    of_size!(1 2 4 8 16);
    true
}

/// A vector of equal blocks of B bytes.
///
/// # Safety
///
/// B bytes can be read at `from`.
#[inline(always)]
unsafe fn repeat<V: Copy, const B: usize>(from: *const u8) -> MaybeUninit<V> {
    const { assert!(size_of::<V>().is_multiple_of(B), "a vector is whole blocks") };
    // SAFETY: `read` needs B readable bytes, aligned by 1; a `MaybeUninit` may be any byte,
    // initialised or not.
    let block = unsafe { from.cast::<[MaybeUninit<u8>; B]>().read() };
    let mut whole = MaybeUninit::<V>::uninit();
    let blocks: *mut [MaybeUninit<u8>; B] = whole.as_mut_ptr().cast();
    for at in 0..size_of::<V>() / B {
        // SAFETY: `write` needs B writable bytes, aligned by 1: one of the blocks of the vector.
        unsafe { blocks.wrapping_add(at).write(block) };
    }
    whole
}

/// Fills `len` bytes with a vector of blocks of B bytes, in stores that begin at multiples of its
/// size if the places of blocks do, and one at each end.
///
/// # Safety
///
/// `len` bytes, at least those of a V and whole blocks, can be written at `to`.
#[inline(always)]
unsafe fn fill<V: Copy, const B: usize>(to: *mut u8, whole: MaybeUninit<V>, len: usize) {
    let store = const { size_of::<V>() };
    let put = |at: usize| {
        // SAFETY: `write_unaligned` needs the bytes of a V to be writable: `at` and a V are at most
        // `len`, in each call below.
        unsafe {
            to.wrapping_add(at)
                .cast::<MaybeUninit<V>>()
                .write_unaligned(whole)
        }
    };
    put(0);
    let last = len - store;
    let mut at = store - to.addr() % store / B * B;
    // Two lines at once: the time of a loop around few stores depends on its place in memory.
    while last.saturating_sub(at) >= 2 * LINE {
        for part in 0..const { 2 * LINE / size_of::<V>() } {
            put(at + part * store);
        }
        at += 2 * LINE;
    }
    while at < last {
        put(at);
        at += store;
    }
    // Whole blocks are before `last`, as `len` and a V are whole blocks.
    put(last);
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
