//! The procedural macros behind `tslice`: use them through that crate, which adds its own path.
//!
//! The language is `tslice_syntax`'s. Here tokens become what it reads (`tokens`), its entries
//! become the constants of a spec (`expand`), and its mistakes errors at the user's tokens
//! (`errors`). Only the items of `spec!` are Rust's (`items`, `signature`).
#![forbid(unsafe_code)]

/// The tokens of Rust. Tests run outside of the compiler, which alone has those of `proc_macro`.
#[cfg(not(test))]
extern crate proc_macro as rust;
#[cfg(test)]
extern crate proc_macro2 as rust;

#[macro_use]
mod code;

mod axes;
mod calls;
mod checked;
mod encoding;
mod errors;
mod expand;
mod fragments;
mod grammar;
mod items;
mod lists;
mod proof;
mod root;
mod shape;
mod signature;
mod split;
#[cfg(test)]
mod tests;
mod tokens;

use rust::TokenStream;

/// A slice spec as one expression, encoded at compile time.
#[cfg_attr(not(test), proc_macro)]
pub fn s(input: TokenStream) -> TokenStream {
    expand::s(input)
}

/// A slice spec that is checked against the static shape of its array.
#[cfg_attr(not(test), proc_macro)]
pub fn checked(input: TokenStream) -> TokenStream {
    checked::checked(input)
}

/// Named specs: `const` and `static` items whose type is written by the macro.
#[cfg_attr(not(test), proc_macro)]
pub fn spec(input: TokenStream) -> TokenStream {
    items::spec(input)
}

/// Names for the axes of arrays: types with the number of each axis.
#[cfg_attr(not(test), proc_macro)]
pub fn axes(input: TokenStream) -> TokenStream {
    axes::axes(input)
}

/// Exclusive parts of an array, proven to be disjoint.
#[cfg_attr(not(test), proc_macro)]
pub fn split_mut(input: TokenStream) -> TokenStream {
    split::split_mut(input)
}

/// The type of a slice spec.
#[cfg_attr(not(test), proc_macro)]
pub fn spec_type(input: TokenStream) -> TokenStream {
    expand::spec_type(input)
}

/// A diagonal, or an inclusive band of diagonals.
#[cfg_attr(not(test), proc_macro)]
pub fn diag(input: TokenStream) -> TokenStream {
    expand::diag(input)
}

/// The dims of a static shape.
#[cfg_attr(not(test), proc_macro)]
pub fn shape(input: TokenStream) -> TokenStream {
    shape::shape(input)
}
