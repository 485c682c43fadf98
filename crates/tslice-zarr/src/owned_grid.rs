//! How the axes of an array are cut into chunks.

use tslice_algebra::ChunkGrid;
use zarrs::array::Array;
use zarrs::plugin::ExtensionName;

/// The maximum number of edges of a grid that is not regular, times its axes: the engine visits all
/// axes for each edge.
const MOST_EDGES: u64 = 1 << 22;

/// A [`ChunkGrid`] that owns its edges: how one axis is cut.
#[derive(Clone)]
pub(crate) enum OwnedGrid {
    Regular(usize),
    Edges(Vec<usize>),
}

impl OwnedGrid {
    /// How each axis is cut.
    pub(crate) fn of<S: ?Sized>(array: &Array<S>, shape: &[usize]) -> Result<Vec<Self>, String> {
        if array
            .chunk_grid()
            .name_v3()
            .is_none_or(|name| name != "regular")
        {
            check_edges(array.chunk_grid().grid_shape())?;
            let axes = shape.iter().enumerate();
            return axes
                .map(|(axis, &len)| edges(array, axis, len).map(Self::Edges))
                .collect();
        }
        let block = array
            .chunk_shape(&vec![0; shape.len()])
            .map_err(|error| error.to_string())?;
        let lengths = block
            .iter()
            .map(|len| usize::try_from(len.get()).map(Self::Regular));
        lengths
            .collect::<Result<_, _>>()
            .map_err(|_| "a chunk is longer than an axis can be".to_owned())
    }

    pub(crate) fn grid(&self) -> ChunkGrid<'_> {
        match self {
            &Self::Regular(len) => ChunkGrid::Regular(len),
            Self::Edges(edges) => ChunkGrid::Edges(edges),
        }
    }

    /// The length of a chunk, which may reach beyond the axis.
    pub(crate) fn length(&self, chunk: usize) -> usize {
        match self {
            Self::Regular(len) => *len,
            Self::Edges(edges) => edges[chunk + 1] - edges[chunk],
        }
    }
}

/// The length of the longest chunk of an axis.
pub(crate) fn longest(grid: ChunkGrid<'_>) -> usize {
    match grid {
        ChunkGrid::Regular(len) => len,
        ChunkGrid::Edges(edges) => edges
            .windows(2)
            .map(|pair| pair[1] - pair[0])
            .max()
            .unwrap_or(0),
        _ => 0,
    }
}

/// An error if a grid that is not regular is cut into too many chunks: these are those of each axis.
pub(crate) fn check_edges(counts: &[u64]) -> Result<(), String> {
    let rank = counts.len();
    let mut left = MOST_EDGES / rank.max(1) as u64;
    for (axis, &count) in counts.iter().enumerate() {
        left = left.checked_sub(count).ok_or_else(|| {
            format!("axis {axis} is cut into {count} chunks, {left} are left to a grid of rank {rank} that is not regular")
        })?;
    }
    Ok(())
}

/// Where the chunks of an axis begin, and where the last one ends: they ascend.
fn edges<S: ?Sized>(array: &Array<S>, axis: usize, len: usize) -> Result<Vec<usize>, String> {
    let grid = array.chunk_grid();
    let count = grid.grid_shape().get(axis).copied().unwrap_or(0);
    let (mut chunk, mut edges) = (vec![0; grid.dimensionality()], vec![0]);
    for number in 0..count {
        chunk[axis] = number;
        let subset = grid.subset(&chunk).map_err(|error| error.to_string())?;
        let end = subset.and_then(|subset| usize::try_from(*subset.end_exc().get(axis)?).ok());
        let end = end.filter(|end| edges.last() < Some(end));
        edges.push(end.ok_or_else(|| {
            format!("chunk {number} of axis {axis} is empty, or ends beyond the largest length")
        })?);
    }
    if edges[edges.len() - 1] < len {
        return Err(format!(
            "the chunks of axis {axis} with length {len} end at {}",
            edges[edges.len() - 1]
        ));
    }
    Ok(edges)
}
