//! What is assigned: tensors, and numbers that fill a slice.

use burn_tensor::kind::Basic;
use burn_tensor::{DType, Device, Element, Shape, Tensor};

use crate::error::TSliceError;
use crate::rank::of_same_rank;

/// Values for a tensor of kind K: a tensor of this kind, of any rank.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be assigned to a tensor of kind `{K}`",
    label = "not a tensor of kind `{K}`",
    note = "a number fills what is selected: `tslice_fill(spec, value)`, or `tpick_fill(spec, value)` \
            for a spec with lists",
    note = "a tensor becomes one of another kind by `float()`, `int()` or `bool()`"
)]
pub trait Values<K: Basic>: sealed::Sealed {
    /// The type, the device and the shape.
    #[doc(hidden)]
    fn form(&self) -> (DType, Device, Vec<usize>);

    /// The same elements in another shape.
    #[doc(hidden)]
    fn in_shape<const D: usize>(self, shape: [usize; D]) -> Tensor<D, K>;
}

impl<const V: usize, K: Basic + 'static> Values<K> for Tensor<V, K> {
    fn form(&self) -> (DType, Device, Vec<usize>) {
        (self.dtype(), self.device(), self.dims().into())
    }

    fn in_shape<const D: usize>(self, shape: [usize; D]) -> Tensor<D, K> {
        if self.dims()[..] == shape {
            of_same_rank(self)
        } else {
            self.reshape(Shape::from(shape))
        }
    }
}

impl<const V: usize, K: Basic> sealed::Sealed for Tensor<V, K> {}

mod sealed {
    pub trait Sealed {}
}

/// A number of a type of burn, as it is.
#[derive(Clone, Copy)]
enum Number {
    Integer(i128),
    Float(f64),
}

impl Number {
    fn of<E: Element>(value: E) -> Self {
        let dtype = E::dtype();
        if dtype.is_float() {
            Self::Float(value.to_f64())
        } else if dtype.is_uint() {
            Self::Integer(value.to_u64().into())
        } else if dtype.is_bool() {
            Self::Integer(value.to_bool().into())
        } else {
            Self::Integer(value.to_i64().into())
        }
    }

    fn to_float(self) -> f64 {
        match self {
            Self::Integer(value) => value as f64,
            Self::Float(value) => value,
        }
    }

    /// The integer, without a fraction, if it is one of a range. The ends of a range have fewer than
    /// 64 bits, or are powers of 2 or one less.
    fn to_integer(self, (least, most): (i128, i128)) -> Option<i128> {
        let integer = match self {
            Self::Integer(value) => value,
            Self::Float(value) => {
                let value = value.trunc();
                let fits = value >= least as f64 && value < (most + 1) as f64;
                return fits.then_some(value as i128);
            }
        };
        (least..=most).contains(&integer).then_some(integer)
    }
}

/// A number of a tensor's type, beside it.
pub(crate) fn beside<const D: usize, K: Basic, E: Element>(
    value: E,
    tensor: &Tensor<D, K>,
) -> Result<Tensor<1, K>, TSliceError> {
    let (device, dtype, number) = (tensor.device(), tensor.dtype(), Number::of(value));
    let options = (&device, dtype);
    Ok(match range(dtype) {
        None if dtype.is_bool() => Tensor::full([1], number.to_float() != 0.0, options),
        None => Tensor::full([1], number.to_float(), options),
        Some(range) => {
            let integer = number.to_integer(range).ok_or_else(|| {
                let value = format!("{value}");
                TSliceError::Value { value, dtype }
            })?;
            match i64::try_from(integer) {
                Ok(integer) => Tensor::full([1], integer, options),
                // `full` of `burn-flex` 0.22 panics.
                Err(_) => Tensor::from_data([integer as u64], options),
            }
        }
    })
}

/// The least and the largest integer of a type.
fn range(dtype: DType) -> Option<(i128, i128)> {
    Some(match dtype {
        DType::U8 => (0, u8::MAX.into()),
        DType::U16 => (0, u16::MAX.into()),
        DType::U32 => (0, u32::MAX.into()),
        DType::U64 => (0, u64::MAX.into()),
        DType::I8 => (i8::MIN.into(), i8::MAX.into()),
        DType::I16 => (i16::MIN.into(), i16::MAX.into()),
        DType::I32 => (i32::MIN.into(), i32::MAX.into()),
        DType::I64 => (i64::MIN.into(), i64::MAX.into()),
        _ => return None,
    })
}

/// As [`range`], of a type that is known to be one of integers.
pub(crate) fn range_of_integers(dtype: DType) -> (i128, i128) {
    range(dtype).unwrap_or((i64::MIN.into(), i64::MAX.into()))
}
