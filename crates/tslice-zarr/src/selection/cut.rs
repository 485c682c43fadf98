//! A selection cut at the edges of chunks: spans for each axis of the result, and for each axis
//! of which one position is taken.

use std::ops::Range;

use tslice_algebra::ChunkGrid;

use crate::selection::{Along, Selection, whole};

/// Positions of an axis of the result that follow each other and are in one chunk of each of its
/// axes, and these chunks: their numbers, and their positions.
type Span = (Range<usize>, Vec<(usize, Range<usize>)>);

/// The spans of an axis of the result that are left, or that of an axis of which an index selects
/// one position.
#[derive(Clone)]
pub(crate) struct Spans<'g> {
    /// The axes of the source that go along it.
    axes: Vec<(usize, Along, ChunkGrid<'g>)>,
    left: Range<usize>,
}

impl Iterator for Spans<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let begin = self.left.start;
        if self.left.is_empty() {
            return None;
        }
        let chunks: Vec<_> = self.chunks(begin).collect();
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

impl Spans<'_> {
    /// The axis of the result; `None` if an index selects one position.
    pub(crate) fn result(&self) -> Option<usize> {
        self.axes[0].1.result
    }

    /// The chunks that have the position with this number.
    pub(crate) fn chunks(&self, number: usize) -> impl Iterator<Item = (usize, Range<usize>)> {
        let axes = self.axes.iter();
        axes.map(move |(_, along, grid)| chunk_at(*grid, along.taken.at(number), along.len))
    }

    /// The number of all spans, without a walk over the chunks of a regular grid.
    fn count_all(&self) -> usize {
        if let [(_, along, ChunkGrid::Regular(len))] = &self.axes[..]
            && let Some(taken) = along.taken.as_steps()
        {
            return match taken.last() {
                None => 0,
                Some(_) if taken.step().unsigned_abs() >= *len => taken.count(),
                Some(last) => (taken.first() / len).abs_diff(last / len) + 1,
            };
        }
        self.clone().count()
    }
}

/// The spans of a selection, in the order of the axes of the source. Positions of lists that are in
/// one chunk follow each other.
pub(crate) fn spans<'g>(selection: &Selection, grid: &[ChunkGrid<'g>]) -> Vec<Spans<'g>> {
    let mut all: Vec<Spans<'g>> = vec![];
    for (axis, along) in selection.axes.iter().enumerate() {
        let own = (axis, along.clone(), grid[axis]);
        let mut others = all.iter_mut().filter(|_| along.result.is_some());
        match others.find(|spans| spans.result() == along.result) {
            Some(spans) => spans.axes.push(own),
            None => all.push(Spans {
                axes: vec![own],
                left: 0..along.taken.count(),
            }),
        }
    }
    all
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

/// What is selected in one chunk.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// The number of the chunk on each axis.
    pub(crate) chunk: Vec<usize>,
    /// What is selected of the chunk.
    pub(crate) selection: Selection,
    /// Where that is in the result.
    pub(crate) out: Vec<Range<usize>>,
}

impl Piece {
    /// The same piece, of which the result begins where these ranges do.
    pub(crate) fn behind(mut self, outer: &[Range<usize>]) -> Self {
        for (range, outer) in self.out.iter_mut().zip(outer) {
            *range = outer.start + range.start..outer.start + range.end;
        }
        self
    }
}

/// All pieces of a selection, one after the other, the last spans first. They are cut one by one: an
/// axis may have more chunks than memory has room for.
pub(crate) struct Pieces<'g> {
    selection: Selection,
    spans: Vec<Spans<'g>>,
    next: Option<Vec<Span>>,
}

impl<'g> Pieces<'g> {
    pub(crate) fn new(selection: Selection, grid: &[ChunkGrid<'g>]) -> Self {
        let mut spans = spans(&selection, grid);
        let next: Option<_> = spans.iter_mut().map(Iterator::next).collect();
        Self {
            next: next.filter(|_| !selection.is_empty()),
            selection,
            spans,
        }
    }

    /// What is selected in the chunks of these spans.
    fn piece(&self, spans: &[Span]) -> Piece {
        let Selection { axes, shape } = &self.selection;
        let (mut chunk, mut axes, mut out) = (vec![0; axes.len()], axes.clone(), whole(shape));
        for (own, (range, chunks)) in self.spans.iter().zip(spans) {
            for ((axis, along, _), (number, positions)) in own.axes.iter().zip(chunks) {
                chunk[*axis] = *number;
                axes[*axis].len = positions.len();
                axes[*axis].taken = along.taken.part(range.clone(), positions.start);
            }
            if let Some(result) = own.result() {
                out[result] = range.clone();
            }
        }
        let shape = out.iter().map(Range::len).collect();
        Piece {
            chunk,
            selection: Selection { axes, shape },
            out,
        }
    }
}

impl Iterator for Pieces<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let piece = self.piece(self.next.as_ref()?);
        let last = self.spans.iter_mut().zip(self.next.as_mut()?).rev();
        for (spans, span) in last {
            if let Some(next) = spans.next() {
                *span = next;
                return Some(piece);
            }
            spans.left.start = 0;
            *span = spans.next()?;
        }
        self.next = None;
        Some(piece)
    }
}

/// The number of chunks of which something is selected; `None` if it exceeds `usize::MAX`.
pub(crate) fn count(selection: &Selection, grid: &[ChunkGrid<'_>]) -> Option<usize> {
    if selection.is_empty() {
        return Some(0);
    }
    let counts = spans(selection, grid).into_iter();
    counts
        .map(|spans| spans.count_all())
        .try_fold(1, usize::checked_mul)
}

/// The axis of the result that has the most chunks, and where these begin on it, but for the first:
/// at most `most` of them.
pub(crate) fn edges(
    selection: &Selection,
    grid: &[ChunkGrid<'_>],
    most: usize,
) -> (usize, Vec<usize>) {
    if selection.is_empty() {
        return (0, vec![]);
    }
    let along = spans(selection, grid).into_iter();
    let along = along.filter_map(|spans| Some((spans.count_all(), spans.result()?, spans)));
    let Some((count, axis, spans)) = along.max_by_key(|(count, ..)| *count) else {
        return (0, vec![]);
    };
    let spans = spans.step_by(count.div_ceil(most).max(1));
    (axis, spans.skip(1).map(|(out, _)| out.start).collect())
}

/// A grid of chunks, or of the parts of a shard, of this shape.
pub(crate) fn regular<'g>(chunk: &[usize]) -> Vec<ChunkGrid<'g>> {
    chunk.iter().map(|&len| ChunkGrid::Regular(len)).collect()
}
