//! `bytemuck`: the elements of a view as another plain type of the same size, and a field of
//! records as a strided view.

use core::ptr::{self, NonNull};

use ::bytemuck::{AnyBitPattern, NoUninit, PodCastError};

use crate::array::{Array, Mut, Read, Ref, View};
use crate::layout::Dims;

/// Views a field of each record, without a copy. The closure borrows the field, or an element of a
/// field that is an array.
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
/// - `OutputSliceWouldHaveSlop` if the size of a record is not a multiple of the size of the field,
///   because strides count elements: `position` above has 12 bytes of 16;
/// - `SizeMismatch` if the closure borrows something outside of its record.
pub fn field<R: NoUninit, F: AnyBitPattern>(
    records: &[R],
    field: impl FnOnce(&R) -> &F,
) -> Result<View<'_, F, 1>, PodCastError> {
    let Some(first) = records.first() else {
        return Ok(View::from(&[][..]));
    };
    let (record, size) = (size_of::<R>(), size_of::<F>());
    // Any place inside of a record is valid: its bytes are initialised, and each pattern of bytes
    // is a field.
    let start = ptr::from_ref(field(first))
        .addr()
        .wrapping_sub(ptr::from_ref(first).addr());
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

/// The pointer of an array as one to another type, checked as `bytemuck` does for slices. Strides
/// count elements, so if one element is aligned, all are.
fn retyped<U, S: Read, D: Dims>(array: &Array<S, D>) -> Result<NonNull<U>, PodCastError> {
    let first = array.as_ptr().cast_mut().cast::<U>();
    if size_of::<S::Elem>() != size_of::<U>() {
        return Err(PodCastError::SizeMismatch);
    }
    if !first.is_aligned() {
        return Err(PodCastError::TargetAlignmentGreaterAndInputNotAligned);
    }
    Ok(NonNull::new(first).unwrap_or_else(|| unreachable!("the pointer of an array is not null")))
}

/// Returns a view of the same memory as elements of another type of the same size, as
/// `bytemuck::cast_slice` does.
///
/// ```
/// use tslice::{View, interop::bytemuck::cast};
///
/// let bits: View<u32, 1> = cast(View::from(&[1.0_f32, -0.0]))?;
/// assert_eq!(bits, [0x3f80_0000, 0x8000_0000]);
/// # Ok::<(), bytemuck::PodCastError>(())
/// ```
///
/// # Errors
///
/// If the sizes differ, or the elements are not aligned for `U`.
pub fn cast<T: NoUninit, U: AnyBitPattern, D: Dims>(
    view: Array<Ref<'_, T>, D>,
) -> Result<Array<Ref<'_, U>, D>, PodCastError> {
    let first = retyped(&view)?;
    // SAFETY: `shared` needs the invariants, which the view has; they say the same of elements of
    // one size, which are aligned as a U (`retyped`), and every T is a U, which `NoUninit` and
    // `AnyBitPattern` promise.
    Ok(unsafe { Array::shared(first, view.layout().clone()) })
}

/// Works like [`cast`], but the elements can be written.
///
/// # Errors
///
/// If the sizes differ, or the elements are not aligned for `U`.
pub fn cast_mut<T: NoUninit + AnyBitPattern, U: NoUninit + AnyBitPattern, D: Dims>(
    view: Array<Mut<'_, T>, D>,
) -> Result<Array<Mut<'_, U>, D>, PodCastError> {
    let first = retyped(&view)?;
    // SAFETY: `exclusive` needs the invariants, which the view has, and it is given up; they say
    // the same of elements of one size, which are aligned as a U (`retyped`), and every T is a U
    // and every U a T, which the bounds promise.
    Ok(unsafe { Array::exclusive(first, view.gaps(), view.layout().clone()) })
}
