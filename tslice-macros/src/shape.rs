//! `Shape![..]` if it is mistaken: the macro itself is a `macro_rules`, which cannot report at the
//! user's tokens.

use proc_macro2::TokenStream;
use tslice_syntax::{Lexeme, Mistake, Role};

use crate::errors::error;
use crate::tokens::{Trees, split_root, tree};

/// The error for a token that is not a length.
pub(crate) fn no_length(tokens: TokenStream) -> TokenStream {
    error_at(&Trees::from(tokens).lexemes())
}

/// The tuple of all lengths, so that the rank is what the user wrote: rustc would report any other
/// type in its place too.
pub(crate) fn no_shape(input: TokenStream) -> TokenStream {
    let (root, tokens) = split_root(input);
    let trees = Trees::from(tokens);
    let lexemes = trees.lexemes();
    let lengths = lexemes
        .split_inclusive(|lexeme| lexeme.role == Role::Comma)
        .map(|with_comma| {
            let without_comma = with_comma
                .split(|lexeme| lexeme.role == Role::Comma)
                .next()
                .unwrap_or_default();
            match without_comma {
                [only] => {
                    let only = tree(&only.token);
                    mixed!(#root::__extent!(#only #only))
                }
                other => {
                    let error = error_at(if other.is_empty() { with_comma } else { other });
                    mixed!(#root::Const<{ #error }>)
                }
            }
        });
    mixed!((#(#lengths,)*))
}

fn error_at(at: &[Lexeme<'_>]) -> TokenStream {
    error(&Mistake::new(
        at,
        "a static shape is a list of lengths: a literal, a name, an expression in braces, or `_`",
    ))
}
