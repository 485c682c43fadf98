//! Reductions along an axis: of rows of columns, and of lanes, one at a time or side by side.

use alloc::vec::Vec;
use core::{array, slice};

use super::driver::{Axis, LANES, Monoid, PIECE, at, half, is_unit, lane, pairwise};
use crate::array::{Array, Integer, Owned, Read, RemoveAxis, axis_of};
use crate::compute::zip::{Tuples, nest, zip};
use crate::copy::is_copy;
use crate::error::{AxisError, ShapeError};
use crate::iter::without;
use crate::layout::{self, Dims, Layout, Loops, Nest, Order, Ranked};

/// The most rows that are combined one after the other: groups of as many are combined in pairs.
const ROWS: usize = 32;
/// Lanes that are combined side by side: a step of one need not wait for those of the others.
const TOGETHER: usize = 4;

/// An array without an axis, whose elements `make` appends; `empty` for each lane if the axis has length 0.
///
/// # Errors
///
/// If the axis does not exist, it has length 0 and `empty` is `None`, or memory runs out.
pub(super) fn without_axis<S: Read, D: RemoveAxis<Output = E>, E: Ranked, U: Clone>(
    array: &Array<S, D>,
    axis: impl Integer,
    empty: Option<U>,
    make: impl FnOnce(usize, &mut Vec<U>) -> Result<(), ShapeError>,
) -> Result<Array<Owned<U>, E>, ShapeError> {
    let axis = axis_of(axis, array.rank())?;
    let rest: E::Layout = without(array.layout(), axis);
    let mut results = layout::reserve(rest.shape())?;
    match (array.lengths()[axis], empty) {
        (0, None) => return Err(AxisError::NoElements { axis }.into()),
        (0, Some(empty)) => {
            let count = layout::len(rest.shape());
            if size_of::<U>() == 0 && is_copy::<U>() {
                // Values without a size may be more than a loop could visit.
                // SAFETY: `set_len` needs capacity, which a vector has for any number of values without a size, and live values, which
                // are copies of `empty`.
                unsafe { results.set_len(count) };
            } else {
                results.resize(count, empty);
            }
        }
        _ => make(axis, &mut results)?,
    }
    Ok(Array::from_parts(rest.shape(), results))
}

/// Appends what `finish` makes of the state of each lane along an axis, in row-major order of the other axes; nothing if there are no
/// elements.
pub(super) fn along<S: Read, D: RemoveAxis, M: Monoid<S::Elem>, U>(
    array: &Array<S, D>,
    axis: usize,
    monoid: M,
    finish: impl Fn(M::State) -> U + Copy,
    to: &mut Vec<U>,
) -> Result<(), ShapeError>
where
    S::Elem: Copy,
{
    if array.is_empty() {
        return Ok(());
    }
    let size = size_of::<S::Elem>();
    let rest: <D::Output as Dims>::Layout = without(array.layout(), axis);
    let step = array.steps()[axis].wrapping_mul(size.cast_signed());
    let lane = Axis { len: array.lengths()[axis], steps: [step] };
    let mut outer = Loops::new();
    let Some(Nest { row: lanes, .. }) =
        nest([rest.shape()], [rest.strides()], [size], Order::RowMajor, &mut outer)
    else {
        return Ok(());
    };
    // Lanes that are side by side in contiguous rows, and are not such rows themselves.
    let is_by_rows =
        lanes.len >= LANES && is_unit::<S::Elem>(&lanes) && !(is_unit::<S::Elem>(&lane) && lane.len >= LANES);
    let mut states = Vec::new();
    if is_by_rows {
        let (columns, depth) = (PIECE.min(lanes.len), 2 + (lane.len / ROWS).max(1).ilog2() as usize);
        // SAFETY: `read` needs a live element: the first one.
        let start = monoid.start(unsafe { array.as_ptr().read() });
        states = layout::reserve(&[columns, depth])?;
        states.resize(columns * depth, start);
    }
    for [first] in Tuples::new(&outer, [array.as_ptr().cast_mut().cast()]) {
        let first = first.cast_const().cast();
        if !is_by_rows {
            // SAFETY: `by_lanes` needs lanes of live elements: those of the array.
            unsafe { by_lanes(&lanes, lane, first, monoid, |state| to.push(finish(state))) };
            continue;
        }
        for start in (0..lanes.len).step_by(PIECE) {
            let columns = PIECE.min(lanes.len - start);
            // SAFETY: `by_rows` needs rows of live elements that follow each other: those of the array, and `is_by_rows`.
            unsafe { by_rows(lane, at(first, &lanes, start), columns, monoid, &mut states) };
            to.extend(states[..columns].iter().map(|state| finish(*state)));
        }
    }
    Ok(())
}

/// Whether a function visits lane after lane along an axis, because they are contiguous or few: else it visits rows across all lanes.
pub(super) fn are_apart<S: Read, D: Dims>(array: &Array<S, D>, axis: usize) -> bool {
    let len = array.lengths()[axis];
    array.len() / len.max(1) < LANES || len >= LANES && array.steps()[axis].unsigned_abs() == 1
}

