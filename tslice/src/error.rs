//! One error for all of `tslice`.

use core::fmt;

use tslice_core::{AxisError, PickError, ShapeError, SliceError};
#[cfg(feature = "text")]
use tslice_syntax::ParseSpecError;

/// Writes [`Error`]: a variant, and a `From`, for each error of the crate.
macro_rules! any_error {
    ($($(#[$attribute:meta])* $variant:ident($error:ty),)+) => {
        /// Any error of this crate, for functions that parse, slice, pick and convert: each of the
        /// others becomes one by `?`.
        ///
        /// ```
        /// use tslice::{DynSpec, DynTensor, Tensor};
        ///
        /// fn crop(rows: &[f32], spec: &str) -> Result<Tensor<f32, 2>, tslice::Error> {
        ///     let table = DynTensor::from_shape_vec(&[rows.len() / 3, 3], rows.to_vec())?;
        ///     Ok(table.try_slice(&spec.parse::<DynSpec>()?)?.to_tensor().into_rank()?)
        /// }
        ///
        /// assert_eq!(crop(&[1.0, 2.0, 3.0], ":, ::-1").unwrap(), [[3.0, 2.0, 1.0]]);
        /// assert!(matches!(crop(&[], "1..2"), Err(tslice::Error::ParseSpec(_))));
        /// assert!(matches!(crop(&[0.0; 3], "1"), Err(tslice::Error::Slice(_))));
        /// assert!(matches!(crop(&[0.0; 3], "0"), Err(tslice::Error::Shape(_))));
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "the type that a variant holds has its documentation")]
        pub enum Error {
            $($(#[$attribute])* $variant($error),)+
        }

        impl fmt::Display for Error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $($(#[$attribute])* Self::$variant(error) => error.fmt(f),)+
                }
            }
        }

        impl core::error::Error for Error {
            fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
                match self {
                    $($(#[$attribute])* Self::$variant(error) => Some(error),)+
                }
            }
        }

        $(
            $(#[$attribute])*
            impl From<$error> for Error {
                fn from(error: $error) -> Self {
                    Self::$variant(error)
                }
            }
        )+
    };
}

any_error! {
    Axis(AxisError),
    Shape(ShapeError),
    Slice(SliceError),
    Pick(PickError),
    #[cfg(feature = "text")]
    ParseSpec(ParseSpecError),
    #[cfg(feature = "image-0_25")]
    Image(tslice_core::interop::image::ImageError),
    #[cfg(feature = "safetensors-0_8")]
    TensorView(tslice_core::interop::safetensors::TensorViewError),
}
