//! A selection cut at the edges of chunks, or of the parts of a shard, and its result cut alike.

use std::sync::atomic::{AtomicBool, Ordering};

use tslice::DynViewMut;
use tslice_algebra::ChunkGrid;

use crate::error::ZarrError;
use crate::selection::Selection;
use crate::selection::cut::{self, Piece, Pieces, Row, Table};

/// A selection with the tables of its chunks: a row is one chunk of one axis, or of axes that were
/// picked together. The positions of its lists are in the order of the chunks.
///
/// What it holds of the tables is in proportion to the result, or to the index of the shard that it
/// cuts, which are in memory. If the selection is empty it holds nothing of them, however long the
/// axes are on which something is selected.
pub(crate) struct ChunkedRegion<'g> {
    selection: Selection,
    tables: Vec<Table<'g>>,
    rows: Vec<Vec<Row>>,
    /// The table that goes on after its rows.
    longest: Option<usize>,
}

/// Some rows of each table: a block of chunks.
pub(crate) type ChunkBlock<'r> = [&'r [Row]];

/// What is done for a block of chunks with its part of the result.
pub(crate) type ForBlock<'e, T> =
    dyn Fn(&ChunkBlock<'_>, DynViewMut<'_, T>) -> Result<(), ZarrError> + Sync + 'e;

