//! `bytemuck`: the elements of a view as another plain type of the same size.

use core::mem::{align_of, size_of};

use ::bytemuck::{AnyBitPattern, NoUninit, PodCastError};

use crate::array::{Array, Mut, Ref};
use crate::layout::Dims;

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

impl<'a, T: NoUninit, D: Dims> Array<Ref<'a, T>, D> {
    /// The same memory with its elements read as another type of their size, as `bytemuck::cast_slice` reads them.
    ///
    /// ```
    /// # use tslice::View;
    /// let bits = View::from(&[1.0_f32, -0.0][..]).try_cast::<u32>().expect("four bytes each");
    /// assert_eq!(bits, [0x3f80_0000, 0x8000_0000]);
    /// ```
    ///
    /// # Errors
    ///
    /// If the sizes differ, or the elements are not aligned for `U`.
    pub fn try_cast<U: AnyBitPattern>(self) -> Result<Array<Ref<'a, U>, D>, PodCastError> {
        check::<T, U>(self.as_ptr().addr())?;
        // SAFETY: size and alignment were just checked, and `NoUninit` and `AnyBitPattern` say that every T is a U.
        Ok(unsafe { self.retyped() })
    }
}

impl<'a, T: NoUninit + AnyBitPattern, D: Dims> Array<Mut<'a, T>, D> {
    /// As `try_cast` of the shared view, exclusive.
    ///
    /// # Errors
    ///
    /// If the sizes differ, or the elements are not aligned for `U`.
    pub fn try_cast<U: NoUninit + AnyBitPattern>(self) -> Result<Array<Mut<'a, U>, D>, PodCastError> {
        check::<T, U>(self.as_ptr().addr())?;
        // SAFETY: size and alignment were just checked, and the bounds say that every T is a U and every U a T.
        Ok(unsafe { self.retyped() })
    }
}
