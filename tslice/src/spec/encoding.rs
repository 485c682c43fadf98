//! The encoding, borrowed (what resolving takes) and owned.

use alloc::vec::Vec;
use core::fmt;

use super::{DynSpec, Masks};
use crate::error::SliceError;
use crate::resolve;

/// A borrowed StridedSlice encoding: what every way of saying a slice comes down to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodingRef<'e> {
    /// Begin of each entry.
    pub begin: &'e [i64],
    /// End of each entry.
    pub end: &'e [i64],
    /// Stride of each entry.
    pub strides: &'e [i64],
    /// The five masks.
    pub masks: Masks,
}

/// An owned StridedSlice encoding.
///
/// `Display` prints it as TensorFlow's documentation does, masks in binary with one digit per entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Encoding {
    /// Begin of each entry.
    pub begin: Vec<i64>,
    /// End of each entry.
    pub end: Vec<i64>,
    /// Stride of each entry.
    pub strides: Vec<i64>,
    /// The five masks.
    pub masks: Masks,
}

/// Anything that is a slice spec: a typed [`Spec`](super::Spec), a [`DynSpec`], an [`Encoding`], or a reference to one.
pub trait AsEncoding {
    /// The encoding, borrowed.
    fn as_encoding(&self) -> EncodingRef<'_>;
}

impl<S: AsEncoding + ?Sized> AsEncoding for &S {
    fn as_encoding(&self) -> EncodingRef<'_> {
        (**self).as_encoding()
    }
}

impl AsEncoding for EncodingRef<'_> {
    fn as_encoding(&self) -> EncodingRef<'_> {
        *self
    }
}

impl AsEncoding for Encoding {
    fn as_encoding(&self) -> EncodingRef<'_> {
        EncodingRef { begin: &self.begin, end: &self.end, strides: &self.strides, masks: self.masks }
    }
}

impl Encoding {
    /// Builds an encoding from TensorFlow's arguments.
    ///
    /// # Errors
    ///
    /// When the lists differ in length, have more than 31 entries, more than one bit is set in the ellipsis mask, a
    /// stride that counts is 0, or that of an index is below 1.
    pub fn new(begin: Vec<i64>, end: Vec<i64>, strides: Vec<i64>, masks: Masks) -> Result<Self, SliceError> {
        let encoding = Self { begin, end, strides, masks };
        let borrowed = encoding.as_encoding();
        resolve::check(borrowed)?;
        let mut axis = 0;
        for (entry, &stride) in encoding.strides.iter().enumerate() {
            if masks.is_ellipsis(entry) || masks.is_new_axis(entry) {
                continue;
            }
            if stride == 0 {
                return Err(SliceError::ZeroStride { axis });
            }
            if masks.is_shrink(entry) && stride < 0 {
                return Err(SliceError::IndexStrideNotPositive { axis, stride });
            }
            axis += 1;
        }
        Ok(encoding)
    }
}

impl From<EncodingRef<'_>> for Encoding {
    fn from(e: EncodingRef<'_>) -> Self {
        Self { begin: e.begin.to_vec(), end: e.end.to_vec(), strides: e.strides.to_vec(), masks: e.masks }
    }
}

impl From<DynSpec> for Encoding {
    fn from(spec: DynSpec) -> Self {
        spec.encoding
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One digit for each entry; a mask has 32 bits, however many entries an unchecked encoding claims.
        let digits = self.begin.len().clamp(1, 32);
        writeln!(f, "begin            = {:?}", self.begin)?;
        writeln!(f, "end              = {:?}", self.end)?;
        writeln!(f, "strides          = {:?}", self.strides)?;
        let masks = self.masks;
        writeln!(f, "begin_mask       = 0b{:0digits$b}", masks.begin_mask)?;
        writeln!(f, "end_mask         = 0b{:0digits$b}", masks.end_mask)?;
        writeln!(f, "ellipsis_mask    = 0b{:0digits$b}", masks.ellipsis_mask)?;
        writeln!(f, "new_axis_mask    = 0b{:0digits$b}", masks.new_axis_mask)?;
        write!(f, "shrink_axis_mask = 0b{:0digits$b}", masks.shrink_axis_mask)
    }
}
