//! Operands whose elements do not follow each other, brought together in buffers that stay in a cache.

use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::ops::ControlFlow::{self, Continue};
use core::slice;

use smallvec::SmallVec;
use tslice_kernels::{CopyAxis, Gaps, LINE, PAGE};

use super::axes::{Tuples, offset};
use super::tile::{Tile, WIDE};
use super::tuples::{Items, Operands};
use crate::copy::Moves;
use crate::layout::NestAxis;

/// A buffer for elements of one operand, or a part of one.
#[repr(align(64))]
struct Buffer {
    _room: MaybeUninit<[u8; PAGE]>,
}

/// What of the axes to bring together, if each operand's elements lie together already, or are plain bytes that a buffer can bring
/// together.
pub(super) fn tile<const N: usize>(
    axes: &[NestAxis<N>],
    sizes: [usize; N],
    exclusive: [bool; N],
    plain: [bool; N],
) -> Option<Tile<'_, N>> {
    // An element larger than a line gains nothing in a buffer, and may be aligned by more than one.
    if axes.is_empty() || sizes.iter().any(|&size| size > LINE) {
        return None;
    }
    let fits = |tile: &Tile<'_, N>, gains: &dyn Fn(usize) -> bool| {
        (0..N).all(|operand| tile.is_contiguous(operand, sizes[operand]) || plain[operand] && gains(operand))
    };
    if let Some(tile) = Tile::turned(axes, sizes)
        && fits(&tile, &|operand| !exclusive[operand])
    {
        return Some(tile);
    }
    // An exclusive element is copied twice, in and out: elements of 4 bytes and more gain less by that than it takes. A vector holds too few
    // elements of WIDE bytes.
    let gains = |operand: usize| sizes[operand] < if exclusive[operand] { 4 } else { WIDE };
    Some(Tile::of(axes, sizes)).filter(|tile| fits(tile, &gains))
}

/// The buffers of a walk, and which elements they hold.
///
/// Invariants:
/// 1. The elements of the tiles that are left live as long as `self`: those from `at` on, and those that `rows` points to. No other
///    reference reaches those of exclusive operands, nor what is between them if `gaps` says so.
/// 2. `from` are such elements if `dirty` is set; the buffers of exclusive operands then hold them.
/// 3. The buffer of an operand that is not direct has room for the elements of a tile.
struct Buffers<'b, 'x, const N: usize> {
    /// Where each operand's buffer begins.
    buffers: [*mut u8; N],
    /// The memory of the buffers.
    _room: Vec<Buffer>,
    tile: &'b Tile<'x, N>,
    sizes: [usize; N],
    direct: [bool; N],
    exclusive: [bool; N],
    /// Who reaches the bytes between the elements of exclusive operands.
    gaps: [Gaps; N],
    /// The first elements of each index tuple of the axes outside of the tile.
    rows: Tuples<'x, N>,
    /// The first elements of the next tile, and the positions of the axis that is cut which are left.
    at: [*mut u8; N],
    left: usize,
    /// The first elements, in the arrays.
    from: [*mut u8; N],
    /// Positions of the axis that is cut.
    len: usize,
    /// The copies that bring a chunk of that length into the buffers, and back.
    fill: [Option<Moves>; N],
    back: [Option<Moves>; N],
    /// Whether the elements of exclusive operands are to be written back.
    dirty: bool,
}

impl<'b, 'x, const N: usize> Buffers<'b, 'x, N> {
    /// Buffers for a walk over the axes of `tile`.
    ///
    /// # Safety
    ///
    /// 1. Every index tuple of the axes reaches a live element of each operand, of its size, from `first` on, as long as the buffers live.
    /// 2. No two index tuples reach the same element of an exclusive operand, and no other reference reaches it; nothing writes those of
    ///    shared ones.
    /// 3. If `gaps` are an exclusive operand's own, no other reference reaches what is between its elements, and it is memory to be
    ///    written.
    /// 4. No axis has length 0.
    #[inline(never)]
    unsafe fn new(
        first: [*mut u8; N],
        gaps: [Gaps; N],
        tile: &'b Tile<'x, N>,
        (sizes, exclusive): ([usize; N], [bool; N]),
    ) -> Self {
        let direct = core::array::from_fn(|operand| tile.is_contiguous(operand, sizes[operand]));
        let needed: [usize; N] = core::array::from_fn(|operand| match direct[operand] {
            true => 0,
            false => tile.bytes(sizes[operand]).div_ceil(PAGE),
        });
        let mut room: Vec<Buffer> = Vec::with_capacity(needed.iter().sum());
        let mut next = room.as_mut_ptr();
        let buffers = needed.map(|count| {
            let buffer = next.cast::<u8>();
            next = next.wrapping_add(count);
            buffer
        });
        Self {
            buffers,
            _room: room,
            tile,
            sizes,
            direct,
            exclusive,
            gaps,
            rows: Tuples::new(tile.far, first),
            at: first,
            left: 0,
            from: [core::ptr::null_mut(); N],
            len: 0,
            fill: [const { None }; N],
            back: [const { None }; N],
            dirty: false,
        }
    }

