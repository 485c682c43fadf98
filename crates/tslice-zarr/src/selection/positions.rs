//! Positions of an axis that lists and masks select, in the form that takes the least memory: runs
//! as runs, others as a table, and those of a mask as bits.

use std::ops::Range;

use tslice::Progression;

/// Positions, numbered from 0.
#[derive(Clone, Debug)]
pub(crate) enum Positions {
    Pieces(Pieces),
    Bits(Bits),
}

/// Runs, and parts of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pieces {
    /// Each behind the number of its first position.
    pieces: Vec<(usize, Piece)>,
    table: Vec<usize>,
    count: usize,
}

#[derive(Clone, Copy, Debug)]
enum Piece {
    Run(Progression),
    /// Where the positions begin in the table.
    Table(usize),
}

/// A run of fewer positions takes less memory in the table.
const RUN: usize = 4;

/// A bit for each position of an axis.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bits {
    words: Vec<u64>,
    /// How many bits are set in front of each block of words.
    before: Vec<usize>,
    count: usize,
    /// What is set by its position is below this.
    len: usize,
}

/// The words of a block.
const BLOCK: usize = 64;
const WORD: usize = u64::BITS as usize;

impl Positions {
    /// None yet of a number of positions of an axis of length `len`. Many that rise are held as
    /// bits.
    pub(crate) fn new(count: usize, len: usize) -> Self {
        match count > WORD * BLOCK && count >= len / WORD {
            true => Self::Bits(Bits {
                len,
                ..Bits::default()
            }),
            false => Self::Pieces(Pieces::default()),
        }
    }

    /// Appends positions.
    pub(crate) fn push(&mut self, run: Progression) {
        if let Self::Bits(bits) = self {
            if run.count() == 1 && bits.set(run.first()) {
                return;
            }
            let mut pieces = Pieces::default();
            for run in self.runs(0..self.count()) {
                pieces.push(run);
            }
            *self = Self::Pieces(pieces);
        }
        if let Self::Pieces(pieces) = self {
            pieces.push(run);
        }
    }

    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Pieces(pieces) => pieces.count,
            Self::Bits(bits) => bits.count,
        }
    }

    /// The position with this number, which is below the count.
    pub(crate) fn at(&self, number: usize) -> usize {
        match self {
            Self::Pieces(pieces) => pieces.run(pieces.place(number), number).first(),
            Self::Bits(bits) => bits.at(number),
        }
    }

    /// Positions with these numbers, as runs.
    pub(crate) fn runs(&self, mut numbers: Range<usize>) -> impl Iterator<Item = Progression> {
        // The piece; of a mask the word, and what is left of its bits.
        let (mut place, mut word) = match self {
            _ if numbers.is_empty() => (0, 0),
            Self::Pieces(pieces) => (pieces.place(numbers.start), 0),
            Self::Bits(bits) => bits.word_from(numbers.start),
        };
        std::iter::from_fn(move || {
            if numbers.is_empty() {
                return None;
            }
            let run = match self {
                Self::Pieces(pieces) => {
                    let run = pieces.run(place, numbers.start);
                    let behind = pieces.pieces.get(place + 1);
                    let end = numbers.start + run.count();
                    place += usize::from(behind.is_some_and(|(first, _)| *first == end));
                    run
                }
                Self::Bits(bits) => {
                    while word == 0 {
                        place += 1;
                        word = bits.words[place];
                    }
                    let begin = word.trailing_zeros();
                    let count = (word >> begin).trailing_ones() as usize;
                    // The carry clears the run.
                    word &= word.wrapping_add(1 << begin);
                    Progression::part_of(place * WORD + begin as usize, count, 1)
                }
            };
            let count = run.count().min(numbers.len());
            numbers.start += count;
            Some(Progression::part_of(run.first(), count, run.step()))
        })
    }

    /// Calls a function with the positions that have these numbers.
    pub(crate) fn each(&self, numbers: Range<usize>, mut each: impl FnMut(usize)) {
        match self {
            Self::Bits(bits) => bits.each(numbers, each),
            Self::Pieces(_) => self
                .runs(numbers)
                .for_each(|run| (0..run.count()).for_each(|at| each(run.at(at)))),
        }
    }

    /// The same, as a run if a mask selects steps.
    pub(crate) fn simplified(self) -> Self {
        let Self::Bits(bits) = &self else {
            return self;
        };
        let Some(steps) = bits.as_steps() else {
            return self;
        };
        let mut pieces = Pieces::default();
        pieces.push(steps);
        Self::Pieces(pieces)
    }

    /// The memory that they take.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Pieces(Pieces { pieces, table, .. }) => {
                size_of_val(&pieces[..]) + size_of_val(&table[..])
            }
            Self::Bits(Bits { words, before, .. }) => {
                size_of_val(&words[..]) + size_of_val(&before[..])
            }
        }
    }
}

