//! Tables of chunks against a walk over every element.

use tslice_algebra::{ChunkGrid, DynRegion};

use super::Random;
use super::every_length::encoding;

/// The chunk of each position of an axis, said position by position.
fn chunk_of_each(grid: ChunkGrid<'_>, len: usize) -> Vec<usize> {
    let mut chunk_of = Vec::new();
    let (mut chunk, mut inside) = (0, 0);
    for position in 0..len {
        let full = match grid {
            ChunkGrid::Regular(length) => inside == length,
            ChunkGrid::Edges(edges) => edges[chunk + 1] == position,
            other => panic!("{other:?} is checked nowhere"),
        };
        if full {
            (chunk, inside) = (chunk + 1, 0);
        }
        chunk_of.push(chunk);
        inside += 1;
    }
    chunk_of
}

/// Checks the table of one axis against a walk over what is selected.
fn check_axis(region: &DynRegion, grid: ChunkGrid<'_>) -> usize {
    let (len, taken) = (region.shape()[0], region.axes()[0]);
    let chunk_of = chunk_of_each(grid, len);
    let mut place = 0;
    let mut last = None;
    for row in region
        .chunks(&[grid])
        .expect("a grid")
        .axis(0)
        .expect("an axis")
    {
        let begin = chunk_of
            .iter()
            .position(|&chunk| chunk == row.chunk)
            .expect("a chunk of the axis");
        let size = chunk_of.iter().filter(|&&chunk| chunk == row.chunk).count();
        assert_eq!((row.begin, row.len, row.out), (begin, size, place));
        assert_ne!(last, Some(row.chunk), "each chunk has one row");
        assert!(row.selection.count() > 0);
        for k in 0..row.selection.count() {
            let position = begin + row.selection.get(k).expect("below the count");
            assert_eq!(
                (taken.get(place), chunk_of[position]),
                (Some(position), row.chunk)
            );
            place += 1;
        }
        assert_eq!(row.whole, row.selection.count() == size);
        last = Some(row.chunk);
    }
    assert_eq!(place, taken.count(), "every position is in a row");
    place
}

fn edges(random: &mut Random, len: usize) -> Vec<usize> {
    let mut edges = vec![0];
    while edges[edges.len() - 1] < len {
        edges.push(edges[edges.len() - 1] + 1 + random.below(6));
    }
    edges
}

fn grid<'e>(random: &mut Random, edges: &'e [usize]) -> ChunkGrid<'e> {
    if random.below(2) == 0 {
        ChunkGrid::Regular(1 + random.below(9))
    } else {
        ChunkGrid::Edges(edges)
    }
}

fn region(random: &mut Random, shape: &[usize]) -> DynRegion {
    let mut region = DynRegion::whole(shape).expect("short");
    for (axis, &len) in shape.iter().enumerate() {
        let mut bound = || Some(random.around(len as i64 + 2)).filter(|bound| bound % 4 != 0);
        let (begin, end) = (bound(), bound());
        let size = if random.below(3) == 0 { 30 } else { 4 };
        let stride = random.around(size);
        let range = encoding((begin, end, if stride == 0 { -1 } else { stride }));
        let whole = tslice::Masks {
            begin_mask: 0,
            end_mask: 0,
            ..range.masks
        };
        let mut spec = tslice::Encoding {
            masks: whole,
            ..tslice::Encoding::default()
        };
        for other in 0..=axis {
            let here = other == axis;
            spec.begin.push(if here { range.begin[0] } else { 0 });
            spec.end.push(if here { range.end[0] } else { 0 });
            spec.strides.push(if here { range.strides[0] } else { 1 });
            let absent = |mask: u32| if here { mask } else { 1 };
            spec.masks.begin_mask |= absent(range.masks.begin_mask) << other;
            spec.masks.end_mask |= absent(range.masks.end_mask) << other;
        }
        region = region.then(&spec).expect("ranges fit");
    }
    // Some results lack an axis, or have a new one.
    if region.result_shape().first().is_some_and(|&len| len > 0) && random.below(3) == 0 {
        region = region
            .then(tslice::s![-1, newaxis])
            .expect("it is not empty");
    }
    region
}

/// Checks tables of long and short axes, and that the pieces of an array are all of it.
///
/// # Panics
///
/// If a table is not what a walk gives.
#[must_use]
pub fn random_tables(count: usize, seed: u64) -> usize {
    let mut random = Random(seed);
    let mut elements = 0;
    for _ in 0..count {
        let len = random.below(120);
        let of_axis = edges(&mut random, len);
        let one = region(&mut random, &[len]);
        if one.result_shape().len() == 1 {
            elements += check_axis(&one, grid(&mut random, &of_axis));
        }
        let shape = [random.below(12), random.below(12)];
        let of_axes = shape.map(|len| edges(&mut random, len));
        let grids = [
            grid(&mut random, &of_axes[0]),
            grid(&mut random, &of_axes[1]),
        ];
        elements += check_pieces(&region(&mut random, &shape), &grids);
    }
    elements
}

/// Copies an array chunk by chunk, and compares it with the slice.
fn check_pieces(region: &DynRegion, grids: &[ChunkGrid<'_>]) -> usize {
    let shape = region.shape();
    let result = region.result_shape();
    let chunk_of = [0, 1].map(|axis| chunk_of_each(grids[axis], shape[axis]));
    let mut filled = vec![None; result.iter().product()];
    for piece in region.chunks(grids).expect("grids").projections() {
        let begin = [0, 1].map(|axis| {
            chunk_of[axis]
                .iter()
                .position(|&chunk| chunk == piece.chunk[axis])
                .expect("a chunk of the axis")
        });
        let lens = piece.selection.result_shape();
        assert_eq!(lens, piece.out.result_shape());
        let count: usize = lens.iter().product();
        assert_eq!(
            piece.whole,
            count == piece.selection.shape().iter().product::<usize>()
        );
        for k in 0..count {
            let mut rest = k;
            let mut index = vec![0; lens.len()];
            for (i, len) in index.iter_mut().zip(&lens).rev() {
                (*i, rest) = (rest % len, rest / len);
            }
            let local = piece.selection.to_source(&index).expect("inside the piece");
            let place = piece.out.to_source(&index).expect("inside the piece");
            let flat = place
                .iter()
                .zip(&result)
                .fold(0, |flat, (i, len)| flat * len + i);
            assert_eq!(filled[flat], None, "each element is in one piece");
            filled[flat] = Some([begin[0] + local[0], begin[1] + local[1]]);
            assert_eq!(
                region.to_source(&place).as_deref(),
                filled[flat].as_ref().map(|p| &p[..])
            );
        }
    }
    assert!(
        filled.iter().all(Option::is_some),
        "every element is in a piece"
    );
    filled.len()
}
