//! Where the items of two literal lists meet first, in the time that sorting them takes.

use core::{iter, slice};

use tslice_entry::axis::{fitting_all, max, min};

use super::meet::{Meeting, meeting_from};
use tslice_entry::{Entry, Range};

/// The most pairs of items that are compared one by one.
const MAX_PAIRS: usize = 1 << 14;

/// The positions from `low` to `high`, counted from the front of an axis, or their distances from
/// its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Interval {
    low: i128,
    high: i128,
}

/// The items of a list, sorted.
#[derive(Clone, Debug)]
pub(crate) struct Items {
    least: i128,
    front: Vec<Interval>,
    end: Vec<Interval>,
    rest: Vec<Entry<i64>>,
}

impl Items {
    /// Sorts the items of a list, which are indices, ranges and windows.
    pub(crate) fn of(items: &[Entry<i64>]) -> Self {
        let (mut front, mut end, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        for item in items {
            // What an index and a window take, if the axis has it, is a range: `least` says which
            // axes have it.
            let (begin, stop) = match *item {
                Entry::Index(index) => (index.into(), i128::from(index) + 1),
                Entry::Window {
                    start,
                    length,
                    stride: 1,
                } => (start.into(), i128::from(start) + i128::from(length)),
                Entry::Range(Range {
                    begin,
                    end: Some(end),
                    stride: None | Some(1),
                }) if end >= 0 && begin.is_none_or(|begin| begin >= 0) => {
                    (begin.unwrap_or(0).into(), end.into())
                }
                Entry::Range(Range {
                    begin: Some(begin),
                    end,
                    stride: None | Some(1),
                }) if begin < 0 && end.is_none_or(|end| end < 0) => {
                    (begin.into(), end.unwrap_or(0).into())
                }
                _ => {
                    rest.push(*item);
                    continue;
                }
            };
            if begin < stop {
                match begin {
                    0.. => front.push(Interval {
                        low: begin,
                        high: stop - 1,
                    }),
                    _ => end.push(Interval {
                        low: 1 - stop,
                        high: -begin,
                    }),
                }
            }
        }
        Self {
            least: fitting_all(items),
            front: joined(front),
            end: joined(end),
            rest,
        }
    }

    /// Whether no more pairs have to be compared one by one than a macro has the time for.
    pub(crate) fn is_comparable(&self, other: &Self) -> bool {
        let count = |items: &Self| items.front.len() + items.end.len() + items.rest.len();
        let (pairs, of_other) = (
            self.rest.len() * count(other),
            other.rest.len() * count(self),
        );
        pairs + of_other <= MAX_PAIRS
    }

    pub(super) fn view(&self) -> View<'_> {
        View {
            least: self.least,
            front: &self.front,
            end: &self.end,
            rest: &self.rest,
        }
    }
}

/// The same numbers in disjoint intervals, in order.
fn joined(mut intervals: Vec<Interval>) -> Vec<Interval> {
    intervals.sort_unstable();
    let mut joined: Vec<Interval> = Vec::with_capacity(intervals.len());
    for interval in intervals {
        match joined.last_mut() {
            Some(last) if interval.low <= last.high + 1 => {
                last.high = max(last.high, interval.high)
            }
            _ => joined.push(interval),
        }
    }
    joined
}

/// [`Items`] that are borrowed, or one entry.
#[derive(Clone, Copy)]
pub(super) struct View<'i> {
    least: i128,
    front: &'i [Interval],
    end: &'i [Interval],
    rest: &'i [Entry<i64>],
}

impl<'i> View<'i> {
    pub(super) fn one(entry: &'i Entry<i64>) -> Self {
        let rest = slice::from_ref(entry);
        Self {
            least: fitting_all(rest),
            front: &[],
            end: &[],
            rest,
        }
    }

    /// Where an item of one list meets one of the other first, on an axis that has all positions of
    /// both lists.
    pub(super) fn meeting(self, other: Self) -> Option<Meeting> {
        let least = max(self.least, other.least);
        let intervals = [
            at_the_front(least, self.front, other.front),
            at_the_end(least, self.end, other.end),
            from_both_ends(least, self.front, other.end),
            from_both_ends(least, other.front, self.end),
        ];
        let beside = |rest: &[Entry<i64>], items: Vec<Entry<i64>>| {
            let meeting = |item| {
                items
                    .iter()
                    .filter_map(move |other| meeting_from(least, item, other))
                    .min()
            };
            rest.iter().filter_map(meeting).min()
        };
        let rest = [
            beside(self.rest, other.rest.to_vec()),
            beside(self.rest, other.ranges()),
            beside(other.rest, self.ranges()),
        ];
        intervals.into_iter().chain(rest).flatten().min()
    }

    /// The intervals as ranges.
    fn ranges(self) -> Vec<Entry<i64>> {
        let front = self
            .front
            .iter()
            .map(|interval| (interval.low, interval.high + 1));
        let end = self
            .end
            .iter()
            .map(|interval| (-interval.high, 1 - interval.low));
        let number = |number: i128| i64::try_from(number).unwrap_or(i64::MAX);
        let range = |(begin, end)| Range {
            begin: Some(number(begin)),
            // An interval that counts from the end may have the last position.
            end: (begin >= 0 || end < 0).then_some(number(end)),
            stride: None,
        };
        front.chain(end).map(range).map(Entry::Range).collect()
    }
}

fn meeting_at(length: i128, position: i128) -> Option<Meeting> {
    Some(Meeting {
        length: i64::try_from(length).ok()?,
        position: i64::try_from(position).ok()?,
    })
}

/// The common numbers of two lists of intervals, in order.
fn common(a: &[Interval], b: &[Interval]) -> impl Iterator<Item = Interval> {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    iter::from_fn(move || {
        loop {
            let (of_a, of_b) = (a.peek()?, b.peek()?);
            let common = Interval {
                low: max(of_a.low, of_b.low),
                high: min(of_a.high, of_b.high),
            };
            if of_a.high < of_b.high {
                a.next()
            } else {
                b.next()
            };
            if common.low <= common.high {
                return Some(common);
            }
        }
    })
}

/// The lowest common position decides.
fn at_the_front(least: i128, a: &[Interval], b: &[Interval]) -> Option<Meeting> {
    let lowest = common(a, b).next()?.low;
    meeting_at(max(least, lowest + 1), lowest)
}

/// The greatest common distance on the shortest axis decides, and beyond that axis the least
/// distance.
fn at_the_end(least: i128, a: &[Interval], b: &[Interval]) -> Option<Meeting> {
    let meeting = |common: Interval| {
        let length = max(least, common.low);
        meeting_at(length, length - min(common.high, length))
    };
    common(a, b).filter_map(meeting).min()
}

/// A position and a distance from the end meet on the axis whose length is their sum.
fn from_both_ends(least: i128, front: &[Interval], end: &[Interval]) -> Option<Meeting> {
    let meeting = |positions: &Interval| {
        let nearest = end.partition_point(|distances| distances.high < least - positions.high);
        let length = max(least, positions.low + end.get(nearest)?.low);
        // The lowest position has the greatest distance, which is in the last interval that begins
        // low enough.
        let farthest = end
            [..end.partition_point(|distances| distances.low <= length - positions.low)]
            .last()?;
        meeting_at(length, length - min(farthest.high, length - positions.low))
    };
    front.iter().filter_map(meeting).min()
}
