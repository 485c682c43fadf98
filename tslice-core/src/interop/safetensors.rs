//! `safetensors`: the tensors of a file as views of their element type, without a copy.
//!
//! The format is little-endian: on a big-endian machine only elements of one byte convert.

use core::fmt;

use ::safetensors::Dtype;
use ::safetensors::tensor::TensorView;

use crate::array::DynView;
use crate::error::ShapeError;

mod sealed {
    /// The Rust types of a file's elements.
    pub trait Element: bytemuck::AnyBitPattern {
        /// The dtype as the format names it.
        const DTYPE: super::Dtype;
    }
}

use sealed::Element;

macro_rules! elements {
    ($($type:ty = $dtype:ident),+) => {$(
        impl Element for $type {
            const DTYPE: Dtype = Dtype::$dtype;
        }
    )+};
}

elements! { u8 = U8, i8 = I8 }
#[cfg(target_endian = "little")]
elements! { u16 = U16, i16 = I16, u32 = U32, i32 = I32, u64 = U64, i64 = I64, f32 = F32, f64 = F64 }
#[cfg(all(feature = "half", target_endian = "little"))]
elements! { half::f16 = F16, half::bf16 = BF16 }

/// Why a tensor of a file cannot be viewed as an element type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the sentence of each variant names its fields")]
pub enum TensorViewError {
    /// The elements are of another dtype than the element type.
    Dtype { expected: Dtype, dtype: Dtype },
    /// The data is not aligned for the element type: read the file into aligned memory, or copy the bytes.
    Unaligned {
        /// The alignment of the element type, in bytes.
        align: usize,
        /// The distance of the data from the aligned address before it, in bytes.
        off: usize,
    },
    /// The shape does not fit the data.
    Shape(ShapeError),
}

impl fmt::Display for TensorViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dtype { expected, dtype } => write!(f, "the elements are {dtype:?}, not {expected:?}"),
            Self::Unaligned { align, off } => {
                write!(f, "the elements need an alignment of {align} bytes, the data is {off} bytes off")
            }
            Self::Shape(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for TensorViewError {}

/// Views the elements in the buffer of the file.
///
/// ```
/// use safetensors::{Dtype, tensor::TensorView};
/// use tslice::{DynView, s};
///
/// let weights = TensorView::new(Dtype::U8, vec![2, 3], &[1, 2, 3, 4, 5, 6])?;
/// let view: DynView<u8> = DynView::try_from(&weights)?;
/// assert_eq!(view.slice(s![.., ::-1]), [[3, 2, 1], [6, 5, 4]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<'a, T: Element> TryFrom<&TensorView<'a>> for DynView<'a, T> {
    type Error = TensorViewError;

    fn try_from(tensor: &TensorView<'a>) -> Result<Self, TensorViewError> {
        let (expected, dtype) = (T::DTYPE, tensor.dtype());
        if dtype != expected {
            return Err(TensorViewError::Dtype { expected, dtype });
        }
        Self::from_shape(tensor.shape(), elements(tensor.data())?).map_err(TensorViewError::Shape)
    }
}

fn elements<T: Element>(bytes: &[u8]) -> Result<&[T], TensorViewError> {
    if bytes.is_empty() {
        return Ok(&[]);
    }
    ::bytemuck::try_cast_slice(bytes).map_err(|_| {
        let align = align_of::<T>();
        TensorViewError::Unaligned { align, off: bytes.as_ptr().addr() % align }
    })
}
