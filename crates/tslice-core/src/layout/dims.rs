//! The dims of an array: a rank that the compiler knows ([`Rank`]), one that is known at run time
//! ([`Dyn`]), or a static shape.
//!
//! Slicing rank R by a spec that takes C axes and gives P has rank R - C + P: [`SubRank`] and
//! [`AddRank`], whose impls for ranks 0 to 12 are made of one table.

use core::borrow::Borrow;
use core::fmt::{self, Debug};
use core::ops::{Deref, Index};

use smallvec::SmallVec;

use super::{Axes, Dynamic, Fixed, IntoIndex, IntoShape, Layout, Unknown};

/// The highest typed rank, and the most levels of a nested array.
pub(crate) const MAX_RANK: usize = 12;

/// A rank that the compiler knows. Typed specs slice ranks from 0 to 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rank<const R: usize /* Tensor::<_, 2>::from(..), or tensor![..] */>;

/// A rank that is known at run time only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dyn;

/// Calls a macro for the tuple of each length, with a name for each of its axes.
macro_rules! each_tuple {
    ($make:ident) => {
        $make! { 0 []; 1 [A]; 2 [A B]; 3 [A B C]; 4 [A B C D]; 5 [A B C D E]; 6 [A B C D E F]; }
    };
}

/// A list of types before a last one: `(A, (B, Last))`.
macro_rules! type_list {
    ($last:ty;) => { $last };
    ($last:ty; $first:ty $(, $more:ty)*) => { ($first, type_list!($last; $($more),*)) };
}

pub(crate) use {each_tuple, type_list};

/// The dims of an array: [`Rank<R>`](Rank) if the compiler knows the rank, [`Dyn`] if it is known
/// at run time, and a static shape such as `Shape![3, _, 4]` if the compiler knows lengths too (see
/// `Shape!`).
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
    note = "dims are `Rank<R>`, `Dyn`, and static shapes of up to six axes: `Shape![3, _, 4]`"
)]
pub trait Dims: Copy + Debug + Eq + Send + Sync + sealed::Sealed + 'static {
    /// A shape or a list of axes, owned: `[usize; R]` or a [`DynIndex`].
    type Owned: AsRef<[usize]> + AsMut<[usize]> + Clone + Debug + PartialEq;
    /// The lengths of the axes as `shape()` gives them: `[usize; R]` or `[usize]`.
    type Shape: ?Sized + AsRef<[usize]> + Index<usize, Output = usize> + Debug + PartialEq;
    /// The strides as `strides()` gives them, in elements: `[isize; R]` or `[isize]`.
    type Strides: ?Sized + AsRef<[isize]> + Index<usize, Output = isize> + Debug + PartialEq;
    /// An index tuple, a shape or a list of axes, as an argument: `[usize; R]` or `&[usize]`.
    type Index<'i>: AsRef<[usize]> + Copy + Debug + IntoShape<Self> + IntoIndex<Self>;
    /// Strides as an argument: `[isize; R]` or `&[isize]`.
    type Steps<'i>: AsRef<[isize]> + Copy + Debug;
    #[doc(hidden)]
    type Layout: Layout;
    /// The dims without the lengths that they know: `Rank<R>` for a static shape of R axes, and
    /// themselves otherwise. A method that changes lengths gives an array of these.
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
    message = "`{Self}` is not a rank: sums, means and extremes of an axis have the type of the \
        elements",
    label = "not a rank",
    note = "`map(|&x| x as f64)` converts the elements before, and `sum_as::<u64>()` adds all \
        elements in another type"
)]
pub trait Ranked:
    Dims<Ranked = Self>
    + BroadcastWith<Self, Wide = Self>
    + SelectBy<Self>
    + TakeBy<Rank<1>, Taken = Self>
{
}

impl<const R: usize> Ranked for Rank<R> {}
impl Ranked for Dyn {}

/// The dims of what arrays of two dims broadcast to:
/// `Rank<1>: BroadcastWith<Rank<2>, Wide = Rank<2>>`, and [`Dyn`] if either is.
#[diagnostic::on_unimplemented(
    message = "arrays of {Self} and of {E} broadcast to a rank that is not known here",
    label = "the rank of the result is not known",
    note = "code for every rank needs a bound: `where Rank<A>: BroadcastWith<Rank<B>>`"
)]
pub trait BroadcastWith<E> {
    /// The dims of the result.
    type Wide: Ranked;
}

/// The dims of what a mask of dims M selects: `Rank<3>: SelectBy<Rank<2>, Selected = Rank<2>>`, and
/// [`Dyn`] if either is.
#[diagnostic::on_unimplemented(
    message = "a mask of {M} selects from arrays of as many axes or more, not from one of {Self}",
    label = "the mask has more axes than the array",
    note = "a mask has the shape of the array, or of its first axes"
)]
pub trait SelectBy<M> {
    /// The dims of the result: one axis in place of those of the mask.
    type Selected: Ranked;
}

/// The dims of what indices of dims K take of an axis: `Rank<2>: TakeBy<Rank<2>, Taken = Rank<3>>`,
/// and [`Dyn`] if either is.
#[diagnostic::on_unimplemented(
    message = "indices of {K} for an axis of an array of {Self} give a rank above 12, or there is \
        no axis",
    label = "the rank of the result is not known",
    note = "arrays of any rank are made by `into_dyn()`"
)]
pub trait TakeBy<K> {
    /// The dims of the result: the axes of the indices in place of one.
    type Taken: Ranked;
}

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

