//! The work of a copy: boxes are read, and chunks are written or compared.

use std::ops::Range;
use std::sync::atomic::Ordering;

use rayon::iter::{IntoParallelRefIterator, ParallelBridge, ParallelIterator};
use tslice::{DynView, DynViewMut};
use zarrs::storage::StoreKey;

use super::CopyPlan;
use crate::array;
use crate::array::read;
use crate::array::stores::now;
use crate::array::write;
use crate::copying::part::{self, Cell};
use crate::copying::writers::{self, End};
use crate::error::ZarrError;
use crate::memory;
use crate::selection::cut::{Piece, Pieces};
#[cfg(feature = "filesystem")]
use crate::store::{place::Place, whole_files};

/// What is done with a chunk of the target, which is given with the bytes that it should have.
type Work<'w> = dyn Fn(&Piece, &DynView<'_, u8>) -> Result<(), ZarrError> + Sync + 'w;

impl CopyPlan {
    /// Copies. Each chunk, or shard, of the target is written as a whole, and by one part: what is
    /// interrupted can be done again, and leaves chunks that are old or new if the store replaces
    /// values at once. Chunks that hold the fill value only are not written.
    ///
    /// # Errors
    ///
    /// If a store fails, or a chunk of the source is broken.
    pub fn run(&self) -> Result<(), ZarrError> {
        self.run_into(&|chunk, value| now(self.target.put(&self.key(chunk), value)))
    }

    /// As [`run`](Self::run), for another end than the store of the target: a function takes the
    /// chunks, by their numbers on the axes. Those that hold the fill value only are `None`.
    ///
    /// # Errors
    ///
    /// As `run`, and those of the function.
    #[doc(hidden)]
    pub fn run_into(&self, end: &End<'_>) -> Result<(), ZarrError> {
        let count = |()| {
            self.done.fetch_add(1, Ordering::Relaxed);
        };
        writers::with(
            self.boxes.writers,
            &|chunk, value| end(chunk, value).map(count),
            |end| {
                self.each(self.resume, &|piece, values| {
                    let value = write::changed(&self.target, piece, None, values);
                    end(&piece.chunk, self.target.named(value)?)
                })
            },
        )
    }

    /// Reads what [`run`](Self::run) has written, and compares it to the source.
    ///
    /// # Errors
    ///
    /// If a store fails, a chunk is broken, or one of the target differs: the error names its key.
    pub fn verify(&self) -> Result<(), ZarrError> {
        self.each(false, &|piece, values| {
            self.target.named(self.compare(piece, values))?;
            self.done.fetch_add(1, Ordering::Relaxed);
            Ok(())
        })
    }

    /// Reads box by box, and calls a function for each chunk of the target with the bytes that it
    /// should have; for those that the target lacks only, if `resumes` says so.
    fn each(&self, resumes: bool, work: &Work<'_>) -> Result<(), ZarrError> {
        let pool = array::pool(self.boxes.threads)?;
        self.done.store(0, Ordering::Relaxed);
        #[cfg(feature = "filesystem")]
        if resumes {
            self.sweep()?;
        }
        // Allocated once: the allocator may keep a box that was freed beside the next one.
        let mut room = vec![];
        let mut cells = self
            .cells
            .iter()
            .flat_map(|cell| part::cut(cell, &self.boxes.step));
        pool.install(|| cells.try_for_each(|cell| self.in_box(&cell, resumes, &mut room, work)))
    }

    /// Removes what killed programs left beside the chunks of this part, and beside the metadata.
    #[cfg(feature = "filesystem")]
    fn sweep(&self) -> Result<(), ZarrError> {
        let Place::Location(root) = &self.target.label.place else {
            return Ok(());
        };
        whole_files::sweep(root);
        let mut last = root.clone();
        for cell in &self.cells {
            for piece in self.chunks_of(cell) {
                let path = root.join(self.key(&piece.chunk).as_str());
                let folder = path.parent().unwrap_or(root);
                if folder != last {
                    whole_files::sweep(folder);
                    last = folder.to_owned();
                }
            }
        }
        Ok(())
    }

    /// As [`each`](Self::each), of the chunks of one box.
    fn in_box(
        &self,
        cell: &[Range<usize>],
        resumes: bool,
        room: &mut Vec<u8>,
        work: &Work<'_>,
    ) -> Result<(), ZarrError> {
        let left = self.left(cell, resumes)?;
        let ranges = self.ranges(cell);
        let count = cell.iter().map(Range::len).product::<usize>();
        self.done.fetch_add(count - left.len(), Ordering::Relaxed);
        if left.is_empty() {
            return Ok(());
        }
        let shape: Vec<usize> = ranges.iter().map(Range::len).collect();
        let len = shape.iter().product();
        if room.len() < len {
            *room = memory::zeros(&[len])?.into_vec();
        }
        let mut out = DynViewMut::from_shape(&shape, &mut room[..len])?;
        let part = self.selection.part(&ranges);
        read::read(vec![(&self.source, &part, out.view_mut())], false)?;
        let out = out.view();
        left.par_iter()
            .try_for_each(|piece| work(piece, &write::values_of(piece, &out)?))
    }

    /// The chunks of a cell; those that the target lacks only, if `resumes` says so.
    pub(super) fn left(
        &self,
        cell: &[Range<usize>],
        resumes: bool,
    ) -> Result<Vec<Piece>, ZarrError> {
        let is_there = |piece: &Piece| {
            now(self.target.size(&self.key(&piece.chunk))).map(|size| size.is_some())
        };
        let left = self
            .chunks_of(cell)
            .par_bridge()
            .map(|piece| Ok((!resumes || !is_there(&piece)?).then_some(piece)));
        left.filter_map(Result::transpose).collect()
    }

    /// The chunks of a cell.
    fn chunks_of(&self, cell: &[Range<usize>]) -> Pieces<'_> {
        Pieces::new(self.written(&self.ranges(cell)), &self.target.engine.grid())
    }

    fn key(&self, chunk: &[usize]) -> StoreKey {
        self.target.engine.key(chunk)
    }

    /// Compares a chunk of the target to what should be in it.
    fn compare(&self, piece: &Piece, values: &DynView<'_, u8>) -> Result<(), ZarrError> {
        let cell: Cell = piece.chunk.iter().map(|&chunk| chunk..chunk + 1).collect();
        let mut found = memory::zeros::<u8>(values.shape())?;
        let part = self.written(&self.ranges(&cell));
        read::read(vec![(&self.target, &part, found.view_mut())], true)?;
        if found == *values {
            return Ok(());
        }
        let mut bytes = found.iter().zip(values.iter());
        let byte = bytes
            .position(|(found, expected)| found != expected)
            .unwrap_or_default();
        let element = byte / self.target.engine.fill().len();
        let words = format!("element {element} of it, in row-major order, differs from the source");
        Err(ZarrError::chunk(self.key(&piece.chunk), words))
    }
}
