//! A spec known at run time.

use core::fmt;
use core::str::FromStr;

use smallvec::SmallVec;

use super::{AsEncoding, Encoding, EncodingRef, Kind, Masks, ParseSpecError, Spec, display, text};
use crate::error::SliceError;

/// A slice spec known at run time: the language of [`s!`](crate::s) with literal bounds, parsed from text.
///
/// ```
/// use tslice::{DynSpec, Tensor};
///
/// let spec: DynSpec = "1, 2:4, newaxis, ..., :-3:-1, :".parse()?;
/// assert_eq!(spec.to_string(), "1, 2:4, newaxis, .., :-3:-1, :");
/// let t = Tensor::from_shape_fn([5, 5, 5, 5, 5, 5], |i| i[5]).into_dyn();
/// assert_eq!(t.try_slice(&spec)?.shape(), [2, 1, 5, 5, 2, 5]);
///
/// let error = "1, 2:4:0".parse::<DynSpec>().unwrap_err();
/// assert_eq!(error.span(), 7..8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct DynSpec {
    begin: Numbers,
    end: Numbers,
    strides: Numbers,
    masks: Masks,
}

/// Bounds of as many entries as nearly all specs have, without a heap.
type Numbers = SmallVec<[i64; 4]>;

impl DynSpec {
    /// The spec without entries, which leaves every axis whole.
    pub(super) fn empty() -> Self {
        let list = Numbers::new;
        Self { begin: list(), end: list(), strides: list(), masks: Masks::default() }
    }

    /// Adds an entry: one number of each row, and its bit of each mask.
    #[inline]
    pub(super) fn push(&mut self, [begin, end, stride]: [i64; 3], bits: Masks) {
        let entry = self.begin.len();
        let place = |bit: u32| bit << entry;
        self.begin.push(begin);
        self.end.push(end);
        self.strides.push(stride);
        self.masks.begin_mask |= place(bits.begin_mask);
        self.masks.end_mask |= place(bits.end_mask);
        self.masks.ellipsis_mask |= place(bits.ellipsis_mask);
        self.masks.new_axis_mask |= place(bits.new_axis_mask);
        self.masks.shrink_axis_mask |= place(bits.shrink_axis_mask);
    }

    fn of(EncodingRef { begin, end, strides, masks }: EncodingRef<'_>) -> Self {
        let list = Numbers::from_slice;
        Self { begin: list(begin), end: list(end), strides: list(strides), masks }
    }

    /// The encoding, owned.
    #[must_use]
    pub fn to_encoding(&self) -> Encoding {
        self.as_encoding().into()
    }
}

impl FromStr for DynSpec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<Self, ParseSpecError> {
        text::parse(text)
    }
}

impl fmt::Display for DynSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display::entries(self.as_encoding(), f)
    }
}

impl fmt::Debug for DynSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DynSpec[{self}]")
    }
}

impl AsEncoding for DynSpec {
    fn as_encoding(&self) -> EncodingRef<'_> {
        EncodingRef { begin: &self.begin, end: &self.end, strides: &self.strides, masks: self.masks }
    }
}

/// Keeps what the encoding says; see [`Encoding::new`] for what is checked.
impl TryFrom<Encoding> for DynSpec {
    type Error = SliceError;

    fn try_from(e: Encoding) -> Result<Self, SliceError> {
        Encoding::new(e.begin, e.end, e.strides, e.masks).map(|encoding| Self::of(encoding.as_encoding()))
    }
}

impl<const N: usize, K: Kind> From<Spec<N, K>> for DynSpec {
    fn from(spec: Spec<N, K>) -> Self {
        Self::of(spec.as_encoding())
    }
}
