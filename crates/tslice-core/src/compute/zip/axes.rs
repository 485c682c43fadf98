//! The axes that operands have together, and steps along them: no element is reached here.

use alloc::format;
use smallvec::SmallVec;

use crate::error::ShapeError;
use crate::layout::{self, Loops, Nest, NestAxis, Order};

/// The loops over arrays whose shapes [`check`] accepts, with strides of elements of `sizes` bytes,
/// which the steps count. `None` without elements. Where it is called, ranks and sizes of elements
/// are often constants, so it is inlined.
#[inline(always)]
pub(in super::super) fn nest<const N: usize>(
    shapes: [&[usize]; N],
    strides: [&[isize]; N],
    sizes: [usize; N],
    order: Order,
    outer: &mut Loops<N>,
) -> Option<Nest<N>> {
    if let Some(len) = one_row(shapes, strides) {
        let row = NestAxis {
            len,
            steps: sizes.map(usize::cast_signed),
        };
        return (len > 0).then_some(Nest { row, first: [0; N] });
    }
    let rank = rank_of(&shapes);
    let axes = (0..rank).map(|axis| axis_of(shapes, strides, sizes, axis, rank));
    Nest::new(axes, sizes.map(usize::cast_signed), order, outer)
}

/// The length of a shape at one axis of the common shape, which has `rank` axes: 1 if the shape has
/// no such axis.
#[inline(always)]
fn len_at(shape: &[usize], axis: usize, rank: usize) -> usize {
    (axis + shape.len())
        .checked_sub(rank)
        .map_or(1, |at| shape[at])
}

/// The rank of the common shape.
#[inline(always)]
fn rank_of(shapes: &[&[usize]]) -> usize {
    shapes.iter().fold(0, |rank, shape| rank.max(shape.len()))
}

/// The number of elements, if the shapes are one, and the elements of each array follow each other.
#[inline(always)]
fn one_row<const N: usize>(shapes: [&[usize]; N], strides: [&[isize]; N]) -> Option<usize> {
    let mut arrays = shapes.into_iter().zip(strides);
    if let [len] = *shapes[0] {
        return arrays
            .all(|(shape, strides)| *shape == [len] && *strides == [1])
            .then_some(len);
    }
    let is_row =
        are_one(shapes) && arrays.all(|(shape, strides)| layout::is_row_major(shape, strides));
    is_row.then(|| layout::len(shapes[0]))
}

/// Whether all shapes are equal.
#[inline(always)]
pub(super) fn are_one<const N: usize>(shapes: [&[usize]; N]) -> bool {
    // Lengths are compared one by one: `==` of slices would load by vectors what was just stored by
    // words, and wait for the stores.
    shapes.into_iter().all(|shape| {
        shape.len() == shapes[0].len()
            && shape.iter().zip(shapes[0]).all(|(len, first)| len == first)
    })
}

/// Checks that shapes of arrays broadcast to one by NumPy's rule, that the exclusive ones have it
/// already, and that it can be counted.
#[inline(never)]
pub(super) fn check<const N: usize>(
    shapes: [&[usize]; N],
    exclusive: [bool; N],
) -> Result<(), ShapeError> {
    let mut to = SmallVec::new();
    common(&shapes, &mut to);
    let rank = to.len();
    for axis in 0..rank {
        let differs = |shape: &&[usize]| ![1, to[axis]].contains(&len_at(shape, axis, rank));
        if let Some(operand) = shapes.iter().position(differs) {
            // Counted from the end, the axis is the same in every shape.
            let (shape, mut others) = (shapes[operand], SmallVec::new());
            common(&shapes[..operand], &mut others);
            let text = format!(
                "operand {operand} of shape {shape:?} does not broadcast with shape {others:?}: \
                 its axis {} has length {}, not {}",
                axis + shape.len() - rank,
                len_at(shape, axis, rank),
                len_at(&others, axis, rank),
            );
            return Err(ShapeError::Broadcast(text.into()));
        }
    }
    layout::check_count(&to)?;
    for operand in (0..N).filter(|operand| exclusive[*operand]) {
        let shape = shapes[operand];
        if let Some(axis) = (0..rank).find(|axis| len_at(shape, *axis, rank) != to[*axis]) {
            let text = format!(
                "operand {operand} of shape {shape:?} is exclusive and is not repeated \
                 along axis {axis} to shape {to:?}"
            );
            return Err(ShapeError::Broadcast(text.into()));
        }
    }
    Ok(())
}

/// One of the `rank` axes of the common shape of shapes that [`check`] accepts, which align at
/// their ends. Its steps count bytes, of elements of `sizes` bytes.
#[inline]
fn axis_of<const N: usize>(
    shapes: [&[usize]; N],
    strides: [&[isize]; N],
    sizes: [usize; N],
    axis: usize,
    rank: usize,
) -> NestAxis<N> {
    let mut all = NestAxis::ONE;
    for operand in 0..N {
        let at = (axis + shapes[operand].len()).wrapping_sub(rank);
        if let (Some(&len), Some(&stride)) = (shapes[operand].get(at), strides[operand].get(at))
            && len != 1
        {
            // This wraps only for an empty array, whose strides are not used: the others stay
            // inside an allocation.
            all.steps[operand] = stride.wrapping_mul(sizes[operand].cast_signed());
            all.len = len;
        }
    }
    all
}

/// Appends the shape to which shapes broadcast together, as far as they do.
#[inline]
pub(super) fn common(shapes: &[&[usize]], to: &mut SmallVec<[usize; 8]>) {
    let rank = rank_of(shapes);
    for axis in 0..rank {
        let mut lens = shapes.iter().map(|shape| len_at(shape, axis, rank));
        to.push(lens.find(|&len| len != 1).unwrap_or(1));
    }
}

/// The order of the first exclusive operand's memory, if there is one.
pub(super) const fn order_of<const N: usize>(exclusive: [bool; N]) -> Order {
    let mut operand = 0;
    while operand < N {
        if exclusive[operand] {
            return Order::Of(operand);
        }
        operand += 1;
    }
    Order::Any
}
