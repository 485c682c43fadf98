//! Vectors in plain Rust: with them, the algorithms of vectors are tested on every machine, and by
//! an interpreter that knows no instruction.

use core::array::from_fn;
use core::mem::MaybeUninit;

use super::lanes::{Lane, Two};
use super::shuffle::{self, Shuffler, WIDEST};
use super::spread::{self, Spreader};
use super::{LANE, pixels, squares};
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

/// The vector.
pub(super) type TwoLanes = Two<Bytes>;

/// The bytes of a lane.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Bytes([MaybeUninit<u8>; LANE]);

const ZERO: MaybeUninit<u8> = MaybeUninit::new(0);

/// The bytes that a table names, in its order; 0 where it names none.
///
/// # Safety
///
/// The bytes that the table names can be read.
unsafe fn named<const N: usize>(from: *const u8, table: [u8; N]) -> [MaybeUninit<u8>; N] {
    table.map(|at| match usize::from(at) {
        // SAFETY: `read` needs a readable byte: the table names it, by the caller's condition.
        at if at < N => unsafe { from.wrapping_add(at).cast::<MaybeUninit<u8>>().read() },
        _ => ZERO,
    })
}

impl Lane for Bytes {
    type Table = [u8; LANE];

    fn table(bytes: &[u8; LANE]) -> [u8; LANE] {
        *bytes
    }

    unsafe fn take(from: *const u8, table: [u8; LANE]) -> Self {
        // SAFETY: `named` needs readable bytes that the table names, which are the caller's
        // condition.
        Self(unsafe { named(from, table) })
    }

    fn shuffle(self, table: [u8; LANE]) -> Self {
        Self(table.map(|at| self.0.get(usize::from(at)).copied().unwrap_or(ZERO)))
    }

    unsafe fn and(self, other: Self, table: [u8; LANE]) -> Self {
        Self(from_fn(|at| {
            if usize::from(table[at]) < LANE {
                other.0[at]
            } else {
                self.0[at]
            }
        }))
    }

    fn interleave<const SIZE: usize>(self, other: Self) -> [Self; 2] {
        let half = |start: usize| {
            Self(from_fn(|at| {
                let (element, byte) = (at / SIZE, at % SIZE);
                let lane = if element.is_multiple_of(2) {
                    self
                } else {
                    other
                };
                lane.0[start + element / 2 * SIZE + byte]
            }))
        };
        [half(0), half(LANE / 2)]
    }

    fn blend(self, other: Self, mask: [u8; LANE]) -> Self {
        Self(from_fn(|at| {
            if mask[at] == u8::MAX {
                other.0[at]
            } else {
                self.0[at]
            }
        }))
    }
}

/// The bytes of a line.
#[derive(Clone, Copy)]
struct Line([MaybeUninit<u8>; LINE]);

impl Shuffler for Line {
    const LANE: usize = LINE;
    type Table = [u8; LINE];

    unsafe fn table(bytes: &[u8; WIDEST]) -> [u8; LINE] {
        *bytes
    }

    unsafe fn take(from: *const u8, _: isize, table: [u8; LINE]) -> Self {
        // SAFETY: `named` needs readable bytes that the table names, which are the caller's
        // condition.
        Self(unsafe { named(from, table) })
    }

    unsafe fn and(self, other: Self, table: [u8; LINE]) -> Self {
        Self(from_fn(|at| {
            if usize::from(table[at]) < LINE {
                other.0[at]
            } else {
                self.0[at]
            }
        }))
    }

    unsafe fn store(self, to: *mut u8, _: usize) {
        // SAFETY: `write` needs writable bytes: those of the one lane, by the caller's condition.
        unsafe { to.cast::<[MaybeUninit<u8>; LINE]>().write(self.0) };
    }
}

impl Spreader for Line {
    const MASKED: bool = true;
    unsafe fn take_within(from: *const u8, _: isize, table: [u8; LINE], readable: u64) -> Self {
        let inside = |at: u8| usize::from(at) >= LINE || readable >> at & 1 == 1;
        assert!(
            table.into_iter().all(inside),
            "a table names bytes of its mask"
        );
        // SAFETY: `named` needs readable bytes that the table names, which are the caller's
        // condition.
        Self(unsafe { named(from, table) })
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
