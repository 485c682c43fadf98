//! Collecting mistakes, and quoting the user's code in messages.

use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::ast::Mistakes;
use crate::cursor::{Lexeme, stream};

/// Collects the mistakes of one macro call, in source order.
#[derive(Default)]
pub(crate) struct Diagnostics {
    errors: Option<syn::Error>,
    fragments: Vec<TokenStream>,
}

impl Diagnostics {
    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.errors {
            Some(first) => first.combine(error),
            None => self.errors = Some(error),
        }
    }

    /// The value if it is sound; otherwise the mistake is kept for the end.
    pub(crate) fn keep<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    pub(crate) fn keep_fragment(&mut self, expression: TokenStream) {
        self.fragments.push(expression);
    }

    pub(crate) fn into_mistakes(self) -> Option<Mistakes> {
        let Self { errors, fragments } = self;
        errors.map(|errors| Mistakes { errors, fragments })
    }
}

/// An error that spans the given tokens, first to last.
pub(crate) fn error(tokens: impl ToTokens, message: impl std::fmt::Display) -> syn::Error {
    syn::Error::new_spanned(tokens, message)
}

pub(crate) fn error_at(lexemes: &[Lexeme], message: impl std::fmt::Display) -> syn::Error {
    error(stream(lexemes), message)
}

/// The user's code as it was typed, near enough.
pub(crate) fn quoted(lexemes: &[Lexeme]) -> String {
    let mut text = stream(lexemes).to_string();
    for (spaced, tight) in [(" :: ", "::"), (" . ", "."), (" (", "("), (" [", "[")] {
        text = text.replace(spaced, tight);
    }
    match text.strip_prefix("- ") {
        Some(rest) => format!("-{rest}"),
        None => text,
    }
}
