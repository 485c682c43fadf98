//! A switch for each kernel, for measurements: what a kernel gains shows in copies that are made without it.
//!
//! There are switches in a build with `--cfg tslice_kernels` only; in others every kernel is on, which the compiler knows.

use core::sync::atomic::{AtomicU32, Ordering};

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// A kernel: what moves or walks elements in another way than one by one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(not(tslice_kernels), allow(unreachable_pub, dead_code, reason = "measurements name kernels"))]
        pub enum KernelName {
            $($(#[$doc])* $name,)+
        }

        #[cfg(tslice_kernels)]
        const ALL: &[KernelName] = &[$(KernelName::$name),+];
    };
}

names! {
    /// Long blocks, stored past the caches.
    Stream,
    /// One short block over and over, in aligned stores.
    Fill,
    /// All of a copy as one block.
    OneBlock,
    /// One block over and over.
    Repeat,
    /// Blocks of some cache lines, without a call for each.
    Lines,
    /// Short blocks into contiguous rows, by vectors of 64 bytes.
    ShuffleAvx512,
    /// Planes into pixels, as a copy of one array.
    Join,
    /// Pixels into planes.
    Split,
    /// Transposed planes.
    Squares,
    /// Transposed planes whose target rows share places of the first cache.
    CrowdedSquares,
    /// Short blocks into contiguous rows, by vectors of two lanes.
    ShuffleLanes,
    /// Short blocks into rows with gaps, by masks.
    Scatter,
    /// Short blocks into rows with gaps that are exclusive too.
    Blend,
    /// Blocks by a call of `memcpy` each.
    Calls,
    /// Transposed planes in tiles, block by block.
    Tiles,
    /// Blocks one by one: the last of the list, which takes every copy.
    Items,
    /// Rows that are gathered, stored past the caches.
    HugeRows,
    /// Planes into pixels, of several arrays.
    JoinedPlanes,
    /// Operands of a zip that are brought together in buffers.
    ZipBuffers,
    /// Operands of a zip that are channels of pixels, and come into their buffers by one copy.
    ZipPixels,
    /// Loops of a zip in which one operand repeats an element.
    ZipRepeatedOperand,
    /// Loops of a zip that are compiled for wide vectors.
    ZipWideLoops,
}

/// A bit for each kernel that is off, and for each that has run.
static OFF: AtomicU32 = AtomicU32::new(0);
static RAN: AtomicU32 = AtomicU32::new(0);

/// Whether a kernel may run.
#[inline(always)]
pub fn is_on(kernel: KernelName) -> bool {
    cfg!(not(tslice_kernels)) || OFF.load(Ordering::Relaxed) & 1 << kernel as u32 == 0
}

/// Notes that a kernel has run.
#[inline(always)]
pub fn took(kernel: KernelName) {
    if cfg!(tslice_kernels) {
        RAN.fetch_or(1 << kernel as u32, Ordering::Relaxed);
    }
}

/// Switches one kernel off, and all others on.
#[cfg(tslice_kernels)]
pub fn switch_off(kernel: Option<KernelName>) {
    OFF.store(kernel.map_or(0, |kernel| 1 << kernel as u32), Ordering::Relaxed);
}

/// The kernels that have run since the last call.
#[cfg(tslice_kernels)]
pub fn ran() -> impl Iterator<Item = KernelName> {
    let ran = RAN.swap(0, Ordering::Relaxed);
    ALL.iter().copied().filter(move |&kernel| ran & 1 << kernel as u32 != 0)
}

/// Whether a kernel may run, which it then does.
#[inline(always)]
pub fn takes(kernel: KernelName) -> bool {
    is_on(kernel) && {
        took(kernel);
        true
    }
}
