//! `axes! { pub Video = time, y, x; }`: a type with the number of each axis as a constant, and a
//! macro of the same name that hands its names on (`named`).

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use tslice_syntax::{Delimiter, Lexeme, MAX_RANK, Mistake, Mistakes, Role};

use crate::encoding::number;
use crate::errors;
use crate::items::conditions;
use crate::named::{Named, answer};
use crate::tokens::{Trees, is_word, stream, tree};

/// The name of an axis, with what stands in front of it.
struct Axis {
    attributes: TokenStream,
    name: Ident,
}

/// Sound items as they are, and all errors beside them.
pub(crate) fn axes(input: TokenStream) -> TokenStream {
    let (named, tokens) = Named::split(input);
    let trees = Trees::from(tokens);
    let tokens = trees.lexemes();
    let items = tokens.split_inclusive(|lexeme| lexeme.is(';')).map(|item| {
        let mut mistakes = Mistakes::default();
        let parts = mistakes.keep(Parts::of(item));
        let written = parts.map(|parts| parts.write(&named, item, &mut mistakes));
        let errors = errors::under(&conditions(item), &mistakes);
        quote!(#errors #written)
    });
    items.collect()
}

/// An item such as `pub Video = time, y, x;`.
struct Parts<'l, 't> {
    attributes: &'l [Lexeme<'t>],
    visibility: &'l [Lexeme<'t>],
    name: &'l Ident,
    body: &'l [Lexeme<'t>],
}

impl<'l, 't> Parts<'l, 't> {
    fn of(tokens: &'l [Lexeme<'t>]) -> Result<Self, Mistake<'t>> {
        let no_item = |at| Mistake::new(at, "expected an item such as `pub Video = time, y, x;`");
        let equals = tokens.iter().position(|lexeme| lexeme.is('='));
        let (head, value) = tokens.split_at(equals.ok_or_else(|| no_item(tokens))?);
        let Some((name_token, head)) = head.split_last() else {
            return Err(no_item(tokens));
        };
        let TokenTree::Ident(name) = tree(&name_token.token) else {
            return Err(no_item(tokens));
        };
        let [body @ .., end] = &value[1..] else {
            return Err(no_item(tokens));
        };
        if body.is_empty() {
            return Err(Mistake::new(
                &value[..1],
                "names of axes follow, as in `= time, y, x`",
            ));
        }
        if !end.is(';') {
            let end = core::slice::from_ref(end);
            return Err(Mistake::new(end, "an item of `axes!` ends with `;`"));
        }
        let (attributes, visibility) = without_attributes(head);
        match visibility {
            [] => {}
            [public, rest @ ..] if is_word(public, &["pub"]) && rest.len() < 2 => {}
            _ => return Err(no_item(visibility)),
        }
        Ok(Self {
            attributes,
            visibility,
            name,
            body,
        })
    }

    fn write(
        &self,
        named: &Named,
        item: &[Lexeme<'t>],
        mistakes: &mut Mistakes<'t>,
    ) -> TokenStream {
        let is_minus = |lexeme: &Lexeme<'_>| lexeme.is('-');
        let mut terms = self.body.split(is_minus);
        let axes = match (terms.next(), terms.next()) {
            (Some(path), Some(_)) => {
                let Some(names) = named.names(path) else {
                    let conditions = conditions(item);
                    let call = named.call(path, "axes", item);
                    return quote!(#conditions #call);
                };
                remaining(names, self.body, mistakes)
            }
            _ => listed(self.body, mistakes),
        };
        if mistakes.is_empty() {
            self.declared(&named.root, &axes, &conditions(item))
        } else {
            TokenStream::new()
        }
    }

    /// The type, and its macro. A macro that other crates use is at the root of its crate, where
    /// its name is one that no other has.
    fn declared(&self, root: &TokenStream, axes: &[Axis], conditions: &TokenStream) -> TokenStream {
        let (attributes, visibility, name) =
            (stream(self.attributes), stream(self.visibility), self.name);
        let place = format!("{:?}", Span::call_site()).replace(|c: char| !c.is_ascii_digit(), "_");
        let hidden = format_ident!("__{name}_axes_{place}", span = Span::mixed_site());
        let export = matches!(self.visibility, [_]).then(|| quote!(#[macro_export]));
        let constants = axes
            .iter()
            .enumerate()
            .map(|(axis, Axis { attributes, name })| {
                let axis = number(axis);
                mixed! {
                    #attributes #visibility const #name: #root::__private::usize = #axis;
                }
            });
        let names: Vec<&Ident> = axes.iter().map(|axis| &axis.name).collect();
        let texts = names.iter().map(|name| unraw(name));
        let (count, answer) = (number(names.len()), answer(&names));
        mixed! {
            #attributes
            #[allow(dead_code)]
            #visibility struct #name;
            #conditions
            #[allow(dead_code, non_upper_case_globals)]
            impl #name {
                #(#constants)*
                /// The names of all axes, in order.
                #visibility const NAMES: [&'static #root::__private::str; #count] = [#(#texts),*];
            }
            #conditions
            #[doc(hidden)]
            #[allow(unused_macros, non_local_definitions)]
            #export
            macro_rules! #hidden { #answer }
            #conditions
            #[doc(hidden)]
            #[allow(unused_imports)]
            #visibility use #hidden as #name;
        }
    }
}

fn without_attributes<'l, 't>(tokens: &'l [Lexeme<'t>]) -> (&'l [Lexeme<'t>], &'l [Lexeme<'t>]) {
    let is_attribute =
        |pair: &&[Lexeme<'_>]| pair[0].is('#') && pair[1].is_group(Delimiter::Bracket);
    let attributes = tokens.chunks_exact(2).take_while(is_attribute).count();
    tokens.split_at(2 * attributes)
}

fn unraw(name: &Ident) -> String {
    name.to_string().trim_start_matches("r#").to_string()
}

/// The axes of `time, y, x`.
fn listed<'t>(body: &[Lexeme<'t>], mistakes: &mut Mistakes<'t>) -> Vec<Axis> {
    let mut axes: Vec<Axis> = Vec::new();
    for chunk in body.split_inclusive(|lexeme| lexeme.role == Role::Comma) {
        let (attributes, name) = match chunk {
            [only] => ([].as_slice(), core::slice::from_ref(only)),
            [rest @ .., last] if last.role == Role::Comma => without_attributes(rest),
            _ => without_attributes(chunk),
        };
        match mistakes.keep(name_of(name, &axes)) {
            Some(name) => axes.push(Axis {
                attributes: documented(stream(attributes), name),
                name: name.clone(),
            }),
            // One mistake is enough if there are too many names.
            None if axes.len() >= MAX_RANK => break,
            None => {}
        }
    }
    axes
}

