//! `bytemuck`: the elements of a view as another plain type of the same size, and a field of records as a strided view.

use core::mem::{align_of, size_of};
use core::ptr::{self, NonNull};

use ::bytemuck::{AnyBitPattern, NoUninit, PodCastError};

use crate::array::{Array, Mut, Read, Ref, View};
use crate::layout::Dims;

/// Views a field of each record, without a copy. The closure borrows the field, or an element of a field that is an array.
///
/// Records without padding are `NoUninit`, which `bytemuck` derives for types of `#[repr(C)]`.
///
/// ```
/// use tslice::{interop::bytemuck::field, s};
///
/// #[derive(Clone, Copy)] // and `NoUninit` of `bytemuck`, with its feature `derive`
/// #[repr(C)]
/// struct Point {
///     position: [f32; 3],
///     id: u32,
/// }
/// # // SAFETY: the fields are four times four bytes without padding.
/// # unsafe impl bytemuck::NoUninit for Point {}
///
/// let points = [1, 2, 3].map(|id| Point { position: [id as f32, 0.5, -1.0], id });
/// assert_eq!(field(&points, |point| &point.position[0])?, [1.0, 2.0, 3.0]);
/// assert_eq!(field(&points, |point| &point.id)?.slice(s![::-1]), [3, 2, 1]);
/// # Ok::<(), bytemuck::PodCastError>(())
/// ```
///
/// # Errors
///
/// - `OutputSliceWouldHaveSlop` if the size of a record is not a multiple of the size of the field, because strides count elements:
///   `position` above has 12 bytes of 16;
/// - `SizeMismatch` if the closure borrows something outside of its record.
pub fn field<R: NoUninit, F: AnyBitPattern>(
    records: &[R],
    field: impl FnOnce(&R) -> &F,
) -> Result<View<'_, F, 1>, PodCastError> {
    let Some(first) = records.first() else { return Ok(View::from(&[][..])) };
    let (record, size) = (size_of::<R>(), size_of::<F>());
    // Any place inside of a record is valid: its bytes are initialised, and each pattern of bytes is a field.
    let start = ptr::from_ref(field(first)).addr().wrapping_sub(ptr::from_ref(first).addr());
    if start.checked_add(size).is_none_or(|end| end > record) {
        return Err(PodCastError::SizeMismatch);
    }
    if record.checked_rem(size) != Some(0) {
        return Err(PodCastError::OutputSliceWouldHaveSlop);
    }
    let bytes = ::bytemuck::cast_slice::<R, u8>(records);
    let fields = ::bytemuck::try_cast_slice(&bytes[start..bytes.len() - record + start + size])?;
    let view = View::from_strided([records.len()], [(record / size).cast_signed()], 0, fields);
    Ok(view.unwrap_or_else(|_| unreachable!("each record has the field")))
}

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
