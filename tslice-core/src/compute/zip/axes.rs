//! The axes that operands have together, and steps along them: no element is reached here.

use smallvec::SmallVec;

use crate::error::ShapeError;
use crate::layout;

/// One axis of all operands: its length, and the bytes between neighbours in each operand. An operand that is repeated along
/// the axis has 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct ZipAxis<const N: usize> {
    pub(in super::super) len: usize,
    pub(in super::super) steps: [isize; N],
}

impl<const N: usize> ZipAxis<N> {
    pub(super) const BLANK: Self = Self { len: 1, steps: [0; N] };
}

/// Pointers to elements that are `offsets` bytes apart from those given.
#[inline(always)]
pub(super) fn offset<const N: usize>(mut first: [*mut u8; N], offsets: &[isize; N]) -> [*mut u8; N] {
    for (first, &offset) in first.iter_mut().zip(offsets) {
        *first = first.wrapping_offset(offset);
    }
    first
}

/// Goes on to the next index tuple of axes, whose elements are returned; `None` behind the last one, if `index` is back at the first.
#[inline(always)]
pub(super) fn next_tuple<const N: usize>(
    mut first: [*mut u8; N],
    index: &mut [usize],
    axes: &[ZipAxis<N>],
) -> Option<[*mut u8; N]> {
    for (at, axis) in index.iter_mut().zip(axes).rev() {
        *at += 1;
        if *at < axis.len {
            return Some(offset(first, &axis.steps));
        }
        *at = 0;
        first = rewind(first, axis);
    }
    None
}

/// From the last position of an axis to the first.
#[inline(always)]
fn rewind<const N: usize>(first: [*mut u8; N], axis: &ZipAxis<N>) -> [*mut u8; N] {
    let last = axis.len.cast_signed() - 1;
    offset(first, &axis.steps.map(|step| step.wrapping_mul(last).wrapping_neg()))
}

/// The elements of each index tuple of axes, none of which has length 0.
pub(in super::super) struct Tuples<'x, const N: usize> {
    axes: &'x [ZipAxis<N>],
    /// Tuples before the next one: small walks would pay for an index with a length of its own.
    count: usize,
    next: Option<[*mut u8; N]>,
}

impl<'x, const N: usize> Tuples<'x, N> {
    #[inline(always)]
    pub(in super::super) fn new(axes: &'x [ZipAxis<N>], first: [*mut u8; N]) -> Self {
        Self { axes, count: 0, next: Some(first) }
    }

    #[inline(never)]
    fn after(mut first: [*mut u8; N], mut count: usize, axes: &[ZipAxis<N>]) -> Option<[*mut u8; N]> {
        for axis in axes.iter().rev() {
            if !count.is_multiple_of(axis.len) {
                return Some(offset(first, &axis.steps));
            }
            count /= axis.len;
            first = rewind(first, axis);
        }
        None
    }
}

impl<const N: usize> Iterator for Tuples<'_, N> {
    type Item = [*mut u8; N];

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let first = self.next?;
        self.count += 1;
        self.next = if self.axes.is_empty() { None } else { Self::after(first, self.count, self.axes) };
        Some(first)
    }
}

/// Axes without those of length 1.
#[inline(never)]
pub(in super::super) fn list<const N: usize>(
    far: &[ZipAxis<N>],
    row: ZipAxis<N>,
) -> SmallVec<[ZipAxis<N>; 4]> {
    far.iter().copied().chain([row]).filter(|axis| axis.len != 1).collect()
}

/// The axes in the order of a walk.
pub(in super::super) struct Plan<'r, const N: usize> {
    /// The axes outside of the innermost one, outermost first.
    pub(in super::super) far: &'r [ZipAxis<N>],
    /// The innermost axis.
    pub(in super::super) row: ZipAxis<N>,
    /// Bytes from the element at index 0 to the one that is visited first.
    pub(in super::super) first: [isize; N],
}

