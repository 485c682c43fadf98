//! The driver of a reduction by a monoid.

use core::{array, slice};

use crate::array::{Array, Read};
use crate::compute::zip::{is_long, nest};
use crate::layout::{Dims, Loops, NestAxis, Order};

/// States that are combined side by side, in vectors, and elements that each combines before it is
/// combined with those before.
pub(in super::super) const LANES: usize = 16;
/// The most elements that are combined by one loop: parts of as many are combined in pairs. The
/// states of as many columns stay in the first cache.
pub(super) const PIECE: usize = 1024;

/// Lanes that are combined side by side: a step of one need not wait for those of the others.
pub(super) const TOGETHER: usize = 4;

/// An axis: its length, and the bytes between neighbours.
pub(super) type Axis = NestAxis<1>;

/// An associative operation on states, and how an element takes part in it.
pub(in super::super) trait Monoid<T>: Copy {
    /// The value so far.
    type State: Copy;
    /// Shorter rows are combined one element after the other, and several rows side by side.
    const SHORT: usize = LANES;

    /// The same monoid. A loop asks for it, so that the compiler knows where the loop is what
    /// depends on the type of the elements.
    fn here(self) -> Self;
    /// A state that changes nothing if it is combined with those of this element and of others.
    fn start(self, element: T) -> Self::State;
    /// The state of one element.
    fn lift(self, element: T) -> Self::State;
    fn join(self, first: Self::State, second: Self::State) -> Self::State;

    #[inline(always)]
    fn with(self, state: Self::State, element: T) -> Self::State {
        self.join(state, self.lift(element))
    }

    /// Whether every order gives the same result.
    fn is_exact(self) -> bool;
    /// The state of a column, joined with four elements.
    #[inline(always)]
    fn with_four(self, state: Self::State, four: [T; 4]) -> Self::State {
        let [a, b, c, d] = four.map(|element| self.lift(element));
        self.join(state, self.join(self.join(a, b), self.join(c, d)))
    }
}

/// The pointer `count` positions of an axis on.
#[inline(always)]
pub(super) fn at<T>(first: *const T, axis: &Axis, count: usize) -> *const T {
    // The step past the last element may leave the allocation; its result is not used.
    first.wrapping_byte_offset(axis.steps[0].wrapping_mul(count.cast_signed()))
}

/// Whether neighbours of an axis follow each other in memory.
#[inline(always)]
pub(super) fn is_unit<T>(axis: &Axis) -> bool {
    axis.steps[0] == size_of::<T>().cast_signed()
}

/// Cuts an axis of more than one position in two, and returns both parts and the first element of
/// the second. The first one has a power of two of positions, and so a whole number of pieces or
/// groups.
#[inline(always)]
pub(super) fn split<T>(axis: Axis, first: *const T) -> (Axis, Axis, *const T) {
    let low = Axis {
        len: 1 << (axis.len - 1).ilog2(),
        ..axis
    };
    (
        low,
        Axis {
            len: axis.len - low.len,
            ..axis
        },
        at(first, &axis, low.len),
    )
}

/// The state of all elements; `None` if there are none.
///
/// Axes are sorted by their strides, and reversed ones are turned round, so the order is that of
/// the memory.
#[inline]
pub(super) fn whole<S: Read, D: Dims, M: Monoid<S::Elem>>(
    array: &Array<S, D>,
    monoid: M,
) -> Option<M::State>
where
    S::Elem: Copy,
{
    let mut outer = Loops::new();
    let nest = nest(
        [array.lengths()],
        [array.steps()],
        [size_of::<S::Elem>()],
        Order::Any,
        &mut outer,
    )?;
    let first = array.as_ptr().wrapping_byte_offset(nest.first[0]);
    if outer.is_empty() {
        // SAFETY: `line` needs live elements that are not written: the axes are those of the array
        // (its invariants 1 and 2), which is borrowed.
        return Some(unsafe { line(nest.row, first, monoid) });
    }
    outer.push(nest.row);
    // SAFETY: `pairwise` needs the same elements.
    Some(unsafe { pairwise(outer[0], &outer[1..], first, monoid) })
}

