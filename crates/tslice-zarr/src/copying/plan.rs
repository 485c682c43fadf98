//! The plan of a copy: boxes of chunks of the target, each of which is read from the source, and
//! written chunk by chunk.
//!
//! A box is as large as the memory allows, and as it saves reading: the elements of a chunk of the
//! source that are in two boxes are decoded twice. The parts of a copy are cut before the boxes
//! are, by the grids alone, so that processes with different memory agree on them.

mod between;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::iter::{IntoParallelRefIterator, ParallelBridge, ParallelIterator};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use tslice::{Dims, DynView, DynViewMut};
use tslice_algebra::{ChunkGrid, DynRegion};
use zarrs::storage::StoreKey;

use super::part::{self, Cell, Part};
use super::writers::{self, End};
use crate::array::block;
use crate::array::read;
use crate::array::stores::{Store, now};
use crate::array::touched;
use crate::array::write;
use crate::array::{self, OpenedArray, ZarrArray};
use crate::cost::Cost;
use crate::engine::Engine;
use crate::error::ZarrError;
use crate::memory;
use crate::owned_grid;
use crate::selection::Selection;
use crate::selection::cut::{self, Piece, Pieces, Spans};
use crate::store::SyncStore;
#[cfg(feature = "filesystem")]
use crate::store::{place::Place, whole_files};

/// Cells of an axis whose chunks are counted; others are taken to be like them.
const COUNTED: usize = 64;
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
const ENOUGH: u64 = 64 << 20;

/// Which part of a copy is done, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CopyOptions {
    /// Parts of one copy write different chunks.
    pub part: Part,
    /// The most memory that the process needs, in bytes, or a text such as `2GiB` for `serde`;
    /// `None` is half of what is free.
    #[serde(deserialize_with = "bytes_or_text")]
    pub memory: Option<u64>,
    /// Whether chunks that are in the target stay as they are.
    pub resume: bool,
    /// Whether parts are cut only where they hardly read the same chunks of the source: if these
    /// are fewer than the parts, some parts have nothing to do. It is for the passes through
    /// [an intermediate array](ZarrArray::metadata_between).
    pub once: bool,
}

/// The bytes of a size, as in `2GiB`.
///
/// # Errors
///
/// One message: if the text is not a size.
#[doc(hidden)]
pub fn size_of_text(text: &str) -> Result<u64, String> {
    const UNITS: [(&str, u64); 8] = [
        ("KiB", 1 << 10),
        ("MiB", 1 << 20),
        ("GiB", 1 << 30),
        ("TiB", 1 << 40),
        ("kB", 1000),
        ("MB", 1_000_000),
        ("GB", 1_000_000_000),
        ("TB", 1_000_000_000_000),
    ];
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let (number, name) = text.split_at(digits.len());
    let unit = match name {
        "" | "B" => Some(1),
        "K" | "M" | "G" | "T" => size_of_text(&format!("1{name}iB")).ok(),
        _ => UNITS
            .iter()
            .find(|(unit, _)| *unit == name)
            .map(|(_, unit)| *unit),
    };
    let size = number
        .parse::<u64>()
        .ok()
        .zip(unit)
        .and_then(|(count, unit)| count.checked_mul(unit));
    size.ok_or_else(|| format!("`{text}` is not a size: write 2GiB, 512MiB or a number of bytes"))
}

fn bytes_or_text<'d, D: Deserializer<'d>>(from: D) -> Result<Option<u64>, D::Error> {
    if !from.is_human_readable() {
        return Option::deserialize(from);
    }
    match Value::deserialize(from)? {
        Value::Null => Ok(None),
        Value::String(text) => size_of_text(&text).map(Some).map_err(D::Error::custom),
        number => number
            .as_u64()
            .map(Some)
            .ok_or_else(|| D::Error::custom(format!("{number} is not a number of bytes"))),
    }
}

