//! GatherNd and its inverse as methods of arrays: depth and rank are types.

use alloc::vec::Vec;

use tslice_core::{Array, Dims, DynView, Owned, Rank, traits::IntoShape};

use crate::gather_nd::{
    BadIndices, Batches, Gather, GatherIndices, GatherOptions, Gathers, IndicesError,
};
use crate::number::{Number, Reduction};
use crate::operand::{Operand, flat};
use crate::scatter_nd::{Scatter, check_updates};
use tslice_core::__ops::{layout, or_panic, tensor};

/// TensorFlow's GatherNd for every array whose elements can be cloned. The rank of the result is a
/// type.
pub trait GatherNdExt: Operand<Elem: Clone> {
    /// Gathers slices by index tuples, as TensorFlow's GatherNd does:
    /// `t.gather_nd(&[[0, 1], [1, 0]])`.
    ///
    /// Indices of K axes and depth N, for an array of rank R, give rank K + R - N. The shape is the
    /// K lengths of the indices, then the last R - N lengths of the array. N above R is a compile
    /// error. For batch axes, see [`gather_nd_batched`](Self::gather_nd_batched). The raw operation
    /// is [`ops::gather_nd`](crate::gather_nd()).
    ///
    /// # Panics
    ///
    /// If [`try_gather_nd`](Self::try_gather_nd) returns an error, or memory runs out.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{Tensor, View};
    /// use tslice_ops::prelude::*;
    ///
    /// let t = View::<_, 2>::from(&[["a", "b"], ["c", "d"]]);
    /// let elements: Tensor<&str, 1> = t.gather_nd(&[[0, 1], [1, 0]]);
    /// assert_eq!(elements, ["b", "c"]);
    ///
    /// let rows: Tensor<&str, 2> = t.gather_nd(&[[1], [0]]);
    /// assert_eq!(rows, [["c", "d"], ["a", "b"]]);
    /// ```
    ///
    /// A list of plain numbers is one tuple: `&[1, 0]` is the element in row 1 and column 0, and
    /// not rows 1 and 0. Those are [`take`](tslice_core::Array::take)n by numbers:
    ///
    /// ```
    /// use tslice_ops::prelude::*;
    /// let t = tslice::View::<_, 2>::from(&[["a", "b"], ["c", "d"]]);
    /// let element: tslice::Tensor<&str, 0> = t.gather_nd(&[1, 0]);
    /// assert_eq!(element[[]], "c");
    /// assert_eq!(t.take(0, &[1, 0]), [["c", "d"], ["a", "b"]]);
    /// ```
    ///
    /// ```compile_fail
    /// use tslice_ops::prelude::*;
    /// let t = tslice::Tensor::<i32, 2>::zeros([2, 2]);
    /// let _ = t.gather_nd(&[[0, 1, 0]]); // these indices have 1 axes and depth 3, the tensor has Rank<2>
    /// ```
    #[track_caller]
    fn gather_nd<X, const K: usize, const N: usize, O: Dims>(
        &self,
        indices: &X,
    ) -> Array<Owned<Self::Elem>, O>
    where
        X: GatherIndices<K, N> + ?Sized,
        Self::Dims: Gathers<K, N, Output = O>,
    {
        or_panic(self.try_gather_nd(indices))
    }

    /// Works like [`gather_nd`](Self::gather_nd), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If an index is negative or otherwise out of bounds, a slice of an array without elements is
    /// selected, or the result does not fit in memory; if the rank is known at run time only, also
    /// if N is above it.
    fn try_gather_nd<X, const K: usize, const N: usize, O: Dims>(
        &self,
        indices: &X,
    ) -> Result<Array<Owned<Self::Elem>, O>, IndicesError>
    where
        X: GatherIndices<K, N> + ?Sized,
        Self::Dims: Gathers<K, N, Output = O>,
    {
        Gather::new(&self.whole(), 0, N)?.array(indices)
    }

    /// Works like [`gather_nd`](Self::gather_nd), but writes into the caller's buffer, in row-major
    /// order.
    ///
    /// # Panics
    ///
    /// If [`try_gather_nd_into`](Self::try_gather_nd_into) returns an error.
    #[track_caller]
    fn gather_nd_into<X, const K: usize, const N: usize, O: Dims>(
        &self,
        indices: &X,
        target: &mut [Self::Elem],
    ) where
        X: GatherIndices<K, N> + ?Sized,
        Self::Dims: Gathers<K, N, Output = O>,
    {
        or_panic(self.try_gather_nd_into(indices, target));
    }

