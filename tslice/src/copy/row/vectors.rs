//! Where there are no kernels of vectors: none of these does a copy.

use super::tile::Planes;
use crate::copy::level::Level;
use crate::copy::plan::Axis;

pub(super) unsafe fn shuffled(_: Level, _: &[Axis], _: usize, _: *mut u8, _: *const u8) -> bool {
    false
}

pub(super) unsafe fn streamed(_: Level, _: &[Axis], _: usize, _: *mut u8, _: *const u8) -> bool {
    false
}

pub(super) unsafe fn lined(_: Level, _: &[Axis], _: usize, _: *mut u8, _: *const u8) -> bool {
    false
}

pub(super) unsafe fn squared(_: Level, _: &Planes<'_>, _: *mut u8, _: *const u8) -> bool {
    false
}
