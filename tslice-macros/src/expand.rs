//! The macros that expand to a spec, its type, or a diagonal.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use tslice_syntax::{Band, Bound, Dialect, Lexeme, Mistake, Mistakes, Role, Spec};

use crate::encoding::{RunTime, encoding, run_time, value};
use crate::errors;
use crate::lists;
use crate::named::Named;
use crate::tokens::{Trees, is_word, split_root};

/// `s![..]`.
pub(crate) fn s(input: TokenStream) -> TokenStream {
    let (named, tokens) = Named::split(input);
    let trees = Trees::from(tokens);
    let (lexemes, mut mistakes) = (trees.lexemes(), Mistakes::default());
    if let Some(question) = named.question(&lexemes, "s", &lexemes) {
        return question;
    }
    let spec = named.spec(&lexemes, Dialect::Expressions, &mut mistakes);
    let root = named.root;
    if mistakes.is_empty() {
        return expression(&root, &spec);
    }
    if let Some(mistake) = of_type(&lexemes) {
        return errors::error(&mistake);
    }
    // Editors look for a half-typed expression in the same place of the expansion of what is
    // finished.
    let bounds = run_time(&root, &spec);
    let errors = errors::as_expression(&mistakes, &encoding(&root, &spec.entries));
    quote!({ #bounds #errors })
}

/// `s![_:_]` for `SpecType![_:_]`. It may stand where rustc expects a type, and no block.
fn of_type<'t>(lexemes: &[Lexeme<'t>]) -> Option<Mistake<'t>> {
    let is_part = |lexeme: &Lexeme<'_>| {
        is_word(lexeme, &["_"]) || matches!(lexeme.role, Role::Comma | Role::Colon | Role::Dots)
    };
    let has_range = lexemes
        .windows(2)
        .any(|pair| is_word(&pair[0], &["_"]) && pair[1].role == Role::Colon);
    let words =
        "a bound is not `_`: the type of a spec is `SpecType![..]`, with `_` for each bound";
    (has_range && lexemes.iter().all(is_part)).then(|| Mistake::new(lexemes, words))
}

/// `SpecType![..]`.
pub(crate) fn spec_type(input: TokenStream) -> TokenStream {
    let (named, tokens) = Named::split(input);
    let trees = Trees::from(tokens);
    let (lexemes, mut mistakes) = (trees.lexemes(), Mistakes::default());
    if let Some(question) = named.question(&lexemes, "spec_type", &lexemes) {
        return question;
    }
    let spec = named.spec(&lexemes, Dialect::Places, &mut mistakes);
    if !mistakes.is_empty() {
        return errors::as_type(&mistakes);
    }
    // In an expression, `Spec<..>` would be a comparison that does not end: rustc would report a
    // macro of this crate.
    lists::type_in_expression(&named.root, &spec)
}

/// `diag![..]`.
pub(crate) fn diag(input: TokenStream) -> TokenStream {
    let (root, tokens) = split_root(input);
    let trees = Trees::from(tokens);
    let (lexemes, mut mistakes) = (trees.lexemes(), Mistakes::default());
    let band = tslice_syntax::band(&lexemes, &mut mistakes);
    let (function, bounds) = match &band {
        None => return errors::as_expression(&mistakes, &TokenStream::new()),
        Some(Band::Single(k)) => (quote!(single), vec![k]),
        Some(Band::Between(lower, upper)) => (quote!(band), vec![lower, upper]),
    };
    let bounds = bounds.into_iter().map(|bound| value(&root, bound));
    let band = mixed! { #root::__private::#function(#(#bounds),*) };
    if mistakes.is_empty() {
        band
    } else {
        errors::beside(&mistakes, &band)
    }
}

/// One item of `spec! { .. }`.
pub(crate) fn item(
    root: &TokenStream,
    head: &TokenStream,
    name: &Ident,
    spec: &Spec<Bound<'_, '_>>,
    semicolon: &TokenStream,
) -> TokenStream {
    let (ty, value) = (lists::type_of(root, spec), in_item(root, spec));
    mixed!(#head #name: #ty = #value #semicolon)
}

/// The value of a spec in an item. It is a constant already, unless it holds what no constant can:
/// rustc says so at the user's words.
pub(crate) fn in_item(root: &TokenStream, spec: &Spec<Bound<'_, '_>>) -> TokenStream {
    if !spec.lists.is_empty() {
        return lists::expression(root, spec);
    }
    match RunTime::of(root, spec) {
        None => {
            let encoding = encoding(root, &spec.entries);
            mixed!({ #encoding })
        }
        Some(_) => expression(root, spec),
    }
}

/// A spec that is known to the compiler is a constant: a call of a method passes its address,
/// whatever its length.
pub(crate) fn expression(root: &TokenStream, spec: &Spec<Bound<'_, '_>>) -> TokenStream {
    if !spec.lists.is_empty() {
        return lists::expression(root, spec);
    }
    encoded(root, spec, &encoding(root, &spec.entries))
}

/// An encoding of the entries of a spec, after its bounds that are not literals.
pub(crate) fn encoded(
    root: &TokenStream,
    spec: &Spec<Bound<'_, '_>>,
    encoding: &TokenStream,
) -> TokenStream {
    match RunTime::of(root, spec) {
        None => mixed!(const { #encoding }),
        Some(bounds) => mixed!({ #bounds #encoding }),
    }
}
