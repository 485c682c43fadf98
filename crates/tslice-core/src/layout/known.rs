//! Static shapes: a tuple of extents, one for each axis, as dims.

use core::borrow::Borrow;
use core::fmt::Debug;

use super::{Dims, Fixed, Ranked};
use crate::layout::{Dyn, Rank, each_tuple, type_list};

/// A length that the compiler knows: an axis of a static shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Const<const N: usize>;

/// An axis of a static shape: [`Const<N>`](Const) if the compiler knows its length, [`Dyn`] if it
/// does not. What a `checked!` range leaves of a `Const` is a [`Cut`](crate::static_shape::Cut).
pub trait Extent: Copy + Debug + Eq + Send + Sync + sealed::Sealed + 'static {
    /// The length; `None` if it is known at run time only.
    const LEN: Option<usize>;
}

// Sealed, because unsafe code trusts `LEN`: an impl of another crate with a wrong length would be
// unsound.
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

/// The dims of a static shape: a tuple of up to six lengths, each a [`Const`] or
/// [`Dyn`](crate::Dyn), which `Shape!` writes.
#[diagnostic::on_unimplemented(
    message = "the lengths of an array of {Self} are not known to the compiler",
    label = "a static shape is needed: `a.into_static::<Shape![2, 3]>()` gives one",
    note = "`checked!` in place of `s!` keeps the lengths; \
        `rows().map(|row| row.to_vec()).collect()` is a vector of vectors"
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
#[diagnostic::on_unimplemented(
    message = "this gives an array of {Self} from a static shape, which has at most six axes",
    label = "the result would have more than six axes",
    note = "`into_ranked()` gives an array without its lengths, of up to 12 axes"
)]
pub trait FromList<L>: Ranked {
    /// The tuple.
    type Tuple: StaticShape<Ranked = Self, Layout = Self::Layout>;
}

/// The lengths of a static shape D: a constant if the type knows all of them, so that loops over it
/// have a constant number of turns.
#[inline(always)]
fn lengths<D: Dims, const R: usize>(layout: &Fixed<R>) -> &[usize; R] {
    if const { is_full(D::LENGTHS) } {
        const { &with(D::LENGTHS, [0; R]) }
    } else {
        &layout.shape
    }
}

/// Whether all lengths are known.
const fn is_full(known: Shape) -> bool {
    let mut axis = 0;
    while axis < known.len() && known[axis].is_some() {
        axis += 1;
    }
    axis == known.len()
}

/// A shape whose known lengths are constants.
#[inline(always)]
const fn with<const R: usize>(known: Shape, mut shape: [usize; R]) -> [usize; R] {
    let mut axis = 0;
    while axis < R {
        if let Some(len) = known[axis] {
            shape[axis] = len;
        }
        axis += 1;
    }
    shape
}

macro_rules! shapes {
    ($($rank:literal [$($axis:ident)*];)+) => {$(
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
            type Layout = Fixed<$rank>;
            type Ranked = Rank<$rank>;
            type Known = Self;
            const LENGTHS: &'static [Option<usize>] = &[$($axis::LEN),*];

            #[inline(always)]
            fn shape(layout: &Fixed<$rank>) -> &[usize; $rank] {
                lengths::<Self, $rank>(layout)
            }
            #[inline(always)]
            fn strides(layout: &Fixed<$rank>) -> &[isize; $rank] {
                &layout.strides
            }
            #[inline(always)]
            fn own_shape(layout: &Fixed<$rank>) -> [usize; $rank] {
                *Self::shape(layout)
            }
            #[inline(always)]
            fn known(layout: &Fixed<$rank>) -> impl Borrow<Fixed<$rank>> {
                Fixed { shape: with(Self::LENGTHS, layout.shape), strides: layout.strides }
            }
        }
    )+};
}

each_tuple!(shapes);
