//! What a read touches, before it is done.

use rayon::iter::{ParallelBridge, ParallelIterator};
use tslice::Dims;
use tslice::algebra::{DynPiece, Grid, Progression};

use crate::array::ZarrArray;
use crate::cost::Cost;
use crate::engine::{Engine, Part};
use crate::error::ZarrError;

impl<D: Dims> ZarrArray<D> {
    /// The number of chunks, or shards, of which something is selected; `None` if it exceeds `usize::MAX`.
    #[must_use]
    pub fn chunks(&self) -> Option<usize> {
        if self.is_empty() {
            return Some(0);
        }
        let tables = self.region.chunks(&self.source.engine.grid()).ok()?;
        let axes = self.region.axes().iter().zip(self.source.engine.grid()).enumerate();
        axes.map(|(axis, (&taken, grid))| match grid {
            Grid::Regular(len) => regular(taken, len),
            _ => tables.axis(axis).into_iter().flatten().count(),
        })
        .try_fold(1_usize, usize::checked_mul)
    }

    /// Calls a function with the index of each of these chunks in the grid, and with its key in the store.
    pub fn each_chunk(&self, mut each: impl FnMut(&[usize], &str)) {
        let grid = self.source.engine.grid();
        if let Ok(tables) = self.region.chunks(&grid) {
            for piece in tables.pieces() {
                each(&piece.chunk, &self.source.engine.key(&numbers(&piece)));
            }
        }
    }

    /// What [`read`](Self::read) asks of the store: for each chunk, one request for all its bytes; for each shard of which not all
    /// is selected, one for its index, and one for each part of which something is selected.
    ///
    /// Asks the store for the sizes of chunks, and reads the indexes of shards.
    ///
    /// # Errors
    ///
    /// If the store fails, or an index is broken.
    pub fn cost(&self) -> Result<Cost, ZarrError> {
        let engine = &*self.source.engine;
        let grid = engine.grid();
        let tables = self.region.chunks(&grid)?;
        self.source.run(|| {
            let costs = tables.pieces().par_bridge().map(|piece| cost(engine, &piece));
            costs.try_reduce(Cost::default, |a, b| Ok(a + b))
        })
    }

    /// What was read from the store since the array was opened, by all selections of it: for a bar that shows progress.
    #[must_use]
    pub fn traffic(&self) -> Cost {
        self.source.engine.traffic()
    }
}

/// The number of chunks of a length in which some of these positions are, without a walk over them.
fn regular(taken: Progression, len: usize) -> usize {
    match taken.last() {
        None => 0,
        Some(_) if taken.step().unsigned_abs() >= len => taken.count(),
        Some(last) => (taken.first() / len).abs_diff(last / len) + 1,
    }
}

fn numbers(piece: &DynPiece) -> Vec<u64> {
    piece.chunk.iter().map(|&number| number as u64).collect()
}

fn cost(engine: &dyn Engine, piece: &DynPiece) -> Result<Cost, ZarrError> {
    let chunk = numbers(piece);
    let Some(part) = engine.part() else { return engine.cost(&chunk, None) };
    let grid: Vec<Grid<'_>> = part.iter().map(|&len| Grid::Regular(len)).collect();
    let tables = piece.local.chunks(&grid)?;
    let mut all = true;
    for (axis, (len, part)) in piece.local.shape().iter().zip(part).enumerate() {
        all &= regular(piece.local.axes()[axis], *part) == len.div_ceil(*part);
    }
    if all {
        return engine.cost(&chunk, None);
    }
    let shape: Vec<u64> = part.iter().map(|&len| len as u64).collect();
    let mut parts = tables.pieces().map(|inner| {
        let start = inner.chunk.iter().zip(&shape).map(|(&number, len)| number as u64 * len).collect();
        Part { start, shape: shape.clone() }
    });
    engine.cost(&chunk, Some(&mut parts))
}
