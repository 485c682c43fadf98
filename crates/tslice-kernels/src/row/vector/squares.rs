//! Transposed planes that are contiguous along one axis in the source and along the other in the
//! target.
//!
//! A square has a row for each block of a lane: its rows are loaded, transposed by interleaving,
//! and stored. A vector has several lanes, and transposes as many squares at once.

use core::mem::MaybeUninit;

use super::pixels::Weaver;
use super::{LANE, forwards};
use crate::row::tile::Plane;
use crate::row::{Blocks, LINE, item};

/// Bytes of a source row that are read before the next row is.
const BAND: usize = 256;

/// If rows of the target are a multiple of this many bytes apart, their lines compete for a few
/// places of the first cache, which drops a line before all of it is written: squares then go
/// through a stage. Rows at other distances are faster without it, by measure.
const CROWDED: usize = 1024;

/// Moves planes by squares.
///
/// # Safety
///
/// The machine has the instructions of V.
#[inline(always)]
pub(in crate::row) unsafe fn try_squares<V: Weaver>(blocks: &mut Blocks<'_>) -> bool {
    let Some(plane) = Plane::of_squares::<V>(blocks) else {
        return false;
    };
    macro_rules! planes {
        ($size:literal, $edge:literal) => {
            for (to, from) in blocks.places(&blocks.axes[..blocks.axes.len() - 2]) {
                // SAFETY: `by_squares` needs the blocks of one plane, SIZE bytes each: invariants 1
                // and 2 for this index tuple of the other axes, and the arm of the match; and the
                // instructions of V.
                unsafe { plane.by_squares::<V, $size, $edge>(to, from) };
            }
        };
    }
    match blocks.block {
        1 => planes!(1, 16),
        2 => planes!(2, 8),
        4 => planes!(4, 4),
        8 => planes!(8, 2),
        _ => planes!(16, 1),
    }
    true
}

impl Plane {
    /// The plane of a transposed copy, if it is large enough for squares of vectors V. The copy's
    /// axes are put in the order that [`Plane`] describes.
    fn of_squares<V: Weaver>(blocks: &mut Blocks<'_>) -> Option<Self> {
        let block = blocks.block;
        if !block.is_power_of_two() || block > LANE {
            return None;
        }
        let Self { across, along } = Self::of(blocks)?;
        let contiguous =
            across.source.unsigned_abs() == block && along.target == block.cast_signed();
        let edge = LANE / block;
        (contiguous && across.len >= edge && along.len >= edge * V::LANES)
            .then_some(Self { across, along })
    }

    /// Moves one plane by squares of EDGE blocks of SIZE bytes, a lane each.
    ///
    /// # Safety
    ///
    /// The machine has the instructions of V. `self` is [`of_squares`](Self::of_squares) of V, for
    /// blocks of SIZE bytes, EDGE of which are a lane. Every index pair of its axes reaches a
    /// readable block at `from`, and at `to` a writable one that is none of those.
    #[inline(always)]
    unsafe fn by_squares<V: Weaver, const SIZE: usize, const EDGE: usize>(
        &self,
        to: *mut u8,
        from: *const u8,
    ) {
        let (to, from, target_step) = forwards(self.across, to, from);
        let width = EDGE * V::LANES;
        let crowded = target_step.unsigned_abs().is_multiple_of(CROWDED);
        if crowded && self.across.len >= LINE / SIZE && self.along.len >= LINE / SIZE {
            // SAFETY: `by_lines` needs the blocks of the plane, which are the caller's, counted
            // from the end of the axis that `to` and `from` are at.
            return unsafe { self.by_lines::<V, SIZE, EDGE>(to, target_step, from) };
        }
        let (last_across, last_along) = (self.across.len - EDGE, self.along.len - width);
        for band in (0..self.across.len).step_by(BAND / SIZE) {
            for a in (0..self.along.len).step_by(width) {
                for c in (band..self.across.len.min(band + BAND / SIZE)).step_by(EDGE) {
                    // The last squares of both axes start early, and write some blocks again.
                    let (a, c) = (a.min(last_along), c.min(last_across));
                    let t = c.cast_signed() * target_step + (a * SIZE).cast_signed();
                    let s = (c * SIZE).cast_signed() + a.cast_signed() * self.along.source;
                    let (to, from) = (to.wrapping_offset(t), from.wrapping_offset(s));
                    // SAFETY: `square` needs EDGE blocks across and `width` along: from here, that
                    // many are inside the plane, as it is contiguous in the one direction in the
                    // source and in the other in the target.
                    unsafe { square::<V, SIZE, EDGE>(to, target_step, from, self.along.source) };
                }
            }
        }
    }

