//! Whether two specs select a common element of any array at all, and of which array first.

use core::cmp::max;

use tslice_entry::{Entry, MAX_ENTRIES};

use super::items::{Items, View};
use super::meet::Meeting;

/// A spec, some of whose entries are lists.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lists<'e> {
    /// The entries, of which a list is a whole axis.
    pub(crate) entries: &'e [Entry<i64>],
    /// The items of each list beside the number of its entry.
    pub(crate) lists: &'e [(usize, Items)],
}

/// Finds an array of which two specs select a common element, of the lowest rank and the least
/// lengths: each axis has its length and the position of the element. `None` if no array of any
/// rank and shape has such an element.
///
/// Axes have lengths of their own, so the answer is exact: two specs have a common element of some
/// array of a rank if on each axis they have a common position for some length. From the rank on at
/// which no axis is named by one spec from the front and by the other from the end, axes more are
/// whole for both. A spec of more than 31 entries, which slices nothing, is said to overlap. A list
/// selects what one of its items does.
pub(crate) fn overlap(a: &Lists<'_>, b: &Lists<'_>) -> Option<Vec<Meeting>> {
    if a.entries.len() > MAX_ENTRIES || b.entries.len() > MAX_ENTRIES {
        return Some(Vec::new());
    }
    let ((front_a, back_a), (front_b, back_b)) = (sides(a.entries), sides(b.entries));
    let mut ranks =
        max(front_a + back_a, front_b + back_b)..=max(front_a, front_b) + max(back_a, back_b);
    let meeting = |rank, axis| a.on_axis(rank, axis).meeting(b.on_axis(rank, axis));
    ranks.find_map(|rank| (0..rank).map(|axis| meeting(rank, axis)).collect())
}

/// The number of the entry that takes an axis of an array; `None` if it is one of the ellipsis, or
/// behind the last entry.
pub(crate) const fn entry_of_axis<B>(spec: &[Entry<B>], rank: usize, axis: usize) -> Option<usize> {
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
    /// The entry or the list that takes an axis.
    fn on_axis(&self, rank: usize, axis: usize) -> View<'e> {
        let Some(at) = entry_of_axis(self.entries, rank, axis) else {
            return View::one(&Entry::WHOLE);
        };
        match self.lists.iter().find(|(entry, _)| *entry == at) {
            Some((_, items)) => items.view(),
            None => View::one(&self.entries[at]),
        }
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