/// Room for the axes of a [`Plan`]; without a heap up to rank 4.
pub(in super::super) struct Room<const N: usize> {
    near: ZipAxis<N>,
    far: SmallVec<[ZipAxis<N>; 4]>,
}

impl<const N: usize> Room<N> {
    #[inline(always)]
    pub(in super::super) fn new() -> Self {
        Self { near: ZipAxis::BLANK, far: SmallVec::new() }
    }

    /// Makes the plan of shapes that [`check`] accepts, with strides of elements of `sizes` bytes. `None` without elements.
    #[inline(always)]
    pub(in super::super) fn plan(
        &mut self,
        shapes: [&[usize]; N],
        strides: [&[isize]; N],
        sizes: [usize; N],
        order: Order,
    ) -> Option<Plan<'_, N>> {
        let rank = rank_of(&shapes);
        if rank == 1 {
            let mut row = [ZipAxis::BLANK];
            align(shapes, strides, sizes, &mut row);
            let ([mut row], mut first) = (row, [0; N]);
            match row.len {
                0 => return None,
                1 => row = one(sizes),
                _ => turn(&mut row, &mut first, order),
            }
            return Some(Plan { far: &[], row, first });
        }
        if rank <= 2 {
            // Small arrays are walked often. Nothing here is a list, so all of it stays in registers.
            let mut axes = [ZipAxis::BLANK; 2];
            align(shapes, strides, sizes, &mut axes[2 - rank..]);
            let [outer, row] = axes;
            let (outer, row, first) = two(outer, row, sizes, order)?;
            self.near = outer;
            return Some(Plan { far: core::slice::from_ref(&self.near), row, first });
        }
        self.far.resize(rank, ZipAxis::BLANK);
        align(shapes, strides, sizes, &mut self.far);
        let (count, first) = many(&mut self.far, order)?;
        let (far, row) = innermost(&self.far[..count], sizes);
        Some(Plan { far, row, first })
    }
}

/// The length of a shape at one axis of the common shape, which has `rank` axes: 1 if the shape has no such axis.
#[inline(always)]
fn len_at(shape: &[usize], axis: usize, rank: usize) -> usize {
    (axis + shape.len()).checked_sub(rank).map_or(1, |at| shape[at])
}

/// The rank of the common shape.
#[inline(always)]
pub(super) fn rank_of(shapes: &[&[usize]]) -> usize {
    shapes.iter().fold(0, |rank, shape| rank.max(shape.len()))
}

/// The number of elements, if the shapes are one, and the elements of each array follow each other.
#[inline(always)]
pub(super) fn one_row<const N: usize>(shapes: [&[usize]; N], strides: [&[isize]; N]) -> Option<usize> {
    if let [len] = *shapes[0] {
        let mut arrays = shapes.into_iter().zip(strides);
        return arrays.all(|(shape, strides)| *shape == [len] && *strides == [1]).then_some(len);
    }
    let mut arrays = shapes.into_iter().zip(strides);
    let is_row = are_one(shapes) && arrays.all(|(shape, strides)| layout::is_row_major(shape, strides));
    is_row.then(|| layout::len(shapes[0]))
}

/// Whether shapes are one. That of an array can be counted.
#[inline(always)]
pub(super) fn are_one<const N: usize>(shapes: [&[usize]; N]) -> bool {
    // Lengths are compared one by one: `==` of slices would load by vectors what was just stored by words, and wait for the stores.
    shapes.into_iter().all(|shape| {
        shape.len() == shapes[0].len() && shape.iter().zip(shapes[0]).all(|(len, first)| len == first)
    })
}

