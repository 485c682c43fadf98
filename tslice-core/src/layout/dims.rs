//! The dims of an array: a rank that the compiler knows ([`Rank`]), one that is known at run time ([`Dyn`]), or a static shape.

use core::borrow::Borrow;
use core::fmt::Debug;

use super::{Axes, DynIndex, Dynamic, Fixed, IntoIndex, IntoShape, Layout, Unknown};
use crate::layout::{Dyn, Rank, each_rank};

/// The dims of an array: [`Rank<R>`](Rank) if the compiler knows the rank, [`Dyn`] if it is known at run time, and a static
/// shape such as `Shape![3, _, 4]` if the compiler knows lengths too (see `Shape!`).
///
/// ```
/// use tslice::{Array, Dims, Read};
///
/// fn mean<S: Read<Elem = f32>, D: Dims>(array: &Array<S, D>) -> f32 {
///     array.into_iter().sum::<f32>() / array.len() as f32
/// }
///
/// let t = tslice::Tensor::from([[1.0, 2.0], [3.0, 6.0]]);
/// assert_eq!((mean(&t), mean(&t.into_dyn().view())), (3.0, 3.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a rank or a shape",
    label = "not a rank or a shape",
    note = "dims are `Rank<R>`, `Dyn`, and static shapes of up to 12 axes: `Shape![3, _, 4]`"
)]
pub trait Dims: Copy + Debug + Eq + Send + Sync + sealed::Sealed + 'static {
    /// A shape or a list of axes, owned: `[usize; R]` or a [`DynIndex`].
    type Owned: AsRef<[usize]> + AsMut<[usize]> + Clone + Debug + PartialEq;
    /// The lengths of the axes as `shape()` gives them: `[usize; R]` or `[usize]`.
    type Shape: ?Sized + AsRef<[usize]> + Debug + PartialEq;
    /// The strides as `strides()` gives them, in elements: `[isize; R]` or `[isize]`.
    type Strides: ?Sized + AsRef<[isize]> + Debug + PartialEq;
    /// An index tuple, a shape or a list of axes, as an argument: `[usize; R]` or `&[usize]`.
    type Index<'i>: AsRef<[usize]> + Copy + Debug + IntoShape<Self> + IntoIndex<Self>;
    /// Strides as an argument: `[isize; R]` or `&[isize]`.
    type Steps<'i>: AsRef<[isize]> + Copy + Debug;
    #[doc(hidden)]
    type Layout: Layout;
    /// The dims without the lengths that they know: `Rank<R>` for a static shape of R axes, and themselves otherwise. A method
    /// that changes lengths gives an array of these.
    type Ranked: Ranked + Dims<Layout = Self::Layout>;
    /// The dims themselves if they are a static shape, and [`Unknown`](super::Unknown) otherwise.
    #[doc(hidden)]
    type Known: Axes;
    /// The lengths that are known. Where none is, the list is empty.
    #[doc(hidden)]
    const LENGTHS: &'static [Option<usize>] = &[];

    #[doc(hidden)]
    fn shape(layout: &Self::Layout) -> &Self::Shape;
    #[doc(hidden)]
    fn strides(layout: &Self::Layout) -> &Self::Strides;
    #[doc(hidden)]
    fn own_shape(layout: &Self::Layout) -> Self::Owned;
    /// The layout of an array of these dims, with the lengths that they know as constants.
    #[doc(hidden)]
    #[inline(always)]
    fn known(layout: &Self::Layout) -> impl Borrow<Self::Layout> {
        layout
    }
}

/// Dims that know no length: [`Rank<R>`](Rank) and [`Dyn`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a rank: sums, means and extremes of an axis have the type of the elements",
    label = "not a rank",
    note = "`map(|&x| x as f64)` converts the elements before, and `sum_as::<u64>()` adds all elements in another type"
)]
pub trait Ranked:
    Dims<Ranked = Self> + BroadcastWith<Self, Wide = Self> + SelectBy<Self> + TakeBy<Rank<1>, Taken = Self>
{
}

impl<const R: usize> Ranked for Rank<R> {}
impl Ranked for Dyn {}

/// The dims of what arrays of two dims broadcast to: `Rank<1>: BroadcastWith<Rank<2>, Wide = Rank<2>>`, and [`Dyn`] if either is.
#[diagnostic::on_unimplemented(
    message = "arrays of {Self} and of {E} broadcast to a rank that is not known here",
    label = "the rank of the result is not known",
    note = "code for every rank needs a bound: `where Rank<A>: BroadcastWith<Rank<B>>`"
)]
pub trait BroadcastWith<E> {
    /// The dims of the result.
    type Wide: Ranked;
}

impl<const R: usize> BroadcastWith<Self> for Rank<R> {
    type Wide = Self;
}

impl<const R: usize> BroadcastWith<Dyn> for Rank<R> {
    type Wide = Dyn;
}

