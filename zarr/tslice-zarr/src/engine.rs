//! What reading and writing ask of the crate that knows Zarr.

use tslice::algebra::Grid;
use zarrs::array::DataType;

use crate::cost::Cost;
use crate::error::ZarrError;

/// An array that can be read by chunks.
pub(crate) trait Engine: Send + Sync {
    fn shape(&self) -> &[usize];
    fn data_type(&self) -> &DataType;
    /// The bytes of an element that was never written.
    fn fill(&self) -> &[u8];
    /// How each axis is cut into chunks.
    fn grid(&self) -> Vec<Grid<'_>>;
    /// The shape of the parts of a chunk that can be read alone; `None` if a chunk is read as a whole.
    fn part(&self) -> Option<&[usize]>;
    /// The shape of a chunk, which may reach beyond the array.
    fn block(&self, chunk: &[u64]) -> Result<Vec<usize>, ZarrError>;
    fn key(&self, chunk: &[u64]) -> String;
    /// The elements of a chunk; `None` if there is no such chunk.
    fn chunk(&self, chunk: &[u64]) -> Result<Option<Vec<u8>>, ZarrError>;
    /// The parts of a chunk, with its index read; with `whole`, all bytes are read at once.
    fn parts(&self, chunk: &[u64], whole: bool) -> Result<Option<Box<dyn Parts>>, ZarrError>;
    /// Requests for a chunk, or for these parts of it, and their bytes.
    fn cost(&self, chunk: &[u64], parts: Option<&mut dyn Iterator<Item = Part>>) -> Result<Cost, ZarrError>;
    /// Requests and bytes since the array was opened.
    fn traffic(&self) -> Cost;
    /// Writes a chunk.
    fn store(&self, chunk: &[u64], elements: &[u8]) -> Result<(), ZarrError>;
}

/// A chunk of which parts can be read.
pub(crate) trait Parts: Send + Sync {
    /// The elements of a part; `None` if it is not there.
    fn read(&self, part: &Part) -> Result<Option<Vec<u8>>, ZarrError>;
}

/// A box inside a chunk.
pub(crate) struct Part {
    pub(crate) start: Vec<u64>,
    pub(crate) shape: Vec<u64>,
}
