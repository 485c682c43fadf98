//! What the cases work on: the same numbers in every process, and digests by which outputs are
//! compared.

use std::fmt;
use std::rc::Rc;

use sha2::{Digest as _, Sha256};

/// An element type of the cases.
pub trait Element: bytemuck::Pod {
    /// As NumPy calls it.
    const NAME: &'static str;
    /// Element number i of every source.
    fn at(i: usize) -> Self;
}

impl Element for f32 {
    const NAME: &'static str = "float32";

    fn at(i: usize) -> Self {
        // Whole numbers below 2^24 are exact.
        (i % (1 << 24)) as Self
    }
}

impl Element for f64 {
    const NAME: &'static str = "float64";

    fn at(i: usize) -> Self {
        (i % (1 << 24)) as Self
    }
}

impl Element for i32 {
    const NAME: &'static str = "int32";

    fn at(i: usize) -> Self {
        (i % (1 << 24)) as Self
    }
}

impl Element for u8 {
    const NAME: &'static str = "uint8";

    fn at(i: usize) -> Self {
        // Coprime to the lengths of the axes, so that no two rows are alike.
        (i % 251) as Self
    }
}

/// The elements of a row-major source of that shape. In a vector, which begins where its memory
/// does: behind an `Rc`'s counts every vector load of a large source would be of two cache lines.
#[must_use]
pub fn source<T: Element>(shape: &[usize]) -> Rc<Vec<T>> {
    Rc::new((0..shape.iter().product()).map(T::at).collect())
}

/// Positions 0 to `len` - 1 in no order, some twice: number i is the same in every process.
#[must_use]
pub fn scattered(count: usize, len: usize) -> Vec<i64> {
    let high = |i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    (0..count as u64)
        .map(|i| ((high(i) * len as u64) >> 32).cast_signed())
        .collect()
}

/// SHA-256 of the bytes of an output.
#[derive(Clone, PartialEq, Eq, serde::Deserialize)]
pub struct Digest(String);

impl Digest {
    /// Of numbers in row-major order.
    #[must_use]
    pub fn of<T: bytemuck::NoUninit>(numbers: &[T]) -> Self {
        let hash = Sha256::digest(bytemuck::cast_slice::<T, u8>(numbers));
        Self(hash.iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0[..12])
    }
}
