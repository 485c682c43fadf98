//! The macros outside of the compiler.

mod agreement;
mod crossing;
mod encodings;
mod expansions;
mod items;
mod mistakes;
mod spans;
mod split;
mod tokens;

use proc_macro2::TokenStream;

/// What a macro gets of `tslice::s![text]`.
fn input(text: &str) -> TokenStream {
    format!("tslice; {text}").parse().expect("tokens")
}
