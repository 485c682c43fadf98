//! The Rust types of elements.

use bytemuck::{CheckedBitPattern, NoUninit};

mod sealed {
    /// A type whose dtype is known.
    pub trait Sealed: Copy {
        /// Kind and bytes, as NumPy writes them.
        const CODE: &'static str;

        /// The same element from bytes in the other order.
        fn swap(self) -> Self;
    }
}

pub(crate) use sealed::Sealed;

/// An element type that NumPy has, too: `bool`, integers of up to 64 bits, `f32`, `f64`, complex
/// numbers as `[f32; 2]` and `[f64; 2]`, and with the feature `half` `f16`.
pub trait Element: Sealed + CheckedBitPattern<Bits: NoUninit> + NoUninit {}

impl<T: Sealed + CheckedBitPattern<Bits: NoUninit> + NoUninit> Element for T {}

macro_rules! elements {
    ($($type:ty = $code:literal, $item:ident => $swapped:expr;)+) => {$(
        impl Sealed for $type {
            const CODE: &'static str = $code;

            fn swap(self) -> Self {
                let $item = self;
                $swapped
            }
        }
    )+};
}

elements! {
    bool = "b1", item => item;
    i8 = "i1", item => item;
    u8 = "u1", item => item;
    i16 = "i2", item => item.swap_bytes();
    u16 = "u2", item => item.swap_bytes();
    i32 = "i4", item => item.swap_bytes();
    u32 = "u4", item => item.swap_bytes();
    i64 = "i8", item => item.swap_bytes();
    u64 = "u8", item => item.swap_bytes();
    f32 = "f4", item => Self::from_bits(item.to_bits().swap_bytes());
    f64 = "f8", item => Self::from_bits(item.to_bits().swap_bytes());
    [f32; 2] = "c8", item => item.map(f32::swap);
    [f64; 2] = "c16", item => item.map(f64::swap);
}

#[cfg(feature = "half")]
elements! {
    half::f16 = "f2", item => Self::from_bits(item.to_bits().swap_bytes());
}

/// The dtype of a type in a header.
pub(crate) fn descr<T: Element>() -> String {
    let order = match (size_of::<T>(), cfg!(target_endian = "big")) {
        (1, _) => '|',
        (_, true) => '>',
        (_, false) => '<',
    };
    format!("'{order}{}'", T::CODE)
}
