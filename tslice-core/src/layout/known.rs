//! Static shapes: a tuple of extents, one for each axis, as dims.

use core::fmt::Debug;
use core::marker::PhantomData;

use super::{Dims, Fixed, Layout, Ranked};
use crate::layout::{Dyn, Rank, each_rank, type_list};

/// A length that the compiler knows: an axis of a static shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Const<const N: usize>;

/// An axis of a static shape: [`Const<N>`](Const) if the compiler knows its length, [`Dyn`] if it does not. What a
/// `checked!` range leaves of a `Const` is a [`Cut`](crate::static_shape::Cut).
pub trait Extent: Copy + Debug + Eq + Send + Sync + sealed::Sealed + 'static {
    /// The length; `None` if it is known at run time only.
    const LEN: Option<usize>;
}

// Sealed, because unsafe code trusts `LEN`: an impl of another crate with a wrong length would be unsound.
pub(crate) mod sealed {
    pub trait Sealed {}
    impl<const N: usize> Sealed for super::Const<N> {}
    impl Sealed for super::Dyn {}
}

impl<const N: usize> Extent for Const<N> {
    const LEN: Option<usize> = Some(N);
}

impl Extent for Dyn {
    const LEN: Option<usize> = None;
}

/// The dims of a static shape: a tuple of up to 12 lengths, each a [`Const`] or [`Dyn`](crate::Dyn), which `Shape!` writes.
#[diagnostic::on_unimplemented(
    message = "the lengths of an array of {Self} are not known to the compiler",
    label = "a static shape is needed: `a.into_static::<Shape![2, 3]>()` gives one",
    note = "`checked!` in place of `s!` keeps the lengths; `rows().map(|row| row.to_vec()).collect()` is a vector of vectors"
)]
pub trait StaticShape: Dims {
    /// The extents as a list: `(A, (B, ()))` for `(A, B)`.
    #[doc(hidden)]
    type List;
}

/// The knowledge about the lengths of an array of a rank: there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown;

/// What is known of an array beyond its rank: a static shape, or [`Unknown`].
pub trait Axes {
    #[doc(hidden)]
    const SHAPE: Shape;
}

/// The length of each axis that has one; of an array of a rank alone, the list is empty.
pub type Shape = &'static [Option<usize>];

impl Axes for Unknown {
    const SHAPE: Shape = &[];
}

impl<D: StaticShape> Axes for D {
    const SHAPE: Shape = D::LENGTHS;
}

/// The rank of the list of extents L, which is a static shape as a tuple.
pub trait FromList<L>: Ranked {
    /// The tuple.
    type Tuple: StaticShape<Ranked = Self>;
}

/// The layout of an array of a static shape. If all lengths are known, its shape is a constant, and loops over it have a constant
/// number of turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known<L, const R: usize> {
    ranked: Fixed<R>,
    lengths: PhantomData<fn() -> L>,
}

impl<L: Dims, const R: usize> Known<L, R> {
    /// All lengths, if the type knows them.
    const SHAPE: Option<[usize; R]> = {
        let (mut shape, mut axis) = ([0; R], 0);
        while axis < R && L::LENGTHS[axis].is_some() {
            shape[axis] = or(L::LENGTHS[axis], 0);
            axis += 1;
        }
        if axis == R { Some(shape) } else { None }
    };

    /// The layout with what its type says of the lengths; `None` if the lengths are others.
    #[inline(always)]
    pub(super) fn of(ranked: Fixed<R>) -> Option<Self> {
        let mut axis = 0;
        while axis < R {
            if or(L::LENGTHS[axis], ranked.shape[axis]) != ranked.shape[axis] {
                return None;
            }
            axis += 1;
        }
        Some(Self { ranked, lengths: PhantomData })
    }

    /// The layout without what its type says of the lengths, which the compiler then knows as numbers.
    #[inline(always)]
    pub(super) fn ranked(&self) -> Fixed<R> {
        let mut shape = self.ranked.shape;
        let mut axis = 0;
        while axis < R {
            shape[axis] = or(L::LENGTHS[axis], shape[axis]);
            axis += 1;
        }
        Fixed { shape, strides: self.ranked.strides }
    }

    #[inline(always)]
    pub(super) fn lengths(&self) -> &[usize; R] {
        if const { Self::SHAPE.is_some() } {
            const {
                &match Self::SHAPE {
                    Some(shape) => shape,
                    None => [0; R],
                }
            }
        } else {
            &self.ranked.shape
        }
    }
}

/// A length that is known, or another one.
#[inline(always)]
const fn or(known: Option<usize>, other: usize) -> usize {
    match known {
        Some(len) => len,
        None => other,
    }
}

impl<L: Dims, const R: usize> Layout for Known<L, R> {
    #[inline(always)]
    fn shape(&self) -> &[usize] {
        self.lengths()
    }
    #[inline(always)]
    fn strides(&self) -> &[isize] {
        &self.ranked.strides
    }

    /// The lengths that are known, and 0 for the others.
    #[inline(always)]
    fn blank() -> Self {
        let blank = Self { ranked: Fixed::blank(), lengths: PhantomData };
        Self { ranked: blank.ranked(), ..blank }
    }

    type List<T: Copy> = [T; R];

    #[inline(always)]
    fn list<T: Copy>(&self, blank: T) -> [T; R] {
        [blank; R]
    }
}

macro_rules! shapes {
    ($($rank:literal [$($axis:ident)*] $arithmetic:tt;)+) => {$(
        #[doc(hidden)]
        impl<$($axis: Extent),*> StaticShape for ($($axis,)*) {
            type List = type_list!((); $($axis),*);
        }

        #[doc(hidden)]
        impl<$($axis: Extent),*> FromList<type_list!((); $($axis),*)> for Rank<$rank> {
            type Tuple = ($($axis,)*);
        }

        #[doc(hidden)]
        impl<$($axis: Extent),*> super::dims::sealed::Sealed for ($($axis,)*) {}

        #[doc(hidden)]
        impl<$($axis: Extent),*> Dims for ($($axis,)*) {
            type Owned = [usize; $rank];
            type Shape = [usize; $rank];
            type Strides = [isize; $rank];
            type Index<'i> = [usize; $rank];
            type Steps<'i> = [isize; $rank];
            type Layout = Known<Self, $rank>;
            type Ranked = Rank<$rank>;
            type Known = Self;
            const LENGTHS: &'static [Option<usize>] = &[$($axis::LEN),*];

            #[inline(always)]
            fn shape(layout: &Self::Layout) -> &[usize; $rank] {
                layout.lengths()
            }
            #[inline(always)]
            fn strides(layout: &Self::Layout) -> &[isize; $rank] {
                &layout.ranked.strides
            }
            #[inline(always)]
            fn own_shape(layout: &Self::Layout) -> [usize; $rank] {
                *layout.lengths()
            }
            #[inline(always)]
            fn ranked(layout: &Self::Layout) -> Fixed<$rank> {
                layout.ranked()
            }
            #[inline(always)]
            fn known(layout: Fixed<$rank>) -> Option<Self::Layout> {
                Known::of(layout)
            }
        }
    )+};
}

each_rank!(shapes);
