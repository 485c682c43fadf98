//! Lists: `[0, 2, -1]`, `[0:3, 7]`, `&rows`, and groups of them, `(&ys, &xs)`.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::slice::from_ref;

use tslice_entry::Entry;
use tslice_entry::size::{self, Size};

use crate::bound::Dialect;
use crate::entry::{Bound, List};
use crate::expression::comma_in;
use crate::foreign::no_brackets;
use crate::lex::{group, unparenthesised};
use crate::lexeme::{ByRole, is_ellipsis, is_new_axis, is_range};
use crate::mistake::{Mistake, Mistakes, Result, refuse, respelled};
use crate::respell::{quoted, ranged};
use crate::shape::{Place, plain};
use crate::token::{Delimiter, Kind, Lexeme, Lexemes, Role};

/// One entry, or a whole axis if it is mistaken, and its lists.
pub(crate) fn entry(
    chunk: Lexemes<'_>,
    place: Place,
    dialect: Dialect,
    mistakes: &mut Mistakes,
) -> (Entry<Bound>, Vec<List<Bound>>) {
    match lists(chunk, place, dialect, mistakes) {
        Some(lists) if lists.is_empty() => (Entry::WHOLE, lists),
        Some(lists) => (Entry::List, lists),
        None => (plain(chunk, place, dialect, mistakes), Vec::new()),
    }
}

/// The lists of an entry: one, or those of a group; `None` if the entry is none of either.
fn lists(
    chunk: Lexemes<'_>,
    place: Place,
    dialect: Dialect,
    mistakes: &mut Mistakes,
) -> Option<Vec<List<Bound>>> {
    if is_list(chunk) {
        return Some(list(chunk, dialect, mistakes).into_iter().collect());
    }
    let inner = group(chunk, Delimiter::Parenthesis)?;
    let parts: Vec<_> = inner.between_commas().map(|(part, _)| part).collect();
    if mistakes.keep(no_group(chunk, &inner)).is_none() {
        return Some(Vec::new());
    }
    if !parts.iter().any(|part| is_list(&unparenthesised(part))) {
        return None;
    }
    let before = mistakes.len();
    if mistakes.keep(are_lists(chunk, &parts, place)).is_none() {
        return Some(Vec::new());
    }
    let list = |part: &Lexemes<'_>| list(part, dialect, mistakes);
    let lists: Vec<_> = parts.iter().filter_map(list).collect();
    if mistakes.len() == before {
        mistakes.keep(equal_lengths(&lists, &parts));
    }
    Some(lists)
}

/// What is wrong with the commas of a group.
fn no_group(chunk: Lexemes<'_>, inner: Lexemes<'_>) -> Result<()> {
    if inner.has(Role::Semicolon) {
        return refuse(chunk, "the lists of a group are separated by `,`");
    }
    no_brackets(inner)
}

/// The number of positions that a list selects of every axis, which is not known if it depends on
/// the axis or on a value at run time.
pub fn list_size(list: &List<Bound>) -> Size {
    let positions = |item: &Entry<Bound>| match item {
        Entry::Index(_) => Some(1),
        Entry::Window { length, .. } => usize::try_from(length.value()?).ok(),
        _ => None,
    };
    let sum = |sum: usize, item| sum.checked_add(positions(item)?);
    Size::whole(match list {
        List::Literal(items) => items.iter().try_fold(0, sum),
        List::Borrowed(_) => None,
    })
}

