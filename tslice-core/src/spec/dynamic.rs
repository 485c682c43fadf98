//! A spec known at run time.

use core::fmt;

use alloc::vec::Vec;

use smallvec::SmallVec;
use tslice_syntax::{Forms, Listed, print_spec};

use super::{AsEncoding, Encoding, EncodingRef, Kind, Spec};
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
#[must_use]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct DynSpec {
    pub(super) rows: Rows,
    pub(super) forms: Forms,
}

/// Begin, end and stride of each entry, and the lists. Up to 4 entries, as nearly all specs have, need no heap.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Rows {
    pub(super) begin: SmallVec<[i64; 4]>,
    pub(super) end: SmallVec<[i64; 4]>,
    pub(super) strides: SmallVec<[i64; 4]>,
    pub(super) listed: Vec<Listed<i64>>,
}

impl DynSpec {
    pub(super) fn of(EncodingRef { begin, end, strides, forms }: EncodingRef<'_>) -> Self {
        let list = SmallVec::from_slice;
        let (begin, end, strides) = (list(begin), list(end), list(strides));
        Self { rows: Rows { begin, end, strides, listed: Vec::new() }, forms }
    }

    /// The encoding, owned.
    ///
    /// # Panics
    ///
    /// If the spec has a window or a list, which TensorFlow lacks; `Encoding::try_from(spec.as_encoding())` is an error then.
    #[track_caller]
    pub fn to_encoding(&self) -> Encoding {
        self.as_encoding().to_encoding()
    }

    /// The lists.
    pub(crate) fn listed(&self) -> &[Listed<i64>] {
        &self.rows.listed
    }
}

impl fmt::Display for DynSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_spec(self.as_encoding().entries(), self.listed(), f)
    }
}

impl fmt::Debug for DynSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DynSpec[{self}]")
    }
}

impl AsEncoding for DynSpec {
    fn as_encoding(&self) -> EncodingRef<'_> {
        let Rows { begin, end, strides, .. } = &self.rows;
        EncodingRef { begin, end, strides, forms: self.forms }
    }
}

/// Keeps all numbers of the encoding, and the bits of its masks that have a meaning. [`Encoding::new`] says what is checked.
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