    /// Works like [`gather_nd_into`](Self::gather_nd_into), but returns an error instead of
    /// panicking.
    ///
    /// # Errors
    ///
    /// If [`try_gather_nd`](Self::try_gather_nd) would return an error, or `target` has another
    /// length than the result. On error `target` is unchanged.
    fn try_gather_nd_into<X, const K: usize, const N: usize, O: Dims>(
        &self,
        indices: &X,
        target: &mut [Self::Elem],
    ) -> Result<(), IndicesError>
    where
        X: GatherIndices<K, N> + ?Sized,
        Self::Dims: Gathers<K, N, Output = O>,
    {
        Gather::new(&self.whole(), 0, N)?.copy_into(|| indices.tuples(), &indices.outer(), target)
    }

    /// Works like [`gather_nd`](Self::gather_nd), but takes a policy for bad index tuples, and a
    /// choice of the rules: TensorFlow's, or those of ONNX and OpenVINO, as
    /// [`ops::gather_nd_with`](crate::gather_nd_with) does.
    ///
    /// # Panics
    ///
    /// If [`try_gather_nd_with`](Self::try_gather_nd_with) returns an error, or memory runs out.
    #[track_caller]
    fn gather_nd_with<X, const K: usize, const N: usize, O: Dims>(
        &self,
        indices: &X,
        options: GatherOptions,
    ) -> Array<Owned<Self::Elem>, O>
    where
        Self::Elem: Default,
        X: GatherIndices<K, N> + ?Sized,
        Self::Dims: Gathers<K, N, Output = O>,
    {
        or_panic(self.try_gather_nd_with(indices, options))
    }

    /// Works like [`gather_nd_with`](Self::gather_nd_with), but returns an error instead of
    /// panicking.
    ///
    /// # Errors
    ///
    /// If [`try_gather_nd`](Self::try_gather_nd) would return an error; an index that the options
    /// allow is none.
    fn try_gather_nd_with<X, const K: usize, const N: usize, O: Dims>(
        &self,
        indices: &X,
        options: GatherOptions,
    ) -> Result<Array<Owned<Self::Elem>, O>, IndicesError>
    where
        Self::Elem: Default,
        X: GatherIndices<K, N> + ?Sized,
        Self::Dims: Gathers<K, N, Output = O>,
    {
        let fill = (options.bad_indices == BadIndices::Ignore).then(Self::Elem::default);
        Gather {
            rules: options.rules(),
            fill,
            ..Gather::new(&self.whole(), 0, N)?
        }
        .array(indices)
    }

    /// Gathers slices batch by batch: the first B axes of the array and of the indices are walked
    /// together, as TensorFlow does with `batch_dims`.
    ///
    /// Indices of K axes, the batch axes among them, and depth N give rank K + R - B - N. The shape
    /// is the K lengths of the indices, then the last R - B - N lengths of the array. Unlike
    /// [`ops::gather_nd`](crate::gather_nd()), this method refuses batch axes that differ.
    ///
    /// # Panics
    ///
    /// If [`try_gather_nd_batched`](Self::try_gather_nd_batched) returns an error, or memory runs
    /// out.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{Rank, Tensor, View};
    /// use tslice_ops::prelude::*;
    ///
    /// let t = View::<_, 2>::from(&[["a", "b"], ["c", "d"]]);
    /// let one_of_each_row: Tensor<&str, 1> = t.gather_nd_batched(Rank::<1>, &[[1], [0]]);
    /// assert_eq!(one_of_each_row, ["b", "c"]);
    /// ```
    #[track_caller]
    fn gather_nd_batched<X, const B: usize, const K: usize, const N: usize, Q, O>(
        &self,
        batch: Rank<B>,
        indices: &X,
    ) -> Array<Owned<Self::Elem>, O>
    where
        X: GatherIndices<K, N> + ?Sized,
        Rank<K>: Batches<B>,
        Self::Dims: Batches<B, Output = Q>,
        Q: Gathers<K, N, Output = O>,
        O: Dims,
    {
        or_panic(self.try_gather_nd_batched(batch, indices))
    }

