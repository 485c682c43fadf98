//! What features bring: arrays of other crates, each sliced by both, files, and several threads.

#[cfg(feature = "serde")]
mod arrays_in_files;
#[cfg(feature = "bytemuck")]
mod bytemuck;
#[cfg(feature = "half")]
mod half;
#[cfg(feature = "image")]
mod image;
#[cfg(feature = "interop")]
mod layouts;
#[cfg(feature = "nalgebra")]
mod nalgebra;
#[cfg(feature = "ndarray")]
mod ndarray;
#[cfg(feature = "rayon")]
mod parallel_copies;
#[cfg(feature = "rayon")]
mod parallel_parts;
#[cfg(feature = "rayon")]
mod parallel_walks;
#[cfg(feature = "serde")]
mod ranks_in_files;
#[cfg(all(feature = "safetensors", feature = "half"))]
mod safetensors;
#[cfg(feature = "serde")]
mod specs_in_files;
