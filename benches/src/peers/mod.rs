//! Other libraries: each in a file, the tensor crates behind features, the Python ones in processes of their own.

#[cfg(feature = "burn")]
pub mod burn;
#[cfg(feature = "candle")]
pub mod candle;
#[cfg(feature = "mdarray")]
pub mod mdarray;
pub mod ndarray;
pub mod python;
#[cfg(feature = "rten")]
pub mod rten;

use crate::case::Slicing;
use crate::contest::Entrant;
use crate::data::Element;

/// The copies of those who are told by numbers.
#[allow(unused_variables, reason = "used by the features")]
pub(crate) fn copies<T: Element>(slicing: &Slicing<T>) -> Vec<Entrant> {
    let entrants: Vec<Option<Entrant>> = vec![
        #[cfg(feature = "rten")]
        rten::copy(slicing),
        #[cfg(feature = "candle")]
        candle::copy(slicing),
        #[cfg(feature = "burn")]
        Some(burn::copy(slicing)),
    ];
    entrants.into_iter().flatten().collect()
}

/// The libraries of this program, each with its version, `None` where its feature is off.
#[must_use]
pub fn versions() -> Vec<(&'static str, Option<&'static str>)> {
    let on = |name, feature, version| (name, bool::then_some(feature, version));
    vec![
        on("ndarray", true, "0.17"),
        on("mdarray", cfg!(feature = "mdarray"), "0.8"),
        on("rten-tensor", cfg!(feature = "rten"), "0.27"),
        on("candle", cfg!(feature = "candle"), "0.11"),
        on("burn-flex", cfg!(feature = "burn"), "0.22"),
    ]
}
