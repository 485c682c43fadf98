//! What each entry of an encoding is, without its numbers.

use crate::MAX_ENTRIES;

/// The names of TensorFlow's masks, in the order of [`Form::masks`].
pub const MASKS: [&str; 5] = [
    "begin_mask",
    "end_mask",
    "ellipsis_mask",
    "new_axis_mask",
    "shrink_axis_mask",
];

/// An entry without its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `begin:end:stride`, either bound of which may be absent.
    Range {
        /// Whether the begin is written.
        begin: bool,
        /// Whether the end is written.
        end: bool,
    },
    /// One position.
    Index,
    /// A new axis of length 1.
    NewAxis,
    /// The axes that the other entries leave.
    Ellipsis,
    /// `start:+length`.
    Window,
    /// A list, or the first list of a group.
    List,
    /// A further list of a group.
    Grouped,
}

impl Form {
    /// The digit of this form in [`Forms`].
    #[inline]
    pub const fn digit(self) -> u8 {
        match self {
            Self::Range { begin, end } => !begin as u8 | (!end as u8) << 1,
            Self::Index => 4,
            Self::NewAxis => 5,
            Self::Ellipsis => 6,
            Self::Window => 7,
            Self::List => 8,
            Self::Grouped => 9,
        }
    }

    /// The bits of the masks in the order of [`MASKS`]. A window and a list, which TensorFlow
    /// lacks, have none but those of the axes that they consume and produce.
    #[inline]
    pub const fn masks(self) -> [bool; 5] {
        match self {
            Self::Range { begin, end } => [!begin, !end, false, false, false],
            Self::Index | Self::Grouped => [false, false, false, false, true],
            Self::NewAxis => [false, false, false, true, false],
            Self::Ellipsis => [false, false, true, false, false],
            Self::Window => [false; 5],
            Self::List => [true, true, false, false, false],
        }
    }

    /// Whether an axis of the input is consumed besides those of the ellipsis, and whether one of
    /// the result is produced.
    #[inline]
    pub const fn axes(self) -> (bool, bool) {
        match self {
            Self::Ellipsis => (false, false),
            Self::NewAxis => (false, true),
            Self::Index | Self::Grouped => (true, false),
            Self::Range { .. } | Self::Window | Self::List => (true, true),
        }
    }
}

/// The form of each entry: a hexadecimal digit each, that of entry 0 last.
///
/// | digit | entry |
/// |---|---|
/// | 0, 1, 2, 3 | `begin:end`, `:end`, `begin:`, `:` |
/// | 4, 5, 6 | index, new axis, ellipsis |
/// | 7, 8, 9 | window, list, further list of a group |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Forms(pub u128);

/// The forms of entries, of which there are at most [`MAX_ENTRIES`].
impl FromIterator<Form> for Forms {
    fn from_iter<I: IntoIterator<Item = Form>>(forms: I) -> Self {
        let with = |all: Self, (entry, form)| all.with(entry, form);
        forms.into_iter().enumerate().fold(Self(0), with)
    }
}

/// The lowest bit of each digit.
const ONES: u128 = u128::MAX / 15;

impl Forms {
    /// The form of entry `entry`. A digit without a meaning is a list, which nothing slices.
    #[inline(always)]
    pub const fn get(self, entry: usize) -> Form {
        if entry > MAX_ENTRIES {
            return Form::Range {
                begin: true,
                end: true,
            };
        }
        match (self.0 >> (4 * entry)) as u8 & 15 {
            digit @ 0..4 => Form::Range {
                begin: digit & 1 == 0,
                end: digit & 2 == 0,
            },
            4 => Form::Index,
            5 => Form::NewAxis,
            6 => Form::Ellipsis,
            7 => Form::Window,
            9 => Form::Grouped,
            _ => Form::List,
        }
    }

    /// These forms with another one of entry `entry`, which is at most [`MAX_ENTRIES`].
    #[inline(always)]
    pub const fn with(self, entry: usize, form: Form) -> Self {
        let at = 4 * entry;
        Self(self.0 & !(15 << at) | (form.digit() as u128) << at)
    }

    /// The lowest bit of the digit of each of the first `entries` entries whose digit is `digit`.
    #[inline(always)]
    const fn of(self, digit: u8, entries: usize) -> u128 {
        let differs = self.0 ^ (ONES * digit as u128);
        let any = differs | differs >> 1 | differs >> 2 | differs >> 3;
        let below = if entries > MAX_ENTRIES {
            u128::MAX
        } else {
            (1 << (4 * entries)) - 1
        };
        !any & ONES & below
    }

    /// The axes that the first `entries` entries consume and produce, the ellipsis aside.
    #[inline(always)]
    pub const fn axes(self, entries: usize) -> (usize, usize) {
        // Entry by entry: a spec that is read at run time has few, and to count the bits of all
        // digits takes longer.
        let (mut consumed, mut produced, mut entry) = (0, 0, 0);
        while entry < entries {
            let (consumes, produces) = self.get(entry).axes();
            consumed += consumes as usize;
            produced += produces as usize;
            entry += 1;
        }
        (consumed, produced)
    }

    /// How many of the first `entries` entries are of a form.
    #[inline(always)]
    pub const fn count(self, form: Form, entries: usize) -> usize {
        self.of(form.digit(), entries).count_ones() as usize
    }

    /// The first of `entries` entries that is of a form; `entries` if none is.
    #[inline(always)]
    pub const fn first(self, form: Form, entries: usize) -> usize {
        let at = self.of(form.digit(), entries).trailing_zeros() as usize / 4;
        if at < entries { at } else { entries }
    }
}
