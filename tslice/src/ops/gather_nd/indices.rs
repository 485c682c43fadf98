//! The typed form of GatherNd: depth and rank of the indices are types.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::error::GatherNdError;
use super::options::{BadIndices, GatherOptions};
use super::slices::Gather;
use crate::rank::{Difference, Rank, Sum, Table};
use crate::raw::Integer;
use crate::view::{Tensor, View, ViewMut};

/// Index tuples of N numbers under K axes: nested arrays of integers (`[[0, 1], [1, 0]]` has K = 1 and N = 2), slices and
/// vectors of tuples, or views and tensors of rank K with tuples as elements.
pub trait GatherIndices<const K: usize, const N: usize> {
    /// The type of the numbers.
    type Index: Integer;

    /// The lengths of the K axes.
    fn outer(&self) -> [usize; K];

    /// All numbers, tuple after tuple.
    fn tuples(&self) -> Cow<'_, [Self::Index]>;
}

macro_rules! nested {
    ($([$($outer:ident),*] $k:literal $array:ty, |$it:ident| $flat:expr;)+) => {$(
        impl<I: Integer, const N: usize, $(const $outer: usize),*> GatherIndices<$k, N> for $array {
            type Index = I;

            fn outer(&self) -> [usize; $k] {
                [$($outer),*]
            }

            fn tuples(&self) -> Cow<'_, [I]> {
                let $it = self;
                Cow::Borrowed($flat)
            }
        }
    )+};
}

nested! {
    [] 0 [I; N], |tuple| tuple;
    [A] 1 [[I; N]; A], |list| list.as_flattened();
    [A, B] 2 [[[I; N]; B]; A], |lists| lists.as_flattened().as_flattened();
    [A, B, C] 3 [[[[I; N]; C]; B]; A], |lists| lists.as_flattened().as_flattened().as_flattened();
}

impl<I: Integer, const N: usize> GatherIndices<1, N> for [[I; N]] {
    type Index = I;

    fn outer(&self) -> [usize; 1] {
        [self.len()]
    }

    fn tuples(&self) -> Cow<'_, [I]> {
        Cow::Borrowed(self.as_flattened())
    }
}

impl<I: Integer, const N: usize> GatherIndices<1, N> for Vec<[I; N]> {
    type Index = I;

    fn outer(&self) -> [usize; 1] {
        [self.len()]
    }

    fn tuples(&self) -> Cow<'_, [I]> {
        Cow::Borrowed(self.as_flattened())
    }
}

macro_rules! tensors {
    ($($type:ty),+) => {$(
        impl<I: Integer, const K: usize, const N: usize> GatherIndices<K, N> for $type {
            type Index = I;

            fn outer(&self) -> [usize; K] {
                *self.shape()
            }

            fn tuples(&self) -> Cow<'_, [I]> {
                match self.as_slice() {
                    Some(tuples) => Cow::Borrowed(tuples.as_flattened()),
                    None => Cow::Owned(self.iter().flatten().copied().collect()),
                }
            }
        }
    )+};
}

tensors! { View<'_, [I; N], K>, ViewMut<'_, [I; N], K>, Tensor<[I; N], K> }

/// `Rank<R>: Gathers<K, N, Output = Rank<K + R - N>>`: indices of K axes and depth N fit a tensor of rank R.
pub trait Gathers<const K: usize, const N: usize> {
    /// The rank of the result.
    type Output;
}

/// A table behind [`Gathers`]; a trait of its own so that the compiler's message can name both numbers.
#[diagnostic::on_unimplemented(
    message = "these indices have depth {N}, the tensor has rank {R}",
    label = "index tuples of {N} numbers for a tensor of rank {R}",
    note = "each index tuple has at most one number for each axis"
)]
pub trait Depth<const R: usize, const N: usize> {
    /// Rank R - N.
    type Output;
}

/// The other table behind [`Gathers`].
#[diagnostic::on_unimplemented(
    message = "these indices have {K} axes and leave {M} of the tensor: a typed rank is at most 12",
    label = "the result would have a rank above 12",
    note = "`ops::gather_nd` takes tensors of any rank"
)]
pub trait Gathered<const K: usize, const M: usize> {
    /// Rank K + M.
    type Output;
}

#[diagnostic::do_not_recommend]
impl<const R: usize, const N: usize, const M: usize> Depth<R, N> for Table
where
    Self: Difference<R, N, Output = Rank<M>>,
{
    type Output = Rank<M>;
}

#[diagnostic::do_not_recommend]
impl<const K: usize, const M: usize, const O: usize> Gathered<K, M> for Table
where
    Self: Sum<M, K, Output = Rank<O>>,
{
    type Output = Rank<O>;
}

impl<const R: usize, const K: usize, const N: usize, const M: usize, const O: usize> Gathers<K, N> for Rank<R>
where
    Table: Depth<R, N, Output = Rank<M>> + Gathered<K, M, Output = Rank<O>>,
{
    type Output = Rank<O>;
}

impl<T: Clone> Gather<'_, '_, T> {
    /// The typed result, whose rank is that of the indices' axes and one slice.
    pub(super) fn tensor<X, const K: usize, const N: usize, const O: usize>(
        &self,
        indices: &X,
    ) -> Result<Tensor<T, O>, GatherNdError>
    where
        X: GatherIndices<K, N> + ?Sized,
    {
        Ok(self.typed(indices, self.copy(&indices.tuples(), &indices.outer())?))
    }

