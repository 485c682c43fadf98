//! Lists in the order of chunks: those of the positions of a list that are in one chunk follow each
//! other.

use std::ops::Range;

use tslice_algebra::ChunkGrid;

use crate::selection::Selection;
use crate::selection::cut::{self, Spans};

/// Which position of the result is at which place of an ordered selection, for axes that were
/// ordered.
pub(crate) struct Orders(Vec<Option<Vec<Range<usize>>>>);

/// The same elements with the positions of each list in the order of the chunks, and of the parts
/// in them, which are the `fine` grid; the order is kept where it is that of chunks, and inside of
/// each.
pub(crate) fn ordered(
    selection: &Selection,
    grid: &[ChunkGrid<'_>],
    fine: &[ChunkGrid<'_>],
) -> (Selection, Orders) {
    let mut ordered = selection.clone();
    let mut orders = vec![None; selection.shape.len()];
    let coarse = cut::spans(selection, grid).into_iter();
    for (coarse, fine) in coarse.zip(cut::spans(selection, fine)) {
        let listed = |&axis: &usize| !selection.is_empty() && selection.is_listed(axis);
        let Some(result) = fine.result().filter(listed) else {
            continue;
        };
        let compare = |a: &Range<usize>, b: &Range<usize>| {
            let by = |spans: &Spans<'_>| {
                let chunks = |at| spans.chunks(at).map(|(chunk, _)| chunk);
                chunks(a.start).cmp(chunks(b.start))
            };
            by(&coarse).then_with(|| by(&fine))
        };
        let mut order: Vec<_> = fine.clone().map(|(span, _)| span).collect();
        if order.is_sorted_by(|a, b| compare(a, b).is_le())
            || order.is_sorted_by(|a, b| compare(a, b).is_ge())
        {
            continue;
        }
        order.sort_by(compare);
        for along in &mut ordered.axes {
            if along.result == Some(result) {
                along.taken = along.taken.ordered(&order);
            }
        }
        orders[result] = Some(order);
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
