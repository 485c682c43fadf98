//! The driver of a reduction by a monoid.

use core::{array, hint, slice};

use tslice_kernels::has_wide_vectors;

use crate::array::{Array, Read};
use crate::compute::zip::{is_long, nest};
use crate::layout::{Dims, Loops, NestAxis, Order};

/// States that are combined side by side, in vectors, and elements that each combines before it is
/// combined with those before.
pub(in super::super) const LANES: usize = 16;
/// The most elements that are combined by one loop: parts of as many are combined in pairs. The
/// states of as many columns stay in the first cache.
pub(super) const PIECE: usize = 1024;

/// Fewer elements than this are combined one after the other.
pub(in super::super) const IN_ORDER: usize = 2 * LANES;

/// Lanes that are combined side by side: a step of one need not wait for those of the others.
pub(super) const TOGETHER: usize = 4;

/// An expression with wide vectors, if the machine has them and a condition holds, and as it is
/// otherwise. It is compiled twice.
macro_rules! widely {
    ($if:expr, $do:expr) => {
        if $if && tslice_kernels::has_wide_vectors() {
            let run = || $do;
            // SAFETY: `wide` needs a machine with AVX2 and FMA: `has_wide_vectors`.
            unsafe { $crate::compute::reduce::driver::wide(run) }
        } else {
            $do
        }
    };
}
pub(super) use widely;

/// Calls a closure, which is compiled into this function as it is called nowhere else, so that the
/// compiler may use wider vectors. It adds and multiplies one after the other as without them, so
/// results are equal to the last bit.
///
/// # Safety
///
/// The machine has AVX2 and FMA.
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma"))]
pub(super) unsafe fn wide<R>(run: impl FnOnce() -> R) -> R {
    run()
}

/// An axis: its length, and the bytes between neighbours. Two numbers, which functions take in
/// registers.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    pub(super) len: usize,
    pub(super) step: isize,
}

impl Axis {
    /// An axis of one position.
    pub(super) const ONE: Self = Self { len: 1, step: 0 };
}

impl From<NestAxis<1>> for Axis {
    #[inline(always)]
    fn from(NestAxis { len, steps: [step] }: NestAxis<1>) -> Self {
        Self { len, step }
    }
}

/// An associative operation on states, and how an element takes part in it.
pub(in super::super) trait Monoid<T>: Copy {
    /// The value so far.
    type State: Copy;
    /// Shorter rows are combined one element after the other, and several rows side by side.
    const SHORT: usize = LANES;

    /// The same monoid. A loop asks for it, so that the compiler knows where the loop is what
    /// depends on the type of the elements.
    fn here(self) -> Self;
    /// A state that changes nothing if it is combined with those of this element and of others, but
    /// for the sign of a sum of -0.0.
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
    /// States before they are joined: in memory, if the loops before need that to use vectors.
    #[inline(always)]
    fn settled(self, states: [Self::State; LANES]) -> [Self::State; LANES] {
        states
    }
    /// The state of a column, joined with four elements.
    #[inline(always)]
    fn with_four(self, state: Self::State, four: [T; 4]) -> Self::State {
        let [a, b, c, d] = four.map(|element| self.lift(element));
        self.join(state, self.join(self.join(a, b), self.join(c, d)))
    }
}

/// The pointer `count` positions of an axis on.
#[inline(always)]
pub(super) fn at<T>(first: *const T, axis: Axis, count: usize) -> *const T {
    // The step past the last element may leave the allocation; its result is not used.
    first.wrapping_byte_offset(axis.step.wrapping_mul(count.cast_signed()))
}

/// An axis of elements that follow each other in memory.
#[inline(always)]
pub(super) const fn unit<T>(len: usize) -> Axis {
    Axis {
        len,
        step: size_of::<T>().cast_signed(),
    }
}

/// Whether neighbours of an axis follow each other in memory.
#[inline(always)]
pub(super) fn is_unit<T>(axis: Axis) -> bool {
    axis.step == size_of::<T>().cast_signed()
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
        at(first, axis, low.len),
    )
}

