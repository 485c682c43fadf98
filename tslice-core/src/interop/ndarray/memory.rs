//! Converts between the pointers and layouts of `ndarray` and those of this crate. This file holds the unsafe code.

use ::ndarray::{ArrayView, ArrayViewMut, Axis, Dimension, ShapeBuilder};
use smallvec::SmallVec;

use crate::array::{Array, Mut, Ref};
use crate::error::or_panic;
use crate::layout::Dims;

/// The elements of an array, whose shape `ndarray` bounds as this crate does. The dims E are of its rank.
pub(super) fn shared<'a, T, D: Dimension, E: Dims>(array: ArrayView<'a, T, D>) -> Array<Ref<'a, T>, E> {
    // SAFETY: `from_pointer` needs a live element at every index tuple, readable bytes between them, an aligned pointer, and no writes
    // for the lifetime of the view: an array promises the first three for its shape and strides, and its view borrows the elements.
    or_panic(unsafe { Array::<Ref<'a, T>, E>::from_pointer(array.as_ptr(), array.shape(), array.strides()) })
}

pub(super) fn exclusive<'a, T, D: Dimension, E: Dims>(
    mut array: ArrayViewMut<'a, T, D>,
) -> Array<Mut<'a, T>, E> {
    let ptr = array.as_mut_ptr();
    // SAFETY: `from_pointer` needs a live element at every index tuple, readable bytes between them, an aligned pointer, and that no
    // other reference to the elements exists for the lifetime of the view: an array promises the first three for its shape and
    // strides, and its exclusive view borrows the elements exclusively.
    or_panic(unsafe { Array::<Mut<'a, T>, E>::from_pointer(ptr, array.shape(), array.strides()) })
}

/// A layout as `ndarray` takes it: the element lowest in memory, unsigned strides, and the axes that must then be reversed.
struct Lowest<D> {
    offset: isize,
    shape: D,
    strides: D,
    reversed: SmallVec<[usize; 8]>,
}

impl<D: Dimension> Lowest<D> {
    /// `None` if the array is empty, or its elements have size 0; `ndarray` then chooses strides that it accepts.
    fn of<T>(lens: &[usize], strides: &[isize]) -> Option<Self> {
        if lens.contains(&0) || size_of::<T>() == 0 {
            return None;
        }
        let (mut shape, mut steps) = (D::zeros(lens.len()), D::zeros(lens.len()));
        shape.slice_mut().copy_from_slice(lens);
        let (mut offset, mut reversed) = (0_isize, SmallVec::new());
        for (axis, (&len, &stride)) in lens.iter().zip(strides).enumerate().filter(|(_, (len, _))| **len > 1)
        {
            steps.slice_mut()[axis] = stride.unsigned_abs();
            if stride < 0 {
                // The last element of the axis is inside the layout, so the product is an offset in memory.
                offset = offset.wrapping_add((len - 1).cast_signed().wrapping_mul(stride));
                reversed.push(axis);
            }
        }
        Some(Self { offset, shape, strides: steps, reversed })
    }
}

/// A shape of `ndarray`.
fn dimension<D: Dimension>(lens: &[usize]) -> D {
    let mut shape = D::zeros(lens.len());
    shape.slice_mut().copy_from_slice(lens);
    shape
}

pub(super) fn array_view<T, E: Dims, D: Dimension>(view: Array<Ref<'_, T>, E>) -> ArrayView<'_, T, D> {
    let Some(lowest) = Lowest::of::<T>(view.lengths(), view.steps()) else {
        // SAFETY: `from_shape_ptr` needs an aligned pointer that is not null, and live elements: there are none (invariant 3), or
        // all are here.
        return unsafe { ArrayView::from_shape_ptr(dimension::<D>(view.lengths()), view.as_ptr()) };
    };
    let Lowest::<D> { offset, shape, strides, reversed } = lowest;
    // The offset is that of an element.
    let lowest = view.as_ptr().wrapping_offset(offset);
    // SAFETY: `from_shape_ptr` needs a live element at every index tuple: from the lowest element on, the unsigned strides reach
    // the elements of the layout and no others (invariant 1).
    let mut array = unsafe { ArrayView::from_shape_ptr(shape.strides(strides), lowest) };
    reversed.iter().for_each(|&axis| array.invert_axis(Axis(axis)));
    array
}

pub(super) fn array_view_mut<T, E: Dims, D: Dimension>(
    mut view: Array<Mut<'_, T>, E>,
) -> ArrayViewMut<'_, T, D> {
    let ptr = view.as_mut_ptr();
    let Some(lowest) = Lowest::of::<T>(view.lengths(), view.steps()) else {
        // SAFETY: `from_shape_ptr` needs an aligned pointer that is not null, and live elements to which no other reference exists: the array
        // is empty (invariant 3), or `view` has all of them and is given up.
        return unsafe { ArrayViewMut::from_shape_ptr(dimension::<D>(view.lengths()), ptr) };
    };
    let Lowest::<D> { offset, shape, strides, reversed } = lowest;
    // The offset is that of an element.
    let lowest = ptr.wrapping_offset(offset);
    // SAFETY: `from_shape_ptr` needs a live element at every index tuple, to which no other reference exists: from the lowest element on, the
    // unsigned strides reach the elements of the layout and no others (invariant 1), and the view is given up (invariant 2).
    let mut array = unsafe { ArrayViewMut::from_shape_ptr(shape.strides(strides), lowest) };
    reversed.iter().for_each(|&axis| array.invert_axis(Axis(axis)));
    array
}
