//! Lists in the order of chunks: those of the positions of a list that are in one chunk follow each
//! other.

use std::cmp::Ordering;

use tslice_algebra::ChunkGrid;

use crate::selection::cut::chunk_at;
use crate::selection::{Along, Selection};

/// Which position of the result is at which place of an ordered selection, for axes that were
/// ordered.
pub(crate) struct Orders(Vec<Option<Vec<usize>>>);

/// The same elements with the positions of each list in the order of the chunks, and of the parts
/// in them if these are shards; the order is kept where it is that of chunks, and inside of each.
pub(crate) fn ordered(
    selection: &Selection,
    grid: &[ChunkGrid<'_>],
    part: Option<&[usize]>,
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
        let count = selection.shape[result];
        let steps = || (1..count).map(|at| compare(at - 1, at));
        if steps().all(Ordering::is_le) || steps().all(Ordering::is_ge) {
            continue;
        }
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|&a, &b| compare(a, b));
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
    pub(crate) fn axes(&self) -> impl Iterator<Item = (usize, &[usize])> {
        self.0
            .iter()
            .enumerate()
            .filter_map(|(axis, order)| Some((axis, order.as_deref()?)))
    }

    /// The place of each position of the result, on an axis of this length.
    pub(crate) fn places(&self, axis: usize, len: usize) -> Vec<usize> {
        let Some(order) = &self.0[axis] else {
            return (0..len).collect();
        };
        let mut places = vec![0; len];
        for (place, &position) in order.iter().enumerate() {
            places[position] = place;
        }
        places
    }
}
