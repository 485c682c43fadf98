//! A spec known at run time.

use core::fmt;
use core::str::FromStr;

use super::{AsEncoding, Encoding, EncodingRef, Spec, display, parse};
use crate::error::{ParseSpecError, SliceError};

/// A slice spec known at run time: the language of [`s!`](crate::s) with literal bounds, parsed from text.
///
/// ```
/// use tslice::{DynSpec, Tensor};
///
/// let spec: DynSpec = "1, 2:4, newaxis, ..., :-3:-1, :".parse()?;
/// assert_eq!(spec.to_string(), "1, 2:4, newaxis, .., :-3:-1, :");
/// let t = Tensor::from_shape_fn([5, 5, 5, 5, 5, 5], |i| i[5]).into_dyn();
/// assert_eq!(t.view().try_slice(&spec)?.shape(), [2, 1, 5, 5, 2, 5]);
///
/// let error = "1, 2:4:0".parse::<DynSpec>().unwrap_err();
/// assert_eq!(error.span(), 7..8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DynSpec {
    pub(crate) encoding: Encoding,
}

impl DynSpec {
    /// The encoding, owned.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding.clone()
    }
}

impl FromStr for DynSpec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<Self, ParseSpecError> {
        parse::parse(text).map(|encoding| Self { encoding })
    }
}

impl fmt::Display for DynSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display::entries(self.encoding.as_encoding(), f)
    }
}

impl AsEncoding for DynSpec {
    fn as_encoding(&self) -> EncodingRef<'_> {
        self.encoding.as_encoding()
    }
}

/// Keeps what the encoding says; see [`Encoding::new`] for what is checked.
impl TryFrom<Encoding> for DynSpec {
    type Error = SliceError;

    fn try_from(e: Encoding) -> Result<Self, SliceError> {
        Encoding::new(e.begin, e.end, e.strides, e.masks).map(|encoding| Self { encoding })
    }
}

impl<
    const N: usize,
    const BEGIN: u32,
    const END: u32,
    const ELLIPSIS: u32,
    const NEW_AXIS: u32,
    const SHRINK: u32,
    const C: usize,
    const P: usize,
> From<Spec<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>> for DynSpec
{
    fn from(spec: Spec<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>) -> Self {
        Self { encoding: spec.encoding() }
    }
}
