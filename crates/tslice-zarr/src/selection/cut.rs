//! A selection cut at the edges of chunks: a table for each axis of the result, and for each axis
//! of which one position is taken.

use std::ops::Range;
use std::sync::Arc;

use tslice::Progression;
use tslice_algebra::{ChunkGrid, ChunkTable};

use crate::error::ZarrError;
use crate::selection::{Along, Selection, Taken};

/// What is selected of one axis in one chunk.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    pub(crate) axis: usize,
    /// The number of the chunk on this axis.
    pub(crate) chunk: usize,
    /// The positions of the chunk that are inside the axis.
    pub(crate) len: usize,
    /// Counted from the beginning of the chunk.
    pub(crate) taken: Taken,
}

/// A row of a table: positions of the result that follow each other, all of one chunk.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) out: Range<usize>,
    /// Whether they are all that there is of the chunk.
    pub(crate) whole: bool,
    cuts: Cuts,
}

#[derive(Clone, Debug)]
enum Cuts {
    One([Cut; 1]),
    /// Of axes that were picked together.
    More(Arc<[Cut]>),
}

impl Row {
    pub(crate) fn cuts(&self) -> &[Cut] {
        match &self.cuts {
            Cuts::One(cut) => cut,
            Cuts::More(cuts) => cuts,
        }
    }
}

/// The chunks of which something is selected, along one axis of the result.
pub(crate) struct Table<'g> {
    pub(crate) result: Option<usize>,
    rows: Rows<'g>,
}

/// The rows of a table that are left.
#[derive(Clone)]
pub(crate) enum Rows<'g> {
    Steps(usize, ChunkTable<'g>),
    /// At most one for each position of a list.
    Listed(Spans<'g>),
}

impl Iterator for Rows<'_> {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        match self {
            Self::Listed(spans) => {
                let (out, chunks) = spans.next()?;
                let axes = spans.axes.iter().zip(chunks);
                let cuts = axes.map(|((axis, along, _), (chunk, range))| Cut {
                    axis: *axis,
                    chunk,
                    len: range.len(),
                    taken: along.taken.part(out.clone(), range.start),
                });
                let cuts: Arc<[Cut]> = cuts.collect();
                Some(Row {
                    whole: is_whole(&cuts, out.len()),
                    out,
                    cuts: Cuts::More(cuts),
                })
            }
            Self::Steps(axis, table) => {
                let row = table.next_chunk()?;
                let taken = Taken::Steps(row.selection);
                let cut = Cut {
                    axis: *axis,
                    chunk: row.chunk,
                    len: row.len,
                    taken,
                };
                Some(Row {
                    out: row.out..row.out + row.selection.count(),
                    whole: row.whole,
                    cuts: Cuts::One([cut]),
                })
            }
        }
    }
}

/// Positions of an axis of the result that follow each other and are in one chunk of each of its
/// axes, and these chunks: their numbers, and their positions.
type Span = (Range<usize>, Vec<(usize, Range<usize>)>);

/// The spans of an axis of the result that are left.
#[derive(Clone)]
pub(crate) struct Spans<'g> {
    axes: Vec<(usize, Along, ChunkGrid<'g>)>,
    left: Range<usize>,
}

impl<'g> Spans<'g> {
    pub(crate) fn new(selection: &Selection, result: usize, grid: &[ChunkGrid<'g>]) -> Self {
        let axes = selection.along(result);
        let axes = axes.map(|(axis, along)| (axis, along.clone(), grid[axis]));
        Self {
            axes: axes.collect(),
            left: 0..selection.shape[result],
        }
    }
}

impl Iterator for Spans<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let begin = self.left.start;
        if self.left.is_empty() {
            return None;
        }
        let chunk = |(_, along, grid): &(usize, Along, ChunkGrid<'_>)| {
            chunk_at(*grid, along.taken.at(begin), along.len)
        };
        let chunks: Vec<(usize, Range<usize>)> = self.axes.iter().map(chunk).collect();
        // Further and further, so that an axis is not followed far beyond the others.
        let mut most = 16;
        let count = loop {
            let axes = self.axes.iter().zip(&chunks);
            let count = axes.fold(most, |most, ((_, along, _), (_, range))| {
                along.taken.inside(begin, range, most)
            });
            if count < most {
                break count;
            }
            most = most.saturating_mul(16);
        };
        self.left.start += count;
        Some((begin..begin + count, chunks))
    }
}

