//! Why a region cannot be cut.

use tslice_core::__ops::errors;
use tslice_core::AxisError;

errors! {
    /// Why a region cannot be split into parts, or cut by a grid of chunks.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CutError {
        /// The axis does not exist, or the grid has another rank.
        Axis(#[from] error: AxisError) => ("{error}"),
        /// Chunks have no length on axis `axis` with length `len`.
        EmptyChunks { axis: usize, len: usize } =>
            ("axis {axis} with length {len} cannot be cut into chunks of length 0"),
        /// Axis `axis`, with length `len`, cannot be split into 0 parts.
        NoParts { axis: usize, len: usize } =>
            ("axis {axis} with length {len} cannot be split into 0 parts"),
        /// The edges of chunks do not start at 0, or do not ascend: the one at position `at` of the
        /// list is wrong.
        UnsortedEdges { axis: usize, at: usize, edge: usize } =>
            ("edge {at} of the chunks of axis {axis} is {edge}: edges ascend from 0"),
        /// The last edge of chunks is before the end of the axis, or the list of edges is empty, and
        /// `last` is 0.
        EdgesTooShort { axis: usize, len: usize, last: usize } =>
            ("the chunks of axis {axis} with length {len} end at {last}"),
    }
}