    /// Brings the elements of the next tile together. Returns where those of each operand are, and how many; `None` behind the last tile.
    /// They live until the next call, or till the buffers are dropped.
    #[inline(never)]
    fn next(&mut self) -> Option<([*mut u8; N], usize)> {
        let cut = &self.tile.near[0];
        if self.left == 0 {
            (self.at, self.left) = (self.rows.next()?, cut.len);
        }
        let (first, len) = (self.at, self.left.min(self.tile.chunk));
        // The step past the last element may leave the allocation; its result is not used.
        (self.at, self.left) = (offset(first, &cut.distance(len)), self.left - len);
        // SAFETY: `load` needs the elements of a tile with `len` positions of the axis that is cut: those of an index tuple of the axes
        // outside, and the first of what was left (invariant 1).
        Some((unsafe { self.load(first, len) }, len * self.tile.inner))
    }

    /// Fills the buffers, and returns where the elements of each operand are.
    ///
    /// # Safety
    ///
    /// From `first` on are the elements of a tile with `len` positions of the axis that is cut. They live, and no other reference
    /// reaches those of exclusive operands, nor what is between them if `gaps` says so, until the next call or the end of `self`.
    unsafe fn load(&mut self, first: [*mut u8; N], len: usize) -> [*mut u8; N] {
        self.store();
        if self.len != len {
            self.plan(len);
        }
        let mut start = first;
        for operand in (0..N).filter(|&operand| !self.direct[operand]) {
            start[operand] = self.buffers[operand];
        }
        for operand in (0..N).filter(|&operand| !self.direct[operand]) {
            if self.from[operand] == first[operand] && self.len >= len && !self.exclusive[operand] {
                continue;
            }
            let Some(moves) = &mut self.fill[operand] else { continue };
            // SAFETY: `run` needs elements at the first one, which are the caller's, and room for them: a tile has at most as many as a
            // buffer has room for.
            unsafe { moves.run(start[operand], first[operand]) };
        }
        (self.from, self.len, self.dirty) = (first, len, true);
        start
    }

    /// Plans the copies of chunks of `len` positions.
    #[inline(never)]
    fn plan(&mut self, len: usize) {
        for operand in (0..N).filter(|&operand| !self.direct[operand]) {
            let size = self.sizes[operand];
            let fill = Moves::new(size, &self.axes(operand, len, false), Gaps::Shared);
            self.fill[operand] = Some(fill);
            if self.exclusive[operand] {
                let back = Moves::new(size, &self.axes(operand, len, true), self.gaps[operand]);
                self.back[operand] = Some(back);
            }
        }
    }

    /// Writes elements of exclusive operands back.
    fn store(&mut self) {
        if !self.dirty {
            return;
        }
        self.dirty = false;
        for (operand, back) in self.back.iter_mut().enumerate() {
            let Some(back) = back else { continue };
            let from = self.buffers[operand];
            // SAFETY: `run` needs elements in the buffer and places for them in the array, which no other reference reaches, nor what is
            // between them if `gaps` says so: the invariant, as `dirty` was set.
            unsafe { back.run(self.from[operand], from) };
        }
    }

    /// The axes of a copy into a buffer, or back.
    fn axes(&self, operand: usize, len: usize, back: bool) -> SmallVec<[CopyAxis; 4]> {
        let mut step = self.sizes[operand].cast_signed();
        let mut axes = SmallVec::from_elem(CopyAxis::BLANK, self.tile.near.len());
        for (at, axis) in self.tile.near.iter().enumerate().rev() {
            let len = if at == 0 { len } else { axis.len };
            let (target, source) =
                if back { (axis.steps[operand], step) } else { (step, axis.steps[operand]) };
            axes[at] = CopyAxis { len, target, source };
            step *= len.cast_signed();
        }
        axes
    }
}

impl<const N: usize> Drop for Buffers<'_, '_, N> {
    /// Runs also if the closure panics: what it has written is then in the arrays, as without buffers.
    fn drop(&mut self) {
        self.store();
    }
}

/// Walks the elements of the axes of which [`tile`] made the tile through buffers: what `walk::run` does without them.
///
/// # Safety
///
/// 1. Every index tuple of the tile's axes reaches a live element of each operand of O from `first` on, for as long as this runs.
/// 2. No two index tuples reach the same element of an exclusive operand, and no other reference reaches it; nothing writes those of
///    shared ones.
/// 3. If `gaps` are an exclusive operand's own, no other reference reaches what is between its elements, and it is memory to be written.
/// 4. `out` has a place for as many results as the axes have index tuples.
/// 5. No axis has length 0.
#[inline(never)]
pub(super) unsafe fn run<const N: usize, O, U, A, E, F>(
    first: [*mut u8; N],
    gaps: [Gaps; N],
    tile: &Tile<'_, N>,
    mut out: *mut MaybeUninit<U>,
    mut state: A,
    f: &mut F,
) -> ControlFlow<E, A>
where
    O: Operands<N>,
    F: for<'i> FnMut(A, Items<'i, O>) -> ControlFlow<E, (A, U)>,
{
    // SAFETY: `new` needs live elements, exclusive ones for this walk alone, with gaps that are whose `gaps` says, and axes
    // none of which is empty: conditions 1 to 3 and 5.
    let mut buffers = unsafe { Buffers::new(first, gaps, tile, (O::SIZES, O::EXCLUSIVE)) };
    while let Some((start, len)) = buffers.next() {
        // SAFETY: a slice of places needs one for each element of the tile: `out` has one for each index tuple, and tiles
        // come one after the other (condition 4).
        let places = unsafe { slice::from_raw_parts_mut(out, len) };
        // SAFETY: `walk_rows` needs rows of as many elements: in the arrays if they follow each other there, else in the buffers, where
        // `next` has brought them.
        state = unsafe { O::walk_rows(start, |_| false, places, state, f) }?;
        out = out.wrapping_add(len);
    }
    Continue(state)
}
