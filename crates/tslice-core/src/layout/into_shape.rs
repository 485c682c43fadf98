//! Shapes and index tuples as arguments.

use alloc::boxed::Box;
use alloc::vec::Vec;

use num_traits::PrimInt;
use smallvec::SmallVec;

use super::{Dims, DynIndex, StaticShape};
use crate::layout::{Dyn, Rank, SubRank, each_tuple};

/// The dims of an array that has the rank of the shape, whatever that is.
#[derive(Clone, Copy, Debug)]
pub struct AnyRank;

/// A shape as an argument: `[2, 3]`, `(2, 3)` for up to six axes, `6` for one axis, or a reference
/// to an array, a slice or a vector of lengths, all of type `usize`.
///
/// An `IntoShape<D>` is a shape of an array of dims D, and an `IntoShape` alone one that decides on
/// the dims: those of `[usize; R]` and of a tuple of R lengths are `Rank<R>`, those of a slice or a
/// vector are [`Dyn`]. Numbers of an `IntoShape<D, i64>` may be of any integer type, and below 0: a
/// length of -1 is one that [`reshape`](crate::Array::reshape) finds, and an axis below 0 counts
/// from the end.
///
/// ```
/// use tslice::{DynTensor, Tensor};
///
/// let t: Tensor<f32, 2> = Tensor::zeros((2, 3));
/// assert_eq!(t, Tensor::zeros([2, 3]));
/// assert_eq!(t, DynTensor::zeros(&vec![2, 3]));
/// assert_eq!(Tensor::full(t.shape(), 1).reshape((3, 2)).shape(), &[3, 2]);
/// assert_eq!(Tensor::full(3, 'x'), ['x'; 3]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape of an array of {D}",
    label = "not a shape of this rank",
    note = "a shape has a `usize` for each axis: `[2, 3]`, `(2, 3)` for up to six axes, or `6` for \
        one axis; that of an array is `a.shape()`",
    note = "an order of axes is written in the same way: `[1, 0, 2]`",
    note = "a `Tensor` takes its rank from the shape, as in `Tensor::zeros((2, 3))`, which \
            `Array::zeros` does not, and a `DynTensor` that of a slice `&[usize]`, which is known \
            at run time only",
    note = "`reshape` takes every integer type, and -1 for one length"
)]
pub trait IntoShape<D = AnyRank, I = usize>: sealed::Lengths {
    /// The dims of an array of this shape.
    type Dims: Dims;
}

mod sealed {
    use num_traits::PrimInt;

    pub trait Lengths {
        /// The dims that follow from the type.
        type Own: super::Dims;
        /// An index tuple, written as the shape is: `[i, j]`, `(i, j)`, `i`, or a slice.
        type Index<'i>;

        /// An array is returned by value: a loop keeps it in registers.
        fn lengths<Z: Length>(&self) -> impl AsRef<[Z]>;
        /// The positions on axes of a shape, of what is an index tuple.
        fn positions(&self, shape: &[usize]) -> impl AsRef<[usize]>;
        fn index(indices: &[usize]) -> Self::Index<'_>;
    }

    /// What a length is read as.
    pub trait Length: Copy + Default {
        fn of<I: PrimInt>(number: I) -> Self;
    }

    /// Lengths that are taken where numbers may be of type I: all as `i64`, and those of type
    /// `usize`.
    pub trait Of<I>: Lengths {}
    impl<X: Lengths + ?Sized> Of<i64> for X {}

    /// A number, or a list of `usize`.
    pub trait Flat: Lengths {}

    /// A primitive integer.
    pub trait Number: PrimInt + Lengths {
        /// The positions on axes of a shape.
        #[inline(always)]
        fn positions<const R: usize>(numbers: &[Self; R], shape: &[usize]) -> [usize; R] {
            // Where the rank is another, no position is read.
            let mut positions = [usize::MAX; R];
            for ((to, from), len) in positions.iter_mut().zip(numbers).zip(shape) {
                *to = super::position(*from, *len);
            }
            positions
        }
    }

    /// A primitive integer of another type than `usize`.
    pub trait Converted: PrimInt + Lengths {}
}

use sealed::{Converted, Flat, Length, Lengths, Number, Of};

const ONE_EACH: &str = "an index for each axis";

/// The position on an axis: a number below 0 counts from the end. No axis has the position of a
/// number that is outside.
#[inline(always)]
fn position<I: PrimInt>(number: I, len: usize) -> usize {
    if number >= I::zero() {
        number.to_usize().unwrap_or(usize::MAX)
    } else {
        let from_end = number.to_isize().unwrap_or(isize::MIN);
        len.wrapping_add_signed(from_end)
    }
}

