//! Transposed copies: neighbours in the target lie along one axis, neighbours in the source along another.
//!
//! The plane of the two axes is walked in tiles, so that each cache line is read and written while it is near. Where both
//! are contiguous, a tile is a square for each vector lane: rows are loaded, transposed by interleaving, and stored.

use super::super::plan::{Axis, nest};
use super::item;

/// Blocks from here on are cache lines of their own.
const LINE: usize = 64;
/// Axes below this length make no tile.
const SHORT: usize = 4;
/// Blocks along each side of a tile that moves block by block.
const SIDE: usize = 32;
/// Bytes of a source row that are read before the next row is.
const BAND: usize = 256;
/// Bytes of a vector lane.
const LANE: usize = 16;

/// A vector of lanes of 16 bytes.
pub(super) trait Lanes: Copy {
    /// Lanes of a vector.
    const COUNT: usize;

    /// Loads each lane, `step` bytes after the one before.
    ///
    /// # Safety
    ///
    /// The bytes of every lane can be read; the machine has the instructions, here and below.
    unsafe fn load(from: *const u8, step: isize) -> Self;

    /// Interleaves elements of SIZE bytes within each lane: of the lower halves, and of the upper ones.
    ///
    /// # Safety
    ///
    /// None but the instructions.
    unsafe fn zip<const SIZE: usize>(self, other: Self) -> [Self; 2];

    /// Stores the lanes one after the other.
    ///
    /// # Safety
    ///
    /// The bytes of all lanes may be written.
    unsafe fn store(self, to: *mut u8);
}

/// A transposed copy: planes of `across` and `along` at every index tuple of `far`.
pub(super) struct Planes<'p> {
    pub(super) far: &'p [Axis],
    /// The axis with the nearest neighbours in the source.
    across: Axis,
    /// The axis with the nearest neighbours in the target.
    along: Axis,
    pub(super) block: usize,
}

impl<'p> Planes<'p> {
    /// The planes of a copy that is transposed; `axes` are put in their order.
    pub(super) fn new(axes: &'p mut [Axis], block: usize) -> Option<Self> {
        let (&along, rest) = axes.split_last()?;
        let near = |axis: &Axis| (axis.source != 0).then_some(axis.source.unsigned_abs());
        let (at, _) = rest
            .iter()
            .enumerate()
            .filter_map(|(at, axis)| Some((at, near(axis)?)))
            .min_by_key(|&(_, d)| d)?;
        let across = rest[at];
        if near(&across)? >= near(&along)? || across.len.min(along.len) < SHORT || block >= LINE {
            return None;
        }
        let plane = axes.len() - 2;
        axes[at..=plane].rotate_left(1);
        Some(Self { far: &axes[..plane], across, along, block })
    }

    /// Moves every tile block by block.
    ///
    /// # Safety
    ///
    /// As for [`super::run`].
    pub(super) unsafe fn tile_by_tile(&self, to: *mut u8, from: *const u8) {
        // SAFETY: as the caller promises, plane by plane.
        nest(self.far, |t, s| unsafe { self.tiles(to.wrapping_offset(t), from.wrapping_offset(s)) });
    }

    /// # Safety
    ///
    /// As for [`super::run`], for one plane.
    unsafe fn tiles(&self, to: *mut u8, from: *const u8) {
        let part = |axis: Axis, start: usize| Axis { len: SIDE.min(axis.len - start), ..axis };
        let at = |start: usize, step: isize| start.cast_signed() * step;
        for c in (0..self.across.len).step_by(SIDE) {
            for a in (0..self.along.len).step_by(SIDE) {
                let t = at(c, self.across.target) + at(a, self.along.target);
                let s = at(c, self.across.source) + at(a, self.along.source);
                let (across, along) = (part(self.across, c), part(self.along, a));
                let (to, from) = (to.wrapping_offset(t), from.wrapping_offset(s));
                // SAFETY: a part of the plane.
                unsafe { item::rows(&[across], along, self.block, to, from) };
            }
        }
    }

