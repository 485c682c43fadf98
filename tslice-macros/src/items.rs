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
    let (body, mut own) = (parts.body.inner(), Mistakes::default());
    let spec = root.spec(&body, "named_specs", tokens, Dialect::Expressions, &mut own);
    let mut spec = match spec {
        Ok(spec) => spec,
        Err(question) => return Some(question),
    };
    let signature = mistakes.keep(brackets(parts.written_type)).flatten();
    mistakes.keep(ends(parts.body, parts.end));
    constant(&parts, root, &mut spec, &mut own);
    let is_read = own.is_empty();
    for mistake in own {
        mistakes.push(mistake);
    }
    let head = stream(parts.head);
    // The semicolon is the user's, so that rustc sees the whole item in the user's code.
    let semicolon = match parts.end {
        [semicolon] if semicolon.is(';') => stream(parts.end),
        _ => mixed!(;),
    };
    let (ty, value) = match signature {
        None => (type_of(root, &spec), in_item(root, &spec)),
        Some(brackets) => signature::shaped(root, brackets, &spec, is_read, mistakes),
    };
    Some(mixed!(#head: #ty = #value #semicolon))
}

/// Takes from the spec of an item what would make rustc report more than its mistakes.
fn constant(parts: &Parts<'_>, root: &Root, spec: &mut Spec<Bound>, mistakes: &mut Mistakes) {
    let is_read = mistakes.is_empty();
    for list in spec.lists.iter().flat_map(|listed| &listed.lists) {
        // A constant cannot borrow it.
        if let List::Borrowed(Bound::Expression(tokens)) = list
            && is_read
        {
            let words = "a named spec is a constant, whose lists are literal: write the \
                positions, as in `[0, 2]`";
            mistakes.push(Mistake::new(&root.trees.lexemes_of(tokens), words));
        }
    }
    let is_borrowed = is_read && !mistakes.is_empty();
    let is_generic = parts
        .written_type
        .first()
        .is_some_and(|first| first.is('<'));
    if !is_borrowed && !is_generic {
        return;
    }
    // Without its lists, the spec is a constant. The bounds of a generic one name parameters, of
    // which rustc would report that they are not there.
    let known = |bound| match bound {
        Bound::Expression(_) if is_generic => Bound::Literal {
            value: 1,
            digits: parts.body.span(),
        },
        bound => bound,
    };
    spec.lists.clear();
    for entry in &mut spec.entries {
        *entry = match core::mem::replace(entry, Entry::WHOLE) {
            Entry::List | Entry::Grouped => Entry::WHOLE,
            entry => entry.map(known),
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
        let keyword = tokens
            .iter()
            .position(|lexeme| lexeme.is_one_of(&["const", "static"]));
        let at = keyword.ok_or_else(|| no_item(tokens))? + 1;
        let (head, after) = match &tokens[at..] {
            [name, ..] if name.is_one_of(&["mut", "fn"]) => return Err(no_item(from_ref(name))),
            [name, ..] if name.word().is_some() => tokens.split_at(at + 1),
            _ => return Err(no_item(tokens)),
        };
        let Some(equals) = after.position_of(Role::Equals) else {
            return Err(match after {
                [body, ..] if body.is_group(Delimiter::Bracket) => Mistake::new(
                    &tokens[at..at + 2],
                    "a named spec has a `=` between its name and its bracket",
                ),
                _ => no_item(tokens),
            });
        };
        let (body, end) = match &after[equals + 1..] {
            [body, end @ ..] if body.is_group(Delimiter::Bracket) => (body, end),
            value => return Err(no_bracket(tokens, value)),
        };
        Ok(Self {
            head,
            written_type: &after[..equals],
            body,
            end,
        })
    }
}

fn no_item(at: Lexemes<'_>) -> Mistake {
    Mistake::new(at, "expected an item such as `pub const NAME = [1:3, ..];`")
}

fn no_bracket(item: Lexemes<'_>, value: Lexemes<'_>) -> Mistake {
    let value = match value {
        [value @ .., end] if end.is(';') => value,
        value => value,
    };
    if value.is_empty() {
        return no_item(item);
    }
    let words = "a named spec is written in brackets alone, as in `[1:3, ..]`";
    Mistake::new(value, words)
}

/// The brackets of a signature, `: [480, 640] => [240, 320]`, if there is one.
fn brackets(written: Lexemes<'_>) -> Result<Option<[&Lexeme<'_>; 2]>> {
    let is_bracket = |lexeme: &Lexeme<'_>| lexeme.is_group(Delimiter::Bracket);
    let message = match written {
        [] => return Ok(None),
        [colon, input, arrow, _, output]
            if colon.is(':')
                && arrow.role == Role::Arrow
                && is_bracket(input)
                && is_bracket(output) =>
        {
            return Ok(Some([input, output]));
        }
        [first, ..] if first.is('<') => "a named spec is not generic",
        [first, rest @ ..]
            if first.is(':') && (rest.has(Role::Arrow) || rest.first().is_some_and(is_bracket)) =>
        {
            "a signature has two shapes, as in `[480, 640] => [240, 320]`"
        }
        [first, ..] if first.is(':') => {
            "the type of a named spec is written by the macro: leave it out"
        }
        _ => "an item has one name: write an item for each",
    };
    refuse(written, message)
}

fn ends(body: &Lexeme<'_>, end: Lexemes<'_>) -> Result<()> {
    match end {
        [semicolon] if semicolon.is(';') => Ok(()),
        [first, ..] if !first.is_one_of(&["const", "static", "pub"]) && !first.is('#') => {
            refuse(end, "a named spec ends with `]` and `;`")
        }
        _ => {
            let words = "a named spec ends with `;`: write it after this bracket";
            refuse(from_ref(body), words)
        }
    }
}
