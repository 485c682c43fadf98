//! Masks, 64 entries at a time.

/// The entries of a mask that are read together.
const WORD: usize = u64::BITS as usize;

/// The number of entries of a mask that are true.
pub(super) fn count(mask: &[bool]) -> usize {
    mask.chunks(WORD).map(|word| usize::from(count_word(word))).sum()
}

/// The number of entries of at most a word that are true: a sum of bytes, which the compiler vectorises.
#[inline]
fn count_word(word: &[bool]) -> u8 {
    word.iter().fold(0, |count, &selected| count + u8::from(selected))
}

/// The entries of at most a word of a mask as bits.
#[inline]
fn bits(word: &[bool]) -> u64 {
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

/// Whether the entries of a mask that are true, of which there are `count`, are in runs of 16 or more on average: then runs take less time
/// than offsets.
pub(super) fn has_long_runs(mask: &[bool], count: usize) -> bool {
    let changes = |(word, next): (&[bool], &[bool])| {
        let pairs = word.iter().zip(next);
        usize::from(pairs.fold(0_u8, |changes, (entry, next)| changes + u8::from(entry != next)))
    };
    let mut words = mask.chunks(WORD).zip(mask.get(1..).unwrap_or(&[]).chunks(WORD));
    words.try_fold(count / (WORD / 8), |left, pair| left.checked_sub(changes(pair))).is_some()
}

/// Calls a function with the first entry and the length of each run of entries that are true.
pub(super) fn runs(mask: &[bool], mut see: impl FnMut(usize, usize)) {
    let mut begin = None;
    for (number, word) in mask.chunks(WORD).enumerate() {
        let bits = bits(word);
        // Bits that differ from the one before.
        let mut changes = bits ^ (bits << 1 | u64::from(begin.is_some()));
        while changes != 0 {
            let at = number * WORD + changes.trailing_zeros() as usize;
            begin = match begin {
                Some(begin) => {
                    see(begin, at - begin);
                    None
                }
                None => Some(at),
            };
            changes &= changes - 1;
        }
    }
    if let Some(begin) = begin {
        see(begin, mask.len() - begin);
    }
}

/// Calls a function with the offsets at which a mask is true, those of some words at a time. `first` is the offset of its first entry.
pub(super) fn offsets(mask: &[bool], first: isize, stride: isize, see: &mut dyn FnMut(&[isize])) {
    let (mut block, mut count) = ([0; 4 * WORD], 0);
    for (number, word) in mask.chunks(WORD).enumerate() {
        let first = first.wrapping_add(stride.wrapping_mul((number * WORD).cast_signed()));
        count += put(word, first, stride, &mut block[count..]);
        if block.len() - count < WORD {
            see(&block[..count]);
            count = 0;
        }
    }
    see(&block[..count]);
}

/// Writes the offsets at which at most a word of a mask is true to the first places, of which there are as many as entries, and returns
/// their number.
fn put(word: &[bool], first: isize, stride: isize, offsets: &mut [isize]) -> usize {
    let (mut bits, mut count) = (bits(word), 0);
    if bits.count_ones() as usize > WORD / 8 {
        // Branchless: each offset is written, and kept if it is selected.
        for (position, &selected) in word.iter().enumerate() {
            offsets[count] = first.wrapping_add(stride.wrapping_mul(position.cast_signed()));
            count += usize::from(selected);
        }
    } else {
        while bits != 0 {
            offsets[count] = first.wrapping_add(stride.wrapping_mul(bits.trailing_zeros() as isize));
            (bits, count) = (bits & (bits - 1), count + 1);
        }
    }
    count
}
