//! The encoding: borrowed, as `resolve` takes it, and owned; and its five masks.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use tslice_entry::{Form, Forms};

use super::MAX_ENTRIES;
use crate::error::{SliceError, ok, or_panic};

/// A borrowed StridedSlice encoding, which every spec becomes.
///
/// It is checked when an array is sliced by it. Until then it may hold anything: begin, end and
/// strides may even differ in length. A window, which TensorFlow lacks, has its length in place of
/// an end.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodingRef<'e> {
    /// Begin of each entry.
    pub begin: &'e [i64],
    /// End of each entry.
    pub end: &'e [i64],
    /// Stride of each entry.
    pub strides: &'e [i64],
    pub(crate) forms: Forms,
}

/// An owned StridedSlice encoding.
///
/// `Display` prints it as TensorFlow's documentation does, with the masks in binary and one digit
/// for each entry. The fields are the arguments of StridedSlice, of which there will be no others,
/// and may hold anything. [`new`](Self::new) checks them, and so does every function that takes an
/// encoding.
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

/// Anything that is a slice spec: a typed [`Spec`](super::Spec), a `DynSpec`, an
/// [`Encoding`], or a reference to one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a slice spec",
    label = "write `tslice::s![..]`, or `text.parse::<DynSpec>()?` for a text"
)]
pub trait AsEncoding {
    /// Shows that the condition of [`Trust::new`] holds for this spec, which seals the trait.
    #[doc(hidden)]
    const TRUST: Trust<Self>;

    /// The encoding, borrowed.
    fn as_encoding(&self) -> EncodingRef<'_>;
}

/// A proof that unsafe code may rely on the impls of a spec: an impl of another crate with a wrong
/// offset or layout would be unsound. It is one of this type of specs, and of no other.
pub struct Trust<S: ?Sized>(PhantomData<fn(&S)>);

impl<S: ?Sized> Trust<S> {
    /// The proof of a spec of this crate.
    pub(crate) const OWN: Self = Self(PhantomData);

    /// The proof of a spec of this crate that holds one of another type.
    pub(crate) const fn carried<P: ?Sized>(self) -> Trust<P> {
        Trust(PhantomData)
    }

    /// # Safety
    ///
    /// Each call of `as_encoding` returns the same, and each method of `Slices` what it returns for
    /// that encoding.
    #[allow(unsafe_code, reason = "a spec of another crate has this condition")]
    pub const unsafe fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S: AsEncoding + ?Sized> AsEncoding for &S {
    const TRUST: Trust<Self> = S::TRUST.carried();

    fn as_encoding(&self) -> EncodingRef<'_> {
        (**self).as_encoding()
    }
}

impl AsEncoding for EncodingRef<'_> {
    const TRUST: Trust<Self> = Trust::OWN;

    fn as_encoding(&self) -> EncodingRef<'_> {
        *self
    }
}

impl AsEncoding for Encoding {
    const TRUST: Trust<Self> = Trust::OWN;

    fn as_encoding(&self) -> EncodingRef<'_> {
        EncodingRef::new(&self.begin, &self.end, &self.strides, self.masks)
    }
}

impl Encoding {
    /// Makes an encoding of TensorFlow's arguments.
    ///
    /// # Errors
    ///
    /// If the lists differ in length, have more than 31 entries, more than one bit is set in the
    /// ellipsis mask, the stride of a range is 0, or that of an index is below 1.
    pub fn new(
        begin: Vec<i64>,
        end: Vec<i64>,
        strides: Vec<i64>,
        masks: Masks,
    ) -> Result<Self, SliceError> {
        let encoding = Self {
            begin,
            end,
            strides,
            masks,
        };
        encoding.as_encoding().check_fully()?;
        Ok(encoding)
    }
}

impl<'e> EncodingRef<'e> {
    /// An encoding of TensorFlow's arguments, unchecked.
    #[inline]
    pub const fn new(begin: &'e [i64], end: &'e [i64], strides: &'e [i64], masks: Masks) -> Self {
        Self::of(begin, end, strides, masks.forms(begin.len()))
    }

    /// An encoding of forms, unchecked.
    #[doc(hidden)]
    pub const fn of(begin: &'e [i64], end: &'e [i64], strides: &'e [i64], forms: Forms) -> Self {
        Self {
            begin,
            end,
            strides,
            forms,
        }
    }

    /// The five masks. A window and a list, which TensorFlow lacks, have the bits of the axes that
    /// they consume and produce.
    pub const fn masks(self) -> Masks {
        Masks::of(self.forms)
    }

    /// The form of each entry.
    #[doc(hidden)]
    pub const fn forms(self) -> Forms {
        self.forms
    }