impl<D: Dims> ZarrArray<D> {
    /// Copies what is selected to another array, of the same shape and data type, chunk by chunk:
    /// [`plan_copy`](Self::plan_copy), and [`CopyPlan::run`].
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tslice::{Tensor, s};
    /// # use zarrs::array::{ArrayBuilder, data_type};
    /// # use zarrs::storage::store::MemoryStore;
    /// use tslice_zarr::{CopyOptions, Part, ZarrArray};
    ///
    /// let store = Arc::new(MemoryStore::new());
    /// let new = |name: &str, shape: [u64; 2], chunk: [u64; 2]| {
    ///     ArrayBuilder::new(shape.to_vec(), chunk, data_type::uint16(), 0_u16).build(store.clone(), name)
    /// };
    /// let a = ZarrArray::writable(&new("/a", [40, 60], [1, 60])?)?.into_rank::<2>()?;
    /// a.assign(&Tensor::from_shape_fn([40, 60], |[y, x]| (100 * y + x) as u16))?;
    ///
    /// // `tslice_zarr::create("b.zarr", &part.metadata_of_copy(&layout)?, false)?` makes one in a directory, or behind a URL.
    /// let part = a.tslice(s![::-2, 10:]);
    /// let b = ZarrArray::writable(&new("/b", [20, 50], [20, 5])?)?;
    /// // Each of them in a process of its own, in any order.
    /// for number in Part::all(3) {
    ///     part.copy_to(&b, &CopyOptions { part: number, ..CopyOptions::default() })?;
    /// }
    /// assert_eq!(b.into_rank::<2>()?.read::<u16>()?, part.read::<u16>()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As both.
    pub fn copy_to<E: Dims>(
        &self,
        target: &ZarrArray<E>,
        options: &CopyOptions,
    ) -> Result<(), ZarrError> {
        self.plan_copy(target, options)?.run()
    }

    /// Plans a copy of what is selected, or a part of one, to another array.
    ///
    /// # Errors
    ///
    /// If nothing is selected; if the target was opened for reading, is a selection, or is the
    /// source; if it has another shape or data type, or chunks of several shapes; if the memory is
    /// too little for one chunk of the target and one of the source.
    pub fn plan_copy<E: Dims>(
        &self,
        target: &ZarrArray<E>,
        options: &CopyOptions,
    ) -> Result<CopyPlan, ZarrError> {
        let (old, new, shape) = (&self.source.engine, &target.source.engine, self.shape());
        if self.is_empty() {
            return Err(ZarrError::Copy(format!(
                "nothing is selected: the result has shape {shape:?}"
            )));
        }
        if !target.source.store.is_writable() {
            return Err(ZarrError::ReadOnly);
        }
        let is_one_store = std::ptr::eq(self.source.label.writes(), target.source.label.writes());
        let first = |engine: &Engine| engine.key(&vec![0; engine.shape.len()]);
        if is_one_store && first(old) == first(new) {
            return Err(ZarrError::Copy(
                "an array cannot be copied to itself".to_owned(),
            ));
        }
        self.apart(&target.source.label.place, shape.len())?;
        if target.region() != Some(&DynRegion::whole(&new.shape)?) || target.shape() != shape {
            return Err(ZarrError::Copy(format!(
                "the target has shape {:?}, the selection has shape {shape:?}: they must be the same, and the target a whole array",
                target.shape()
            )));
        }
        let (from, to) = (self.data_type(), target.data_type());
        if from != to {
            return Err(ZarrError::Copy(format!(
                "the source has elements of type {from}, the target of type {to}"
            )));
        }
        // Elements of all types are moved alike.
        let (from, to) = (self.clone().into_bytes(), target.clone().into_bytes());
        let (source, selection, target) = (from.source, from.selection, to.source);
        let lengths = target.engine.grid().into_iter().map(|grid| match grid {
            ChunkGrid::Regular(len) => Ok(len),
            _ => Err(ZarrError::Copy(
                "the target must have chunks of one shape".to_owned(),
            )),
        });
        let chunk = lengths.collect::<Result<Vec<usize>, _>>()?;
        let counts = chunk
            .iter()
            .zip(&selection.shape)
            .map(|(chunk, len)| len.div_ceil(*chunk))
            .collect();
        let (_, orders) = source.ordered(&selection);
        let edges = edges(&source, &selection);
        let mut plan = CopyPlan {
            source,
            selection,
            target,
            chunk,
            counts,
            edges: if orders.are_kept() { edges } else { vec![] },
            copies: if orders.are_kept() { 1 } else { 2 },
            cells: vec![],
            boxes: Boxes::default(),
            part: options.part,
            resume: options.resume,
            units: vec![],
            done: AtomicUsize::new(0),
        };
        let unit = |axis| if options.once { plan.unit(axis) } else { 1 };
        plan.units = (0..plan.counts.len()).map(unit).collect();
        plan.cells = plan.part(options.part);
        plan.boxes = plan.divided(options.memory.unwrap_or_else(|| memory::free() / 2))?;
        Ok(plan)
    }
}

