//! A switch for each kernel, which measurements set: what a kernel gains shows in copies that are made without it.
//!
//! Only a build with `--cfg tslice_kernels` has switches; in all others they are constants, which the compiler folds.

/// What moves or walks elements in another way than one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KernelName {
    Stream,
    Fill,
    One,
    Repeat,
    Lines,
    ShuffleAvx512,
    Join,
    Split,

    Squares,
    ShuffleAvx2,
    Scatter,
    Blend,
    Calls,
    Tiles,
    Items,
    HugeRows,
    JoinedPlanes,
    ZipBuffers,
    ZipChannels,
    ZipRepeatedOperand,
    ZipWideLoops,
    CrowdedSquares,
}

#[cfg(not(tslice_kernels))]
mod fixed {
    use super::KernelName;

    /// Whether a kernel may run.
    #[inline(always)]
    pub(crate) const fn is_on(_: KernelName) -> bool {
        true
    }

    /// Notes that a kernel has taken a copy.
    #[inline(always)]
    pub(crate) const fn took(_: KernelName) {}
}

#[cfg(tslice_kernels)]
mod switched {
    use core::sync::atomic::{AtomicU32, Ordering};

    use super::KernelName;

    static OFF: AtomicU32 = AtomicU32::new(0);
    static TOOK: AtomicU32 = AtomicU32::new(0);

    pub(crate) fn is_on(kernel: KernelName) -> bool {
        OFF.load(Ordering::Relaxed) & 1 << kernel as u32 == 0
    }

    pub(crate) fn took(kernel: KernelName) {
        TOOK.fetch_or(1 << kernel as u32, Ordering::Relaxed);
    }

    /// Switches one kernel off, and all others on.
    pub fn switch_off(kernel: Option<KernelName>) {
        OFF.store(kernel.map_or(0, |kernel| 1 << kernel as u32), Ordering::Relaxed);
    }

    /// The kernels that have taken copies since the last call.
    pub fn ran() -> impl Iterator<Item = KernelName> {
        use KernelName::*;
        let took = TOOK.swap(0, Ordering::Relaxed);
        let all = [
            Stream,
            Fill,
            One,
            Repeat,
            Lines,
            ShuffleAvx512,
            Join,
            Split,
            Squares,
            ShuffleAvx2,
            Scatter,
            Blend,
            Calls,
            Tiles,
            Items,
            HugeRows,
            JoinedPlanes,
            ZipBuffers,
            ZipChannels,
            ZipRepeatedOperand,
            ZipWideLoops,
            CrowdedSquares,
        ];
        all.into_iter().filter(move |&kernel| took & 1 << kernel as u32 != 0)
    }
}

#[cfg(not(tslice_kernels))]
pub(crate) use fixed::{is_on, took};
#[cfg(tslice_kernels)]
pub(crate) use switched::{is_on, took};
#[cfg(tslice_kernels)]
pub use switched::{ran, switch_off};

/// Whether a kernel may run, which then takes the copy.
#[inline(always)]
pub(crate) fn takes(kernel: KernelName) -> bool {
    is_on(kernel) && {
        took(kernel);
        true
    }
}