/// An index tuple between brackets: `[1, 0]`, `(1, 0)` for up to six axes, `1` for one axis, and a
/// slice or a vector of `usize` if the rank is known at run time only. The numbers of the first
/// three may be of any integer type, and below 0: they count from the end.
///
/// ```
/// let t = tslice::tensor![[1, 2], [3, 4]];
/// assert_eq!((t[[0, -1]], t[(-1, 0)], t.row(0)[-1]), (2, 3, 2));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an index of an array of {D}: an element is `a[[1, -1]]`, with a \
        number for each axis, a part `a.slice(s![1])`",
    label = "not an index of this rank",
    note = "`a[(1, -1)]` is for up to six axes, `v[-1]` for one axis",
    note = "a part is `a.slice(s![1])` or `a.slice(s![1:, 0])`, and `a.rows()` or `a.axis_iter(0)` \
            iterates over the parts, such as the windows of `v.windows(3)`",
    note = "a list or a mask selects by `a.pick(s![&rows])`, and a mask of all axes or the first \
            ones by `a.select(&mask)`",
    note = "an array of indices, such as the labels of a palette, takes from an axis by \
            `a.take(0, &labels)`"
)]
pub trait IntoIndex<D>: Lengths {}

// The dims or the type of each impl say whether a literal fits: where a bound says so, as one impl
// for all types does, rustc leaves the type of the literal open.
#[diagnostic::do_not_recommend]
impl<X: Flat<Own = Rank<1>>> IntoIndex<Rank<1>> for X {}

#[diagnostic::do_not_recommend]
impl<X: Flat<Own = Rank<1>>, A> IntoIndex<(A,)> for X {}

#[diagnostic::do_not_recommend]
impl<X: Flat + ?Sized> IntoIndex<Dyn> for X {}

#[diagnostic::do_not_recommend]
impl<D, X, const R: usize> IntoIndex<D> for &[X; R] where [X; R]: IntoIndex<D> {}

#[diagnostic::do_not_recommend]
impl<D, const R: usize> IntoIndex<D> for [usize; R] where Self: IntoShape<D, i64> {}

// Arrays without numbers are left out: the compiler infers the type of `[]`.
#[diagnostic::do_not_recommend]
impl<D, I: Converted, const R: usize> IntoIndex<D> for [I; R]
where
    Self: IntoShape<D, i64>,
    Rank<R>: SubRank<R, 1>,
{
}

/// Writes [`IntoShape`] for lengths that fit some dims.
macro_rules! shapes {
    ($([$($parameter:tt)*] $($own:path)?, $dims:ty, $of:ty;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<X, I, $($parameter)*> IntoShape<$dims, I> for X
        where
            X: Lengths$(<Own = $own>)? + Of<I> + ?Sized,
        {
            type Dims = $of;
        }
    )+};
}

shapes! {
    [] , AnyRank, X::Own;
    [] , Dyn, Dyn;
    [const R: usize] Rank<R>, Rank<R>, Rank<R>;
    [D: StaticShape<Ranked = Rank<R>>, const R: usize] Rank<R>, D, D;
}

/// A number that is below 0 becomes `usize::MAX`.
impl Length for usize {
    #[inline(always)]
    fn of<I: PrimInt>(number: I) -> Self {
        number.to_usize().unwrap_or(Self::MAX)
    }
}

/// A number beyond `i64` becomes the nearest one.
impl Length for i64 {
    fn of<I: PrimInt>(number: I) -> Self {
        number.to_i64().unwrap_or(if number < I::zero() {
            Self::MIN
        } else {
            Self::MAX
        })
    }
}

/// A number beyond `i128` becomes the largest one.
impl Length for i128 {
    fn of<I: PrimInt>(number: I) -> Self {
        number.to_i128().unwrap_or(Self::MAX)
    }
}

impl<X: Of<usize> + ?Sized> Of<usize> for &X {}

impl<X: Lengths + ?Sized> Lengths for &X {
    type Own = X::Own;
    type Index<'i> = X::Index<'i>;

    #[inline(always)]
    fn lengths<Z: Length>(&self) -> impl AsRef<[Z]> {
        (**self).lengths()
    }

    #[inline(always)]
    fn positions(&self, shape: &[usize]) -> impl AsRef<[usize]> {
        (**self).positions(shape)
    }

    #[inline(always)]
    fn index(indices: &[usize]) -> X::Index<'_> {
        X::index(indices)
    }
}

impl<const R: usize> Of<usize> for [usize; R] {}

