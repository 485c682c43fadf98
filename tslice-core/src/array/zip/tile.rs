//! The part of a walk whose elements fit into buffers of the first cache.

use super::axes::ZipAxis;

/// Bytes of a buffer.
pub(super) const BYTES: usize = 4096;
/// Elements of a chunk if all operands that are brought together repeat one element.
const REPEATED: usize = 512;

/// The part of the axes whose elements fit into a buffer together: a chunk of one axis, and all axes inside it.
pub(super) struct Tile<'x, const N: usize> {
    /// The axes outside, outermost first.
    pub(super) far: &'x [ZipAxis<N>],
    /// The axis that is cut in chunks, and those inside it.
    pub(super) near: &'x [ZipAxis<N>],
    /// The length of a chunk, which the last one may not have.
    pub(super) chunk: usize,
    /// Elements of all axes inside the one that is cut.
    pub(super) inner: usize,
}

impl<'x, const N: usize> Tile<'x, N> {
    /// The tile with as many elements as the buffers have room for; `axes` is not empty.
    pub(super) fn of(axes: &'x [ZipAxis<N>], sizes: [usize; N]) -> Self {
        let most = |size: usize| Self::new(axes, BYTES / size.max(1));
        // Operands that are contiguous along the last axis may need no buffer, and then no room.
        let row = axes[axes.len() - 1].steps;
        let apart = (0..N).filter(|&operand| row[operand] != sizes[operand].cast_signed());
        let tile = most(apart.map(|operand| sizes[operand]).max().unwrap_or(1));
        let fits = |operand: usize| {
            tile.is_contiguous(operand, sizes[operand]) || tile.len() * sizes[operand] <= BYTES
        };
        let mut tile = if (0..N).all(fits) { tile } else { most(sizes.into_iter().max().unwrap_or(1)) };
        // An operand that repeats one element along a row fills its buffer once for all chunks of the row, so short chunks save most.
        let repeats = |operand: usize| row[operand] == 0 || tile.is_contiguous(operand, sizes[operand]);
        if tile.inner == 1 && (0..N).all(repeats) {
            tile.chunk = tile.chunk.min(REPEATED);
        }
        tile
    }

    /// The tile with as many elements as `room` allows; `axes` is not empty.
    fn new(axes: &'x [ZipAxis<N>], room: usize) -> Self {
        let (mut cut, mut inner) = (axes.len() - 1, 1);
        while cut > 0 && inner * axes[cut].len * 2 <= room {
            inner *= axes[cut].len;
            cut -= 1;
        }
        let (far, near) = axes.split_at(cut);
        let chunks = near[0].len.div_ceil(room / inner);
        Self { far, near, chunk: near[0].len.div_ceil(chunks), inner }
    }

    fn len(&self) -> usize {
        self.chunk * self.inner
    }

    /// Whether an operand's elements of a tile follow each other.
    pub(super) fn is_contiguous(&self, operand: usize, size: usize) -> bool {
        let mut expected = size.cast_signed();
        self.near.iter().rev().all(|axis| {
            let follows = axis.steps[operand] == expected;
            expected = expected.wrapping_mul(axis.len.cast_signed());
            follows
        })
    }
}
