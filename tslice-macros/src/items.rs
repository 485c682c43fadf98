//! The items of `spec! { .. }`. A faulty item keeps its name and its rank, so that only the fault
//! is reported.

use core::slice::from_ref;

use rust::TokenStream;
use tslice_syntax::{
    Bound, ByRole, Delimiter, Dialect, Entry, Lexeme, Lexemes, List, Mistake, Mistakes, Result,
    Role, Spec, refuse,
};

use crate::code::Code;
use crate::errors;
use crate::expand::in_item;
use crate::lists::type_of;
use crate::root::{Root, conditions};
use crate::signature;
use crate::tokens::stream;

/// `spec! { .. }`.
pub(crate) fn spec(input: TokenStream) -> TokenStream {
    each(input, item)
}

/// Each item as it is read, and all errors beside it.
pub(crate) fn each(
    input: TokenStream,
    item: fn(&Root, Lexemes<'_>, &mut Mistakes) -> Option<Code>,
) -> TokenStream {
    let root = Root::from(input);
    let mut items = Code::new();
    for tokens in root
        .trees
        .lexemes()
        .split_inclusive(|lexeme| lexeme.is(';'))
    {
        let mut mistakes = Mistakes::default();
        let item = item(&root, tokens, &mut mistakes);
        items.extend(errors::as_items(&root, &conditions(tokens), &mistakes));
        items.extend(item.unwrap_or_default());
    }
    items.into_iter().collect()
}

fn item(root: &Root, tokens: Lexemes<'_>, mistakes: &mut Mistakes) -> Option<Code> {
    let parts = mistakes.keep(Parts::of(tokens))?;
    let body = parts.body.inner();
    let spec = root.spec(&body, "named_specs", tokens, Dialect::Expressions, mistakes);
    let mut spec = match spec {
        Ok(spec) => spec,
        Err(question) => return Some(question),
    };
    let in_spec = mistakes.len();
    let signature = mistakes.keep(brackets(parts.written_type)).flatten();
    mistakes.keep(ends(parts.body, parts.end));
    mistakes.keep(no_borrowed(root, &spec));
    if mistakes.len() > in_spec {
        without_bounds(&mut spec, parts.body);
    }
    let head = stream(parts.head);
    // The semicolon is the user's, so that rustc sees the whole item in the user's code.
    let semicolon = match parts.end {
        [semicolon] if semicolon.is(';') => stream(parts.end),
        _ => mixed!(;),
    };
    let (ty, value) = match signature {
        None => (type_of(root, &spec), in_item(root, &spec)),
        Some(brackets) => signature::shaped(root, brackets, &spec, mistakes),
    };
    Some(mixed!(#head: #ty = #value #semicolon))
}

fn no_borrowed(root: &Root, spec: &Spec<Bound>) -> Result<()> {
    for list in spec.lists.iter().flat_map(|listed| &listed.lists) {
        if let List::Borrowed(Bound::Expression(tokens)) = list {
            let words = "a named spec is a constant, whose lists are literal: write the \
                positions, as in `[0, 2]`";
            return refuse(&root.trees.lexemes_of(tokens), words);
        }
    }
    Ok(())
}

/// Takes from the spec of a mistaken item what could make rustc report more than the mistake: its
/// lists, and its bounds, which may name parameters.
fn without_bounds(spec: &mut Spec<Bound>, body: &Lexeme<'_>) {
    let one = |_| Bound::Literal {
        value: 1,
        digits: body.span(),
    };
    spec.lists.clear();
    for entry in &mut spec.entries {
        *entry = match core::mem::replace(entry, Entry::WHOLE) {
            Entry::List | Entry::Grouped => Entry::WHOLE,
            entry => entry.map(one),
        };
    }
}

/// An item such as `pub const NAME = [1:3, ..];`.
struct Parts<'t> {
    /// Up to the name.
    head: Lexemes<'t>,
    /// A signature, or a type that should not be there.
    written_type: Lexemes<'t>,
    /// The brackets, with the spec inside.
    body: &'t Lexeme<'t>,
    end: Lexemes<'t>,
}

impl<'t> Parts<'t> {
    fn of(tokens: Lexemes<'t>) -> Result<Self> {
        let is_keyword = |lexeme: &Lexeme<'_>| lexeme.is_one_of(&["const", "static"]);
        let name = 1 + tokens
            .iter()
            .position(is_keyword)
            .ok_or_else(|| no_item(tokens))?;
        let equals = tokens.position_of(Role::Equals);
        let equals = equals.filter(|equals| *equals > name);
        let (head, value) = tokens.split_at(equals.ok_or_else(|| no_item(tokens))?);
        let (head, written_type) = head.split_at(name + 1);
        if head[name].word().is_none() || head[name].is_one_of(&["mut", "fn"]) {
            return Err(no_item(&head[name..]));
        }
        match value {
            [_, body, end @ ..] if body.is_group(Delimiter::Bracket) => Ok(Self {
                head,
                written_type,
                body,
                end,
            }),
            [_, value @ .., end] if end.is(';') && !value.is_empty() => Err(no_item(value)),
            _ => Err(no_item(tokens)),
        }
    }
}

fn no_item(at: Lexemes<'_>) -> Mistake {
    let words = "expected an item such as `pub const NAME = [1:3, ..];`: one name without \
        parameters, no type but a signature, and a spec in brackets alone";
    Mistake::new(at, words)
}

/// The brackets of a signature, `: [480, 640] => [240, 320]`, if there is one.
fn brackets(written: Lexemes<'_>) -> Result<Option<[&Lexeme<'_>; 2]>> {
    let is_bracket = |lexeme: &Lexeme<'_>| lexeme.is_group(Delimiter::Bracket);
    match written {
        [] => Ok(None),
        [colon, input, arrow, _, output]
            if colon.is(':')
                && arrow.role == Role::Arrow
                && is_bracket(input)
                && is_bracket(output) =>
        {
            Ok(Some([input, output]))
        }
        [colon, rest @ ..]
            if colon.is(':') && (rest.has(Role::Arrow) || rest.first().is_some_and(is_bracket)) =>
        {
            let words = "a signature has two shapes, as in `[480, 640] => [240, 320]`";
            refuse(written, words)
        }
        _ => Err(no_item(written)),
    }
}

/// Refuses an item that does not end behind its brackets.
fn ends(body: &Lexeme<'_>, end: Lexemes<'_>) -> Result<()> {
    let words = "a named spec ends with `]` and `;`";
    match end {
        [] => Ok(()),
        [semicolon] if semicolon.is(';') => Ok(()),
        _ => refuse(from_ref(body), words),
    }
}
