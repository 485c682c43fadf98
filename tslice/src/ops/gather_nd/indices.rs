//! The typed form of GatherNd: depth and rank of the indices are types.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::error::GatherNdError;
use super::options::{BadIndices, GatherOptions};
use super::slices::Gather;
use crate::array::{Array, Integer, Owned, Read};
use crate::error::{ShapeError, or_panic};
use crate::layout::Dims;
use crate::rank::{Difference, Dyn, Rank, Sum};

/// Index tuples of N numbers under K axes: nested arrays of integers (`[[0, 1], [1, 0]]` has K = 1 and N = 2), slices and
/// vectors of tuples, or arrays of rank K with tuples as elements.
///
/// `&[2, 0]` is one tuple of two numbers, which selects one element of a matrix. Two rows are `&[[2], [0]]`, or
/// [`take(0, &[2, 0])`](Array::take).
pub trait GatherIndices<const K: usize, const N: usize>: sealed::Sealed<K, N> {
    /// The type of the numbers.
    type Index: Integer;

    /// The lengths of the K axes.
    fn outer(&self) -> [usize; K];

    /// All numbers, tuple after tuple.
    ///
    /// # Errors
    ///
    /// If the tuples do not follow each other, and a copy of them does not fit in memory.
    fn tuples(&self) -> Result<Cow<'_, [Self::Index]>, ShapeError>;
}

mod sealed {
    pub trait Sealed<const K: usize, const N: usize> {}
}

/// Lists whose tuples follow each other: the lengths of their axes, and all numbers.
macro_rules! lists {
    ($([$($outer:ident),*] $k:literal $list:ty, |$it:ident| $lengths:expr, $flat:expr;)+) => {$(
        impl<I: Integer, const N: usize, $(const $outer: usize),*> sealed::Sealed<$k, N> for $list {}

        impl<I: Integer, const N: usize, $(const $outer: usize),*> GatherIndices<$k, N> for $list {
            type Index = I;

            fn outer(&self) -> [usize; $k] {
                let $it = self;
                let _ = $it;
                $lengths
            }

            fn tuples(&self) -> Result<Cow<'_, [I]>, ShapeError> {
                let $it = self;
                Ok(Cow::Borrowed($flat))
            }
        }
    )+};
}

lists! {
    [] 0 [I; N], |tuple| [], tuple;
    [A] 1 [[I; N]; A], |list| [A], list.as_flattened();
    [A, B] 2 [[[I; N]; B]; A], |lists| [A, B], lists.as_flattened().as_flattened();
    [A, B, C] 3 [[[[I; N]; C]; B]; A], |lists| [A, B, C], lists.as_flattened().as_flattened().as_flattened();
    [] 1 [[I; N]], |list| [list.len()], list.as_flattened();
    [] 1 Vec<[I; N]>, |list| [list.len()], list.as_flattened();
}

impl<S: Read<Elem = [I; N]>, I: Integer, const K: usize, const N: usize> sealed::Sealed<K, N>
    for Array<S, Rank<K>>
{
}

impl<S: Read<Elem = [I; N]>, I: Integer, const K: usize, const N: usize> GatherIndices<K, N>
    for Array<S, Rank<K>>
{
    type Index = I;

    fn outer(&self) -> [usize; K] {
        *self.shape()
    }

    fn tuples(&self) -> Result<Cow<'_, [I]>, ShapeError> {
        match self.view().as_slice() {
            Some(tuples) => Ok(Cow::Borrowed(tuples.as_flattened())),
            None => Ok(Cow::Owned(self.try_to_vec()?.into_flattened())),
        }
    }
}

/// Dims of arrays that indices of K axes and depth N fit: `Rank<R>: Gathers<K, N, Output = Rank<K + R - N>>`.
#[diagnostic::on_unimplemented(
    message = "these indices have {K} axes and depth {N}, the tensor has {Self}",
    label = "an index tuple has at most one number for each axis, and the result at most 12 axes: {K} of the indices and the others"
)]
pub trait Gathers<const K: usize, const N: usize>: Dims {
    /// The dims of the result.
    type Output: Dims;
}

#[diagnostic::do_not_recommend]
impl<const R: usize, const K: usize, const N: usize, const M: usize, const O: usize> Gathers<K, N> for Rank<R>
where
    Self: Difference<R, N, Output = Rank<M>>,
    Rank<M>: Sum<M, K, Output = Rank<O>>,
{
    type Output = Rank<O>;
}

#[diagnostic::do_not_recommend]
impl<const K: usize, const N: usize> Gathers<K, N> for Dyn {
    type Output = Dyn;
}

