//! Rows of pixels on one side of a copy, and of planes on the other.

use core::array::from_fn;
use core::ptr::{null, null_mut};

use super::weave::{Tables, to_pixels, to_planes};
use super::{CHANNELS, LANE, VECTOR, Weaver};
use crate::plan::{CopyAxis, Tuples};
use crate::row::Blocks;
use crate::row::vector::forwards;

/// The lanes of a vector that is loaded as a whole are this many bytes apart.
const STEP: isize = LANE.cast_signed();

/// A copy between pixels and planes.
pub(in super::super) struct PixelRows<'p> {
    /// The axes outside of the row.
    pub(in super::super) far: &'p [CopyAxis],
    /// Pixels of a row.
    pub(in super::super) len: usize,
    /// Channels of a pixel.
    pub(in super::super) channels: usize,
    /// Bytes of an element.
    pub(in super::super) size: usize,
    /// The first element of each plane. Only the first ones are used, as many as there are
    /// channels.
    pub(in super::super) planes: [*mut u8; CHANNELS],
    /// The first pixel.
    pub(in super::super) pixels: *mut u8,
}

/// Moves planes into pixels, or pixels into planes if they are SPLIT.
///
/// # Safety
///
/// The machine has the instructions of V.
#[inline(always)]
pub(in crate::row) unsafe fn try_pixels<V: Weaver, const SPLIT: bool>(
    blocks: &mut Blocks<'_>,
) -> bool {
    let Some(rows) = PixelRows::of::<SPLIT>(blocks) else {
        return false;
    };
    // SAFETY: `run` needs the planes and the pixels of a copy: invariants 1 and 2; and the
    // instructions of V.
    unsafe { rows.run::<V, SPLIT>() };
    true
}

impl<'p> PixelRows<'p> {
    /// Whether there is a kernel for these rows, if neighbours are `pixel` bytes apart among the
    /// pixels, and `element` bytes in a plane.
    pub(in super::super) fn are_known(&self, [pixel, element]: [isize; 2]) -> bool {
        let (size, channels) = (self.size, self.channels);
        let known = matches!(size, 1 | 2 | 4 | 8) && (2..=CHANNELS).contains(&channels);
        let dense = element == size.cast_signed() && pixel == (size * channels).cast_signed();
        known && dense && self.len * size >= VECTOR
    }

    /// Those of a copy whose pixels are in the source if they are SPLIT, else in the target. The
    /// axis of the channels becomes the last but one if they are.
    fn of<const SPLIT: bool>(blocks: &'p mut Blocks<'_>) -> Option<Self> {
        let (size, far) = (blocks.block, blocks.axes.len().checked_sub(2)?);
        let near = |axis: &CopyAxis| axis.source.unsigned_abs() == size;
        let (at, row) = match SPLIT {
            true => (blocks.axes[..=far].iter().position(near)?, far + 1),
            false => (far + 1, far),
        };
        let (channel, row) = (blocks.axes[at], blocks.axes[row]);
        let (planes, pixels, step, steps) = if SPLIT {
            // The last channel comes first in a pixel if the axis runs backwards.
            let (to, from, step) = forwards(channel, blocks.to, blocks.from);
            (to, from.cast_mut(), step, [row.source, row.target])
        } else {
            let steps = [row.target, row.source];
            (blocks.from.cast_mut(), blocks.to, channel.source, steps)
        };
        let plane = |at: usize| planes.wrapping_offset(at.cast_signed().wrapping_mul(step));
        let rows = Self {
            far: &[],
            len: row.len,
            channels: channel.len,
            size,
            planes: from_fn(plane),
            pixels,
        };
        let dense = SPLIT || channel.target == size.cast_signed();
        if !dense || !rows.are_known(steps) {
            return None;
        }
        if SPLIT {
            blocks.axes[at..=far].rotate_left(1);
        }
        let far = &blocks.axes[..far];
        Some(Self { far, ..rows })
    }

