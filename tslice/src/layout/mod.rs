//! Shape and strides: integers only, no pointers.
//!
//! `Fixed<R>` for a rank known to the compiler, `Dynamic` for one known at run time (inline up to rank 8).
//! Lengths are counted in elements, strides are signed elements.

mod broadcast;
mod offsets;
mod overlap;
mod reach;

use alloc::boxed::Box;
use smallvec::SmallVec;

use crate::error::ShapeError;

pub(crate) use broadcast::broadcast_strides;
pub(crate) use offsets::Offsets;
pub(crate) use overlap::{Picks, disjoint};
pub(crate) use reach::{check_distinct, check_reach};

/// What both layouts have.
pub(crate) trait Layout: Clone {
    fn shape(&self) -> &[usize];
    fn strides(&self) -> &[isize];

    type Strides: AsRef<[isize]>;

    /// The strides of a row-major tensor of this shape.
    fn row_major_strides(&self) -> Self::Strides;

    type Room<T>: AsMut<[T]>
    where
        T: Copy;

    /// A list with an entry for each axis.
    fn room<T: Copy>(&self, blank: T) -> Self::Room<T>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fixed<const R: usize> {
    pub(crate) shape: [usize; R],
    pub(crate) strides: [isize; R],
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Dynamic {
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

    type Strides = [isize; R];

    #[inline(always)]
    fn row_major_strides(&self) -> [isize; R] {
        Self::row_major(self.shape).strides
    }

    type Room<T: Copy> = [T; R];

    #[inline(always)]
    fn room<T: Copy>(&self, blank: T) -> [T; R] {
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

    type Strides = SmallVec<[isize; 8]>;

    fn row_major_strides(&self) -> Self::Strides {
        Self::row_major(&self.shape).strides
    }

    type Room<T: Copy> = SmallVec<[T; 8]>;

    fn room<T: Copy>(&self, blank: T) -> SmallVec<[T; 8]> {
        SmallVec::from_elem(blank, self.shape.len())
    }
}

impl<const R: usize> Fixed<R> {
    /// The row-major layout. The caller has checked the shape with [`count`].
    pub(crate) const fn row_major(shape: [usize; R]) -> Self {
        let mut strides = [0; R];
        write_row_major(&shape, &mut strides);
        Self { shape, strides }
    }
}

impl Clone for Dynamic {
    /// Copied as bytes, as the lists' own `clone` is not.
    fn clone(&self) -> Self {
        Self::from_layout(self)
    }
}

impl Dynamic {
    pub(crate) fn row_major(shape: &[usize]) -> Self {
        let mut strides = zeros(shape.len());
        write_row_major(shape, &mut strides);
        Self { shape: SmallVec::from_slice(shape), strides }
    }

    /// Makes this a layout of some rank, to be written: where it is, as it is large.
    #[inline]
    pub(crate) fn clear(&mut self, rank: usize) {
        self.shape.clear();
        self.shape.resize(rank, 0);
        self.strides.clear();
        self.strides.resize(rank, 0);
    }

    /// The layout of rank 0.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { shape: SmallVec::new(), strides: SmallVec::new() }
    }

    /// A layout of some rank, to be written.
    pub(crate) fn blank(rank: usize) -> Self {
        let mut blank = Self::new();
        blank.clear(rank);
        blank
    }

    pub(crate) fn from_layout(layout: &impl Layout) -> Self {
        Self { shape: SmallVec::from_slice(layout.shape()), strides: SmallVec::from_slice(layout.strides()) }
    }

    pub(crate) fn fixed<const R: usize>(&self) -> Result<Fixed<R>, ShapeError> {
        match (<[usize; R]>::try_from(&*self.shape), <[isize; R]>::try_from(&*self.strides)) {
            (Ok(shape), Ok(strides)) => Ok(Fixed { shape, strides }),
            _ => Err(ShapeError::RankMismatch { expected: R, rank: self.shape.len() }),
        }
    }
}

#[inline]
fn zeros<T: Copy + Default>(rank: usize) -> SmallVec<[T; 8]> {
    if rank <= 8 {
        SmallVec::from_buf_and_len([T::default(); 8], rank)
    } else {
        SmallVec::from_elem(T::default(), rank)
    }
}

/// The number of elements of a shape, or `None` where the product of its non-zero lengths exceeds
/// `isize::MAX`: then offsets inside it could overflow.
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

/// The number of elements of a shape that is already known to fit.
#[inline]
pub(crate) fn len(shape: &[usize]) -> usize {
    shape.iter().product()
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

/// Checks that the elements of a shape can be counted.
#[cfg(any(feature = "ndarray", feature = "nalgebra", feature = "bytemuck"))]
pub(crate) fn check_count(shape: &[usize]) -> Result<(), ShapeError> {
    count(shape).map(|_| ()).ok_or_else(|| ShapeError::Overflow { shape: Box::from(shape) })
}

const fn write_row_major(shape: &[usize], strides: &mut [isize]) {
    let mut stride: isize = 1;
    let mut axis = shape.len();
    while axis > 0 {
        axis -= 1;
        strides[axis] = stride;
        // Zero lengths count as one: the other strides stay those of the non-empty shape, which `count` bounds.
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

/// Whether this is the row-major layout of `len` elements.
pub(crate) fn is_row_major_of(shape: &[usize], strides: &[isize], len: usize) -> bool {
    count(shape) == Some(len) && is_row_major(shape, strides)
}

/// The offset in elements of an index tuple, or `None` when it is outside the shape.
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