impl<I: Number, const R: usize> Lengths for [I; R] {
    type Own = Rank<R>;
    type Index<'i> = [usize; R];

    #[inline(always)]
    fn lengths<Z: Length>(&self) -> impl AsRef<[Z]> {
        // A `map` takes many times the room of a long array where the compiler does not optimize.
        let mut lengths = [Z::default(); R];
        lengths
            .iter_mut()
            .zip(self)
            .for_each(|(to, from)| *to = Z::of(*from));
        lengths
    }

    #[inline(always)]
    fn positions(&self, shape: &[usize]) -> impl AsRef<[usize]> {
        <I as Number>::positions(self, shape)
    }

    #[inline(always)]
    fn index(indices: &[usize]) -> [usize; R] {
        indices.try_into().expect(ONE_EACH)
    }
}

impl Of<usize> for usize {}

impl<I: Converted> Number for I {}

impl Number for usize {
    /// They are not converted: that would stay in loops over elements.
    #[inline(always)]
    fn positions<const R: usize>(numbers: &[Self; R], _: &[usize]) -> [Self; R] {
        *numbers
    }
}

macro_rules! converted {
    ($($integer:ty)+) => { $(impl Converted for $integer {})+ };
}

converted! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 }

macro_rules! integers {
    ($($integer:ty)+) => {$(
        impl Flat for $integer {}
        // A loop over a list of indices has references.
        impl Flat for &$integer {}

        impl Lengths for $integer {
            type Own = Rank<1>;
            type Index<'i> = usize;

            #[inline(always)]
            fn lengths<Z: Length>(&self) -> impl AsRef<[Z]> {
                [Z::of(*self)]
            }

            #[inline(always)]
            fn positions(&self, shape: &[usize]) -> impl AsRef<[usize]> {
                [position(*self, shape.first().copied().unwrap_or(0))]
            }

            #[inline(always)]
            fn index(indices: &[usize]) -> usize {
                let [index]: [usize; 1] = indices.try_into().expect(ONE_EACH);
                index
            }
        }
    )+};
}

integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

macro_rules! lists {
    ($($list:ty),+) => {$(
        impl Of<usize> for $list {}

        impl Flat for $list {}
        impl Flat for &$list {}

        impl Lengths for $list {
            type Own = Dyn;
            type Index<'i> = &'i [usize];

            #[inline(always)]
            fn lengths<Z: Length>(&self) -> impl AsRef<[Z]> {
                self.iter().copied().map(Z::of).collect::<SmallVec<[Z; 8]>>()
            }

            #[inline(always)]
            fn positions(&self, _: &[usize]) -> impl AsRef<[usize]> {
                &self[..]
            }

            #[inline(always)]
            fn index(indices: &[usize]) -> &[usize] {
                indices
            }
        }
    )+};
}

lists! { [usize], Vec<usize>, Box<[usize]>, DynIndex }

macro_rules! tuples {
    ($($rank:literal [$($axis:ident)*];)+) => {$(
        impl Of<usize> for ($(tuples!(@ $axis),)*) {}

        #[diagnostic::do_not_recommend]
        impl<Array, $($axis),*> IntoIndex<Array> for ($($axis,)*)
        where
            Self: IntoShape<Array, i64>,
        {
        }

        #[diagnostic::do_not_recommend]
        impl<Array, $($axis),*> IntoIndex<Array> for &($($axis,)*)
        where
            ($($axis,)*): IntoIndex<Array>,
        {
        }

        #[allow(clippy::unused_unit, unused_mut, unused_variables, reason = "the tuple of rank 0")]
        #[allow(non_snake_case, reason = "lengths and indices have the names of their axes")]
        impl<$($axis: PrimInt),*> Lengths for ($($axis,)*) {
            type Own = Rank<$rank>;
            type Index<'i> = ($(tuples!(@ $axis),)*);

            #[inline(always)]
            fn lengths<Z: Length>(&self) -> impl AsRef<[Z]> {
                let ($($axis,)*) = *self;
                [$(Z::of($axis)),*] as [Z; $rank]
            }

            #[inline(always)]
            fn positions(&self, shape: &[usize]) -> impl AsRef<[usize]> {
                let ($($axis,)*) = *self;
                let mut lengths = shape.iter().copied();
                [$(position($axis, lengths.next().unwrap_or(0))),*] as [usize; $rank]
            }

            #[inline(always)]
            fn index(indices: &[usize]) -> Self::Index<'_> {
                let [$($axis),*]: [usize; $rank] = indices.try_into().expect(ONE_EACH);
                ($($axis,)*)
            }
        }
    )+};
    (@ $axis:ident) => { usize };
}

each_tuple!(tuples);
