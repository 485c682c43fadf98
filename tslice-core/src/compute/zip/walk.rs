//! The loops over all operands.

use core::mem::MaybeUninit;
use core::ops::ControlFlow::{self, Continue};
use core::slice;

use tslice_kernels::Gaps;

use super::axes::{self, Tuples, ZipAxis, offset};
use super::buffer;
use super::tuples::{Items, MOST, NONE, Operands};

/// Shorter rows beside one element have no loop of their own.
const SOME: usize = 8;
/// Many rows that are shorter than this are brought together in buffers: a loop for each would end before it pays.
const SHORT: usize = 16;
/// Below this many elements, a plain loop takes less time than planning and filling buffers does.
pub(super) const FEW: usize = 2048;

/// Calls the closure for each index tuple of the axes `far` and `row`, and writes what it returns to `out`, in the order in which
/// it is called.
///
/// # Safety
///
/// 1. Every index tuple of the axes reaches a live element of each operand of O from `first` on, for as long as this runs.
/// 2. No two index tuples reach the same element of an exclusive operand, and no other reference reaches it; nothing writes those of
///    shared ones.
/// 3. If `gaps` are an exclusive operand's own, no other reference reaches what is between its elements, and it is memory to be written.
/// 4. `out` has a place for as many results as the axes have index tuples.
/// 5. No axis has length 0.
#[inline]
pub(super) unsafe fn run<const N: usize, O, U, A, E, F>(
    first: [*mut u8; N],
    gaps: [Gaps; N],
    far: &[ZipAxis<N>],
    row: ZipAxis<N>,
    mut out: *mut MaybeUninit<U>,
    mut state: A,
    f: &mut F,
) -> ControlFlow<E, A>
where
    O: Operands<N>,
    F: for<'i> FnMut(A, Items<'i, O>) -> ControlFlow<E, (A, U)>,
{
    let way = RowWay::of(&row, O::SIZES, O::EXCLUSIVE);
    if is_for_buffers(way, far, &row) {
        let axes = axes::list(far, row);
        if let Some(tile) = buffer::tile(&axes, O::SIZES, O::ALIGNS, O::EXCLUSIVE, O::plain()) {
            // SAFETY: `buffer::run` needs live elements, exclusive ones for this walk alone, with gaps that are whose `gaps` says, and a
            // place for each result: conditions 1 to 5, as the tile is of these axes.
            return unsafe { buffer::run::<N, O, U, A, E, F>(first, gaps, &tile, out, state, f) };
        }
    }
    let (far, axis) = axes::innermost(far, [0; N]);
    for mut first in Tuples::new(far, first) {
        for _ in 0..axis.len {
            // SAFETY: a slice of places needs `row.len` of them: `out` has one for each index tuple, and rows come one after the
            // other (condition 4).
            let places = unsafe { slice::from_raw_parts_mut(out, row.len) };
            // SAFETY: `one_row` needs live elements, which are those of one index tuple of `far` (conditions 1 and 2).
            state = unsafe { one_row::<N, O, U, A, E, F>(way, first, &row.steps, places, state, f) }?;
            out = out.wrapping_add(row.len);
            // The step past the last element may leave the allocation; its result is not used.
            first = offset(first, &axis.steps);
        }
    }
    Continue(state)
}

/// Whether buffers may be faster: many elements, which are apart or in short rows.
#[inline(always)]
fn is_for_buffers<const N: usize>(way: RowWay, far: &[ZipAxis<N>], row: &ZipAxis<N>) -> bool {
    let others = far.iter().fold(1, |count: usize, axis| count.wrapping_mul(axis.len));
    (way == RowWay::Apart || row.len < SHORT && others > 1) && others.wrapping_mul(row.len) >= FEW
}

/// The loop that is for a row.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum RowWay {
    /// The elements of each operand follow each other.
    Contiguous,
    /// The operand of this number has one element for all of the row, those of all others follow each other.
    BesideOne(usize),
    Apart,
}

impl RowWay {
    #[inline(always)]
    pub(super) fn of<const N: usize>(row: &ZipAxis<N>, sizes: [usize; N], exclusive: [bool; N]) -> Self {
        if row.steps.iter().zip(sizes).all(|(&step, size)| step == size.cast_signed()) {
            return Self::Contiguous;
        }
        match one_for_all(row, sizes, exclusive) {
            NONE => Self::Apart,
            one => Self::BesideOne(one),
        }
    }
}

/// Calls the closure for each element of a row of this way, and writes what it returns to `out`.
///
/// # Safety
///
/// From `first` on, `out.len()` elements of each operand are `steps` apart; no other reference writes them, or reads those of exclusive
/// operands.
#[inline(always)]
pub(super) unsafe fn one_row<const N: usize, O, U, A, E, F>(
    way: RowWay,
    first: [*mut u8; N],
    steps: &[isize; N],
    out: &mut [MaybeUninit<U>],
    state: A,
    f: &mut F,
) -> ControlFlow<E, A>
where
    O: Operands<N>,
    F: for<'i> FnMut(A, Items<'i, O>) -> ControlFlow<E, (A, U)>,
{
    match way {
        // SAFETY: `walk_rows` needs rows of live elements: the condition of `one_row`, as the steps are the sizes of elements.
        RowWay::Contiguous => unsafe { O::walk_rows::<NONE, U, A, E, F>(first, out, state, f) },
        // SAFETY: `walk_rows_beside_one` needs rows of live elements, and one element of operand `one`: the condition of `one_row`, as
        // the step of that operand is 0, and those of the others are the sizes of elements.
        RowWay::BesideOne(one) => unsafe { O::walk_rows_beside_one(one, first, out, state, f) },
        // SAFETY: `walk_apart` needs what `one_row` needs.
        RowWay::Apart => unsafe { O::walk_apart(first, steps, out, state, f) },
    }
}

/// The shared operand that has one element for all of the row, if the elements of all others follow each other, and there are loops
/// for that; else [`NONE`].
#[inline]
fn one_for_all<const N: usize>(row: &ZipAxis<N>, sizes: [usize; N], exclusive: [bool; N]) -> usize {
    if N > MOST {
        return NONE;
    }
    let follows = |operand: usize| row.steps[operand] == sizes[operand].cast_signed();
    let mut apart = (0..N).filter(|&operand| !follows(operand));
    match (apart.next(), apart.next()) {
        (Some(one), None) if row.steps[one] == 0 && !exclusive[one] && row.len >= SOME => one,
        _ => NONE,
    }
}
