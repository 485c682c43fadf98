//! Calls of the runtime crate that rustc reports at the user's tokens.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::quote_spanned;
use tslice_syntax::{Bound, Entry, Lexeme, Role};

use crate::tokens::Piece;

/// A call whose first token is where the user's begin and whose last is where they end: rustc underlines all of them.
pub(crate) fn call(
    root: &TokenStream,
    function: &str,
    arguments: &TokenStream,
    (first, last): (Span, Span),
) -> TokenStream {
    let (root, span) = located(root, first);
    let function = Ident::new(function, span);
    let path = quote_spanned!(span=> #root::__private::#function);
    // rustc joins spans of one hygiene only, and the path begins with a token of the caller's.
    let hygiene = path.clone().into_iter().next().map_or(span, |token| token.span());
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments.clone());
    arguments.set_span(hygiene.located_at(last));
    quote_spanned!(span=> #path #arguments)
}

/// The path of the runtime crate and the span of a call that rustc reports there.
pub(crate) fn located(root: &TokenStream, at: Span) -> (TokenStream, Span) {
    let root = root.clone().into_iter().map(|mut token| {
        token.set_span(token.span().located_at(at));
        token
    });
    (root.collect(), Span::mixed_site().located_at(at))
}

/// Where lexemes begin.
pub(crate) fn first(lexemes: &[Lexeme<Piece>]) -> Span {
    lexemes.first().map_or_else(Span::mixed_site, |lexeme| lexeme.token.tree.span())
}

/// Where lexemes begin and end; of lexemes with a fragment of an outer macro, which is written elsewhere, where the first is.
pub(crate) fn around(lexemes: &[Lexeme<Piece>]) -> (Span, Span) {
    match lexemes {
        [first, .., last] if !lexemes.iter().any(is_fragment) => (first.token.start(), last.token.end()),
        [first, ..] => (first.token.start(), first.token.end()),
        [] => (Span::mixed_site(), Span::mixed_site()),
    }
}

/// Where an entry begins and ends, without its axis; of one with a fragment of an outer macro, where its first and last literals
/// are.
pub(crate) fn ends(entry: &Entry<Bound<'_, Piece>>, lexemes: &[Lexeme<Piece>]) -> (Span, Span) {
    let arrow = lexemes.iter().position(|lexeme| lexeme.role == Role::Arrow);
    let written = arrow.map_or(lexemes, |arrow| &lexemes[arrow + 2..]);
    if written.len() > 1 && written.iter().any(is_fragment) {
        let mut digits = entry.bounds().filter_map(|(_, bound)| match bound {
            Bound::Literal { digits, .. } => Some(digits),
            _ => None,
        });
        if let Some(first) = digits.next() {
            return (first.start(), digits.last().unwrap_or(first).end());
        }
    }
    around(written)
}

fn is_fragment(lexeme: &Lexeme<Piece>) -> bool {
    lexeme.is_group(tslice_syntax::Delimiter::Invisible)
}
