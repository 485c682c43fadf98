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
mod tests {
    use super::Masks;

    /// Masks whose bits are those of `kinds`, in the order of the fields, all at `entry`.
    fn at(entry: u32, kinds: u32) -> Masks {
        let mask = |kind: u32| (kinds >> kind & 1) << entry;
        Masks {
            begin_mask: mask(0),
            end_mask: mask(1),
            ellipsis_mask: mask(2),
            new_axis_mask: mask(3),
            shrink_axis_mask: mask(4),
        }
    }

    #[test]
    fn the_ellipsis_is_found_among_the_entries() {
        for bit in [0, 1, 17, 31] {
            let masks = at(bit, 4);
            for entries in [0, 1, 2, 17, 18, 31, 32, 33, usize::MAX] {
                let inside = entries > bit as usize;
                assert_eq!(masks.has_ellipsis(entries), inside);
                if entries <= 32 {
                    assert_eq!(masks.ellipsis(entries), if inside { bit as usize } else { entries });
                }
            }
        }
    }

    #[test]
    fn entries_take_and_give_axes() {
        for bit in [0, 1, 30, 31] {
            for kinds in 0..32 {
                let (taken, given) = match kinds >> 2 {
                    0 => (1, 1),
                    1 | 3 | 5 | 7 => (0, 0),
                    2 | 6 => (0, 1),
                    _ => (1, 0),
                };
                for entries in [bit as usize, bit as usize + 1, 32, 40] {
                    let others = if entries > bit as usize { entries - 1 } else { entries };
                    let here = if entries > bit as usize { (taken, given) } else { (0, 0) };
                    assert_eq!(at(bit, kinds).axes(entries), (others + here.0, others + here.1));
                }
            }
        }
        assert_eq!(Masks { shrink_axis_mask: u32::MAX, ..Masks::default() }.axes(32), (32, 0));
        assert_eq!(Masks { new_axis_mask: 0b1011, ..Masks::default() }.axes(4), (1, 4));
    }
}
