//! The procedural macros behind `tslice`: use them through that crate, which adds its own path.
//!
//! Tokens become lexemes with a role (`cursor`), lexemes become entries (`parse`, with one
//! function per mistake in `check`), and entries become the constants of a spec (`expand`).
#![forbid(unsafe_code)]

mod ast;
mod check;
mod cursor;
mod diagnostic;
mod expand;
mod parse;
#[cfg(test)]
mod tests;

use ast::Parsed;
use proc_macro::TokenStream;

/// A slice spec as one expression, encoded at compile time.
#[proc_macro]
pub fn s(input: TokenStream) -> TokenStream {
    let (root, tokens) = cursor::split_root(input.into());
    let Parsed { spec, mistakes } = parse::spec(tokens);
    let spec = expand::spec(&root, &spec);
    match mistakes {
        None => spec.into(),
        Some(mistakes) => expand::mistakes(&mistakes, &spec).into(),
    }
}

/// Named specs: `const` and `static` items whose type is written by the macro.
#[proc_macro]
pub fn spec(input: TokenStream) -> TokenStream {
    let (root, tokens) = cursor::split_root(input.into());
    expand::items(&root, &parse::items(tokens)).into()
}

/// A diagonal, or an inclusive band of diagonals.
#[proc_macro]
pub fn diag(input: TokenStream) -> TokenStream {
    let (root, tokens) = cursor::split_root(input.into());
    match parse::diag(tokens) {
        Ok(diag) => expand::diag(&root, &diag).into(),
        Err(mistakes) => expand::mistakes(&mistakes, &proc_macro2::TokenStream::new()).into(),
    }
}
