//! Reductions along an axis: of lanes that are contiguous, of rows of columns, and of lanes side by
//! side.

use alloc::vec::Vec;
use core::{array, slice};

use tslice_kernels::Tuples;

use super::driver::{
    Axis, LANES, Monoid, PIECE, TOGETHER, at, beside, contiguous, is_unit, plane, split, unit,
    widely,
};
use crate::array::{Array, Integer, Owned, Read, RemoveAxis, axis_of, reserve};
use crate::compute::zip::{is_long, nest};
use crate::copy::is_copy;
use crate::error::{AxisError, ShapeError};
use crate::iter::without;
use crate::layout::{self, Dims, Layout, Loops, Order, Ranked};

/// The most rows that are combined one after the other: groups of as many are combined in pairs.
const ROWS: usize = 32;

/// An array without an axis, whose elements `make` appends; `empty` for each lane if the axis has
/// length 0.
///
/// # Errors
///
/// If the axis does not exist, it has length 0 and `empty` is `None`, or memory runs out.
pub(super) fn without_axis<S: Read, D: RemoveAxis<Output = E>, E: Ranked, U: Clone>(
    array: &Array<S, D>,
    axis: impl Integer,
    empty: Option<U>,
    make: impl FnOnce(usize, &mut Vec<U>),
) -> Result<Array<Owned<U>, E>, ShapeError> {
    let axis = axis_of(axis, array.rank())?;
    let rest: E::Layout = without(array.layout(), axis);
    let mut results = reserve(rest.shape())?;
    match (array.lengths()[axis], empty) {
        (0, None) => return Err(AxisError::NoElements { axis }.into()),
        (0, Some(empty)) => {
            let count = layout::len(rest.shape());
            if size_of::<U>() == 0 && is_copy::<U>() {
                // Values without a size may be more than a loop could visit. SAFETY: `set_len`
                // needs capacity, which a vector has for any number of values without a size, and
                // live values, which are copies of `empty`.
                unsafe { results.set_len(count) };
            } else {
                results.resize(count, empty);
            }
        }
        _ => make(axis, &mut results),
    }
    Ok(Array::from_parts(rest.shape(), results))
}

/// Appends the state of each lane along an axis, in row-major order of the other axes; nothing if
/// there are no elements.
pub(super) fn along<S: Read<Elem: Copy>, D: RemoveAxis, M: Monoid<S::Elem>>(
    array: &Array<S, D>,
    axis: usize,
    monoid: M,
    to: &mut Vec<M::State>,
) {
    let mut room = Vec::new();
    each_group(array, axis, |mut first, lanes, mut axis| {
        if axis.step.is_negative() && monoid.is_exact() {
            // Read from its other end, it may be a row in memory.
            first = at(first, axis, axis.len - 1);
            axis.step = axis.step.wrapping_neg();
        }
        if is_by_rows::<S::Elem>(lanes, axis) {
            // SAFETY: `read` needs a live element: the first one.
            let start = monoid.start(unsafe { first.read() });
            let (columns, done) = (PIECE.min(lanes.len), to.len());
            let depth = 1 + (axis.len / ROWS).max(1).ilog2() as usize;
            room.resize(columns * depth, start);
            to.resize(done + lanes.len, start);
            for (part, states) in to[done..].chunks_mut(columns).enumerate() {
                let first = at(first, lanes, part * columns);
                // SAFETY: `by_rows` needs rows of live elements that follow each other: those of
                // the array, and `is_by_rows`.
                unsafe { by_rows(axis, first, monoid, states, &mut room) };
            }
        } else if !is_unit::<S::Elem>(axis) {
            // SAFETY: `by_lanes` needs lanes of live elements: those of the array.
            unsafe { by_lanes(lanes, axis, first, monoid, to) };
        } else {
            widely!(
                is_long::<M::State>(lanes.len.saturating_mul(axis.len)),
                // SAFETY: `rows` needs rows of live elements that follow each other: the lanes, and
                // the step.
                unsafe { rows(lanes, axis.len, first, monoid, to) }
            );
        }
    });
}