    /// Whether the planes are contiguous and at least one square of `lanes` lanes.
    pub(super) fn has_squares(&self, lanes: usize) -> bool {
        self.block.is_power_of_two()
            && self.block <= LANE
            && self.across.source.unsigned_abs() == self.block
            && self.along.target == self.block.cast_signed()
            && self.across.len >= LANE / self.block
            && self.along.len >= LANE / self.block * lanes
    }

    /// Moves one plane by squares of EDGE blocks of SIZE bytes, a lane each.
    ///
    /// # Safety
    ///
    /// As for [`super::run`]; [`has_squares`](Self::has_squares) of V's lanes, a block has SIZE bytes, a lane EDGE blocks,
    /// and the machine has V's instructions.
    #[inline(always)]
    pub(super) unsafe fn squares<V: Lanes, const SIZE: usize, const EDGE: usize>(
        &self,
        mut to: *mut u8,
        mut from: *const u8,
    ) {
        let mut target_step = self.across.target;
        if self.across.source < 0 {
            // An axis that runs backwards in the source is walked from its other end.
            let last = self.across.len.cast_signed() - 1;
            to = to.wrapping_offset(last * target_step);
            from = from.wrapping_offset(last * self.across.source);
            target_step = -target_step;
        }
        let width = EDGE * V::COUNT;
        let (last_across, last_along) = (self.across.len - EDGE, self.along.len - width);
        for band in (0..self.across.len).step_by(BAND / SIZE) {
            for a in (0..self.along.len).step_by(width) {
                for c in (band..self.across.len.min(band + BAND / SIZE)).step_by(EDGE) {
                    // The last squares of both axes start early, and write some blocks again.
                    let (a, c) = (a.min(last_along), c.min(last_across));
                    let t = c.cast_signed() * target_step + (a * SIZE).cast_signed();
                    let s = (c * SIZE).cast_signed() + a.cast_signed() * self.along.source;
                    // SAFETY: EDGE blocks across and `width` along from here are inside the plane.
                    unsafe {
                        square::<V, SIZE, EDGE>(
                            to.wrapping_offset(t),
                            target_step,
                            from.wrapping_offset(s),
                            self.along.source,
                        );
                    }
                }
            }
        }
    }
}

/// Moves EDGE blocks of SIZE bytes from each of `EDGE * V::COUNT` rows `source_step` apart into EDGE rows `target_step` apart.
///
/// # Safety
///
/// Those bytes can be read and written; the machine has V's instructions.
#[inline(always)]
unsafe fn square<V: Lanes, const SIZE: usize, const EDGE: usize>(
    to: *mut u8,
    target_step: isize,
    from: *const u8,
    source_step: isize,
) {
    let lane_step = EDGE.cast_signed() * source_step;
    // SAFETY: EDGE blocks are a lane; the first row of each lane's square.
    let mut rows = [unsafe { V::load(from, lane_step) }; EDGE];
    // Loops, not closures: a closure would not have the instructions.
    for (i, row) in rows.iter_mut().enumerate().skip(1) {
        // SAFETY: row i of each lane's square.
        *row = unsafe { V::load(from.wrapping_offset(i.cast_signed() * source_step), lane_step) };
    }
    // Interleaving the first half of the rows with the second rotates the bits of (row, place) by one.
    for _ in 0..EDGE.ilog2() {
        let halves = rows;
        for i in 0..EDGE / 2 {
            // SAFETY: the machine has the instructions.
            [rows[2 * i], rows[2 * i + 1]] = unsafe { halves[i].zip::<SIZE>(halves[i + EDGE / 2]) };
        }
    }
    for (j, row) in rows.into_iter().enumerate() {
        // SAFETY: target row j.
        unsafe { row.store(to.wrapping_offset(j.cast_signed() * target_step)) };
    }
}