/// The state of all elements; `None` if there are none.
///
/// Axes are sorted by their strides, and reversed ones are turned round, so the order is that of
/// the memory. Few elements are combined before that would be done.
#[inline]
pub(super) fn whole<S: Read, D: Dims, M: Monoid<S::Elem>>(
    array: &Array<S, D>,
    monoid: M,
) -> Option<M::State>
where
    S::Elem: Copy,
{
    let (rows, row, first) = match in_rows(array) {
        Some((rows, row)) => (rows, row, array.as_ptr()),
        None => {
            let mut outer = Loops::new();
            let nest = nest(
                [array.lengths()],
                [array.steps()],
                [size_of::<S::Elem>()],
                Order::Any,
                &mut outer,
            )?;
            let first = array.as_ptr().wrapping_byte_offset(nest.first[0]);
            let rows = match outer[..] {
                [] => Axis::ONE,
                [axis] => axis.into(),
                _ => {
                    outer.push(nest.row);
                    // SAFETY: `pairwise` needs live elements that are not written: the axes are
                    // those of the array (its invariants 1 and 2), which is borrowed.
                    return Some(unsafe { pairwise(outer[0].into(), &outer[1..], first, monoid) });
                }
            };
            (rows, nest.row.into(), first)
        }
    };
    // SAFETY: `plane` needs the same elements.
    Some(unsafe { plane(rows, row, first, monoid) })
}

/// The axes of an array with one or two, if its elements are few, or in the order of the memory.
#[inline(always)]
fn in_rows<S: Read, D: Dims>(array: &Array<S, D>) -> Option<(Axis, Axis)> {
    let axis = |axis: usize| Axis {
        len: array.lengths()[axis],
        step: array.steps()[axis].wrapping_mul(size_of::<S::Elem>().cast_signed()),
    };
    // The step past a row.
    let end = |row: Axis| row.step.wrapping_mul(row.len.cast_signed());
    let (rows, row) = match array.rank() {
        1 => (Axis::ONE, axis(0)),
        2 => {
            let (rows, row) = (axis(0), axis(1));
            let len = rows.len * row.len;
            match rows.step == end(row) {
                true => (Axis::ONE, Axis { len, ..row }),
                false => (rows, row),
            }
        }
        _ => return None,
    };
    let len = rows.len * row.len;
    let is_sorted = || len > 0 && row.step > 0 && (rows.len == 1 || rows.step > end(row));
    ((1..IN_ORDER).contains(&len) || is_sorted()).then_some((rows, row))
}

/// The state of elements that follow each other; `None` if there are none.
#[inline]
pub(in super::super) fn row<T: Copy, M: Monoid<T>>(row: &[T], monoid: M) -> Option<M::State> {
    if row.is_empty() {
        return None;
    }
    let axis = unit::<T>(row.len());
    // SAFETY: `plane` needs live elements that are not written: those of the row, of which there
    // are some.
    Some(unsafe { plane(Axis::ONE, axis, row.as_ptr(), monoid) })
}

/// The state of the elements of rows: few are combined where this is called, as a call takes longer
/// than they do.
///
/// # Safety
///
/// That of [`pairwise`].
#[inline(always)]
pub(super) unsafe fn plane<T: Copy, M: Monoid<T>>(
    rows: Axis,
    row: Axis,
    first: *const T,
    monoid: M,
) -> M::State {
    if rows.len * row.len < IN_ORDER {
        // SAFETY: `few` needs what this function needs.
        unsafe { few(rows, row, first, monoid) }
    } else if monoid.is_exact() || rows.len * row.len <= PIECE {
        // SAFETY: `block` needs what this function needs.
        unsafe { block(rows, row, first, monoid) }
    } else {
        let row = NestAxis {
            len: row.len,
            steps: [row.step],
        };
        // SAFETY: `pairwise` needs what this function needs.
        unsafe { pairwise(rows, &[row], first, monoid) }
    }
}

