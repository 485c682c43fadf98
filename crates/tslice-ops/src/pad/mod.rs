//! Pads: TensorFlow's Pad, PadV2 and MirrorPad, OpenVINO's Pad-12, ONNX Pad.

mod error;
mod gradients;
mod widths;

use alloc::vec::Vec;

use tslice_core::__ops::tensor;
use tslice_core::{Border, DynTensor, DynView, traits::Integer};

pub use error::PadError;
pub use gradients::{pad_grad, slice_grad};
use widths::Widths;

/// Whose rules a [`pad`] follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PadRules {
    /// TensorFlow (2.21): no width is below 0.
    TensorFlow,
    /// OpenVINO (Pad-12): widths below 0 crop, and a border continues what is there, the cropped
    /// elements too.
    OpenVino,
    /// ONNX (Pad 19, as ONNX Runtime): widths below 0 crop first, and a border continues what is
    /// left.
    Onnx,
}

/// Copies a tensor with a border around it, or with its ends cropped.
///
/// `begins` and `ends` have a width for each of `axes`, or for each axis if these are left out
/// ([`DEFAULT_AXES`](crate::DEFAULT_AXES)); a negative axis counts from the end. The border is a
/// [`Border`]: a constant, `Edge`, `Reflect`, `Symmetric` or `Wrap`. The result has length
/// `begin + length + end` on each axis.
///
/// | | crops | `Reflect` | `Symmetric` | `Wrap` | an empty axis |
/// |---|---|---|---|---|---|
/// | [`PadRules::TensorFlow`] | no | to the length less 1 | to the length | without end | `Reflect` refuses it, padded or not |
/// | [`PadRules::OpenVino`] | yes; a mirror shows what was cropped | to the length less 1 | to the length | without end | the same; a scalar is refused |
/// | [`PadRules::Onnx`] | yes, first | to what is left less 1 | to what is left | without end | refused if crops made it so, or if it is padded; `Wrap` refuses it beside others, too |
///
/// NumPy's pads have no limits: those are [`Array::pad`](tslice_core::Array::pad) and
/// [`Array::crop`](tslice_core::Array::crop).
///
/// # Errors
///
/// If there is not one width for each axis, or no such axis; by the rules of the table; if more is
/// cropped than there is; if the result does not fit in memory.
///
/// # Examples
///
/// ```
/// use tslice::{Border, View};
/// use tslice_ops::{self as ops, DEFAULT_AXES, PadRules};
///
/// let x = View::<_, 1>::from(&[0, 1, 2, 3, 4]).into_dyn();
/// let padded = ops::pad(&x, &[1], &[2], DEFAULT_AXES, Border::Constant(9), PadRules::TensorFlow)?;
/// assert_eq!(padded, [9, 0, 1, 2, 3, 4, 9, 9]);
///
/// let mirrored = ops::pad(&x, &[-2], &[4], DEFAULT_AXES, Border::Reflect, PadRules::OpenVino)?;
/// assert_eq!(mirrored, [2, 3, 4, 3, 2, 1, 0]);
/// let error = ops::pad(&x, &[-2], &[4], DEFAULT_AXES, Border::Reflect, PadRules::Onnx).unwrap_err();
/// assert_eq!(error.to_string(), "axis 0 of length 3 continues for at most 2 elements, 4 are asked for");
/// # Ok::<(), ops::PadError>(())
/// ```
pub fn pad<T: Clone, I: Integer, X: Integer /* arrays: &t.view().into_dyn() */>(
    input: &DynView<'_, T>,
    begins: &[I],
    ends: &[I],
    axes: Option<&[X]>,
    border: Border<T>,
    rules: PadRules,
) -> Result<DynTensor<T>, PadError> {
    let widths = Widths::new(input.shape(), begins, ends, axes)?;
    if rules == PadRules::OpenVino && input.rank() == 0 {
        return Err(PadError::ScalarInput);
    }
    let shape = widths.shape()?;
    if rules == PadRules::TensorFlow {
        widths.check_positive()?;
    }
    if rules == PadRules::Onnx && !matches!(border, Border::Constant(_)) {
        widths.check_as_onnx(&border)?;
        if input.is_empty() {
            return Ok(tensor(&shape, Vec::new()));
        }
        let (cropped, start) = widths.cropped(input);
        return Ok(cropped.try_crop(&start, &shape, border)?);
    }
    widths.check_limits(&border, input.shape())?;
    Ok(input.try_crop(&widths.start(), &shape, border)?)
}
