//! A crate that makes things hard for a macro: the dependency renamed and re-exported, no prelude,
//! no `std`, its own items under every name an expansion might use, and all lints of rustc and
//! clippy that can be denied.
//!
//! That it compiles is the test.
#![no_std]
#![no_implicit_prelude]
#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    unused,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
#![deny(
    clippy::default_numeric_fallback,
    clippy::as_conversions,
    clippy::arithmetic_side_effects
)]
#![deny(
    clippy::shadow_unrelated,
    clippy::let_underscore_untyped,
    clippy::pattern_type_mismatch,
    clippy::str_to_string
)]

/// The dependency as another crate hands it on.
pub mod arrays {
    pub use ::slicing::{
        Array, Ref, Shape, SpecType, Tensor, View, ViewMut, axes, checked, diag, s, spec, split_mut,
    };
}

/// A module that has the name of a macro.
pub mod named {
    /// Nothing of the dependency's.
    pub mod spec {}
    use ::slicing::spec;
    spec! {
        /// The middle.
        pub const MIDDLE = [1:-1];
    }
}

/// Items that have the names of variables and parameters of an expansion.
pub mod proven {
    use super::arrays::{Array, Ref, Shape, checked, s};

    /// Not the expansion's.
    #[expect(non_upper_case_globals, reason = "names of variables")]
    pub mod constants {
        /// A name that a variable may have.
        pub static spec: u8 = 0;
        /// Another one.
        pub const checked: u8 = 0;
        /// That of a proof.
        pub const proof: u8 = 0;
    }
    use constants::{checked, proof, spec};

    /// Not the one of a proof.
    #[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::marker::Copy)]
    pub struct K;

    /// Proven when it is checked.
    #[must_use]
    pub fn lengths(v: &Array<Ref<'_, u8>, Shape![3, 4]>) -> [usize; 2] {
        let _: (K, [u8; 3]) = (K, [checked, proof, spec]);
        let from = 1_u8;
        let rows = v.slice(checked![from:, ::-1]).slice(checked![0, 0]);
        [
            v.slice(checked![0, 1:-1]).slice(checked![-1:]).len(),
            rows.len(),
        ]
    }

    /// Of any length, and so tested when it runs.
    #[must_use]
    pub fn last<const N: usize>(v: &Array<Ref<'_, u8>, Shape![N]>) -> usize {
        v.slice(s![-2:]).slice(s![0:1]).len()
    }
}

/// Names of the language's own crates and of an expansion's parts.
pub mod taken {
    /// Not the real one.
    pub mod core {}
    /// Not the real one.
    pub mod std {}
    /// Not the real one.
    pub mod tslice {}
    /// Not the real one.
    #[derive(::core::fmt::Debug)]
    pub struct Spec;
    /// Not the real one.
    pub const BEGIN_MASK: u32 = 0;
    /// Not the real one.
    #[must_use]
    pub const fn bound() -> u32 {
        BEGIN_MASK
    }
}

use arrays::{View, ViewMut, diag, s, spec, split_mut};
#[expect(unused_imports, reason = "they are here to be in the way")]
use taken::{BEGIN_MASK, Spec, bound, core, std, tslice};

spec! {
    /// A named spec.
    pub const INNER = [1:-1, ..];
    /// Another one.
    pub static REVERSED = [.., ::-1];
    /// One with lengths.
    pub const SHAPED: [4, ENTRIES.len(), _] => [2, 3, _] = [BEGIN:3];
}

const BEGIN: u8 = 1;

/// In an array's length.
pub const ENTRIES: [u8; s![1, .., newaxis].begin().len()] = [0; 3];