/// What is done with a chunk of the target, which is given with the bytes that it should have.
type Work<'w> = dyn Fn(&Piece, &DynView<'_, u8>) -> Result<(), ZarrError> + Sync + 'w;

/// A copy, or a part of one, before it is done.
pub struct CopyPlan {
    source: Arc<OpenedArray<SyncStore>>,
    selection: Selection,
    target: Arc<OpenedArray<SyncStore>>,
    /// The lengths of the chunks of the target, whose last axis has the bytes of an element, and
    /// how many there are on each axis.
    chunk: Vec<usize>,
    counts: Vec<usize>,
    /// Where the positions of an axis with lists go on in another chunk of the source, if they are in
    /// the order of the chunks: the chunks of a part are counted without its positions.
    edges: Vec<(usize, Vec<usize>)>,
    /// How often a box is in memory: what lists select out of order is copied once more.
    copies: u64,
    /// What is copied, in chunks of the target.
    cells: Vec<Cell>,
    boxes: Boxes,
    part: Part,
    resume: bool,
    /// How many chunks of an axis are of one part.
    units: Vec<usize>,
    done: AtomicUsize,
}

/// The boxes of a copy, and the threads that work on them.
#[derive(Default)]
struct Boxes {
    /// The chunks of a box on each axis.
    step: Vec<usize>,
    /// Threads that read and encode, and threads that write.
    threads: usize,
    writers: usize,
    /// The memory for all of it.
    memory: u64,
}

impl CopyPlan {
    /// The cells of a part: a range of the rows of the grid of chunks, cut along the axes where
    /// that costs the longest part the least reading.
    fn part(&self, part: Part) -> Vec<Cell> {
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
    fn divided(&self, memory: u64) -> Result<Boxes, ZarrError> {
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
        let mut step = vec![1; most.len()];
        // With its list, a box of some chunks for each thread is as large as one without a list.
        let chunks = value.saturating_mul(4 * threads as u64);
        let listed = chunks.max(ENOUGH / 8).saturating_sub(self.lists());
        while let Some((axis, longer)) = self.longer(&step, &most, (room, listed)) {
            step[axis] = longer;
        }
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

    /// The axis along which a longer box saves the most reading for the memory that it takes, and
    /// the length. With a list, a box of more than `listed` bytes has to save a part of it.
    fn longer(
        &self,
        step: &[usize],
        most: &[usize],
        (room, listed): (u64, u64),
    ) -> Option<(usize, usize)> {
        let mut best: Option<(f64, usize, usize)> = None;
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
                let mut next = step.to_vec();
                next[axis] = longer;
                let saved = (reads / self.reads(axis, all.clone(), longer)).ln();
                let gain = saved / (longer as f64 / now as f64).ln();
                // The chunks at the ends of a list's box, which are in two, would need it to be
                // all of the list.
                let is_needed = gain > LISTED || self.bytes(&next) <= listed;
                let is_worth_it = saved > 1e-3 && (is_needed || !self.selection.is_listed(axis));
                if is_worth_it
                    && best.is_none_or(|(best, ..)| gain > best)
                    && self.bytes(&next) <= room
                {
                    best = Some((gain, axis, longer));
                }
            }
        }
        best.map(|(_, axis, longer)| (axis, longer))
    }