impl Pieces {
    fn push(&mut self, run: Progression) {
        if run.count() == 0 {
            return;
        }
        let next = self.count;
        self.count += run.count();
        if let Some((first, Piece::Run(last))) = self.pieces.last_mut() {
            let step = run
                .first()
                .wrapping_sub(last.at(last.count() - 1))
                .cast_signed();
            let joins = |step: isize, own: Progression| own.count() == 1 || own.step() == step;
            if step != 0 && joins(step, *last) && joins(step, run) {
                *last = Progression::part_of(last.first(), last.count() + run.count(), step);
                return;
            }
            if last.count() < RUN {
                let (first, last) = (*first, *last);
                self.pieces.pop();
                if !matches!(self.pieces.last(), Some((_, Piece::Table(_)))) {
                    self.pieces.push((first, Piece::Table(self.table.len())));
                }
                self.table.extend((0..last.count()).map(|at| last.at(at)));
            }
        }
        self.pieces.push((next, Piece::Run(run)));
    }

    /// The piece that has the position with this number.
    fn place(&self, number: usize) -> usize {
        self.pieces.partition_point(|(first, _)| *first <= number) - 1
    }

    /// The position with this number, of a piece, and those behind it in a run.
    fn run(&self, place: usize, number: usize) -> Progression {
        let (first, piece) = self.pieces[place];
        let skipped = number - first;
        match piece {
            Piece::Run(run) => {
                Progression::part_of(run.at(skipped), run.count() - skipped, run.step())
            }
            Piece::Table(begin) => Progression::part_of(self.table[begin + skipped], 1, 1),
        }
    }
}

impl Bits {
    /// Appends a word.
    fn push(&mut self, word: u64) {
        if self.words.len().is_multiple_of(BLOCK) {
            self.before.push(self.count);
        }
        self.words.push(word);
        self.count += word.count_ones() as usize;
    }

    /// Sets a bit, if it is behind all that are set.
    fn set(&mut self, position: usize) -> bool {
        if position >= self.len || position / WORD + 1 < self.words.len() {
            return false;
        }
        while self.words.len() <= position / WORD {
            self.push(0);
        }
        let Some(last) = self.words.last_mut() else {
            return false;
        };
        let bit = 1 << (position % WORD);
        let is_behind = *last < bit;
        if is_behind {
            *last |= bit;
            self.count += 1;
        }
        is_behind
    }

    /// The word with the bit that has this number among those that are set, and what is set in it
    /// from this bit on.
    fn word_from(&self, number: usize) -> (usize, u64) {
        let position = self.at(number);
        let at = position / WORD;
        (at, self.words[at] & (u64::MAX << (position % WORD)))
    }

    /// Calls a function with the positions that have these numbers.
    fn each(&self, numbers: Range<usize>, mut each: impl FnMut(usize)) {
        if numbers.is_empty() {
            return;
        }
        let (mut at, mut word) = self.word_from(numbers.start);
        let mut left = numbers.len();
        loop {
            let own = left.min(word.count_ones() as usize);
            for _ in 0..own {
                each(at * WORD + word.trailing_zeros() as usize);
                word &= word - 1;
            }
            left -= own;
            if left == 0 {
                return;
            }
            at += 1;
            word = self.words[at];
        }
    }

    /// The positions as steps, if they are that.
    fn as_steps(&self) -> Option<Progression> {
        let last = self.count.checked_sub(1)?;
        let first = self.at(0);
        let step = self.at(last.min(1)) - first;
        if self.at(last) != first + last * step {
            return None;
        }
        let from_first = (0..WORD).step_by(step.max(1));
        let from_first = from_first.fold(0_u64, |word, bit| word | 1 << bit);
        let mut next = first;
        // There are as many steps as bits, so all steps are set if no other bit is.
        let mut words = self.words.iter().enumerate();
        let are_steps = words.all(|(at, word)| {
            let steps = match next / WORD == at {
                true => from_first << (next % WORD),
                false => 0,
            };
            next += step * steps.count_ones() as usize;
            word & !steps == 0
        });
        are_steps.then(|| Progression::part_of(first, self.count, step.cast_signed()))
    }

    /// The position of the bit with this number among those that are set.
    fn at(&self, number: usize) -> usize {
        let block = self.before.partition_point(|&before| before <= number) - 1;
        let mut left = number - self.before[block];
        let mut at = block * BLOCK;
        while left >= self.words[at].count_ones() as usize {
            left -= self.words[at].count_ones() as usize;
            at += 1;
        }
        let mut word = self.words[at];
        for _ in 0..left {
            word &= word - 1;
        }
        at * WORD + word.trailing_zeros() as usize
    }

    /// How many bits are set in front of a position.
    pub(crate) fn before(&self, position: usize) -> usize {
        let at = position / WORD;
        let Some(word) = self.words.get(at) else {
            return self.count;
        };
        let block = at - at % BLOCK;
        let words = self.words[block..at].iter().copied();
        let words = words.chain([word & ((1 << (position % WORD)) - 1)]);
        self.before[at / BLOCK] + words.map(|word| word.count_ones() as usize).sum::<usize>()
    }
}