    /// Works like [`gather_nd_batched`](Self::gather_nd_batched), but returns an error instead of
    /// panicking.
    ///
    /// # Errors
    ///
    /// If the batch axes of array and indices differ, an index is out of bounds, a slice of an
    /// array without elements is selected, or the result does not fit in memory; if the rank is
    /// known at run time only, also if the array has fewer than B + N axes.
    fn try_gather_nd_batched<X, const B: usize, const K: usize, const N: usize, Q, O>(
        &self,
        _: Rank<B>,
        indices: &X,
    ) -> Result<Array<Owned<Self::Elem>, O>, IndicesError>
    where
        X: GatherIndices<K, N> + ?Sized,
        Rank<K>: Batches<B>,
        Self::Dims: Batches<B, Output = Q>,
        Q: Gathers<K, N, Output = O>,
        O: Dims,
    {
        let params = self.whole();
        let gather = Gather::new(&params, B, N)?;
        let (ours, theirs) = (&indices.outer()[..B], &params.shape()[..B]);
        if ours != theirs {
            return Err(IndicesError::BatchShapeMismatch {
                indices: ours.into(),
                params: theirs.into(),
            });
        }
        gather.array(indices)
    }

    /// Works like [`gather_nd`](Self::gather_nd), but runs on the threads of rayon's pool. The
    /// calling thread makes results below half a mebibyte alone.
    ///
    /// # Panics
    ///
    /// If [`try_par_gather_nd`](Self::try_par_gather_nd) returns an error, or memory runs out.
    #[cfg(feature = "rayon")]
    #[track_caller]
    fn par_gather_nd<X, const K: usize, const N: usize, O: Dims>(
        &self,
        indices: &X,
    ) -> Array<Owned<Self::Elem>, O>
    where
        Self::Elem: Send + Sync,
        X: GatherIndices<K, N> + ?Sized,
        Self::Dims: Gathers<K, N, Output = O>,
    {
        or_panic(self.try_par_gather_nd(indices))
    }

    /// Works like [`par_gather_nd`](Self::par_gather_nd), but returns an error instead of
    /// panicking.
    ///
    /// # Errors
    ///
    /// If [`try_gather_nd`](Self::try_gather_nd) would return an error.
    #[cfg(feature = "rayon")]
    fn try_par_gather_nd<X, const K: usize, const N: usize, O: Dims>(
        &self,
        indices: &X,
    ) -> Result<Array<Owned<Self::Elem>, O>, IndicesError>
    where
        Self::Elem: Send + Sync,
        X: GatherIndices<K, N> + ?Sized,
        Self::Dims: Gathers<K, N, Output = O>,
    {
        let (params, outer) = (self.whole(), indices.outer());
        let gather = Gather::new(&params, 0, N)?;
        let data = gather.par_copy(|| indices.tuples(), &outer)?;
        Ok(tslice_core::__ops::tensor(&gather.shape(&outer), data))
    }

    /// Adds these updates to slices of a tensor of zeros: the inverse of
    /// [`gather_nd`](Self::gather_nd).
    ///
    /// Indices of K axes and depth N, for a shape of rank R, need updates of rank K + R - N, which
    /// is checked at compile time. Repeats are added up in row-major order, and integers wrap. One
    /// tuple, and tuples of no numbers, are fine. The raw operation is
    /// [`ops::scatter_nd`](crate::scatter_nd()).
    ///
    /// # Panics
    ///
    /// If [`try_scatter_nd`](Self::try_scatter_nd) returns an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{Tensor, View};
    /// use tslice_ops::prelude::*;
    ///
    /// let updates = View::from(&[1, 2, 3]);
    /// let counts: Tensor<i32, 1> = updates.scatter_nd(&[[4], [1], [4]], [6]);
    /// assert_eq!(counts, [0, 2, 0, 0, 4, 0]);
    /// ```
    #[track_caller]
    fn scatter_nd<X, const K: usize, const N: usize, Z: IntoShape>(
        &self,
        indices: &X,
        shape: Z,
    ) -> Array<Owned<Self::Elem>, Z::Dims>
    where
        Self::Elem: Number,
        X: GatherIndices<K, N> + ?Sized,
        Z::Dims: Gathers<K, N, Output = Self::Dims>,
    {
        or_panic(self.try_scatter_nd(indices, shape))
    }