    /// How many chunks of the source, or parts of its shards, are read along an axis by boxes of
    /// this length.
    fn reads(&self, axis: usize, chunks: Range<usize>, step: usize) -> f64 {
        let (cells, steps) = (chunks.len().div_ceil(step), [step]);
        let cell = [chunks];
        let counted = part::cut(&cell, &steps).take(COUNTED).map(|cell| {
            let ranges = (0..self.counts.len()).map(|other| match &cell[0] {
                range if other == axis => self.elements(axis, range),
                _ => 0..1,
            });
            self.touched(&ranges.collect::<Vec<_>>())
        });
        counted.sum::<f64>() * cells as f64 / cells.min(COUNTED) as f64
    }

    /// The number of chunks of the source, or parts of its shards, of which some elements of the
    /// result are.
    fn touched(&self, ranges: &[Range<usize>]) -> f64 {
        let (mut ranges, mut chunks) = (ranges.to_vec(), 1.0);
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
    fn elements(&self, axis: usize, chunks: &Range<usize>) -> Range<usize> {
        let end = chunks
            .end
            .saturating_mul(self.chunk[axis])
            .min(self.selection.shape[axis]);
        chunks.start * self.chunk[axis]..end
    }

    /// The elements of a cell.
    fn ranges(&self, cell: &[Range<usize>]) -> Vec<Range<usize>> {
        cell.iter()
            .enumerate()
            .map(|(axis, chunks)| self.elements(axis, chunks))
            .collect()
    }

    /// A part of the target.
    fn written(&self, ranges: &[Range<usize>]) -> Selection {
        Selection::whole(&self.selection.shape).part(ranges)
    }

    /// The memory of a box, with the order of its positions of lists.
    fn bytes(&self, step: &[usize]) -> u64 {
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
        let read = match self.source.engine.sharding() {
            None => chunk.saturating_mul(FORMS),
            // The bytes of all parts at most, and some of the parts.
            Some(shard) => {
                let part = size(shard.part().iter().copied());
                chunk.saturating_add(part.saturating_mul(SyncStore::PARTS_AT_ONCE as u64 + FORMS))
            }
        };
        read.max(self.value().saturating_mul(FORMS))
    }

    /// The most memory that the process needs, in bytes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.boxes.memory
    }

    /// The number of chunks, or shards, of the target that this part writes, or leaves out because
    /// they hold the fill value only.
    #[must_use]
    pub fn chunks(&self) -> usize {
        self.cells
            .iter()
            .map(|cell| cell.iter().map(Range::len).product::<usize>())
            .sum()
    }

    /// How many of them are done.
    #[must_use]
    pub fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    /// How many times a chunk of the source, or a part of its shards, is read by this part, on
    /// average: 1 if the memory suffices.
    #[must_use]
    pub fn repeats(&self) -> f64 {
        self.repeats_by(&self.boxes)
    }

    /// The memory beyond which more saves no reading, and [`repeats`](Self::repeats) with it.
    #[doc(hidden)]
    #[must_use]
    pub fn with_all_memory(&self) -> Option<(u64, f64)> {
        let boxes = self.divided(u64::MAX).ok()?;
        Some((boxes.memory, self.repeats_by(&boxes)))
    }

    fn repeats_by(&self, boxes: &Boxes) -> f64 {
        let whole = vec![usize::MAX; boxes.step.len()];
        if self.cells.is_empty() {
            1.0
        } else {
            self.read_by(&self.cells, &boxes.step) / self.read_by(&self.cells, &whole)
        }
    }

