//! `axes! { pub Video = time, y, x; }`: a type with the number of each axis as a constant, and a
//! macro of the same name that hands its names on (`root`).

use core::slice::from_ref;

use rust::{Literal, Span, TokenStream, TokenTree};
use tslice_syntax::{ByRole, Delimiter, Lexeme, Lexemes, Mistake, Result, Role, refuse};

use crate::code::{self, Code, push};
use crate::encoding::number;
use crate::fragments::without_attributes;
use crate::items::each;
use crate::root::{Root, conditions, texts};
use crate::signature::MAX_RANK;
use crate::tokens::{stream, tree};

/// Sound items as they are, and an error in the place of each other one.
pub(crate) fn axes(input: TokenStream) -> TokenStream {
    each(input, |root, tokens, mistakes| {
        mistakes.keep(item(root, tokens))
    })
}

/// An item such as `pub Video = time, y, x;`, or `pub Frame = Video - time;`, whose names `Video`
/// knows.
fn item(root: &Root, tokens: Lexemes<'_>) -> Result<Code> {
    let no_item = |at| Mistake::new(at, "expected an item such as `pub Video = time, y, x;`");
    let conditions = conditions(tokens);
    let (attributes, item) = without_attributes(tokens);
    let equals = item.position_of(Role::Equals);
    let (head, value) = item.split_at(equals.ok_or_else(|| no_item(tokens))?);
    let ([visibility @ .., name], [_, body @ ..]) = (head, value) else {
        return Err(no_item(tokens));
    };
    let body = match body {
        [body @ .., end] if end.is(';') => body,
        last => last,
    };
    let is_visibility =
        |part: &Lexeme<'_>| part.is_word("pub") || part.is_group(Delimiter::Parenthesis);
    if !visibility.iter().all(is_visibility) {
        return Err(no_item(item));
    }
    let name = name_of(from_ref(name), item)?;
    let mut terms = body.split(|lexeme| lexeme.is('-'));
    let path = terms.next().unwrap_or_default();
    let axes = if path.len() == body.len() {
        listed(body, item)?
    } else if let Some(names) = root.names(path) {
        remaining(names, terms, body)?
    } else {
        return Ok(root.call(path, "axes", tokens));
    };
    let count = axes.len();
    if count > MAX_RANK {
        let words = format!("an array has at most {MAX_RANK} axes, these are {count}");
        return refuse(body, words);
    }
    let head = [conditions, stream(attributes), stream(visibility)];
    Ok(declared(root, head, name, &axes))
}

/// The type, and its macro. A macro that other crates use is at the root of its crate, where its
/// name is one that no other has.
fn declared(
    root: &Root,
    [conditions, attributes, visibility]: [Code; 3],
    name: &TokenTree,
    axes: &[Code],
) -> Code {
    let place = format!("{:?}", Span::call_site()).replace(|c: char| !c.is_ascii_digit(), "_");
    let hidden = code::name(&format!("__{}_axes_{place}", text(name)));
    let mut export = Code::new();
    if matches!(&visibility[..], [only] if only.to_string() == "pub") {
        export = mixed!(#[macro_export]);
    }
    let (mut constants, mut names, mut texts) = (Code::new(), Code::new(), Code::new());
    for (at, axis) in axes.iter().enumerate() {
        let (number, (attributes, name)) = (number(at), axis.split_at(axis.len() - 1));
        names.extend_from_slice(name);
        push(&mut texts, vec![Literal::string(&text(&name[0])).into()]);
        constants.extend(mixed!(#attributes #visibility const #name: #root::usize = #number;));
    }
    let (count, name) = (number(axes.len()), [name.clone()]);
    let about = [Literal::string(" The names of all axes, in order.").into()];
    let mut code = mixed! {
        #attributes
        #[allow(dead_code)]
        #visibility struct #name;
        #conditions
        #[allow(dead_code, missing_docs, non_upper_case_globals)]
        impl #name {
            #constants
            #[doc = #about]
            #visibility const NAMES: [&'static #root::str; #count] = [#texts];
        }
    };
    code.extend(mixed! {
        #conditions
        #[doc(hidden)]
        #[allow(unused_macros, non_local_definitions)]
        #export
        macro_rules! #hidden {
            ([$($of:tt)*] [$($front:tt)*]; $($input:tt)*) => {
                $($of)*! { $($front)* [#names]; $($input)* }
            };
        }
        #conditions
        #[doc(hidden)]
        #[allow(unused_imports, clippy::pub_use)]
        #visibility use #hidden as #name;
    });
    code
}

/// As text, a name has no `r#`.
fn text(name: &TokenTree) -> String {
    name.to_string().trim_start_matches("r#").to_string()
}

/// The axes of `time, y, x`, each behind its attributes.
fn listed(body: Lexemes<'_>, item: Lexemes<'_>) -> Result<Vec<Code>> {
    let (mut axes, mut names) = (Vec::new(), vec!["NAMES".to_string()]);
    if body.is_empty() {
        name_of(body, item)?;
    }
    for (chunk, _) in body.between_commas() {
        let (_, at) = without_attributes(chunk);
        let name = name_of(at, item)?.to_string();
        if names.contains(&name) {
            let words = format!("`{name}` is a constant of the type already: write another name");
            return refuse(at, words);
        }
        axes.push(stream(chunk));
        names.push(name);
    }
    Ok(axes)
}

/// The axes of a type without those of `time - y`.
fn remaining<'t>(
    mut left: Vec<TokenTree>,
    subtracted: impl Iterator<Item = Lexemes<'t>>,
    body: Lexemes<'_>,
) -> Result<Vec<Code>> {
    for term in subtracted {
        let name = name_of(term, body)?.to_string();
        let axis = tslice_syntax::number(&name, &texts(&left));
        left.remove(axis.map_err(|words| Mistake::new(term, words))?);
    }
    let mut axes = Vec::new();
    for name in left {
        axes.push(vec![name]);
    }
    Ok(axes)
}

/// The one word of a name, or a mistake there or, if there is nothing, at the whole.
fn name_of<'t>(name: Lexemes<'t>, whole: Lexemes<'_>) -> Result<&'t TokenTree> {
    if let [only] = name
        && let name @ TokenTree::Ident(_) = tree(only)
    {
        return Ok(name);
    }
    let at = if name.is_empty() { whole } else { name };
    refuse(at, "expected a name, as in `pub Video = time, y, x;`")
}