    /// Works like [`scatter_nd`](Self::scatter_nd), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the updates have other lengths than indices and shape ask for, an index is negative or
    /// otherwise out of bounds, or the result does not fit in memory.
    fn try_scatter_nd<X, const K: usize, const N: usize, Z: IntoShape>(
        &self,
        indices: &X,
        shape: Z,
    ) -> Result<Array<Owned<Self::Elem>, Z::Dims>, IndicesError>
    where
        Self::Elem: Number,
        X: GatherIndices<K, N> + ?Sized,
        Z::Dims: Gathers<K, N, Output = Self::Dims>,
    {
        let shape = shape.lengths();
        let shape = shape.as_ref();
        let zeros = layout::filled(shape, Self::Elem::default())?;
        scattered(shape, zeros, indices, &self.whole(), Reduction::Sum)
    }

    /// Copies the array with slices of it updated by a reduction:
    /// `t.scatter_nd_update(&[[0], [2]], &rows, Reduction::Sum)`.
    ///
    /// The updates have the shape that [`gather_nd`](Self::gather_nd) gives for the same indices,
    /// and their rank is checked at compile time. Repeats are reduced in row-major order; of plain
    /// updates the last one stays. In place, the same is [`pick_mut`](tslice_core::Array::pick_mut)
    /// of a group and `apply`, or
    /// [`ops::scatter_nd_update_assign`](crate::scatter_nd_update_assign).
    ///
    /// # Panics
    ///
    /// If [`try_scatter_nd_update`](Self::try_scatter_nd_update) returns an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{Tensor, View, tensor};
    /// use tslice_ops::{Reduction, prelude::*};
    ///
    /// let t = tensor![[1, 2], [3, 4]];
    /// let added = t.scatter_nd_update(&[[0, 1], [0, 1]], &View::from(&[10, 20]), Reduction::Sum);
    /// assert_eq!(added, [[1, 32], [3, 4]]);
    /// ```
    ///
    /// ```compile_fail
    /// use tslice_ops::{Reduction, prelude::*};
    /// let t = tslice::tensor![[1, 2], [3, 4]];
    /// // One tuple of depth 1 selects a row: the updates need rank 2.
    /// let _ = t.scatter_nd_update(&[[0]], &tslice::tensor![1, 2], Reduction::None);
    /// ```
    #[track_caller]
    fn scatter_nd_update<X, U, const K: usize, const N: usize>(
        &self,
        indices: &X,
        updates: &U,
        reduction: Reduction<Self::Elem>,
    ) -> Array<Owned<Self::Elem>, Self::Dims>
    where
        X: GatherIndices<K, N> + ?Sized,
        U: Operand<Elem = Self::Elem>,
        Self::Dims: Gathers<K, N, Output = U::Dims>,
    {
        or_panic(self.try_scatter_nd_update(indices, updates, reduction))
    }

    /// Works like [`scatter_nd_update`](Self::scatter_nd_update), but returns an error instead of
    /// panicking.
    ///
    /// # Errors
    ///
    /// If the updates have other lengths than the indices ask for, an index is negative or
    /// otherwise out of bounds, or the result does not fit in memory.
    fn try_scatter_nd_update<X, U, const K: usize, const N: usize>(
        &self,
        indices: &X,
        updates: &U,
        reduction: Reduction<Self::Elem>,
    ) -> Result<Array<Owned<Self::Elem>, Self::Dims>, IndicesError>
    where
        X: GatherIndices<K, N> + ?Sized,
        U: Operand<Elem = Self::Elem>,
        Self::Dims: Gathers<K, N, Output = U::Dims>,
    {
        let input = self.whole();
        scattered(
            input.shape(),
            input.try_to_vec()?,
            indices,
            &updates.whole(),
            reduction,
        )
    }
}

/// Writes updates over a row-major target.
fn scattered<T: Clone, X: GatherIndices<K, N> + ?Sized, D: Dims, const K: usize, const N: usize>(
    shape: &[usize],
    mut target: Vec<T>,
    indices: &X,
    updates: &DynView<'_, T>,
    reduction: Reduction<T>,
) -> Result<Array<Owned<T>, D>, IndicesError> {
    let outer = indices.outer();
    check_updates(shape, &outer, N, updates.shape())?;
    let (scatter, tuples) = (Scatter::new(shape, 0, N, false), indices.tuples()?);
    scatter.check(&tuples, &outer)?;
    scatter.write(&mut target, &tuples, &flat(updates)?, reduction);
    Ok(tensor(shape, target))
}

impl<A: Operand<Elem: Clone>> GatherNdExt for A {}
