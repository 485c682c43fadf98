//! The levels of vector instructions, and the one that the machine has.

use core::sync::atomic::{AtomicU8, Ordering};

/// The kernels that may be chosen, from the scalar ones up. `--cfg tslice_scalar` leaves only the
/// first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Portable code: the reference for the others.
    Scalar = 1,
    /// Vectors of two lanes in plain Rust, which only the tests of this crate have.
    Plain = 2,
    /// Vectors of 64 bytes with masks in plain Rust, which only the tests of this crate have.
    PlainLines = 3,
    /// 16-byte vectors of aarch64.
    Neon = 4,
    /// 32-byte vectors of x86-64, shuffled in halves; with fused multiplication and addition.
    Avx2 = 5,
    /// 64-byte vectors of x86-64 with masks, shuffled whole.
    Avx512 = 6,
}

/// The levels that processors of this kind may have.
const ALL: &[Level] = &[
    Level::Scalar,
    #[cfg(test)]
    Level::Plain,
    #[cfg(test)]
    Level::PlainLines,
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    Level::Neon,
    #[cfg(target_arch = "x86_64")]
    Level::Avx2,
    #[cfg(target_arch = "x86_64")]
    Level::Avx512,
];

/// The level in use; 0 before it is known.
static CURRENT: AtomicU8 = AtomicU8::new(0);

impl Level {
    /// The level in use: the best of the machine, unless another one is forced.
    #[inline]
    pub fn current() -> Self {
        match CURRENT.load(Ordering::Relaxed) {
            1 => Self::Scalar,
            2 => Self::Plain,
            3 => Self::PlainLines,
            4 => Self::Neon,
            5 => Self::Avx2,
            6 => Self::Avx512,
            _ => detect_once(),
        }
    }

    /// The instructions of the level.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "portable",
            Self::Plain => "lanes in plain Rust",
            Self::PlainLines => "lines in plain Rust",
            Self::Neon => "NEON",
            Self::Avx2 => "AVX2",
            Self::Avx512 => "AVX-512 VBMI",
        }
    }

    /// The levels that this machine has.
    pub fn available() -> impl Iterator<Item = Self> {
        ALL.iter().copied().filter(|level| *level <= detect())
    }

    /// Uses at most `level` from now on, in the whole process; for tests and benchmarks.
    pub fn force(level: Self) {
        CURRENT.store(level.min(detect()) as u8, Ordering::Relaxed);
    }
}

/// Whether functions may be called that are compiled for AVX2 and FMA, or for what all processors
/// of this kind have, if that is NEON.
#[inline(always)]
pub fn has_wide_vectors() -> bool {
    cfg!(all(
        any(target_arch = "x86_64", target_arch = "aarch64"),
        not(tslice_scalar),
        not(miri)
    )) && Level::current() >= Level::Neon
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
        return Level::Scalar;
    }
    if has!("avx512f", "avx512bw", "avx512vbmi") {
        Level::Avx512
    } else {
        Level::Avx2
    }
}

#[cfg(not(all(target_arch = "x86_64", not(tslice_scalar), not(miri))))]
fn detect() -> Level {
    if cfg!(all(
        target_arch = "aarch64",
        target_feature = "neon",
        not(tslice_scalar),
        not(miri)
    )) {
        Level::Neon
    } else if cfg!(test) {
        Level::PlainLines
    } else {
        Level::Scalar
    }
}

#[cfg(test)]
mod tests;
