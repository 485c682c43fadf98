//! Whether two specs select a common element of any array at all, and of which array first.

use alloc::vec::Vec;

use super::meet::{Meeting, meeting_of_lists};
use crate::MAX_ENTRIES;
use crate::entry::Entry;

/// The highest rank on which what two specs select is not yet what they select on every higher rank.
pub const MAX_AXES: usize = 2 * MAX_ENTRIES;

/// An element that two specs select, of the first array of which they do.
#[derive(Clone, Copy, Debug)]
pub struct Overlap {
    rank: usize,
    meetings: [Meeting; MAX_AXES],
}

impl Overlap {
    /// The length of each axis of the array, the least that there can be, and the position of the element on it.
    #[must_use]
    pub const fn axes(&self) -> &[Meeting] {
        self.meetings.split_at(self.rank).0
    }
}

/// Finds an array of which two specs select a common element; `None` if there is none of any rank and shape.
///
/// Axes have lengths of their own, so the answer is exact: two specs have a common element of some array of a rank if on each axis
/// they have a common position for some length. From the rank on at which no axis is named by one spec from the front and by the
/// other from the end, axes more are whole for both. A spec of more than 31 entries, which slices nothing, is said to overlap.
#[must_use]
pub const fn overlap(a: &[Entry<i64>], b: &[Entry<i64>]) -> Option<Overlap> {
    overlap_of_lists(&Lists { entries: a, lists: &[] }, &Lists { entries: b, lists: &[] })
}

/// A spec, some of whose entries are lists.
#[derive(Clone, Copy, Debug)]
pub struct Lists<'e> {
    /// The entries, of which a list is a whole axis.
    pub entries: &'e [Entry<i64>],
    /// The items of each list, which are indices, ranges and windows, beside the number of its entry.
    pub lists: &'e [(usize, Vec<Entry<i64>>)],
}

/// Works like [`overlap`]. A list selects what one of its items does.
#[must_use]
pub const fn overlap_of_lists(of_a: &Lists<'_>, of_b: &Lists<'_>) -> Option<Overlap> {
    let (a, b) = (of_a.entries, of_b.entries);
    let none = Overlap { rank: 0, meetings: [Meeting { length: 0, position: 0 }; MAX_AXES] };
    if a.len() > MAX_ENTRIES || b.len() > MAX_ENTRIES {
        return Some(none);
    }
    let ((front_a, back_a), (front_b, back_b)) = (sides(a), sides(b));
    let mut rank = max(front_a + back_a, front_b + back_b);
    while rank <= max(front_a, front_b) + max(back_a, back_b) {
        let mut found = none;
        while found.rank < rank {
            match meeting_of_lists(of_a.on_axis(rank, found.rank), of_b.on_axis(rank, found.rank)) {
                Some(meeting) => found.meetings[found.rank] = meeting,
                None => break,
            }
            found.rank += 1;
        }
        if found.rank == rank {
            return Some(found);
        }
        rank += 1;
    }
    None
}

/// The number of the entry that takes an axis of an array; `None` if it is one of the ellipsis, or behind the last entry.
#[must_use]
pub const fn entry_of_axis<B>(spec: &[Entry<B>], rank: usize, axis: usize) -> Option<usize> {
    let (front, back) = sides(spec);
    let mut before = if axis < front {
        axis
    } else if axis + back >= rank {
        front + axis + back - rank
    } else {
        return None;
    };
    let mut at = 0;
    while at < spec.len() {
        if spec[at].axes().0 {
            if before == 0 {
                return Some(at);
            }
            before -= 1;
        }
        at += 1;
    }
    None
}

impl<'e> Lists<'e> {
    /// The entries one of which takes a position of an axis.
    const fn on_axis(&self, rank: usize, axis: usize) -> &'e [Entry<i64>] {
        let Some(at) = entry_of_axis(self.entries, rank, axis) else { return &[Entry::WHOLE] };
        let mut list = 0;
        while list < self.lists.len() {
            if self.lists[list].0 == at {
                return self.lists[list].1.as_slice();
            }
            list += 1;
        }
        core::slice::from_ref(&self.entries[at])
    }
}

/// The numbers of axes that are taken before the ellipsis and behind it.
const fn sides<B>(spec: &[Entry<B>]) -> (usize, usize) {
    let (mut front, mut back, mut behind, mut at) = (0, 0, false, 0);
    while at < spec.len() {
        behind |= matches!(spec[at], Entry::Ellipsis);
        if spec[at].axes().0 {
            if behind {
                back += 1;
            } else {
                front += 1;
            }
        }
        at += 1;
    }
    (front, back)
}

const fn max(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}
