//! The levels of vector instructions, and the one that the machine has.

use core::sync::atomic::{AtomicU8, Ordering};

/// The kernels that may be chosen, from the scalar ones up. `--cfg tslice_scalar` leaves only the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Portable code: the reference for the others.
    Scalar = 1,
    /// 32-byte vectors of x86-64, shuffled in halves; with fused multiplication and addition.
    Avx2 = 2,
    /// 64-byte vectors of x86-64 with masks, shuffled in quarters.
    Avx512Bw = 3,
    /// 64-byte vectors of x86-64 with masks, shuffled whole.
    Avx512 = 4,
}

const ALL: [Level; 4] = [Level::Scalar, Level::Avx2, Level::Avx512Bw, Level::Avx512];

/// The level in use; 0 before it is known.
static CURRENT: AtomicU8 = AtomicU8::new(0);

impl Level {
    /// The level in use: the best of the machine, unless another one is forced.
    #[inline]
    #[must_use]
    pub fn current() -> Self {
        match CURRENT.load(Ordering::Relaxed) {
            1 => Self::Scalar,
            2 => Self::Avx2,
            3 => Self::Avx512Bw,
            4 => Self::Avx512,
            _ => detect_once(),
        }
    }

    /// The instructions of the level.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "portable",
            Self::Avx2 => "AVX2",
            Self::Avx512Bw => "AVX-512 BW",
            Self::Avx512 => "AVX-512 VBMI",
        }
    }

    /// The levels that this machine has.
    pub fn available() -> impl Iterator<Item = Self> {
        ALL.into_iter().filter(|level| *level <= detect())
    }

    /// Uses at most `level` from now on, in the whole process; for tests and benchmarks.
    pub fn force(level: Self) {
        CURRENT.store(level.min(detect()) as u8, Ordering::Relaxed);
    }
}

/// Whether functions may be called that are compiled for AVX2 and FMA.
#[inline(always)]
pub fn has_wide_vectors() -> bool {
    cfg!(all(target_arch = "x86_64", not(tslice_scalar), not(miri))) && Level::current() >= Level::Avx2
}

#[cold]
fn detect_once() -> Level {
    let level = detect();
    CURRENT.store(level as u8, Ordering::Relaxed);
    level
}

#[cfg(all(target_arch = "x86_64", not(tslice_scalar), not(miri)))]
fn detect() -> Level {
    macro_rules! has {
        ($($feature:tt),+) => {{
            #[cfg(feature = "std")]
            let all = $(std::is_x86_feature_detected!($feature))&&+;
            #[cfg(not(feature = "std"))]
            let all = $(cfg!(target_feature = $feature))&&+;
            all
        }};
    }
    // A level has the instructions of those below it, whatever a virtual machine may claim.
    if !has!("avx2", "fma") {
        Level::Scalar
    } else if !has!("avx512f", "avx512bw") {
        Level::Avx2
    } else if !has!("avx512vbmi") {
        Level::Avx512Bw
    } else {
        Level::Avx512
    }
}

#[cfg(not(all(target_arch = "x86_64", not(tslice_scalar), not(miri))))]
fn detect() -> Level {
    Level::Scalar
}

#[cfg(test)]
#[path = "../unit/level.rs"]
mod tests;