/// The state of elements that follow each other; `None` if there are none.
pub(in super::super) fn row<T: Copy, M: Monoid<T>>(row: &[T], monoid: M) -> Option<M::State> {
    if row.is_empty() {
        return None;
    }
    let axis = Axis {
        len: row.len(),
        steps: [size_of::<T>().cast_signed()],
    };
    // SAFETY: `line` needs live elements that are not written: those of the row, of which there are
    // some.
    Some(unsafe { line(axis, row.as_ptr(), monoid) })
}

/// The state of the elements of one axis: fewer than LANES are combined where this is called.
///
/// # Safety
///
/// That of [`pairwise`].
#[inline(always)]
pub(super) unsafe fn line<T: Copy, M: Monoid<T>>(
    axis: Axis,
    first: *const T,
    monoid: M,
) -> M::State {
    if axis.len < LANES {
        // SAFETY: `few` needs a lane of live elements: the condition of this function.
        let [state] = unsafe { few(&Axis::ONE, &axis, first, monoid) };
        return state;
    }
    // SAFETY: `pairwise` needs what this function needs.
    unsafe { pairwise(axis, &[], first, monoid) }
}

/// The states of K lanes, side by side: elements of each are combined one after the other.
///
/// # Safety
///
/// From `first` on are K lanes of live elements that are not written. The axis does not have length
/// 0.
#[inline(always)]
pub(super) unsafe fn few<T: Copy, M: Monoid<T>, const K: usize>(
    lanes: &Axis,
    axis: &Axis,
    first: *const T,
    monoid: M,
) -> [M::State; K] {
    let monoid = monoid.here();
    // SAFETY: `read` needs a live element: the positions below are those of the lanes.
    let element = |lane, position| unsafe { at(at(first, lanes, lane), axis, position).read() };
    let mut states = array::from_fn(|lane| monoid.lift(element(lane, 0)));
    for position in 1..axis.len {
        states = array::from_fn(|lane| monoid.with(states[lane], element(lane, position)));
    }
    states
}

/// The state of the elements of an axis and of those inside of it: parts of at most PIECE elements
/// are combined in pairs.
///
/// # Safety
///
/// Every index tuple of the axes points to a live element from `first` on, and it is not written.
/// No axis has length 0.
pub(super) unsafe fn pairwise<T: Copy, M: Monoid<T>>(
    axis: Axis,
    inner: &[Axis],
    first: *const T,
    monoid: M,
) -> M::State {
    let width: usize = inner.iter().map(|axis| axis.len).product();
    if monoid.is_exact() || axis.len * width <= PIECE {
        // SAFETY: `leaf` needs what this function needs.
        return unsafe { leaf(axis, inner, first, monoid) };
    }
    if let (1, [middle, inner @ ..]) = (axis.len, inner) {
        // SAFETY: `pairwise` needs what this function needs.
        return unsafe { pairwise(*middle, inner, first, monoid) };
    }
    let (low, high, middle) = split(axis, first);
    // SAFETY: `pairwise` needs live elements: those of the first positions of the axis.
    let state = unsafe { pairwise(low, inner, first, monoid) };
    // SAFETY: `pairwise` needs live elements: those of the positions behind them.
    monoid.join(state, unsafe { pairwise(high, inner, middle, monoid) })
}

