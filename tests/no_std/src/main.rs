//! Slicing with `core` and `alloc` alone: the exit status is 0, or the number of the check that
//! failed.
//!
//! The C library starts the program and ends it; memory is a fixed piece, handed out once.
#![no_std]
#![no_main]

extern crate alloc;

mod checks;
mod heap;

use core::ffi::{c_char, c_int};
use core::panic::PanicInfo;

// The start files of the platform are in C.
#[link(name = "c")]
unsafe extern "C" {
    fn abort() -> !;
}

#[unsafe(no_mangle)]
extern "C" fn main(_count: c_int, _arguments: *const *const c_char) -> c_int {
    let failed = (1..).zip(checks::ALL).find(|(_, check)| !check());
    failed.map_or(0, |(number, _)| number)
}

// The `alloc` that ships with the compiler unwinds; this program aborts, so these are never called.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}
#[unsafe(no_mangle)]
extern "C" fn _Unwind_Resume() {}

#[panic_handler]
fn panicked(_: &PanicInfo<'_>) -> ! {
    // SAFETY: it takes nothing and does not return.
    unsafe { abort() }
}
