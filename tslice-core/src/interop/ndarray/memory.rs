//! Converts between the pointers and layouts of `ndarray` and those of this crate. This file holds the unsafe code.

use ::ndarray::{ArrayView, ArrayViewMut, Axis, Dimension, ShapeBuilder, StrideShape};
use smallvec::SmallVec;

use crate::array::{Array, DynView, DynViewMut, Mut, Ref};
use crate::error::{ShapeError, or_panic};
use crate::layout::{Dims, Dyn};

/// The elements of an array, whose shape `ndarray` bounds as this crate does. The dims E are of its rank.
pub(super) fn shared<'a, T, D: Dimension, E: Dims>(array: ArrayView<'a, T, D>) -> Array<Ref<'a, T>, E> {
    // SAFETY: `from_raw_parts` needs a live element at every index tuple, readable bytes between them, an aligned pointer, and no writes
    // for the lifetime of the view: an array promises the first three for its shape and strides, and its view borrows the elements.
    of_its_rank(unsafe { DynView::from_raw_parts(array.as_ptr(), array.shape(), array.strides()) })
}

pub(super) fn exclusive<'a, T, D: Dimension, E: Dims>(
    mut array: ArrayViewMut<'a, T, D>,
) -> Array<Mut<'a, T>, E> {
    let ptr = array.as_mut_ptr();
    // SAFETY: `from_raw_parts` needs a live element at every index tuple, readable bytes between them, an aligned pointer, and that no
    // other reference to the elements exists for the lifetime of the view: an array promises the first three for its shape and
    // strides, and its exclusive view borrows the elements exclusively.
    of_its_rank(unsafe { DynViewMut::from_raw_parts(ptr, array.shape(), array.strides()) })
}

/// The view of an array with dims E, which are of its rank.
fn of_its_rank<S, E: Dims>(view: Result<Array<S, Dyn>, ShapeError>) -> Array<S, E> {
    or_panic(view).with_dims().unwrap_or_else(|_| unreachable!("dims and dimension have one rank"))
}

/// A layout as `ndarray` takes it: the offset of the element lowest in memory, or 0 if there is none, the shape with unsigned strides, and
/// the axes that must then be reversed.
fn lowest<T, D: Dimension>(
    lens: &[usize],
    strides: &[isize],
) -> (isize, StrideShape<D>, SmallVec<[usize; 8]>) {
    let (mut shape, mut steps) = (D::zeros(lens.len()), D::zeros(lens.len()));
    shape.slice_mut().copy_from_slice(lens);
    let (mut offset, mut reversed) = (0_isize, SmallVec::new());
    if lens.contains(&0) || size_of::<T>() == 0 {
        // Without elements, or if their size is 0, `ndarray` chooses strides that it accepts.
        return (offset, shape.into(), reversed);
    }
    for (axis, (&len, &stride)) in lens.iter().zip(strides).enumerate().filter(|(_, (len, _))| **len > 1) {
        steps.slice_mut()[axis] = stride.unsigned_abs();
        if stride < 0 {
            // The last element of the axis is inside the layout, so the product is an offset in memory.
            offset = offset.wrapping_add((len - 1).cast_signed().wrapping_mul(stride));
            reversed.push(axis);
        }
    }
    (offset, shape.strides(steps), reversed)
}

pub(super) fn array_view<T, E: Dims, D: Dimension>(view: Array<Ref<'_, T>, E>) -> ArrayView<'_, T, D> {
    let (offset, shape, reversed) = lowest::<T, D>(view.lengths(), view.steps());
    let lowest = view.as_ptr().wrapping_offset(offset);
    // SAFETY: `from_shape_ptr` needs an aligned pointer that is not null, and a live element at every index tuple: from the lowest element
    // on, the unsigned strides reach the elements of the layout and no others (invariant 1). There is none if the array is empty
    // (invariant 3), and all are here if they have size 0.
    let mut array = unsafe { ArrayView::from_shape_ptr(shape, lowest) };
    reversed.iter().for_each(|&axis| array.invert_axis(Axis(axis)));
    array
}

pub(super) fn array_view_mut<T, E: Dims, D: Dimension>(
    mut view: Array<Mut<'_, T>, E>,
) -> ArrayViewMut<'_, T, D> {
    let (offset, shape, reversed) = lowest::<T, D>(view.lengths(), view.steps());
    let lowest = view.as_mut_ptr().wrapping_offset(offset);
    // SAFETY: `from_shape_ptr` needs an aligned pointer that is not null, and a live element at every index tuple, to which no other
    // reference exists: from the lowest element on, the unsigned strides reach the elements of the layout and no others (invariant 1),
    // and the view is given up (invariant 2). There is none if the array is empty (invariant 3), and all are here if they have size 0.
    let mut array = unsafe { ArrayViewMut::from_shape_ptr(shape, lowest) };
    reversed.iter().for_each(|&axis| array.invert_axis(Axis(axis)));
    array
}
