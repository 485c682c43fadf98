//! Sums of integers: they wrap, and are compared with the exact sum where debug assertions are on.

use core::any::type_name;

use crate::copy::{cast, is_integer};

/// The sum of two integers, which wraps.
///
/// # Safety
///
/// T is a primitive integer.
#[inline(always)]
pub(super) unsafe fn wrapping_add<T: Copy>(first: T, second: T) -> T {
    macro_rules! by_size {
        ($($bits:ty)+) => {$(
            if const { size_of::<T>() == size_of::<$bits>() } {
                // SAFETY: `transmute_copy` needs a value of this size that is valid for these bits: an integer (the condition of this
                // function).
                let first: $bits = unsafe { core::mem::transmute_copy(&first) };
                // SAFETY: the same.
                let second: $bits = unsafe { core::mem::transmute_copy(&second) };
                // SAFETY: `transmute_copy` needs bits that are valid for T: all are, as it is an integer of this size.
                return unsafe { core::mem::transmute_copy(&first.wrapping_add(second)) };
            }
        )+};
    }
    by_size!(u8 u16 u32 u64 u128);
    unreachable!("an integer of 1 to 16 bytes")
}

/// An exact sum of integers: 256 bits in two's complement.
#[derive(PartialEq)]
pub(in super::super) struct Exact {
    low: u128,
    high: i128,
}

impl Exact {
    pub(in super::super) const ZERO: Self = Self { low: 0, high: 0 };

    /// Whether sums of this type are checked.
    #[inline(always)]
    pub(in super::super) fn checks<T>() -> bool {
        cfg!(debug_assertions) && is_integer::<T>()
    }

    /// An integer; 0 of another type.
    fn of<T: Copy>(element: T) -> Self {
        macro_rules! by_type {
            ($($t:ty)+) => {$(
                if let Some(number) = cast::<T, $t>(element) {
                    // `as` extends the sign, which is the last bit then.
                    let low = number as u128;
                    return Self { low, high: if number < (0 as $t) { -1 } else { 0 } };
                }
            )+};
        }
        by_type!(u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize);
        Self::ZERO
    }

    pub(in super::super) fn add<T: Copy>(&mut self, element: T) {
        let Self { low, high } = Self::of(element);
        let (sum, carries) = self.low.overflowing_add(low);
        // Of at most 2^63 integers of 128 bits, the sum has fewer than 256.
        (self.low, self.high) = (sum, self.high + high + i128::from(carries));
    }

    /// Compares the exact sum with one that wraps.
    ///
    /// # Panics
    ///
    /// If they differ.
    #[track_caller]
    pub(in super::super) fn check<T: Copy>(&self, sum: T) {
        let name = type_name::<T>();
        assert!(
            *self == Self::of(sum),
            "the sum overflows `{name}`: add in a wider type, as `sum_as::<i64>()` does, or `map(|&x| x as i64)` before `sum_axis`"
        );
    }
}
