//! Memory for the elements of a shape.

use alloc::alloc::{self as memory, Layout};
use alloc::format;
use alloc::vec::Vec;

use crate::error::ShapeError;
use crate::layout::checked_len;

/// The bytes from which on [`filled`] asks whether there is memory. Without it, `vec!` ends the
/// process, as all that allocate a little do.
const LARGE: usize = 1 << 25;

/// A vector with room for the elements of a shape. Not by `try_reserve_exact`, which writes the
/// vector to memory: to move it from there takes as long as to compute a few results.
///
/// # Errors
///
/// If they cannot be counted, or do not fit in memory.
#[inline(always)]
pub fn reserve<T>(shape: &[usize]) -> Result<Vec<T>, ShapeError> {
    let len = checked_len(shape)?;
    if len == 0 || size_of::<T>() == 0 {
        return Ok(Vec::new());
    }
    let Ok(layout) = Layout::array::<T>(len) else {
        return Err(too_large::<T>(shape));
    };
    // SAFETY: `alloc` needs a layout with a size: neither the number nor their size is 0.
    let first: *mut T = unsafe { memory::alloc(layout) }.cast();
    if first.is_null() {
        return Err(too_large::<T>(shape));
    }
    // SAFETY: `from_raw_parts` needs memory of the global allocator for as many elements, and so
    // many live ones: none.
    Ok(unsafe { Vec::from_raw_parts(first, 0, len) })
}

#[cold]
#[inline(never)]
fn too_large<T>(shape: &[usize]) -> ShapeError {
    let size = size_of::<T>();
    let text = format!("shape {shape:?} with elements of {size} bytes does not fit in memory");
    ShapeError::TooLarge(text.into())
}

/// A vector of clones of a value, one for each element of a shape. Zeros that are bytes of 0 come
/// from the system as they are.
///
/// # Errors
///
/// If they cannot be counted, or do not fit in memory.
pub fn filled<T: Clone>(shape: &[usize], value: T) -> Result<Vec<T>, ShapeError> {
    let len = checked_len(shape)?;
    if len.saturating_mul(size_of::<T>()) >= LARGE {
        // Not removed by the compiler, although the room is given back.
        drop(core::hint::black_box(reserve::<T>(shape)?));
    }
    Ok(alloc::vec![value; len])
}
