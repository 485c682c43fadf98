//! The slice as a value: [`Spec`] (typed, from `s!`), [`DynSpec`] (parsed at run time), [`Encoding`] (raw).

mod display;
mod dynamic;
mod encoding;
mod fixed;
mod masks;
mod parse;

pub use dynamic::DynSpec;
pub use encoding::{AsEncoding, Encoding, EncodingRef};
pub use fixed::{Axes, Mask, Spec};
pub use masks::Masks;
