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
            let mut left = EdgesLeft::new(shape.len());
            let edges = shape
                .iter()
                .enumerate()
                .map(|(axis, &len)| edges(array, axis, len, &mut left));
            return edges.map(|edges| edges.map(Self::Edges)).collect();
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

/// The edges that a grid may have still.
pub(crate) struct EdgesLeft {
    rank: usize,
    left: u64,
}

impl EdgesLeft {
    pub(crate) fn new(rank: usize) -> Self {
        Self {
            rank,
            left: MOST_EDGES / rank.max(1) as u64,
        }
    }

    /// Counts the edges of an axis that is cut into `count` chunks.
    pub(crate) fn take(&mut self, axis: usize, count: u64) -> Result<(), String> {
        self.left = self.left.checked_sub(count).ok_or_else(|| {
            let Self { rank, left } = self;
            format!("axis {axis} is cut into {count} chunks, {left} are left to a grid of rank {rank} that is not regular")
        })?;
        Ok(())
    }
}

/// Where the chunks of an axis begin, and where the last one ends.
fn edges<S: ?Sized>(
    array: &Array<S>,
    axis: usize,
    len: usize,
    left: &mut EdgesLeft,
) -> Result<Vec<usize>, String> {
    let grid = array.chunk_grid();
    let count = grid.grid_shape().get(axis).copied().unwrap_or(0);
    left.take(axis, count)?;
    let (mut chunk, mut edges) = (vec![0; grid.dimensionality()], vec![]);
    let room = usize::try_from(count).map(|count| edges.try_reserve_exact(count + 1));
    if !matches!(room, Ok(Ok(()))) {
        return Err(format!(
            "the {count} chunks of axis {axis} do not fit into memory"
        ));
    }
    edges.push(0);
    for number in 0..count {
        chunk[axis] = number;
        let subset = grid.subset(&chunk).map_err(|error| error.to_string())?;
        let end = subset.and_then(|subset| usize::try_from(*subset.end_exc().get(axis)?).ok());
        edges.push(end.ok_or_else(|| {
            format!("chunk {number} of axis {axis} ends beyond the largest length")
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