/// [`pairwise`] for few elements. Rows that follow each other are combined in LANES states side by
/// side.
///
/// # Safety
///
/// That of [`pairwise`].
unsafe fn leaf<T: Copy, M: Monoid<T>>(
    axis: Axis,
    inner: &[Axis],
    first: *const T,
    monoid: M,
) -> M::State {
    let (rows, row) = match inner {
        [] => (Axis::ONE, axis),
        [row] => (axis, *row),
        [middle, inner @ ..] => {
            // SAFETY: `leaf` needs live elements: those of one position of the axis.
            let part =
                |position| unsafe { leaf(*middle, inner, at(first, &axis, position), monoid) };
            return (1..axis.len).fold(part(0), |state, position| {
                monoid.join(state, part(position))
            });
        }
    };
    let monoid = monoid.here();
    if is_unit::<T>(&row) && row.len >= LANES {
        // SAFETY: `read` needs a live element: the first one.
        let start = monoid.start(unsafe { first.read() });
        let mut lanes = [start; LANES];
        let end = if is_long(rows.len * row.len) {
            // SAFETY: `contiguous` needs rows of live elements that follow each other: the
            // condition of this function, and the step. `contiguous_wide` needs a machine with AVX2
            // and FMA, too: `is_long`.
            unsafe { contiguous_wide(rows, row.len, first, monoid, (start, &mut lanes)) }
        } else {
            // SAFETY: the same.
            unsafe { contiguous(rows, row.len, first, monoid, (start, &mut lanes)) }
        };
        return monoid.join(joined(lanes, monoid), end);
    }
    // By columns if they are longer than rows, or both are short.
    let (lanes, axis) = if row.len < LANES && rows.len > 1 {
        (row, rows)
    } else {
        (rows, row)
    };
    // Columns of short rows are combined side by side: those of a tile of 4 x 4 are one vector.
    let together = match is_unit::<T>(&lanes) && is_few(&axis, monoid) {
        true => lanes.len / TOGETHER * TOGETHER,
        false => 0,
    };
    let mut state = None;
    let mut add = |part| state = Some(state.map_or(part, |state| monoid.join(state, part)));
    for position in (0..together).step_by(TOGETHER) {
        let first = at(first, &lanes, position);
        let lanes = Axis {
            len: TOGETHER,
            steps: [size_of::<T>().cast_signed()],
        };
        // SAFETY: `few` needs lanes of live elements: those of columns from this position on.
        let states: [_; TOGETHER] = unsafe { few(&lanes, &axis, first, monoid) };
        states.into_iter().for_each(&mut add);
    }
    for position in together..lanes.len {
        // SAFETY: `lane` needs live elements: those of a row or a column.
        add(unsafe { lane(axis, at(first, &lanes, position), monoid) });
    }
    state.unwrap_or_else(|| unreachable!("no axis has length 0"))
}

/// Whether to combine the elements of an axis one after the other: there are few of them, or any
/// order gives the same state.
#[inline(always)]
fn is_few<T, M: Monoid<T>>(axis: &Axis, monoid: M) -> bool {
    axis.len < LANES || monoid.is_exact()
}

/// Writes LANES states side by side of rows of at least as many elements that follow each other,
/// and returns the state of the ends of the rows.
///
/// # Safety
///
/// That of [`pairwise`], for rows of `len` elements that follow each other.
#[inline(always)]
pub(super) unsafe fn contiguous<T: Copy, M: Monoid<T>>(
    rows: Axis,
    len: usize,
    first: *const T,
    monoid: M,
    (start, lanes): (M::State, &mut [M::State; LANES]),
) -> M::State {
    let monoid = monoid.here();
    let (mut states, mut half, mut end) = ([start; LANES], [start; LANES / 2], start);
    for position in 0..rows.len {
        // SAFETY: a slice needs `len` live elements in a row that are not written: the condition of
        // this function.
        let row = unsafe { slice::from_raw_parts(at(first, &rows, position), len) };
        if monoid.is_exact() {
            // The compiler takes vectors as wide as the machine's, which are more bytes than LANES
            // of them.
            end = row
                .iter()
                .fold(end, |state, element| monoid.with(state, *element));
            continue;
        }
        let (blocks, rest) = row.as_chunks::<LANES>();
        for group in blocks.chunks(LANES) {
            let mut of_group = [start; LANES];
            for block in group {
                for at in 0..LANES {
                    of_group[at] = monoid.with(of_group[at], block[at]);
                }
            }
            for at in 0..LANES {
                states[at] = monoid.join(states[at], of_group[at]);
            }
        }
        let (blocks, rest) = rest.as_chunks::<{ LANES / 2 }>();
        for block in blocks {
            for at in 0..LANES / 2 {
                half[at] = monoid.with(half[at], block[at]);
            }
        }
        end = rest
            .iter()
            .fold(end, |state, element| monoid.with(state, *element));
    }
    for at in 0..LANES / 2 {
        states[at] = monoid.join(states[at], half[at]);
    }
    *lanes = states;
    end
}

