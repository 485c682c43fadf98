//! The items of `spec! { .. }`. A faulty item keeps its name and its rank, so that only the fault is reported.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;
use tslice_syntax::{Bound, Delimiter, Dialect, Lexeme, Mistake, Mistakes, Spec, Token};

use crate::errors;
use crate::expand;
use crate::tokens::{Piece, lexemes, split_root, stream};

/// Sound items as they are, and all errors beside them.
pub(crate) fn spec(input: TokenStream) -> TokenStream {
    let (root, tokens) = split_root(input);
    let mut mistakes = Mistakes::default();
    let tokens = lexemes(tokens);
    let items = tokens.split_inclusive(|lexeme| lexeme.is(';'));
    let items: TokenStream = items.filter_map(|tokens| item(&root, tokens, &mut mistakes)).collect();
    let errors = errors::as_items(&mistakes);
    quote!(#errors #items)
}

fn item(root: &TokenStream, tokens: &[Lexeme<Piece>], mistakes: &mut Mistakes<Piece>) -> Option<TokenStream> {
    let shape = || Mistake::new(tokens, "expected an item such as `pub const NAME = [1:3, ..];`");
    let parts = mistakes.keep(Parts::of(tokens).ok_or_else(shape))?;
    mistakes.keep(no_type(parts.written_type));
    mistakes.keep(ends(parts.body, parts.end));
    let body = tslice_syntax::lex(parts.body.token.inner());
    let spec: Spec<Bound<'_, Piece>> = tslice_syntax::spec(&body, Dialect::Expressions, mistakes);
    let (head, name) = (stream(parts.head), parts.name);
    // The user's, so that rustc sees the whole item in the user's code.
    let semicolon = match parts.end {
        [semicolon] if semicolon.is(';') => stream(parts.end),
        _ => quote!(;),
    };
    Some(expand::item(root, &head, name, &spec, &semicolon))
}

/// An item such as `pub const NAME = [1:3, ..];`.
struct Parts<'t> {
    /// Up to `const` or `static`.
    head: &'t [Lexeme<Piece>],
    name: &'t Ident,
    /// A type that should not be there.
    written_type: &'t [Lexeme<Piece>],
    /// The brackets, with the spec inside.
    body: &'t Lexeme<Piece>,
    end: &'t [Lexeme<Piece>],
}

impl<'t> Parts<'t> {
    fn of(tokens: &'t [Lexeme<Piece>]) -> Option<Self> {
        let is_keyword = |lexeme: &Lexeme<Piece>| matches!(&lexeme.token.tree, TokenTree::Ident(word) if word == "const" || word == "static");
        let (head, rest) = tokens.split_at(tokens.iter().position(is_keyword)? + 1);
        let [Lexeme { token: Piece { tree: TokenTree::Ident(name), .. }, .. }, rest @ ..] = rest else {
            return None;
        };
        if name == "mut" || name == "fn" {
            return None;
        }
        let equals = rest.iter().position(|lexeme| lexeme.is('='))?;
        let (written_type, [_, body, end @ ..]) = rest.split_at(equals) else { return None };
        body.is_group(Delimiter::Bracket).then_some(Self { head, name, written_type, body, end })
    }
}

fn no_type(written: &[Lexeme<Piece>]) -> Result<(), Mistake<Piece>> {
    match written {
        [] => Ok(()),
        _ => Err(Mistake::new(written, "the type of a named spec is written by the macro: leave it out")),
    }
}

fn ends(body: &Lexeme<Piece>, end: &[Lexeme<Piece>]) -> Result<(), Mistake<Piece>> {
    let body = core::slice::from_ref(body);
    match end {
        [semicolon] if semicolon.is(';') => Ok(()),
        [] => Err(Mistake::new(body, "a named spec ends with `;`: write it after this bracket")),
        _ => Err(Mistake::new(end, "a named spec ends with `]` and `;`")),
    }
}
