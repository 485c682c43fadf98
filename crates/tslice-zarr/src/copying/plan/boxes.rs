//! The boxes of a copy: how its parts are cut, how much of a box fits into the memory, and how often
//! boxes read a chunk.

use std::ops::Range;

use super::CopyPlan;
use crate::array::stores::Store;
use crate::copying::part::{self, Cell, Part};
use crate::error::ZarrError;
use crate::owned_grid;
use crate::selection::Selection;
use crate::selection::cut;
use crate::store::SyncStore;

/// Cells of an axis whose chunks are counted; others are taken to be like them.
pub(super) const COUNTED: usize = 64;
/// The memory of a program that copies nothing, and of the tables of a codec for each thread.
const PROGRAM: u64 = 24 << 20;
const CODEC: u64 = 4 << 20;
/// A chunk is held decoded, encoded, in pieces of a shard, between two codecs, and by the thread
/// that writes it.
const FORMS: u64 = 5;
/// Threads that write, for each processor: a file is synchronised with its disk before it gets its
/// name, and its thread waits for that.
const WRITERS: usize = 4;
/// Bytes for each position of lists that are not in the order of the chunks: their order, the
/// places, and the offsets of both.
const ORDERS: u64 = 48;
/// A box is longer on an axis of a list if twice the length saves this part of the reading or more.
const LISTED: f64 = 0.2;
/// A box need not be larger if that saves no reading.
pub(super) const ENOUGH: u64 = 64 << 20;

/// The boxes of a copy, and the threads that work on them.
#[derive(Default)]
pub(super) struct Boxes {
    /// The chunks of a box on each axis.
    pub(super) step: Vec<usize>,
    /// Threads that read and encode, and threads that write.
    pub(super) threads: usize,
    pub(super) writers: usize,
    /// The memory for all of it.
    pub(super) memory: u64,
}

impl CopyPlan {
    /// The cells of a part: a range of the rows of the grid of chunks, cut along the axes where
    /// that costs the longest part the least reading.
    pub(super) fn part(&self, part: Part) -> Vec<Cell> {
        let of = part.of;
        let all = self.counts.iter().zip(&self.units);
        let all: Vec<usize> = all.map(|(count, unit)| count.div_ceil(*unit)).collect();
        let more = |(axis, &count): (usize, &usize)| {
            let step = self.units[axis] * all[axis].div_ceil(of);
            self.reads(axis, 0..count, step) / self.reads(axis, 0..count, count)
        };
        let more: Vec<f64> = self.counts.iter().enumerate().map(more).collect();
        let mut axes: Vec<usize> = (0..more.len()).collect();
        axes.sort_by(|&a, &b| more[a].total_cmp(&more[b]));
        // Each axis is tried as the first one, before the others in this order, as far as they are
        // needed.
        let tried = axes.iter().map(|&first| {
            let rest = axes.iter().copied().filter(|&axis| axis != first);
            let order: Vec<usize> = std::iter::once(first).chain(rest).collect();
            let (mut cut, mut rows, mut reads) = (0, 1_usize, 1.0);
            while rows < of && cut < order.len() {
                rows = rows.saturating_mul(all[order[cut]]);
                reads *= more[order[cut]];
                cut += 1;
            }
            (
                reads * rows.div_ceil(of) as f64 / rows as f64,
                order,
                cut,
                rows,
            )
        });
        let best = tried.min_by(|a, b| a.0.total_cmp(&b.0));
        let (_, order, cut, rows) = best.unwrap_or((1.0, vec![], 0, 1));
        let counts: Vec<usize> = order.iter().map(|&axis| all[axis]).collect();
        let cells = part::cells(&counts[..cut], part.range(rows))
            .into_iter()
            .map(|cell| {
                let rest = counts[cut..].iter().map(|&count| 0..count);
                let mut whole = vec![0..0; counts.len()];
                for (&axis, range) in order.iter().zip(cell.into_iter().chain(rest)) {
                    let end = (range.end * self.units[axis]).min(self.counts[axis]);
                    whole[axis] = range.start * self.units[axis]..end;
                }
                whole
            });
        cells.collect()
    }