impl<const R: usize> BroadcastWith<Rank<R>> for Dyn {
    type Wide = Self;
}

impl BroadcastWith<Self> for Dyn {
    type Wide = Self;
}

/// The dims of what a mask of dims M selects: `Rank<3>: SelectBy<Rank<2>, Selected = Rank<2>>`, and [`Dyn`] if either is.
#[diagnostic::on_unimplemented(
    message = "a mask of {M} selects from arrays of as many axes or more, not from one of {Self}",
    label = "the mask has more axes than the array",
    note = "a mask has the shape of the array, or of its first axes"
)]
pub trait SelectBy<M> {
    /// The dims of the result: one axis in place of those of the mask.
    type Selected: Ranked;
}

/// The dims of what indices of dims K take of an axis: `Rank<2>: TakeBy<Rank<2>, Taken = Rank<3>>`, and [`Dyn`] if either is.
#[diagnostic::on_unimplemented(
    message = "indices of {K} for an axis of an array of {Self} give a rank above 12, or there is no axis",
    label = "the rank of the result is not known",
    note = "arrays of any rank are made by `into_dyn()`"
)]
pub trait TakeBy<K> {
    /// The dims of the result: the axes of the indices in place of one.
    type Taken: Ranked;
}

macro_rules! result_axes {
    ($($rank:tt [$($axis:ident)*] [$($more:tt = $rest:tt),+];)+) => { $($(
        result_axes!(wide $rank $more $rest);
        result_axes!(select $rank $more $rest);
        result_axes!(take $rank $more $rest);
    )+)+ };
    // What every rank has is written once, so that generic code has it.
    (wide $rank:tt 0 $rest:tt) => {};
    (select $rank:tt $more:tt 0) => {};
    (take $rank:tt 1 $rest:tt) => {};
    (wide $rank:tt $more:tt $rest:tt) => {
        result_axes!([] BroadcastWith<Rank<$rest>>, Rank<$rank>, Wide = Self);
        result_axes!([] BroadcastWith<Rank<$rank>>, Rank<$rest>, Wide = Rank<$rank>);
    };
    (select $rank:tt $more:tt $rest:tt) => {
        result_axes!([] SelectBy<Rank<$more>>, Rank<$rank>, Selected = Rank<{ $rest + 1 }>);
    };
    (take $rank:tt $more:tt $rest:tt) => {
        result_axes!([] TakeBy<Rank<$more>>, Rank<{ $rest + 1 }>, Taken = Rank<$rank>);
    };
    ([$($parameter:tt)*] $operation:path, $dims:ty, $result:ident = $output:ty) => {
        #[doc(hidden)]
        #[diagnostic::do_not_recommend]
        impl<$($parameter)*> $operation for $dims {
            type $result = $output;
        }
    };
}

each_rank!(result_axes);
result_axes!([const R: usize] SelectBy<Rank<R>>, Rank<R>, Selected = Rank<1>);
result_axes!([const R: usize] SelectBy<Dyn>, Rank<R>, Selected = Dyn);
result_axes!([D: Dims] SelectBy<D>, Dyn, Selected = Dyn);
result_axes!([const R: usize] TakeBy<Rank<1>>, Rank<R>, Taken = Rank<R>);
result_axes!([const R: usize] TakeBy<Dyn>, Rank<R>, Taken = Dyn);
result_axes!([D: Dims] TakeBy<D>, Dyn, Taken = Dyn);

pub(super) mod sealed {
    pub trait Sealed {}
    impl<const R: usize> Sealed for super::Rank<R> {}
    impl Sealed for super::Dyn {}
}

impl<const R: usize> Dims for Rank<R> {
    type Owned = [usize; R];
    type Shape = [usize; R];
    type Strides = [isize; R];
    type Index<'i> = [usize; R];
    type Steps<'i> = [isize; R];
    type Layout = Fixed<R>;
    type Ranked = Self;
    type Known = Unknown;

    #[inline(always)]
    fn shape(layout: &Fixed<R>) -> &[usize; R] {
        &layout.shape
    }
    #[inline(always)]
    fn strides(layout: &Fixed<R>) -> &[isize; R] {
        &layout.strides
    }
    #[inline(always)]
    fn own_shape(layout: &Fixed<R>) -> [usize; R] {
        layout.shape
    }
}

impl Dims for Dyn {
    type Owned = DynIndex;
    type Shape = [usize];
    type Strides = [isize];
    type Index<'i> = &'i [usize];
    type Steps<'i> = &'i [isize];
    type Layout = Dynamic;
    type Ranked = Self;
    type Known = Unknown;

    #[inline(always)]
    fn shape(layout: &Dynamic) -> &[usize] {
        &layout.shape
    }
    #[inline(always)]
    fn strides(layout: &Dynamic) -> &[isize] {
        &layout.strides
    }
    #[inline(always)]
    fn own_shape(layout: &Dynamic) -> Self::Owned {
        DynIndex::of(layout.shape())
    }
}
