//! Types of elements.
#![allow(unsafe_code, reason = "a type of Rust is promised to be one of DLPack")]

use dlpark::ffi::DLDataType;

/// Types of elements that DLPack can name.
///
/// `bool` is one of them. DLPack stores it as a byte that is 0 or 1, and [`view`](crate::view)
/// refuses other bytes.
///
/// # Safety
///
/// The type has the size of `DTYPE`, whose `lanes` are 1, and no padding. Each bit pattern is a
/// value of the type; for `DLDataType::BOOL`, the bytes 0 and 1 are.
pub unsafe trait Element: Copy + Send + Sync + 'static {
    /// The name of the type in DLPack.
    const DTYPE: DLDataType;
}

macro_rules! elements {
    ($($(#[$attribute:meta])* $name:ident $element:ty),+ $(,)?) => {$(
        $(#[$attribute])*
        // SAFETY: both sides have the same number of bits, and each bit pattern is a number. A
        // `bool` is the byte 0 or 1.
        unsafe impl Element for $element {
            const DTYPE: DLDataType = DLDataType::$name;
        }
    )+};
}

elements! {
    BOOL bool,
    U8 u8, U16 u16, U32 u32, U64 u64,
    I8 i8, I16 i16, I32 i32, I64 i64,
    F32 f32, F64 f64,
    #[cfg(feature = "half")]
    F16 half::f16,
    #[cfg(feature = "half")]
    BF16 half::bf16,
}
