//! A region cut by a grid of chunks: a table for each axis, and all combinations of their rows.

use alloc::vec::Vec;
use core::iter::{self, FusedIterator};

use smallvec::SmallVec;
use tslice_core::{AxisError, Progression};

use crate::chunks::{ChunkGrid, ChunkRow, ChunkTable};
use crate::dynamic::{DynRegion, List};
use crate::error::CutError;
use crate::lists::{Lists, Origin};
use crate::region::Region;

impl<const R: usize, const O: usize> Region<R, O> {
    /// Cuts the source into chunks: a table for each axis says which of its chunks are touched,
    /// which part of each is selected, and which part of the result that is.
    ///
    /// The tables together are as long as the sum of their lengths; of an empty region they have no
    /// rows. [`DynRegion::chunks`] combines their rows.
    ///
    /// ```
    /// use tslice::s;
    /// use tslice_algebra::{ChunkGrid, Region};
    ///
    /// let region = Region::of(&s![2, 7:1:-2], [4, 10])?;
    /// let [_, columns] = region.chunks([ChunkGrid::Regular(3), ChunkGrid::Edges(&[0, 4, 6, 10])])?;
    /// let columns: Vec<_> = columns.map(|row| (row.chunk, row.selection.first(), row.out)).collect();
    /// // Position 7 is in chunk 2 at 1, position 5 in chunk 1 at 1, position 3 in chunk 0 at 3.
    /// assert_eq!(columns, [(2, 1, 0), (1, 1, 1), (0, 3, 2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If chunks have length 0, or edges do not ascend from 0 to at least the length of their axis.
    pub const fn chunks<'g>(
        &self,
        grid: [ChunkGrid<'g>; R],
    ) -> Result<[ChunkTable<'g>; R], CutError> {
        let (mut tables, mut axis, empty) = ([ChunkTable::NONE; R], 0, self.is_empty());
        while axis < R {
            let taken = if empty {
                Progression::NONE
            } else {
                self.taken[axis]
            };
            match ChunkTable::new(axis, self.shape()[axis], taken, grid[axis]) {
                Ok(table) => tables[axis] = table,
                Err(error) => return Err(error),
            }
            axis += 1;
        }
        Ok(tables)
    }
}

/// A [`DynRegion`] cut by a grid of chunks, made by [`chunks`](DynRegion::chunks): one table for
/// each axis of the source.
#[derive(Clone, Debug)]
pub struct ChunkTables<'g> {
    region: DynRegion,
    axes: List<ChunkTable<'g>>,
}

/// The selected part of one chunk: one row of each table together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChunkProjection {
    /// The index of the chunk in the grid.
    pub chunk: Vec<usize>,
    /// The selected positions as a region of the chunk's shape, which ends with the source, with
    /// the axes of the result.
    pub selection: DynRegion,
    /// The region of the result that these positions fill.
    pub out: DynRegion,
    /// Whether every element of the chunk that is inside the source is selected.
    pub whole: bool,
}

impl DynRegion {
    /// Works like [`Region::chunks`]; [`projections`](ChunkTables::projections) combines the rows
    /// of the tables.
    ///
    /// ```
    /// use tslice::s;
    /// use tslice_algebra::{ChunkGrid, DynRegion};
    ///
    /// let region = DynRegion::new(s![2, 7:1:-2], &[4, 10])?;
    /// let tables = region.chunks(&[ChunkGrid::Regular(3), ChunkGrid::Edges(&[0, 4, 6, 10])])?;
    /// let first = tables.projections().next().unwrap();
    /// assert_eq!(first.chunk, [0, 2]);
    /// assert_eq!((first.selection.shape(), first.selection.to_spec()?.to_string()), (&[3, 4][..], "2, 1:2".into()));
    /// assert_eq!(first.out.to_spec()?.to_string(), "0:1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the grid has another rank than the source, chunks have length 0, or edges do not ascend
    /// from 0 to at least the length of their axis.
    pub fn chunks<'g>(&self, grid: &[ChunkGrid<'g>]) -> Result<ChunkTables<'g>, CutError> {
        check_rank(self.shape().len(), grid.len())?;
        let empty = self.is_empty();
        let axes = iter::zip(self.shape(), self.axes())
            .zip(grid)
            .enumerate()
            .map(|(axis, ((&len, &taken), &grid))| {
                ChunkTable::new(
                    axis,
                    len,
                    if empty { Progression::NONE } else { taken },
                    grid,
                )
            });
        Ok(ChunkTables {
            region: self.clone(),
            axes: axes.collect::<Result<_, _>>()?,
        })
    }
}