    /// How many chunks of the source, or parts of its shards, are read by cells in boxes of this
    /// length.
    fn read_by(&self, cells: &[Cell], step: &[usize]) -> f64 {
        let of = |cell: &Cell| {
            let axes = cell.iter().cloned().enumerate();
            axes.map(|(axis, range)| self.reads(axis, range, step[axis]))
                .product::<f64>()
        };
        cells.iter().map(of).sum()
    }

    /// What this part asks of the source: see [`ZarrArray::cost`]. What is read more than once is
    /// estimated by [`repeats`](Self::repeats).
    ///
    /// # Errors
    ///
    /// If the store of the source fails, or an index is broken.
    pub fn cost(&self) -> Result<Cost, ZarrError> {
        let mut all = Cost::default();
        for cell in &self.cells {
            let part = self.selection.part(&self.ranges(cell));
            all = all + touched::cost_of(&self.source, &part)?;
        }
        let times = |count: u64| (count as f64 * self.repeats()) as u64;
        Ok(Cost {
            requests: times(all.requests),
            bytes: times(all.bytes),
        })
    }

    /// Copies. Each chunk, or shard, of the target is written as a whole, and by one part: what is
    /// interrupted can be done again, and leaves chunks that are old or new if the store replaces
    /// values at once. Chunks that hold the fill value only are not written.
    ///
    /// # Errors
    ///
    /// If a store fails, or a chunk of the source is broken.
    pub fn run(&self) -> Result<(), ZarrError> {
        self.run_into(&|chunk, value| now(self.target.put(&self.key(chunk), value)))
    }

    /// As [`run`](Self::run), for another end than the store of the target: a function takes the
    /// chunks, by their numbers on the axes. Those that hold the fill value only are `None`.
    ///
    /// # Errors
    ///
    /// As `run`, and those of the function.
    #[doc(hidden)]
    pub fn run_into(&self, end: &End<'_>) -> Result<(), ZarrError> {
        let count = |()| {
            self.done.fetch_add(1, Ordering::Relaxed);
        };
        writers::with(
            self.boxes.writers,
            &|chunk, value| end(chunk, value).map(count),
            |end| {
                self.each(self.resume, &|piece, values| {
                    let value = write::changed(&self.target, piece, None, values);
                    end(&piece.chunk, self.target.named(value)?)
                })
            },
        )
    }

    /// Reads what [`run`](Self::run) has written, and compares it to the source.
    ///
    /// # Errors
    ///
    /// If a store fails, a chunk is broken, or one of the target differs: the error names its key.
    pub fn verify(&self) -> Result<(), ZarrError> {
        self.each(false, &|piece, values| {
            self.target.named(self.compare(piece, values))?;
            self.done.fetch_add(1, Ordering::Relaxed);
            Ok(())
        })
    }

    /// Reads box by box, and calls a function for each chunk of the target with the bytes that it
    /// should have; for those that the target lacks only, if `resumes` says so.
    fn each(&self, resumes: bool, work: &Work<'_>) -> Result<(), ZarrError> {
        let pool = array::pool(self.boxes.threads)?;
        self.done.store(0, Ordering::Relaxed);
        #[cfg(feature = "filesystem")]
        if resumes {
            self.sweep()?;
        }
        let mut room = vec![];
        let mut cells = self
            .cells
            .iter()
            .flat_map(|cell| part::cut(cell, &self.boxes.step));
        pool.install(|| cells.try_for_each(|cell| self.in_box(&cell, resumes, &mut room, work)))
    }

    /// Removes what killed programs left beside the chunks of this part, and beside the metadata.
    #[cfg(feature = "filesystem")]
    fn sweep(&self) -> Result<(), ZarrError> {
        let Place::Location(root) = &self.target.label.place else {
            return Ok(());
        };
        whole_files::sweep(root);
        let mut last = root.clone();
        for cell in &self.cells {
            for piece in self.chunks_of(cell)? {
                let path = root.join(self.key(&piece.chunk).as_str());
                let folder = path.parent().unwrap_or(root);
                if folder != last {
                    whole_files::sweep(folder);
                    last = folder.to_owned();
                }
            }
        }
        Ok(())
    }

