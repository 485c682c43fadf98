//! Vectors in plain Rust: with them, the algorithms of vectors are tested on every machine, and by an interpreter that knows no instruction.

use core::array::from_fn;
use core::mem::MaybeUninit;

use super::LANE;
use super::entries::{by_kind, line_entries, shuffle_entry, two_lane_entries};
use super::lanes::{Lane, Two};
use super::scatter::Masked;
use super::shuffle::{Shuffler, WIDEST};
use crate::level::Level;
use crate::row::{Kernel, LINE};

/// The kernels in the order in which they are asked.
pub(in crate::row) const KERNELS: &[(Level, Kernel)] = &[
    (Level::Plain, try_join),
    (Level::Plain, try_split),
    (Level::PlainLines, try_shuffle_lines),
    (Level::Plain, try_squares),
    (Level::Plain, try_shuffle),
    (Level::PlainLines, try_scatter),
    (Level::Plain, try_blend),
];

two_lane_entries! { TwoLanes }

/// The vector.
pub(super) type TwoLanes = Two<Bytes>;

/// The bytes of a lane.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Bytes([MaybeUninit<u8>; LANE]);

const ZERO: MaybeUninit<u8> = MaybeUninit::new(0);

impl Lane for Bytes {
    type Table = [u8; LANE];

    fn table(bytes: &[u8; LANE]) -> [u8; LANE] {
        *bytes
    }

    unsafe fn take(from: *const u8, table: [u8; LANE]) -> Self {
        Self(table.map(|at| match usize::from(at) {
            // SAFETY: `read` needs a readable byte: the table names it, by the caller's condition.
            at if at < LANE => unsafe { from.wrapping_add(at).cast::<MaybeUninit<u8>>().read() },
            _ => ZERO,
        }))
    }

    fn shuffle(self, table: [u8; LANE]) -> Self {
        Self(table.map(|at| self.0.get(usize::from(at)).copied().unwrap_or(ZERO)))
    }

    unsafe fn and(self, other: Self, table: [u8; LANE]) -> Self {
        Self(from_fn(|at| if usize::from(table[at]) < LANE { other.0[at] } else { self.0[at] }))
    }

    fn interleave<const SIZE: usize>(self, other: Self) -> [Self; 2] {
        let half = |start: usize| {
            Self(from_fn(|at| {
                let (element, byte) = (at / SIZE, at % SIZE);
                let lane = if element.is_multiple_of(2) { self } else { other };
                lane.0[start + element / 2 * SIZE + byte]
            }))
        };
        [half(0), half(LANE / 2)]
    }

    fn blend(self, other: Self, mask: [u8; LANE]) -> Self {
        Self(from_fn(|at| if mask[at] == u8::MAX { other.0[at] } else { self.0[at] }))
    }
}

line_entries! { Line }

/// The bytes of a line.
#[derive(Clone, Copy)]
struct Line([MaybeUninit<u8>; LINE]);

/// The bytes in a mask, whose lowest bit is the first byte; the others are 0.
///
/// # Safety
///
/// The bytes of `readable` can be read.
unsafe fn load(from: *const u8, readable: u64) -> [MaybeUninit<u8>; LINE] {
    from_fn(|at| match readable >> at & 1 {
        // SAFETY: `read` needs a readable byte: one of the mask.
        1 => unsafe { from.wrapping_add(at).cast::<MaybeUninit<u8>>().read() },
        _ => ZERO,
    })
}

impl Line {
    /// Stores the bytes in a mask.
    ///
    /// # Safety
    ///
    /// The bytes of `written` can be written.
    unsafe fn store_some(self, to: *mut u8, written: u64) {
        for (at, byte) in self.0.into_iter().enumerate().filter(|(at, _)| written >> at & 1 == 1) {
            // SAFETY: `write` needs a writable byte: one of the mask.
            unsafe { to.wrapping_add(at).cast::<MaybeUninit<u8>>().write(byte) };
        }
    }
}

impl Shuffler for Line {
    const LANE: usize = LINE;
    type Table = [u8; LINE];

    unsafe fn table(bytes: &[u8; WIDEST]) -> [u8; LINE] {
        *bytes
    }

    unsafe fn take(from: *const u8, _: isize, table: [u8; LINE]) -> Self {
        // SAFETY: `take_within` needs readable bytes that the table names, which are the caller's condition.
        unsafe { Self::take_within(from, table, u64::MAX) }
    }

    unsafe fn and(self, other: Self, table: [u8; LINE]) -> Self {
        Self(from_fn(|at| if usize::from(table[at]) < LINE { other.0[at] } else { self.0[at] }))
    }

    unsafe fn store(self, to: *mut u8, _: usize) {
        // SAFETY: `store_some` needs writable bytes: those of the one lane, by the caller's condition.
        unsafe { self.store_some(to, u64::MAX) };
    }
}

impl Masked for Line {
    unsafe fn take_within(from: *const u8, table: [u8; LINE], readable: u64) -> Self {
        let named = table.iter().filter(|&&at| usize::from(at) < LINE).fold(0, |mask, at| mask | 1 << at);
        assert!(named & !readable == 0, "a table names bytes of its mask");
        // SAFETY: `load` needs readable bytes: those that the table names, by the caller's condition.
        let bytes = unsafe { load(from, named) };
        Self(table.map(|at| bytes.get(usize::from(at)).copied().unwrap_or(ZERO)))
    }

    unsafe fn store_within(self, to: *mut u8, written: u64) {
        // SAFETY: `store_some` needs writable bytes, which are the caller's condition.
        unsafe { self.store_some(to, written) };
    }
}
