//! A region cut at the edges of chunks, or of the parts of a shard, and its result cut alike.

use std::sync::atomic::{AtomicBool, Ordering};

use tslice::{DynViewMut, Progression};
use tslice_algebra::{ChunkGrid, ChunkProjection, ChunkRow, ChunkTables, DynRegion};

use crate::error::ZarrError;

/// A region with the tables of its chunks: a row is one chunk of one axis.
///
/// What it holds of the tables is in proportion to the result, or to the index of the shard that it cuts, which are in memory. If the
/// region is empty it holds nothing of them, however long the axes are on which something is selected.
pub(crate) struct ChunkedRegion<'g> {
    region: DynRegion,
    tables: ChunkTables<'g>,
    rows: Vec<Vec<ChunkRow>>,
    /// The axis whose table goes on after its rows.
    longest: Option<usize>,
    /// The axis of the source of each axis of the result, and the other way round.
    pub(crate) origins: Vec<Option<usize>>,
    results: Vec<Option<usize>>,
}

/// Some rows of the table of each axis: a block of chunks.
pub(crate) type ChunkBlock<'r> = [&'r [ChunkRow]];

/// What is done for a block of chunks with its part of the result.
pub(crate) type ForBlock<'e, T> =
    dyn Fn(&ChunkBlock<'_>, DynViewMut<'_, T>) -> Result<(), ZarrError> + Sync + 'e;

impl<'g> ChunkedRegion<'g> {
    /// Holds so many rows of the longest table at once.
    pub(crate) fn new(region: &DynRegion, grid: &[ChunkGrid<'g>], most: usize) -> Result<Self, ZarrError> {
        let tables = region.chunks(grid)?;
        let origins = region.origins();
        let mut results = vec![None; region.shape().len()];
        for (result, origin) in origins.iter().enumerate() {
            if let &Some(axis) = origin {
                results[axis] = Some(result);
            }
        }
        let (mut rows, mut longest) = (Vec::with_capacity(results.len()), None);
        for axis in 0..results.len() {
            let table = tables.axis(axis).into_iter().flatten();
            let list: Vec<ChunkRow> = match longest {
                _ if region.is_empty() => vec![],
                None => table.take(most.saturating_add(1)).collect(),
                Some(_) => table.collect(),
            };
            if list.len() > most {
                longest.get_or_insert(axis);
            }
            rows.push(list);
        }
        Ok(Self { region: region.clone(), tables, rows, longest, origins, results })
    }

    /// A region of a shard, cut at the edges of the shard's parts. It holds a row for each part of an axis: call it when the index has come,
    /// which has an entry for each part.
    pub(crate) fn of_shard(region: &DynRegion, part: &[usize]) -> Result<ChunkedRegion<'static>, ZarrError> {
        let grid: Vec<ChunkGrid<'static>> = part.iter().map(|&len| ChunkGrid::Regular(len)).collect();
        ChunkedRegion::new(region, &grid, usize::MAX)
    }

    pub(crate) fn piece(&self, rows: &[ChunkRow]) -> Result<ChunkProjection, ZarrError> {
        Ok(self.tables.project(rows)?)
    }

    /// All rows that are held.
    pub(crate) fn rows(&self) -> Vec<&[ChunkRow]> {
        self.rows.iter().map(|rows| &rows[..]).collect()
    }

    /// Cuts the result at the edges of chunks, in halves, until each part is of at most so many chunks; calls a function for each of
    /// these parts, side by side.
    pub(crate) fn divide<T: Send>(
        &self,
        mut out: DynViewMut<'_, T>,
        halving: &Halving<'_>,
        each: &ForBlock<'_, T>,
    ) -> Result<(), ZarrError> {
        if self.region.is_empty() {
            return Ok(());
        }
        let rows = self.rows();
        let (Some(axis), Some(result)) = (self.longest, self.longest.and_then(|axis| self.results[axis]))
        else {
            return self.halve(&rows, out, halving, each);
        };
        let mut table = self.tables.axis(axis).into_iter().flatten();
        loop {
            let block: Vec<ChunkRow> = table.by_ref().take(self.rows[axis].len()).collect();
            let (Some(first), Some(last)) = (block.first(), block.last()) else { return Ok(()) };
            let (begin, end) = (first.out, last.out + last.selection.count());
            let (_, mut rest) = out.try_split_at_mut(result, begin)?;
            let (part, _) = rest.try_split_at_mut(result, end - begin)?;
            let mut rows = rows.clone();
            rows[axis] = &block;
            self.halve(&rows, part, halving, each)?;
        }
    }

    /// As [`divide`](Self::divide), of some rows with their part of the result.
    pub(crate) fn halve<T: Send>(
        &self,
        rows: &ChunkBlock<'_>,
        mut out: DynViewMut<'_, T>,
        halving: &Halving<'_>,
        each: &ForBlock<'_, T>,
    ) -> Result<(), ZarrError> {
        if halving.failed.load(Ordering::Relaxed) {
            // Another part has the error.
            return Ok(());
        }
        let axis = rows.iter().position(|rows| rows.len() > 1);
        let Some(axis) = axis.filter(|_| count(rows) > halving.most) else {
            let done = each(rows, out);
            if done.is_err() {
                halving.failed.store(true, Ordering::Relaxed);
            }
            return done;
        };
        let (low, high) = rows[axis].split_at(rows[axis].len() / 2);
        let at = high[0].out - low[0].out;
        let result = self.results[axis].unwrap_or_default();
        let (left, right) = out.try_split_at_mut(result, at)?;
        let half = |part| {
            let mut rows = rows.to_vec();
            rows[axis] = part;
            rows
        };
        let (left, right) = rayon::join(
            || self.halve(&half(low), left, halving, each),
            || self.halve(&half(high), right, halving, each),
        );
        left.and(right)
    }
}

/// How far a result is cut, and whether it is of use to go on.
pub(crate) struct Halving<'h> {
    pub(crate) most: usize,
    pub(crate) failed: &'h AtomicBool,
}

/// The number of chunks of these rows, `usize::MAX` if there are more.
pub(crate) fn count(rows: &ChunkBlock<'_>) -> usize {
    rows.iter().fold(1, |count: usize, rows| count.saturating_mul(rows.len()))
}

/// One row of each table: the chunk with this number in row-major order.
pub(crate) fn nth(rows: &ChunkBlock<'_>, mut number: usize) -> Vec<ChunkRow> {
    let mut chunk: Vec<ChunkRow> = Vec::with_capacity(rows.len());
    for rows in rows.iter().rev() {
        chunk.push(rows[number % rows.len()]);
        number /= rows.len();
    }
    chunk.reverse();
    chunk
}

/// Whether something is selected of every chunk of this shape.
pub(crate) fn touches_all(region: &DynRegion, chunk: &[usize]) -> bool {
    let axes = region.axes().iter().zip(region.shape()).zip(chunk);
    axes.into_iter().all(|((&taken, len), &chunk)| chunks_touched(taken, chunk) == len.div_ceil(chunk))
}

/// The number of chunks of a length in which some of these positions are, without a walk over them.
pub(crate) fn chunks_touched(taken: Progression, len: usize) -> usize {
    match taken.last() {
        None => 0,
        Some(_) if taken.step().unsigned_abs() >= len => taken.count(),
        Some(last) => (taken.first() / len).abs_diff(last / len) + 1,
    }
}

/// The index of the chunk of one row of each table.
pub(crate) fn chunk_of(rows: &[ChunkRow]) -> Vec<usize> {
    rows.iter().map(|row| row.chunk).collect()
}
