//! Converts any primitive integer to `i64`, saturating, in `const` code. Trait methods cannot be called there, so the value
//! is read as the type that the sealed trait names.

mod sealed {
    pub trait Sealed {
        const KIND: super::Kind;
    }
}

/// The primitive integers, each with the type as which its values are read.
#[derive(Clone, Copy)]
pub enum Kind {
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
}

/// The primitive integer types, which a bound of a spec may have.
#[diagnostic::on_unimplemented(
    message = "an integer is needed here, and `{Self}` is not one",
    label = "not of a primitive integer type; a reference `n` is written `*n`",
    note = "a list or a mask is borrowed, `s![&rows]`, even if `rows` is a reference, and `pick` takes it",
    note = "a `Range` is written `s![range.start:range.end]`, and a spec that has a name is the argument itself: `t.slice(spec)`",
    note = "an axis is one integer, and comes first: `concatenate(0, [&a, &b])`; axes are reduced one by one: `sum_axis(1).sum_axis(0)`"
)]
pub trait Integer: num_traits::PrimInt + num_traits::WrappingSub + Send + Sync + sealed::Sealed {}

#[diagnostic::do_not_recommend]
impl<T: num_traits::PrimInt + num_traits::WrappingSub + Send + Sync + sealed::Sealed> Integer for T {}

macro_rules! integers {
    ($($t:ty = $kind:ident),+) => {$(
        impl sealed::Sealed for $t {
            const KIND: Kind = Kind::$kind;
        }
    )+};
}

integers! {
    i8 = I8, i16 = I16, i32 = I32, i64 = I64, i128 = I128, isize = Isize,
    u8 = U8, u16 = U16, u32 = U32, u64 = U64, u128 = U128, usize = Usize
}

/// Converts a run-time bound to an `i64`; a value outside its range becomes the nearest `i64`.
#[inline(always)]
pub const fn bound<T: Integer>(value: T) -> i64 {
    const fn clamp(value: i128) -> i64 {
        if value > i64::MAX as i128 {
            i64::MAX
        } else if value < i64::MIN as i128 {
            i64::MIN
        } else {
            value as i64
        }
    }
    // Without `i128` and comparisons, so that loops over lists are vector instructions: all bits but the sign if the highest one is set.
    const fn unsigned(value: u64) -> i64 {
        let beyond = (value as i64) >> 63;
        (value as i64 | beyond) & i64::MAX
    }
    macro_rules! read {
        ($t:ty) => {{
            // SAFETY: `Integer` is sealed and `KIND` names `T` itself, so this reads a value as its own type.
            unsafe { *(&raw const value).cast::<$t>() }
        }};
    }
    match T::KIND {
        Kind::I8 => read!(i8) as i64,
        Kind::I16 => read!(i16) as i64,
        Kind::I32 => read!(i32) as i64,
        Kind::I64 => read!(i64),
        Kind::I128 => clamp(read!(i128)),
        // No target has more than 64 bits.
        Kind::Isize => read!(isize) as i64,
        Kind::U8 => read!(u8) as i64,
        Kind::U16 => read!(u16) as i64,
        Kind::U32 => read!(u32) as i64,
        Kind::U64 => unsigned(read!(u64)),
        Kind::Usize => unsigned(read!(usize) as u64),
        Kind::U128 => {
            let value = read!(u128);
            if value > i64::MAX as u128 { i64::MAX } else { value as i64 }
        }
    }
}

/// Converts a run-time bound that has a minus in front of it. It is negated after it has become an `i64`, so that unsigned
/// types may have a minus too.
#[inline(always)]
pub const fn minus<T: Integer>(value: T) -> i64 {
    bound(value).saturating_neg()
}

/// The object of a half-typed field, in place of a bound. Editors look for it where it will be in what is finished, so the name of
/// this function is as long as `bound` and `minus`.
pub const fn typed<T>(object: T) -> i64 {
    core::mem::forget(object);
    0
}

/// Works like [`typed`], for a block, whose brace is one sign more.
pub const fn half<T>(object: T) -> i64 {
    typed(object)
}
