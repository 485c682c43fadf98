//! Vectors in plain Rust: with them, the algorithms of vectors are tested on every machine, and by
//! an interpreter that knows no instruction.

use core::array::from_fn;
use core::mem::MaybeUninit;

use super::pixels::{self, Weaver};
use super::shuffle::{self, Shuffler, WIDEST};
use super::spread::{self, Spreader};
use super::{LANE, low_byte, squares};
use crate::level::Level;
use crate::row::{Kernel, LINE, stage};

/// The kernels in the order in which they are asked.
pub(in crate::row) const KERNELS: &[(Level, Kernel)] = &[
    (Level::Plain, pixels::try_pixels::<TwoLanes, false>),
    (Level::Plain, pixels::try_pixels::<TwoLanes, true>),
    (Level::PlainLines, shuffle::try_shuffle::<Line>),
    (Level::Plain, stage::try_stage),
    (Level::Plain, squares::try_squares::<TwoLanes>),
    (Level::Plain, shuffle::try_shuffle::<TwoLanes>),
    (Level::PlainLines, spread::try_spread::<Line>),
    (Level::Plain, spread::try_spread::<TwoLanes>),
];

/// A vector of N bytes, in lanes of L bytes.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Bytes<const N: usize, const L: usize>([MaybeUninit<u8>; N]);

/// A vector of two lanes.
pub(super) type TwoLanes = Bytes<{ 2 * LANE }, LANE>;
/// A vector of one lane.
type Line = Bytes<LINE, LINE>;

impl<const N: usize, const L: usize> Shuffler for Bytes<N, L> {
    const LANE: usize = L;
    type Table = [u8; N];

    unsafe fn table(bytes: &[u8; WIDEST]) -> [u8; N] {
        from_fn(|at| bytes[at])
    }

    unsafe fn take(from: *const u8, step: isize, table: [u8; N]) -> Self {
        Self(from_fn(|at| {
            let window = from.wrapping_offset((at / L).cast_signed() * step);
            let place = usize::from(table[at]);
            if place >= L {
                return MaybeUninit::new(0);
            }
            // SAFETY: `read` needs a readable byte: the table names it, by the caller's condition.
            unsafe { window.wrapping_add(place).cast::<MaybeUninit<u8>>().read() }
        }))
    }

    unsafe fn and(self, other: Self, table: [u8; N]) -> Self {
        Self(from_fn(|at| {
            let named = usize::from(table[at]) < L;
            if named { other.0[at] } else { self.0[at] }
        }))
    }

    unsafe fn store(self, to: *mut u8, step: usize) {
        for (at, byte) in self.0.into_iter().enumerate() {
            let to = to.wrapping_add(at / L * step + at % L);
            // SAFETY: `write` needs a writable byte: one of a lane, by the caller's condition.
            unsafe { to.cast::<MaybeUninit<u8>>().write(byte) };
        }
    }
}

impl Weaver for TwoLanes {
    unsafe fn load(from: *const u8, step: isize) -> Self {
        let whole = from_fn(|at| low_byte((at % LANE).cast_signed()));
        // SAFETY: `take` needs the bytes of both lanes, which are the caller's condition.
        unsafe { Self::take(from, step, whole) }
    }

    fn interleave<const SIZE: usize>(self, other: Self) -> [Self; 2] {
        let half = |start: usize| {
            Self(from_fn(|at| {
                let element = at % LANE / SIZE;
                let vector = if element.is_multiple_of(2) {
                    self
                } else {
                    other
                };
                vector.0[at / LANE * LANE + start + element / 2 * SIZE + at % SIZE]
            }))
        };
        [half(0), half(LANE / 2)]
    }

    fn shuffle(self, table: Self::Table) -> Self {
        // SAFETY: `take` needs readable bytes, which are those of this vector.
        unsafe { Self::take(self.0.as_ptr().cast(), LANE.cast_signed(), table) }
    }

    fn blend(self, other: Self, mask: Self::Table) -> Self {
        let chosen = |at| if mask[at] == u8::MAX { other } else { self };
        Self(from_fn(|at| chosen(at).0[at]))
    }

    fn lanes<const LOW: usize, const HIGH: usize>(self, other: Self) -> Self {
        Self(from_fn(|at| match at < LANE {
            true => self.0[LOW * LANE + at],
            false => other.0[HIGH * LANE + at - LANE],
        }))
    }
}

impl Spreader for Line {
    const MASKED: bool = true;

    unsafe fn take_within(from: *const u8, step: isize, table: [u8; LINE], readable: u64) -> Self {
        let inside = |at: u8| usize::from(at) >= LINE || readable >> at & 1 == 1;
        assert!(
            table.into_iter().all(inside),
            "a table names bytes of its mask"
        );
        // SAFETY: `take` needs readable bytes that the table names: the caller's condition.
        unsafe { Self::take(from, step, table) }
    }

    unsafe fn store_within(self, to: *mut u8, written: [u8; LINE]) {
        for (at, byte) in self
            .0
            .into_iter()
            .enumerate()
            .filter(|(at, _)| written[*at] == u8::MAX)
        {
            // SAFETY: `write` needs a writable byte: one of the mask.
            unsafe { to.wrapping_add(at).cast::<MaybeUninit<u8>>().write(byte) };
        }
    }
}
