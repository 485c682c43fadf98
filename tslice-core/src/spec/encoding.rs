//! The encoding: borrowed, as `resolve` takes it, and owned.

use alloc::vec::Vec;
use core::fmt;

use super::{DynSpec, Entry, MAX_ENTRIES, Masks};
use crate::error::SliceError;

/// A borrowed StridedSlice encoding, which every spec becomes.
///
/// It is checked when an array is sliced by it. Until then it may hold anything: begin, end and strides may even differ in
/// length.
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
    /// Entries that are windows, `start:+length`: ranges to TensorFlow, which here have to lie inside of their axis. No encoding of
    /// TensorFlow's has any.
    pub windows: u32,
    /// Entries that are lists, which stand beside the encoding: it has a whole axis for each, and what knows nothing of lists refuses
    /// them. No encoding of TensorFlow's has any.
    pub lists: u32,
}

/// An owned StridedSlice encoding.
///
/// `Display` prints it as TensorFlow's documentation does, with the masks in binary and one digit for each entry. The fields are the
/// arguments of StridedSlice, of which there will be no others, and may hold anything. [`new`](Self::new) checks them, and so does
/// every function that takes an encoding.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
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
        let Self { begin, end, strides, masks } = self;
        EncodingRef { begin, end, strides, masks: *masks, windows: 0, lists: 0 }
    }
}

impl Encoding {
    /// Makes an encoding of TensorFlow's arguments.
    ///
    /// # Errors
    ///
    /// If the lists differ in length, have more than 31 entries, more than one bit is set in the ellipsis mask, the stride
    /// of a range is 0, or that of an index is below 1.
    pub fn new(begin: Vec<i64>, end: Vec<i64>, strides: Vec<i64>, masks: Masks) -> Result<Self, SliceError> {
        let encoding = Self { begin, end, strides, masks };
        encoding.as_encoding().check()?;
        encoding.as_encoding().check_strides()?;
        Ok(encoding)
    }
}

impl EncodingRef<'_> {
    /// Checks what does not depend on a shape, in TensorFlow's order of faults.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn check(self) -> Result<(), SliceError> {
        if self.lists != 0 {
            return Err(SliceError::List { entry: self.lists.trailing_zeros() as usize });
        }
        Self::check_lens([self.begin.len(), self.end.len(), self.strides.len()], self.masks)
    }

    /// [`check`](Self::check) of lists of these lengths.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn check_lens([begin, end, strides]: [usize; 3], masks: Masks) -> Result<(), SliceError> {
        if begin != end || begin != strides {
            return Err(SliceError::LengthMismatch { begin, end, strides });
        }
        if begin > MAX_ENTRIES {
            return Err(SliceError::SpecTooLong { entries: begin });
        }
        let mask = masks.ellipsis_mask;
        if mask & mask.wrapping_sub(1) != 0 {
            return Err(SliceError::MultipleEllipsis { mask });
        }
        Ok(())
    }

    /// Checks the strides of a checked encoding: those that are wrong for every shape.
    fn check_strides(self) -> Result<(), SliceError> {
        let strides = self.entries().filter_map(Entry::stride);
        for (axis, (stride, index)) in strides.enumerate() {
            if stride == 0 {
                return Err(SliceError::ZeroStride { axis });
            }
            if index && stride < 0 {
                return Err(SliceError::IndexStrideNotPositive { axis, stride });
            }
        }
        Ok(())
    }
}

impl From<EncodingRef<'_>> for Encoding {
    fn from(e: EncodingRef<'_>) -> Self {
        Self { begin: e.begin.to_vec(), end: e.end.to_vec(), strides: e.strides.to_vec(), masks: e.masks }
    }
}

impl From<DynSpec> for Encoding {
    fn from(spec: DynSpec) -> Self {
        spec.to_encoding()
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One digit for each entry. A mask has 32 bits, even if an encoding that nobody checked has more entries.
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
