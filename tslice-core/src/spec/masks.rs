//! The five masks of an encoding.

use tslice_syntax::{Form, Forms};

use super::MAX_ENTRIES;

/// TensorFlow's five bit masks; bit i of each belongs to entry i.
///
/// If bits overlap, ellipsis beats new axis beats shrink beats begin and end. Bits past the last entry are ignored, but
/// more than one bit anywhere in the ellipsis mask is an error. TensorFlow's operation has these five, so there will be no others.
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
    /// Masks from TensorFlow's int32 attributes, in the order of their names here; -1 sets every bit.
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
                masks[mask] |= (bits[mask] as u32) << entry;
                mask += 1;
            }
            entry += 1;
        }
        let [begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask] = masks;
        Self { begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask }
    }

    /// The forms of `entries` entries, and of each further bit of the ellipsis mask. If bits overlap, ellipsis beats new axis beats shrink
    /// beats begin and end.
    #[inline]
    pub(super) const fn forms(self, entries: usize) -> Forms {
        const fn bit(mask: u32, entry: usize) -> bool {
            mask >> entry & 1 == 1
        }
        let (mut forms, mut entry) = (Forms(0), 0);
        while entry <= MAX_ENTRIES && (entry < entries || self.ellipsis_mask >> entry != 0) {
            let form = if bit(self.ellipsis_mask, entry) {
                Form::Ellipsis
            } else if bit(self.new_axis_mask, entry) {
                Form::NewAxis
            } else if bit(self.shrink_axis_mask, entry) {
                Form::Index
            } else {
                Form::Range { begin: !bit(self.begin_mask, entry), end: !bit(self.end_mask, entry) }
            };
            forms = forms.with(entry, form);
            entry += 1;
        }
        forms
    }
}
