//! Collecting mistakes, and quoting the user's code in messages.

use quote::ToTokens;

use crate::cursor::{Lexeme, stream};

/// All mistakes of one macro call, in source order.
#[derive(Default)]
pub(crate) struct Diagnostics(Option<syn::Error>);

impl Diagnostics {
    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.0 {
            Some(first) => first.combine(error),
            None => self.0 = Some(error),
        }
    }

    /// The value if it is sound; otherwise the mistake is kept for the end.
    pub(crate) fn keep<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    pub(crate) fn into_error(self) -> Option<syn::Error> {
        self.0
    }

    pub(crate) fn finish<T>(self, value: T) -> syn::Result<T> {
        self.0.map_or(Ok(value), Err)
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
