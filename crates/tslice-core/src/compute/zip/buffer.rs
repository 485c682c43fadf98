//! Shared operands whose elements do not follow each other, brought together in buffers that stay
//! in a cache.

use core::mem::MaybeUninit;
use core::ops::ControlFlow::{self, Continue};
use core::slice;

use smallvec::SmallVec;
use tslice_kernels::{Gaps, LINE, PAGE, Tuples};

use super::tuples::{Items, Operands, none};
use crate::copy::{PART, Plan, offset};
use crate::layout::{NestAxis, Order};

/// From this size on, in bytes, vectors gain less over elements that are far apart than it takes to
/// bring those together, unless a line of the cache has several that are in different rows.
const WIDE: usize = 8;

/// The part of the axes whose elements fit into a buffer together: a chunk of one axis, and all
/// axes inside it.
pub(super) struct Tile<'x, const N: usize> {
    /// The axes outside, outermost first.
    far: &'x [NestAxis<N>],
    /// The axis that is cut in chunks, and those inside it.
    near: &'x [NestAxis<N>],
    /// The length of a chunk, which the last one may not have.
    chunk: usize,
    /// Elements of all axes inside the one that is cut.
    inner: usize,
}

impl<'x, const N: usize> Tile<'x, N> {
    /// The tile of these axes. `None` if there are no axes, or the elements of an operand neither
    /// follow each other in a tile nor gain by a buffer. Elements that are shared and small, and
    /// may be copied as bytes, gain.
    pub(super) fn new(
        axes: &'x [NestAxis<N>],
        sizes: [usize; N],
        exclusive: [bool; N],
        plain: [bool; N],
    ) -> Option<Self> {
        let gains = |operand: usize, most: usize| {
            plain[operand] && !exclusive[operand] && sizes[operand] <= most
        };
        let size = (0..N)
            .filter(|operand| gains(*operand, WIDE))
            .map(|operand| sizes[operand])
            .max()?
            .max(1);
        let fits = |tile: &Self, most: usize| {
            (0..N)
                .all(|operand| tile.is_contiguous(operand, sizes[operand]) || gains(operand, most))
        };
        // Four pages, which the operands share: the kernel that fills a buffer makes its tables for
        // each one, which takes as long as to move a page.
        Self::turned(axes, size)
            .filter(|tile| fits(tile, WIDE))
            .or_else(|| {
                Self::inside(axes, 4 * PAGE / (N * size)).filter(|tile| fits(tile, WIDE - 1))
            })
    }

    /// As many elements as there is room for.
    fn inside(axes: &'x [NestAxis<N>], room: usize) -> Option<Self> {
        let (mut cut, mut inner) = (axes.len().checked_sub(1)?, 1);
        while cut > 0 && inner * axes[cut].len * 2 <= room {
            inner *= axes[cut].len;
            cut -= 1;
        }
        let (far, near) = axes.split_at(cut);
        let chunks = near[0].len.div_ceil(room / inner);
        Some(Self {
            far,
            near,
            chunk: near[0].len.div_ceil(chunks),
            inner,
        })
    }

    /// Whole rows, for an operand whose neighbours in memory are in different rows: at least as
    /// many rows as a line of the cache has elements of `size` bytes. `None` if no operand is like
    /// that, if [`inside`](Self::inside) takes all rows, or if these take too much memory.
    fn turned(axes: &'x [NestAxis<N>], size: usize) -> Option<Self> {
        let (row, outer) = axes.split_last()?;
        let is_apart = |operand: &usize| row.steps[*operand].unsigned_abs() >= LINE;
        let is_near = |axis: &NestAxis<N>, operand: usize| {
            (1..=WIDE).contains(&axis.steps[operand].unsigned_abs())
        };
        let cut = (0..N)
            .filter(is_apart)
            .find_map(|operand| outer.iter().position(|axis| is_near(axis, operand)))?;
        let (far, near) = axes.split_at(cut);
        let inner = near[1..]
            .iter()
            .fold(1, |count: usize, axis| count.saturating_mul(axis.len));
        let rows = near[0].len.min((LINE / size).max(PAGE / size / inner));
        let chunk = near[0].len.div_ceil(near[0].len.div_ceil(rows));
        let bytes = |rows: usize| inner.saturating_mul(rows).saturating_mul(size);
        // Without a buffer, a line of the cache is read again for each of its elements. If those
        // are many, this takes longer than to write and read a buffer beyond the second cache.
        let most = match near[0].len >= LINE / WIDE {
            true => 16 * PART,
            false => PART,
        };
        (bytes(near[0].len) > PAGE && bytes(rows) <= most).then_some(Self {
            far,
            near,
            chunk,
            inner,
        })
    }

    /// Whether an operand's elements of a tile follow each other.
    fn is_contiguous(&self, operand: usize, size: usize) -> bool {
        let mut expected = size.cast_signed();
        self.near.iter().rev().all(|axis| {
            let follows = axis.steps[operand] == expected;
            expected = expected.wrapping_mul(axis.len.cast_signed());
            follows
        })
    }

