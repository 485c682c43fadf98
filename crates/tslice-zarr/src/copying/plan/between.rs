//! Two passes through an intermediate array, whose chunks are parts of chunks of both arrays, so
//! that each pass reads a chunk once: where chunks are across each other, one pass has to read all
//! of the source for each box of the target.
//!
//! This is the algorithm of rechunker. The boxes of the first pass are of whole chunks of the
//! source, those of the second of whole chunks of the target, each as large as the memory allows,
//! and an intermediate chunk is what a box of each have in common.

use std::hash::{DefaultHasher, Hash, Hasher};

use tslice::Dims;

use super::boxes::{COUNTED, ENOUGH, size};
use super::{CopyOptions, CopyPlan};
use crate::array::ZarrArray;
use crate::copying::layout::Layout;
use crate::copying::part::{Cell, Part};
use crate::error::ZarrError;
use crate::owned_grid;

/// The memory for which chunks are chosen if none is named: processes have to agree on it.
const AGREED: u64 = 1 << 30;
/// An axis may be cut where that reads this many times what one cut less would read.
const HARDLY_MORE: f64 = 1.03;

impl<D: Dims> ZarrArray<D> {
    /// The metadata of an intermediate array between this selection and a target, through which
    /// parts together read each chunk about once in each of two passes, whatever their number. It
    /// holds what is selected, in chunks that are chosen by the grids of both arrays, the memory (1
    /// GiB if none is named) and the number of parts. All parts of both passes take the same, or the
    /// array is [created](crate::create) before: an intermediate array of the same copy is opened with
    /// the chunks that it has.
    ///
    /// The first pass is a copy to this array, the second one from it, both with
    /// [`once`](CopyOptions::once). Opened [without missing
    /// chunks](ZarrArray::without_missing_chunks), it gets all its chunks, and a read fails if the
    /// first pass is not finished. The codec is `zstd:1`: each chunk is written once and read once,
    /// and encoding costs less time than most disks and networks take for what it saves.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tslice::Tensor;
    /// # use zarrs::array::{ArrayBuilder, data_type};
    /// # use zarrs::storage::store::MemoryStore;
    /// use tslice_zarr::{CopyOptions, Layout, Part, ZarrArray, in_memory};
    ///
    /// // From rows to columns.
    /// # let array = ArrayBuilder::new(vec![64, 64], [1, 64], data_type::uint16(), 0_u16);
    /// # let a = ZarrArray::writable(&array.build(Arc::new(MemoryStore::new()), "/")?)?.into_rank::<2>()?;
    /// # a.assign(&Tensor::from_shape_fn([64, 64], |[y, x]| (100 * y + x) as u16))?;
    /// let columns = Layout { chunks: Some(vec![64, 1]), ..Layout::default() };
    /// let b = in_memory(&a.metadata_of_copy(&columns)?)?;
    /// let of = |part| CopyOptions { part, memory: Some(1 << 30), once: true, ..CopyOptions::default() };
    /// // `create("between.zarr", ..)` where each part is a process.
    /// let between = in_memory(&a.metadata_between(&b, &of(Part::all(8).next().unwrap_or_default()))?)?;
    /// let between = between.without_missing_chunks();
    /// for (from, to) in [(&a.clone().into_dyn(), &between), (&between, &b)] {
    ///     for part in Part::all(8) {
    ///         from.copy_to(to, &of(part))?;
    ///     }
    /// }
    /// assert_eq!(b.into_rank::<2>()?.read::<u16>()?, a.read::<u16>()?);
    /// // Each chunk was read once, and half of another size in the second pass.
    /// assert_eq!((a.traffic().requests, between.traffic().requests), (2 * 64, 64));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`plan_copy`](Self::plan_copy) and [`metadata_of_copy`](Self::metadata_of_copy).
    pub fn metadata_between<E: Dims>(
        &self,
        target: &ZarrArray<E>,
        options: &CopyOptions,
    ) -> Result<String, ZarrError> {
        let plan = self.plan_copy(target, options)?;
        let mut chunks = plan.between(options.memory.unwrap_or(AGREED), options.part.of);
        // The bytes of an element.
        chunks.pop();
        let codec = if cfg!(feature = "codecs") {
            "zstd:1"
        } else {
            "none"
        };
        let layout = Layout {
            chunks: Some(chunks),
            shards: Some(vec![]),
            codec: Some(codec.to_owned()),
        };
        self.metadata_with(&layout, Some(plan.name()))
    }
}

impl CopyPlan {
    /// How many times all parts together read a chunk of the source, on average.
    #[must_use]
    pub fn repeats_of_parts(&self) -> f64 {
        let of = self.part.of;
        let (mut count, mut sum) = (0, 0.0);
        for part in Part::every(of.div_ceil(COUNTED), of) {
            count += 1;
            sum += self.read_by(&self.part(part), &self.boxes.step);
        }
        let whole: Cell = self.counts.iter().map(|&count| 0..count).collect();
        sum * of as f64 / f64::from(count) / self.read_by(&[whole], &self.counts)
    }

