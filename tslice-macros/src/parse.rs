//! Lexemes to entries. Every entry is read even if an earlier one is wrong, so that all mistakes show at once.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use syn::{Error, Lit, Result};

use crate::ast::{Bound, Diag, Entry, Int, Item, Mistakes, Parsed, Range, Spec};
use crate::check;
use crate::cursor::{Lexeme, Role, invisible, is_punct, lex, stream};
use crate::diagnostic::{Diagnostics, error, error_at};

/// What a spec says, as far as it could be read, and all its mistakes.
///
/// A mistaken entry is read as a whole axis, so that what follows from the spec stays known.
pub(crate) fn spec(tokens: TokenStream) -> Parsed {
    let lexemes = lex(tokens);
    let mut diagnostics = Diagnostics::default();
    let chunks = entries(&lexemes, &mut diagnostics);
    if chunks.iter().any(|chunk| chunk.iter().any(|lexeme| lexeme.role == Role::Arrow)) {
        let spec = axis_form(&chunks, &mut diagnostics);
        return Parsed { spec, mistakes: diagnostics.into_mistakes() };
    }
    let mut entries = Vec::with_capacity(chunks.len());
    for chunk in &chunks {
        let read = entry(chunk, &mut diagnostics);
        diagnostics.keep(check::one_ellipsis(&entries, &read, chunk));
        entries.push(read);
    }
    diagnostics.keep(check::entry_count(&chunks));
    entries.truncate(check::MAX_ENTRIES);
    let source_order = (0..entries.len()).collect();
    Parsed { spec: Spec { entries, source_order }, mistakes: diagnostics.into_mistakes() }
}

/// The token ranges between the commas; a trailing comma ends the last entry.
fn entries<'a>(lexemes: &'a [Lexeme], diagnostics: &mut Diagnostics) -> Vec<&'a [Lexeme]> {
    let mut chunks = Vec::new();
    for chunk in lexemes.split_inclusive(|lexeme| lexeme.role == Role::Comma) {
        match chunk {
            [comma] if comma.role == Role::Comma => diagnostics.push(check::empty_entry(comma)),
            [entry @ .., comma] if comma.role == Role::Comma => chunks.push(entry),
            entry => chunks.push(entry),
        }
    }
    chunks
}

fn entry(chunk: &[Lexeme], diagnostics: &mut Diagnostics) -> Entry {
    if is_ellipsis(chunk) {
        return Entry::Ellipsis;
    }
    if is_new_axis(chunk) {
        return Entry::NewAxis;
    }
    let Some(parts) = diagnostics.keep(parts(chunk)) else { return Entry::Range(Range::default()) };
    if let [index] = parts[..] {
        let index = known(index, diagnostics);
        return index.map_or(Entry::Range(Range::default()), Entry::Index);
    }
    let mut bounds = parts.iter().map(|part| match part {
        [] => None,
        part => known(part, diagnostics),
    });
    let range = Range {
        begin: bounds.next().flatten(),
        end: bounds.next().flatten(),
        stride: bounds.next().flatten(),
    };
    if let (Some(Bound::Literal(stride)), Some(part)) = (&range.stride, parts.get(2)) {
        diagnostics.keep(check::zero_stride(stride, part));
    }
    Entry::Range(range)
}

/// The bounds of an index or a range, where it is one.
fn parts(chunk: &[Lexeme]) -> Result<Vec<&[Lexeme]>> {
    check::semicolon(chunk)?;
    check::ellipsis_with_bounds(chunk)?;
    check::rust_range(chunk)?;
    let parts: Vec<_> = chunk.split(|lexeme| lexeme.role == Role::Colon).collect();
    check::bound_count(chunk, &parts)?;
    check::new_axis_with_bounds(chunk, &parts)?;
    Ok(parts)
}

pub(crate) fn is_ellipsis(chunk: &[Lexeme]) -> bool {
    matches!(chunk, [.., last] if chunk.iter().all(|lexeme| lexeme.role == Role::Dots) && !last.is('='))
        && chunk.len() <= 3
}

