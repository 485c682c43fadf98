//! Shape and strides: integers only, no pointers.
//!
//! `Fixed<R>` for a rank known to the compiler, `Dynamic` for one known at run time (inline up to
//! rank 8). Lengths and strides are counted in elements; strides are signed.

mod dims;
mod into_shape;
mod known;
mod nest;
mod offsets;
mod progression;
mod shape;
mod strides;

use smallvec::SmallVec;

pub use dims::{
    AddRank, BroadcastWith, Dims, Dyn, DynIndex, Rank, Ranked, SelectBy, SubRank, TakeBy,
};
pub(crate) use dims::{MAX_RANK, each_tuple, type_list};
pub use into_shape::{AnyRank, IntoIndex, IntoShape};
pub use known::{Axes, Const, Shape, StaticShape, Unknown};
pub(crate) use known::{Extent, FromList, sealed as extent_sealed};
pub(crate) use nest::{Loops, Nest, NestAxis, Order, loops};
pub(crate) use offsets::Offsets;
pub use progression::Progression;
pub(crate) use progression::disjoint;
pub use shape::{advance, check_count, check_len, count, is_row_major, len, signed};
pub(crate) use shape::{check_known, checked_len, misfit, offset, unravel, write_row_major};
pub use strides::assignable;
pub(crate) use strides::{
    are_distinct, assignment_strides, broadcast, check_distinct, check_reach, hull, only_step,
    reshape_strides,
};

/// Bounds, strides and positions. The arithmetic of one axis is written over these three names, so
/// that tests can build it so narrow that they try every number.
pub(crate) type Int = i64;
/// [`Int`] without a sign.
pub(crate) type Uint = u64;
/// Twice as wide as [`Int`].
pub(crate) type Wide = i128;

/// The operations of both layouts.
pub trait Layout: Clone + core::fmt::Debug + PartialEq {
    fn shape(&self) -> &[usize];
    fn strides(&self) -> &[isize];

    /// A layout to be overwritten: with some axes of length 0.
    fn blank() -> Self;

    type List<T>: AsRef<[T]> + AsMut<[T]> + Clone
    where
        T: Copy;

    /// A list with an entry for each axis, or with at most `len` if the rank is known at run time.
    fn list_of<T: Copy>(&self, blank: T, len: usize) -> Self::List<T>;

    /// A list with an entry for each axis.
    #[inline(always)]
    fn list<T: Copy>(&self, blank: T) -> Self::List<T> {
        self.list_of(blank, usize::MAX)
    }

    /// Gives the layout `rank` axes in place, and returns their lengths and strides for the caller
    /// to write; if it has as many, they keep theirs until then. `None` if the layout cannot have
    /// this rank.
    fn reset(&mut self, rank: usize) -> Option<(&mut [usize], &mut [isize])>;
}

/// The layout with other lengths and strides, which `change` makes of its own.
#[inline]
pub(crate) fn changed<L: Layout>(layout: &L, change: impl FnOnce(&mut [usize], &mut [isize])) -> L {
    let mut to = layout.clone();
    let rank = layout.shape().len();
    let (lengths, steps) = to.reset(rank).expect("a layout takes its own rank");
    change(lengths, steps);
    to
}

/// The row-major layout of a shape that [`count`] can count; `None` if the dims have another rank,
/// or another length that they know.
#[inline]
pub(crate) fn row_major<D: Dims>(shape: &[usize]) -> Option<D::Layout> {
    made::<D>(shape, |strides| write_row_major(shape, strides))
}

/// The layout of a shape and as many strides; `None` if there is another number of them, or the
/// dims have another rank, or another length that they know.
#[inline]
pub(crate) fn strided<D: Dims>(shape: &[usize], strides: &[isize]) -> Option<D::Layout> {
    if strides.len() != shape.len() {
        return None;
    }
    made::<D>(shape, |steps| steps.copy_from_slice(strides))
}

#[inline(always)]
fn made<D: Dims>(shape: &[usize], write: impl FnOnce(&mut [isize])) -> Option<D::Layout> {
    let mut layout = D::Layout::blank();
    let (lengths, strides) = layout.reset(shape.len())?;
    lengths.copy_from_slice(shape);
    write(strides);
    misfit::<D>(shape).is_none().then_some(layout)
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
        Self::BLANK
    }

    type List<T: Copy> = [T; R];

    #[inline(always)]
    fn list_of<T: Copy>(&self, blank: T, _len: usize) -> [T; R] {
        [blank; R]
    }

    #[inline(always)]
    fn reset(&mut self, rank: usize) -> Option<(&mut [usize], &mut [isize])> {
        if rank == R {
            Some((&mut self.shape, &mut self.strides))
        } else {
            None
        }
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
        Self {
            shape: SmallVec::from_buf([0; 8]),
            strides: SmallVec::from_buf([0; 8]),
        }
    }

    type List<T: Copy> = SmallVec<[T; 8]>;

    fn list_of<T: Copy>(&self, blank: T, len: usize) -> SmallVec<[T; 8]> {
        SmallVec::from_elem(blank, self.shape.len().min(len))
    }

    #[inline]
    fn reset(&mut self, rank: usize) -> Option<(&mut [usize], &mut [isize])> {
        // In place: to move a list that was just made takes longer than a slice. A `resize` would
        // be compiled with all the code of a list that grows.
        if rank > self.shape.len() {
            self.shape = SmallVec::from_elem(0, rank);
            self.strides = SmallVec::from_elem(0, rank);
        }
        self.shape.truncate(rank);
        self.strides.truncate(rank);
        Some((&mut self.shape, &mut self.strides))
    }
}

impl<const R: usize> Fixed<R> {
    /// [`Layout::blank`] for `const` code.
    pub(crate) const BLANK: Self = Self {
        shape: [0; R],
        strides: [0; R],
    };

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
        row_major::<Dyn>(shape).expect("a dynamic layout takes any shape")
    }

    /// The layout of a shape and as many strides.
    pub(crate) fn of(shape: &[usize], strides: &[isize]) -> Self {
        Self {
            shape: SmallVec::from_slice(shape),
            strides: SmallVec::from_slice(strides),
        }
    }
}

impl Clone for Dynamic {
    /// `SmallVec::clone` clones element by element; `from_slice` is a memcpy.
    fn clone(&self) -> Self {
        Self::of(&self.shape, &self.strides)
    }
}