    /// The number of the ellipsis; that of entries if there is none, since a spec without an
    /// ellipsis has one at its end.
    #[doc(hidden)]
    pub const fn ellipsis(self) -> usize {
        self.forms.first(Form::Ellipsis, self.begin.len())
    }

    /// Whether an entry is a list.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn has_lists(self) -> bool {
        self.forms.first(Form::List, self.begin.len()) < self.begin.len()
    }

    /// The encoding, owned.
    ///
    /// # Panics
    ///
    /// If the spec has a window or a list, which TensorFlow lacks.
    #[track_caller]
    pub fn to_encoding(self) -> Encoding {
        or_panic(self.try_into())
    }

    /// Checks what does not depend on a shape, in TensorFlow's order of faults.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn check(self) -> Result<(), SliceError> {
        ok!(self.check_entries());
        let entries = self.begin.len();
        let entry = self.forms.first(Form::List, entries);
        if entry < entries {
            Err(SliceError::List { entry })
        } else {
            Ok(())
        }
    }

    /// Works like [`check`](Self::check), but accepts lists.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn check_entries(self) -> Result<(), SliceError> {
        let several = self.forms.count(Form::Ellipsis, MAX_ENTRIES + 1) > 1;
        let mask = if several {
            self.masks().ellipsis_mask
        } else {
            0
        };
        Self::check_lengths([self.begin.len(), self.end.len(), self.strides.len()], mask)
    }

    /// Checks the lengths of begin, end and strides, and an ellipsis mask.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn check_lengths(
        [begin, end, strides]: [usize; 3],
        mask: u32,
    ) -> Result<(), SliceError> {
        if begin != end || begin != strides {
            return Err(SliceError::LengthMismatch {
                begin,
                end,
                strides,
            });
        }
        if begin > MAX_ENTRIES {
            return Err(SliceError::SpecTooLong { entries: begin });
        }
        if mask & mask.wrapping_sub(1) != 0 {
            return Err(SliceError::MultipleEllipsis { mask });
        }
        Ok(())
    }

    /// Works like [`check`](Self::check), and refuses strides that are wrong for every shape.
    #[doc(hidden)]
    pub fn check_fully(self) -> Result<(), SliceError> {
        self.check()?;
        for (number, entry) in self.entries().enumerate() {
            let (axis, _) = self.forms.axes(number);
            check_stride(entry, self.strides[number], axis)?;
        }
        Ok(())
    }

    /// Entry number `entry`, which is below the number of entries.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn entry(self, entry: usize) -> Entry {
        let (at, to, stride) = (self.begin[entry], self.end[entry], self.strides[entry]);
        match self.forms.get(entry) {
            Form::Ellipsis => Entry::Ellipsis,
            Form::NewAxis => Entry::NewAxis,
            Form::Index => Entry::Index(at),
            Form::Range { begin, end } => Entry::Range(Range {
                begin: if begin { Some(at) } else { None },
                end: if end { Some(to) } else { None },
                stride: Some(stride),
            }),
            Form::Window => Entry::Window {
                start: at,
                length: to,
                stride,
            },
            Form::List => Entry::List,
            Form::Grouped => Entry::Grouped,
        }
    }

    /// Entry number `entry`, with the ellipsis that a spec without one has behind its last entry;
    /// `None` behind both.
    #[inline(always)]
    pub(crate) const fn entry_or_ellipsis(self, entry: usize) -> Option<Entry> {
        match self.begin.len() {
            entries if entry < entries => Some(self.entry(entry)),
            entries if entry == entries && self.ellipsis() == entries => Some(Entry::Ellipsis),
            _ => None,
        }
    }

    /// All entries, in order; begin, end and strides have one length.
    #[doc(hidden)]
    pub fn entries(self) -> impl ExactSizeIterator<Item = Entry> + 'e {
        (0..self.begin.len()).map(move |entry| self.entry(entry))
    }
}

