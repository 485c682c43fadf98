//! Reading: the result is cut at the edges of chunks, in halves, until each part is of one chunk; the parts are read side by side.

use std::sync::atomic::{AtomicBool, Ordering};

use tslice::algebra::{ChunkPart, DynChunkTables, Grid, Progression};
use tslice::{DynRegion, DynView, DynViewMut};

use crate::element::{self, Element};
use crate::engine::{Engine, Part};
use crate::error::ZarrError;

/// Rows of the longest table that are held at once.
const ROWS: usize = 4096;

/// Reads a region into an array of the shape of its result. If that `is_blank`, it holds zeros.
pub(crate) fn read<T: Element>(
    engine: &dyn Engine,
    region: &DynRegion,
    out: DynViewMut<'_, T>,
    is_blank: bool,
) -> Result<(), ZarrError> {
    element::check::<T>(engine.data_type())?;
    let fill = element::of_bytes::<T>(engine.fill())?[0];
    let skips_fill = is_blank && bytemuck::bytes_of(&fill).iter().all(|&byte| byte == 0);
    let reader = Reader { engine, fill, skips_fill, failed: AtomicBool::new(false) };
    let cut = Cut::new(region, &engine.grid())?;
    cut.divide(out, &reader.failed, &|rows, out| reader.chunk(&cut, rows, out))
}

struct Reader<'e, T> {
    engine: &'e dyn Engine,
    fill: T,
    skips_fill: bool,
    failed: AtomicBool,
}

impl<T: Element> Reader<'_, T> {
    /// Reads what is selected of one chunk.
    fn chunk(&self, cut: &Cut<'_>, rows: &[ChunkPart], mut out: DynViewMut<'_, T>) -> Result<(), ZarrError> {
        let chunk: Vec<u64> = rows.iter().map(|row| row.chunk as u64).collect();
        if let Some(part) = self.engine.part() {
            return self.parts(cut, rows, &chunk, part, out);
        }
        match self.engine.chunk(&chunk)? {
            Some(bytes) => put(cut, &bytes, &self.engine.block(&chunk)?, rows, &mut out)
                .map_err(|error| error.at(|| self.engine.key(&chunk))),
            None => {
                self.fill(&mut out);
                Ok(())
            }
        }
    }

    /// Reads the parts of a chunk of which something is selected, and no others.
    fn parts(
        &self,
        cut: &Cut<'_>,
        rows: &[ChunkPart],
        chunk: &[u64],
        part: &[usize],
        mut out: DynViewMut<'_, T>,
    ) -> Result<(), ZarrError> {
        let inner = cut.inside(rows, part)?;
        let Some(parts) = self.engine.parts(chunk, inner.touches_all(part))? else {
            self.fill(&mut out);
            return Ok(());
        };
        let shape: Vec<u64> = part.iter().map(|&len| len as u64).collect();
        inner.divide(out, &self.failed, &|rows, mut out| {
            let start = rows.iter().map(|row| row.begin as u64).collect();
            let Some(bytes) = parts.read(&Part { start, shape: shape.clone() })? else {
                self.fill(&mut out);
                return Ok(());
            };
            put(&inner, &bytes, part, rows, &mut out).map_err(|error| error.at(|| self.engine.key(chunk)))
        })
    }

    fn fill(&self, out: &mut DynViewMut<'_, T>) {
        if !self.skips_fill {
            out.fill(self.fill);
        }
    }
}

/// Copies what is selected of a decoded block.
fn put<T: Element>(
    cut: &Cut<'_>,
    bytes: &[u8],
    block: &[usize],
    rows: &[ChunkPart],
    out: &mut DynViewMut<'_, T>,
) -> Result<(), ZarrError> {
    let elements = element::of_bytes::<T>(bytes)?;
    let taken: Vec<Progression> = rows.iter().map(|row| row.local).collect();
    let (first, steps) = inside(block, &taken, &cut.origins);
    let taken = DynView::from_strided(out.shape(), &steps, first, &elements).map_err(|_| {
        ZarrError::chunk("", format!("{} elements are no block of shape {block:?}", elements.len()))
    })?;
    out.try_assign(&taken)?;
    Ok(())
}

/// The first element, and the strides in the axes of a result, of what is taken of a block, which fits into memory.
pub(crate) fn inside(
    block: &[usize],
    taken: &[Progression],
    origins: &[Option<usize>],
) -> (usize, Vec<isize>) {
    let mut strides = vec![0_isize; block.len()];
    let (mut stride, mut first) = (1_usize, 0);
    for axis in (0..block.len()).rev() {
        // An axis of which one position is taken does not use its stride, which may be any.
        strides[axis] = stride.cast_signed().wrapping_mul(taken[axis].step());
        first += taken[axis].first() * stride;
        stride *= block[axis];
    }
    (first, origins.iter().map(|origin| origin.map_or(0, |axis| strides[axis])).collect())
}

