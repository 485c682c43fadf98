//! Elements that are arrays as an axis, and an axis as elements.

use alloc::format;
use tslice_kernels::Gaps;

use crate::array::{Array, InsertAxis, Mut, Ref, RemoveAxis, axis_of};
use crate::error::{AxisError, ShapeError, or_panic};
use crate::layout::{self, Dims, Layout, Ranked};

/// Views the elements of arrays as a last axis: a view of `[T; N]` as one of T with one axis more,
/// of length N.
///
/// ```
/// use tslice::{Tensor, View, elements_as_axis, s};
///
/// let pixels: Tensor<[u8; 3], 2> = Tensor::full([4, 6], [255, 128, 0]);
/// let mirrored = pixels.slice(s![:, ::-1]);
/// let channels: View<u8, 3> = elements_as_axis(mirrored);
/// assert_eq!((channels.shape(), channels.strides()), (&[4, 6, 3], &[18, -3, 1]));
/// assert_eq!(channels.slice(s![.., 1]), [[128; 6]; 4]);
/// ```
///
/// # Panics
///
/// If the result has more than `isize::MAX` elements, which a broadcast view or elements without
/// size can have.
#[doc(alias("as_flattened", "reinterpret"))]
#[track_caller]
pub fn elements_as_axis<T, const N: usize, D: Dims, E: Ranked>(
    view: Array<Ref<'_, [T; N]>, D>,
) -> Array<Ref<'_, T>, E>
where
    D::Ranked: InsertAxis<Output = E>,
{
    let layout = or_panic(with_elements::<T, N, E::Layout>(view.layout()));
    // SAFETY: `of_memory` needs elements at all index tuples: the last index counts inside an
    // array, the others point to one, N elements apart for each that they counted before. Arrays
    // have the alignment of their elements. `with_elements` has counted them.
    unsafe { Array::of_memory(view.first_ptr().cast(), Gaps::Shared, layout) }
}

/// Works like [`elements_as_axis`], but the elements can be written.
///
/// ```
/// use tslice::{Tensor, elements_as_axis_mut, s};
///
/// let mut pixels: Tensor<[u8; 3], 2> = Tensor::full([1, 2], [1, 2, 3]);
/// elements_as_axis_mut(pixels.view_mut()).slice_mut(s![.., 0]).fill(9);
/// assert_eq!(pixels.to_vec(), [[9, 2, 3]; 2]);
/// ```
///
/// # Panics
///
/// If `elements_as_axis` panics.
#[track_caller]
pub fn elements_as_axis_mut<T, const N: usize, D: Dims, E: Ranked>(
    view: Array<Mut<'_, [T; N]>, D>,
) -> Array<Mut<'_, T>, E>
where
    D::Ranked: InsertAxis<Output = E>,
{
    let layout = or_panic(with_elements::<T, N, E::Layout>(view.layout()));
    // SAFETY: `of_memory` needs what it needs in the other function, and that no two index
    // tuples share an element: they are in different arrays or at different places of one. The view
    // is given up, and what is between its arrays is what is between their elements.
    unsafe { Array::of_memory(view.first_ptr().cast(), view.gaps(), layout) }
}

/// Views a last axis of length N as elements `[T; N]`, with one axis less: the inverse of
/// [`elements_as_axis`].
///
/// The elements of the last axis have to follow each other, and the other axes have to step over
/// whole arrays.
///
/// ```
/// use tslice::{Tensor, View, axis_as_elements, s};
///
/// let image = Tensor::from_shape_fn([2, 3, 4], |[y, x, c]| (100 * y + 10 * x + c) as u8);
/// let pixels: View<[u8; 4], 2> = axis_as_elements(image.slice(s![::-1]))?;
/// assert_eq!(pixels[[0, 2]], [120, 121, 122, 123]);
///
/// let rgb: Result<View<[u8; 3], 2>, _> = axis_as_elements(image.slice(s![.., :3]));
/// assert_eq!(
///     rgb.unwrap_err().to_string(),
///     "axis 1 has stride 4, which is not a multiple of 3: arrays of 3 elements need one; \
///      `to_tensor()` copies the elements"
/// );
/// # Ok::<(), tslice::ShapeError>(())
/// ```
///
/// # Errors
///
/// If the last axis does not have length N and stride 1, or another axis has a stride that is not a
/// multiple of N. The stride of an axis of length 1 does not matter.
#[doc(alias("as_chunks", "array_chunks", "reinterpret"))]
pub fn axis_as_elements<T, const N: usize, D: RemoveAxis>(
    view: Array<Ref<'_, T>, D>,
) -> Result<Array<Ref<'_, [T; N]>, D::Output>, ShapeError> {
    let layout = of_arrays::<T, N, <D::Output as Dims>::Layout>(view.layout())?;
    // SAFETY: `of_memory` needs arrays at all index tuples: `of_arrays` found N elements behind
    // each other there, in steps of whole arrays, and elements have the alignment of their array.
    // The lengths are those of a view, which can be counted.
    Ok(unsafe { Array::of_memory(view.first_ptr().cast(), Gaps::Shared, layout) })
}

