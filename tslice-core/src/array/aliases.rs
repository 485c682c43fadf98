//! Names that other libraries have for methods of this one.

use alloc::vec::Vec;

use super::{Array, AsList, AsView, AxisChunks, DynView, InsertAxis, Integer, Owned, Read, Write};
use crate::error::{ShapeError, or_panic};
use crate::layout::{Dims, IntoShape, Ranked};
use crate::rank::Rank;

impl<T, D: Dims> Array<Owned<T>, D> {
    /// Another name of [`from_shape_vec`](Self::from_shape_vec): what `from_shape` of a view is for a tensor.
    ///
    /// # Errors
    ///
    /// If the shape needs another number of elements than the vector has, or its product overflows.
    pub fn from_shape(shape: impl IntoShape<D>, data: Vec<T>) -> Result<Self, ShapeError> {
        Self::from_shape_vec(shape, data)
    }

    /// Another name of [`from_shape_fn`](Self::from_shape_fn), that of `core::array`.
    #[must_use]
    #[track_caller]
    pub fn from_fn<X: IntoShape<D>>(shape: X, element: impl FnMut(X::Index<'_>) -> T) -> Self {
        Self::from_shape_fn(shape, element)
    }

    /// Another name of [`full`](Self::full), that of `ndarray`.
    #[must_use]
    #[track_caller]
    pub fn from_elem(shape: impl IntoShape<D>, value: T) -> Self
    where
        T: Clone,
    {
        Self::full(shape, value)
    }
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Another name of [`t`](Self::t).
    #[must_use]
    pub fn transpose(&self) -> Array<S::Lent<'_>, D::Ranked> {
        self.t()
    }

    /// Another name of [`clip`](Self::clip), that of `core`.
    ///
    /// # Panics
    ///
    /// If memory runs out.
    #[must_use]
    #[track_caller]
    pub fn clamp(&self, min: S::Elem, max: S::Elem) -> Array<Owned<S::Elem>, D>
    where
        S::Elem: Copy + PartialOrd,
    {
        self.clip(min, max)
    }

    /// Another name of [`insert_axis`](Self::insert_axis), that of tensors.
    #[must_use]
    #[track_caller]
    pub fn unsqueeze<E: Ranked>(&self, axis: impl Integer) -> Array<S::Lent<'_>, E>
    where
        D: InsertAxis<Output = E>,
    {
        self.insert_axis(axis)
    }

    /// Another name of [`as_mut_slice`](Self::as_mut_slice), that of `ndarray`.
    #[inline]
    pub fn as_slice_mut(&mut self) -> Option<&mut [S::Elem]>
    where
        S: Write,
    {
        self.as_mut_slice()
    }

    /// Another name of [`item`](Self::item), that of `ndarray`.
    #[must_use]
    #[track_caller]
    pub fn into_scalar(&self) -> S::Elem
    where
        S::Elem: Clone,
    {
        self.item()
    }

    /// Another name of [`chunks`](Self::chunks), that of `ndarray`.
    #[track_caller]
    pub fn axis_chunks_iter(&self, axis: impl Integer, len: usize) -> AxisChunks<S::Lent<'_>, D> {
        self.chunks(axis, len)
    }

    /// Works like [`try_broadcast_to`](Self::try_broadcast_to), but returns an `Option`, as `ndarray` does.
    #[must_use]
    pub fn broadcast<X: IntoShape>(&self, shape: X) -> Option<Array<S::Lent<'_>, X::Dims>> {
        self.try_broadcast_to(shape).ok()
    }

    /// Overwrites the elements, in row-major order, by those of a slice of as many, as the method of slices does.
    ///
    /// # Panics
    ///
    /// If the slice has another length.
    #[track_caller]
    pub fn copy_from_slice(&mut self, source: &[S::Elem])
    where
        S: Write,
        S::Elem: Clone,
    {
        let source: DynView<'_, S::Elem> = or_panic(DynView::from_shape(self.lengths(), source));
        self.assign(source);
    }

    /// Another name of [`select`](Self::select), that of PyTorch.
    #[must_use]
    #[track_caller]
    pub fn masked_select<M: AsView<bool> + ?Sized>(&self, mask: &M) -> Array<Owned<S::Elem>, Rank<1>>
    where
        S::Elem: Clone,
    {
        self.select(mask)
    }

    /// Another name of [`take`](Self::take), that of PyTorch.
    #[must_use]
    #[track_caller]
    pub fn index_select<L: AsList + ?Sized>(
        &self,
        axis: impl Integer,
        list: &L,
    ) -> Array<Owned<S::Elem>, D::Ranked>
    where
        S::Elem: Clone,
    {
        self.take(axis, list)
    }

    /// Another name of [`insert_axis`](Self::insert_axis), that of NumPy.
    #[must_use]
    #[track_caller]
    pub fn expand_dims<E: Ranked>(&self, axis: impl Integer) -> Array<S::Lent<'_>, E>
    where
        D: InsertAxis<Output = E>,
    {
        self.insert_axis(axis)
    }
}