impl<'g> Table<'g> {
    pub(crate) fn rows(&self) -> Rows<'g> {
        self.rows.clone()
    }

    /// The number of rows, without a walk over the chunks of a regular grid.
    pub(crate) fn count(&self, selection: &Selection, grid: &[ChunkGrid<'_>]) -> usize {
        match &self.rows {
            Rows::Listed(spans) => spans.clone().count(),
            &Rows::Steps(axis, table) => match (grid[axis], &selection.axes[axis].taken) {
                (ChunkGrid::Regular(len), &Taken::Steps(taken)) => touched(taken, len),
                _ => table.count(),
            },
        }
    }
}

/// The number of chunks of a length in which some of these positions are, without a walk over them.
pub(crate) fn touched(taken: Progression, len: usize) -> usize {
    match taken.last() {
        None => 0,
        Some(_) if taken.step().unsigned_abs() >= len => taken.count(),
        Some(last) => (taken.first() / len).abs_diff(last / len) + 1,
    }
}

/// The chunk of a position: its number, and its positions inside the axis.
pub(crate) fn chunk_at(grid: ChunkGrid<'_>, position: usize, len: usize) -> (usize, Range<usize>) {
    match grid {
        ChunkGrid::Regular(length) => {
            let chunk = position / length;
            (
                chunk,
                chunk * length..(chunk * length).saturating_add(length).min(len),
            )
        }
        ChunkGrid::Edges(edges) => {
            let chunk = edges.partition_point(|&edge| edge <= position) - 1;
            (chunk, edges[chunk]..edges[chunk + 1].min(len))
        }
        _ => (0, 0..len),
    }
}

/// The tables of a selection, in the order of the axes of the source. Positions of lists that are
/// in one chunk follow each other.
pub(crate) fn tables<'g>(
    selection: &Selection,
    grid: &[ChunkGrid<'g>],
) -> Result<Vec<Table<'g>>, ZarrError> {
    let mut tables: Vec<Table<'g>> = Vec::with_capacity(selection.axes.len());
    for (axis, along) in selection.axes.iter().enumerate() {
        let steps = |taken: Progression| ChunkTable::new(axis, along.len, taken, grid[axis]);
        // Edges are checked whatever is selected.
        let none = steps(Progression::NONE)?;
        let rows = match (along.result, &along.taken) {
            _ if selection.is_empty => Rows::Steps(axis, none),
            (Some(result), _) if selection.is_listed(result) => {
                if tables.iter().any(|table| table.result == Some(result)) {
                    continue;
                }
                Rows::Listed(Spans::new(selection, result, grid))
            }
            (_, Taken::Steps(taken)) => Rows::Steps(axis, steps(*taken)?),
            (_, list) => Rows::Steps(axis, steps(Progression::part_of(list.at(0), 1, 1))?),
        };
        tables.push(Table {
            result: along.result,
            rows,
        });
    }
    Ok(tables)
}

/// Whether these positions, taken together, are all that a chunk has.
fn is_whole(cuts: &[Cut], count: usize) -> bool {
    let all = cuts
        .iter()
        .try_fold(1_usize, |all, cut| all.checked_mul(cut.len));
    let Some(all) = all.filter(|&all| all <= count) else {
        return false;
    };
    let mut seen = vec![false; all];
    for at in 0..count {
        seen[cuts
            .iter()
            .fold(0, |number, cut| number * cut.len + cut.taken.at(at))] = true;
    }
    seen.into_iter().all(|seen| seen)
}

/// What is selected in one chunk: one row of each table together.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// The number of the chunk on each axis.
    pub(crate) chunk: Vec<usize>,
    /// What is selected of the chunk.
    pub(crate) selection: Selection,
    /// Where that is in the result.
    pub(crate) out: Vec<Range<usize>>,
    /// Whether it is all that there is of the chunk.
    pub(crate) whole: bool,
}

