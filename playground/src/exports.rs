//! What the page calls. Texts go in and out byte by byte: no pointer crosses, so nothing here can
//! be unsound.
#![allow(
    unsafe_code,
    reason = "names without mangling, by which a page finds a function"
)]

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The spec, the shape, and the answer.
static TEXTS: Mutex<[Vec<u8>; 3]> = Mutex::new([Vec::new(), Vec::new(), Vec::new()]);

fn texts() -> MutexGuard<'static, [Vec<u8>; 3]> {
    TEXTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Forgets all texts.
// SAFETY: no other function of the program has this name; nor one below.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn tslice_clear() {
    texts().iter_mut().for_each(Vec::clear);
}

/// Adds a byte to text 0, the spec, or 1, the shape.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn tslice_put(text: u32, byte: u32) {
    if let Some(text) = texts().get_mut(text as usize) {
        text.push(byte as u8);
    }
}

/// Answers, and returns the number of the answer's bytes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn tslice_answer() -> u32 {
    let [spec, shape, answer] = &mut *texts();
    *answer = super::answer(
        &String::from_utf8_lossy(spec),
        &String::from_utf8_lossy(shape),
    )
    .to_string()
    .into_bytes();
    answer.len() as u32
}

/// A byte of the answer, and 0 behind its end.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn tslice_get(at: u32) -> u32 {
    texts()[2].get(at as usize).copied().unwrap_or(0).into()
}
