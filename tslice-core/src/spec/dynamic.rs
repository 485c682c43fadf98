//! A spec known at run time.

use core::fmt;
use core::str::FromStr;

use alloc::vec::Vec;

use smallvec::SmallVec;
use tslice_syntax::Listed;

use super::{AsEncoding, Encoding, EncodingRef, Kind, Masks, ParseSpecError, Spec, display, text};
use crate::error::SliceError;

/// A slice spec known at run time: the language of `s!` with literal bounds, parsed from text.
///
/// ```
/// use tslice::{DynSpec, Tensor};
///
/// let spec: DynSpec = "1, 2:4, newaxis, ..., :-3:-1, :".parse()?;
/// assert_eq!(spec.to_string(), "1, 2:4, newaxis, .., :-3:-1, :");
/// let t = Tensor::from_shape_fn([5, 5, 5, 5, 5, 5], |i| i[5]).into_dyn();
/// assert_eq!(t.try_slice(&spec)?.shape(), &[2, 1, 5, 5, 2, 5]);
///
/// let error = "1, 2:4:0".parse::<DynSpec>().unwrap_err();
/// assert_eq!(error.span(), 7..8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct DynSpec {
    pub(super) lists: Lists,
    pub(super) masks: Masks,
    pub(super) windows: u32,
    pub(super) listed: Vec<Listed<i64>>,
}

/// Begin, end and stride of each entry. Up to 4 entries, as nearly all specs have, need no heap.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Lists {
    pub(super) begin: SmallVec<[i64; 4]>,
    pub(super) end: SmallVec<[i64; 4]>,
    pub(super) strides: SmallVec<[i64; 4]>,
}

impl DynSpec {
    pub(super) fn of(EncodingRef { begin, end, strides, masks, windows, .. }: EncodingRef<'_>) -> Self {
        let list = SmallVec::from_slice;
        Self {
            lists: Lists { begin: list(begin), end: list(end), strides: list(strides) },
            masks,
            windows,
            listed: Vec::new(),
        }
    }

    /// The encoding, owned. A list becomes a whole axis, a window becomes the range that it is on an axis that is long enough.
    #[must_use]
    pub fn to_encoding(&self) -> Encoding {
        self.as_encoding().into()
    }

    /// Whether the encoding says all that the spec does.
    #[cfg_attr(not(feature = "serde"), allow(dead_code, reason = "serialising asks for it"))]
    pub(crate) fn is_encoding(&self) -> bool {
        self.windows == 0 && self.listed.is_empty()
    }

    /// The lists.
    pub(crate) fn listed(&self) -> &[Listed<i64>] {
        &self.listed
    }

    /// The entries that are lists, and those behind them that belong to a group.
    fn list_mask(&self) -> u32 {
        let bits = |listed: &Listed<i64>| ((1_u64 << listed.lists.len()) - 1) << listed.entry;
        self.listed.iter().fold(0, |mask, listed| mask | bits(listed) as u32)
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
        display::spec(self.as_encoding(), &self.listed, f)
    }
}

impl fmt::Debug for DynSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DynSpec[{self}]")
    }
}

impl AsEncoding for DynSpec {
    fn as_encoding(&self) -> EncodingRef<'_> {
        let Lists { begin, end, strides } = &self.lists;
        EncodingRef { begin, end, strides, masks: self.masks, windows: self.windows, lists: self.list_mask() }
    }
}

/// Keeps all numbers and masks of the encoding. [`Encoding::new`] says what is checked.
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