/// Calls a function with groups of lanes along an axis, in row-major order of the other axes: the
/// first element of a group, the axis from lane to lane, and that of each lane. It is not called
/// without elements.
pub(super) fn each_group<S: Read, D: RemoveAxis>(
    array: &Array<S, D>,
    axis: usize,
    mut visit: impl FnMut(*const S::Elem, Axis, Axis),
) {
    if array.is_empty() {
        return;
    }
    let size = size_of::<S::Elem>();
    let rest: <D::Output as Dims>::Layout = without(array.layout(), axis);
    let step = array.steps()[axis].wrapping_mul(size.cast_signed());
    let lane = Axis {
        len: array.lengths()[axis],
        step,
    };
    let mut outer = Loops::new();
    let Some(nest) = nest(
        [rest.shape()],
        [rest.strides()],
        [size],
        Order::RowMajor,
        &mut outer,
    ) else {
        return;
    };
    for [first] in Tuples::new(&outer, [array.as_ptr().cast_mut().cast()]) {
        visit(first.cast_const().cast(), nest.row.into(), lane);
    }
}

/// Whether lanes are side by side in rows that follow each other, and are not rows themselves.
pub(super) fn is_by_rows<T>(lanes: Axis, lane: Axis) -> bool {
    lanes.len >= LANES && is_unit::<T>(lanes) && !(is_unit::<T>(lane) && lane.len >= LANES)
}

/// Appends the states of rows of `len` elements.
///
/// # Safety
///
/// From `first` on are rows of `len` live elements that follow each other, and they are not
/// written.
#[inline(always)]
unsafe fn rows<T: Copy, M: Monoid<T>>(
    rows: Axis,
    len: usize,
    first: *const T,
    monoid: M,
    to: &mut Vec<M::State>,
) {
    let monoid = monoid.here();
    macro_rules! append {
        ($len:literal) => {
            to.extend((0..rows.len).map(|row| {
                // SAFETY: a slice needs live elements in a row that are not written: the condition
                // of this function.
                let row = unsafe { slice::from_raw_parts(at(first, rows, row), $len) };
                row[1..].iter().fold(monoid.lift(row[0]), |state, element| {
                    monoid.with(state, *element)
                })
            }))
        };
    }
    // A loop and not `extend`, so that it has the vectors of `wide`.
    macro_rules! blocks {
        ($count:expr) => {
            for row in 0..rows.len {
                let (first, len) = (at(first, rows, row), $count * LANES + len % LANES);
                // SAFETY: `contiguous` needs live elements that follow each other: the condition of
                // this function.
                to.push(unsafe { contiguous(Axis::ONE, len, first, monoid) });
            }
        };
    }
    match (len, len / LANES) {
        // A constant in each loop, so that the compiler unrolls it: sums of f32 480 x 640 x 3 take
        // a quarter of the time.
        (2, _) => append!(2),
        (3, _) => append!(3),
        (4, _) => append!(4),
        // Short rows are combined side by side, and parts of long ones in pairs.
        _ if len < M::SHORT || len > PIECE => {
            // SAFETY: `by_lanes` needs lanes of live elements: the rows.
            unsafe { by_lanes(rows, unit::<T>(len), first, monoid, to) };
        }
        // The compiler knows the number of blocks if there are few.
        (_, 1) => blocks!(1),
        (_, 2) => blocks!(2),
        (_, 3) => blocks!(3),
        (_, count) => blocks!(count),
    }
}

/// Appends the states of lanes, which are few, or apart.
///
/// # Safety
///
/// From `first` on are lanes of live elements that are not written.
unsafe fn by_lanes<T: Copy, M: Monoid<T>>(
    lanes: Axis,
    axis: Axis,
    first: *const T,
    monoid: M,
    to: &mut Vec<M::State>,
) {
    let together = if axis.len < M::SHORT && lanes.len >= TOGETHER {
        lanes.len
    } else if is_unit::<T>(axis) {
        0
    } else {
        lanes.len / LANES * LANES
    };
    let done = to.len();
    to.reserve(lanes.len);
    let places = &mut to.spare_capacity_mut()[..lanes.len];
    for position in (0..together).step_by(TOGETHER) {
        // The last ones begin early, and combine some lanes again.
        let start = position.min(lanes.len - TOGETHER);
        let first = at(first, lanes, start);
        // SAFETY: `in_pairs` needs TOGETHER lanes of live elements: those from `start` on.
        let states = unsafe { in_pairs(lanes, axis, first, monoid) };
        // One by one, as they were stored: a load of all four would wait for each store.
        for (place, state) in places[start..start + TOGETHER].iter_mut().zip(states) {
            place.write(state);
        }
    }
    for (position, place) in places.iter_mut().enumerate().skip(together) {
        let first = at(first, lanes, position);
        // SAFETY: `plane` needs live elements: those of this lane.
        place.write(unsafe { plane(Axis::ONE, axis, first, monoid) });
    }
    // SAFETY: `set_len` needs live values: one was written for each lane.
    unsafe { to.set_len(done + lanes.len) };
}

