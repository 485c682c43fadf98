//! `axes! { pub Video = time, y, x; }`: a type with the number of each axis as a constant, and a
//! macro of the same name that hands its names on (`root`).

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use tslice_syntax::{ByRole, Delimiter, Lexeme, Lexemes, Mistake, Result, Role, refuse};

use crate::encoding::number;
use crate::fragments::without_attributes;
use crate::grammar::signature::MAX_RANK;
use crate::items::{conditions, each};
use crate::root::Root;
use crate::tokens::{stream, tree};

/// Sound items as they are, and an error in the place of each other one.
pub(crate) fn axes(input: TokenStream) -> TokenStream {
    each(input, |root, tokens, mistakes| {
        mistakes.keep(item(root, tokens))
    })
}

/// An item such as `pub Video = time, y, x;`, or `pub Frame = Video - time;`, whose names `Video`
/// knows.
fn item(root: &Root, tokens: Lexemes<'_>) -> Result<TokenStream> {
    let no_item = |at| Mistake::new(at, "expected an item such as `pub Video = time, y, x;`");
    let conditions = conditions(tokens);
    let (attributes, item) = without_attributes(tokens);
    let equals = item.position_of(Role::Equals);
    let (head, value) = item.split_at(equals.ok_or_else(|| no_item(tokens))?);
    let ([visibility @ .., name], [_, body @ .., end]) = (head, value) else {
        return Err(no_item(tokens));
    };
    let is_visibility =
        |part: &Lexeme<'_>| part.is_word("pub") || part.is_group(Delimiter::Parenthesis);
    if !end.is(';') || !visibility.iter().all(is_visibility) {
        return Err(no_item(item));
    }
    let name = name_of(core::slice::from_ref(name), item)?;
    let mut terms = body.split(|lexeme| lexeme.is('-'));
    let path = terms.next().unwrap_or_default();
    let axes = if path.len() == body.len() {
        listed(body, item)?
    } else if let Some(names) = root.names(path) {
        remaining(names, terms, body)?
    } else {
        let question = root.call(path, "axes", tokens);
        return Ok(quote!(#conditions #question));
    };
    if axes.len() > MAX_RANK {
        let words = format!(
            "an array has at most {MAX_RANK} axes, these are {}",
            axes.len()
        );
        return refuse(body, words);
    }
    let head = [conditions, stream(attributes), stream(visibility)];
    Ok(declared(root, head, name, &axes))
}

/// The type, and its macro. A macro that other crates use is at the root of its crate, where its
/// name is one that no other has.
fn declared(
    root: &Root,
    [conditions, attributes, visibility]: [TokenStream; 3],
    name: &Ident,
    axes: &[(TokenStream, Ident)],
) -> TokenStream {
    let place = format!("{:?}", Span::call_site()).replace(|c: char| !c.is_ascii_digit(), "_");
    let hidden = format_ident!("__{name}_axes_{place}", span = Span::mixed_site());
    let is_public = visibility.to_string() == "pub";
    let export = is_public.then(|| quote!(#[macro_export]));
    let (mut constants, mut names, mut texts) = (TokenStream::new(), Vec::new(), Vec::new());
    for (axis, (attributes, name)) in axes.iter().enumerate() {
        let axis = number(axis);
        constants.extend(mixed!(#attributes #visibility const #name: #root::usize = #axis;));
        names.push(name);
        // As text, a name has no `r#`.
        texts.push(name.to_string().trim_start_matches("r#").to_string());
    }
    let count = number(names.len());
    mixed! {
        #attributes
        #[allow(dead_code)]
        #visibility struct #name;
        #conditions
        #[allow(dead_code, missing_docs, non_upper_case_globals)]
        impl #name {
            #constants
            /// The names of all axes, in order.
            #visibility const NAMES: [&'static #root::str; #count] = [#(#texts),*];
        }
        #conditions
        #[doc(hidden)]
        #[allow(unused_macros, non_local_definitions)]
        #export
        macro_rules! #hidden {
            ([$($of:tt)*] [$($front:tt)*]; $($input:tt)*) => {
                $($of)*! { $($front)* [#(#names)*]; $($input)* }
            };
        }
        #conditions
        #[doc(hidden)]
        #[allow(unused_imports, clippy::pub_use)]
        #visibility use #hidden as #name;
    }
}

/// The axes of `time, y, x`, each with its attributes.
fn listed(body: Lexemes<'_>, item: Lexemes<'_>) -> Result<Vec<(TokenStream, Ident)>> {
    let mut axes: Vec<(TokenStream, Ident)> = Vec::new();
    if body.is_empty() {
        name_of(body, item)?;
    }
    for (chunk, _) in body.between_commas() {
        let (attributes, at) = without_attributes(chunk);
        let name = name_of(at, item)?;
        if *name == "NAMES" || axes.iter().any(|(_, other)| other == name) {
            let words = format!("`{name}` is a constant of the type already: write another name");
            return refuse(at, words);
        }
        axes.push((stream(attributes), name.clone()));
    }
    Ok(axes)
}

/// The axes of a type without those of `time - y`.
fn remaining<'t>(
    mut left: Vec<Ident>,
    subtracted: impl Iterator<Item = Lexemes<'t>>,
    body: Lexemes<'_>,
) -> Result<Vec<(TokenStream, Ident)>> {
    for term in subtracted {
        let name = name_of(term, body)?.to_string();
        let names: Vec<String> = left.iter().map(Ident::to_string).collect();
        let axis = tslice_syntax::number(&name, &names);
        left.remove(axis.map_err(|words| Mistake::new(term, words))?);
    }
    let mut axes = Vec::new();
    for name in left {
        axes.push((TokenStream::new(), name));
    }
    Ok(axes)
}

/// The one word of a name, or a mistake there or, if there is nothing, at the whole.
fn name_of<'t>(name: Lexemes<'t>, whole: Lexemes<'_>) -> Result<&'t Ident> {
    if let [only] = name
        && let TokenTree::Ident(name) = tree(only)
    {
        return Ok(name);
    }
    let at = if name.is_empty() { whole } else { name };
    refuse(at, "expected a name, as in `pub Video = time, y, x;`")
}
