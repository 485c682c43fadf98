//! The loops over all operands.

use core::mem::MaybeUninit;
use core::ops::ControlFlow::{self, Continue};
use core::slice;

use tslice_kernels::Tuples;

use super::buffer::{self, Tile};
use super::tuples::{Items, Operands, none};
use crate::compute::reduce::LANES;
use crate::copy::{FEW, offset};
use crate::layout::{NestAxis, loops};

/// Calls the closure for each index tuple of the loops `outer` and `row`, and writes what it
/// returns to `out`, in the order in which it is called.
///
/// # Safety
///
/// 1. Every index tuple of the axes reaches a live element of each operand of O from `first` on,
///    for as long as this runs.
/// 2. No two index tuples reach the same element of an exclusive operand, and no other reference
///    reaches it; nothing writes those of shared ones.
/// 3. `out` has a place for as many results as the axes have index tuples.
/// 4. No axis has length 0.
#[inline]
pub(super) unsafe fn run<const N: usize, O: Operands<N>, U, A, E>(
    first: [*mut u8; N],
    outer: &[NestAxis<N>],
    row: NestAxis<N>,
    mut out: *mut MaybeUninit<U>,
    mut state: A,
    f: &mut impl for<'i> FnMut(A, Items<'i, O>) -> ControlFlow<E, (A, U)>,
) -> ControlFlow<E, A> {
    let way = RowWay::of(&row, O::SIZES, O::EXCLUSIVE);
    if is_for_buffers(way, outer, &row) {
        let axes = loops(outer, row);
        if let Some(tile) = Tile::new(&axes, O::SIZES, O::EXCLUSIVE, O::plain()) {
            // SAFETY: `buffer::run` needs live elements, exclusive ones for this walk alone, and a
            // place for each result: conditions 1 to 4, as the tile is of these axes.
            return unsafe { buffer::run::<N, O, U, A, E>(first, &tile, out, state, f) };
        }
    }
    for first in Tuples::new(outer, first) {
        // SAFETY: a slice of places needs `row.len` of them: `out` has one for each index tuple,
        // and rows come one after the other (condition 3).
        let places = unsafe { slice::from_raw_parts_mut(out, row.len) };
        // SAFETY: `one_row` needs live elements, which are those of one index tuple of `outer`
        // (conditions 1 and 2).
        state = unsafe { one_row::<N, O, U, A, E>(way, first, &row.steps, places, state, f) }?;
        out = out.wrapping_add(row.len);
    }
    Continue(state)
}

/// Whether buffers may be faster: many elements, which are apart or in short rows.
#[inline(always)]
fn is_for_buffers<const N: usize>(way: RowWay, outer: &[NestAxis<N>], row: &NestAxis<N>) -> bool {
    let others = outer
        .iter()
        .fold(1, |count: usize, axis| count.wrapping_mul(axis.len));
    // A loop for each of many rows shorter than LANES would end before it pays.
    (way == RowWay::Apart || row.len < LANES && others > 1) && others.wrapping_mul(row.len) >= FEW
}

/// The loop that is for a row.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum RowWay {
    /// The elements of each operand follow each other.
    Contiguous,
    /// Some shared operands repeat one element along the row, and the elements of the others follow
    /// each other.
    Repeated,
    Apart,
}

impl RowWay {
    #[inline(always)]
    pub(super) fn of<const N: usize>(
        row: &NestAxis<N>,
        sizes: [usize; N],
        exclusive: [bool; N],
    ) -> Self {
        let follows = |operand: usize| row.steps[operand] == sizes[operand].cast_signed();
        let repeats = |operand: usize| row.steps[operand] == 0 && !exclusive[operand];
        if (0..N).all(follows) {
            Self::Contiguous
        } else if (0..N).all(|operand| follows(operand) || repeats(operand)) {
            Self::Repeated
        } else {
            Self::Apart
        }
    }
}

/// Calls the closure for each element of a row of this way, and writes what it returns to `out`.
///
/// # Safety
///
/// From `first` on, `out.len()` elements of each operand are `steps` apart; no other reference
/// writes them, or reads those of exclusive operands. The way is that of a row with these steps.
#[inline(always)]
pub(super) unsafe fn one_row<const N: usize, O: Operands<N>, U, A, E>(
    way: RowWay,
    first: [*mut u8; N],
    steps: &[isize; N],
    out: &mut [MaybeUninit<U>],
    state: A,
    f: &mut impl for<'i> FnMut(A, Items<'i, O>) -> ControlFlow<E, (A, U)>,
) -> ControlFlow<E, A> {
    match way {
        // SAFETY: `walk_rows` needs rows of live elements: the condition of `one_row`, as the steps
        // are the sizes of elements.
        RowWay::Contiguous => unsafe { O::walk_rows(first, none, out, state, f) },
        // SAFETY: `walk_rows` needs rows of live elements, or one of an operand that repeats it:
        // the condition of `one_row`, as the steps are 0 or the sizes of elements.
        RowWay::Repeated => unsafe {
            O::walk_rows(first, |operand| steps[operand] == 0, out, state, f)
        },
        RowWay::Apart => {
            let (mut first, steps, mut state) = (first, *steps, state);
            for place in out {
                // SAFETY: `items_at` needs a live element of each operand: the condition of
                // `one_row`.
                let items = unsafe { O::items_at(first) };
                // The step past the last element may leave the allocation; its result is not used.
                first = offset(first, &steps);
                let (next, value) = f(state, items)?;
                place.write(value);
                state = next;
            }
            Continue(state)
        }
    }
}