impl<'g> ChunkedRegion<'g> {
    /// Holds at most `most` rows of the longest table at once.
    pub(crate) fn new(
        selection: Selection,
        grid: &[ChunkGrid<'g>],
        most: usize,
    ) -> Result<Self, ZarrError> {
        let tables = cut::tables(&selection, grid)?;
        let (mut rows, mut longest) = (Vec::with_capacity(tables.len()), None);
        for (number, table) in tables.iter().enumerate() {
            let list: Vec<Row> = match longest {
                _ if selection.is_empty => vec![],
                None => table.rows().take(most.saturating_add(1)).collect(),
                Some(_) => table.rows().collect(),
            };
            if list.len() > most {
                longest.get_or_insert(number);
            }
            rows.push(list);
        }
        Ok(Self {
            selection,
            tables,
            rows,
            longest,
        })
    }

    /// Holds no rows but those of lists: for [`pieces`](Self::pieces).
    pub(crate) fn lazy(selection: Selection, grid: &[ChunkGrid<'g>]) -> Result<Self, ZarrError> {
        let tables = cut::tables(&selection, grid)?;
        Ok(Self {
            selection,
            tables,
            rows: vec![],
            longest: None,
        })
    }

    /// What is selected in the chunk of one row of each table.
    pub(crate) fn piece(&self, rows: &[&Row]) -> Piece {
        Piece::of(&self.selection, rows.iter().copied())
    }

    /// The number of chunks of the rows that are held.
    pub(crate) fn count(&self) -> usize {
        if self.selection.is_empty {
            0
        } else {
            count(&self.rows())
        }
    }

    /// The piece with this number in row-major order of the rows that are held.
    pub(crate) fn numbered(&self, number: usize) -> Piece {
        self.piece(&nth(&self.rows(), number))
    }

    /// The chunk of the piece with this number.
    pub(crate) fn chunk(&self, number: usize) -> Vec<usize> {
        let mut chunk = vec![0; self.selection.axes.len()];
        for cut in nth(&self.rows(), number).into_iter().flat_map(Row::cuts) {
            chunk[cut.axis] = cut.chunk;
        }
        chunk
    }

    /// All that is selected, chunk by chunk.
    pub(crate) fn pieces(&self) -> Pieces<'_, 'g> {
        Pieces::new(&self.selection, &self.tables)
    }

    /// The number of chunks; `None` if it exceeds `usize::MAX`.
    pub(crate) fn chunks(selection: &Selection, grid: &[ChunkGrid<'_>]) -> Option<usize> {
        if selection.is_empty {
            return Some(0);
        }
        let tables = cut::tables(selection, grid).ok()?;
        let mut counts = tables.iter().map(|table| table.count(selection, grid));
        counts.try_fold(1_usize, usize::checked_mul)
    }

    /// All rows that are held.
    fn rows(&self) -> Vec<&[Row]> {
        self.rows.iter().map(|rows| &rows[..]).collect()
    }

    /// Halves the result at the edges of chunks until each part has at most `most` chunks; calls a
    /// function for the parts in parallel, until one has `failed`.
    pub(crate) fn divide<T: Send>(
        &self,
        mut out: DynViewMut<'_, T>,
        (most, failed): (usize, &AtomicBool),
        each: &ForBlock<'_, T>,
    ) -> Result<(), ZarrError> {
        if self.selection.is_empty {
            return Ok(());
        }
        let rows = self.rows();
        let Some((table, result)) = self
            .longest
            .and_then(|table| Some((table, self.tables[table].result?)))
        else {
            return self.halve(&rows, out, (most, failed), each);
        };
        let mut left = self.tables[table].rows();
        loop {
            let block: Vec<Row> = left.by_ref().take(self.rows[table].len()).collect();
            let (Some(first), Some(last)) = (block.first(), block.last()) else {
                return Ok(());
            };
            let (begin, end) = (first.out.start, last.out.end);
            let (_, mut rest) = out.split_at_mut(result, begin);
            let (part, _) = rest.split_at_mut(result, end - begin);
            let mut rows = rows.clone();
            rows[table] = &block;
            self.halve(&rows, part, (most, failed), each)?;
        }
    }

    /// As [`divide`](Self::divide), of some rows with their part of the result.
    pub(crate) fn halve<T: Send>(
        &self,
        rows: &ChunkBlock<'_>,
        mut out: DynViewMut<'_, T>,
        (most, failed): (usize, &AtomicBool),
        each: &ForBlock<'_, T>,
    ) -> Result<(), ZarrError> {
        if failed.load(Ordering::Relaxed) {
            // Another part has the error.
            return Ok(());
        }
        let table = rows.iter().position(|rows| rows.len() > 1);
        let Some(table) = table.filter(|_| count(rows) > most) else {
            let done = each(rows, out);
            if done.is_err() {
                failed.store(true, Ordering::Relaxed);
            }
            return done;
        };
        let (low, high) = rows[table].split_at(rows[table].len() / 2);
        let at = high[0].out.start - low[0].out.start;
        let result = self.tables[table].result.unwrap_or_default();
        let (left, right) = out.split_at_mut(result, at);
        let half = |part| {
            let mut rows = rows.to_vec();
            rows[table] = part;
            rows
        };
        let (left, right) = rayon::join(
            || self.halve(&half(low), left, (most, failed), each),
            || self.halve(&half(high), right, (most, failed), each),
        );
        left.and(right)
    }
}

/// The number of chunks of these rows, `usize::MAX` if there are more.
pub(crate) fn count(rows: &ChunkBlock<'_>) -> usize {
    rows.iter()
        .fold(1, |count: usize, rows| count.saturating_mul(rows.len()))
}

/// One row of each table: the chunk with this number in row-major order.
pub(crate) fn nth<'r>(rows: &ChunkBlock<'r>, mut number: usize) -> Vec<&'r Row> {
    let mut chunk: Vec<&'r Row> = Vec::with_capacity(rows.len());
    for rows in rows.iter().rev() {
        chunk.push(&rows[number % rows.len()]);
        number /= rows.len();
    }
    chunk.reverse();
    chunk
}

/// Whether something is selected of every chunk of a grid of chunks of this shape.
pub(crate) fn touches_all(selection: &Selection, chunk: &[usize]) -> bool {
    let all = selection
        .axes
        .iter()
        .zip(chunk)
        .map(|(along, &len)| along.len.div_ceil(len));
    let all = all.fold(1_usize, usize::saturating_mul);
    ChunkedRegion::chunks(selection, &regular(chunk)) == Some(all)
}

/// A grid of chunks, or of the parts of a shard, of this shape.
pub(crate) fn regular<'g>(chunk: &[usize]) -> Vec<ChunkGrid<'g>> {
    chunk.iter().map(|&len| ChunkGrid::Regular(len)).collect()
}
