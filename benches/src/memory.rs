//! Memory as NumPy takes it: huge pages for arrays of 4 MiB or more, where the system gives them on request. So it is the
//! libraries that are compared in a row, and not the pages that their sources lie on.

use std::alloc::{GlobalAlloc, Layout, System};

/// From this size on NumPy asks for huge pages.
const LARGE: usize = 4 << 20;

struct HugePages;

#[global_allocator]
static ALLOCATOR: HugePages = HugePages;

// SAFETY: the system's allocator does the work, and advice changes no content.
unsafe impl GlobalAlloc for HugePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let start = unsafe { System.alloc(layout) };
        advise(start, layout.size());
        start
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let start = unsafe { System.alloc_zeroed(layout) };
        advise(start, layout.size());
        start
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(start, layout) };
    }
}

#[cfg(target_os = "linux")]
fn advise(start: *mut u8, size: usize) {
    const PAGE: usize = 4096;
    if start.is_null() || size < LARGE {
        return;
    }
    // Whole pages of the allocation only.
    let skipped = start.align_offset(PAGE);
    let pages = start.wrapping_add(skipped);
    // SAFETY: mapped memory of this process; that it cannot be advised is no harm.
    unsafe { libc::madvise(pages.cast(), size - skipped, libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn advise(_: *mut u8, _: usize) {}
