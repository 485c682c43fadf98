//! A context of zstd that each thread keeps. `zarrs` makes a new one for each block: that takes an
//! eighth of the time of a block of 64 KiB, as a new context asks the processor what it can do.

use std::cell::RefCell;
use std::io;

use ::zstd::bulk::Decompressor;

thread_local! {
    static CONTEXT: RefCell<Decompressor<'static>> = RefCell::default();
}

/// The contents of some bytes, which are at most of this size.
pub(crate) fn decode(bytes: &[u8], size: usize) -> io::Result<Vec<u8>> {
    let mut contents = Vec::new();
    contents.try_reserve_exact(size)?;
    CONTEXT.with_borrow_mut(|context| context.decompress_to_buffer(bytes, &mut contents))?;
    Ok(contents)
}
