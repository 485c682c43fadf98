//! Errors as data. Every message names axis, value and limit.

/// Writes an enum of errors. Behind each variant stands its sentence, as `write!` takes it, which
/// names the fields; or, for a sentence of several parts, a block that writes them to `f`.
/// What a variant holds is an error in parentheses, or anything else in brackets. `#[from]` before
/// the error writes the impl of `From` that makes the variant.
#[doc(hidden)]
#[macro_export]
macro_rules! errors {
    ($(#[$of_enum:meta])* pub enum $error:ident {$(
        $(#[$of_variant:meta])*
        $variant:ident $(($(#[$from:ident])? $inner:ident: $of:ty))?
            $([$held:ident: $held_type:ty])?
            $({ $($(#[$of_field:meta])* $field:ident: $type:ty),+ $(,)? })?
            => $(($($sentence:tt)+))? $(|$f:ident| $parts:block)?,
    )+}) => {
        $(#[$of_enum])*
        #[non_exhaustive]
        #[allow(missing_docs, reason = "the sentence of each variant names its fields")]
        pub enum $error {$(
            $(#[$of_variant])*
            $variant $(($of))? $(($held_type))? $({ $($(#[$of_field])* $field: $type),+ })?,
        )+}

        impl core::fmt::Display for $error {
            #[allow(unused_variables, reason = "a sentence need not name each field")]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self {$(
                    Self::$variant $(($inner))? $(($held))? $({ $($field),+ })? => {
                        $(write!(f, $($sentence)+))?
                        $(let $f = f; $parts)?
                    }
                )+}
            }
        }

        impl core::error::Error for $error {
            fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
                #[allow(unreachable_patterns, reason = "each variant may hold an error")]
                match self {
                    $($(Self::$variant($inner) => Some($inner),)?)+
                    _ => None,
                }
            }
        }

        $($($(
            impl From<$of> for $error {
                fn $from(error: $of) -> Self {
                    Self::$variant(error)
                }
            }
        )?)?)+
    };
}

mod shape;
mod slice;

use core::fmt;

pub(crate) use errors;
pub use shape::{AxisError, ShapeError};
pub use slice::SliceError;
pub(crate) use tslice_entry::Message;

/// The value, or the error as what the caller's function returns: `?`, which a `const fn` cannot
/// have.
macro_rules! ok {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return Err(error),
        }
    };
}

pub(crate) use ok;

/// The word for a number of things.
pub fn plural<'w>(count: usize, one: &'w str, many: &'w str) -> &'w str {
    if count == 1 { one } else { many }
}

/// The value, or a panic at the caller's line. A closure in a `map` would panic at a line of this
/// crate.
#[inline(always)]
#[track_caller]
pub fn or_panic<V, E: fmt::Display>(result: Result<V, E>) -> V {
    match result {
        Ok(value) => value,
        Err(error) => panic(&error),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn panic(error: &dyn fmt::Display) -> ! {
    panic!("{error}")
}
