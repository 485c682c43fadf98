//! Calls of the runtime crate that rustc reports at the user's tokens.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use tslice_syntax::{Lexemes, own_span, without_axis};

use crate::root::Root;

/// A call whose first token is where an entry or a length begins, without its axis, and whose last
/// is where it ends: rustc underlines all of it.
pub(crate) fn call(
    root: &Root,
    function: &str,
    arguments: &TokenStream,
    at: Lexemes<'_>,
) -> TokenStream {
    let (first, last) = around(root, without_axis(at));
    let span = Span::mixed_site().located_at(first);
    // The path too: rustc reports a call that panics while it is compiled at the path's tokens.
    let mut path = TokenStream::new();
    for mut token in root.to_token_stream() {
        token.set_span(token.span().located_at(first));
        token.to_tokens(&mut path);
    }
    let function = Ident::new(function, span);
    let path = quote_spanned!(span=> #path::#function);
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

/// Where lexemes begin and end. If they are on several lines, the span is that of the first,
/// because rustc would underline all lines between.
fn around(root: &Root, lexemes: Lexemes<'_>) -> (Span, Span) {
    let own = own_span(lexemes, lexemes);
    let (first, last) = root.trees.ends(&own);
    // Tests have no lines.
    let line = |span: Span| span.unwrap().line();
    if proc_macro::is_available() && line(first) != line(last) {
        return root.trees.ends(&(own.start..own.start + 1));
    }
    (first, last)
}