    /// Moves one plane, of at least a cache line of blocks along both axes, whose target rows are
    /// crowded: each line of the source is read once, and each line of the target written once.
    ///
    /// # Safety
    ///
    /// Every index pair of the axes reaches a readable block of SIZE bytes at `from`, and at `to` a
    /// writable one that is none of those; EDGE blocks are a lane, and the machine has the
    /// instructions of V. Neighbours across follow each other at `from`, and are `target_step`
    /// bytes apart at `to`.
    #[inline(always)]
    unsafe fn by_lines<V: Weaver, const SIZE: usize, const EDGE: usize>(
        &self,
        to: *mut u8,
        target_step: isize,
        from: *const u8,
    ) {
        let (edge, step) = (LINE / SIZE, self.along.source);
        let (last_across, last_along) = (self.across.len - edge, self.along.len - edge);
        let mut stage = Stage(MaybeUninit::uninit());
        let stage = stage.0.as_mut_ptr().cast::<u8>();
        // Some target rows at a time, each to its end. In bands, as in `by_squares`, many rows
        // would be written a few lines at a time, and drop each other from the second cache, too.
        for c in (0..self.across.len).step_by(edge) {
            for a in (0..self.along.len).step_by(edge) {
                // The last lines of both axes start early, and write some blocks again.
                let (a, c) = (a.min(last_along), c.min(last_across));
                let from = from.wrapping_offset((c * SIZE).cast_signed() + a.cast_signed() * step);
                for along in (0..edge).step_by(EDGE * V::LANES) {
                    for across in (0..edge).step_by(EDGE) {
                        let s = (across * SIZE).cast_signed() + along.cast_signed() * step;
                        let from = from.wrapping_offset(s);
                        let stage = stage.wrapping_add(across * LINE + along * SIZE);
                        // SAFETY: `square` needs EDGE blocks across and a vector of them along,
                        // which are among the `edge` of both axes from here, inside the plane;
                        // and room for them: the stage has a line for each block across.
                        unsafe { square::<V, SIZE, EDGE>(stage, LINE.cast_signed(), from, step) };
                    }
                }
                let to =
                    to.wrapping_offset(c.cast_signed() * target_step + (a * SIZE).cast_signed());
                for across in 0..edge {
                    let to = to.wrapping_offset(across.cast_signed() * target_step);
                    // SAFETY: `line` needs the bytes of a line to be readable, and those of the
                    // stage's are written; and others to be writable: `edge` blocks of a target
                    // row are a line.
                    unsafe { item::line(to, stage.wrapping_add(across * LINE)) };
                }
            }
        }
    }
}

/// A line of the target for each block of a line of the source.
#[repr(align(64))]
struct Stage(MaybeUninit<[u8; LINE * LINE]>);

/// Moves EDGE blocks of SIZE bytes from each of `EDGE * V::LANES` rows `source_step` apart into
/// EDGE rows `target_step` apart.
///
/// # Safety
///
/// The bytes of those rows can be read and written; a lane has EDGE blocks, and the machine has the
/// instructions of V.
#[inline(always)]
unsafe fn square<V: Weaver, const SIZE: usize, const EDGE: usize>(
    to: *mut u8,
    target_step: isize,
    from: *const u8,
    source_step: isize,
) {
    let lane_step = EDGE.cast_signed() * source_step;
    // SAFETY: `load` needs readable lanes: EDGE blocks are a lane, here of the first row of each
    // square.
    let mut rows = [unsafe { V::load(from, lane_step) }; EDGE];
    #[expect(
        clippy::needless_range_loop,
        reason = "an iterator that is not inlined costs too much"
    )]
    for i in 1..EDGE {
        // SAFETY: `load` needs readable lanes: those of row i of each square.
        rows[i] = unsafe {
            V::load(
                from.wrapping_offset(i.cast_signed() * source_step),
                lane_step,
            )
        };
    }
    // Interleaving the first half of the rows with the second rotates the bits of (row, place) by
    // one.
    for _ in 0..EDGE.ilog2() {
        let halves = rows;
        for i in 0..EDGE / 2 {
            [rows[2 * i], rows[2 * i + 1]] = halves[i].interleave::<SIZE>(halves[i + EDGE / 2]);
        }
    }
    for (j, row) in rows.into_iter().enumerate() {
        let to = to.wrapping_offset(j.cast_signed() * target_step);
        // SAFETY: `write_unaligned` needs the bytes of a vector to be writable: `EDGE * V::LANES`
        // blocks of target row j.
        unsafe { to.cast::<V>().write_unaligned(row) };
    }
}
