//! The part of a walk whose elements fit into buffers that stay in a cache.

use tslice_kernels::{LINE, PAGE};

use crate::copy::PART;
use crate::layout::NestAxis;

/// From this size on, in bytes, vectors gain less over elements that are far apart than it takes to bring those together.
pub(super) const WIDE: usize = 8;

/// The part of the axes whose elements fit into a buffer together: a chunk of one axis, and all axes inside it. A buffer has the bytes of a
/// page, and stays in the first cache beside others.
pub(super) struct Tile<'x, const N: usize> {
    /// The axes outside, outermost first.
    pub(super) far: &'x [NestAxis<N>],
    /// The axis that is cut in chunks, and those inside it.
    pub(super) near: &'x [NestAxis<N>],
    /// The length of a chunk, which the last one may not have.
    pub(super) chunk: usize,
    /// Elements of all axes inside the one that is cut.
    pub(super) inner: usize,
}

impl<'x, const N: usize> Tile<'x, N> {
    /// The tile with as many elements as the buffers have room for; `axes` is not empty.
    pub(super) fn of(axes: &'x [NestAxis<N>], sizes: [usize; N]) -> Self {
        let most = |size: usize| Self::new(axes, PAGE / size.max(1));
        // Operands that are contiguous along the last axis may need no buffer, and then no room.
        let row = axes[axes.len() - 1].steps;
        let apart = (0..N).filter(|&operand| row[operand] != sizes[operand].cast_signed());
        let tile = most(apart.map(|operand| sizes[operand]).max().unwrap_or(1));
        let fits = |operand: usize| {
            tile.is_contiguous(operand, sizes[operand]) || tile.len() * sizes[operand] <= PAGE
        };
        if (0..N).all(fits) { tile } else { most(sizes.into_iter().max().unwrap_or(1)) }
    }

    /// The tile for an operand whose neighbours in memory are in different rows, if there is one: enough rows to use whole lines of
    /// the cache. `None` if these are too many elements for a cache, or large ones, for which it does not pay.
    pub(super) fn turned(axes: &'x [NestAxis<N>], sizes: [usize; N]) -> Option<Self> {
        let (row, outer) = axes.split_last()?;
        let (cut, step) =
            (0..N).filter(|&operand| row.steps[operand].unsigned_abs() >= LINE).find_map(|operand| {
                let steps = outer.iter().map(|axis| axis.steps[operand].unsigned_abs()).enumerate();
                steps.filter(|&(_, step)| (1..LINE).contains(&step)).min_by_key(|&(_, step)| step)
            })?;
        let (far, near) = axes.split_at(cut);
        let inner = near[1..].iter().fold(1, |count: usize, axis| count.saturating_mul(axis.len));
        let size = sizes.into_iter().max().unwrap_or(1).max(1);
        // Small buffers hold all of these rows at once: the tiles of `of` are larger.
        if inner.saturating_mul(near[0].len).saturating_mul(size) <= PAGE {
            return None;
        }
        // Vectors gain less over elements this large than it takes to bring them together.
        if step >= WIDE {
            return None;
        }
        // As many rows as a line has elements, and no fewer than fill the smaller buffers.
        let rows = near[0].len.min((LINE / step).max(PAGE / size / inner));
        let chunk = near[0].len.div_ceil(near[0].len.div_ceil(rows));
        (inner.saturating_mul(rows).saturating_mul(size) <= PART).then_some(Self { far, near, chunk, inner })
    }

    /// Bytes of a buffer for elements of this size.
    pub(super) fn bytes(&self, size: usize) -> usize {
        self.len() * size
    }

    /// The tile with as many elements as `room` allows; `axes` is not empty.
    fn new(axes: &'x [NestAxis<N>], room: usize) -> Self {
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
