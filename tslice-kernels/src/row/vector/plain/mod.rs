//! Vectors in plain Rust: with them, the algorithms of vectors are tested on every machine, and by an interpreter that knows no instruction.

mod line;

use core::array::from_fn;
use core::mem::MaybeUninit;

use super::LANE;
use super::entries::{by_kind, shuffle_entry, two_lane_entries};
use super::lanes::{Lane, Two};
use crate::level::Level;
use crate::row::Kernel;

/// The kernels in the order in which they are asked.
pub(in crate::row) const KERNELS: &[(Level, Kernel)] = &[
    (Level::Plain, try_join),
    (Level::Plain, try_split),
    (Level::PlainLines, line::try_shuffle),
    (Level::Plain, try_squares),
    (Level::Plain, try_shuffle),
    (Level::PlainLines, line::try_scatter),
    (Level::Plain, try_blend),
];

two_lane_entries! { TwoLanes, (), TwoLanes::lane_positions }

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