pub(crate) fn is_new_axis(chunk: &[Lexeme]) -> bool {
    matches!(chunk, [lexeme] if lexeme.is_new_axis())
}

/// A bound; of one that stops at a dot, what stands before it is kept for editors to complete.
fn known(part: &[Lexeme], diagnostics: &mut Diagnostics) -> Option<Bound> {
    if let [object @ .., dot] = part
        && dot.is('.')
        && matches!(object, [.., last] if last.role == Role::Operand)
    {
        diagnostics.keep_fragment(stream(object));
    }
    diagnostics.keep(bound(part))
}

fn bound(part: &[Lexeme]) -> Result<Bound> {
    check::list(part)?;
    check::parenthesised_range(part)?;
    check::near_miss(part)?;
    check::unfinished(part)?;
    check::missing_comma(part)?;
    check::boolean(part)?;
    match literal(part) {
        Some((negative, Lit::Int(digits))) => {
            let value = check::in_range(part, negative, &digits)?;
            Ok(Bound::Literal(Int { value, span: digits.span() }))
        }
        Some((_, other)) => Err(check::not_an_integer(part, &other)),
        None => Ok(Bound::Expr(without_parentheses(part))),
    }
}

/// Parentheses that the language asked for would earn the user an `unused_parens`.
fn without_parentheses(part: &[Lexeme]) -> TokenStream {
    if let [Lexeme { token: TokenTree::Group(group), .. }] = part
        && group.delimiter() == Delimiter::Parenthesis
        && !group.stream().is_empty()
        && lex(group.stream()).iter().all(|lexeme| lexeme.role != Role::Comma)
    {
        return group.stream();
    }
    stream(part)
}

/// A bound that is nothing but a literal, optionally negated, with or without an outer macro's invisible group.
pub(crate) fn literal(part: &[Lexeme]) -> Option<(bool, Lit)> {
    match part {
        [only] => match (&only.token, invisible(&only.token)) {
            (TokenTree::Literal(literal), _) => Some((false, Lit::new(literal.clone()))),
            (_, Some(inner)) => literal(&lex(inner)),
            _ => None,
        },
        [minus, only] if minus.is('-') => {
            let (negative, lit) = literal(std::slice::from_ref(only))?;
            (!negative).then_some((true, lit))
        }
        _ => None,
    }
}

/// `axis => entry`: axes from the front, an ellipsis, axes from the back.
fn axis_form(chunks: &[&[Lexeme]], diagnostics: &mut Diagnostics) -> Spec {
    let mut placed: Vec<(i64, Entry)> = Vec::new();
    for chunk in chunks {
        let Some(at) = chunk.iter().position(|lexeme| lexeme.role == Role::Arrow) else {
            diagnostics.push(check::plain_entry_in_axis_form(chunk));
            continue;
        };
        let (axis, target) = (&chunk[..at], &chunk[at + 2..]);
        let entry = match diagnostics.keep(check::axis_target(chunk, target)) {
            Some(()) => entry(target, diagnostics),
            None => Entry::Range(Range::default()),
        };
        if let Some(number) = diagnostics.keep(axis_number(chunk, axis, &placed)) {
            placed.push((number, entry));
        }
    }
    let front = placed.iter().map(|(axis, _)| axis + 1).max().unwrap_or(0).max(0);
    let back = placed.iter().map(|(axis, _)| -axis).max().unwrap_or(0).max(0);
    if front + 1 + back > check::MAX_ENTRIES as i64 {
        let all: Vec<Lexeme> = chunks.concat();
        diagnostics.push(error_at(&all, check::too_many_entries((front + 1 + back) as usize)));
        return Spec { entries: Vec::new(), source_order: Vec::new() };
    }
    let size = (front + 1 + back) as usize;
    let mut entries: Vec<Entry> = (0..size).map(|_| Entry::Range(Range::default())).collect();
    entries[front as usize] = Entry::Ellipsis;
    let mut source_order = Vec::new();
    for (axis, entry) in placed {
        let at = if axis < 0 { size as i64 + axis } else { axis } as usize;
        entries[at] = entry;
        source_order.push(at);
    }
    Spec { entries, source_order }
}

