//! The rank of a result.

use tslice::{Array, Dims, Dyn, DynTensor, Owned, Rank};

/// The dims of a result that is read: [`Dyn`] and [`Rank`].
pub trait FromDyn: Dims {
    #[doc(hidden)]
    const RANK: usize;

    #[doc(hidden)]
    fn from_dyn<T>(tensor: DynTensor<T>) -> Option<Array<Owned<T>, Self>>;
}

impl FromDyn for Dyn {
    const RANK: usize = 0;

    fn from_dyn<T>(tensor: DynTensor<T>) -> Option<DynTensor<T>> {
        Some(tensor)
    }
}

impl<const R: usize> FromDyn for Rank<R> {
    const RANK: usize = R;

    fn from_dyn<T>(tensor: DynTensor<T>) -> Option<Array<Owned<T>, Self>> {
        tensor.into_rank().ok()
    }
}