    /// The copy of `len` positions of the axis that is cut, and of those inside it, into a buffer.
    fn fill(&self, operand: usize, size: usize, len: usize) -> Plan {
        let mut target = size * self.inner * len;
        let axes = self.near.iter().enumerate().map(|(at, axis)| {
            let len = if at == 0 { len } else { axis.len };
            target /= len;
            NestAxis {
                len,
                steps: [target.cast_signed(), axis.steps[operand]],
            }
        });
        let mut plan = Plan::default();
        plan.set(axes, size, Order::RowMajor);
        plan
    }
}

/// A page of the buffer of one operand's tile.
#[repr(align(64))]
struct Buffer {
    _room: [u8; PAGE],
}

/// The buffers of a walk, and which elements they hold.
struct Buffers<'b, 'x, const N: usize> {
    tile: &'b Tile<'x, N>,
    sizes: [usize; N],
    /// The operands whose elements follow each other, and so need no buffer.
    direct: [bool; N],
    /// As many buffers for each operand as a tile needs.
    room: SmallVec<[MaybeUninit<Buffer>; N]>,
    pages: usize,
    /// Where the elements are in the arrays, and the positions of the axis that is cut.
    from: [*mut u8; N],
    len: usize,
    /// The copies that bring as many positions into the buffers.
    fill: [Option<Plan>; N],
}

impl<'b, 'x, const N: usize> Buffers<'b, 'x, N> {
    /// Those of a walk whose first elements are at `first`; they hold none yet. This depends on no
    /// closure, so that walks of all closures share it.
    fn new(tile: &'b Tile<'x, N>, sizes: [usize; N], first: [*mut u8; N]) -> Self {
        let direct = core::array::from_fn(|operand| tile.is_contiguous(operand, sizes[operand]));
        let size = (0..N)
            .filter(|operand| !direct[*operand])
            .map(|operand| sizes[operand])
            .max();
        let pages = (tile.chunk * tile.inner * size.unwrap_or_default()).div_ceil(PAGE);
        Self {
            tile,
            sizes,
            direct,
            room: SmallVec::with_capacity(N * pages),
            pages,
            from: first,
            len: 0,
            fill: [const { None }; N],
        }
    }

    /// Brings elements together, and returns where those of each operand are, until the next call.
    ///
    /// # Safety
    ///
    /// From `first` on are the elements of a tile with `len` positions of the axis that is cut, and
    /// those of shared operands live and are not written.
    #[inline(never)]
    unsafe fn load(&mut self, first: [*mut u8; N], len: usize) -> [*mut u8; N] {
        let mut start = first;
        // Taken once: to borrow the room again would end what was borrowed for another operand.
        let room = self.room.as_mut_ptr();
        if self.len != len {
            self.fill = [const { None }; N];
        }
        for operand in (0..N).filter(|operand| !self.direct[*operand]) {
            start[operand] = room.wrapping_add(operand * self.pages).cast();
            // A row that is repeated stays there.
            if self.from[operand] == first[operand] && self.len >= len {
                continue;
            }
            let fill = self.fill[operand]
                .get_or_insert_with(|| self.tile.fill(operand, self.sizes[operand], len));
            // SAFETY: `run` needs elements at the first one, which are the caller's, and room for
            // them: there are as many buffers as a tile needs.
            unsafe { fill.run(start[operand], first[operand], Gaps::Shared) };
        }
        (self.from, self.len) = (first, len);
        start
    }
}

/// Walks the elements of the axes of which [`Tile::new`] made the tile through buffers: what
/// `walk::run` does without them.
///
/// # Safety
///
/// 1. Every index tuple of the tile's axes reaches a live element of each operand of O from `first`
///    on, for as long as this runs.
/// 2. No two index tuples reach the same element of an exclusive operand, and no other reference
///    reaches it; nothing writes those of shared ones.
/// 3. `out` has a place for as many results as the axes have index tuples.
/// 4. No axis has length 0.
#[inline(never)]
pub(super) unsafe fn run<const N: usize, O: Operands<N>, U, A, E>(
    first: [*mut u8; N],
    tile: &Tile<'_, N>,
    mut out: *mut MaybeUninit<U>,
    mut state: A,
    f: &mut impl for<'i> FnMut(A, Items<'i, O>) -> ControlFlow<E, (A, U)>,
) -> ControlFlow<E, A> {
    let mut buffers = Buffers::new(tile, O::SIZES, first);
    let cut = &tile.near[0];
    for mut first in Tuples::new(tile.far, first) {
        for begin in (0..cut.len).step_by(tile.chunk) {
            let len = tile.chunk.min(cut.len - begin);
            // SAFETY: `load` needs the elements of a tile with `len` positions of the axis that is
            // cut: those of an index tuple of the axes outside (conditions 1 and 2).
            let start = unsafe { buffers.load(first, len) };
            let len_of_tile = len * tile.inner;
            // SAFETY: a slice of places needs one for each element of the tile: `out` has one for
            // each index tuple, and tiles come one after the other (condition 3).
            let places = unsafe { slice::from_raw_parts_mut(out, len_of_tile) };
            // SAFETY: `walk_rows` needs rows of as many elements: in the arrays if they follow each
            // other there, else in the buffers, where `load` has brought them.
            state = unsafe { O::walk_rows(start, none, places, state, f) }?;
            // The step past the last element may leave the allocation; its result is not used.
            (out, first) = (
                out.wrapping_add(len_of_tile),
                offset(first, &cut.distance(len)),
            );
        }
    }
    Continue(state)
}
