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

use proc_macro::TokenStream;

/// A slice spec as one expression, encoded at compile time.
#[proc_macro]
pub fn s(input: TokenStream) -> TokenStream {
    let (root, tokens) = cursor::split_root(input.into());
    let parsed = parse::spec(tokens);
    let spec = expand::spec(&root, &parsed.spec);
    parsed.errors.map_or(spec.clone(), |errors| expand::errors(&errors, &spec)).into()
}

/// Named specs: `const` and `static` items whose type is written by the macro.
#[proc_macro]
pub fn spec(input: TokenStream) -> TokenStream {
    let (root, tokens) = cursor::split_root(input.into());
    match parse::items(tokens) {
        Ok(items) => {
            items.iter().map(|item| expand::item(&root, item)).collect::<proc_macro2::TokenStream>().into()
        }
        Err(errors) => errors.to_compile_error().into(),
    }
}

/// A diagonal, or an inclusive band of diagonals.
#[proc_macro]
pub fn diag(input: TokenStream) -> TokenStream {
    let (root, tokens) = cursor::split_root(input.into());
    match parse::diag(tokens) {
        Ok(diag) => expand::diag(&root, &diag).into(),
        Err(errors) => expand::errors(&errors, &proc_macro2::TokenStream::new()).into(),
    }
}
