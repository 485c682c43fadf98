//! The laws of the algebra of specs, each against positions that are walked one by one. The suite
//! checks them for small numbers, the program `algebra` for larger ones.

pub mod chains;
pub mod chunks;
pub mod every_length;
pub mod lines;
pub mod one_length;

/// xorshift64*: a whole run follows from its seed.
pub struct Random(pub u64);

impl Random {
    /// The next number of 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() >> 33) as usize % limit
    }

    /// A number from `-size` to `size`.
    pub fn around(&mut self, size: i64) -> i64 {
        self.below(2 * size as usize + 1) as i64 - size
    }
}