/// Checks the lists of a group whose lengths are known.
fn equal_lengths(lists: &[List<Bound>], parts: &[Lexemes<'_>]) -> Result<()> {
    let mut sizes = Vec::new();
    for (list, part) in lists.iter().zip(parts) {
        sizes.push(list_size(list));
        if let Err(message) = size::group(&sizes) {
            return refuse(part, message.to_string());
        }
    }
    Ok(())
}

/// Whether this is a list: brackets and nothing else, or a reference.
fn is_list(part: Lexemes<'_>) -> bool {
    match group(part, Delimiter::Bracket) {
        Some(inner) => !is_spec(&inner),
        None => {
            matches!(part, [first, _, ..] if first.is('&'))
                && !part.has_any(&[Role::Colon, Role::Semicolon, Role::Arrow])
        }
    }
}

/// Whether brackets hold what only a spec does.
fn is_spec(inner: Lexemes<'_>) -> bool {
    inner
        .parts(Role::Comma)
        .any(|part| is_ellipsis(part) || is_new_axis(part))
}

fn list(part: Lexemes<'_>, dialect: Dialect, mistakes: &mut Mistakes) -> Option<List<Bound>> {
    match group(part, Delimiter::Bracket) {
        Some(inner) => Some(List::Literal(items(&inner, dialect, mistakes))),
        None => mistakes.keep(borrowed(part, dialect)).map(List::Borrowed),
    }
}

fn borrowed(part: Lexemes<'_>, dialect: Dialect) -> Result<Bound> {
    let inner = unparenthesised(&part[1..]);
    if is_range(&inner) {
        let words = "a range is not a list, and is not borrowed";
        return respelled(part, words, &ranged(&inner));
    }
    let list = Bound::Expression(part.span());
    if dialect == Dialect::Literals {
        return refuse(
            part,
            "a spec in text cannot name a variable: write the positions, as in `[0, 2]`",
        );
    }
    if dialect == Dialect::Places {
        let is_place = match part {
            [_, place] => place.is_word("_"),
            [_, quote, _, place] => quote.begins_label() && place.is_word("_"),
            _ => false,
        };
        if !is_place {
            return refuse(
                part,
                "in `SpecType!` a borrowed list is written `&_`, or `&'a _`",
            );
        }
        return Ok(list);
    }
    if inner.has(Role::Comma) {
        let words = "the lists of a group are borrowed one by one, as in `(&ys, &xs)`";
        return refuse(part, words);
    }
    no_brackets(part)?;
    comma_in(&part[1..])?;
    Ok(list)
}

/// Refuses a group that is not one of lists, or has an axis.
fn are_lists(chunk: Lexemes<'_>, parts: &[Lexemes<'_>], place: Place) -> Result<()> {
    if place == Place::Axis {
        let words = "a group takes several axes: write it without an axis, between the entries of \
            the other axes";
        return refuse(chunk, words);
    }
    if parts.len() == 1 {
        let words = "a group has at least two lists, whose positions are taken together: one list \
            stands without parentheses";
        return refuse(chunk, words);
    }
    for part in parts {
        if part.is_empty() {
            return refuse(chunk, "an empty list: remove the comma beside it");
        }
        if !is_list(part) {
            let words = format!(
                "a group holds lists, and `{}` is not one: a position is `[0]`, a list in a \
                 variable `&xs`",
                quoted(part)
            );
            return refuse(part, words);
        }
    }
    Ok(())
}

/// The positions and ranges in brackets.
fn items(inner: Lexemes<'_>, dialect: Dialect, mistakes: &mut Mistakes) -> Vec<Entry<Bound>> {
    let is_bool = |lexeme: &&Lexeme<'_>| {
        matches!(lexeme.kind, Kind::Word("true" | "false" | "True" | "False"))
    };
    if let Some(first) = inner.iter().find(is_bool) {
        let words = "a mask is not a list of literals: borrow it, as in `&mask`, or write the \
            positions that it selects";
        mistakes.push(Mistake::new(from_ref(first), words));
        return Vec::new();
    }
    if inner.has(Role::Semicolon) {
        let words = "`;` is not part of a list: write its positions one by one, and a list for \
            each axis";
        mistakes.push(Mistake::new(inner, words));
        return Vec::new();
    }
    let (mut items, before) = (Vec::new(), mistakes.len());
    for (item, at) in inner.between_commas() {
        // A list of mistaken items is one mistake.
        if mistakes.len() > before {
            break;
        }
        if item.is_empty() {
            mistakes.push(Mistake::new(at, "an empty item: remove this comma"));
        } else if mistakes.keep(no_list(item)).is_some() {
            items.push(plain(item, Place::Item, dialect, mistakes));
        }
    }
    items
}

/// Refuses what a list does not hold.
fn no_list(item: Lexemes<'_>) -> Result<()> {
    if item.has(Role::Arrow) {
        return refuse(item, "a list is of one axis: write `axis => [0, 2]`");
    }
    let inner = group(item, Delimiter::Parenthesis);
    if is_list(item) || inner.is_some_and(|inner| inner.has(Role::Comma)) {
        let words = "a list holds positions and ranges of one axis: two axes have a list each, \
            `[0, 2], [1, 3]`, or share a group, `([0, 1], [2, 3])` for (0, 2) and (1, 3)";
        return refuse(item, words);
    }
    Ok(())
}