    /// Moves all rows, into planes if pixels are SPLIT.
    ///
    /// # Safety
    ///
    /// [`are_known`](Self::are_known) has accepted the rows. Every index tuple of the axes outside
    /// of them reaches a row of elements from each plane on and one of pixels, those to move can be
    /// read, and the others written. The machine has the instructions of V.
    #[inline(always)]
    pub(in super::super) unsafe fn run<V: Weaver, const SPLIT: bool>(&self) {
        macro_rules! rows {
            ($size:literal, $channels:literal) => {{
                // SAFETY: `of` needs the vector's instructions: the condition of this function.
                let tables = unsafe { Tables::<V>::of::<$size, $channels, SPLIT>() };
                // The address of a place is its offset from the first one.
                for (to, from) in Tuples::new(self.far, (null_mut(), null())) {
                    let (to, from) = (to.addr(), from.addr());
                    let (row, pixels) = if SPLIT { (to, from) } else { (from, to) };
                    let pixels = self.pixels.wrapping_add(pixels);
                    // SAFETY: `along` needs a row of each plane and one of pixels, which are those
                    // of one index tuple of `far`; and the size and the channels of the rows: the
                    // arm of the match.
                    unsafe { self.along::<V, $size, $channels, SPLIT>(&tables, row, pixels) };
                }
            }};
            ($size:literal) => {
                match self.channels {
                    2 => rows!($size, 2),
                    3 => rows!($size, 3),
                    _ => rows!($size, 4),
                }
            };
        }
        match self.size {
            1 => rows!(1),
            2 => rows!(2),
            4 => rows!(4),
            _ => rows!(8),
        }
    }

    /// Moves one row.
    ///
    /// # Safety
    ///
    /// A row of elements begins `row` bytes behind the begin of each plane, and one of pixels at
    /// `pixels`; those to move can be read, and the others written. An element has SIZE bytes, a
    /// pixel K channels, and the machine the instructions of V.
    #[inline(always)]
    unsafe fn along<V: Weaver, const SIZE: usize, const K: usize, const SPLIT: bool>(
        &self,
        tables: &Tables<V>,
        row: usize,
        pixels: *mut u8,
    ) {
        // A local copy: stores cannot alias it.
        let planes = self.planes.map(|plane| plane.wrapping_add(row));
        let last = self.len * SIZE - VECTOR;
        let mut at = 0;
        loop {
            // The places of a vector of each plane, and of as many vectors of pixels. Loops, as an
            // iterator that is not inlined would cost more than the loads.
            let pixels = pixels.wrapping_add(K * at);
            let (mut from, mut to) = (planes, [pixels; CHANNELS]);
            for k in 0..K {
                from[k] = planes[k].wrapping_add(at);
                to[k] = pixels.wrapping_add(k * VECTOR);
            }
            if SPLIT {
                (from, to) = (to, from);
            }
            // SAFETY: `load` needs two readable lanes: a vector of the first plane, which a row has
            // up to `last`, or the first of the K vectors that the pixels of those are.
            let mut vectors = [unsafe { V::load(from[0], STEP) }; CHANNELS];
            for k in 1..K {
                // SAFETY: `load` needs two readable lanes: the same of plane or vector k.
                vectors[k] = unsafe { V::load(from[k], STEP) };
            }
            let moved = if SPLIT {
                to_planes::<V, SIZE, K>(vectors, tables)
            } else {
                to_pixels::<V, SIZE, K>(vectors, tables)
            };
            for k in 0..K {
                // SAFETY: `write_unaligned` needs the bytes of a vector to be writable: those of
                // plane or vector k.
                unsafe { to[k].cast::<V>().write_unaligned(moved[k]) };
            }
            if at == last {
                return;
            }
            // The last vectors may overlap those before: the same elements are moved again.
            at = last.min(at + VECTOR);
        }
    }
}
