//! The procedural macros behind `tslice`: use them through that crate, which adds its own path.
//!
//! The language is `tslice_syntax`'s. Here tokens become what it reads (`tokens`), its entries
//! become the constants of a spec (`expand`), and its mistakes errors at the user's tokens
//! (`errors`). Only the items of `spec!` are Rust's (`items`, `signature`).
#![forbid(unsafe_code)]

/// `quote!` whose own names are this crate's, not those of the macro's caller.
macro_rules! mixed {
    ($($tokens:tt)*) => {
        quote::quote_spanned!(proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}

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

use proc_macro::TokenStream;

/// A slice spec as one expression, encoded at compile time.
#[proc_macro]
pub fn s(input: TokenStream) -> TokenStream {
    expand::s(input.into()).into()
}

/// A slice spec that is checked against the static shape of its array.
#[proc_macro]
pub fn checked(input: TokenStream) -> TokenStream {
    checked::checked(input.into()).into()
}

/// Named specs: `const` and `static` items whose type is written by the macro.
#[proc_macro]
pub fn spec(input: TokenStream) -> TokenStream {
    items::spec(input.into()).into()
}

/// Names for the axes of arrays: types with the number of each axis.
#[proc_macro]
pub fn axes(input: TokenStream) -> TokenStream {
    axes::axes(input.into()).into()
}

/// Exclusive parts of an array, proven to be disjoint.
#[proc_macro]
pub fn split_mut(input: TokenStream) -> TokenStream {
    split::split_mut(input.into()).into()
}

/// The type of a slice spec.
#[proc_macro]
pub fn spec_type(input: TokenStream) -> TokenStream {
    expand::spec_type(input.into()).into()
}

/// A diagonal, or an inclusive band of diagonals.
#[proc_macro]
pub fn diag(input: TokenStream) -> TokenStream {
    expand::diag(input.into()).into()
}

/// The dims of a static shape.
#[proc_macro]
pub fn shape(input: TokenStream) -> TokenStream {
    shape::shape(input.into()).into()
}
