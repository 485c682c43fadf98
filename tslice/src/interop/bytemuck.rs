//! `bytemuck`: the elements of a view as another plain type of the same size.

use core::mem::{align_of, size_of};

use ::bytemuck::{AnyBitPattern, NoUninit, PodCastError};

use crate::layout::Layout;
use crate::raw::{Exclusive, Shared};
use crate::view::{DynView, DynViewMut, View, ViewMut};

/// Checks a cast as `bytemuck` does for slices. Strides count elements: aligned once, aligned everywhere.
fn check<T, U>(address: usize) -> Result<(), PodCastError> {
    if size_of::<T>() != size_of::<U>() {
        return Err(PodCastError::SizeMismatch);
    }
    if !address.is_multiple_of(align_of::<U>()) {
        return Err(PodCastError::TargetAlignmentGreaterAndInputNotAligned);
    }
    Ok(())
}

fn shared<T: NoUninit, U: AnyBitPattern, L: Layout>(
    raw: Shared<'_, T, L>,
) -> Result<Shared<'_, U, L>, PodCastError> {
    check::<T, U>(raw.ptr().addr().get())?;
    let (ptr, layout) = (raw.ptr().cast(), raw.layout().clone());
    // SAFETY: the elements stay where they are, aligned for U as was just checked, and every one of them is a U.
    Ok(unsafe { Shared::from_parts(ptr, layout) }.unwrap_or_else(|_| unreachable!("the shape is a view's")))
}

fn exclusive<T: NoUninit + AnyBitPattern, U: NoUninit + AnyBitPattern, L: Layout>(
    raw: Exclusive<'_, T, L>,
) -> Result<Exclusive<'_, U, L>, PodCastError> {
    check::<T, U>(raw.ptr().addr().get())?;
    // SAFETY: as above, and whatever is written as a U is a T.
    Ok(unsafe { raw.retyped() })
}

macro_rules! casts {
    ($([$($rank:tt)*] $name:ident, $shared:ty => $to:ty, $name_mut:ident, $exclusive:ty => $to_mut:ty;)+) => {$(
        impl<'a, T: NoUninit, $($rank)*> $shared {
            /// The same memory with its elements read as another type of their size, as `bytemuck::cast_slice` reads them.
            ///
            /// ```
            /// # use tslice::View;
            /// let bits = View::from(&[1.0_f32, -0.0][..]).try_cast::<u32>().expect("four bytes each");
            /// assert_eq!(bits.to_vec(), [0x3f80_0000, 0x8000_0000]);
            /// ```
            ///
            /// # Errors
            ///
            /// When the sizes differ, or the elements are not aligned for `U`.
            pub fn try_cast<U: AnyBitPattern>(self) -> Result<$to, PodCastError> {
                Ok($name { raw: shared(self.raw)? })
            }
        }

        impl<'a, T: NoUninit + AnyBitPattern, $($rank)*> $exclusive {
            /// As `try_cast` of the shared view.
            ///
            /// # Errors
            ///
            /// When the sizes differ, or the elements are not aligned for `U`.
            pub fn try_cast<U: NoUninit + AnyBitPattern>(self) -> Result<$to_mut, PodCastError> {
                Ok($name_mut { raw: exclusive(self.raw)? })
            }
        }
    )+};
}

casts! {
    [const R: usize] View, View<'a, T, R> => View<'a, U, R>, ViewMut, ViewMut<'a, T, R> => ViewMut<'a, U, R>;
    [] DynView, DynView<'a, T> => DynView<'a, U>, DynViewMut, DynViewMut<'a, T> => DynViewMut<'a, U>;
}