/// An index tuple, or a shape, of a rank that is known at run time: a `[usize]` that is owned,
/// without a heap up to rank 8.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DynIndex(SmallVec<[usize; 8]>);

impl DynIndex {
    #[inline]
    pub(super) fn of(list: &[usize]) -> Self {
        Self(SmallVec::from_slice(list))
    }
}

impl Clone for DynIndex {
    #[inline]
    fn clone(&self) -> Self {
        Self::of(&self.0)
    }
}

impl Deref for DynIndex {
    type Target = [usize];

    #[inline]
    fn deref(&self) -> &[usize] {
        &self.0
    }
}

impl AsRef<[usize]> for DynIndex {
    #[inline]
    fn as_ref(&self) -> &[usize] {
        self
    }
}

impl AsMut<[usize]> for DynIndex {
    #[inline]
    fn as_mut(&mut self) -> &mut [usize] {
        &mut self.0
    }
}

impl<const R: usize> PartialEq<[usize; R]> for DynIndex {
    fn eq(&self, other: &[usize; R]) -> bool {
        self.0[..] == other[..]
    }
}

impl fmt::Debug for DynIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// `Rank<R>: SubRank<R, C, Output = Rank<R - C>>`: rank R has C axes to take, and R is at most 12.
///
/// The rank is a parameter of the trait too, so that the compiler's message can name it.
#[diagnostic::on_unimplemented(
    message = "this spec takes {C} axes, the tensor has rank {R}",
    label = "each index, range and list takes an axis",
    note = "code for every rank needs a bound: `where SpecType![_, ..]: Slices<Rank<R>>` for \
        `s![0, ..]`, `SpecType![_]` for `s![0]`"
)]
pub trait SubRank<const R: usize, const C: usize> {
    /// Rank R - C.
    type Output;
}

/// `Rank<M>: AddRank<M, P, Output = Rank<M + P>>`: M axes and P more are at most 12.
#[diagnostic::on_unimplemented(
    message = "this spec gives {P} axes besides the {M} it leaves whole: a typed rank is at most \
        12",
    label = "the result would have a rank above 12",
    note = "arrays of any rank are made by `into_dyn()`"
)]
pub trait AddRank<const M: usize, const P: usize> {
    /// Rank M + P.
    type Output;
}

/// For each rank that the compiler calculates with, and each number of its axes.
macro_rules! result_axes {
    (ranks [$($more:tt)*] [$($rest:tt)*]) => {};
    (ranks [$($more:tt)*] [$($rest:tt)*] $rank:tt $($next:tt)*) => {
        result_axes!(rank $rank [$($more)* $rank] [$rank $($rest)*]);
        result_axes!(ranks [$($more)* $rank] [$rank $($rest)*] $($next)*);
    };
    (rank $rank:tt [$($more:tt)+] [$($rest:tt)+]) => { $(
        result_axes!(wide $rank $more $rest);
        result_axes!(select $rank $more $rest);
        result_axes!(take $rank $more $rest);
        result_axes!([] SubRank<$rank, $more>, Rank<$rank>, Output = Rank<$rest>);
        result_axes!([] AddRank<$rest, $more>, Rank<$rest>, Output = Rank<$rank>);
    )+ };
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

result_axes!(ranks [] [] 0 1 2 3 4 5 6 7 8 9 10 11 12);
result_axes!([const R: usize] BroadcastWith<Self>, Rank<R>, Wide = Self);
result_axes!([const R: usize] BroadcastWith<Dyn>, Rank<R>, Wide = Dyn);
result_axes!([const R: usize] BroadcastWith<Rank<R>>, Dyn, Wide = Self);
result_axes!([] BroadcastWith<Self>, Dyn, Wide = Self);
result_axes!([const R: usize] SelectBy<Rank<R>>, Rank<R>, Selected = Rank<1>);
result_axes!([const R: usize] SelectBy<Dyn>, Rank<R>, Selected = Dyn);
result_axes!([D: Dims] SelectBy<D>, Dyn, Selected = Dyn);
result_axes!([const R: usize] TakeBy<Rank<1>>, Rank<R>, Taken = Rank<R>);
result_axes!([const R: usize] TakeBy<Dyn>, Rank<R>, Taken = Dyn);
result_axes!([D: Dims] TakeBy<D>, Dyn, Taken = Dyn);

// Decoys, which no spec reaches. If only one impl of `SubRank<0, _>` or `AddRank<12, _>` existed,
// inference would choose it, and if none of `AddRank<_, 13>` did, the compiler would report it
// beside a difference that does not exist. Their ranks are literals: editors do not evaluate other
// constants here, and would take them for any rank.
result_axes!([] SubRank<0, 1000000>, Rank<0>, Output = Rank<1000000>);
result_axes!([] AddRank<12, 1000000>, Rank<12>, Output = Rank<1000000>);
result_axes!([const P: usize] AddRank<1000000, P>, Rank<1000000>, Output = Rank<1000000>);
result_axes!([const P: usize] AddRank<1000001, P>, Rank<1000001>, Output = Rank<1000000>);