    /// Chooses the box: the smallest one at first, then longer ones along the axes on which length
    /// saves the most reading.
    pub(super) fn divided(&self, memory: u64) -> Result<Boxes, ZarrError> {
        let most: Vec<usize> = (0..self.chunk.len())
            .map(|axis| {
                self.cells
                    .iter()
                    .map(|cell| cell[axis].len())
                    .max()
                    .unwrap_or(1)
            })
            .collect();
        let (forms, value) = (self.forms(), self.value());
        let stage = forms.saturating_add(CODEC + self.target.engine.tables(value));
        let needed = |threads: usize, writers: usize| {
            let values = value.saturating_mul(2 * (writers as u64 - 1));
            PROGRAM
                .saturating_add(self.lists())
                .saturating_add(stage.saturating_mul(threads as u64))
                .saturating_add(values)
        };
        // A box that is smaller than what a thread holds beside it would save little memory, and
        // cost much reading.
        let least = needed(1, 1).saturating_add(self.bytes(&most).min(forms));
        if least > memory {
            return Err(ZarrError::Copy(format!(
                "a chunk of the target and one of the source need {least} bytes, the memory is {memory} bytes"
            )));
        }
        // What is left to the box is at least three eighths, if there is more than the least.
        let left = (memory - least).min(memory / 8);
        let processors = rayon::current_num_threads();
        let mut threads = self.source.own_threads().unwrap_or(processors);
        let mut writers = self.target.own_threads().unwrap_or(WRITERS * processors);
        while writers > 1 && value.saturating_mul(2 * (writers as u64 - 1)) > left {
            writers /= 2;
        }
        while threads > 1 && needed(threads, 1) > memory / 2 {
            threads /= 2;
        }
        let needed = needed(threads, writers);
        let room = memory.saturating_sub(needed);
        // With its list, a box of some chunks for each thread is as large as one without a list.
        let chunks = value.saturating_mul(4 * threads as u64);
        let listed = chunks.max(ENOUGH / 8).saturating_sub(self.lists());
        let mut step = self.longest(&most, (room, listed));
        // Chunks for all threads, unless that is more than enough: fewer beside a list.
        let each = if self.lists() > 0 { 1 } else { 4 };
        for axis in (0..step.len()).rev() {
            while step[axis] < most[axis] && step.iter().product::<usize>() < each * threads {
                let mut next = step.clone();
                next[axis] = (2 * step[axis]).min(most[axis]);
                if self.bytes(&next) > room.min(ENOUGH) {
                    break;
                }
                step = next;
            }
        }
        let memory = needed.saturating_add(self.bytes(&step));
        Ok(Boxes {
            step,
            threads,
            writers,
            memory,
        })
    }

    /// The chunks of a box of at most `room` bytes: it grows along the axis on which length saves
    /// the most reading for the memory that it takes, as long as one saves some. With a list, a box
    /// of more than `listed` bytes has to save a part of it.
    pub(super) fn longest(&self, most: &[usize], (room, listed): (u64, u64)) -> Vec<usize> {
        let mut step = vec![1; most.len()];
        loop {
            let mut best: Option<(f64, Vec<usize>)> = None;
            for axis in 0..step.len() {
                let (now, all) = (step[axis], 0..self.counts[axis]);
                let reads = self.reads(axis, all.clone(), now);
                // Some of its lengths end where chunks of the source do. A long box grows by a
                // sixteenth at least, so that few are tried.
                let unit = now.div_ceil(16);
                for longer in (1..=16)
                    .map(|units| now + units * unit)
                    .chain([most[axis]])
                    .filter(|&longer| longer > now && longer <= most[axis])
                {
                    let mut next = step.clone();
                    next[axis] = longer;
                    let saved = (reads / self.reads(axis, all.clone(), longer)).ln();
                    let gain = saved / (longer as f64 / now as f64).ln();
                    // The chunks at the ends of a list's box, which are in two, would need it to be
                    // all of the list.
                    let is_needed = gain > LISTED || self.bytes(&next) <= listed;
                    let is_worth_it =
                        saved > 1e-3 && (is_needed || !self.selection.is_listed(axis));
                    if is_worth_it
                        && best.as_ref().is_none_or(|(best, _)| gain > *best)
                        && self.bytes(&next) <= room
                    {
                        best = Some((gain, next));
                    }
                }
            }
            match best {
                Some((_, next)) => step = next,
                None => return step,
            }
        }
    }

    /// How many chunks of the source, or parts of its shards, are read along an axis by boxes of
    /// this number of chunks of the target.
    pub(super) fn reads(&self, axis: usize, chunks: Range<usize>, step: usize) -> f64 {
        let step = step.saturating_mul(self.chunk[axis]);
        self.reads_of_elements(axis, self.elements(axis, &chunks), step)
    }