/// The state of rows whose elements are combined one after the other.
///
/// # Safety
///
/// That of [`pairwise`].
#[inline(always)]
unsafe fn few<T: Copy, M: Monoid<T>>(
    rows: Axis,
    row: Axis,
    first: *const T,
    monoid: M,
) -> M::State {
    let monoid = monoid.here();
    // From the first element on, so that the sum of some -0.0 is -0.0.
    // SAFETY: `read` needs a live element: the first one.
    let mut state = monoid.lift(unsafe { first.read() });
    let (mut here, mut left) = (at(first, row, 1), row.len - 1);
    for next in 1..=rows.len {
        for _ in 0..left {
            // SAFETY: `read` needs a live element: the next one of the row.
            state = monoid.with(state, unsafe { here.read() });
            here = at(here, row, 1);
        }
        (here, left) = (at(first, rows, next), row.len);
    }
    state
}

/// The states of TOGETHER lanes, side by side: elements of each are combined one after the other.
///
/// # Safety
///
/// From `first` on are TOGETHER lanes of live elements that are not written. The axis does not have
/// length 0.
#[inline(always)]
pub(super) unsafe fn beside<T: Copy, M: Monoid<T>>(
    lanes: Axis,
    axis: Axis,
    first: *const T,
    monoid: M,
) -> [M::State; TOGETHER] {
    let add = |lanes: Axis| {
        let monoid = monoid.here();
        // Loops, not closures: a caller without optimization compiles five functions fewer.
        // SAFETY: `read` needs a live element: the first one of the first lane.
        let mut states = [monoid.lift(unsafe { first.read() }); TOGETHER];
        for (lane, state) in states.iter_mut().enumerate().skip(1) {
            // SAFETY: `read` needs a live element: the first one of a lane.
            *state = monoid.lift(unsafe { at(first, lanes, lane).read() });
        }
        let mut here = first;
        for _ in 1..axis.len {
            here = at(here, axis, 1);
            for (lane, state) in states.iter_mut().enumerate() {
                // SAFETY: `read` needs a live element: the next one of a lane.
                *state = monoid.with(*state, unsafe { at(here, lanes, lane).read() });
            }
        }
        states
    };
    // The compiler knows the step: columns of a tile of 4 x 4 are one vector.
    match is_unit::<T>(lanes) {
        true => add(unit::<T>(TOGETHER)),
        false => add(lanes),
    }
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
    inner: &[NestAxis<1>],
    first: *const T,
    monoid: M,
) -> M::State {
    let width: usize = inner.iter().map(|axis| axis.len).product();
    if monoid.is_exact() || axis.len * width <= PIECE {
        let [middle, others @ ..] = inner else {
            // SAFETY: `block` needs what this function needs.
            return unsafe { block(Axis::ONE, axis, first, monoid) };
        };
        if others.is_empty() {
            // SAFETY: the same.
            return unsafe { block(axis, (*middle).into(), first, monoid) };
        }
        // SAFETY: `pairwise` needs live elements: those of one position of the axis.
        let part = |position| unsafe {
            pairwise((*middle).into(), others, at(first, axis, position), monoid)
        };
        return (1..axis.len).fold(part(0), |state, position| {
            monoid.join(state, part(position))
        });
    }
    if let (1, [middle, inner @ ..]) = (axis.len, inner) {
        // SAFETY: `pairwise` needs what this function needs.
        return unsafe { pairwise((*middle).into(), inner, first, monoid) };
    }
    let (low, high, middle) = split(axis, first);
    // SAFETY: `pairwise` needs live elements: those of the first positions of the axis.
    let state = unsafe { pairwise(low, inner, first, monoid) };
    // SAFETY: `pairwise` needs live elements: those of the positions behind them.
    monoid.join(state, unsafe { pairwise(high, inner, middle, monoid) })
}

