//! Several exclusive slices of one tensor at once.

use crate::error::SliceError;
use crate::layout::Fixed;
use crate::rank::{Minus, Plus, Rank};
use crate::raw::{Exclusive, Part};
use crate::spec::{AsEncoding, Spec};
use crate::view::ViewMut;

/// One spec among those of [`multi_slice_mut`](ViewMut::multi_slice_mut).
#[allow(private_interfaces, reason = "nobody outside can make a part")]
pub trait SliceOne<'a, T, const R: usize>: AsEncoding {
    /// The exclusive view it gives.
    type View;

    /// Slices a part by its own encoding, which is this one's.
    ///
    /// # Errors
    ///
    /// When the spec does not fit the shape.
    fn slice_part(part: Part<'a, '_, T, R>) -> Result<Self::View, SliceError>;
}

#[allow(private_interfaces, reason = "nobody outside can make a part")]
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

    fn slice_part(part: Part<'a, '_, T, R>) -> Result<Self::View, SliceError> {
        Ok(ViewMut { raw: part.slice()? })
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
    ($(($($spec:ident $part:ident $at:tt),+))+) => {$(
        impl<'a, T: 'a, const R: usize, $($spec: SliceOne<'a, T, R>),+> Split<'a, T, R> for ($($spec,)+) {
            type Views = ($($spec::View,)+);

            #[allow(private_interfaces, reason = "sealed")]
            fn split(self, all: Exclusive<'a, T, Fixed<R>>) -> Result<Self::Views, SliceError> {
                let [$($part),+] = all.disjoint([$(self.$at.as_encoding()),+])?;
                Ok(($($spec::slice_part($part)?,)+))
            }
        }

        impl<'a, T: 'a, const R: usize, $($spec: SliceOne<'a, T, R>),+> MultiSlice<'a, T, R> for ($($spec,)+) {}
    )+};
}

tuples! {
    (A a 0)
    (A a 0, B b 1)
    (A a 0, B b 1, C c 2)
    (A a 0, B b 1, C c 2, D d 3)
    (A a 0, B b 1, C c 2, D d 3, E e 4)
    (A a 0, B b 1, C c 2, D d 3, E e 4, F f 5)
}
