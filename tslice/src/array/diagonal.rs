//! One diagonal of the last two axes as a view.

use super::{Array, Integer, Mut, Read, Write, bound};
use crate::error::{ShapeError, or_panic};
use crate::layout::{Dims, Ranked, Rewritten};
use crate::rank::{Difference, Dyn, Rank};
use crate::resolve::resolve;
use crate::spec::{EncodingRef, Masks};

/// Dims of arrays that hold matrices, with rows and columns as their last axes: `Rank<R>: Diagonal<Output = Rank<R - 1>>`.
#[diagnostic::on_unimplemented(
    message = "a diagonal needs two axes, and an array of {Self} has fewer",
    label = "no rows and columns: the last two axes are those of matrices"
)]
pub trait Diagonal: Ranked {
    /// The dims of one diagonal of each matrix.
    type Output: Ranked;
}

#[diagnostic::do_not_recommend]
impl<const R: usize, const M: usize, const O: usize> Diagonal for Rank<R>
where
    Self: Difference<R, 2, Output = Rank<M>> + Difference<R, 1, Output = Rank<O>>,
{
    type Output = Rank<O>;
}

#[diagnostic::do_not_recommend]
impl Diagonal for Dyn {
    type Output = Dyn;
}

/// The layout of diagonal `k` of the last two axes, and the offset of its first element.
fn diagonal<L: Rewritten, M: Rewritten>(layout: &L, k: i64) -> Result<(isize, M), ShapeError> {
    let rank = layout.shape().len();
    if rank < 2 {
        return Err(ShapeError::RankMismatch { expected: 2, rank });
    }
    // `.., y:, x:` has diagonal k as its main one, and is empty if k is outside.
    let begin = [0, k.min(0).saturating_neg(), k.max(0)];
    let masks = Masks { ellipsis_mask: 0b001, end_mask: 0b110, ..Masks::default() };
    let corner = EncodingRef { begin: &begin, end: &[0; 3], strides: &[1; 3], masks };
    let mut cut = layout.clone();
    let offset =
        resolve(corner, layout, &mut cut).unwrap_or_else(|error| unreachable!("ranges fit: {error}"));
    let [batch @ .., rows, columns] = cut.shape() else { unreachable!("the rank is at least 2") };
    let [batch_strides @ .., down, right] = cut.strides() else { unreachable!("as many strides as axes") };
    let mut to = M::blank();
    let (shape, strides) = to.reset(rank - 1).expect("the rank of a diagonal follows from its type");
    shape[..rank - 2].copy_from_slice(batch);
    strides[..rank - 2].copy_from_slice(batch_strides);
    shape[rank - 2] = *rows.min(columns);
    // An axis of one element may have any stride, and so may the diagonal then.
    strides[rank - 2] = down.wrapping_add(*right);
    Ok((offset, to))
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns diagonal `k` of the last two axes as a view, without a copy.
    ///
    /// Diagonal 0 is the main one, positive numbers count the diagonals above it, negative ones those below. An array of
    /// shape (.., M, N) gives shape (.., L) with L = min(M - max(-k, 0), N - max(k, 0)). A diagonal outside the matrix is
    /// empty, as in NumPy; [`diag_part`](Self::diag_part) refuses it, as TensorFlow does.
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
    #[must_use]
    #[track_caller]
    pub fn diagonal<E: Ranked>(&self, k: impl Integer) -> Array<S::Lent<'_>, E>
    where
        D: Diagonal<Output = E>,
    {
        or_panic(self.try_diagonal(k))
    }

    /// As [`diagonal`](Self::diagonal), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the rank is known at run time only and is below 2.
    pub fn try_diagonal<E: Ranked>(&self, k: impl Integer) -> Result<Array<S::Lent<'_>, E>, ShapeError>
    where
        D: Diagonal<Output = E>,
    {
        let (offset, layout) = diagonal(self.layout(), bound(k))?;
        // SAFETY: `part` needs index tuples that lead to elements: the index tuple (.., i) of the diagonal leads where (.., i, i) of the
        // corner leads, whose first element is at the offset.
        Ok(unsafe { self.part(offset, layout) })
    }
}

impl<S: Write, D: Dims> Array<S, D> {
    /// As [`diagonal`](Self::diagonal), but exclusive: the elements can be written.
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
    #[must_use]
    #[track_caller]
    pub fn diagonal_mut<E: Ranked>(&mut self, k: impl Integer) -> Array<Mut<'_, S::Elem>, E>
    where
        D: Diagonal<Output = E>,
    {
        or_panic(self.try_diagonal_mut(k))
    }

    /// As [`diagonal_mut`](Self::diagonal_mut), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the rank is known at run time only and is below 2.
    pub fn try_diagonal_mut<E: Ranked>(
        &mut self,
        k: impl Integer,
    ) -> Result<Array<Mut<'_, S::Elem>, E>, ShapeError>
    where
        D: Diagonal<Output = E>,
    {
        let (offset, layout) = diagonal(self.layout(), bound(k))?;
        // SAFETY: `part_mut` needs index tuples that lead to elements, different ones to different elements: the index tuple (.., i) of
        // the diagonal leads where (.., i, i) of the corner leads, whose first element is at the offset.
        Ok(unsafe { self.part_mut(offset, layout) })
    }
}