    /// As [`reads`](Self::reads), by boxes of this number of elements.
    pub(super) fn reads_of_elements(
        &self,
        axis: usize,
        elements: Range<usize>,
        step: usize,
    ) -> f64 {
        let boxes = elements.len().div_ceil(step);
        let counted = part::cut(&[elements], &[step])
            .take(COUNTED)
            .map(|cell| {
                let mut ranges = vec![0..1; self.counts.len()];
                ranges[axis] = cell[0].clone();
                self.touched(ranges)
            })
            .sum::<f64>();
        counted * boxes as f64 / boxes.min(COUNTED) as f64
    }

    /// The number of chunks of the source, or parts of its shards, of which some elements of the
    /// result are.
    fn touched(&self, mut ranges: Vec<Range<usize>>) -> f64 {
        let mut chunks = 1.0;
        for (axis, edges) in &self.edges {
            let range = &mut ranges[*axis];
            let before = |end: usize| edges.partition_point(|&edge| edge < end);
            chunks *= (before(range.end) - before(range.start + 1) + 1) as f64;
            range.end = range.end.min(range.start + 1);
        }
        let (selection, _) = self.source.ordered(&self.selection.part(&ranges));
        cut::count(&selection, &self.source.fine_grid())
            .map_or(f64::INFINITY, |count| count as f64 * chunks)
    }

    /// The elements of chunks along an axis.
    pub(super) fn elements(&self, axis: usize, chunks: &Range<usize>) -> Range<usize> {
        let end = chunks
            .end
            .saturating_mul(self.chunk[axis])
            .min(self.selection.shape[axis]);
        chunks.start * self.chunk[axis]..end
    }

    /// The elements of a cell.
    pub(super) fn ranges(&self, cell: &[Range<usize>]) -> Vec<Range<usize>> {
        cell.iter()
            .enumerate()
            .map(|(axis, chunks)| self.elements(axis, chunks))
            .collect()
    }

    /// A part of the target.
    pub(super) fn written(&self, ranges: &[Range<usize>]) -> Selection {
        Selection::whole(&self.selection.shape).part(ranges)
    }

    /// The memory of a box, with the order of its positions of lists.
    pub(super) fn bytes(&self, step: &[usize]) -> u64 {
        let length = |axis: usize| self.elements(axis, &(0..step[axis])).len();
        let listed = (0..step.len()).filter(|&axis| self.selection.is_listed(axis));
        let positions: usize = listed.map(length).sum();
        size((0..step.len()).map(length))
            .saturating_mul(self.copies)
            .saturating_add((self.copies - 1) * ORDERS * positions as u64)
    }

    /// The memory of all lists, which stay, and where they go on in another chunk.
    fn lists(&self) -> u64 {
        let axes = self.selection.axes.iter();
        let lists: u64 = axes.map(|along| along.taken.bytes() as u64).sum();
        let edges: usize = self.edges.iter().map(|(_, edges)| 8 * edges.len()).sum();
        // In another order, they take as much memory again, and that order.
        lists * (2 * self.copies - 1) + edges as u64
    }

    /// The memory of a chunk of the target.
    fn value(&self) -> u64 {
        size(self.chunk.iter().copied())
    }

    /// The memory of a thread, besides the box and the tables of codecs: for a chunk of the source
    /// or of the target.
    fn forms(&self) -> u64 {
        let chunk = size(
            self.source
                .engine
                .grid()
                .into_iter()
                .map(owned_grid::longest),
        );
        let read = match self.source.engine.part() {
            None => chunk.saturating_mul(FORMS),
            // The bytes of all parts at most, and some of the parts.
            Some(part) => {
                let part = size(part.iter().copied());
                chunk.saturating_add(part.saturating_mul(SyncStore::PARTS_AT_ONCE as u64 + FORMS))
            }
        };
        read.max(self.value().saturating_mul(FORMS))
    }

    /// How many chunks of the source, or parts of its shards, are read by cells in boxes of this
    /// length.
    pub(super) fn read_by(&self, cells: &[Cell], step: &[usize]) -> f64 {
        let of = |cell: &Cell| {
            let axes = cell.iter().cloned().enumerate();
            axes.map(|(axis, range)| self.reads(axis, range, step[axis]))
                .product::<f64>()
        };
        cells.iter().map(of).sum()
    }
}

/// The bytes of a block with these lengths.
pub(super) fn size(lengths: impl IntoIterator<Item = usize>) -> u64 {
    lengths
        .into_iter()
        .fold(1, |bytes, len| bytes.saturating_mul(len as u64))
}