/// Calls a function with the state of each lane. Of lanes that are contiguous or few, the elements of one are combined at a time.
///
/// # Safety
///
/// From `first` on are lanes of live elements that are not written.
unsafe fn by_lanes<T: Copy, M: Monoid<T>>(
    lanes: &Axis,
    axis: Axis,
    first: *const T,
    monoid: M,
    mut visit: impl FnMut(M::State),
) {
    let is_alone = is_unit::<T>(&axis) || lanes.len < LANES;
    let together = if is_alone { 0 } else { lanes.len / LANES * LANES };
    for position in (0..together).step_by(TOGETHER) {
        // SAFETY: `beside` needs TOGETHER lanes of live elements: those from this position on.
        unsafe { beside(lanes, axis, at(first, lanes, position), monoid) }.into_iter().for_each(&mut visit);
    }
    for position in together..lanes.len {
        let first = at(first, lanes, position);
        visit(if axis.len < LANES {
            // SAFETY: `lane` needs live elements: those of this lane.
            unsafe { lane(axis, first, monoid.here()) }
        } else {
            // SAFETY: `pairwise` needs live elements: those of this lane.
            unsafe { pairwise(&[axis], first, monoid) }
        });
    }
}

/// The states of TOGETHER lanes, whose elements are combined side by side.
///
/// # Safety
///
/// From `first` on are TOGETHER lanes of live elements that are not written.
unsafe fn beside<T: Copy, M: Monoid<T>>(
    lanes: &Axis,
    axis: Axis,
    first: *const T,
    monoid: M,
) -> [M::State; TOGETHER] {
    if axis.len <= ROWS {
        let monoid = monoid.here();
        // SAFETY: `read` needs a live element: the positions below are those of the lanes.
        let element = |lane, position| unsafe { at(at(first, lanes, lane), &axis, position).read() };
        let states = array::from_fn(|lane| monoid.lift(element(lane, 0)));
        return (1..axis.len).fold(states, |states, position| {
            array::from_fn(|lane| monoid.with(states[lane], element(lane, position)))
        });
    }
    let low = half(axis.len);
    // SAFETY: `beside` needs live elements: those of the first positions of the lanes.
    let low_states = unsafe { beside(lanes, Axis { len: low, ..axis }, first, monoid) };
    let (others, first) = (Axis { len: axis.len - low, ..axis }, at(first, &axis, low));
    // SAFETY: `beside` needs live elements: those of the positions behind them.
    let states = unsafe { beside(lanes, others, first, monoid) };
    array::from_fn(|lane| monoid.join(low_states[lane], states[lane]))
}

/// Writes the states of columns to the first places of `states`; those behind them are room for more.
///
/// # Safety
///
/// From `first` on are rows of `columns` live elements that follow each other, and they are not written.
unsafe fn by_rows<T: Copy, M: Monoid<T>>(
    rows: Axis,
    first: *const T,
    columns: usize,
    monoid: M,
    states: &mut [M::State],
) {
    if rows.len <= ROWS {
        // SAFETY: `join_rows` needs what this function needs.
        return unsafe { join_rows(rows, first, monoid, &mut states[..columns]) };
    }
    let low = half(rows.len);
    // SAFETY: `by_rows` needs rows of live elements: the first ones.
    unsafe { by_rows(Axis { len: low, ..rows }, first, columns, monoid, states) };
    let (states, room) = states.split_at_mut(columns);
    let (others, first) = (Axis { len: rows.len - low, ..rows }, at(first, &rows, low));
    // SAFETY: `by_rows` needs rows of live elements: those behind them.
    unsafe { by_rows(others, first, columns, monoid, room) };
    let monoid = monoid.here();
    zip((states, &room[..columns])).for_each(|(state, other)| *state = monoid.join(*state, *other));
}

/// Writes the states of columns, row after row. Four rows are combined at a time, so that states are loaded and stored once for them.
///
/// # Safety
///
/// From `first` on are rows of as many live elements as there are states, which follow each other, and they are not written.
unsafe fn join_rows<T: Copy, M: Monoid<T>>(rows: Axis, first: *const T, monoid: M, states: &mut [M::State]) {
    let (monoid, columns) = (monoid.here(), states.len());
    // SAFETY: a slice needs live elements in a row that are not written: the condition of this function.
    let row = |position| unsafe { slice::from_raw_parts(at(first, &rows, position), columns) };
    zip((&mut *states, row(0))).for_each(|(state, element)| *state = monoid.start(*element));
    let fours = rows.len / 4 * 4;
    for position in (0..fours).step_by(4) {
        let [a, b, c, d] = array::from_fn(|next| row(position + next));
        zip((&mut *states, a, b, c, d))
            .for_each(|(state, a, b, c, d)| *state = monoid.with_four(*state, [*a, *b, *c, *d]));
    }
    for position in fours..rows.len {
        zip((&mut *states, row(position)))
            .for_each(|(state, element)| *state = monoid.with(*state, *element));
    }
}
