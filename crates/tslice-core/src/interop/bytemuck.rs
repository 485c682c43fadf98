//! `bytemuck`: the elements of a view as another plain type of the same size, and a field of
//! records as a view of their shape.

use core::ptr::{self, NonNull};

use ::bytemuck::{AnyBitPattern, NoUninit, PodCastError};
use tslice_kernels::Gaps;

use crate::array::{Array, Mut, Read, Ref};
use crate::layout::{self, Dims};

/// Views a field of each record, without a copy. The closure borrows the field, or an element of a
/// field that is an array.
///
/// Records without padding are `NoUninit`, which `bytemuck` derives for types of `#[repr(C)]`.
///
/// ```
/// use tslice::{View, interop::bytemuck::field, s};
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
/// let points = [1, 2, 3, 4].map(|id| Point { position: [id as f32, 0.5, -1.0], id });
/// let grid = View::new([2, 2], &points);
/// assert_eq!(field(grid, |point| &point.position[0])?, [[1.0, 2.0], [3.0, 4.0]]);
/// assert_eq!(field(grid.slice(s![:, ::-1]), |point| &point.id)?, [[2, 1], [4, 3]]);
/// # Ok::<(), bytemuck::PodCastError>(())
/// ```
///
/// # Errors
///
/// - `OutputSliceWouldHaveSlop` if the size of a record is not a multiple of the size of the field,
///   because strides count elements: `position` above has 12 bytes of 16;
/// - `SizeMismatch` if the closure borrows something outside of its record.
pub fn field<R: NoUninit, F: AnyBitPattern, D: Dims /* (t.view(), |p| &p.x) */>(
    records: Array<Ref<'_, R>, D>,
    field: impl FnOnce(&R) -> &F,
) -> Result<Array<Ref<'_, F>, D>, PodCastError> {
    let (first, layout) = place(&records, field)?;
    // SAFETY: `of_memory` needs the invariants, which the view of the records has: each field is at
    // one place of its record (`place`), whose bytes are initialised and make a field, as
    // `NoUninit` and `AnyBitPattern` promise.
    Ok(unsafe { Array::of_memory(first, Gaps::Shared, layout) })
}

/// Works like [`field`], but the fields can be written.
///
/// ```
/// use tslice::{Tensor, interop::bytemuck::field_mut};
///
/// #[derive(Clone, Copy)] // and `Pod` of `bytemuck`, with its feature `derive`
/// #[repr(C)]
/// struct Point {
///     x: f32,
///     y: f32,
/// }
/// # // SAFETY: two floats, which may have any bits, without padding.
/// # unsafe impl bytemuck::Pod for Point {}
/// # // SAFETY: two floats may be zero.
/// # unsafe impl bytemuck::Zeroable for Point {}
///
/// let mut points = Tensor::full([2, 3], Point { x: 1.0, y: 2.0 });
/// field_mut(points.view_mut(), |point| &point.y)?.fill(0.0);
/// assert!(points.iter().all(|point| (point.x, point.y) == (1.0, 0.0)));
/// # Ok::<(), bytemuck::PodCastError>(())
/// ```
///
/// # Errors
///
/// If `field` returns an error.
pub fn field_mut<R: NoUninit + AnyBitPattern, F: NoUninit + AnyBitPattern, D: Dims>(
    records: Array<Mut<'_, R>, D>,
    field: impl FnOnce(&R) -> &F,
) -> Result<Array<Mut<'_, F>, D>, PodCastError> {
    let (first, layout) = place(&records, field)?;
    // SAFETY: `of_memory` needs the invariants, as in `field`, and that no other reference to the
    // fields exists: the records are different ones, and their view is given up. Every field may be
    // written to a record, whose other bytes stay: the bounds promise it. What is between the
    // fields is in the records or between them.
    Ok(unsafe { Array::of_memory(first, records.gaps(), layout) })
}

/// Where the field of the first record is, and the layout of those of all records.
fn place<R, F, S: Read<Elem = R>, D: Dims>(
    records: &Array<S, D>,
    field: impl FnOnce(&R) -> &F,
) -> Result<(NonNull<F>, D::Layout), PodCastError> {
    let (record, size) = (size_of::<R>(), size_of::<F>());
    let mut first = NonNull::dangling();
    if !records.is_empty() {
        // SAFETY: `item` needs the offset of an element: there is a first one.
        let element = unsafe { records.base().item(0) };
        let start = ptr::from_ref(field(element))
            .addr()
            .wrapping_sub(ptr::from_ref(element).addr());
        if start.checked_add(size).is_none_or(|end| end > record) {
            return Err(PodCastError::SizeMismatch);
        }
        // SAFETY: `add` needs a result inside the record.
        first = unsafe { records.first_ptr().cast::<u8>().add(start) }.cast();
    }
    let fields = match record.checked_rem(size) {
        Some(0) => (record / size).cast_signed(),
        _ => return Err(PodCastError::OutputSliceWouldHaveSlop),
    };
    // A field has the alignment of its reference, and the others are whole fields away. The product
    // wraps only where strides are not used: the others stay inside an allocation.
    let layout = layout::changed(records.layout(), |_, strides| {
        strides
            .iter_mut()
            .for_each(|stride| *stride = stride.wrapping_mul(fields));
    });
    Ok((first, layout))
}

/// The pointer of an array as one to another type, checked as `bytemuck` does for slices. Strides
/// count elements, so if one element is aligned, all are.
fn retyped<U, S: Read, D: Dims>(array: &Array<S, D>) -> Result<NonNull<U>, PodCastError> {
    let first = array.first_ptr().cast::<U>();
    if size_of::<S::Elem>() != size_of::<U>() {
        return Err(PodCastError::SizeMismatch);
    }
    if !first.is_aligned() {
        return Err(PodCastError::TargetAlignmentGreaterAndInputNotAligned);
    }
    Ok(first)
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
    // SAFETY: `of_memory` needs the invariants, which the view has; they say the same of elements
    // of one size, which are aligned as a U (`retyped`), and every T is a U, which `NoUninit` and
    // `AnyBitPattern` promise.
    Ok(unsafe { Array::of_memory(first, Gaps::Shared, view.layout().clone()) })
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
    // SAFETY: `of_memory` needs the invariants, which the view has, and it is given up; they say
    // the same of elements of one size, which are aligned as a U (`retyped`), and every T is a U
    // and every U a T, which the bounds promise.
    Ok(unsafe { Array::of_memory(first, view.gaps(), view.layout().clone()) })
}
