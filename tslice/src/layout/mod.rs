//! Shape and strides: integers only, no pointers.
//!
//! `Fixed<R>` for a rank known to the compiler, `Dynamic` for one known at run time (inline up to rank 8).
//! Lengths and strides are counted in elements; strides are signed.

mod broadcast;
mod dims;
mod extent;
mod known;
mod offsets;
mod overlap;
mod planes;
mod reach;
mod reshape;

use alloc::boxed::Box;
use alloc::vec::Vec;
use smallvec::SmallVec;

use crate::error::ShapeError;

pub(crate) use broadcast::{assignment_strides, broadcast_strides};
pub use dims::{Dims, Ranked};
pub(crate) use extent::sealed as extent_sealed;
pub use extent::{Const, Extent};
pub use known::{FromList, StaticShape, Unknown};
pub(crate) use offsets::Offsets;
pub(crate) use overlap::{Selection, disjoint};
pub(crate) use planes::Ends;
pub(crate) use reach::{check_distinct, check_reach};
pub(crate) use reshape::reshape_strides;

/// Bounds, strides and positions. The arithmetic of one axis is written over these three names, so that tests can build it so
/// narrow that they try every number.
pub(crate) type Int = i64;
/// [`Int`] without a sign.
pub(crate) type Uint = u64;
/// Twice as wide as [`Int`].
pub(crate) type Wide = i128;

/// The operations of both layouts.
pub trait Layout: Clone + core::fmt::Debug + PartialEq {
    fn shape(&self) -> &[usize];
    fn strides(&self) -> &[isize];

    /// A layout to be overwritten: without axes, or with axes of length 0.
    fn blank() -> Self;

    type Strides: AsRef<[isize]>;

    /// The strides of a row-major array of this shape.
    fn row_major_strides(&self) -> Self::Strides;

    type List<T>: AsMut<[T]>
    where
        T: Copy;

    /// A list with an entry for each axis.
    fn list<T: Copy>(&self, blank: T) -> Self::List<T>;

    /// The row-major layout of a shape that [`count`] can count; `None` if the rank is another, or a length that the type knows.
    fn row_major(shape: &[usize]) -> Option<Self>;

    /// The layout of a shape and as many strides; `None` if the rank is another, or a length that the type knows.
    fn strided(shape: &[usize], strides: &[isize]) -> Option<Self>;
}

/// A layout that may have any lengths.
pub trait Rewritten: Layout {
    /// Resets the layout in place to `rank` axes, and returns their lengths and strides to be overwritten; `None` if the layout
    /// cannot have this rank.
    fn reset(&mut self, rank: usize) -> Option<(&mut [usize], &mut [isize])>;
}

/// [`Layout::row_major`] of a layout that may have any lengths.
fn row_major<L: Rewritten>(shape: &[usize]) -> Option<L> {
    let mut layout = L::blank();
    let (lengths, strides) = layout.reset(shape.len())?;
    lengths.copy_from_slice(shape);
    write_row_major(shape, strides);
    Some(layout)
}

