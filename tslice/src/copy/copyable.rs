//! Whether the elements of a type may be moved as bytes, without specialisation.

use core::any::TypeId;

macro_rules! any_of {
    ($t:ty: $($plain:ty),+) => {
        $(any_of!(@lengths $t, $plain, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16))||+
    };
    (@lengths $t:ty, $plain:ty, $($n:literal),+) => {
        (typeid::of::<$t>() == TypeId::of::<$plain>() $(|| typeid::of::<$t>() == TypeId::of::<[$plain; $n]>())+)
    };
}

/// True for the primitive numbers, `bool` and `char`, and for short arrays of them: types without padding or pointers whose
/// clone is their bytes.
///
/// A generic function cannot ask whether `T: Copy`; it can compare type ids. Other element types are cloned one by one,
/// which the compiler turns into moves where the clone is one. Only the types of the same size are compared, and the
/// compiler folds the comparison to a constant.
#[inline]
pub(crate) fn is_plain<T>() -> bool {
    let plain =
        any_of!(T: u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64, bool, char);
    #[cfg(feature = "half")]
    let plain = plain || any_of!(T: half::f16, half::bf16);
    plain && !core::mem::needs_drop::<T>()
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn numbers_and_short_arrays_of_them_are_plain() {
        assert!(is_plain::<f32>() && is_plain::<[u8; 3]>() && is_plain::<[f64; 2]>() && is_plain::<char>());
    }

    #[test]
    fn types_with_pointers_padding_or_a_clone_of_their_own_are_not() {
        #[derive(Clone)]
        struct OnlyClone;
        assert!(
            !is_plain::<alloc::string::String>() && !is_plain::<OnlyClone>() && !is_plain::<[OnlyClone; 2]>()
        );
        assert!(
            !is_plain::<&str>()
                && !is_plain::<(u8, u32)>()
                && !is_plain::<core::mem::ManuallyDrop<alloc::boxed::Box<u8>>>()
        );
    }
}
