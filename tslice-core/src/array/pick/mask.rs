//! Masks, 64 entries at a time.

use core::{hint, ptr};

use super::block::See;
use crate::error::ShapeError;

/// The entries of a mask that are looked at together.
pub(super) const WORD: usize = 64;

/// How many entries of a mask are true.
pub(super) fn count(mask: &[bool]) -> usize {
    mask.chunks(WORD).map(|word| usize::from(count_word(word))).sum()
}

/// How many entries of at most a word are true: a sum of bytes, which the compiler makes vector instructions of.
#[inline]
fn count_word(word: &[bool]) -> u8 {
    word.iter().fold(0, |count, &selected| count + u8::from(selected))
}

/// The entries of at most a word of a mask as bits.
#[inline]
pub(super) fn bits(word: &[bool]) -> u64 {
    // Each byte, 0 or 1, to a bit of the highest one.
    let packed = |part: [u8; 8]| u64::from_le_bytes(part).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let Ok(word) = <&[bool; WORD]>::try_from(word) else {
        return word.iter().rev().fold(0, |bits, &selected| bits << 1 | u64::from(selected));
    };
    // Most words of most masks are of one kind.
    match count_word(word) {
        0 => 0,
        64 => u64::MAX,
        _ => {
            word.as_chunks::<8>().0.iter().rev().fold(0, |bits, part| bits << 8 | packed(part.map(u8::from)))
        }
    }
}

/// Sets the elements at which a mask of as many is true. Where some are, all are written, so that no branch has to be foreseen.
///
/// # Safety
///
/// Elements are `Copy`.
pub(super) unsafe fn fill<T>(elements: &mut [T], mask: &[bool], value: &T) {
    for (elements, word) in elements.chunks_mut(WORD).zip(mask.chunks(WORD)) {
        if count_word(word) > 0 {
            for (element, &selected) in elements.iter_mut().zip(word) {
                // SAFETY: `read` needs a live element, and its bits are used twice: it is `Copy` (the condition of this function).
                let new = unsafe { ptr::read(value) };
                // SAFETY: `read` needs a live element, and its bits are used twice: it is `Copy` (the condition of this function).
                let old = unsafe { ptr::read(element) };
                *element = hint::select_unpredictable(selected, new, old);
            }
        }
    }
}

/// Calls a function with the offsets at which a mask is true, some at a time. `first` is that of its first element.
pub(super) fn offsets(mask: &[bool], first: isize, stride: isize, see: See<'_>) -> Result<(), ShapeError> {
    for (number, word) in mask.chunks(WORD).enumerate() {
        let first = first.wrapping_add(stride.wrapping_mul((number * WORD).cast_signed()));
        let mut bits = bits(word);
        let (mut offsets, mut at) = ([0; WORD], 0);
        if bits.count_ones() as usize > WORD / 8 {
            // Each offset is written, and kept if it is selected: no branch has to be foreseen.
            for (position, &selected) in word.iter().enumerate() {
                offsets[at] = first.wrapping_add(stride.wrapping_mul(position.cast_signed()));
                at += usize::from(selected);
            }
        } else {
            while bits != 0 {
                offsets[at] = first.wrapping_add(stride.wrapping_mul(bits.trailing_zeros() as isize));
                (bits, at) = (bits & (bits - 1), at + 1);
            }
        }
        if at > 0 {
            see(&offsets[..at])?;
        }
    }
    Ok(())
}
