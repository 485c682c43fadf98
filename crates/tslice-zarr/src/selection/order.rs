//! Lists in the order of chunks: those of the positions of a list that are in one chunk follow each
//! other.

use std::cmp::Ordering;
use std::ops::Range;

use tslice_algebra::ChunkGrid;

use crate::selection::cut::{Spans, chunk_at, regular};
use crate::selection::{Along, Selection};

/// Which position of the result is at which place of an ordered selection, for axes that were
/// ordered.
pub(crate) struct Orders(Vec<Option<Vec<Range<usize>>>>);

/// How much of a list may be out of order for it to be read as it is: its chunks are read again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// One chunk of 16.
    Nearly,
    /// None.
    Strict,
}

/// The same elements with the positions of each list in the order of the chunks, and of the parts
/// in them if these are shards; the order is kept where it is that of chunks, or nearly, and inside
/// of each.
pub(crate) fn ordered(
    selection: &Selection,
    grid: &[ChunkGrid<'_>],
    part: Option<&[usize]>,
    order: Order,
) -> (Selection, Orders) {
    let mut ordered = selection.clone();
    let mut orders = vec![None; selection.shape.len()];
    for (result, own) in orders.iter_mut().enumerate() {
        if selection.is_empty || !selection.is_listed(result) {
            continue;
        }
        let axes: Vec<(usize, &Along)> = selection.along(result).collect();
        let compare = |a: usize, b: usize| {
            let by = |part: Option<&[usize]>| {
                let number = |&(axis, along): &(usize, &Along), at| {
                    let grid = part.map_or(grid[axis], |part| ChunkGrid::Regular(part[axis]));
                    chunk_at(grid, along.taken.at(at), along.len).0
                };
                axes.iter()
                    .map(move |axis| number(axis, a).cmp(&number(axis, b)))
                    .find(|order| order.is_ne())
            };
            by(None)
                .or_else(|| by(Some(part?)))
                .unwrap_or(Ordering::Equal)
        };
        let fine = part.map_or_else(|| grid.to_vec(), regular);
        let spans = || Spans::new(selection, result, &fine).map(|(span, _)| span);
        let is_kept = |is_next: fn(Ordering) -> bool| {
            // The spans, those of a part that is in order, and the most of them.
            let (mut all, mut part, mut longest, mut last) = (0, 0, 0, None);
            for span in spans() {
                let goes_on = last.is_none_or(|last| is_next(compare(last, span.start)));
                part = if goes_on { part + 1 } else { 1 };
                all += 1;
                longest = longest.max(part);
                last = Some(span.start);
            }
            all - longest <= if order == Order::Nearly { all / 16 } else { 0 }
        };
        if is_kept(Ordering::is_le) || is_kept(Ordering::is_ge) {
            continue;
        }
        let mut order: Vec<_> = spans().collect();
        order.sort_by(|a, b| compare(a.start, b.start));
        for along in ordered
            .axes
            .iter_mut()
            .filter(|along| along.result == Some(result))
        {
            along.taken = along.taken.ordered(&order);
        }
        *own = Some(order);
    }
    (ordered, Orders(orders))
}

impl Orders {
    /// Whether the order is that of the result.
    pub(crate) fn are_kept(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// The order of each axis, if it is another.
    pub(crate) fn axes(&self) -> impl Iterator<Item = (usize, Vec<usize>)> {
        let axes = self.0.iter().enumerate();
        axes.filter_map(|(axis, order)| {
            let positions = order.as_ref()?.iter().cloned().flatten();
            Some((axis, positions.collect()))
        })
    }

    /// The place of each position of the result, on an axis of this length.
    pub(crate) fn places(&self, axis: usize, len: usize) -> Vec<usize> {
        let Some(order) = &self.0[axis] else {
            return (0..len).collect();
        };
        let mut places = vec![0; len];
        for (place, position) in order.iter().cloned().flatten().enumerate() {
            places[position] = place;
        }
        places
    }
}
