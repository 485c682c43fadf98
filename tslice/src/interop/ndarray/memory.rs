//! Pointers and layouts of arrays, and back: where the unsafe code is.

use core::ptr::NonNull;

use ::ndarray::{ArrayView, ArrayViewMut, Axis, Dim, Dimension, IxDyn, ShapeBuilder};
use smallvec::SmallVec;

use crate::layout::{Dynamic, Fixed, Layout};
use crate::raw::{Exclusive, Shared};

/// The layouts of this crate that a dimension of `ndarray` has.
pub(super) trait Lengths: Dimension {
    type Layout: Layout;

    fn layout(shape: &[usize], strides: &[isize]) -> Self::Layout;
}

impl<const R: usize> Lengths for Dim<[usize; R]>
where
    Self: Dimension,
{
    type Layout = Fixed<R>;

    fn layout(shape: &[usize], strides: &[isize]) -> Fixed<R> {
        Fixed {
            shape: core::array::from_fn(|axis| shape[axis]),
            strides: core::array::from_fn(|axis| strides[axis]),
        }
    }
}

impl Lengths for IxDyn {
    type Layout = Dynamic;

    fn layout(shape: &[usize], strides: &[isize]) -> Dynamic {
        Dynamic { shape: SmallVec::from_slice(shape), strides: SmallVec::from_slice(strides) }
    }
}

/// The elements of an array; `ndarray` bounds its shapes as this crate does.
pub(super) fn shared<T, D: Lengths>(array: ArrayView<'_, T, D>) -> Shared<'_, T, D::Layout> {
    let layout = D::layout(array.shape(), array.strides());
    let ptr = NonNull::new(array.as_ptr().cast_mut()).unwrap_or(NonNull::dangling());
    // SAFETY: an array has an element at every index of its shape, under its strides, and the view borrows them.
    unsafe { Shared::from_parts(ptr, layout) }.unwrap_or_else(|error| crate::error::fail(&error))
}

pub(super) fn exclusive<T, D: Lengths>(mut array: ArrayViewMut<'_, T, D>) -> Exclusive<'_, T, D::Layout> {
    let layout = D::layout(array.shape(), array.strides());
    let ptr = NonNull::new(array.as_mut_ptr()).unwrap_or(NonNull::dangling());
    // SAFETY: as above; an exclusive view has different elements at different indices.
    unsafe { Exclusive::from_parts(ptr, layout) }.unwrap_or_else(|error| crate::error::fail(&error))
}

/// A layout as `ndarray` takes it: the element lowest in memory, strides without signs, and the axes to turn round then.
struct Lowest<D> {
    offset: isize,
    shape: D,
    strides: D,
    reversed: SmallVec<[usize; 8]>,
}

impl<D: Dimension> Lowest<D> {
    fn of(layout: &impl Layout) -> Self {
        let (lens, strides) = (layout.shape(), layout.strides());
        let (mut shape, mut steps) = (D::zeros(lens.len()), D::zeros(lens.len()));
        shape.slice_mut().copy_from_slice(lens);
        let (mut offset, mut reversed) = (0, SmallVec::new());
        // No other element is reached: strides of 0, and nothing to turn round.
        let empty = lens.contains(&0);
        for (axis, (&len, &stride)) in lens.iter().zip(strides).enumerate() {
            if len < 2 || empty {
                continue;
            }
            steps.slice_mut()[axis] = stride.unsigned_abs();
            if stride < 0 {
                // The last element of the axis: inside the layout, so the product is an offset in memory.
                offset += (len - 1).cast_signed() * stride;
                reversed.push(axis);
            }
        }
        Self { offset, shape, strides: steps, reversed }
    }
}

pub(super) fn array_view<T, D: Dimension>(raw: Shared<'_, T, impl Layout>) -> ArrayView<'_, T, D> {
    let Lowest { offset, shape, strides, reversed }: Lowest<D> = Lowest::of(raw.layout());
    // SAFETY: the offset is that of an element, or 0.
    let lowest = unsafe { raw.ptr().offset(offset) };
    // SAFETY: from the lowest element on, the strides without signs reach the elements of the layout and no others.
    let mut view = unsafe { ArrayView::from_shape_ptr(shape.strides(strides), lowest.as_ptr()) };
    reversed.iter().for_each(|&axis| view.invert_axis(Axis(axis)));
    view
}

pub(super) fn array_view_mut<T, D: Dimension>(raw: Exclusive<'_, T, impl Layout>) -> ArrayViewMut<'_, T, D> {
    let Lowest { offset, shape, strides, reversed }: Lowest<D> = Lowest::of(raw.layout());
    // SAFETY: the offset is that of an element, or 0.
    let lowest = unsafe { raw.ptr().offset(offset) };
    // SAFETY: as in `array_view`; the elements are exclusive and differ between indices.
    let mut view = unsafe { ArrayViewMut::from_shape_ptr(shape.strides(strides), lowest.as_ptr()) };
    reversed.iter().for_each(|&axis| view.invert_axis(Axis(axis)));
    view
}
