//! Memory as NumPy takes it: huge pages for arrays of 4 MiB or more, where the system gives them on
//! request. So it is the libraries that are compared in a row, and not the pages that their sources
//! lie on.

use std::alloc::{GlobalAlloc, Layout, System};

/// From this size on NumPy asks for huge pages.
const LARGE: usize = 4 << 20;

/// Bytes of a huge page.
const PAGE: usize = 2 << 20;

/// Large blocks begin with a page, so that none has fewer huge pages than another of its size.
fn placed(layout: Layout) -> Layout {
    if layout.size() < LARGE {
        layout
    } else {
        layout.align_to(PAGE).unwrap_or(layout)
    }
}

struct HugePages;

#[global_allocator]
static ALLOCATOR: HugePages = HugePages;

// SAFETY: the system's allocator does the work, and advice changes no content.
unsafe impl GlobalAlloc for HugePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let start = unsafe { System.alloc(placed(layout)) };
        advise(start, layout.size());
        start
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let start = unsafe { System.alloc_zeroed(placed(layout)) };
        advise(start, layout.size());
        start
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise, and the layout that the block was allocated by.
        unsafe { System.dealloc(start, placed(layout)) };
    }
}

#[cfg(target_os = "linux")]
fn advise(start: *mut u8, size: usize) {
    if start.is_null() || size < LARGE {
        return;
    }
    // SAFETY: mapped memory of this process. A failure has no effect.
    unsafe { libc::madvise(start.cast(), size, libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn advise(_: *mut u8, _: usize) {}

/// Gives free memory back to the system, so that buffers made next lie on other pages: freed blocks
/// are handed out again as they are.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn give_back() {
    // SAFETY: `malloc_trim` releases free memory only.
    unsafe { libc::malloc_trim(0) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn give_back() {}
