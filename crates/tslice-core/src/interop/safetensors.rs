//! `safetensors`: the tensors of a file as views of their element type, without a copy, or as
//! tensors.
//!
//! The format is little-endian: on a big-endian machine only elements of one byte convert.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

use ::bytemuck::checked::{CheckedCastError, try_cast_slice, try_pod_read_unaligned};
use ::safetensors::Dtype;
use ::safetensors::tensor::TensorView;

use crate::array::{DynTensor, DynView};
use crate::error::{ShapeError, errors};

mod sealed {
    /// The Rust types of a file's elements.
    pub trait Element: bytemuck::CheckedBitPattern {
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

elements! { bool = BOOL, u8 = U8, i8 = I8 }
#[cfg(target_endian = "little")]
elements! { u16 = U16, i16 = I16, u32 = U32, i32 = I32, u64 = U64, i64 = I64, f32 = F32, f64 = F64 }
#[cfg(all(feature = "half", target_endian = "little"))]
elements! { half::f16 = F16, half::bf16 = BF16 }

errors! {
    /// Why a tensor of a file cannot be viewed as an element type.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum TensorViewError {
        /// The elements are of another dtype than the element type.
        Dtype[text: Box<str>] => ("{text}"),
        /// A byte of a `bool` is neither 0 nor 1.
        Bool => ("the bytes of BOOL elements are 0 and 1, and here is another"),
        /// The data is not aligned for the element type: read the file into aligned memory, or
        /// convert to a [`DynTensor`], which copies.
        Unaligned[text: Box<str>] => ("{text}"),
        /// The shape does not fit the data.
        Shape(error: ShapeError) => ("{error}"),
    }
}

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
            let text = format!("the elements are {dtype:?}, not {expected:?}");
            return Err(TensorViewError::Dtype(text.into()));
        }
        let bytes = tensor.data();
        let elements = if bytes.is_empty() {
            Ok(&[][..])
        } else {
            try_cast_slice(bytes)
        };
        let elements = elements.map_err(|error| match error {
            CheckedCastError::InvalidBitPattern => TensorViewError::Bool,
            CheckedCastError::PodCastError(_) => {
                let align = align_of::<T>();
                let text = format!(
                    "the elements need an alignment of {align} bytes, the data is {} bytes off: \
                     `DynTensor::try_from` copies them",
                    bytes.as_ptr().addr() % align,
                );
                TensorViewError::Unaligned(text.into())
            }
        })?;
        Self::from_shape(tensor.shape(), elements).map_err(TensorViewError::Shape)
    }
}

/// Copies the elements, which need not be aligned.
impl<T: Element> TryFrom<&TensorView<'_>> for DynTensor<T> {
    type Error = TensorViewError;

    fn try_from(tensor: &TensorView<'_>) -> Result<Self, TensorViewError> {
        let view = DynView::<T>::try_from(tensor);
        let Err(TensorViewError::Unaligned { .. }) = view else {
            return view.map(|view| view.to_tensor());
        };
        let elements = tensor
            .data()
            .chunks_exact(size_of::<T>())
            .map(try_pod_read_unaligned);
        let elements = elements
            .collect::<Result<Vec<T>, _>>()
            .map_err(|_| TensorViewError::Bool)?;
        Self::from_shape_vec(tensor.shape(), elements).map_err(TensorViewError::Shape)
    }
}
