//! What the typed forms are methods of.

use tslice_core::{Array, Dims, DynView, Read};

/// An array of any storage and dims: what the methods of [`GatherNdExt`](crate::GatherNdExt) and its like are called on.
pub trait Operand: sealed::Sealed {
    /// The type of the elements.
    type Elem;
    /// The dims: a rank, or [`Dyn`](tslice_core::Dyn).
    type Dims: Dims;

    /// The array as a view of dynamic rank.
    #[doc(hidden)]
    fn whole(&self) -> DynView<'_, Self::Elem>;
}

mod sealed {
    use tslice_core::{Array, Dims, Read};

    pub trait Sealed {}
    impl<S: Read, D: Dims> Sealed for Array<S, D> {}
}

impl<S: Read, D: Dims> Operand for Array<S, D> {
    type Elem = S::Elem;
    type Dims = D;

    #[inline]
    fn whole(&self) -> DynView<'_, S::Elem> {
        self.view().into_dyn()
    }
}
