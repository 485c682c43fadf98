//! What is assigned: tensors, and numbers that fill a slice.

use candle_core::{DType, Tensor, Var, WithDType, scalar::Scalar};

use crate::error::TSliceError;

/// Values that are assigned: a tensor or a variable, or a reference to one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be assigned to a tensor of candle",
    label = "not a tensor",
    note = "a number fills what is selected: `tslice_fill(spec, value)`, or `tpick_fill(spec, value)` \
            for a spec with lists",
    note = "`Tensor::new(values, t.device())?` makes a tensor of an array or a slice"
)]
pub trait Values: sealed::Sealed {
    #[doc(hidden)]
    fn tensor(&self) -> &Tensor;
}

impl Values for Tensor {
    fn tensor(&self) -> &Tensor {
        self
    }
}

impl Values for Var {
    fn tensor(&self) -> &Tensor {
        self
    }
}

impl<V: Values + ?Sized> Values for &V {
    fn tensor(&self) -> &Tensor {
        (**self).tensor()
    }
}

mod sealed {
    use super::{Tensor, Var};

    pub trait Sealed {}

    impl Sealed for Tensor {}
    impl Sealed for Var {}
    impl<V: Sealed + ?Sized> Sealed for &V {}
}

/// A number as a tensor, of the type and the device of another one.
pub(crate) fn beside(value: impl WithDType, tensor: &Tensor) -> Result<Tensor, TSliceError> {
    let dtype = tensor.dtype();
    let fits = match range(dtype) {
        None => true,
        Some((least, most)) => match integer(value.to_scalar()) {
            Some(value) => (least..=most).contains(&value),
            // Fractions are cut off. A range has fewer than 64 bits, or ends are powers of 2.
            None => {
                let value = value.to_f64().trunc();
                value >= least as f64 && value < (most + 1) as f64
            }
        },
    };
    if !fits {
        let value = value.to_string();
        return Err(TSliceError::Value { value, dtype });
    }
    Ok(Tensor::new(value, tensor.device())?.to_dtype(dtype)?)
}

/// The least and the largest integer of a type.
fn range(dtype: DType) -> Option<(i128, i128)> {
    Some(match dtype {
        DType::U8 => (0, u8::MAX.into()),
        DType::U32 => (0, u32::MAX.into()),
        DType::I16 => (i16::MIN.into(), i16::MAX.into()),
        DType::I32 => (i32::MIN.into(), i32::MAX.into()),
        DType::I64 => (i64::MIN.into(), i64::MAX.into()),
        _ => return None,
    })
}

fn integer(value: Scalar) -> Option<i128> {
    match value {
        Scalar::U8(value) => Some(value.into()),
        Scalar::U32(value) => Some(value.into()),
        Scalar::I16(value) => Some(value.into()),
        Scalar::I32(value) => Some(value.into()),
        Scalar::I64(value) => Some(value.into()),
        _ => None,
    }
}
