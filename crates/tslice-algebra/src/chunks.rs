//! How one axis is cut into chunks, and which part of each chunk is selected: a table whose rows
//! are computed one by one.

use core::iter::FusedIterator;

use tslice_core::Progression;

use crate::error::CutError;

/// How an axis is cut into chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChunkGrid<'g> {
    /// Chunks of this length; the last one may be longer than what is left of the axis.
    Regular(usize),
    /// Where chunks begin, and where the last one ends: positions that ascend from 0 to at least
    /// the length of the axis.
    Edges(&'g [usize]),
}

/// A row of a table of chunks: what is selected in one chunk of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChunkRow {
    /// The number of the chunk on its axis.
    pub chunk: usize,
    /// The position of the axis at which the chunk begins.
    pub begin: usize,
    /// The positions of the chunk that are inside the axis.
    pub len: usize,
    /// The selected ones of these positions, counted from the beginning of the chunk.
    pub selection: Progression,
    /// The position in the result of the first of them; the others follow it.
    pub out: usize,
    /// Whether every position of the chunk that is inside the axis is selected.
    pub whole: bool,
}

/// The chunks of one axis of which something is selected, in the order of the result: an iterator
/// without a heap.
///
/// Chunks of which nothing is selected are stepped over, not visited: the time is that of the rows,
/// whatever the grid.
#[must_use = "iterators are lazy"]
#[derive(Clone, Copy, Debug)]
pub struct ChunkTable<'g> {
    grid: ChunkGrid<'g>,
    len: usize,
    taken: Progression,
    /// The number of the first position that no row has yet.
    out: usize,
    /// The chunk of the last row, its beginning and its end; the end is 0 before the first row.
    last: (usize, usize, usize),
}

impl<'g> ChunkTable<'g> {
    /// The table of an axis without positions.
    pub(crate) const NONE: Self = Self {
        grid: ChunkGrid::Regular(1),
        len: 0,
        taken: Progression::NONE,
        out: 0,
        last: (0, 0, 0),
    };

    /// The table of what is selected on an axis of this length, all of it inside. `axis` is what
    /// errors name. Takes the time to read the edges, if there are any.
    ///
    /// # Errors
    ///
    /// If chunks have length 0, or edges do not ascend from 0 to at least the length of the axis.
    pub const fn new(
        axis: usize,
        len: usize,
        taken: Progression,
        grid: ChunkGrid<'g>,
    ) -> Result<Self, CutError> {
        match grid {
            ChunkGrid::Regular(0) => {
                return Err(CutError::EmptyChunks { axis, len });
            }
            ChunkGrid::Regular(_) => {}
            ChunkGrid::Edges(edges) => {
                let mut edge = 0;
                while edge < edges.len() {
                    let ascends = if edge == 0 {
                        edges[0] == 0
                    } else {
                        edges[edge - 1] < edges[edge]
                    };
                    if !ascends {
                        return Err(CutError::UnsortedEdges {
                            axis,
                            at: edge,
                            edge: edges[edge],
                        });
                    }
                    edge += 1;
                }
                let last = if edge == 0 { 0 } else { edges[edge - 1] };
                if edge == 0 || last < len {
                    return Err(CutError::EdgesTooShort { axis, len, last });
                }
            }
        }
        Ok(Self {
            grid,
            len,
            taken,
            out: 0,
            last: (0, 0, 0),
        })
    }

    /// The next row, in `const` code too.
    #[inline]
    pub const fn next_chunk(&mut self) -> Option<ChunkRow> {
        let left = self.taken.count() - self.out;
        if left == 0 {
            return None;
        }
        let first = self.taken.at(self.out);
        self.last = self.chunk_of(first);
        let (chunk, begin, end) = self.last;
        let step = self.taken.step();
        // Positions from the first on to the end of the chunk, as the step goes.
        let ahead = if step < 0 {
            first - begin
        } else {
            end - 1 - first
        };
        let inside = match step {
            1 | -1 => ahead + 1,
            _ => ahead / step.unsigned_abs() + 1,
        };
        let count = if inside < left { inside } else { left };
        let out = self.out;
        self.out += count;
        let selection = Progression::part_of(first - begin, count, step);
        Some(ChunkRow {
            chunk,
            begin,
            len: end - begin,
            selection,
            out,
            whole: count == end - begin,
        })
    }

    /// The chunk of a position inside the axis: its number, its beginning, and its end inside the
    /// axis.
    #[inline]
    const fn chunk_of(&self, position: usize) -> (usize, usize, usize) {
        let (chunk, begin, end) = self.last;
        let last = end > 0;
        match self.grid {
            ChunkGrid::Regular(length) => {
                // Neighbours need no division.
                if last && position >= end && position - end < length {
                    return (chunk + 1, end, self.end(end, length));
                }
                if last && position < begin && begin - position <= length {
                    return (chunk - 1, begin - length, begin);
                }
                let chunk = position / length;
                let begin = chunk * length;
                (chunk, begin, self.end(begin, length))
            }
            ChunkGrid::Edges(edges) => {
                // The edges between which the position lies: `low` is at or below it, `high` is
                // above it. From the last chunk on, they are looked for further and further away,
                // so that near chunks are found fast and far ones not slowly.
                let (mut low, mut high, mut reach) = (0, edges.len() - 1, 1);
                if last && position >= end {
                    low = chunk + 1;
                    while high - low > reach && edges[low + reach] <= position {
                        (low, reach) = (low + reach, reach * 2);
                    }
                    if high - low > reach {
                        high = low + reach;
                    }
                } else if last && position < begin {
                    high = chunk;
                    while high > reach && edges[high - reach] > position {
                        (high, reach) = (high - reach, reach * 2);
                    }
                    low = high.saturating_sub(reach);
                } else if last {
                    return self.last;
                }
                while high - low > 1 {
                    let middle = low + (high - low) / 2;
                    if edges[middle] <= position {
                        low = middle
                    } else {
                        high = middle
                    }
                }
                let end = edges[low + 1];
                (low, edges[low], if end < self.len { end } else { self.len })
            }
        }
    }

    /// The end inside the axis of a chunk of a regular grid.
    const fn end(&self, begin: usize, length: usize) -> usize {
        if self.len - begin < length {
            self.len
        } else {
            begin + length
        }
    }
}

impl Iterator for ChunkTable<'_> {
    type Item = ChunkRow;

    #[inline]
    fn next(&mut self) -> Option<ChunkRow> {
        self.next_chunk()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.taken.count() - self.out;
        (left.min(1), Some(left))
    }
}

impl FusedIterator for ChunkTable<'_> {}
