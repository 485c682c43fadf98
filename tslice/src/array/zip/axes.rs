//! The axes that operands have together: integers only.

use smallvec::SmallVec;

use crate::error::ShapeError;

/// One axis of all operands: its length, and the bytes between neighbours in each operand. An operand that is repeated along
/// the axis has 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis<const N: usize> {
    pub(super) len: usize,
    pub(super) steps: [isize; N],
}

/// Axes, outermost first; without a heap up to rank 4. They move with a zip, so more of them would cost small arrays more.
pub(super) type Axes<const N: usize> = SmallVec<[Axis<N>; 4]>;

/// Aligns shapes at their ends and broadcasts them by NumPy's rule. Strides become steps of elements of `sizes` bytes.
#[inline]
pub(super) fn align<const N: usize>(
    shapes: [&[usize]; N],
    strides: [&[isize]; N],
    sizes: [usize; N],
    exclusive: [bool; N],
) -> Result<Axes<N>, ShapeError> {
    let rank = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    let mut axes = Axes::with_capacity(rank);
    let mut product = 1_usize;
    for axis in 0..rank {
        let mut all = Axis { len: 1, steps: [0; N] };
        for (operand, (shape, strides)) in shapes.iter().zip(strides).enumerate() {
            let missing = rank - shape.len();
            if axis < missing {
                continue;
            }
            let len = shape[axis - missing];
            if len == 1 {
                continue;
            }
            if all.len != 1 && len != all.len {
                return Err(mismatch(&shapes, operand, axis));
            }
            all.len = len;
            // This wraps only for an empty array, whose strides are not used: the others stay inside an allocation.
            all.steps[operand] = strides[axis - missing].wrapping_mul(sizes[operand].cast_signed());
        }
        product = match product.checked_mul(all.len.max(1)) {
            Some(product) if product <= isize::MAX.unsigned_abs() => product,
            _ => return Err(overflow(&shapes)),
        };
        axes.push(all);
    }
    for operand in 0..N {
        if exclusive[operand] && !is_whole(shapes[operand], &axes) {
            return Err(repeated(&shapes, operand));
        }
    }
    Ok(axes)
}

/// Whether a shape needs no broadcasting.
#[inline]
fn is_whole<const N: usize>(shape: &[usize], axes: &[Axis<N>]) -> bool {
    let missing = axes.len() - shape.len();
    axes[..missing].iter().all(|axis| axis.len == 1)
        && axes[missing..].iter().zip(shape).all(|(axis, &len)| axis.len == len)
}

/// The shape to which all shapes but the last broadcast together, as far as they do.
fn common(shapes: &[&[usize]]) -> alloc::boxed::Box<[usize]> {
    let rank = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    let at = |shape: &[usize], axis: usize| (axis + shape.len()).checked_sub(rank).map_or(1, |at| shape[at]);
    (0..rank)
        .map(|axis| shapes.iter().map(|shape| at(shape, axis)).find(|&len| len != 1).unwrap_or(1))
        .collect()
}

#[cold]
#[inline(never)]
fn mismatch(shapes: &[&[usize]], operand: usize, axis: usize) -> ShapeError {
    let (others, rank) = (common(&shapes[..operand]), common(shapes).len());
    // The axis is that of the result; counted from the end, it is the same in every shape.
    let axis_of = |shape: &[usize]| axis + shape.len() - rank;
    let shape = shapes[operand];
    ShapeError::Operands { operand, shape: shape.into(), axis: axis_of(shape), others }
}

#[cold]
#[inline(never)]
fn repeated(shapes: &[&[usize]], operand: usize) -> ShapeError {
    let (shape, to) = (shapes[operand], common(shapes));
    let missing = to.len() - shape.len();
    let differs = |&axis: &usize| {
        axis < missing && to[axis] != 1 || axis >= missing && to[axis] != shape[axis - missing]
    };
    let axis = (0..to.len()).find(differs).unwrap_or(0);
    ShapeError::ExclusiveBroadcast { operand, shape: shape.into(), axis, to }
}

#[cold]
#[inline(never)]
fn overflow(shapes: &[&[usize]]) -> ShapeError {
    ShapeError::Overflow { shape: common(shapes) }
}

/// What decides on the order in which elements are visited.
#[derive(Clone, Copy, Debug)]
pub(super) enum Order {
    /// Row-major.
    RowMajor,
    /// The memory of one operand.
    Of(usize),
    /// The memory of all operands.
    Any,
}

/// Drops axes of length 1, orders the others, and joins those that are contiguous with each other in every operand. Returns the
/// bytes from the element at index 0 to the one that is visited first; `None` if there is no element.
///
/// An axis that leads backwards is turned around, unless the order is row-major.
#[inline]
pub(super) fn plan<const N: usize>(axes: &mut Axes<N>, order: Order) -> Option<[isize; N]> {
    let mut first = [0; N];
    let mut count = 0;
    for at in 0..axes.len() {
        let mut axis = axes[at];
        match axis.len {
            0 => return None,
            1 => continue,
            _ => {}
        }
        if backwards(&axis.steps, order) {
            for (first, step) in first.iter_mut().zip(&mut axis.steps) {
                *first = step.wrapping_mul(axis.len.cast_signed() - 1).wrapping_add(*first);
                *step = step.wrapping_neg();
            }
        }
        // Into its place among those that were met.
        let mut place = count;
        while place > 0 && distance(&axes[place - 1].steps, order) < distance(&axis.steps, order) {
            axes[place] = axes[place - 1];
            place -= 1;
        }
        axes[place] = axis;
        count += 1;
    }
    axes.truncate(count);
    join(axes);
    Some(first)
}

#[inline]
fn join<const N: usize>(axes: &mut Axes<N>) {
    let mut count = 0;
    for at in 0..axes.len() {
        let axis = axes[at];
        let follows = |outer: &Axis<N>| {
            let len = axis.len.cast_signed();
            outer.steps.iter().zip(&axis.steps).all(|(&outer, step)| outer == step.wrapping_mul(len))
        };
        if count > 0 && follows(&axes[count - 1]) {
            axes[count - 1] = Axis { len: axes[count - 1].len * axis.len, ..axis };
        } else {
            axes[count] = axis;
            count += 1;
        }
    }
    axes.truncate(count);
}

/// How far a step leads; the axis with the longest one is the outermost.
#[inline(always)]
fn distance<const N: usize>(steps: &[isize; N], order: Order) -> usize {
    match order {
        // All alike, which leaves the axes in their order.
        Order::RowMajor => 0,
        Order::Of(operand) => steps[operand].unsigned_abs(),
        Order::Any => steps.iter().fold(0, |sum, step| sum.saturating_add(step.unsigned_abs())),
    }
}

#[inline(always)]
fn backwards<const N: usize>(steps: &[isize; N], order: Order) -> bool {
    match order {
        Order::RowMajor => false,
        Order::Of(operand) => steps[operand] < 0,
        Order::Any => steps.iter().all(|&step| step <= 0) && steps.iter().any(|&step| step < 0),
    }
}
