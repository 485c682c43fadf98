//! Views of the same elements with their axes in another order, with new ones, or repeated; and the
//! diagonal of two axes.

use alloc::format;
use core::mem;

use crate::array::{
    Array, DynView, InsertAxis, Integer, Mut, Read, RemoveAxis, Write, axis_of, bound,
};
use crate::error::{AxisError, ShapeError, or_panic};
use crate::layout::{self, Dims, Dynamic, IntoShape, Layout, Ranked};

/// The layout with its axes in another order.
#[inline]
fn permuted<D: Dims>(
    layout: &D::Layout,
    axes: &impl IntoShape<D, i64>,
) -> Result<<D::Ranked as Dims>::Layout, ShapeError> {
    let (shape, strides) = (layout.shape(), layout.strides());
    let from_start = |axis: i64| axis_of(axis, shape.len()).unwrap_or(usize::MAX);
    let signed = axes.lengths::<i64>();
    let order = signed.as_ref();
    let mut seen = layout.list(false);
    let seen = seen.as_mut();
    let is_new = |&axis: &i64| {
        seen.get_mut(from_start(axis))
            .is_some_and(|seen| !mem::replace(seen, true))
    };
    if order.len() != shape.len() || !order.iter().all(is_new) {
        let text = format!("axes {order:?} are not a permutation of 0..{}", shape.len());
        return Err(ShapeError::NotAPermutation(text.into()));
    }
    Ok(layout::changed(layout, |lengths, steps| {
        for (out, &axis) in order.iter().enumerate() {
            let axis = from_start(axis);
            (lengths[out], steps[out]) = (shape[axis], strides[axis]);
        }
    }))
}