/// The states of TOGETHER lanes, whose elements are combined side by side, parts of ROWS of them in
/// pairs.
///
/// # Safety
///
/// From `first` on are TOGETHER lanes of live elements that are not written.
#[inline(always)]
unsafe fn in_pairs<T: Copy, M: Monoid<T>>(
    lanes: Axis,
    axis: Axis,
    first: *const T,
    monoid: M,
) -> [M::State; TOGETHER] {
    if axis.len <= ROWS {
        // SAFETY: `beside` needs what this function needs.
        unsafe { beside(lanes, axis, first, monoid) }
    } else {
        // SAFETY: `in_halves` needs what this function needs.
        unsafe { in_halves(lanes, axis, first, monoid) }
    }
}

/// [`in_pairs`] for more than ROWS positions.
///
/// # Safety
///
/// That of [`in_pairs`].
unsafe fn in_halves<T: Copy, M: Monoid<T>>(
    lanes: Axis,
    axis: Axis,
    first: *const T,
    monoid: M,
) -> [M::State; TOGETHER] {
    let (low, high, middle) = split(axis, first);
    // SAFETY: `in_pairs` needs live elements: those of the first positions of the lanes.
    let low = unsafe { in_pairs(lanes, low, first, monoid) };
    // SAFETY: `in_pairs` needs live elements: those of the positions behind them.
    let high = unsafe { in_pairs(lanes, high, middle, monoid) };
    array::from_fn(|lane| monoid.join(low[lane], high[lane]))
}

/// Writes the states of columns, by those of halves, for some of which there is `room`.
///
/// # Safety
///
/// From `first` on are rows of as many live elements as there are states, which follow each other,
/// and they are not written.
unsafe fn by_rows<T: Copy, M: Monoid<T>>(
    rows: Axis,
    first: *const T,
    monoid: M,
    states: &mut [M::State],
    room: &mut [M::State],
) {
    if rows.len <= ROWS {
        // SAFETY: `join_rows` needs what this function needs.
        widely!(is_long::<M::State>(states.len()), unsafe {
            join_rows(rows, first, monoid, states)
        });
        return;
    }
    let (low, high, middle) = split(rows, first);
    // SAFETY: `by_rows` needs rows of live elements: the first ones.
    unsafe { by_rows(low, first, monoid, states, room) };
    let (others, room) = room.split_at_mut(states.len());
    // SAFETY: `by_rows` needs rows of live elements: those behind them.
    unsafe { by_rows(high, middle, monoid, others, room) };
    let monoid = monoid.here();
    states
        .iter_mut()
        .zip(others)
        .for_each(|(state, other)| *state = monoid.join(*state, *other));
}

/// Writes the states of columns, row after row. Four rows are combined at a time, so that states
/// are loaded and stored once for them.
///
/// # Safety
///
/// From `first` on are rows of as many live elements as there are states, which follow each other,
/// and they are not written.
#[inline(always)]
unsafe fn join_rows<T: Copy, M: Monoid<T>>(
    rows: Axis,
    first: *const T,
    monoid: M,
    states: &mut [M::State],
) {
    let (monoid, columns) = (monoid.here(), states.len());
    // SAFETY: a slice needs live elements in a row that are not written: the condition of this
    // function.
    let row = |position| unsafe { slice::from_raw_parts(at(first, rows, position), columns) };
    states
        .iter_mut()
        .zip(row(0))
        .for_each(|(state, element)| *state = monoid.start(*element));
    let fours = rows.len / 4 * 4;
    for position in (0..fours).step_by(4) {
        let [a, b, c, d] = array::from_fn(|next| row(position + next));
        for ((((state, a), b), c), d) in states.iter_mut().zip(a).zip(b).zip(c).zip(d) {
            *state = monoid.with_four(*state, [*a, *b, *c, *d]);
        }
    }
    for position in fours..rows.len {
        let row = row(position);
        states
            .iter_mut()
            .zip(row)
            .for_each(|(state, element)| *state = monoid.with(*state, *element));
    }
}