impl<T: Clone> Gather<'_, '_, T> {
    /// The result for typed indices: their axes, and then those of one slice.
    pub(super) fn array<X, const K: usize, const N: usize, O: Dims>(
        &self,
        indices: &X,
    ) -> Result<Array<Owned<T>, O>, GatherNdError>
    where
        X: GatherIndices<K, N> + ?Sized,
    {
        let outer = indices.outer();
        let data = self.copy(|| indices.tuples(), &outer)?;
        Ok(Array::from_parts(&self.shape(&outer), data))
    }
}

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: Clone,
{
    /// Gathers slices by index tuples, as TensorFlow's GatherNd does: `t.gather_nd(&[[0, 1], [1, 0]])`.
    ///
    /// Indices of K axes and depth N, for an array of rank R, give rank K + R - N. The shape is the K lengths of the indices,
    /// then the last R - N lengths of the array. N above R is a compile error. For batch axes, see
    /// [`gather_nd_batched`](Self::gather_nd_batched). The raw operation is [`ops::gather_nd`](crate::ops::gather_nd()).
    ///
    /// # Panics
    ///
    /// If [`try_gather_nd`](Self::try_gather_nd) returns an error, or memory runs out.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{Tensor, View};
    ///
    /// let t = View::<_, 2>::from(&[["a", "b"], ["c", "d"]]);
    /// let elements: Tensor<&str, 1> = t.gather_nd(&[[0, 1], [1, 0]]);
    /// assert_eq!(elements, ["b", "c"]);
    ///
    /// let rows: Tensor<&str, 2> = t.gather_nd(&[[1], [0]]);
    /// assert_eq!(rows, [["c", "d"], ["a", "b"]]);
    /// ```
    ///
    /// A list of plain numbers is one tuple: `&[1, 0]` is the element in row 1 and column 0, and not rows 1 and 0. Those are
    /// [`take`](Self::take)n by numbers:
    ///
    /// ```
    /// let t = tslice::View::<_, 2>::from(&[["a", "b"], ["c", "d"]]);
    /// let element: tslice::Tensor<&str, 0> = t.gather_nd(&[1, 0]);
    /// assert_eq!(element[[]], "c");
    /// assert_eq!(t.take(0, &[1, 0]), [["c", "d"], ["a", "b"]]);
    /// ```
    ///
    /// ```compile_fail
    /// let t = tslice::Tensor::<i32, 2>::zeros([2, 2]);
    /// let _ = t.gather_nd(&[[0, 1, 0]]); // these indices have 1 axes and depth 3, the tensor has Rank<2>
    /// ```
    #[must_use]
    #[track_caller]
    pub fn gather_nd<X, const K: usize, const N: usize, O: Dims>(
        &self,
        indices: &X,
    ) -> Array<Owned<S::Elem>, O>
    where
        X: GatherIndices<K, N> + ?Sized,
        D: Gathers<K, N, Output = O>,
    {
        or_panic(self.try_gather_nd(indices))
    }

    /// As [`gather_nd`](Self::gather_nd), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If an index is negative or otherwise out of bounds, a slice of an array without elements is selected, or the result does
    /// not fit in memory; if the rank is known at run time only, also if N is above it.
    pub fn try_gather_nd<X, const K: usize, const N: usize, O: Dims>(
        &self,
        indices: &X,
    ) -> Result<Array<Owned<S::Elem>, O>, GatherNdError>
    where
        X: GatherIndices<K, N> + ?Sized,
        D: Gathers<K, N, Output = O>,
    {
        Gather::new(&self.view().into_dyn(), 0, N)?.array(indices)
    }

    /// As [`gather_nd`](Self::gather_nd), but writes into the caller's buffer, in row-major order.
    ///
    /// # Panics
    ///
    /// If [`try_gather_nd_into`](Self::try_gather_nd_into) returns an error.
    #[track_caller]
    pub fn gather_nd_into<X, const K: usize, const N: usize, O: Dims>(
        &self,
        indices: &X,
        target: &mut [S::Elem],
    ) where
        X: GatherIndices<K, N> + ?Sized,
        D: Gathers<K, N, Output = O>,
    {
        or_panic(self.try_gather_nd_into(indices, target));
    }

    /// As [`gather_nd_into`](Self::gather_nd_into), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If [`try_gather_nd`](Self::try_gather_nd) would return an error, or `target` has another length than the result. On
    /// error `target` is unchanged.
    pub fn try_gather_nd_into<X, const K: usize, const N: usize, O: Dims>(
        &self,
        indices: &X,
        target: &mut [S::Elem],
    ) -> Result<(), GatherNdError>
    where
        X: GatherIndices<K, N> + ?Sized,
        D: Gathers<K, N, Output = O>,
    {
        Gather::new(&self.view().into_dyn(), 0, N)?.copy_into(|| indices.tuples(), &indices.outer(), target)
    }

    /// As [`gather_nd`](Self::gather_nd), but with a policy for bad index tuples and a choice of what negative indices mean.
    ///
    /// # Panics
    ///
    /// If [`try_gather_nd_with`](Self::try_gather_nd_with) returns an error, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn gather_nd_with<X, const K: usize, const N: usize, O: Dims>(
        &self,
        indices: &X,
        options: GatherOptions,
    ) -> Array<Owned<S::Elem>, O>
    where
        S::Elem: Default,
        X: GatherIndices<K, N> + ?Sized,
        D: Gathers<K, N, Output = O>,
    {
        or_panic(self.try_gather_nd_with(indices, options))
    }

    /// As [`gather_nd_with`](Self::gather_nd_with), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If [`try_gather_nd`](Self::try_gather_nd) would return an error; an index that the options allow is none.
    pub fn try_gather_nd_with<X, const K: usize, const N: usize, O: Dims>(
        &self,
        indices: &X,
        options: GatherOptions,
    ) -> Result<Array<Owned<S::Elem>, O>, GatherNdError>
    where
        S::Elem: Default,
        X: GatherIndices<K, N> + ?Sized,
        D: Gathers<K, N, Output = O>,
    {
        let fill = (options.bad_indices == BadIndices::Ignore).then(S::Elem::default);
        let negative_from_end = options.negative_from_end;
        Gather { negative_from_end, fill, ..Gather::new(&self.view().into_dyn(), 0, N)? }.array(indices)
    }
}
