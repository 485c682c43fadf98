//! Operands whose elements do not follow each other, brought together in buffers of the first cache.

use core::mem::MaybeUninit;
use core::ops::ControlFlow::{self, Continue};
use core::slice;

use smallvec::SmallVec;

use super::axes::Axis;
use super::tile::{BYTES, Tile};
use super::tuples::{Items, NONE, Operands};
use super::walk::offset;
use crate::copy::switch::{self, KernelName};
use crate::copy::{self, Gaps, Moves};

/// Larger elements are not brought together.
const LARGEST: usize = 64;

/// A buffer for elements of one operand.
#[repr(align(64))]
struct Buffer(MaybeUninit<[u8; BYTES]>);

/// Axes without those of length 1, as the functions here take them.
#[inline(never)]
pub(super) fn list<const N: usize>(far: &[Axis<N>], row: Axis<N>) -> SmallVec<[Axis<N>; 4]> {
    far.iter().copied().chain([row]).filter(|axis| axis.len != 1).collect()
}

/// Whether every operand can be brought together: by elements that are bytes to be moved, or because they are together already.
pub(super) fn fits<const N: usize, O: Operands<N>>(axes: &[Axis<N>]) -> bool {
    if axes.is_empty()
        || O::SIZES.iter().any(|&size| size > LARGEST)
        || O::ALIGNS.iter().any(|&align| align > 64)
    {
        return false;
    }
    if !switch::is_on(KernelName::ZipBuffers) {
        return false;
    }
    let tile = Tile::of(axes, O::SIZES);
    let plain = O::plain();
    // What is exclusive moves twice, which larger elements do not repay.
    let repays = |operand: usize| !O::EXCLUSIVE[operand] || O::SIZES[operand] < 4;
    (0..N).all(|operand| tile.is_contiguous(operand, O::SIZES[operand]) || plain[operand] && repays(operand))
}

/// How many operands each one is a channel of pixels with: itself and those behind it, whose elements take turns in memory; 0 if it
/// is one of those behind. So they can be read in one go. Operands that are `alone` are not brought together with others.
fn channels<const N: usize>(
    first: [*mut u8; N],
    axes: &[Axis<N>],
    sizes: [usize; N],
    alone: [bool; N],
) -> [usize; N] {
    let mut channels = [1; N];
    let Some(row) =
        axes.last().filter(|_| copy::has_wide_vectors() && switch::is_on(KernelName::ZipChannels))
    else {
        return channels;
    };
    let mut operand = 0;
    while operand < N {
        let (size, pixel) = (sizes[operand], row.steps[operand].unsigned_abs());
        let count = pixel / size.max(1);
        let group = operand..operand + count;
        let step = |at: usize| first[at].addr().wrapping_sub(first[at - 1].addr()).cast_signed();
        let fits = |at: usize| {
            let alike = sizes[at] == size && axes.iter().all(|axis| axis.steps[at] == axis.steps[operand]);
            alike && !alone[at] && (at == operand || step(at) == step(operand + 1))
        };
        if count > 1
            && group.end <= N
            && count * size == pixel
            && step(operand + 1).unsigned_abs() == size
            && group.clone().all(fits)
        {
            channels[group.clone()].fill(0);
            channels[operand] = count;
            switch::took(KernelName::ZipChannels);
            operand = group.end;
        } else {
            operand += 1;
        }
    }
    channels
}

/// What is in the buffers.
///
/// Invariant: the elements of `from` live, and nobody else reaches those of exclusive operands, nor what is between them if `gaps`
/// says so, as long as `dirty` is set; their buffers then hold elements.
struct Loaded<'b, 'x, const N: usize> {
    buffers: &'b mut [Buffer; N],
    tile: &'b Tile<'x, N>,
    sizes: [usize; N],
    direct: [bool; N],
    /// How many operands come by one copy with each; 0 of one that comes with another.
    channels: [usize; N],
    exclusive: [bool; N],
    /// Who reaches the bytes between the elements of exclusive operands.
    gaps: [Gaps; N],
    /// The first elements, in the arrays.
    from: [*mut u8; N],
    /// Positions of the axis that is cut.
    len: usize,
    /// How elements come into the buffers, and go back, if a chunk has that length.
    moves: [Option<Moves>; N],
    back: [Option<Moves>; N],
    /// Whether the elements of exclusive operands are to be written back.
    dirty: bool,
}

impl<const N: usize> Loaded<'_, '_, N> {
    /// # Safety
    ///
    /// From `first` on are the elements of a tile with `len` positions of the axis that is cut. They live, and nobody else
    /// reaches those of exclusive operands, nor what is between them if `gaps` says so, until the next call or the end of `self`.
    unsafe fn load(&mut self, first: [*mut u8; N], len: usize) -> [*mut u8; N] {
        self.store();
        if self.len != len {
            self.plan(first, len);
        }
        let mut start = first;
        let buffers = self.buffers.as_mut_ptr();
        for operand in (0..N).filter(|&operand| !self.direct[operand]) {
            let to = buffers.wrapping_add(operand).cast::<u8>();
            start[operand] = to;
            let same = self.from[operand] == first[operand] && self.len >= len && !self.exclusive[operand];
            let Some(moves) = self.moves[operand].as_mut().filter(|_| !same) else { continue };
            let mut from = first[operand];
            if self.channels[operand] > 1 {
                // The copy moves the elements of each operand by what was lent with it.
                for first in &first[operand..operand + self.channels[operand]] {
                    let _ = first.expose_provenance();
                }
                from = core::ptr::with_exposed_provenance_mut(from.addr());
            }
            // SAFETY: `run` needs elements at `from`, which are the caller's, of this operand and of those that come with it, whose
            // distance from each other is that of the first two (`channels`). And it needs room for them: a tile has at most as many
            // as a buffer has room for.
            unsafe { moves.run(to, from) };
        }
        (self.from, self.len, self.dirty) = (first, len, true);
        start
    }