/// Checks that shapes of arrays broadcast to one by NumPy's rule, that the exclusive ones have it already, and that it can be
/// counted.
#[inline(never)]
pub(super) fn check<const N: usize>(shapes: [&[usize]; N], exclusive: [bool; N]) -> Result<(), ShapeError> {
    let rank = rank_of(&shapes);
    let mut product = 1_usize;
    for axis in 0..rank {
        let mut common = 1;
        for (operand, shape) in shapes.iter().enumerate() {
            match len_at(shape, axis, rank) {
                1 => {}
                len if common == 1 || len == common => common = len,
                _ => return Err(mismatch(&shapes, operand, axis)),
            }
        }
        product = match product.checked_mul(common.max(1)) {
            Some(product) if product <= isize::MAX.unsigned_abs() => product,
            _ => return Err(overflow(&shapes)),
        };
    }
    for operand in 0..N {
        let alone = |axis| shapes.iter().all(|shape| len_at(shape, axis, rank) == 1);
        let whole = |axis| len_at(shapes[operand], axis, rank) != 1 || alone(axis);
        if exclusive[operand] && !(0..rank).all(whole) {
            return Err(repeated(&shapes, operand));
        }
    }
    Ok(())
}

/// Writes the axes of shapes that [`check`] accepts, aligned at their ends; `axes` has as many as the common shape. Strides
/// become steps of elements of `sizes` bytes.
#[inline]
pub(super) fn align<const N: usize>(
    shapes: [&[usize]; N],
    strides: [&[isize]; N],
    sizes: [usize; N],
    axes: &mut [ZipAxis<N>],
) {
    let rank = axes.len();
    for (axis, all) in axes.iter_mut().enumerate() {
        for operand in 0..N {
            let len = len_at(shapes[operand], axis, rank);
            if len != 1 {
                let stride = strides[operand][axis + shapes[operand].len() - rank];
                // This wraps only for an empty array, whose strides are not used: the others stay inside an allocation.
                all.steps[operand] = stride.wrapping_mul(sizes[operand].cast_signed());
                all.len = len;
            }
        }
    }
}

/// The shape to which shapes broadcast together, as far as they do.
#[inline]
pub(super) fn common(shapes: &[&[usize]]) -> SmallVec<[usize; 8]> {
    let rank = rank_of(shapes);
    let lens = |axis| shapes.iter().map(move |shape| len_at(shape, axis, rank));
    (0..rank).map(|axis| lens(axis).find(|&len| len != 1).unwrap_or(1)).collect()
}

#[cold]
#[inline(never)]
fn mismatch(shapes: &[&[usize]], operand: usize, axis: usize) -> ShapeError {
    let (others, rank) = (common(&shapes[..operand]), common(shapes).len());
    // The axis is that of the result; counted from the end, it is the same in every shape.
    let axis_of = |shape: &[usize]| axis + shape.len() - rank;
    let shape = shapes[operand];
    ShapeError::Operands {
        operand,
        shape: shape.into(),
        axis: axis_of(shape),
        others: others.as_slice().into(),
    }
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
    ShapeError::ExclusiveBroadcast { operand, shape: shape.into(), axis, to: to.as_slice().into() }
}

#[cold]
#[inline(never)]
fn overflow(shapes: &[&[usize]]) -> ShapeError {
    ShapeError::Overflow { shape: common(shapes).as_slice().into() }
}

/// The order in which elements are visited.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Order {
    /// Row-major order of the indices.
    RowMajor,
    /// The order of one operand's memory.
    Of(usize),
    /// The order that suits the memory of all operands best.
    Any,
}

impl Order {
    /// The order of the first exclusive operand's memory, if there is one.
    pub(super) const fn of<const N: usize>(exclusive: [bool; N]) -> Self {
        let mut operand = 0;
        while operand < N {
            if exclusive[operand] {
                return Self::Of(operand);
            }
            operand += 1;
        }
        Self::Any
    }
}

/// The axis of a single element.
#[inline(always)]
fn one<const N: usize>(sizes: [usize; N]) -> ZipAxis<N> {
    ZipAxis { len: 1, steps: sizes.map(usize::cast_signed) }
}

