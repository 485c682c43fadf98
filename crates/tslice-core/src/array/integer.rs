//! Converts any primitive integer to `i64`, saturating, in `const` code. Trait methods cannot be
//! called there, so the value is read as the integer of its size and sign.

mod sealed {
    pub trait Sealed {
        const SIGNED: bool;
    }
}

/// The primitive integer types, which a bound of a spec may have.
#[diagnostic::on_unimplemented(
    message = "an integer is needed here, and `{Self}` is not one",
    label = "a reference to an integer is written `*n`, a list `&rows`; an axis comes first, as in \
        `take(0, &rows)` and `concatenate(0, [&a, &b])`",
    note = "a float or an enum is `x as usize`, an `Option` `n.unwrap_or(0)`, a spec in a text \
        `text.parse::<DynSpec>()`",
    note = "a list or a mask is borrowed, `s![&rows]`, even if `rows` is a reference, and `pick` \
        takes it",
    note = "a `Range` is written `s![range.start:range.end]`, and an array or a spec that has a \
        name is not part of a spec: `t.slice(spec)`, `t.slice(s![0])`",
    note = "a type of `axes!` gives axes their names, `s![Video: time = 1:3]`, and `Video::time` \
        is the number of one",
    note = "axes are reduced one by one: `sum_axis(1).sum_axis(0)`"
)]
pub trait Integer:
    num_traits::PrimInt + num_traits::WrappingSub + Send + Sync + sealed::Sealed + 'static
{
}

#[diagnostic::do_not_recommend]
impl<T> Integer for T where
    T: num_traits::PrimInt + num_traits::WrappingSub + Send + Sync + sealed::Sealed + 'static
{
}

macro_rules! integers {
    ($signed:literal: $($t:ty)+) => {$(
        impl sealed::Sealed for $t {
            const SIGNED: bool = $signed;
        }
    )+};
}

integers! { true: i8 i16 i32 i64 i128 isize }
integers! { false: u8 u16 u32 u64 u128 usize }

/// Converts a run-time bound to an `i64`; a value outside its range becomes the nearest `i64`.
#[inline(always)]
pub const fn bound<T: Integer /* any integer type, not converted */>(value: T) -> i64 {
    const fn clamp(value: i128) -> i64 {
        if value > i64::MAX as i128 {
            i64::MAX
        } else if value < i64::MIN as i128 {
            i64::MIN
        } else {
            value as i64
        }
    }
    // Without `i128` and comparisons, so that loops over lists are vector instructions: all bits
    // but the sign if the highest one is set.
    const fn unsigned(value: u64) -> i64 {
        let beyond = (value as i64) >> 63;
        (value as i64 | beyond) & i64::MAX
    }
    macro_rules! read {
        ($t:ty) => {{
            // SAFETY: a read needs a valid, aligned value of `$t`: `T` is a primitive integer, as
            // `Integer` is sealed, of the size and the sign of `$t`.
            unsafe { *(&raw const value).cast::<$t>() }
        }};
    }
    match (size_of::<T>(), T::SIGNED) {
        (1, true) => read!(i8) as i64,
        (2, true) => read!(i16) as i64,
        (4, true) => read!(i32) as i64,
        (8, true) => read!(i64),
        (_, true) => clamp(read!(i128)),
        (1, false) => read!(u8) as i64,
        (2, false) => read!(u16) as i64,
        (4, false) => read!(u32) as i64,
        (8, false) => unsigned(read!(u64)),
        (_, false) => {
            let value = read!(u128);
            if value > i64::MAX as u128 {
                i64::MAX
            } else {
                value as i64
            }
        }
    }
}

/// Converts a run-time bound that has a minus in front of it. It is negated after it has become an
/// `i64`, so that unsigned types may have a minus too.
#[inline(always)]
pub const fn minus<T: Integer>(value: T) -> i64 {
    bound(value).saturating_neg()
}

/// The object of a half-typed field, in place of a bound. Editors look for it where it will be in
/// what is finished, so the name of this function is as long as `bound` and `minus`.
pub const fn typed<T>(object: T) -> i64 {
    core::mem::forget(object);
    0
}

/// Works like [`typed`], for a block, whose brace is one sign more.
pub const fn half<T>(object: T) -> i64 {
    typed(object)
}
