//! A region written as one spec.

use tslice_core::__ops::{Entry, Range};
use tslice_core::{InlineSpec, Progression, SliceError};

use crate::lists::{Lists, Origin};

impl Lists<'_> {
    /// One spec that selects the same on this shape.
    pub(crate) const fn to_spec(self) -> Result<InlineSpec, SliceError> {
        // An ellipsis can stand for one run of whole axes: it stands for the longest if the spec
        // has too many entries otherwise.
        let (run, run_end) = if self.needed() > 31 {
            self.longest_run()
        } else {
            (0, 0)
        };
        let needed = self.needed() - run + (run > 0) as usize;
        let mut spec = InlineSpec::EMPTY;
        let (mut axis, mut out) = (0, 0);
        while out <= self.origins.len() {
            let next = if out < self.origins.len() {
                self.origins[out]
            } else {
                Origin::Axis(self.taken.len())
            };
            let mut fits = true;
            match next {
                Origin::New => fits = spec.push(Entry::NewAxis),
                Origin::Emptied => return Err(SliceError::EmptyNewAxis { axis: out }),
                Origin::Axis(kept) => {
                    while axis < kept && fits {
                        fits = spec.push(Entry::Index(self.taken[axis].first() as i64));
                        axis += 1;
                    }
                    if out < self.origins.len() {
                        axis += 1;
                        if out + run >= run_end && out < run_end {
                            fits = fits && (out + 1 < run_end || spec.push(Entry::Ellipsis));
                        } else {
                            fits = fits
                                && spec
                                    .push(Entry::Range(range(self.taken[kept], self.shape[kept])));
                        }
                    }
                }
            }
            if !fits {
                return Err(SliceError::SpecTooLong { entries: needed });
            }
            out += 1;
        }
        Ok(spec)
    }

    /// Entries that say everything: one for each axis of the source and each new one.
    const fn needed(self) -> usize {
        let (mut needed, mut out) = (self.taken.len(), 0);
        while out < self.origins.len() {
            needed += !matches!(self.origins[out], Origin::Axis(_)) as usize;
            out += 1;
        }
        needed
    }

    /// The longest run of axes of the result that are whole and beside each other in the source:
    /// its length and its end.
    const fn longest_run(self) -> (usize, usize) {
        let (mut longest, mut run, mut out) = ((0, 0), 0, 0);
        while out < self.origins.len() {
            run = match self.origins[out] {
                Origin::Axis(axis) if self.taken[axis].is_whole(self.shape[axis]) => {
                    let beside = match out.checked_sub(1) {
                        Some(before) => {
                            matches!(self.origins[before], Origin::Axis(last) if last + 1 == axis)
                        }
                        None => false,
                    };
                    if beside { run + 1 } else { 1 }
                }
                _ => 0,
            };
            out += 1;
            if run > longest.0 {
                longest = (run, out);
            }
        }
        longest
    }
}

/// A range that selects a progression on an axis of this length.
const fn range(taken: Progression, len: usize) -> Range {
    if taken.is_whole(len) {
        return Range {
            begin: None,
            end: None,
            stride: None,
        };
    }
    let (begin, stride) = (taken.first() as i64, taken.step() as i64);
    let end = match taken.last() {
        None => Some(0),
        Some(0) if stride < 0 => None,
        Some(last) if stride < 0 => Some(last as i64 - 1),
        Some(last) => Some(last as i64 + 1),
    };
    Range {
        begin: Some(begin),
        end,
        stride: Some(stride),
    }
}