/// TensorFlow has no windows and no lists: a spec that has one is [`SliceError::NoEncoding`].
impl TryFrom<EncodingRef<'_>> for Encoding {
    type Error = SliceError;

    fn try_from(e: EncodingRef<'_>) -> Result<Self, SliceError> {
        let lacks = |&entry: &usize| match e.forms.get(entry) {
            Form::Range { .. } | Form::Index | Form::NewAxis | Form::Ellipsis => false,
            Form::Window | Form::List | Form::Grouped => true,
        };
        if let Some(entry) = (0..e.begin.len().min(MAX_ENTRIES)).find(lacks) {
            return Err(SliceError::NoEncoding { entry });
        }
        Ok(Self {
            begin: e.begin.to_vec(),
            end: e.end.to_vec(),
            strides: e.strides.to_vec(),
            masks: e.masks(),
        })
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One digit for each entry. A mask has 32 bits, even if an encoding that was not checked
        // has more entries.
        let digits = self.begin.len().clamp(1, 32);
        writeln!(f, "begin            = {:?}", self.begin)?;
        writeln!(f, "end              = {:?}", self.end)?;
        writeln!(f, "strides          = {:?}", self.strides)?;
        let masks = self.masks;
        writeln!(f, "begin_mask       = 0b{:0digits$b}", masks.begin_mask)?;
        writeln!(f, "end_mask         = 0b{:0digits$b}", masks.end_mask)?;
        writeln!(f, "ellipsis_mask    = 0b{:0digits$b}", masks.ellipsis_mask)?;
        writeln!(f, "new_axis_mask    = 0b{:0digits$b}", masks.new_axis_mask)?;
        write!(
            f,
            "shrink_axis_mask = 0b{:0digits$b}",
            masks.shrink_axis_mask
        )
    }
}

/// TensorFlow's five bit masks; bit i of each belongs to entry i.
///
/// If bits overlap, ellipsis beats new axis beats shrink beats begin and end. Bits past the last
/// entry are ignored, but more than one bit anywhere in the ellipsis mask is an error. TensorFlow's
/// operation has these five, so there will be no others.
#[must_use]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Masks {
    /// Entries whose begin is absent.
    pub begin_mask: u32,
    /// Entries whose end is absent.
    pub end_mask: u32,
    /// The ellipsis.
    pub ellipsis_mask: u32,
    /// New axes.
    pub new_axis_mask: u32,
    /// Indices: entries that drop their axis.
    pub shrink_axis_mask: u32,
}

impl Masks {
    /// Masks from TensorFlow's int32 attributes, in the order of their names here; -1 sets every
    /// bit.
    pub const fn from_i32([begin, end, ellipsis, new_axis, shrink]: [i32; 5]) -> Self {
        Self {
            begin_mask: begin.cast_unsigned(),
            end_mask: end.cast_unsigned(),
            ellipsis_mask: ellipsis.cast_unsigned(),
            new_axis_mask: new_axis.cast_unsigned(),
            shrink_axis_mask: shrink.cast_unsigned(),
        }
    }

    /// The masks of entries.
    pub(super) const fn of(forms: Forms) -> Self {
        let (mut masks, mut entry) = ([0; 5], 0);
        while entry <= MAX_ENTRIES {
            let bits = forms.get(entry).masks();
            let mut mask = 0;
            while mask < masks.len() {
                masks[mask] |= (bits[mask] as i32) << entry;
                mask += 1;
            }
            entry += 1;
        }
        Self::from_i32(masks)
    }

    /// The forms of `entries` entries, and of each further bit of the ellipsis mask. If bits
    /// overlap, ellipsis beats new axis beats shrink beats begin and end.
    #[inline]
    pub(super) const fn forms(self, entries: usize) -> Forms {
        let (mut forms, mut entry) = (Forms(0), 0);
        while entry <= MAX_ENTRIES && (entry < entries || self.ellipsis_mask >> entry != 0) {
            let bit = 1 << entry;
            let form = if self.ellipsis_mask & bit != 0 {
                Form::Ellipsis
            } else if self.new_axis_mask & bit != 0 {
                Form::NewAxis
            } else if self.shrink_axis_mask & bit != 0 {
                Form::Index
            } else {
                Form::Range {
                    begin: self.begin_mask & bit == 0,
                    end: self.end_mask & bit == 0,
                }
            };
            forms = forms.with(entry, form);
            entry += 1;
        }
        forms
    }
}

/// One entry of an encoding. The stride of an index, which says nothing but has to be at least 1,
/// is in the encoding alone.
pub type Entry = tslice_entry::Entry<i64>;

/// A range of an entry. An absent bound is `None`, never a number.
pub type Range = tslice_entry::Range<i64>;

/// Checks the stride of an entry for an axis, if it is wrong for every length. `stride` is that of
/// an index.
#[inline(always)]
pub(crate) const fn check_stride(entry: Entry, stride: i64, axis: usize) -> Result<(), SliceError> {
    match (entry, stride) {
        (
            Entry::Range(Range {
                stride: Some(0), ..
            }),
            _,
        )
        | (Entry::Index(_), 0) => Err(SliceError::ZeroStride { axis }),
        (Entry::Index(_), ..0) => Err(SliceError::IndexStrideNotPositive { axis, stride }),
        _ => Ok(()),
    }
}
