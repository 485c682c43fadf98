//! A region cut by a grid of chunks: a table for each axis, and all combinations of their rows.

use core::iter::FusedIterator;

use smallvec::SmallVec;

use super::chunks::{AxisChunks, ChunkPart, Grid};
use super::dialect::{Clamps, Dialect};
use super::dynamic::{DynRegion, List};
use super::error::RegionError;
use super::lists::Lists;
use super::place::Origin;
use super::progression::Progression;
use super::region::Region;

/// A [`Region`] cut by a grid of chunks, made by [`chunks`](Region::chunks): one table for each axis of the source.
#[derive(Clone, Copy, Debug)]
pub struct ChunkTables<'g, const R: usize, const O: usize, X = Clamps> {
    region: Region<R, O, X>,
    axes: [AxisChunks<'g>; R],
}

/// What is selected in one chunk: one row of each table together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece<L, P, I> {
    /// The index of the chunk in the grid.
    pub chunk: I,
    /// What is selected in the chunk, as a region of its shape with the axes of the result. Positions beyond the source are no part
    /// of that shape.
    pub local: L,
    /// Where that goes in the result.
    pub place: P,
    /// Whether every element of the chunk that is inside the source is selected.
    pub whole: bool,
}

/// A [`Piece`] of a [`DynRegion`].
pub type DynPiece<X = Clamps> = Piece<DynRegion<X>, DynRegion<X>, SmallVec<[usize; 8]>>;

impl<const R: usize, const O: usize, X: Dialect> Region<R, O, X> {
    /// Cuts the source into chunks, and finds for each axis which of its chunks are touched, which part of each is selected, and
    /// where that goes in the result.
    ///
    /// The tables together are as long as the sum of their lengths. [`pieces`](ChunkTables::pieces) combines their rows.
    ///
    /// ```
    /// use tslice::{algebra::Grid, s};
    ///
    /// let region = s![2, 7:1:-2].on([4, 10])?;
    /// let tables = region.chunks([Grid::Regular(3), Grid::Edges(&[0, 4, 6, 10])])?;
    /// let columns: Vec<_> = tables.axis(1).unwrap().map(|row| (row.chunk, row.local.first(), row.place)).collect();
    /// // Position 7 is in chunk 2 at 1, position 5 in chunk 1 at 1, position 3 in chunk 0 at 3.
    /// assert_eq!(columns, [(2, 1, 0), (1, 1, 1), (0, 3, 2)]);
    ///
    /// let piece = tables.pieces().next().unwrap();
    /// assert_eq!(piece.chunk, [0, 2]);
    /// assert_eq!((piece.local.shape(), piece.local.to_spec()?.to_string()), ([3, 4], "2, 1:2".into()));
    /// assert_eq!(piece.place.to_spec()?.to_string(), "0:1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If chunks have length 0, or edges do not ascend from 0 to at least the length of their axis.
    pub const fn chunks<'g>(&self, grid: [Grid<'g>; R]) -> Result<ChunkTables<'g, R, O, X>, RegionError> {
        let mut axes = [AxisChunks::NONE; R];
        let mut axis = 0;
        while axis < R {
            match AxisChunks::new(axis, self.shape()[axis], self.axes()[axis], grid[axis]) {
                Ok(table) => axes[axis] = table,
                Err(error) => return Err(error),
            }
            axis += 1;
        }
        Ok(ChunkTables { region: *self, axes })
    }
}

impl<'g, const R: usize, const O: usize, X: Dialect> ChunkTables<'g, R, O, X> {
    /// The table of an axis of the source; `None` if there is no such axis.
    #[must_use]
    pub const fn axis(&self, axis: usize) -> Option<AxisChunks<'g>> {
        if axis < R { Some(self.axes[axis]) } else { None }
    }

    /// One row of each table together.
    #[must_use]
    pub const fn piece(&self, rows: &[ChunkPart; R]) -> Piece<Region<R, O, X>, Region<O, O, X>, [usize; R]> {
        let (mut chunk, mut shape, mut local) = ([0; R], [0; R], [Progression::NONE; R]);
        let (mut place, mut origins) = ([Progression::NONE; O], [Origin::New; O]);
        let whole = self.region.lists().write_piece(rows, &mut chunk, &mut shape, &mut local);
        self.region.lists().write_place(rows, &mut place, &mut origins);
        Piece {
            chunk,
            local: Region::made_of(shape, local, self.region.origins()),
            place: Region::made_of(self.region.result_shape(), place, origins),
            whole,
        }
    }

    /// All chunks of which something is selected, in row-major order of the result's axes.
    pub fn pieces(&self) -> impl FusedIterator<Item = Piece<Region<R, O, X>, Region<O, O, X>, [usize; R]>> {
        let rows = Rows::new(SmallVec::from_slice(&self.axes), self.region.is_empty());
        let tables = *self;
        rows.map(move |rows| {
            let mut list = [ChunkPart::NONE; R];
            list.copy_from_slice(&rows);
            tables.piece(&list)
        })
    }
}

/// A [`DynRegion`] cut by a grid of chunks: [`ChunkTables`] without the ranks in its type.
#[derive(Clone, Debug)]
pub struct DynChunkTables<'g, X = Clamps> {
    region: DynRegion<X>,
    axes: List<AxisChunks<'g>>,
}

