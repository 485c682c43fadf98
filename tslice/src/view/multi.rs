//! Several exclusive slices of one tensor at once.

use crate::error::SliceError;
use crate::layout::Fixed;
use crate::rank::{Minus, Plus, Rank};
use crate::raw::Exclusive;
use crate::spec::{AsEncoding, Spec};
use crate::view::ViewMut;

/// One spec among those of [`multi_slice_mut`](ViewMut::multi_slice_mut).
pub trait SliceOne<'a, T, const R: usize>: AsEncoding {
    /// The exclusive view it gives.
    type View;

    /// Slices.
    ///
    /// # Errors
    ///
    /// When the spec does not fit the shape.
    fn slice_one(&self, all: ViewMut<'a, T, R>) -> Result<Self::View, SliceError>;
}

impl<
    'a,
    T: 'a,
    const R: usize,
    const N: usize,
    const BEGIN: u32,
    const END: u32,
    const ELLIPSIS: u32,
    const NEW_AXIS: u32,
    const SHRINK: u32,
    const C: usize,
    const P: usize,
    const M: usize,
    const O: usize,
> SliceOne<'a, T, R> for Spec<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>
where
    Rank<R>: Minus<C, Output = Rank<M>>,
    Rank<M>: Plus<P, Output = Rank<O>>,
{
    type View = ViewMut<'a, T, O>;

    fn slice_one(&self, all: ViewMut<'a, T, R>) -> Result<Self::View, SliceError> {
        all.try_into_slice_mut(*self)
    }
}

/// A tuple of one to six specs: what [`multi_slice_mut`](ViewMut::multi_slice_mut) takes.
pub trait MultiSlice<'a, T, const R: usize>: sealed::Split<'a, T, R> {}

mod sealed {
    use super::{Exclusive, Fixed, SliceError};

    pub trait Split<'a, T, const R: usize> {
        /// A tuple of as many exclusive views.
        type Views;

        #[allow(private_interfaces, reason = "sealed")]
        fn split(self, all: Exclusive<'a, T, Fixed<R>>) -> Result<Self::Views, SliceError>;
    }
}
pub(crate) use sealed::Split;

macro_rules! tuples {
    ($(($($spec:ident $at:tt),+))+) => {$(
        impl<'a, T: 'a, const R: usize, $($spec: SliceOne<'a, T, R>),+> Split<'a, T, R> for ($($spec,)+) {
            type Views = ($($spec::View,)+);

            #[allow(private_interfaces, reason = "sealed")]
            fn split(self, all: Exclusive<'a, T, Fixed<R>>) -> Result<Self::Views, SliceError> {
                let mut views = all.disjoint(&[$(self.$at.as_encoding()),+])?.into_iter().map(|raw| ViewMut { raw });
                // As many views as specs came back; a missing one cannot be.
                Ok(($(self.$at.slice_one(views.next().ok_or(SliceError::Overlap { first: $at, second: $at })?)?,)+))
            }
        }

        impl<'a, T: 'a, const R: usize, $($spec: SliceOne<'a, T, R>),+> MultiSlice<'a, T, R> for ($($spec,)+) {}
    )+};
}

tuples! {
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
}