/// A region with the tables of its chunks.
pub(crate) struct Cut<'g> {
    region: DynRegion,
    tables: DynChunkTables<'g>,
    rows: Vec<Vec<ChunkPart>>,
    /// The axis whose table goes on after its rows.
    longest: Option<usize>,
    /// The axis of the source of each axis of the result, and the other way round.
    origins: Vec<Option<usize>>,
    results: Vec<Option<usize>>,
}

impl<'g> Cut<'g> {
    pub(crate) fn new(region: &DynRegion, grid: &[Grid<'g>]) -> Result<Self, ZarrError> {
        let tables = region.chunks(grid)?;
        let origins: Vec<_> = (0..region.result_shape().len()).map(|axis| region.origin(axis)).collect();
        let mut results = vec![None; region.shape().len()];
        for (result, origin) in origins.iter().enumerate() {
            if let &Some(axis) = origin {
                results[axis] = Some(result);
            }
        }
        let (mut rows, mut longest) = (Vec::with_capacity(results.len()), None);
        for axis in 0..results.len() {
            let table = tables.axis(axis).into_iter().flatten();
            let list: Vec<ChunkPart> = match longest {
                None => table.take(ROWS + 1).collect(),
                Some(_) => table.collect(),
            };
            if list.len() > ROWS {
                longest.get_or_insert(axis);
            }
            rows.push(list);
        }
        Ok(Self { region: region.clone(), tables, rows, longest, origins, results })
    }

    /// The parts of a chunk, as the chunks are of the array.
    fn inside(&self, rows: &[ChunkPart], part: &[usize]) -> Result<Cut<'static>, ZarrError> {
        let piece = self.tables.piece(rows)?;
        let grid: Vec<Grid<'static>> = part.iter().map(|&len| Grid::Regular(len)).collect();
        Cut::new(&piece.local, &grid)
    }

    /// Whether something is selected of every part.
    fn touches_all(&self, part: &[usize]) -> bool {
        let lengths = self.region.shape().iter().zip(part);
        self.longest.is_none()
            && self.rows.iter().zip(lengths).all(|(rows, (len, part))| rows.len() == len.div_ceil(*part))
    }

    /// Calls a function for each chunk, with its rows of the tables and with its part of the result, side by side.
    pub(crate) fn divide<T: Send>(
        &self,
        mut out: DynViewMut<'_, T>,
        failed: &AtomicBool,
        each: &Each<'_, T>,
    ) -> Result<(), ZarrError> {
        if self.region.is_empty() {
            return Ok(());
        }
        let halving = Halving { results: &self.results, failed, each };
        let rows: Vec<&[ChunkPart]> = self.rows.iter().map(|rows| &rows[..]).collect();
        let (Some(axis), Some(result)) = (self.longest, self.longest.and_then(|axis| self.results[axis]))
        else {
            return halving.halve(&rows, out);
        };
        let mut table = self.tables.axis(axis).into_iter().flatten();
        loop {
            let block: Vec<ChunkPart> = table.by_ref().take(ROWS).collect();
            let (Some(first), Some(last)) = (block.first(), block.last()) else { return Ok(()) };
            let (begin, end) = (first.place, last.place + last.local.count());
            let [_, mut rest] = out.try_split_at_mut(result, begin)?;
            let [part, _] = rest.try_split_at_mut(result, end - begin)?;
            let mut rows = rows.clone();
            rows[axis] = &block;
            halving.halve(&rows, part)?;
        }
    }
}

/// What is done for each chunk, with its rows of the tables and its part of the result.
type Each<'e, T> = dyn Fn(&[ChunkPart], DynViewMut<'_, T>) -> Result<(), ZarrError> + Sync + 'e;

struct Halving<'h, T> {
    results: &'h [Option<usize>],
    failed: &'h AtomicBool,
    each: &'h Each<'h, T>,
}

impl<T: Send> Halving<'_, T> {
    fn halve(&self, rows: &[&[ChunkPart]], mut out: DynViewMut<'_, T>) -> Result<(), ZarrError> {
        if self.failed.load(Ordering::Relaxed) {
            // Another part has the error.
            return Ok(());
        }
        let Some(axis) = rows.iter().position(|rows| rows.len() > 1) else {
            let rows: Vec<ChunkPart> = rows.iter().map(|rows| rows[0]).collect();
            let done = (self.each)(&rows, out);
            if done.is_err() {
                self.failed.store(true, Ordering::Relaxed);
            }
            return done;
        };
        let (low, high) = rows[axis].split_at(rows[axis].len() / 2);
        let at = high[0].place - low[0].place;
        let result = self.results[axis].unwrap_or_default();
        let [left, right] = out.try_split_at_mut(result, at)?;
        let half = |part| {
            let mut rows = rows.to_vec();
            rows[axis] = part;
            rows
        };
        let (left, right) = rayon::join(|| self.halve(&half(low), left), || self.halve(&half(high), right));
        left.and(right)
    }
}