impl Piece {
    pub(crate) fn of<'r>(selection: &Selection, rows: impl Iterator<Item = &'r Row>) -> Self {
        let none = Along {
            len: 0,
            taken: Taken::Steps(Progression::NONE),
            result: None,
        };
        let (mut chunk, mut axes) = (
            vec![0; selection.axes.len()],
            vec![none; selection.axes.len()],
        );
        let mut out: Vec<Range<usize>> = selection.shape.iter().map(|&len| 0..len).collect();
        let mut whole = true;
        for row in rows {
            whole &= row.whole;
            for cut in row.cuts() {
                let result = selection.axes[cut.axis].result;
                chunk[cut.axis] = cut.chunk;
                axes[cut.axis] = Along {
                    len: cut.len,
                    taken: cut.taken.clone(),
                    result,
                };
                if let Some(result) = result {
                    out[result] = row.out.clone();
                }
            }
        }
        let shape = out.iter().map(Range::len).collect();
        Self {
            chunk,
            selection: Selection::new(axes, shape),
            out,
            whole,
        }
    }

    /// The same piece, of which the result begins where these ranges do.
    pub(crate) fn behind(mut self, outer: &[Range<usize>]) -> Self {
        for (range, outer) in self.out.iter_mut().zip(outer) {
            *range = outer.start + range.start..outer.start + range.end;
        }
        self
    }
}

/// All pieces of a selection, one after the other, the last table first. They are cut one by one: an
/// axis may have more chunks than memory has room for.
pub(crate) struct Pieces<'g> {
    selection: Selection,
    tables: Vec<Table<'g>>,
    left: Vec<Rows<'g>>,
    next: Option<Vec<Row>>,
}

impl<'g> Pieces<'g> {
    pub(crate) fn new(selection: Selection, grid: &[ChunkGrid<'g>]) -> Result<Self, ZarrError> {
        let tables = tables(&selection, grid)?;
        let mut left: Vec<_> = tables.iter().map(Table::rows).collect();
        let next: Option<_> = left.iter_mut().map(Iterator::next).collect();
        Ok(Self {
            next: next.filter(|_| !selection.is_empty),
            selection,
            tables,
            left,
        })
    }
}

impl Iterator for Pieces<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let piece = Piece::of(&self.selection, self.next.as_ref()?.iter());
        for table in (0..self.tables.len()).rev() {
            let next = self.next.as_mut()?;
            if let Some(row) = self.left[table].next() {
                next[table] = row;
                return Some(piece);
            }
            self.left[table] = self.tables[table].rows();
            next[table] = self.left[table].next()?;
        }
        self.next = None;
        Some(piece)
    }
}

/// The number of chunks of which something is selected; `None` if it exceeds `usize::MAX`.
pub(crate) fn count(selection: &Selection, grid: &[ChunkGrid<'_>]) -> Option<usize> {
    if selection.is_empty {
        return Some(0);
    }
    let tables = tables(selection, grid).ok()?;
    let mut counts = tables.iter().map(|table| table.count(selection, grid));
    counts.try_fold(1_usize, usize::checked_mul)
}

/// The axis of the result that has the most chunks, and where these begin on it, but for the first:
/// at most `most` of them.
pub(crate) fn edges(
    selection: &Selection,
    grid: &[ChunkGrid<'_>],
    most: usize,
) -> Result<(usize, Vec<usize>), ZarrError> {
    let tables = match selection.is_empty {
        true => vec![],
        false => tables(selection, grid)?,
    };
    let along = tables
        .iter()
        .filter_map(|table| Some((table.count(selection, grid), table.result?, table)));
    let Some((count, axis, table)) = along.max_by_key(|(count, ..)| *count) else {
        return Ok((0, vec![]));
    };
    let rows = table.rows().step_by(count.div_ceil(most).max(1));
    Ok((axis, rows.skip(1).map(|row| row.out.start).collect()))
}

/// Whether something is selected of every chunk of a grid of chunks of this shape.
pub(crate) fn touches_all(selection: &Selection, chunk: &[usize]) -> bool {
    let all = selection
        .axes
        .iter()
        .zip(chunk)
        .map(|(along, &len)| along.len.div_ceil(len));
    let all = all.fold(1_usize, usize::saturating_mul);
    count(selection, &regular(chunk)) == Some(all)
}

/// A grid of chunks, or of the parts of a shard, of this shape.
pub(crate) fn regular<'g>(chunk: &[usize]) -> Vec<ChunkGrid<'g>> {
    chunk.iter().map(|&len| ChunkGrid::Regular(len)).collect()
}