/// [`Layout::strided`] of a layout that may have any lengths.
fn strided<L: Rewritten>(shape: &[usize], strides: &[isize]) -> Option<L> {
    let mut layout = L::blank();
    let (lengths, steps) = layout.reset(shape.len())?;
    if strides.len() != shape.len() {
        return None;
    }
    lengths.copy_from_slice(shape);
    steps.copy_from_slice(strides);
    Some(layout)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixed<const R: usize> {
    pub(crate) shape: [usize; R],
    pub(crate) strides: [isize; R],
}

#[derive(Debug, PartialEq, Eq)]
pub struct Dynamic {
    pub(crate) shape: SmallVec<[usize; 8]>,
    pub(crate) strides: SmallVec<[isize; 8]>,
}

impl<const R: usize> Layout for Fixed<R> {
    #[inline(always)]
    fn shape(&self) -> &[usize] {
        &self.shape
    }
    #[inline(always)]
    fn strides(&self) -> &[isize] {
        &self.strides
    }

    #[inline(always)]
    fn blank() -> Self {
        Self { shape: [0; R], strides: [0; R] }
    }

    #[inline]
    fn row_major(shape: &[usize]) -> Option<Self> {
        row_major(shape)
    }

    #[inline]
    fn strided(shape: &[usize], strides: &[isize]) -> Option<Self> {
        strided(shape, strides)
    }

    type Strides = [isize; R];

    #[inline(always)]
    fn row_major_strides(&self) -> [isize; R] {
        Self::of_shape(self.shape).strides
    }

    type List<T: Copy> = [T; R];

    #[inline(always)]
    fn list<T: Copy>(&self, blank: T) -> [T; R] {
        [blank; R]
    }
}

impl Layout for Dynamic {
    #[inline(always)]
    fn shape(&self) -> &[usize] {
        &self.shape
    }
    #[inline(always)]
    fn strides(&self) -> &[isize] {
        &self.strides
    }

    #[inline(always)]
    fn blank() -> Self {
        Self { shape: SmallVec::new(), strides: SmallVec::new() }
    }

    #[inline]
    fn row_major(shape: &[usize]) -> Option<Self> {
        row_major(shape)
    }

    #[inline]
    fn strided(shape: &[usize], strides: &[isize]) -> Option<Self> {
        strided(shape, strides)
    }

    type Strides = SmallVec<[isize; 8]>;

    fn row_major_strides(&self) -> Self::Strides {
        Self::of_shape(&self.shape).strides
    }

    type List<T: Copy> = SmallVec<[T; 8]>;

    fn list<T: Copy>(&self, blank: T) -> SmallVec<[T; 8]> {
        SmallVec::from_elem(blank, self.shape.len())
    }
}

impl<const R: usize> Rewritten for Fixed<R> {
    #[inline(always)]
    fn reset(&mut self, rank: usize) -> Option<(&mut [usize], &mut [isize])> {
        if rank == R { Some((&mut self.shape, &mut self.strides)) } else { None }
    }
}

impl Rewritten for Dynamic {
    #[inline]
    fn reset(&mut self, rank: usize) -> Option<(&mut [usize], &mut [isize])> {
        self.shape.clear();
        self.shape.resize(rank, 0);
        self.strides.clear();
        self.strides.resize(rank, 0);
        Some((&mut self.shape, &mut self.strides))
    }
}

impl<const R: usize> Fixed<R> {
    /// The row-major layout of a shape that [`count`] can count.
    pub(crate) const fn of_shape(shape: [usize; R]) -> Self {
        let mut strides = [0; R];
        write_row_major(&shape, &mut strides);
        Self { shape, strides }
    }
}

impl Dynamic {
    /// The row-major layout of a shape that [`count`] can count.
    pub(crate) fn of_shape(shape: &[usize]) -> Self {
        let mut strides = zeros(shape.len());
        write_row_major(shape, &mut strides);
        Self { shape: SmallVec::from_slice(shape), strides }
    }

    /// The layout of a shape and as many strides.
    pub(crate) fn of(shape: &[usize], strides: &[isize]) -> Self {
        Self { shape: SmallVec::from_slice(shape), strides: SmallVec::from_slice(strides) }
    }
}

impl Clone for Dynamic {
    /// `SmallVec::clone` clones element by element; `from_slice` is a memcpy.
    fn clone(&self) -> Self {
        Self::of(&self.shape, &self.strides)
    }
}

/// As many zeros as there are axes; up to rank 8 without a loop.
#[inline(always)]
fn zeros<T: Copy + Default>(rank: usize) -> SmallVec<[T; 8]> {
    if rank <= 8 {
        SmallVec::from_buf_and_len([T::default(); 8], rank)
    } else {
        SmallVec::from_elem(T::default(), rank)
    }
}

/// The number of elements of a shape; `None` if the product of its non-zero lengths exceeds `isize::MAX`, because offsets
/// could then overflow.
#[inline]
pub(crate) const fn count(shape: &[usize]) -> Option<usize> {
    let mut product: usize = 1;
    let mut empty = false;
    let mut axis = 0;
    while axis < shape.len() {
        if shape[axis] == 0 {
            empty = true;
        } else {
            match product.checked_mul(shape[axis]) {
                Some(p) if p <= isize::MAX.unsigned_abs() => product = p,
                _ => return None,
            }
        }
        axis += 1;
    }
    Some(if empty { 0 } else { product })
}

/// A list of lengths, without a heap up to rank 8.
pub(crate) fn list(lengths: &[usize]) -> SmallVec<[usize; 8]> {
    SmallVec::from_slice(lengths)
}

/// The number of elements of a shape that is already known to fit.
#[inline]
pub(crate) fn len(shape: &[usize]) -> usize {
    shape.iter().product()
}

/// A length as a signed number. Lengths of shapes are at most `isize::MAX`.
pub(crate) fn signed(len: usize) -> i64 {
    i64::try_from(len).unwrap_or(i64::MAX)
}

/// Checks that a shape takes exactly `len` elements.
pub(crate) fn check_len(shape: &[usize], len: usize) -> Result<(), ShapeError> {
    match count(shape) {
        None => Err(ShapeError::Overflow { shape: Box::from(shape) }),
        Some(needed) if needed != len => {
            Err(ShapeError::LengthMismatch { shape: Box::from(shape), needed, len })
        }
        Some(_) => Ok(()),
    }
}

/// Checks that a shape has the lengths that the dims know.
pub(crate) fn check_known<D: Dims>(shape: &[usize]) -> Result<(), ShapeError> {
    let mut axes = D::LENGTHS.iter().zip(shape).enumerate();
    match axes.find(|(_, (known, len))| known.is_some_and(|known| known != **len)) {
        Some((axis, (known, &len))) => {
            Err(ShapeError::AxisLength { axis, len, expected: known.unwrap_or(len) })
        }
        None => Ok(()),
    }
}

/// Checks that the elements of a shape can be counted.
pub(crate) fn check_count(shape: &[usize]) -> Result<(), ShapeError> {
    count(shape).map(|_| ()).ok_or_else(|| ShapeError::Overflow { shape: Box::from(shape) })
}

const fn write_row_major(shape: &[usize], strides: &mut [isize]) {
    let mut stride: isize = 1;
    let mut axis = shape.len();
    while axis > 0 {
        axis -= 1;
        strides[axis] = stride;
        // A length of 0 counts as 1, so that the other strides stay those of the non-empty shape, which `count` bounds.
        let len = if shape[axis] == 0 { 1 } else { shape[axis] };
        stride = stride.wrapping_mul(len.cast_signed());
    }
}

/// Whether elements follow each other in row-major order without gaps.
pub(crate) fn is_row_major(shape: &[usize], strides: &[isize]) -> bool {
    let mut expected: isize = 1;
    let mut dense = true;
    for (&len, &stride) in shape.iter().zip(strides).rev() {
        if len == 0 {
            return true;
        }
        dense &= len == 1 || stride == expected;
        expected = expected.wrapping_mul(len.cast_signed());
    }
    dense
}

/// The offset in elements of an index tuple; `None` if the tuple is outside the shape.
#[inline]
pub(crate) fn offset(shape: &[usize], strides: &[isize], index: &[usize]) -> Option<isize> {
    if index.len() != shape.len() {
        return None;
    }
    let mut offset: isize = 0;
    for ((&len, &stride), &i) in shape.iter().zip(strides).zip(index) {
        if i >= len {
            return None;
        }
        offset = offset.wrapping_add(i.cast_signed().wrapping_mul(stride));
    }
    Some(offset)
}

/// The number of elements of a shape.
pub(crate) fn checked_len(shape: &[usize]) -> Result<usize, ShapeError> {
    count(shape).ok_or_else(|| ShapeError::Overflow { shape: Box::from(shape) })
}

/// A vector with room for the elements of a shape.
pub(crate) fn reserve<T>(shape: &[usize]) -> Result<Vec<T>, ShapeError> {
    let len = checked_len(shape)?;
    let mut data = Vec::new();
    let too_large = |_| ShapeError::TooLarge { shape: shape.into(), element: size_of::<T>() };
    data.try_reserve_exact(len).map_err(too_large)?;
    Ok(data)
}

/// Advances to the next index tuple of a shape in row-major order, and from the last one to the first.
#[inline]
pub(crate) fn advance(index: &mut [usize], shape: &[usize]) {
    for (i, &len) in index.iter_mut().zip(shape).rev() {
        *i += 1;
        if *i < len {
            break;
        }
        *i = 0;
    }
}

/// Goes back to the index tuple of a shape before another in row-major order, and from the first one to the last.
#[inline]
pub(crate) fn retreat(index: &mut [usize], shape: &[usize]) {
    for (i, &len) in index.iter_mut().zip(shape).rev() {
        if *i > 0 {
            *i -= 1;
            break;
        }
        *i = len - 1;
    }
}