/// The bits of a word.
fn packed(bools: &[bool; WORD]) -> u64 {
    let eights = bytemuck::cast_slice::<bool, [u8; 8]>(bools).iter();
    eights.rev().fold(0, |word, eight| {
        // The lowest bit of byte `i` becomes bit `i` of the highest byte.
        word << 8 | u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56
    })
}

/// What a list of `bool`s selects of an axis, which is given in parts.
#[derive(Clone, Debug, Default)]
pub struct Mask(Bits);

impl Mask {
    /// Appends `bool`s.
    pub fn push(&mut self, bools: &[bool]) {
        let (words, rest) = match self.0.len % WORD {
            0 => bools.as_chunks::<WORD>(),
            _ => (&[][..], bools),
        };
        while self.0.words.len() < self.0.len / WORD {
            self.0.push(0);
        }
        for word in words {
            self.0.push(packed(word));
        }
        self.0.len += bools.len();
        let begin = self.0.len - rest.len();
        for (at, _) in rest.iter().enumerate().filter(|(_, is_set)| **is_set) {
            self.0.set(begin + at);
        }
    }

    /// The number of `bool`s.
    #[must_use]
    pub fn bools(&self) -> usize {
        self.0.len
    }

    /// What it selects of an axis of this length: `bool`s beyond it are left out.
    pub(crate) fn positions(mut self, len: usize) -> Positions {
        let bits = &mut self.0;
        bits.count = bits.before(len);
        bits.words.truncate(len.div_ceil(WORD));
        bits.before.truncate(bits.words.len().div_ceil(BLOCK));
        if let Some(last) = bits.words.get_mut(len / WORD) {
            *last &= (1 << (len % WORD)) - 1;
        }
        Positions::Bits(self.0)
    }
}

#[cfg(test)]
mod tests {
    use tslice::Progression;

    use super::{Mask, Positions};

    /// Numbers that look random.
    fn chance(state: &mut u64, below: usize) -> usize {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (*state >> 33) as usize % below
    }

    fn check(positions: &Positions, expected: &[usize], state: &mut u64) {
        assert_eq!(positions.count(), expected.len());
        for _ in 0..20 {
            let begin = chance(state, expected.len() + 1);
            let end = begin + chance(state, expected.len() - begin + 1);
            let runs = positions.runs(begin..end);
            let all: Vec<usize> = runs
                .flat_map(|run| (0..run.count()).map(move |at| run.at(at)))
                .collect();
            assert_eq!(all, expected[begin..end]);
        }
        for (number, position) in expected.iter().enumerate() {
            assert_eq!(positions.at(number), *position);
        }
    }

    #[test]
    fn positions_match_a_table() {
        let mut state = 2026;
        for case in 0..300 {
            let len = 1 + chance(&mut state, 5000);
            let mut expected = vec![];
            let mut positions = Positions::new(chance(&mut state, 10_000), len);
            let mut rising = 0;
            for _ in 0..chance(&mut state, 700) {
                let run = match case % 3 {
                    // One by one, and rising for long.
                    0 => {
                        rising += 1 + chance(&mut state, 9);
                        Progression::part_of(rising, 1, 1)
                    }
                    1 => Progression::part_of(chance(&mut state, len), 1, 1),
                    _ => {
                        let step = chance(&mut state, 7).cast_signed() - 3;
                        let count = chance(&mut state, 9);
                        Progression::part_of(
                            100 + chance(&mut state, len),
                            count,
                            if step == 0 { 1 } else { step },
                        )
                    }
                };
                positions.push(run);
                expected.extend((0..run.count()).map(|at| run.at(at)));
            }
            check(&positions, &expected, &mut state);
        }
    }

    #[test]
    fn mask_in_parts_is_the_mask() {
        let mut state = 1;
        for _ in 0..100 {
            let some = 1 + chance(&mut state, 40);
            let bools: Vec<bool> = (0..chance(&mut state, 12_000))
                .map(|_| chance(&mut state, some) == 0)
                .collect();
            let mut mask = Mask::default();
            for part in bools.chunks(1 + chance(&mut state, 300)) {
                mask.push(part);
            }
            let expected: Vec<usize> = (0..bools.len()).filter(|&at| bools[at]).collect();
            assert_eq!(mask.bools(), bools.len());
            let Positions::Bits(bits) = mask.clone().positions(bools.len()) else {
                panic!("not bits");
            };
            for at in 0..bools.len() + 100 {
                assert_eq!(
                    bits.before(at),
                    expected.partition_point(|&position| position < at)
                );
            }
            check(&Positions::Bits(bits), &expected, &mut state);
            let len = chance(&mut state, bools.len() + 200);
            let inside = expected.partition_point(|&position| position < len);
            check(&mask.positions(len), &expected[..inside], &mut state);
        }
    }
}
