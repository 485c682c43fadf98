//! The plan of a copy: boxes of chunks of the target, each of which is read from the source, and
//! written chunk by chunk.
//!
//! A box is as large as the memory allows, and as it saves reading: the elements of a chunk of the
//! source that are in two boxes are decoded twice. The parts of a copy are cut before the boxes
//! are, by the grids alone, so that processes with different memory agree on them.

mod between;
mod boxes;
mod run;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use tslice::Dims;
use tslice_algebra::{ChunkGrid, DynRegion};

use self::boxes::Boxes;
use super::part::{Cell, Part};
use crate::array::stores::Store;
use crate::array::touched;
use crate::array::{OpenedArray, ZarrArray};
use crate::cost::Cost;
use crate::engine::Engine;
use crate::error::ZarrError;
use crate::memory;
use crate::selection::Selection;
use crate::selection::cut;
use crate::store::SyncStore;

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
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let (number, unit) = text.split_at(digits.len());
    // `KiB` and `K` are 1024 bytes, `kB` is 1000.
    let (base, prefix) = match (unit.strip_suffix("iB"), unit.strip_suffix('B')) {
        (Some(prefix), _) if !prefix.is_empty() => (1024, prefix),
        (_, Some(prefix)) => (1000, prefix),
        _ => (1024, unit),
    };
    let power = ["", "K", "M", "G", "T"]
        .iter()
        .position(|known| known.eq_ignore_ascii_case(prefix));
    let bytes =
        |(number, power)| (0..power).try_fold(number, |size: u64, _| size.checked_mul(base));
    let size = number.parse().ok().zip(power).and_then(bytes);
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
        let is_one_store = Arc::ptr_eq(&self.source.label.writes, &target.source.label.writes);
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

impl CopyPlan {
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
        if self.cells.is_empty() {
            return 1.0;
        }
        let whole = vec![usize::MAX; self.boxes.step.len()];
        self.read_by(&self.cells, &self.boxes.step) / self.read_by(&self.cells, &whole)
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
}

/// The axes with lists, and where their positions go on in another chunk.
fn edges(source: &OpenedArray<SyncStore>, selection: &Selection) -> Vec<(usize, Vec<usize>)> {
    let spans = cut::spans(selection, &source.fine_grid()).into_iter();
    let listed = spans.filter_map(|spans| {
        let axis = spans.result().filter(|&axis| selection.is_listed(axis))?;
        Some((axis, spans.skip(1).map(|(span, _)| span.start).collect()))
    });
    listed.collect()
}
