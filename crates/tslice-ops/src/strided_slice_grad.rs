//! TensorFlow's StridedSliceGrad, raw and typed.

use alloc::boxed::Box;
use smallvec::SmallVec;

use super::bounds::Bounds;
use crate::operand::Operand;
use tslice_core::__ops::tensor;
use tslice_core::__ops::{bound, errors, layout, or_panic, result_lengths};
use tslice_core::{
    Array, DynTensor, DynView, EncodingRef, Masks, Owned, ShapeError, SliceError, Slices,
    traits::{Integer, IntoShape},
};

errors! {
    /// Why the gradient of a slice cannot be made.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum GradError {
        /// The slice does not fit the shape.
        Slice(#[from] error: SliceError) => ("{error}"),
        /// The gradient has another shape than the slice.
        DyShape { slice: Box<[usize]>, dy: Box<[usize]> } =>
            ("the gradient has shape {dy:?}, its slice has shape {slice:?}"),
        /// A length of the shape is negative or beyond `usize`.
        InvalidLength {
            axis: usize,
            /// The length as given (a length outside `i64` is shown as the nearest `i64`).
            len: i64,
        } => ("axis {axis} has length {len}, lengths are 0 to {}", isize::MAX),
        /// The shape overflows, or the result does not fit in memory.
        Shape(error: ShapeError) => ("{error}"),
    }
}

/// Spreads the gradient of a slice over zeros, as `tf.raw_ops.StridedSliceGrad` (TensorFlow 2.21)
/// does.
///
/// The result has shape `shape`, that of the slice's input. It holds `dy` at the elements that
/// [`strided_slice`](super::strided_slice) would select, and `T::default()` elsewhere. The rank may
/// be any; TensorFlow's kernels stop at 8. The typed form is [`SliceGradExt::slice_grad`].
///
/// # Errors
///
/// If [`strided_slice`](super::strided_slice) on a tensor of this shape would return an error;
/// then, if `dy` has another shape than the slice, a length is not a `usize`, or the result does
/// not fit in memory.
///
/// # Examples
///
/// ```
/// use tslice::{Masks, View};
/// use tslice_ops as ops;
///
/// let dy = View::<_, 1>::from(&[1, 2, 3]).into_dyn();
/// let grad = ops::strided_slice_grad(&[10], &[7], &[2], &[-2], Masks::default(), &dy)?;
/// assert_eq!(grad, [0, 0, 0, 3, 0, 2, 0, 1, 0, 0]);
/// # Ok::<(), ops::GradError>(())
/// ```
pub fn strided_slice_grad<T: Clone + Default, S: Integer, I: Integer>(
    shape: &[S],
    begin: &[I],
    end: &[I],
    strides: &[I],
    masks: Masks,
    dy: &DynView<'_, T>,
) -> Result<DynTensor<T>, GradError> {
    let mut lengths: SmallVec<[usize; 8]> = SmallVec::new();
    for (axis, &len) in shape.iter().enumerate() {
        let invalid = || GradError::InvalidLength {
            axis,
            len: bound(len),
        };
        lengths.push(
            len.to_usize()
                .filter(|&n| isize::try_from(n).is_ok())
                .ok_or_else(invalid)?,
        );
    }
    spread(
        &lengths,
        Bounds::new(begin, end, strides, masks)?.as_encoding(),
        dy,
    )
}

fn spread<T: Clone + Default>(
    shape: &[usize],
    spec: EncodingRef<'_>,
    dy: &DynView<'_, T>,
) -> Result<DynTensor<T>, GradError> {
    // All faults but the size are found before a result of this shape is made.
    let slice = result_lengths(spec, shape)?;
    layout::check_count(shape).map_err(GradError::Shape)?;
    if slice[..] != *dy.shape() {
        return Err(GradError::DyShape {
            slice: slice[..].into(),
            dy: dy.shape().into(),
        });
    }
    let zeros = layout::filled(shape, T::default()).map_err(GradError::Shape)?;
    let mut output: DynTensor<_> = tensor(shape, zeros);
    output
        .try_slice_mut(spec)?
        .try_assign(dy)
        .map_err(GradError::Shape)?;
    Ok(output)
}

/// TensorFlow's StridedSliceGrad for every array whose elements can be cloned and have a default.
pub trait SliceGradExt: Operand<Elem: Clone + Default> {
    /// Returns the gradient of a slice with respect to its input of shape `shape`: this array at
    /// the elements that `slice(spec)` would select, and `T::default()` elsewhere.
    ///
    /// It is the transpose of slicing:
    /// `sum(x.slice(spec) * dy) == sum(x * dy.slice_grad(shape, spec))`. To write into a gradient
    /// that exists already, use `grad.slice_mut(spec).assign(&dy)`. A spec whose result has another
    /// rank than this array is a compile error. The raw form is
    /// [`ops::strided_slice_grad`](strided_slice_grad).
    ///
    /// # Panics
    ///
    /// If [`try_slice_grad`](Self::try_slice_grad) returns an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{View, s};
    /// use tslice_ops::prelude::*;
    ///
    /// let dy = View::<_, 1>::from(&[1, 2]);
    /// assert_eq!(dy.slice_grad([2, 3], s![-1, ::-2]), [[0, 0, 0], [2, 0, 1]]);
    /// ```
    #[track_caller]
    fn slice_grad<X: IntoShape, P: Slices<X::Dims, Output = Self::Dims>>(
        &self,
        shape: X,
        spec: P,
    ) -> Array<Owned<Self::Elem>, X::Dims> {
        or_panic(self.try_slice_grad(shape, spec))
    }

    /// Works like [`slice_grad`](Self::slice_grad), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the spec does not fit `shape`, the slice has another shape than this array, or the result
    /// does not fit in memory.
    fn try_slice_grad<X: IntoShape, P: Slices<X::Dims, Output = Self::Dims>>(
        &self,
        shape: X,
        spec: P,
    ) -> Result<Array<Owned<Self::Elem>, X::Dims>, GradError> {
        let shape = shape.lengths();
        let shape = shape.as_ref();
        layout::check_count(shape).map_err(GradError::Shape)?;
        let grad = spread(shape, spec.as_encoding(), &self.whole())?;
        Ok(tensor(shape, grad.into_vec()))
    }
}

impl<A: Operand<Elem: Clone + Default>> SliceGradExt for A {}
