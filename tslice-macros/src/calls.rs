//! Calls of the runtime crate that rustc reports at the user's tokens.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use tslice_syntax::{Lexeme, Token, without_axis};

use crate::root::Root;
use crate::tokens::{end, start};

/// A call whose first token is where the user's begin and whose last is where they end: rustc
/// underlines all of them.
pub(crate) fn call(
    root: &Root,
    function: &str,
    arguments: &TokenStream,
    (first, last): (Span, Span),
) -> TokenStream {
    let (root, span) = located(root, first);
    let function = Ident::new(function, span);
    let path = quote_spanned!(span=> #root::__private::#function);
    // rustc joins spans of one hygiene only, and the path begins with a token of the caller's.
    let hygiene = path
        .clone()
        .into_iter()
        .next()
        .map_or(span, |token| token.span());
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments.clone());
    arguments.set_span(hygiene.located_at(last));
    quote_spanned!(span=> #path #arguments)
}

/// The path of the runtime crate and the span of a call that rustc reports there, because it panics
/// while it is compiled.
fn located(root: &Root, at: Span) -> (TokenStream, Span) {
    let root = root.to_token_stream().into_iter().map(|mut token| {
        token.set_span(token.span().located_at(at));
        token
    });
    (root.collect(), Span::mixed_site().located_at(at))
}

/// Where lexemes begin and end. A fragment of an outer macro, such as `$e:expr`, has the span of
/// that macro's call, which is elsewhere in the file: fragments count only if there is nothing
/// else. If the other lexemes are on several lines, the span is that of the first, because rustc
/// would underline all lines between.
pub(crate) fn around(lexemes: &[Lexeme<'_>]) -> (Span, Span) {
    let is_own = |lexeme: &&Lexeme<'_>| lexeme.token.fragment == 0;
    let own: Vec<_> = lexemes.iter().filter(is_own).collect();
    let (first, last) = match (&own[..], lexemes) {
        (_, []) => return (Span::mixed_site(), Span::mixed_site()),
        ([], [first, ..]) => (first, first),
        // A sign alone says less than the fragment behind it.
        ([sign], [.., last]) if sign.is('-') => (last, last),
        ([first, .., last], _) if line(&first.token) == line(&last.token) => (*first, *last),
        ([first, ..], _) => (*first, *first),
    };
    (start(&first.token), end(&last.token))
}

/// The line of a token, in a compiler; tests have none.
fn line(token: &Token<'_>) -> Option<(String, usize)> {
    proc_macro::is_available()
        .then(|| start(token).unwrap())
        .map(|span| (span.file(), span.line()))
}

/// Where an entry begins and ends, without its axis.
pub(crate) fn ends(lexemes: &[Lexeme<'_>]) -> (Span, Span) {
    around(without_axis(lexemes))
}