/// [`contiguous`], for which the compiler may use wider vectors. The order of the operations is the
/// same. Inlined, the lanes would not be vectors.
///
/// # Safety
///
/// That of [`contiguous`], and of a machine with AVX2 and FMA.
#[inline(never)]
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma"))]
unsafe fn contiguous_wide<T: Copy, M: Monoid<T>>(
    rows: Axis,
    len: usize,
    first: *const T,
    monoid: M,
    states: (M::State, &mut [M::State; LANES]),
) -> M::State {
    // SAFETY: `contiguous` needs what this function needs.
    unsafe { contiguous(rows, len, first, monoid, states) }
}

/// The state of the elements of one axis, which need not follow each other.
///
/// # Safety
///
/// That of [`pairwise`].
#[inline(always)]
pub(super) unsafe fn lane<T: Copy, M: Monoid<T>>(
    axis: Axis,
    first: *const T,
    monoid: M,
) -> M::State {
    if axis.len < LANES {
        // SAFETY: `line` needs what this function needs.
        return unsafe { line(axis, first, monoid) };
    }
    // SAFETY: `read` needs a live element: the positions below are those of the axis.
    let element = |position| unsafe { at(first, &axis, position).read() };
    if monoid.is_exact() {
        // As lanes side by side, of every TOGETHERth element.
        let lanes = Axis {
            len: axis.len / TOGETHER,
            steps: axis.distance(TOGETHER),
        };
        // SAFETY: `few` needs TOGETHER lanes of live elements: those of this one.
        let states: [_; TOGETHER] = unsafe { few(&axis, &lanes, first, monoid) };
        let [a, b, c, d] = states;
        let state = monoid.join(monoid.join(a, b), monoid.join(c, d));
        return (lanes.len * TOGETHER..axis.len).fold(state, |state, position| {
            monoid.with(state, element(position))
        });
    }
    let start = monoid.start(element(0));
    let mut lanes = [start; LANES];
    let (mut position, blocks) = (0, axis.len / LANES);
    for group in (0..blocks).step_by(LANES) {
        let mut states = [start; LANES];
        for _ in group..blocks.min(group + LANES) {
            for (at, state) in states.iter_mut().enumerate() {
                *state = monoid.with(*state, element(position + at));
            }
            position += LANES;
        }
        for at in 0..LANES {
            lanes[at] = monoid.join(lanes[at], states[at]);
        }
    }
    let end = (position..axis.len).fold(start, |state, position| {
        monoid.with(state, element(position))
    });
    monoid.join(joined(lanes, monoid), end)
}

/// The state of all lanes, in pairs.
#[inline(always)]
fn joined<T, M: Monoid<T>>(mut lanes: [M::State; LANES], monoid: M) -> M::State {
    halve(&mut lanes, 8, monoid);
    halve(&mut lanes, 4, monoid);
    halve(&mut lanes, 2, monoid);
    monoid.join(lanes[0], lanes[1])
}

/// Joins the first lanes with those that are `half` of them behind.
#[inline(always)]
pub(super) fn halve<T, M: Monoid<T>>(lanes: &mut [M::State; LANES], half: usize, monoid: M) {
    for at in 0..half {
        lanes[at] = monoid.join(lanes[at], lanes[at + half]);
    }
}