    /// The parts of this copy of which the target lacks chunks: those that are not done, if the
    /// target [has all its chunks](ZarrArray::without_missing_chunks).
    ///
    /// # Errors
    ///
    /// If the store of the target fails.
    pub fn unfinished(&self) -> Result<Vec<Part>, ZarrError> {
        let mut lacking = vec![];
        for part in Part::all(self.part.of) {
            for cell in self.part(part) {
                if !self.target.run(|| self.left(&cell, true))?.is_empty() {
                    lacking.push(part);
                    break;
                }
            }
        }
        Ok(lacking)
    }

    /// The fewest chunks of an axis after which a cut costs hardly any reading.
    pub(super) fn unit(&self, axis: usize) -> usize {
        let count = self.counts[axis];
        let most = self.reads(axis, 0..count, count) * HARDLY_MORE;
        let source = self.natural(axis).div_ceil(self.chunk[axis]);
        let tried = (1..=COUNTED).chain((1..=COUNTED).map(|times| times.saturating_mul(source)));
        tried
            .filter(|&unit| unit < count)
            .find(|&unit| self.reads(axis, 0..count, unit) <= most)
            .unwrap_or(count)
    }

    /// About the elements of the result that a chunk of the source has along an axis.
    fn natural(&self, axis: usize) -> usize {
        let shape = self.selection.shape[axis];
        let Some((source, along)) = self.selection.along(axis).next() else {
            return shape;
        };
        let step = match along.taken.as_steps() {
            Some(taken) => taken.step().unsigned_abs(),
            None => along.len / along.taken.count().max(1),
        };
        let chunk = owned_grid::longest(self.source.fine_grid()[source]);
        chunk.div_ceil(step.max(1)).clamp(1, shape)
    }

    /// Which copy this is: what is selected of an array of which shape.
    fn name(&self) -> String {
        let mut hasher = DefaultHasher::new();
        for along in &self.selection.axes {
            (along.len, along.result, along.taken.count()).hash(&mut hasher);
            for run in along.taken.runs(0..along.taken.count()) {
                (run.first(), run.step(), run.count()).hash(&mut hasher);
            }
        }
        format!("of the copy {:016x}", hasher.finish())
    }

    /// The shape of intermediate chunks.
    fn between(&self, memory: u64, of: usize) -> Vec<usize> {
        let shape = &self.selection.shape;
        let axes = 0..shape.len();
        let each = |of: &dyn Fn(usize) -> usize| axes.clone().map(of).collect::<Vec<usize>>();
        // What a plan leaves to its box at least; and a box for each part.
        let all = size(shape.iter().copied());
        let orders = self
            .bytes(&self.counts)
            .saturating_sub(all.saturating_mul(self.copies));
        let room = (memory / 8 * 3).min((all / of as u64).saturating_add(orders));
        let step = self.longest(&self.counts, (room, ENOUGH / 8));
        let second = each(&|axis| self.elements(axis, &(0..step[axis])).len());
        let natural = each(&|axis| self.natural(axis));
        let mut first = natural.clone();
        let ratio = |first: &[usize], axis: usize| second[axis] as f64 / first[axis] as f64;
        while let Some(axis) = axes
            .clone()
            .filter(|&axis| first[axis] < second[axis])
            .max_by(|&a, &b| ratio(&first, a).total_cmp(&ratio(&first, b)))
        {
            let mut longer = first.clone();
            longer[axis] += natural[axis] * (1 + first[axis] / natural[axis] / 8);
            longer[axis] = longer[axis].min(shape[axis]);
            if size(longer.iter().copied()) > room {
                break;
            }
            first = longer;
        }
        let mut chunk = each(&|axis| self.shared(axis, first[axis], second[axis]));
        // Several threads hold a chunk in several forms each.
        while size(chunk.iter().copied()) > memory / 32 {
            let inner = 0..shape.len() - 1;
            let long = inner.filter(|&axis| chunk[axis] > 1);
            let Some(axis) = long.max_by_key(|&axis| chunk[axis] / natural[axis]) else {
                break;
            };
            let len = chunk[axis];
            let factor = (2..8).find(|&factor| len.is_multiple_of(factor));
            chunk[axis] = factor.map_or(len.div_ceil(2), |factor| len / factor);
        }
        chunk
    }

    /// A long chunk along an axis that divides a box of the second pass, and of which boxes of the
    /// first pass are made that cut few chunks of the source.
    fn shared(&self, axis: usize, first: usize, second: usize) -> usize {
        let (all, most) = (self.selection.shape[axis], first.min(second));
        let score = |len: usize| {
            let step = match first == all {
                true => all,
                false => (first / len).max(1) * len,
            };
            // A chunk of half the length has to save 3.5 % of the reading.
            self.reads_of_elements(axis, 0..all, step) * (most as f64 / len as f64).powf(0.05)
        };
        // A box that is as long as the axis has all chunks.
        if second == all {
            return most;
        }
        let divisors =
            (second.div_ceil(most)..=second).filter(|&count| second.is_multiple_of(count));
        let scores = divisors
            .take(COUNTED)
            .map(|count| (score(second / count), second / count));
        scores
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map_or(most, |(_, len)| len)
    }
}