/// Writes the layout with a new axis of length 1, which is axis `axis` of the result.
fn with_axis(from: &impl Layout, axis: i64, to: &mut impl Layout) -> Result<(), ShapeError> {
    let rank = from.shape().len();
    let axis = axis_of(axis, rank + 1)?;
    let (shape, strides) = to.reset(rank + 1).expect("the result has one axis more");
    for (old, new) in (0..=rank).filter(|&new| new != axis).enumerate() {
        (shape[new], strides[new]) = (from.shape()[old], from.strides()[old]);
    }
    (shape[axis], strides[axis]) = (1, 0);
    Ok(())
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns a view with the axes in another order: axis i of the result is axis `axes[i]` of
    /// this array. One below 0 counts from the end.
    ///
    /// ```
    /// use tslice::Tensor;
    ///
    /// let image = Tensor::from_shape_fn([480, 640, 3], |[y, x, c]| (y + x + c) as u8);
    /// assert_eq!(image.permute([-1, 0, 1]).shape(), &[3, 480, 640]);
    /// ```
    ///
    /// # Panics
    ///
    /// If `axes` is not a permutation of the axes.
    #[doc(alias("permuted_axes", "transpose", "moveaxis", "swapaxes", "rot90"))]
    #[inline]
    #[track_caller]
    pub fn permute<X: IntoShape<D, i64> /* one argument: [1, 0] */>(
        &self,
        axes: X,
    ) -> Array<S::Shared<'_>, D::Ranked> {
        or_panic(self.try_permute(axes))
    }

    /// Works like [`permute`](Self::permute), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If `axes` is not a permutation of the axes.
    #[inline]
    pub fn try_permute(
        &self,
        axes: impl IntoShape<D, i64>,
    ) -> Result<Array<S::Shared<'_>, D::Ranked>, ShapeError> {
        let layout = permuted::<D>(self.layout(), &axes)?;
        // SAFETY: `part` needs index tuples that point to elements: they are those of this array
        // with their axes in another order.
        Ok(unsafe { self.part(0, layout) })
    }

    /// Returns a view with a new axis of length 1, which is axis `axis` of the result:
    /// `np.expand_dims`, `unsqueeze`. An axis below 0 counts from the end of the result. Where the
    /// place is known, `slice(s![.., newaxis])` says it.
    ///
    /// ```
    /// let t = tslice::Tensor::<u8, 2>::zeros([2, 3]);
    /// assert_eq!((t.insert_axis(0).shape(), t.insert_axis(-1).shape()), (&[1, 2, 3], &[2, 3, 1]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the result has no such axis.
    #[doc(alias("unsqueeze"))]
    #[track_caller]
    pub fn insert_axis<E: Ranked>(&self, axis: impl Integer) -> Array<S::Shared<'_>, E>
    where
        D: InsertAxis<Output = E>,
    {
        let mut layout = E::Layout::blank();
        or_panic(with_axis(self.layout(), bound(axis), &mut layout));
        // SAFETY: `part` needs index tuples that point to elements: they are those of this array
        // with a 0 for the new axis.
        unsafe { self.part(0, layout) }
    }

    /// Returns the transpose: a view with all axes in reverse order.
    ///
    /// ```
    /// let v = tslice::View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(v.t(), [[1, 4], [2, 5], [3, 6]]);
    /// ```
    pub fn t(&self, /* in another order: permute([1, 0, 2]) */) -> Array<S::Shared<'_>, D::Ranked> {
        let layout = layout::changed(self.layout(), |lengths, steps| {
            lengths.reverse();
            steps.reverse();
        });
        // SAFETY: `part` needs index tuples that point to elements: they are those of this array,
        // reversed.
        unsafe { self.part(0, layout) }
    }

    /// Returns a view of a larger shape in which elements repeat, by NumPy's broadcasting rule:
    /// axes align at the end, and a missing axis or one of length 1 repeats. Nothing is copied.
    ///
    /// The shape is an array or a tuple of lengths, which gives a typed rank, or a slice or a
    /// vector of them: see [`IntoShape`].
    ///
    /// ```
    /// use tslice::View;
    ///
    /// let row = View::<_, 1>::from(&[1, 2]);
    /// assert_eq!(row.broadcast_to([3, 2]), [[1, 2], [1, 2], [1, 2]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the shape does not broadcast; the message names both shapes.
    #[doc(alias("broadcast", "expand", "repeat", "tile"))]
    #[inline]
    #[track_caller]
    pub fn broadcast_to<X: IntoShape /* one argument: [2, 3] */>(
        &self,
        shape: X,
    ) -> Array<S::Shared<'_>, X::Dims> {
        or_panic(self.try_broadcast_to(shape))
    }

    /// Works like [`broadcast_to`](Self::broadcast_to), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the shape does not broadcast, or counts more than `isize::MAX` elements.
    #[inline]
    pub fn try_broadcast_to<X: IntoShape>(
        &self,
        shape: X,
    ) -> Result<Array<S::Shared<'_>, X::Dims>, ShapeError> {
        let shape = shape.lengths();
        let shape = shape.as_ref();
        layout::check_count(shape)?;
        let layout = layout::broadcast::<X::Dims>(self.layout(), shape)?;
        // SAFETY: `part` needs index tuples that point to elements: without the axes that repeat,
        // which have stride 0, they are those of this array. They were counted.
        Ok(unsafe { self.part(0, layout) })
    }

    /// Works like [`permute`](Self::permute), but the elements can be written.
    ///
    /// # Panics
    ///
    /// If `axes` is not a permutation of the axes.
    #[track_caller]
    pub fn permute_mut(
        &mut self,
        axes: impl IntoShape<D, i64>,
    ) -> Array<Mut<'_, S::Elem>, D::Ranked>
    where
        S: Write,
    {
        let layout = or_panic(permuted::<D>(self.layout(), &axes));
        // SAFETY: `part_mut` needs index tuples that point to elements, different ones to different
        // elements: they are those of this array with their axes in another order.
        unsafe { self.part_mut(0, layout) }
    }

    /// Returns diagonal `k` of the last two axes as a view, without a copy.
    ///
    /// Diagonal 0 is the main one, positive numbers count the diagonals above it, negative ones
    /// those below. An array of shape (.., M, N) gives shape (.., L) with
    /// L = min(M - max(-k, 0), N - max(k, 0)). A diagonal outside the matrix is empty, as in NumPy;
    /// `diag_part` of `tslice-ops` refuses it, as TensorFlow does.
    ///
    /// # Panics
    ///
    /// If the rank is known at run time only and is below 2.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::View;
    ///
    /// let m = View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(m.diagonal(0), [1, 5]);
    /// assert_eq!(m.diagonal(1), [2, 6]);
    /// assert_eq!(m.diagonal(-1), [4]);
    /// assert!(m.diagonal(3).is_empty());
    /// ```
    #[doc(alias("diag"))]
    #[inline]
    #[track_caller]
    pub fn diagonal<E: Ranked>(&self, /* 0 */ k: impl Integer) -> Array<S::Shared<'_>, E>
    where
        D: RemoveAxis<2, Output = E>,
    {
        let (offset, layout) = or_panic(diagonal(self.layout(), bound(k)));
        // SAFETY: `part` needs index tuples that point to elements: the index tuple (.., i) of the
        // diagonal points where (.., i, i) points from the element at the offset on, and both are
        // inside the matrix.
        unsafe { self.part(offset, layout) }
    }

    /// Works like [`diagonal`](Self::diagonal), but the elements can be written.
    ///
    /// # Panics
    ///
    /// If the rank is known at run time only and is below 2.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::Tensor;
    ///
    /// let mut m = Tensor::zeros([3, 3]);
    /// m.diagonal_mut(0).fill(1);
    /// m.diagonal_mut(-2).fill(5);
    /// assert_eq!(m, [[1, 0, 0], [0, 1, 0], [5, 0, 1]]);
    /// ```
    #[inline]
    #[track_caller]
    pub fn diagonal_mut<E: Ranked>(&mut self, k: impl Integer) -> Array<Mut<'_, S::Elem>, E>
    where
        D: RemoveAxis<2, Output = E>,
        S: Write,
    {
        let (offset, layout) = or_panic(diagonal(self.layout(), bound(k)));
        // SAFETY: `part_mut` needs index tuples that point to elements, different ones to different
        // elements: the index tuple (.., i) of the diagonal points where (.., i, i) points from the
        // element at the offset on, and both are inside the matrix.
        unsafe { self.part_mut(offset, layout) }
    }
}

