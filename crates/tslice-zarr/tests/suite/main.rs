//! Zarr arrays in memory, sliced here and by an oracle that knows Python's slices and looks at one
//! element after the other.

#[cfg(all(feature = "filesystem", unix))]
mod apart;
mod arrays;
mod between;
mod cached;
mod chance;
#[cfg(feature = "filesystem")]
mod codecs;
mod copies;
mod counted;
mod crossing;
#[cfg(feature = "async")]
mod futures;
mod hostile;
mod interrupted;
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the oracle is a module of other tests, too"
)]
#[path = "../../../../tests/src/crossing.rs"]
mod kinds;
mod lying;
mod many;
mod names;
mod opened;
mod oracle;
mod picks;
mod random;
#[cfg(feature = "filesystem")]
mod records;
mod references;
mod typed;
mod written;
