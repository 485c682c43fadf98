//! The five masks of an encoding.

/// TensorFlow's five bit masks; bit i of each belongs to entry i.
///
/// If bits overlap, ellipsis beats new axis beats shrink beats begin and end. Bits past the last entry are ignored, but
/// more than one bit anywhere in the ellipsis mask is an error. TensorFlow's operation has these five, so there will be no others.
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
    /// Masks from TensorFlow's int32 attributes, in the order of their names here; -1 sets every bit.
    #[must_use]
    pub const fn from_i32([begin, end, ellipsis, new_axis, shrink]: [i32; 5]) -> Self {
        Self {
            begin_mask: begin.cast_unsigned(),
            end_mask: end.cast_unsigned(),
            ellipsis_mask: ellipsis.cast_unsigned(),
            new_axis_mask: new_axis.cast_unsigned(),
            shrink_axis_mask: shrink.cast_unsigned(),
        }
    }

    #[inline(always)]
    pub(crate) const fn has_ellipsis(self, entries: usize) -> bool {
        self.ellipsis_mask & Self::below(entries) != 0
    }

    /// The index of the ellipsis among `entries` entries, at most 32; `entries` if there is none, since a spec without an
    /// ellipsis has one at its end.
    #[doc(hidden)]
    #[must_use]
    pub const fn ellipsis(self, entries: usize) -> usize {
        let at = (self.ellipsis_mask & Self::below(entries)).trailing_zeros() as usize;
        if at < entries { at } else { entries }
    }

    /// These masks with other bits of an entry, which is below 32, in the order of the fields.
    pub(super) const fn with(
        self,
        entry: usize,
        [begin, end, ellipsis, new_axis, shrink]: [bool; 5],
    ) -> Self {
        const fn set(mask: u32, entry: usize, bit: bool) -> u32 {
            mask & !(1 << entry) | (bit as u32) << entry
        }
        Self {
            begin_mask: set(self.begin_mask, entry, begin),
            end_mask: set(self.end_mask, entry, end),
            ellipsis_mask: set(self.ellipsis_mask, entry, ellipsis),
            new_axis_mask: set(self.new_axis_mask, entry, new_axis),
            shrink_axis_mask: set(self.shrink_axis_mask, entry, shrink),
        }
    }

    pub(super) const fn below(entries: usize) -> u32 {
        if entries >= 32 { u32::MAX } else { (1 << entries) - 1 }
    }
}

#[cfg(test)]
#[path = "../../unit/spec_masks.rs"]
mod tests;
