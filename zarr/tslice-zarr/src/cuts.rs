//! How the axes of an array are cut into chunks.

use tslice::algebra::ChunkGrid;
use zarrs::array::Array;
use zarrs::plugin::ExtensionName;

/// The grid of an array has at most so many edges, if it is not regular.
const MOST_EDGES: u64 = 1 << 24;

/// How an axis is cut, owned.
pub(crate) enum Cuts {
    Regular(usize),
    Edges(Vec<usize>),
}

impl Cuts {
    /// How each axis is cut.
    pub(crate) fn of<S: ?Sized>(array: &Array<S>, shape: &[usize]) -> Result<Vec<Self>, String> {
        if array.chunk_grid().name_v3().is_none_or(|name| name != "regular") {
            let edges = shape.iter().enumerate().map(|(axis, &len)| edges(array, axis, len));
            return edges.map(|edges| edges.map(Self::Edges)).collect();
        }
        let block = array.chunk_shape(&vec![0; shape.len()]).map_err(|error| error.to_string())?;
        let lengths = block.iter().map(|len| usize::try_from(len.get()).map(Self::Regular));
        lengths.collect::<Result<_, _>>().map_err(|_| "a chunk is longer than an axis can be".to_owned())
    }

    pub(crate) fn grid(&self) -> ChunkGrid<'_> {
        match self {
            &Self::Regular(len) => ChunkGrid::Regular(len),
            Self::Edges(edges) => ChunkGrid::Edges(edges),
        }
    }

    /// The length of the longest chunk.
    pub(crate) fn longest(&self) -> usize {
        match self {
            &Self::Regular(len) => len,
            Self::Edges(edges) => edges.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0),
        }
    }
}

/// Where the chunks of an axis begin, and where the last one ends.
fn edges<S: ?Sized>(array: &Array<S>, axis: usize, len: usize) -> Result<Vec<usize>, String> {
    let grid = array.chunk_grid();
    let count = grid.grid_shape().get(axis).copied().unwrap_or(0);
    if count > MOST_EDGES {
        return Err(format!(
            "axis {axis} is cut into {count} chunks, {MOST_EDGES} are the most of a grid that is not regular"
        ));
    }
    let mut chunk = vec![0; grid.dimensionality()];
    let mut edges = vec![0];
    for number in 0..count {
        chunk[axis] = number;
        let subset = grid.subset(&chunk).map_err(|error| error.to_string())?;
        let end = subset.and_then(|subset| usize::try_from(*subset.end_exc().get(axis)?).ok());
        edges.push(end.ok_or_else(|| format!("chunk {number} of axis {axis} has no end"))?);
    }
    if edges[edges.len() - 1] < len {
        return Err(format!("the chunks of axis {axis} with length {len} end at {}", edges[edges.len() - 1]));
    }
    Ok(edges)
}