fn axis_number(chunk: &[Lexeme], axis: &[Lexeme], placed: &[(i64, Entry)]) -> Result<i64> {
    if axis.is_empty() {
        return Err(check::axis_not_literal(chunk));
    }
    let Bound::Literal(number) = bound(axis)? else { return Err(check::axis_not_literal(axis)) };
    let seen = placed.iter().any(|(other, _)| *other == number.value);
    check::repeated_axis(axis, number.value, seen)?;
    check::axis_in_reach(axis, number.value)?;
    Ok(number.value)
}

/// `diag![k]` or `diag![lower..=upper]`.
pub(crate) fn diag(tokens: TokenStream) -> std::result::Result<Diag, Mistakes> {
    let lexemes = lex(tokens);
    let mut diagnostics = Diagnostics::default();
    let diag = match diagnostics.keep(check::diag_shape(&lexemes)) {
        None => None,
        Some(None) => known(&lexemes, &mut diagnostics).map(Diag::Single),
        Some(Some(dots)) => band(&lexemes, dots, &mut diagnostics),
    };
    match (diag, diagnostics.into_mistakes()) {
        (Some(diag), None) => Ok(diag),
        (_, mistakes) => Err(mistakes.expect("what cannot be read has a mistake")),
    }
}

fn band(lexemes: &[Lexeme], dots: usize, diagnostics: &mut Diagnostics) -> Option<Diag> {
    let lower = known(&lexemes[..dots], diagnostics);
    let upper = known(&lexemes[dots + 3..], diagnostics);
    if let (Some(Bound::Literal(lower)), Some(Bound::Literal(upper))) = (&lower, &upper) {
        diagnostics.keep(check::band_order(lexemes, lower.value, upper.value));
    }
    lower.zip(upper).map(|(lower, upper)| Diag::Band(lower, upper))
}

/// The items of `spec! { .. }` that have a name and a spec, and all mistakes.
pub(crate) fn items(tokens: TokenStream) -> (Vec<Item>, Option<Error>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut diagnostics = Diagnostics::default();
    let items = tokens.split_inclusive(|token| is_punct(Some(token), ';'));
    let items = items.filter_map(|tokens| item(tokens, &mut diagnostics)).collect();
    (items, diagnostics.into_mistakes().map(|mistakes| mistakes.errors))
}

fn item(tokens: &[TokenTree], diagnostics: &mut Diagnostics) -> Option<Item> {
    let shape = || error(tokens.iter().cloned().collect::<TokenStream>(), check::ITEM_SHAPE);
    let found = split_item(tokens).ok_or_else(shape);
    let ItemParts { head, name, written_type, rest } = diagnostics.keep(found)?;
    let (body, end) = match rest {
        [TokenTree::Group(body), end @ ..] if body.delimiter() == Delimiter::Bracket => (body, end),
        _ => {
            diagnostics.push(shape());
            return None;
        }
    };
    diagnostics.keep(check::item_with_type(written_type));
    diagnostics.keep(check::item_end(body, end));
    let Parsed { spec, mistakes } = spec(body.stream());
    if let Some(mistakes) = mistakes {
        diagnostics.push(mistakes.errors);
    }
    Some(Item { head: head.iter().cloned().collect(), name: name.clone(), spec })
}

struct ItemParts<'t> {
    /// Up to `const` or `static`.
    head: &'t [TokenTree],
    name: &'t Ident,
    /// A type that should not be there.
    written_type: &'t [TokenTree],
    /// What follows the `=`.
    rest: &'t [TokenTree],
}

fn split_item(tokens: &[TokenTree]) -> Option<ItemParts<'_>> {
    let is_keyword =
        |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "const" || word == "static");
    let (head, rest) = tokens.split_at(tokens.iter().position(is_keyword)? + 1);
    let [TokenTree::Ident(name), rest @ ..] = rest else { return None };
    let equals = rest.iter().position(|token| is_punct(Some(token), '='))?;
    Some(ItemParts { head, name, written_type: &rest[..equals], rest: &rest[equals + 1..] })
}