fn check_rank(expected: usize, rank: usize) -> Result<(), AxisError> {
    if rank == expected {
        Ok(())
    } else {
        Err(AxisError::RankMismatch { expected, rank })
    }
}

impl<'g> ChunkTables<'g> {
    /// The table of an axis of the source; `None` if the source has fewer axes.
    #[must_use]
    pub fn axis(&self, axis: usize) -> Option<ChunkTable<'g>> {
        self.axes.get(axis).copied()
    }

    /// One row of each table together.
    ///
    /// # Errors
    ///
    /// If there are more or fewer rows than axes.
    pub fn project(&self, rows: &[ChunkRow]) -> Result<ChunkProjection, AxisError> {
        let lists = self.region.lists();
        check_rank(lists.shape.len(), rows.len())?;
        let shape: List<usize> = rows.iter().map(|row| row.len).collect();
        let taken: List<Progression> = rows.iter().map(|row| row.selection).collect();
        let selection = DynRegion::of(Lists {
            shape: &shape,
            taken: &taken,
            ..lists
        });
        let out = lists.origins.iter().map(|origin| match origin.axis() {
            Some(axis) => Progression::part_of(rows[axis].out, rows[axis].selection.count(), 1),
            None => Progression::whole(1),
        });
        let (out, shape) = (out.collect::<List<_>>(), self.region.result_shape());
        let origins: List<Origin> = (0..out.len()).map(Origin::Axis).collect();
        Ok(ChunkProjection {
            chunk: rows.iter().map(|row| row.chunk).collect(),
            selection,
            out: DynRegion::of(Lists {
                shape: &shape,
                taken: &out,
                origins: &origins,
            }),
            whole: rows.iter().all(|row| row.whole),
        })
    }

    /// All chunks of which something is selected, in row-major order of the result's axes.
    pub fn projections(&self) -> impl FusedIterator<Item = ChunkProjection> + use<'_, 'g> {
        Combinations::new(self.axes.clone(), self.region.is_empty())
            .filter_map(|rows| self.project(&rows).ok())
    }
}

/// All combinations of rows of some tables, the last axis first.
struct Combinations<'g> {
    tables: List<ChunkTable<'g>>,
    left: List<ChunkTable<'g>>,
    /// The next combination; `None` behind the last one.
    next: Option<List<ChunkRow>>,
}

impl<'g> Combinations<'g> {
    fn new(tables: List<ChunkTable<'g>>, empty: bool) -> Self {
        let mut left = tables.clone();
        let next: Option<_> = left.iter_mut().map(ChunkTable::next_chunk).collect();
        Self {
            tables,
            left,
            next: next.filter(|_| !empty),
        }
    }
}

impl Iterator for Combinations<'_> {
    type Item = List<ChunkRow>;

    fn next(&mut self) -> Option<List<ChunkRow>> {
        let rows = SmallVec::from_slice(self.next.as_ref()?);
        for axis in (0..self.tables.len()).rev() {
            let row = self.left[axis].next_chunk();
            let next = self.next.as_mut()?;
            if let Some(row) = row {
                next[axis] = row;
                return Some(rows);
            }
            self.left[axis] = self.tables[axis];
            next[axis] = self.left[axis].next_chunk()?;
        }
        self.next = None;
        Some(rows)
    }
}

impl FusedIterator for Combinations<'_> {}
