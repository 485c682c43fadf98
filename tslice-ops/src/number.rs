//! The arithmetic of scatters.

/// How an update and what is there become one element. `None`, `Sum`, `Prod`, `Min` and `Max` are the `none`, `add` (or `sum`), `mul`
/// (or `prod`), `min` and `max` of ONNX and OpenVINO.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reduction {
    /// The update takes the place of what is there.
    #[default]
    None,
    /// The update is added.
    Sum,
    /// The update is subtracted.
    Sub,
    /// The update is multiplied with what is there.
    Prod,
    /// The smaller one stays; a NaN does, as in `np.minimum`.
    Min,
    /// The larger one stays; a NaN does, as in `np.maximum`.
    Max,
}

mod sealed {
    pub trait Sealed {}
}

/// The primitive numbers. Integers wrap at their ends, as those of the references do.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number that can be added up here",
    label = "scatters compute with primitive integers and floats; `tensor_scatter_nd_update` takes any elements"
)]
pub trait Number: Copy + Default + sealed::Sealed {
    /// What a reduction makes of an element and an update.
    #[doc(hidden)]
    fn reduce<const REDUCTION: u8>(self, update: Self) -> Self;
}

macro_rules! numbers {
    ($sum:ident $sub:ident $prod:ident: $($t:ty),+) => {$(
        impl sealed::Sealed for $t {}

        impl Number for $t {
            #[inline(always)]
            #[allow(clippy::eq_op, reason = "a NaN is not equal to itself")]
            fn reduce<const REDUCTION: u8>(self, update: Self) -> Self {
                match REDUCTION {
                    0 => update,
                    1 => self.$sum(update),
                    2 => self.$sub(update),
                    3 => self.$prod(update),
                    4 if update < self || update != update => update,
                    5 if update > self || update != update => update,
                    _ => self,
                }
            }
        }
    )+};
}

use core::ops::{Add, Mul, Sub};

numbers! { wrapping_add wrapping_sub wrapping_mul: i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize }
numbers! { add sub mul: f32, f64 }

/// Runs the body with a function that reduces an element by an update; each reduction has a loop of its own.
macro_rules! reduced {
    ($reduction:expr, $t:ty, |$combine:ident| $body:expr) => {{
        macro_rules! run {
            ($code:literal) => {{
                let $combine =
                    |old: &mut $t, new: &$t| *old = $crate::number::Number::reduce::<$code>(*old, *new);
                $body
            }};
        }
        match $reduction {
            $crate::Reduction::None => run!(0),
            $crate::Reduction::Sum => run!(1),
            $crate::Reduction::Sub => run!(2),
            $crate::Reduction::Prod => run!(3),
            $crate::Reduction::Min => run!(4),
            $crate::Reduction::Max => run!(5),
        }
    }};
}
pub(crate) use reduced;
