//! Memory for `alloc`: one piece, handed out from its start and never taken back.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicUsize, Ordering};

const BYTES: usize = 1 << 20;

struct Heap {
    piece: UnsafeCell<[u8; BYTES]>,
    used: AtomicUsize,
}

// SAFETY: every byte is handed out once.
unsafe impl Sync for Heap {}

// SAFETY: blocks lie inside the piece, aligned, and never overlap.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let room = layout.size() + layout.align();
        let start = self.used.fetch_add(room, Ordering::Relaxed);
        if start + room > BYTES {
            return null_mut();
        }
        let block = self.piece.get().cast::<u8>().wrapping_add(start);
        block.wrapping_add(block.align_offset(layout.align()))
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static HEAP: Heap = Heap {
    piece: UnsafeCell::new([0; BYTES]),
    used: AtomicUsize::new(0),
};
