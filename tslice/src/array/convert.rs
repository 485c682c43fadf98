//! Converts between typed and dynamic rank, and a tensor to its vector.

use alloc::vec::Vec;

use super::{Array, Owned, Read};
use crate::layout::{Dims, Dynamic, Fixed, Layout};
use crate::rank::{Dyn, Rank};

impl<S, D: Dims> Array<S, D> {
    /// Returns the same array with a rank that is known at run time only.
    #[must_use]
    pub fn into_dyn(self) -> Array<S, Dyn> {
        let layout = Dynamic::of(self.layout.shape(), self.layout.strides());
        Array { storage: self.storage, layout }
    }
}

impl<S: Read> Array<S, Dyn> {
    /// Returns the same array with its rank in the type.
    ///
    /// ```
    /// use tslice::{DynView, View};
    ///
    /// let v = DynView::from_shape(&[2, 2], &[1, 2, 3, 4])?;
    /// let v: View<i32, 2> = v.into_rank()?;
    /// assert_eq!(v[[1, 0]], 3);
    /// # Ok::<(), tslice::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the rank is another. The error of a tensor, [`IntoRankError`](super::IntoRankError), holds the tensor; that of a
    /// view is a [`ShapeError`](crate::ShapeError).
    pub fn into_rank<const R: usize>(self) -> Result<Array<S, Rank<R>>, S::RankError> {
        match Fixed::strided(self.layout.shape(), self.layout.strides()) {
            Some(layout) => Ok(Array { storage: self.storage, layout }),
            None => Err(S::rank_error(self, R)),
        }
    }
}

impl<T, D: Dims> Array<Owned<T>, D> {
    /// Returns the vector of the elements, which are in row-major order. They do not move.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.storage.data
    }
}