/// [`pairwise`] for few elements, in rows. It is three calls, which need no place on the stack.
///
/// # Safety
///
/// That of [`pairwise`].
unsafe fn block<T: Copy, M: Monoid<T>>(
    rows: Axis,
    row: Axis,
    first: *const T,
    monoid: M,
) -> M::State {
    if is_row::<T>(row) && is_long::<M::State>(rows.len * row.len) && has_wide_vectors() {
        // SAFETY: `contiguous` needs rows of live elements that follow each other: the condition of
        // this function, and the step; and a machine with AVX2 and FMA: `has_wide_vectors`.
        unsafe { contiguous_wide(rows, row.len, first, monoid) }
    } else if rows.len == 1 && row.len >= LANES && !is_unit::<T>(row) {
        // SAFETY: `lane` needs what this function needs, and LANES elements: the length.
        unsafe { lane(row, first, monoid) }
    } else {
        // SAFETY: `apart` needs what this function needs.
        unsafe { apart(rows, row, first, monoid) }
    }
}

/// Whether the elements of an axis are combined in LANES states side by side.
#[inline(always)]
fn is_row<T>(axis: Axis) -> bool {
    is_unit::<T>(axis) && axis.len >= LANES
}

/// [`block`] of few rows, or of rows that are short or whose elements do not follow each other.
///
/// # Safety
///
/// That of [`pairwise`].
#[inline(never)]
unsafe fn apart<T: Copy, M: Monoid<T>>(
    rows: Axis,
    row: Axis,
    first: *const T,
    monoid: M,
) -> M::State {
    if is_row::<T>(row) {
        // SAFETY: `contiguous` needs rows of live elements that follow each other: the condition of
        // this function, and the step.
        return unsafe { contiguous(rows, row.len, first, monoid) };
    }
    // By columns if they are longer than rows, or both are short.
    let (lanes, axis) = if row.len < LANES && rows.len > 1 {
        (row, rows)
    } else {
        (rows, row)
    };
    let monoid = monoid.here();
    // Lanes whose elements are combined one after the other are combined side by side.
    let together = match axis.len < LANES || monoid.is_exact() {
        true => lanes.len / TOGETHER * TOGETHER,
        false => 0,
    };
    let mut state = None;
    let mut add = |part| state = Some(state.map_or(part, |state| monoid.join(state, part)));
    for position in (0..together).step_by(TOGETHER) {
        let first = at(first, lanes, position);
        // SAFETY: `beside` needs TOGETHER lanes of live elements: those from this position on.
        let states = unsafe { beside(lanes, axis, first, monoid) };
        states.into_iter().for_each(&mut add);
    }
    for position in together..lanes.len {
        let first = at(first, lanes, position);
        add(if axis.len < LANES {
            // SAFETY: `few` needs a lane of live elements: a row or a column.
            unsafe { few(Axis::ONE, axis, first, monoid) }
        } else {
            // SAFETY: `lane` needs the same, and LANES elements: the length.
            unsafe { lane(axis, first, monoid) }
        });
    }
    state.unwrap_or_else(|| unreachable!("no axis has length 0"))
}

/// The state of rows of at least LANES elements that follow each other, which are combined in LANES
/// states side by side.
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
) -> M::State {
    let monoid = monoid.here();
    // SAFETY: `read` needs a live element: the first one.
    let start = monoid.start(unsafe { first.read() });
    let (mut states, mut half, mut end) = ([start; LANES], [start; LANES / 2], start);
    for position in 0..rows.len {
        // SAFETY: a slice needs `len` live elements in a row that are not written: the condition of
        // this function.
        let mut rest = unsafe { slice::from_raw_parts(at(first, rows, position), len) };
        // If any order is as good, the compiler takes vectors as wide as the machine's, which are
        // more bytes than LANES elements.
        if !monoid.is_exact() {
            let (blocks, others) = rest.as_chunks::<LANES>();
            for group in blocks.chunks(LANES) {
                let mut of_group = [start; LANES];
                for block in group {
                    of_group = array::from_fn(|at| monoid.with(of_group[at], block[at]));
                }
                states = array::from_fn(|at| monoid.join(states[at], of_group[at]));
            }
            let (blocks, others) = others.as_chunks::<{ LANES / 2 }>();
            for block in blocks {
                for at in 0..LANES / 2 {
                    half[at] = monoid.with(half[at], block[at]);
                }
            }
            rest = others;
        }
        end = rest
            .iter()
            .fold(end, |state, element| monoid.with(state, *element));
    }
    if monoid.is_exact() {
        return end;
    }
    for at in 0..LANES / 2 {
        states[at] = monoid.join(states[at], half[at]);
    }
    monoid.join(joined(states, monoid), end)
}