/// In a generic function, with run-time bounds.
pub fn window<T>(rows: View<'_, T, 2>, begin_0: usize, end_0: usize) -> View<'_, T, 1> {
    rows.slice(s![begin_0:end_0, 0])
}

/// Parts of an array, proven and tested.
#[must_use]
pub fn parts<T>(mut rows: ViewMut<'_, T, 2>, begin_0: usize) -> usize {
    let (low, high) = split_mut!(rows, [:2], [2:, ::-1]);
    let sum = ::core::primitive::usize::saturating_add(low.len(), high.len());
    let (mut picked, _) = split_mut!(rows, [[3, 0]], [&[1_u8]]);
    picked.map_inplace(|_| {});
    let (tested, _) = split_mut!(rows, [:begin_0], [begin_0:]);
    if tested.is_empty() { 0 } else { sum }
}

/// In a closure and a match arm.
pub fn chosen(row: View<'_, u8, 1>, stride: isize) -> View<'_, u8, 1> {
    let every = |stride_0: isize| row.slice(arrays::s![::stride_0]);
    match stride {
        1 => row.slice(::slicing::s![:]),
        stride_1 => every(stride_1),
    }
}

/// In an async function.
pub async fn later(row: View<'_, u8, 1>, at: u8) -> View<'_, u8, 0> {
    row.slice(s![(::core::future::ready(at).await)])
}

macro_rules! sliced {
    ($view:expr, $($spec:tt)*) => { $view.slice(s![$($spec)*]) };
    (bounds $view:expr, $from:expr, $to:literal) => { $view.slice(s![$from:$to, ..]) };
}

/// Inside another macro.
pub fn nested(rows: View<'_, u8, 2>) -> View<'_, u8, 2> {
    sliced!(sliced!(bounds rows, 1_u8, 9), .., ::-1)
}

/// In a loop, with `?`, and with every form of an entry at once.
///
/// # Errors
///
/// When a row is too short.
pub fn longest(
    cube: View<'_, u8, 6>,
    ends: &[usize],
) -> ::core::result::Result<usize, ::slicing::SliceError> {
    let mut longest = 0;
    for &end in ends {
        let part = cube.try_slice(s![1, end:, newaxis, .., (end)::-1, ::2, -100_000:1_234_567])?;
        longest = ::core::cmp::Ord::max(longest, part.len());
    }
    ::core::result::Result::Ok(longest)
}

/// Diagonals, literal and not.
#[must_use]
pub fn diagonals(ends: View<'_, u8, 1>) -> [i64; 2] {
    [diag![-1].k, diag![0..=ends[[0]]].upper]
}

/// A trait of the user's, whose methods have names for which an array has a hint.
pub mod statistics {
    use super::arrays::Tensor;

    /// Methods that take an array in each way that leaves it unchanged.
    pub trait Statistics {
        /// By reference.
        fn std(&self) -> f64;
        /// By reference, with an argument.
        fn roll(&self, shift: usize) -> usize;
        /// By value.
        #[must_use]
        fn unwrap(self) -> Self;
    }

    impl Statistics for Tensor<f64, 1> {
        fn std(&self) -> f64 {
            0.0
        }

        fn roll(&self, shift: usize) -> usize {
            shift
        }

        fn unwrap(self) -> Self {
            self
        }
    }

    /// Calls each of them.
    #[must_use]
    pub fn called(t: Tensor<f64, 1>) -> (f64, usize) {
        let t = t.unwrap();
        (t.std(), t.roll(1_usize))
    }
}

/// Names of axes beside items of the names that their expansion uses.
#[expect(non_camel_case_types, reason = "names of types")]
pub mod axes_by_name {
    use super::arrays::{
        Array, Ref, Shape, SpecType, Tensor, View, axes, checked, s, spec, split_mut,
    };

    /// Not the one of the language.
    pub struct usize;
    /// Not the one of the language.
    pub struct str;

    axes! {
        /// Named as types, macros and lifetimes are.
        pub Names = usize, vec, r#macro, Self_, __axes;
        /// What is left.
        pub Fewer = Names - vec - __axes;
        pub(crate) Hidden = str, stringify;
        Private = Names, NAMES_;
        Unused = a;
    }

    spec! {
        /// The first.
        pub const FIRST = [Names: vec = 0, usize = ::2];
    }

    /// A type of a spec.
    pub const LAST: SpecType![Fewer: r#macro = _] = s![Fewer: r#macro = -1];

    /// Specs of every type.
    pub fn sliced<'a>(
        v: View<'a, u8, 2>,
        fixed: &Array<Ref<'a, u8>, Shape![3, 4]>,
        time: ::core::primitive::usize,
    ) -> [View<'a, u8, 1>; 2] {
        axes! { Local = time, row; }
        let _: (usize, str) = (usize, str);
        let first = fixed.slice(checked![Hidden: stringify = 0]);
        let _: ::core::primitive::usize = first.len();
        [
            v.slice(s![Local: time = time, row = 1:]),
            v.slice(s![self::Private: NAMES_ = 0]),
        ]
    }

    /// Parts of a tensor.
    pub fn parts(t: &mut Tensor<u8, 2>) {
        let (mut a, b) = split_mut!(*t, [Hidden: str = ::2], [Hidden: str = 1::2]);
        a.assign(&b);
    }
}
