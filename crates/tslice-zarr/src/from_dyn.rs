//! The rank of a result.

use tslice::{Array, Dims, Dyn, DynTensor, Owned, Rank, ShapeError};

/// The dims of a result that is read: [`Dyn`] and [`Rank`].
pub trait FromDyn: Dims {
    #[doc(hidden)]
    fn from_dyn<T>(tensor: DynTensor<T>) -> Result<Array<Owned<T>, Self>, ShapeError>;
}

impl FromDyn for Dyn {
    fn from_dyn<T>(tensor: DynTensor<T>) -> Result<DynTensor<T>, ShapeError> {
        Ok(tensor)
    }
}

impl<const R: usize> FromDyn for Rank<R> {
    fn from_dyn<T>(tensor: DynTensor<T>) -> Result<Array<Owned<T>, Self>, ShapeError> {
        tensor.into_rank()
    }
}