impl<'a, T> DynView<'a, T> {
    /// The part at an index of the first axes, with the other axes; `None` if the index is out of
    /// bounds, or the part is empty.
    #[doc(hidden)]
    pub fn at_first_axes(&self, index: &[usize]) -> Option<Self> {
        let ((outer, inner), (steps, strides)) = (
            self.shape().split_at_checked(index.len())?,
            self.strides().split_at_checked(index.len())?,
        );
        let offset = layout::offset(outer, steps, index).filter(|_| !self.is_empty())?;
        let layout = Dynamic::of(inner, strides);
        // SAFETY: `part` needs index tuples that point to elements: `index` before one of the part
        // is an index tuple of this array.
        Some(unsafe { self.part(offset, layout) })
    }
}

/// The layout of diagonal `k` of the last two axes, and the offset of its first element.
#[inline]
fn diagonal<L: Layout, M: Layout>(layout: &L, k: i64) -> Result<(isize, M), ShapeError> {
    let rank = layout.shape().len();
    let [batch @ .., rows, columns] = layout.shape() else {
        return Err(ShapeError::Axis(AxisError::RankMismatch {
            expected: 2,
            rank,
        }));
    };
    let [batch_strides @ .., down, right] = layout.strides() else {
        unreachable!("as many strides as axes")
    };
    // The rows above its first element, and the columns before it.
    let skipped = |k: i64| usize::try_from(k.unsigned_abs()).unwrap_or(usize::MAX);
    let (above, before) = (skipped(k.min(0)), skipped(k.max(0)));
    let len = rows
        .saturating_sub(above)
        .min(columns.saturating_sub(before));
    let offset = if len == 0 || batch.contains(&0) {
        0
    } else {
        down.wrapping_mul(above.cast_signed())
            .wrapping_add(right.wrapping_mul(before.cast_signed()))
    };
    let mut to = M::blank();
    let (shape, strides) = to
        .reset(rank - 1)
        .expect("the rank of a diagonal follows from its type");
    shape[..rank - 2].copy_from_slice(batch);
    strides[..rank - 2].copy_from_slice(batch_strides);
    shape[rank - 2] = len;
    // An axis of one element may have any stride, and so may the diagonal then.
    strides[rank - 2] = down.wrapping_add(*right);
    Ok((offset, to))
}
