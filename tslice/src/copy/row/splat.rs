//! One block over and over: fills and broadcasts.

/// Writes `count` copies of the block at `from`, one after the other.
///
/// # Safety
///
/// `block` bytes can be read at `from`, `count * block` written at `to`; they do not overlap.
pub(super) unsafe fn row(to: *mut u8, from: *const u8, count: usize, block: usize) {
    if block == 1 {
        // SAFETY: a block of one byte.
        let byte = unsafe { *from };
        // SAFETY: `count` bytes may be written.
        return unsafe { to.write_bytes(byte, count) };
    }
    // Doubling what is written, up to a piece that stays in the first cache; then piece after piece.
    const PIECE: usize = 8192;
    let total = count * block;
    // SAFETY: at least one block fits.
    unsafe { core::ptr::copy_nonoverlapping(from, to, block) };
    let (mut done, mut piece) = (block, block);
    while done < total {
        let len = piece.min(total - done);
        // SAFETY: `done + len` bytes fit.
        let next = unsafe { to.add(done) };
        // SAFETY: the first `piece` bytes are written, and `done` is at least `piece`.
        unsafe { core::ptr::copy_nonoverlapping(to.cast_const(), next, len) };
        done += len;
        if piece < PIECE {
            piece = done;
        }
    }
}