/// The axes outside of the innermost one, and that one.
pub(super) fn innermost<const N: usize>(
    axes: &[ZipAxis<N>],
    sizes: [usize; N],
) -> (&[ZipAxis<N>], ZipAxis<N>) {
    match axes.split_last() {
        Some((&row, far)) => (far, row),
        None => (axes, one(sizes)),
    }
}

/// [`many`] for two axes: the outer one, which has length 1 if there is none, and the inner one.
#[inline(always)]
fn two<const N: usize>(
    mut outer: ZipAxis<N>,
    mut row: ZipAxis<N>,
    sizes: [usize; N],
    order: Order,
) -> Option<(ZipAxis<N>, ZipAxis<N>, [isize; N])> {
    if outer.len == 0 || row.len == 0 {
        return None;
    }
    let mut first = [0; N];
    turn(&mut outer, &mut first, order);
    turn(&mut row, &mut first, order);
    if row.len == 1 || outer.len != 1 && distance(&outer.steps, order) < distance(&row.steps, order) {
        (outer, row) = (row, outer);
    }
    if outer.len == 1 && row.len == 1 {
        row = one(sizes);
    } else if outer.len != 1 && follows(&outer, &row) {
        (outer, row) = (ZipAxis::BLANK, ZipAxis { len: outer.len * row.len, ..row });
    }
    Some((outer, row, first))
}

/// Drops axes of length 1, orders the others, and joins those that are contiguous with each other in every operand. Returns how
/// many are left, which are the first of the list, and the bytes from the element at index 0 to the one that is visited first;
/// `None` without elements.
///
/// An axis that leads backwards is turned around, unless the order is row-major.
fn many<const N: usize>(axes: &mut [ZipAxis<N>], order: Order) -> Option<(usize, [isize; N])> {
    let mut first = [0; N];
    let mut count = 0;
    for at in 0..axes.len() {
        let mut axis = axes[at];
        match axis.len {
            0 => return None,
            1 => continue,
            _ => {}
        }
        turn(&mut axis, &mut first, order);
        // Moves the axis to its place among those before it.
        let mut place = count;
        while place > 0 && distance(&axes[place - 1].steps, order) < distance(&axis.steps, order) {
            axes[place] = axes[place - 1];
            place -= 1;
        }
        axes[place] = axis;
        count += 1;
    }
    Some((join(&mut axes[..count]), first))
}

/// Turns an axis around if it leads backwards; `first` then counts from its other end.
#[inline(always)]
fn turn<const N: usize>(axis: &mut ZipAxis<N>, first: &mut [isize; N], order: Order) {
    if backwards(&axis.steps, order) {
        for (first, step) in first.iter_mut().zip(&mut axis.steps) {
            *first = step.wrapping_mul(axis.len.cast_signed() - 1).wrapping_add(*first);
            *step = step.wrapping_neg();
        }
    }
}

/// Returns how many axes are left, which are the first of the list.
fn join<const N: usize>(axes: &mut [ZipAxis<N>]) -> usize {
    let mut count = 0;
    for at in 0..axes.len() {
        let axis = axes[at];
        if count > 0 && follows(&axes[count - 1], &axis) {
            axes[count - 1] = ZipAxis { len: axes[count - 1].len * axis.len, ..axis };
        } else {
            axes[count] = axis;
            count += 1;
        }
    }
    count
}

/// Whether the positions of an axis inside of `outer` follow each other from one position of `outer` to the next.
#[inline(always)]
fn follows<const N: usize>(outer: &ZipAxis<N>, axis: &ZipAxis<N>) -> bool {
    let len = axis.len.cast_signed();
    outer.steps.iter().zip(&axis.steps).all(|(&outer, step)| outer == step.wrapping_mul(len))
}

/// The distance of a step in bytes; the axis with the largest distance is the outermost.
#[inline(always)]
fn distance<const N: usize>(steps: &[isize; N], order: Order) -> usize {
    match order {
        // All axes compare as equal, so they keep their order.
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