/// [`contiguous`], for which the compiler may use wider vectors. The order of the operations is the
/// same. It is not inlined on any processor, so that tests of the assembly find its loop.
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
) -> M::State {
    // SAFETY: `contiguous` needs what this function needs.
    unsafe { contiguous(rows, len, first, monoid) }
}

/// The state of the elements of one axis, which need not follow each other.
///
/// # Safety
///
/// That of [`pairwise`], and of an axis of at least LANES elements.
unsafe fn lane<T: Copy, M: Monoid<T>>(axis: Axis, first: *const T, monoid: M) -> M::State {
    // SAFETY: `read` needs a live element: the positions below are those of the axis.
    let element = |position| unsafe { at(first, axis, position).read() };
    let start = monoid.start(element(0));
    let (state, done) = if monoid.is_exact() {
        // As lanes side by side, of every TOGETHERth element.
        let lanes = Axis {
            len: axis.len / TOGETHER,
            step: axis.step.wrapping_mul(TOGETHER.cast_signed()),
        };
        // SAFETY: `beside` needs TOGETHER lanes of live elements: those of this one.
        let [a, b, c, d] = unsafe { beside(axis, lanes, first, monoid) };
        let state = monoid.join(monoid.join(a, b), monoid.join(c, d));
        (state, lanes.len * TOGETHER)
    } else {
        let blocks = axis.len / LANES;
        // SAFETY: `spaced` needs LANES live elements for each block: those of this lane.
        let lanes = unsafe { spaced(axis, blocks, first, monoid) };
        (joined(lanes, monoid), blocks * LANES)
    };
    let end = (done..axis.len).fold(start, |state, position| {
        monoid.with(state, element(position))
    });
    monoid.join(state, end)
}

/// The LANES states side by side of blocks of as many elements of an axis.
///
/// # Safety
///
/// That of [`pairwise`], for the elements of the blocks.
#[inline(always)]
unsafe fn spaced<T: Copy, M: Monoid<T>>(
    axis: Axis,
    blocks: usize,
    first: *const T,
    monoid: M,
) -> [M::State; LANES] {
    // SAFETY: `read` needs a live element: the first one.
    let start = monoid.start(unsafe { first.read() });
    let mut lanes = [start; LANES];
    // Two pointers: the steps of one would wait for each other.
    let mut here = [first, at(first, axis, LANES / 2)];
    for group in (0..blocks).step_by(LANES) {
        let mut states = [start; LANES];
        for _ in group..blocks.min(group + LANES) {
            for (states, here) in states.chunks_exact_mut(LANES / 2).zip(&mut here) {
                for (number, state) in states.iter_mut().enumerate() {
                    // SAFETY: `read` needs a live element: one of the block.
                    *state = monoid.with(*state, unsafe { at(*here, axis, number).read() });
                }
                *here = at(*here, axis, LANES);
            }
        }
        lanes = array::from_fn(|at| monoid.join(lanes[at], states[at]));
    }
    lanes
}

/// The state of all lanes, in pairs: each joined with the one that is half of them behind.
///
/// Half of them are in memory for a moment: LLVM would make the loops before work on pairs, too.
#[inline(always)]
fn joined<T, M: Monoid<T>>(lanes: [M::State; LANES], monoid: M) -> M::State {
    let lanes = monoid.settled(lanes);
    let half: [_; LANES / 2] = hint::black_box(array::from_fn(|at| {
        monoid.join(lanes[at], lanes[at + LANES / 2])
    }));
    let [a, b, c, d]: [_; LANES / 4] =
        array::from_fn(|at| monoid.join(half[at], half[at + LANES / 4]));
    monoid.join(monoid.join(a, c), monoid.join(b, d))
}
