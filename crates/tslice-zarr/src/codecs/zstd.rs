//! Contexts and buffers of zstd that threads keep. `zarrs` makes new ones for each block: that
//! takes an eighth of the time of a block of 64 KiB, as a new context asks the processor what it
//! can do.

use std::cell::RefCell;
use std::io;

use ::zstd::bulk::Decompressor;

/// The largest buffer that is kept, in bytes.
const KEPT: usize = 1 << 20;

#[derive(Default)]
struct Scratch {
    context: Decompressor<'static>,
    contents: Vec<u8>,
}

thread_local! {
    static LAST: RefCell<Scratch> = RefCell::default();
}

/// Calls a function with the contents of some bytes, which are at most of this size; an error of
/// the kind `OutOfMemory` if memory does not have as much.
pub(crate) fn decode<R>(bytes: &[u8], size: usize, then: impl FnOnce(&[u8]) -> R) -> io::Result<R> {
    LAST.with(|last| match last.try_borrow_mut() {
        Ok(mut scratch) => scratch.decode(bytes, size, then),
        // A thread that waits inside `then` may be given another block to decode.
        Err(_) => Scratch::default().decode(bytes, size, then),
    })
}

impl Scratch {
    fn decode<R>(
        &mut self,
        bytes: &[u8],
        size: usize,
        then: impl FnOnce(&[u8]) -> R,
    ) -> io::Result<R> {
        self.contents.clear();
        self.contents.try_reserve(size)?;
        self.context
            .decompress_to_buffer(bytes, &mut self.contents)?;
        let result = then(&self.contents);
        if self.contents.capacity() > KEPT {
            self.contents = Vec::new();
        }
        Ok(result)
    }
}