impl<X: Dialect> DynRegion<X> {
    /// As [`Region::chunks`].
    ///
    /// # Errors
    ///
    /// If the grid has another rank than the source, chunks have length 0, or edges do not ascend from 0 to at least the length
    /// of their axis.
    pub fn chunks<'g>(&self, grid: &[Grid<'g>]) -> Result<DynChunkTables<'g, X>, RegionError> {
        if grid.len() != self.shape().len() {
            return Err(RegionError::RankMismatch { expected: self.shape().len(), rank: grid.len() });
        }
        let axes = self.shape().iter().zip(self.axes()).zip(grid).enumerate();
        let axes = axes.map(|(axis, ((&len, &taken), &grid))| AxisChunks::new(axis, len, taken, grid));
        Ok(DynChunkTables { region: self.clone(), axes: axes.collect::<Result<_, _>>()? })
    }
}

impl<'g, X: Dialect> DynChunkTables<'g, X> {
    /// The table of an axis of the source; `None` if there is no such axis.
    #[must_use]
    pub fn axis(&self, axis: usize) -> Option<AxisChunks<'g>> {
        self.axes.get(axis).copied()
    }

    /// As [`ChunkTables::piece`].
    ///
    /// # Errors
    ///
    /// If there are more or fewer rows than axes.
    pub fn piece(&self, rows: &[ChunkPart]) -> Result<DynPiece<X>, RegionError> {
        let lists = self.region.lists();
        let (rank, result) = (lists.shape.len(), lists.origins.len());
        if rows.len() != rank {
            return Err(RegionError::RankMismatch { expected: rank, rank: rows.len() });
        }
        let mut chunk: List<usize> = SmallVec::from_elem(0, rank);
        let (mut shape, mut local) = (chunk.clone(), SmallVec::from_elem(Progression::NONE, rank));
        let mut place: List<Progression> = SmallVec::from_elem(Progression::NONE, result);
        let mut origins: List<Origin> = SmallVec::from_elem(Origin::New, result);
        let whole = lists.write_piece(rows, &mut chunk, &mut shape, &mut local);
        lists.write_place(rows, &mut place, &mut origins);
        Ok(Piece {
            chunk,
            local: DynRegion::made_of(&shape, local, lists.origins),
            place: DynRegion::made_of(&self.region.result_shape(), place, &origins),
            whole,
        })
    }

    /// As [`ChunkTables::pieces`].
    pub fn pieces(&self) -> impl FusedIterator<Item = DynPiece<X>> + use<'_, 'g, X> {
        let rows = Rows::new(self.axes.clone(), self.region.is_empty());
        rows.filter_map(|rows| self.piece(&rows).ok())
    }
}

impl Lists<'_> {
    /// Writes the chunk of one row for each axis, its shape, and what is selected in it. Returns whether all of it is.
    const fn write_piece(
        self,
        rows: &[ChunkPart],
        chunk: &mut [usize],
        shape: &mut [usize],
        local: &mut [Progression],
    ) -> bool {
        let (mut axis, mut whole) = (0, true);
        while axis < rows.len() {
            (chunk[axis], shape[axis], local[axis]) = (rows[axis].chunk, rows[axis].len, rows[axis].local);
            whole &= rows[axis].whole;
            axis += 1;
        }
        whole
    }

    /// Writes where one row for each axis goes in the result.
    const fn write_place(self, rows: &[ChunkPart], place: &mut [Progression], origins: &mut [Origin]) {
        let mut out = 0;
        while out < place.len() {
            place[out] = match self.origins[out] {
                Origin::Axis(axis) => Progression::of_chunk(rows[axis].place, rows[axis].local.count(), 1),
                _ => Progression::ONE,
            };
            origins[out] = Origin::Axis(out);
            out += 1;
        }
    }
}

/// All combinations of rows of some tables, the last axis first.
struct Rows<'g> {
    tables: List<AxisChunks<'g>>,
    left: List<AxisChunks<'g>>,
    rows: List<ChunkPart>,
    done: bool,
}

impl<'g> Rows<'g> {
    fn new(tables: List<AxisChunks<'g>>, is_empty: bool) -> Self {
        let mut left = tables.clone();
        let rows: Option<List<ChunkPart>> = left.iter_mut().map(AxisChunks::next_part).collect();
        let done = is_empty || rows.is_none();
        Self { tables, left, rows: rows.unwrap_or_default(), done }
    }
}

impl Iterator for Rows<'_> {
    type Item = List<ChunkPart>;

    fn next(&mut self) -> Option<List<ChunkPart>> {
        if self.done {
            return None;
        }
        let rows = SmallVec::from_slice(&self.rows);
        for axis in (0..self.tables.len()).rev() {
            if let Some(row) = self.left[axis].next_part() {
                self.rows[axis] = row;
                return Some(rows);
            }
            self.left[axis] = self.tables[axis];
            if let Some(row) = self.left[axis].next_part() {
                self.rows[axis] = row;
            }
        }
        self.done = true;
        Some(rows)
    }
}

impl FusedIterator for Rows<'_> {}
