//! Calls of the runtime crate that rustc reports at the user's tokens.

use rust::{Delimiter, Ident, Span, TokenTree};
use tslice_syntax::{Lexemes, own_span, without_axis};

use crate::code::{Code, group};
use crate::root::Root;

/// A call whose first token is where an entry or a length begins, without its axis, and whose last
/// is where it ends: rustc underlines all of it.
pub(crate) fn call(root: &Root, function: &str, arguments: Code, at: Lexemes<'_>) -> Code {
    let (first, last) = around(root, without_axis(at));
    let span = Span::mixed_site().located_at(first);
    // The path too: rustc reports a call that panics while it is compiled at the path's tokens.
    let mut path = root.as_ref().to_vec();
    for token in &mut path {
        token.set_span(token.span().located_at(first));
    }
    let function = [TokenTree::from(Ident::new(function, span))];
    // rustc joins spans of one hygiene only, and the path begins with a token of the caller's.
    let hygiene = path.first().map_or(span, TokenTree::span);
    let arguments = [group(
        Delimiter::Parenthesis,
        arguments,
        hygiene.located_at(last),
    )];
    located!(span, #path::#function #arguments)
}

/// Where lexemes begin and end. If they are on several lines, the span is that of the first,
/// because rustc would underline all lines between.
fn around(root: &Root, lexemes: Lexemes<'_>) -> (Span, Span) {
    let own = own_span(lexemes, lexemes);
    let (first, last) = root.trees.ends(&own);
    // Tests have no lines.
    #[cfg(not(test))]
    if first.line() != last.line() {
        return root.trees.ends(&(own.start..own.start + 1));
    }
    (first, last)
}
