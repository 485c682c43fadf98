//! Other libraries: each in a file, the tensor crates behind features, the Python ones in processes
//! of their own.

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
    let crates = [
        ("ndarray", true),
        ("mdarray", cfg!(feature = "mdarray")),
        ("rten-tensor", cfg!(feature = "rten")),
        ("candle-core", cfg!(feature = "candle")),
        ("burn-flex", cfg!(feature = "burn")),
    ];
    crates
        .map(|(name, on)| (name, on.then(|| locked(name))))
        .to_vec()
}

/// The version that this program is built with.
fn locked(name: &str) -> &'static str {
    const LOCK: &str = include_str!("../../../Cargo.lock");
    let package = format!("name = \"{name}\"\nversion = \"");
    let version = LOCK
        .split_once(&package)
        .and_then(|(_, rest)| rest.split_once('"'));
    version.map_or("unknown", |(version, _)| version)
}