/// Constants of public types have documentation, whether the user wrote it or not.
fn documented(attributes: TokenStream, name: &Ident) -> TokenStream {
    if attributes.is_empty() {
        let words = format!("The number of the axis `{}`.", unraw(name));
        return quote!(#[doc = #words]);
    }
    attributes
}

fn name_of<'l, 't>(name: &'l [Lexeme<'t>], axes: &[Axis]) -> Result<&'l Ident, Mistake<'t>> {
    let ident = match name {
        [only] => tree(&only.token),
        _ => return Err(no_name(name)),
    };
    let TokenTree::Ident(ident) = ident else {
        return Err(no_name(name));
    };
    let word = ident.to_string();
    let words = match &word[..] {
        "_" | "self" | "Self" | "super" | "crate" => format!("`{word}` is not a name of an axis"),
        "NAMES" => "`NAMES` is the constant with the names of all axes: write another name".into(),
        _ if KEYWORDS.contains(&&word[..]) => format!("`{word}` is a keyword: write `r#{word}`"),
        _ if axes.iter().any(|axis| unraw(&axis.name) == unraw(ident)) => {
            format!("axis `{word}` is already there: each axis has a name of its own")
        }
        _ if axes.len() >= MAX_RANK => {
            format!("an array has at most {MAX_RANK} axes, and `{word}` is one more")
        }
        _ => return Ok(ident),
    };
    Err(Mistake::new(name, words))
}

fn no_name<'t>(at: &[Lexeme<'t>]) -> Mistake<'t> {
    Mistake::new(at, "expected the name of an axis, as in `time, y, x`")
}

/// The axes of `Video - time - y`, of which `Video` has names.
fn remaining<'t>(names: &[String], body: &[Lexeme<'t>], mistakes: &mut Mistakes<'t>) -> Vec<Axis> {
    let mut is_left = vec![true; names.len()];
    for term in body.split(|lexeme| lexeme.is('-')).skip(1) {
        let [only] = term else {
            let at = if term.is_empty() { body } else { term };
            mistakes.push(no_name(at));
            continue;
        };
        let word = tree(&only.token).to_string();
        let words = match tslice_syntax::number(word.trim_start_matches("r#"), names) {
            Ok(axis) if core::mem::take(&mut is_left[axis]) => continue,
            Ok(_) => format!("axis `{word}` is already subtracted"),
            Err(words) => words,
        };
        mistakes.push(Mistake::new(term, words));
    }
    if !is_left.contains(&true) {
        mistakes.push(Mistake::new(body, "all axes are subtracted: leave one"));
    }
    let left = names.iter().zip(is_left).filter(|(_, is_left)| *is_left);
    let axis = |(name, _): (&String, bool)| {
        let name = match KEYWORDS.contains(&&name[..]) {
            true => Ident::new_raw(name, Span::mixed_site()),
            false => Ident::new(name, Span::mixed_site()),
        };
        Axis {
            attributes: documented(TokenStream::new(), &name),
            name,
        }
    };
    left.map(axis).collect()
}

/// Words that are names as raw identifiers only.
const KEYWORDS: [&str; 44] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static",
    "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "where",
];