/// Works like [`axis_as_elements`], but the elements can be written.
///
/// # Errors
///
/// If `axis_as_elements` returns an error.
pub fn axis_as_elements_mut<T, const N: usize, D: RemoveAxis>(
    view: Array<Mut<'_, T>, D>,
) -> Result<Array<Mut<'_, [T; N]>, D::Output>, ShapeError> {
    let layout = of_arrays::<T, N, <D::Output as Dims>::Layout>(view.layout())?;
    // SAFETY: `of_memory` needs what it needs in the other function, and that no two index
    // tuples share an array: the elements of the view, which is given up, are different ones. What
    // is between the arrays is what was between the elements.
    Ok(unsafe { Array::of_memory(view.first_ptr().cast(), view.gaps(), layout) })
}

/// The layout of a view of arrays of N with the elements of each as a last axis.
fn with_elements<T, const N: usize, L: Layout>(arrays: &impl Layout) -> Result<L, ShapeError> {
    let rank = arrays.shape().len();
    let mut to = L::blank();
    let (shape, strides) = to.reset(rank + 1).expect("the result has one axis more");
    shape[..rank].copy_from_slice(arrays.shape());
    shape[rank] = N;
    layout::check_count(shape)?;
    if size_of::<[T; N]>() == 0 {
        // These are anywhere: strides times N could exceed `isize`.
        layout::write_row_major(shape, strides);
        return Ok(to);
    }
    strides[rank] = 1;
    for (stride, step) in strides.iter_mut().zip(arrays.strides()) {
        // This wraps only for an axis of one element at most, or in an array without elements,
        // whose strides are not used: the others stay inside an allocation.
        *stride = step.wrapping_mul(N.cast_signed());
    }
    Ok(to)
}

/// The layout of a view whose last axis becomes elements that are arrays of N.
fn of_arrays<T, const N: usize, L: Layout>(elements: &impl Layout) -> Result<L, ShapeError> {
    let (shape, strides) = (elements.shape(), elements.strides());
    let last = axis_of(-1, shape.len())?;
    if shape[last] != N {
        return Err(AxisError::LengthMismatch {
            axis: last,
            expected: N,
            len: shape[last],
        }
        .into());
    }
    let mut to = L::blank();
    let (lengths, steps) = to.reset(last).expect("the result has one axis less");
    lengths.copy_from_slice(&shape[..last]);
    if size_of::<[T; N]>() == 0 {
        // These are anywhere.
        layout::write_row_major(lengths, steps);
        return Ok(to);
    }
    let is_empty = shape.contains(&0);
    for (axis, (&len, &stride)) in shape.iter().zip(strides).enumerate() {
        let fits = if axis == last {
            stride == 1
        } else {
            stride % N.cast_signed() == 0
        };
        if len > 1 && !is_empty && !fits {
            let needed = if axis == last {
                format!("the elements of arrays of {N} need 1")
            } else {
                format!("which is not a multiple of {N}: arrays of {N} elements need one")
            };
            let text = format!(
                "axis {axis} has stride {stride}, {needed}; `to_tensor()` copies the elements"
            );
            return Err(ShapeError::NotContiguous(text.into()));
        }
    }
    for (step, stride) in steps.iter_mut().zip(strides) {
        *step = stride / N.cast_signed();
    }
    Ok(to)
}

#[cfg(test)]
mod tests;
