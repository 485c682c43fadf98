//! `bytemuck`: the elements of a view as another plain type of the same size.

use core::mem::{align_of, size_of};
use core::ptr::NonNull;

use ::bytemuck::{AnyBitPattern, NoUninit, PodCastError};

use crate::array::{Array, Mut, Read, Ref};
use crate::layout::Dims;

/// Checks a cast as `bytemuck` does for slices. Strides count elements, so if one element is aligned, all are.
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
    /// Returns a view of the same memory as elements of another type of the same size, as `bytemuck::cast_slice` does.
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
        // SAFETY: `retyped` needs one size and alignment for both, which were just checked, and that every T is a U, which
        // `NoUninit` and `AnyBitPattern` promise.
        Ok(unsafe { self.retyped() })
    }
}

impl<'a, T: NoUninit + AnyBitPattern, D: Dims> Array<Mut<'a, T>, D> {
    /// Works like `try_cast` of a shared view, but the elements can be written.
    ///
    /// # Errors
    ///
    /// If the sizes differ, or the elements are not aligned for `U`.
    pub fn try_cast<U: NoUninit + AnyBitPattern>(self) -> Result<Array<Mut<'a, U>, D>, PodCastError> {
        check::<T, U>(self.as_ptr().addr())?;
        // SAFETY: `retyped` needs one size and alignment for both, which were just checked, and that every T is a U and every U
        // a T, which the bounds promise.
        Ok(unsafe { self.retyped() })
    }
}

/// The pointer of an array, which is never null.
fn first<U, S: Read, D: Dims>(array: &Array<S, D>) -> NonNull<U> {
    NonNull::new(array.as_ptr().cast_mut().cast())
        .unwrap_or_else(|| unreachable!("the pointer of an array is not null"))
}

impl<'a, T, D: Dims> Array<Ref<'a, T>, D> {
    /// The same memory with elements of another type.
    ///
    /// # Safety
    ///
    /// The types have one size, the elements are aligned for both, and every value of T is one of U.
    unsafe fn retyped<U>(self) -> Array<Ref<'a, U>, D> {
        // SAFETY: `shared` needs the invariants, which this view has; they say the same of elements of one size, which are live and
        // aligned as a U (the condition of `retyped`).
        unsafe { Array::shared(first(&self), self.layout().clone()) }
    }
}

impl<'a, T, D: Dims> Array<Mut<'a, T>, D> {
    /// The same memory with elements of another type.
    ///
    /// # Safety
    ///
    /// The types have one size, the elements are aligned for both, and every value of each is one of the other.
    unsafe fn retyped<U>(self) -> Array<Mut<'a, U>, D> {
        // SAFETY: `exclusive` needs the invariants, which this view has, and it is given up; they say the same of elements of one size,
        // which are live and aligned as a U (the condition of `retyped`).
        unsafe { Array::exclusive(first(&self), self.gaps(), self.layout().clone()) }
    }
}
