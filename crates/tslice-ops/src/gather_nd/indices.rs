//! The typed form of GatherNd: depth and rank of the indices are types.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::error::IndicesError;
use super::slices::Gather;
use tslice_core::__ops::{layout, tensor};
use tslice_core::traits::{AddRank, SubRank};
use tslice_core::{Array, Dims, Dyn, Owned, Rank, Read, ShapeError, traits::Integer};

/// Index tuples of N numbers under K axes: nested arrays of integers (`[[0, 1], [1, 0]]` has K = 1
/// and N = 2), slices and vectors of tuples, or arrays of rank K with tuples as elements.
///
/// `&[2, 0]` is one tuple of two numbers, which selects one element of a matrix. Two rows are
/// `&[[2], [0]]`, or [`take(0, &[2, 0])`](tslice_core::Array::take).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of index tuples",
    label = "indices are nested arrays of integers, `&[[0, 1], [1, 0]]`, or arrays, slices and \
        vectors of `[usize; N]`"
)]
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
                // Tuples of no numbers have no size, and may be more than can be counted.
                layout::check_count(&self.outer())?;
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

/// Dims of arrays that indices of K axes and depth N fit:
/// `Rank<R>: Gathers<K, N, Output = Rank<K + R - N>>`.
#[diagnostic::on_unimplemented(
    message = "these indices have {K} axes and depth {N}, the tensor has {Self}",
    label = "an index tuple has at most one number for each axis, and the result at most 12 axes: \
        {K} of the indices and the others"
)]
pub trait Gathers<const K: usize, const N: usize>: Dims {
    /// The dims of the result.
    type Output: Dims;
}

#[diagnostic::do_not_recommend]
impl<const R: usize, const K: usize, const N: usize, const M: usize, const O: usize> Gathers<K, N>
    for Rank<R>
where
    Self: SubRank<R, N, Output = Rank<M>>,
    Rank<M>: AddRank<M, K, Output = Rank<O>>,
{
    type Output = Rank<O>;
}

#[diagnostic::do_not_recommend]
impl<const K: usize, const N: usize> Gathers<K, N> for Dyn {
    type Output = Dyn;
}

impl<T: Clone> Gather<'_, '_, T> {
    /// The result for typed indices: their axes, and then those of one slice.
    pub(crate) fn array<X, const K: usize, const N: usize, O: Dims>(
        &self,
        indices: &X,
    ) -> Result<Array<Owned<T>, O>, IndicesError>
    where
        X: GatherIndices<K, N> + ?Sized,
    {
        let outer = indices.outer();
        let data = self.copy(|| indices.tuples(), &outer)?;
        Ok(tensor(&self.shape(&outer), data))
    }
}
