//! One diagonal of the last two axes as a view.

use crate::array::{Array, Integer, Mut, Read, RemoveAxis, Write, bound};
use crate::error::{AxisError, ShapeError, or_panic};
use crate::layout::{Dims, Layout, Ranked};

/// The layout of diagonal `k` of the last two axes, and the offset of its first element.
#[inline]
fn diagonal<L: Layout, M: Layout>(layout: &L, k: i64) -> Result<(isize, M), ShapeError> {
    let rank = layout.shape().len();
    if rank < 2 {
        return Err(ShapeError::Axis(AxisError::RankMismatch { expected: 2, rank }));
    }
    let [batch @ .., rows, columns] = layout.shape() else { unreachable!("the rank is at least 2") };
    let [batch_strides @ .., down, right] = layout.strides() else { unreachable!("as many strides as axes") };
    // The rows above its first element, and the columns before it.
    let skipped = |k: i64| usize::try_from(k.unsigned_abs()).unwrap_or(usize::MAX);
    let (above, before) = (skipped(k.min(0)), skipped(k.max(0)));
    let len = rows.saturating_sub(above).min(columns.saturating_sub(before));
    let offset = if len == 0 || batch.contains(&0) {
        0
    } else {
        let (above, before) = (above.cast_signed(), before.cast_signed());
        down.wrapping_mul(above).wrapping_add(right.wrapping_mul(before))
    };
    let mut to = M::blank();
    let (shape, strides) = to.reset(rank - 1).expect("the rank of a diagonal follows from its type");
    shape[..rank - 2].copy_from_slice(batch);
    strides[..rank - 2].copy_from_slice(batch_strides);
    shape[rank - 2] = len;
    // An axis of one element may have any stride, and so may the diagonal then.
    strides[rank - 2] = down.wrapping_add(*right);
    Ok((offset, to))
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns diagonal `k` of the last two axes as a view, without a copy.
    ///
    /// Diagonal 0 is the main one, positive numbers count the diagonals above it, negative ones those below. An array of
    /// shape (.., M, N) gives shape (.., L) with L = min(M - max(-k, 0), N - max(k, 0)). A diagonal outside the matrix is
    /// empty, as in NumPy; `diag_part` of `tslice-ops` refuses it, as TensorFlow does.
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
    pub fn diagonal<E: Ranked>(&self, k: impl Integer) -> Array<S::Shared<'_>, E>
    where
        D: RemoveAxis<2, Output = E>,
    {
        let (offset, layout) = or_panic(diagonal(self.layout(), bound(k)));
        // SAFETY: `part` needs index tuples that point to elements: the index tuple (.., i) of the diagonal points where (.., i, i) points
        // from the element at the offset on, and both are inside the matrix.
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
        // SAFETY: `part_mut` needs index tuples that point to elements, different ones to different elements: the index tuple (.., i) of
        // the diagonal points where (.., i, i) points from the element at the offset on, and both are inside the matrix.
        unsafe { self.part_mut(offset, layout) }
    }
}
