//! Masks, 64 entries at a time.

use core::hint::select_unpredictable;

use super::offsets::{Offsets, Run, See};

/// The entries of a mask that are read together.
const WORD: usize = u64::BITS as usize;

/// The number of entries of a mask that are true.
pub(super) fn count(mask: &[bool]) -> usize {
    mask.chunks(WORD)
        .map(|word| usize::from(count_word(word)))
        .sum()
}

/// The number of entries of at most a word that are true: a sum of bytes, which the compiler
/// vectorises.
fn count_word(word: &[bool]) -> u8 {
    word.iter()
        .fold(0, |count, &selected| count + u8::from(selected))
}

/// The entries of at most a word of a mask as bits.
fn bits(word: &[bool]) -> u64 {
    // Each byte, 0 or 1, to a bit of the highest one.
    let packed = |part: [u8; 8]| u64::from_le_bytes(part).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let Ok(word) = <&[bool; WORD]>::try_from(word) else {
        return word
            .iter()
            .rev()
            .fold(0, |bits, &selected| bits << 1 | u64::from(selected));
    };
    // Most words of most masks are of one kind.
    match count_word(word) {
        0 => 0,
        64 => u64::MAX,
        _ => word
            .as_chunks::<8>()
            .0
            .iter()
            .rev()
            .fold(0, |bits, part| bits << 8 | packed(part.map(u8::from))),
    }
}

/// Calls a function with the offsets at which a mask is true, in order. Where the runs of a word
/// have 8 entries or more on average, each run is handed out as one; the offsets of other words are
/// gathered in a table.
pub(super) fn offsets(mask: &[bool], stride: isize, see: See<'_>) {
    let all = Run {
        first: 0,
        len: mask.len(),
        stride,
    };
    // To clear a long table takes longer than to read a mask of one word.
    let (mut short, mut long);
    let block: &mut [isize] = if mask.len() <= WORD {
        short = [0; WORD];
        &mut short
    } else {
        long = [0; 4 * WORD];
        &mut long
    };
    let mut count = 0;
    // The first entry of a run that has not ended.
    let mut begin: Option<usize> = None;
    for (number, word) in mask.chunks(WORD).enumerate() {
        let (at, bits) = (number * WORD, bits(word));
        // Bits that differ from the one before.
        let mut changes = bits ^ (bits << 1 | u64::from(begin.is_some()));
        if changes == 0 {
            continue;
        }
        if changes.count_ones() as usize > bits.count_ones() as usize / (WORD / 8) {
            if let Some(begin) = begin.take() {
                see(Offsets::Run(all.part(begin..at)));
            }
            count += put(word, bits, all.part(at..mask.len()), &mut block[count..]);
            if block.len() - count < WORD {
                flush(block, &mut count, see);
            }
            continue;
        }
        while changes != 0 {
            let at = at + changes.trailing_zeros() as usize;
            if let Some(begin) = begin.take() {
                see(Offsets::Run(all.part(begin..at)));
            } else {
                flush(block, &mut count, see);
                begin = Some(at);
            }
            changes &= changes - 1;
        }
    }
    if let Some(begin) = begin {
        see(Offsets::Run(all.part(begin..mask.len())));
    }
    flush(block, &mut count, see);
}

/// Hands out the offsets of a table, if there are any.
fn flush(block: &[isize], count: &mut usize, see: See<'_>) {
    if *count > 0 {
        see(Offsets::Table(&block[..*count]));
        *count = 0;
    }
}

/// Writes the offsets at which at most a word of a mask is true to the first places, of which there
/// are as many as entries, and returns their number.
fn put(word: &[bool], mut bits: u64, entries: Run, offsets: &mut [isize]) -> usize {
    let mut count = 0;
    if bits.count_ones() as usize > WORD / 8 {
        // Branchless: each offset is written, and kept if it is selected.
        for (position, &selected) in word.iter().enumerate() {
            offsets[count] = entries.at(position);
            count += usize::from(selected);
        }
    } else {
        while bits != 0 {
            offsets[count] = entries.at(bits.trailing_zeros() as usize);
            (bits, count) = (bits & (bits - 1), count + 1);
        }
    }
    count
}

/// Clones a value over the elements at which a mask is true. This is branchless: where a word of
/// the mask has a true entry, each of its elements is written. By offsets, `select_mut(&mask).fill`
/// of half of the elements takes 3.5 times as long.
pub(super) fn fill<T: Clone>(elements: &mut [T], mask: &[bool], value: &T) {
    for (elements, word) in elements.chunks_mut(WORD).zip(mask.chunks(WORD)) {
        if count_word(word) > 0 {
            for (element, &selected) in elements.iter_mut().zip(word) {
                *element = select_unpredictable(selected, value.clone(), element.clone());
            }
        }
    }
}
