//! Converts between the pointers and layouts of `ndarray` and those of this crate. This file holds
//! the unsafe code.

use ::ndarray::{
    ArrayBase, ArrayView, ArrayViewMut, Axis, Dimension, RawData, ShapeBuilder, StrideShape,
};

use crate::array::{Array, DynView, DynViewMut, Mut, Ref};
use crate::error::{ShapeError, or_panic};
use crate::layout::{Dims, Dyn};

/// The elements of an array, whose shape `ndarray` bounds as this crate does. The dims E are of its
/// rank.
pub(super) fn shared<'a, T, D: Dimension, E: Dims>(
    array: ArrayView<'a, T, D>,
) -> Array<Ref<'a, T>, E> {
    // SAFETY: `from_raw_parts` needs a live element at every index tuple, readable bytes between
    // them, an aligned pointer, and no writes for the lifetime of the view. `ndarray` bounds all
    // elements of an array by one allocation, whose bytes are readable, if others may write them;
    // its view borrows the elements.
    of_its_rank(unsafe { DynView::from_raw_parts(array.as_ptr(), array.shape(), array.strides()) })
}

pub(super) fn exclusive<'a, T, D: Dimension, E: Dims>(
    mut array: ArrayViewMut<'a, T, D>,
) -> Array<Mut<'a, T>, E> {
    let ptr = array.as_mut_ptr();
    // SAFETY: `from_raw_parts` needs a live element at every index tuple, readable bytes between
    // them, an aligned pointer, and that no other reference to the elements exists for the lifetime
    // of the view. `ndarray` bounds all elements of an array by one allocation, whose bytes are
    // readable, if others may write them; its exclusive view borrows the elements exclusively.
    of_its_rank(unsafe { DynViewMut::from_raw_parts(ptr, array.shape(), array.strides()) })
}

/// The view of an array with dims E, which are of its rank.
fn of_its_rank<S, E: Dims>(view: Result<Array<S, Dyn>, ShapeError>) -> Array<S, E> {
    or_panic(view)
        .with_dims()
        .expect("dims and dimension have one rank")
}

/// The array of a layout. `ndarray` takes unsigned strides: `make` makes an array of a shape with
/// them, from the element lowest in memory on, which is at this offset, and the axes with negative
/// strides are reversed then.
fn with_layout<S: RawData, D: Dimension>(
    lens: &[usize],
    strides: &[isize],
    make: impl FnOnce(StrideShape<D>, isize) -> ArrayBase<S, D>,
) -> ArrayBase<S, D> {
    let (mut shape, mut steps) = (D::zeros(lens.len()), D::zeros(lens.len()));
    shape.slice_mut().copy_from_slice(lens);
    if lens.contains(&0) || size_of::<S::Elem>() == 0 {
        // Without elements, or if their size is 0, `ndarray` chooses strides that it accepts.
        return make(shape.into(), 0);
    }
    let mut offset = 0_isize;
    for (axis, (&len, &stride)) in lens.iter().zip(strides).enumerate() {
        if len == 1 {
            continue;
        }
        steps.slice_mut()[axis] = stride.unsigned_abs();
        // The last element of the axis is inside the layout, so the product is an offset in memory.
        offset = offset.wrapping_add((len - 1).cast_signed().wrapping_mul(stride.min(0)));
    }
    let mut array = make(shape.strides(steps), offset);
    for (axis, &stride) in strides.iter().enumerate() {
        if stride < 0 {
            array.invert_axis(Axis(axis));
        }
    }
    array
}

pub(super) fn array_view<T, E: Dims, D: Dimension>(
    view: Array<Ref<'_, T>, E>,
) -> ArrayView<'_, T, D> {
    let first = view.as_ptr();
    // SAFETY: `from_shape_ptr` needs an aligned pointer that is not null, and a live element at
    // every index tuple: `with_layout` gives `make` the offset of the lowest element, from which on
    // the unsigned strides reach the elements of the layout and no others (invariant 1). There is
    // none if the array is empty (invariant 3), and all are here if they have size 0.
    let make =
        |shape, lowest| unsafe { ArrayView::from_shape_ptr(shape, first.wrapping_offset(lowest)) };
    with_layout(view.lengths(), view.steps(), make)
}

pub(super) fn array_view_mut<T, E: Dims, D: Dimension>(
    mut view: Array<Mut<'_, T>, E>,
) -> ArrayViewMut<'_, T, D> {
    let first = view.as_mut_ptr();
    // SAFETY: `from_shape_ptr` needs an aligned pointer that is not null, and a live element at
    // every index tuple, to which no other reference exists: `with_layout` gives `make` the offset
    // of the lowest element, from which on the unsigned strides reach the elements of the layout
    // and no others (invariant 1). It calls `make` once, and the view is given up (invariant 2).
    // There is no element if the array is empty (invariant 3), and all are here if they have size
    // 0.
    let make = |shape, lowest| unsafe {
        ArrayViewMut::from_shape_ptr(shape, first.wrapping_offset(lowest))
    };
    with_layout(view.lengths(), view.steps(), make)
}