    /// The elements of a result under its shape.
    pub(super) fn typed<X, const K: usize, const N: usize, const O: usize>(
        &self,
        indices: &X,
        data: Vec<T>,
    ) -> Tensor<T, O>
    where
        X: GatherIndices<K, N> + ?Sized,
    {
        let mut shape = [0; O];
        let outer = indices.outer();
        let lengths = outer.iter().chain(self.slice_shape());
        shape.iter_mut().zip(lengths).for_each(|(to, from)| *to = *from);
        Tensor::from_parts(shape, data)
    }
}

macro_rules! gather_nd {
    ($($type:ty),+) => {$(
        impl<T: Clone, const R: usize> $type {
            /// Gathers slices by index tuples: `t.gather_nd(&[[0, 1], [1, 0]])`, as TensorFlow's GatherNd.
            ///
            /// Indices of K axes and depth N, for a tensor of rank R, give rank K + R - N and the indices' K lengths, then
            /// the last R - N of the tensor. N above R is a compile error. Batch axes are walked by
            /// [`gather_nd_batched`](Self::gather_nd_batched). The raw operation is [`ops::gather_nd`](crate::ops::gather_nd()).
            ///
            /// # Panics
            ///
            /// Where [`try_gather_nd`](Self::try_gather_nd) returns an error.
            ///
            /// # Examples
            ///
            /// ```
            /// use tslice::{Tensor, View};
            ///
            /// let t = View::<_, 2>::from(&[["a", "b"], ["c", "d"]]);
            /// let elements: Tensor<&str, 1> = t.gather_nd(&[[0, 1], [1, 0]]);
            /// assert_eq!(elements.to_vec(), ["b", "c"]);
            ///
            /// let rows: Tensor<&str, 2> = t.gather_nd(&[[1], [0]]);
            /// assert_eq!(rows.to_vec(), ["c", "d", "a", "b"]);
            /// ```
            ///
            /// ```compile_fail
            /// let t = tslice::Tensor::<i32, 2>::zeros([2, 2]);
            /// let _ = t.gather_nd(&[[0, 1, 0]]); // these indices have depth 3, the tensor has rank 2
            /// ```
            #[must_use]
            #[track_caller]
            pub fn gather_nd<X, const K: usize, const N: usize, const O: usize>(&self, indices: &X) -> Tensor<T, O>
            where
                X: GatherIndices<K, N> + ?Sized,
                Rank<R>: Gathers<K, N, Output = Rank<O>>,
            {
                match self.try_gather_nd(indices) {
                    Ok(gathered) => gathered,
                    Err(error) => crate::error::fail(&error),
                }
            }

            /// As [`gather_nd`](Self::gather_nd).
            ///
            /// # Errors
            ///
            /// When an index is out of bounds, negative ones included; something is asked of a tensor without elements; or
            /// the result does not fit in memory.
            pub fn try_gather_nd<X, const K: usize, const N: usize, const O: usize>(
                &self,
                indices: &X,
            ) -> Result<Tensor<T, O>, GatherNdError>
            where
                X: GatherIndices<K, N> + ?Sized,
                Rank<R>: Gathers<K, N, Output = Rank<O>>,
            {
                let params = &self.view().into_dyn();
                Gather { params, batch: 0, depth: N, negative_from_end: false, fill: None }.tensor(indices)
            }

            /// As [`try_gather_nd`](Self::try_gather_nd), into the caller's buffer, row-major.
            ///
            /// # Errors
            ///
            /// As [`try_gather_nd`](Self::try_gather_nd), or when `target` has not the length of the result. The buffer
            /// keeps what it has then.
            pub fn gather_nd_into<X, const K: usize, const N: usize, const O: usize>(
                &self,
                indices: &X,
                target: &mut [T],
            ) -> Result<(), GatherNdError>
            where
                X: GatherIndices<K, N> + ?Sized,
                Rank<R>: Gathers<K, N, Output = Rank<O>>,
            {
                let params = &self.view().into_dyn();
                let gather = Gather { params, batch: 0, depth: N, negative_from_end: false, fill: None };
                gather.copy_into(&indices.tuples(), &indices.outer(), target)
            }

            /// As [`try_gather_nd`](Self::try_gather_nd), with a policy for bad index tuples and a meaning for negative
            /// indices.
            ///
            /// # Errors
            ///
            /// As [`try_gather_nd`](Self::try_gather_nd), where the options leave an index out of bounds.
            pub fn gather_nd_with<X, const K: usize, const N: usize, const O: usize>(
                &self,
                indices: &X,
                options: GatherOptions,
            ) -> Result<Tensor<T, O>, GatherNdError>
            where
                T: Default,
                X: GatherIndices<K, N> + ?Sized,
                Rank<R>: Gathers<K, N, Output = Rank<O>>,
            {
                let fill = (options.bad_indices == BadIndices::Ignore).then(T::default);
                let (params, negative_from_end) = (&self.view().into_dyn(), options.negative_from_end);
                Gather { params, batch: 0, depth: N, negative_from_end, fill }.tensor(indices)
            }
        }
    )+};
}

gather_nd! { View<'_, T, R>, ViewMut<'_, T, R>, Tensor<T, R> }
