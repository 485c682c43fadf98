//! Whether two specs select a common element of any array at all, and of which array first.

use core::cmp::max;
use core::slice;

use tslice_entry::axis::least_length;
use tslice_syntax::{Entry, List, Spec};

use super::meet::{Meeting, meeting_from};

/// The most pairs of items of two lists that are compared: a macro has no time for more.
const MAX_PAIRS: usize = 1 << 16;

/// Finds an array of which two specs select a common element, of the lowest rank and the least
/// lengths: each axis has its length and the position of the element. `None` if no array of any
/// rank and shape has such an element, or if two lists are too long to be compared here.
///
/// Axes have lengths of their own, so the answer is exact: two specs have a common element of some
/// array of a rank if on each axis they have a common position for some length. From the rank on
/// that has an axis for each one that they name, axes more are whole for both. A list selects what
/// one of its items does.
pub(crate) fn overlap(a: &Spec<i64>, b: &Spec<i64>) -> Option<Vec<Meeting>> {
    let (axes_a, axes_b) = (axes(&a.entries).0, axes(&b.entries).0);
    'ranks: for rank in max(axes_a, axes_b)..=axes_a + axes_b {
        let mut meetings = Vec::new();
        for axis in 0..rank {
            let of_a = items(a, entry_of_axis(&a.entries, rank, axis));
            let of_b = items(b, entry_of_axis(&b.entries, rank, axis));
            match first_meeting(of_a, of_b) {
                Some(meeting) => meetings.push(meeting),
                None => continue 'ranks,
            }
        }
        return Some(meetings);
    }
    None
}

/// Where an item of one list meets one of the other first, on an axis that has all positions of
/// both lists; `None` of lists that are too long to be compared here.
fn first_meeting(a: &[Entry<i64>], b: &[Entry<i64>]) -> Option<Meeting> {
    if a.len() * b.len() > MAX_PAIRS {
        // The parts are compared when the program runs.
        return None;
    }
    let least = a.iter().chain(b).map(least_length).max().unwrap_or(0);
    let mut first: Option<Meeting> = None;
    for a in a {
        for b in b {
            let meeting = meeting_from(least, a, b);
            if first.is_none() || meeting.is_some() && meeting < first {
                first = meeting;
            }
        }
    }
    first
}

/// The items of a list, or the entry alone; a whole axis if there is none.
fn items(spec: &Spec<i64>, entry: Option<usize>) -> &[Entry<i64>] {
    let Some(entry) = entry else {
        return &[Entry::WHOLE];
    };
    match spec.listed(entry).map(|listed| &listed.lists[..]) {
        Some([List::Literal(items)]) => items,
        _ => slice::from_ref(&spec.entries[entry]),
    }
}

/// The number of the entry that takes an axis of an array; `None` if it is one of the ellipsis, or
/// behind the last entry.
pub(crate) fn entry_of_axis<B>(spec: &[Entry<B>], rank: usize, axis: usize) -> Option<usize> {
    let steps = steps(spec, rank - axes(spec).0);
    let step = steps.iter().find(|step| step.input == Some(axis));
    step.and_then(|step| step.entry)
}

/// An axis of an array, or of what a spec makes of it.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    /// The entry, its number among the entries; `None` for an axis that no entry names.
    pub(crate) entry: Option<usize>,
    /// The axis of the input; `None` for a new one.
    pub(crate) input: Option<usize>,
    /// The axis of the result; `None` if it is dropped.
    pub(crate) output: Option<usize>,
}

/// The axes that entries take and give, in the order of the entries, with axes that no entry names.
pub(crate) fn steps<B>(entries: &[Entry<B>], whole: usize) -> Vec<Step> {
    // The axes that no entry names are in the place of the ellipsis, or behind all entries.
    let ellipsis = entries.iter().position(Entry::is_ellipsis);
    let place = ellipsis.unwrap_or(entries.len());
    let (mut steps, mut inputs, mut outputs) = (Vec::new(), 0, 0);
    for number in 0..entries.len() + whole {
        let entry = match number.checked_sub(place) {
            None => Some(number),
            Some(behind) if behind < whole => None,
            Some(_) => Some(number - whole),
        };
        let (takes, gives) = entry.map_or((true, true), |at| entries[at].axes());
        steps.push(Step {
            entry,
            input: takes.then_some(inputs),
            output: gives.then_some(outputs),
        });
        inputs += usize::from(takes);
        outputs += usize::from(gives);
    }
    steps
}

/// The numbers of axes that entries take and give, those of the ellipsis aside.
pub(crate) fn axes<B>(entries: &[Entry<B>]) -> (usize, usize) {
    let (mut taken, mut given) = (0, 0);
    for entry in entries {
        let (takes, gives) = entry.axes();
        taken += usize::from(takes);
        given += usize::from(gives);
    }
    (taken, given)
}

/// The axis that an entry takes: counted from the back, as a negative number, behind an ellipsis.
pub(crate) fn axis_of<B>(entries: &[Entry<B>], entry: usize) -> i64 {
    let (before, after) = entries.split_at(entry);
    let number = |entries| i64::try_from(axes(entries).0).unwrap_or(i64::MAX);
    match before.iter().any(Entry::is_ellipsis) {
        true => -number(after),
        false => number(before),
    }
}