    /// Plans the copies of chunks of `len` positions.
    #[inline(never)]
    fn plan(&mut self, first: [*mut u8; N], len: usize) {
        for operand in (0..N).filter(|&operand| !self.direct[operand]) {
            let (size, channels) = (self.sizes[operand], self.channels[operand]);
            if self.exclusive[operand] {
                self.back[operand] =
                    Some(Moves::new(size, &self.axes(operand, len, true), self.gaps[operand]));
            }
            if channels > 0 {
                let mut axes = self.axes(operand, len, false);
                if channels > 1 {
                    let source = first[operand + 1].addr().wrapping_sub(first[operand].addr()).cast_signed();
                    let target = size_of::<Buffer>().cast_signed();
                    axes.insert(0, copy::Axis { len: channels, target, source });
                }
                self.moves[operand] = Some(Moves::new(size, &axes, Gaps::Foreign));
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
            let from = self.buffers[operand].0.as_ptr().cast::<u8>();
            // SAFETY: as in `load`, where the elements came from.
            unsafe { back.run(self.from[operand], from) };
        }
    }

    /// The axes of a copy into a buffer, or back.
    fn axes(&self, operand: usize, len: usize, back: bool) -> SmallVec<[copy::Axis; 4]> {
        let mut step = self.sizes[operand].cast_signed();
        let mut axes = SmallVec::from_elem(copy::Axis::BLANK, self.tile.near.len());
        for (at, axis) in self.tile.near.iter().enumerate().rev() {
            let len = if at == 0 { len } else { axis.len };
            let (target, source) =
                if back { (axis.steps[operand], step) } else { (step, axis.steps[operand]) };
            axes[at] = copy::Axis { len, target, source };
            step *= len.cast_signed();
        }
        axes
    }
}

impl<const N: usize> Drop for Loaded<'_, '_, N> {
    /// Also if the closure panics: what it has written is then in the arrays, as without buffers.
    fn drop(&mut self) {
        self.store();
    }
}

/// As [`walk::run`](super::walk::run), by buffers; [`fits`] holds.
///
/// # Safety
///
/// As for [`walk::run`](super::walk::run).
#[inline(never)]
pub(super) unsafe fn run<const N: usize, O, U, A, E, F>(
    first: [*mut u8; N],
    gaps: [Gaps; N],
    axes: &[Axis<N>],
    mut out: *mut MaybeUninit<U>,
    mut state: A,
    f: &mut F,
) -> ControlFlow<E, A>
where
    O: Operands<N>,
    F: for<'i> FnMut(A, Items<'i, O>) -> ControlFlow<E, (A, U)>,
{
    switch::took(KernelName::ZipBuffers);
    let tile = Tile::of(axes, O::SIZES);
    let mut buffers = [const { Buffer(MaybeUninit::uninit()) }; N];
    let direct = core::array::from_fn(|operand| tile.is_contiguous(operand, O::SIZES[operand]));
    let alone = core::array::from_fn(|operand| direct[operand] || O::EXCLUSIVE[operand]);
    let mut loaded = Loaded {
        buffers: &mut buffers,
        tile: &tile,
        sizes: O::SIZES,
        direct,
        channels: channels(first, axes, O::SIZES, alone),
        exclusive: O::EXCLUSIVE,
        gaps,
        from: [core::ptr::null_mut(); N],
        len: 0,
        moves: [const { None }; N],
        back: [const { None }; N],
        dirty: false,
    };
    let mut index: SmallVec<[usize; 12]> = SmallVec::from_elem(0, tile.far.len());
    let mut row = first;
    loop {
        let (mut next, mut left) = (row, tile.near[0].len);
        while left > 0 {
            let len = left.min(tile.chunk);
            // SAFETY: `load` needs the elements of a tile, which are those of an index tuple of `far` and of `len` positions of
            // the next axis (conditions 1 to 3 of `run`).
            let start = unsafe { loaded.load(next, len) };
            // SAFETY: a slice of places needs one for each element of the tile: `out` has one for each index tuple, and tiles
            // come one after the other (condition 4).
            let places = unsafe { slice::from_raw_parts_mut(out, len * tile.inner) };
            // SAFETY: `unit` needs rows of as many elements: in the arrays if they follow each other there, else in the
            // buffers, where `load` has brought them.
            state = unsafe { O::unit::<NONE, U, A, E, F>(start, places, state, f) }?;
            out = out.wrapping_add(len * tile.inner);
            let steps = tile.near[0].steps.map(|step| step.wrapping_mul(len.cast_signed()));
            next = offset(next, &steps);
            left -= len;
        }
        // The next index tuple of the axes outside.
        let mut at = tile.far.len();
        loop {
            let Some(outer) = at.checked_sub(1) else { return Continue(state) };
            at = outer;
            let axis = &tile.far[at];
            row = offset(row, &axis.steps);
            index[at] += 1;
            if index[at] < axis.len {
                break;
            }
            row =
                offset(row, &axis.steps.map(|step| step.wrapping_mul(axis.len.cast_signed()).wrapping_neg()));
            index[at] = 0;
        }
    }
}
