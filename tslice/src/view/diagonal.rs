//! One diagonal of the last two axes as a view.

use crate::error::{ShapeError, SliceError};
use crate::layout::Fixed;
use crate::rank::{Difference, Rank, Table};
use crate::raw::{Integer, Shared, bound};
use crate::spec::{AsEncoding, EncodingRef, Masks};
use crate::view::{DynView, Tensor, View, ViewMut};

/// `Rank<R>: Diagonal<Output = Rank<R - 1>>`: a tensor of rank R holds matrices, with rows and columns as its last axes.
pub trait Diagonal {
    /// The rank of one diagonal of each matrix.
    type Output;
}

/// The table behind [`Diagonal`]; a trait of its own so that the compiler's message can name the rank.
#[diagnostic::on_unimplemented(
    message = "a diagonal needs two axes, the tensor has rank {R}",
    label = "no matrices in a tensor of rank {R}",
    note = "the last two axes are rows and columns, those in front of them count matrices"
)]
pub trait DiagonalOf<const R: usize> {
    /// Rank R - 1.
    type Output;
}

#[diagnostic::do_not_recommend]
impl<const R: usize, const M: usize, const O: usize> DiagonalOf<R> for Table
where
    Self: Difference<R, 2, Output = Rank<M>> + Difference<R, 1, Output = Rank<O>>,
{
    type Output = Rank<O>;
}

impl<const R: usize, const O: usize> Diagonal for Rank<R>
where
    Table: DiagonalOf<R, Output = Rank<O>>,
{
    type Output = Rank<O>;
}

/// The spec `.., y:, x:` whose result has diagonal k as its main one; empty where k is outside.
struct Corner {
    begin: [i64; 3],
}

impl Corner {
    fn of(k: impl Integer) -> Self {
        let k = bound(k);
        Self { begin: [0, k.min(0).saturating_neg(), k.max(0)] }
    }
}

impl AsEncoding for Corner {
    fn as_encoding(&self) -> EncodingRef<'_> {
        let masks = Masks { ellipsis_mask: 0b001, end_mask: 0b110, ..Masks::default() };
        EncodingRef { begin: &self.begin, end: &[0; 3], strides: &[1; 3], masks }
    }
}

#[track_caller]
fn certain<V>(ranges: Result<V, SliceError>) -> V {
    crate::error::or_fail(ranges)
}

impl<'a, T, const R: usize> View<'a, T, R> {
    /// Diagonal `k` of the last two axes as a view, rows and columns taken together as the last axis; no copy.
    ///
    /// For a view of shape (.., M, N) the result has shape (.., L): 0 is the main diagonal, those above count up, those
    /// below down, and L = min(M - max(-k, 0), N - max(k, 0)). A diagonal outside the matrix is empty, as in NumPy;
    /// [`diag_part`](Self::diag_part) refuses it, as TensorFlow does.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::View;
    ///
    /// let m = View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(m.diagonal(0).to_vec(), [1, 5]);
    /// assert_eq!(m.diagonal(1).to_vec(), [2, 6]);
    /// assert_eq!(m.diagonal(-1).to_vec(), [4]);
    /// assert!(m.diagonal(3).is_empty());
    /// ```
    #[must_use]
    pub fn diagonal<const O: usize>(&self, k: impl Integer) -> View<'a, T, O>
    where
        Rank<R>: Diagonal<Output = Rank<O>>,
    {
        let corner: Shared<'a, T, Fixed<R>> = certain(self.raw.slice_by(Corner::of(k).as_encoding()));
        View { raw: corner.diagonal() }
    }
}

impl<T, const R: usize> ViewMut<'_, T, R> {
    /// As [`View::diagonal`].
    #[must_use]
    pub fn diagonal<const O: usize>(&self, k: impl Integer) -> View<'_, T, O>
    where
        Rank<R>: Diagonal<Output = Rank<O>>,
    {
        self.view().diagonal(k)
    }

    /// As [`View::diagonal`], exclusive.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::Tensor;
    ///
    /// let mut m = Tensor::zeros([3, 3]);
    /// m.view_mut().diagonal_mut(0).fill(1);
    /// m.view_mut().diagonal_mut(-2).fill(5);
    /// assert_eq!(m.to_vec(), [1, 0, 0, 0, 1, 0, 5, 0, 1]);
    /// ```
    pub fn diagonal_mut<const O: usize>(&mut self, k: impl Integer) -> ViewMut<'_, T, O>
    where
        Rank<R>: Diagonal<Output = Rank<O>>,
    {
        let corner = certain(self.raw.reborrow().slice_by::<R>(Corner::of(k).as_encoding()));
        ViewMut { raw: corner.diagonal() }
    }
}

impl<T, const R: usize> Tensor<T, R> {
    /// As [`View::diagonal`].
    #[must_use]
    pub fn diagonal<const O: usize>(&self, k: impl Integer) -> View<'_, T, O>
    where
        Rank<R>: Diagonal<Output = Rank<O>>,
    {
        self.view().diagonal(k)
    }

    /// As [`View::diagonal`], exclusive.
    pub fn diagonal_mut<const O: usize>(&mut self, k: impl Integer) -> ViewMut<'_, T, O>
    where
        Rank<R>: Diagonal<Output = Rank<O>>,
    {
        let corner = certain(self.view_mut().raw.slice_by::<R>(Corner::of(k).as_encoding()));
        ViewMut { raw: corner.diagonal() }
    }
}

impl<T> DynView<'_, T> {
    /// As [`View::diagonal`].
    ///
    /// # Errors
    ///
    /// When there are fewer than two axes.
    pub fn diagonal(&self, k: impl Integer) -> Result<Self, ShapeError> {
        let rank = self.shape().len();
        if rank < 2 {
            return Err(ShapeError::RankMismatch { expected: 2, rank });
        }
        Ok(Self { raw: self.slice(Corner::of(k)).raw.diagonal() })
    }
}