    /// As [`each`](Self::each), of the chunks of one box.
    fn in_box(
        &self,
        cell: &[Range<usize>],
        resumes: bool,
        room: &mut Vec<u8>,
        work: &Work<'_>,
    ) -> Result<(), ZarrError> {
        let left = self.left(cell, resumes)?;
        let ranges = self.ranges(cell);
        let count = cell.iter().map(Range::len).product::<usize>();
        self.done.fetch_add(count - left.len(), Ordering::Relaxed);
        if left.is_empty() {
            return Ok(());
        }
        let shape: Vec<usize> = ranges.iter().map(Range::len).collect();
        let len = shape.iter().product();
        if room.len() < len {
            *room = memory::zeros(&[len])?.into_vec();
        }
        let mut out = DynViewMut::from_shape(&shape, &mut room[..len])?;
        let (part, target) = (self.selection.part(&ranges), out.view_mut());
        match self.copies {
            1 => read::read_ordered(&self.source, part, target, false)?,
            _ => read::read(&self.source, &part, target, false)?,
        }
        let out = out.view();
        left.par_iter()
            .try_for_each(|piece| work(piece, &write::values_of(piece, &out)))
    }

    /// The chunks of a cell; those that the target lacks only, if `resumes` says so.
    fn left(&self, cell: &[Range<usize>], resumes: bool) -> Result<Vec<Piece>, ZarrError> {
        let is_there = |piece: &Piece| {
            now(self.target.size(&self.key(&piece.chunk))).map(|size| size.is_some())
        };
        let left = self
            .chunks_of(cell)?
            .par_bridge()
            .map(|piece| Ok((!resumes || !is_there(&piece)?).then_some(piece)));
        left.filter_map(Result::transpose).collect()
    }

    /// The chunks of a cell.
    fn chunks_of(&self, cell: &[Range<usize>]) -> Result<Pieces<'_>, ZarrError> {
        Pieces::new(self.written(&self.ranges(cell)), &self.target.engine.grid())
    }

    fn key(&self, chunk: &[usize]) -> StoreKey {
        self.target.engine.key(&block::numbers(chunk))
    }

    /// Compares a chunk of the target to what should be in it.
    fn compare(&self, piece: &Piece, values: &DynView<'_, u8>) -> Result<(), ZarrError> {
        let cell: Cell = piece.chunk.iter().map(|&chunk| chunk..chunk + 1).collect();
        let mut found = memory::zeros::<u8>(values.shape())?;
        read::read(
            &self.target,
            &self.written(&self.ranges(&cell)),
            found.view_mut(),
            true,
        )?;
        if found == *values {
            return Ok(());
        }
        let mut bytes = found.iter().zip(values.iter());
        let byte = bytes
            .position(|(found, expected)| found != expected)
            .unwrap_or_default();
        let element = byte / self.target.engine.fill().len();
        let words = format!("element {element} of it, in row-major order, differs from the source");
        Err(ZarrError::chunk(self.key(&piece.chunk), words))
    }
}

/// The axes with lists, and where their positions go on in another chunk.
fn edges(source: &OpenedArray<SyncStore>, selection: &Selection) -> Vec<(usize, Vec<usize>)> {
    let grid = source.fine_grid();
    let listed = (0..selection.shape.len()).filter(|&axis| selection.is_listed(axis));
    let of = |axis: usize| {
        let spans = Spans::new(selection, axis, &grid).skip(1);
        (axis, spans.map(|(span, _)| span.start).collect())
    };
    listed.map(of).collect()
}

/// The bytes of a block with these lengths.
fn size(lengths: impl IntoIterator<Item = usize>) -> u64 {
    lengths
        .into_iter()
        .fold(1, |bytes, len| bytes.saturating_mul(len as u64))
}
