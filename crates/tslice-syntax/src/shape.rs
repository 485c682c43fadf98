//! One entry: how it is put together, which its separators say, and the bounds in it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use tslice_entry::{Entry, Range};

use crate::bound::{self, Dialect};
use crate::entry::Bound;
use crate::expression::comma;
use crate::foreign::{no_assignment, no_brackets, no_closure, range_with_method};
use crate::lexeme::{ByRole, is_ellipsis, is_new_axis};
use crate::mistake::{Mistake, Mistakes, Result, refuse};
use crate::respell::{after_less, elided, int_value, quoted, ranged, reversed};
use crate::token::{Delimiter, Lexeme, Lexemes, Role};

/// Where an entry stands.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Place {
    /// Between commas.
    Plain,
    /// Behind `axis =>`, where no other entry can be.
    Axis,
    /// In the brackets of a list.
    Item,
}

/// An entry that is not a list, or a whole axis if it has a mistake.
pub(crate) fn plain(
    chunk: Lexemes<'_>,
    place: Place,
    dialect: Dialect,
    mistakes: &mut Mistakes,
) -> Entry<Bound> {
    if is_ellipsis(chunk) {
        return Entry::Ellipsis;
    }
    if is_new_axis(chunk) {
        return Entry::NewAxis;
    }
    let Some(bounds) = mistakes.keep(bounds(chunk, place, dialect)) else {
        return Entry::WHOLE;
    };
    // A bound, if it is written and has no mistake.
    let mut bound = |part: Lexemes<'_>, read: Read| {
        if part.is_empty() {
            return None;
        }
        let bound = mistakes.keep(read(part, dialect));
        bound.or_else(|| bound::half_typed(part, dialect))
    };
    let Some([begin, end, stride]) = bounds else {
        let read = match place {
            Place::Axis => bound::of_axis,
            Place::Plain | Place::Item => bound::read,
        };
        return bound(chunk, read).map_or(Entry::WHOLE, Entry::Index);
    };
    let Some(length) = window_length(end) else {
        return Entry::Range(Range {
            begin: bound(begin, bound::of_range),
            end: bound(end, bound::of_range),
            stride: bound(stride, bound::stride),
        });
    };
    let start = mistakes.keep(bound::of_range(begin, dialect));
    let length = mistakes.keep(not_negative(length, dialect));
    start
        .zip(length)
        .map_or(Entry::WHOLE, |(start, length)| Entry::Window {
            start,
            length,
            stride: 1,
        })
}

type Read = fn(Lexemes<'_>, Dialect) -> Result<Bound>;

/// The length of a window: a bound that is not below 0.
fn not_negative(part: Lexemes<'_>, dialect: Dialect) -> Result<Bound> {
    match bound::of_range(part, dialect)? {
        Bound::Literal { value: ..0, .. } => refuse(part, "a length is not negative"),
        length => Ok(length),
    }
}

/// The bounds of a range, of which one that is absent has no lexemes; `None` of an index.
fn bounds(chunk: Lexemes<'_>, place: Place, dialect: Dialect) -> Result<Option<[Lexemes<'_>; 3]>> {
    no_foreign(chunk, dialect)?;
    if chunk.has(Role::Semicolon) {
        return Err(semicolon(chunk));
    }
    if chunk.has(Role::Dots) {
        return Err(with_dots(chunk, place, dialect));
    }
    match chunk.parts(Role::Colon).count() {
        1 => return Ok(None),
        2 | 3 => {}
        count => return Err(bound_count(chunk, count)),
    }
    let mut parts = chunk.parts(Role::Colon);
    let bounds = [(); 3].map(|()| parts.next().unwrap_or_default());
    if let Some(new_axis) = bounds.iter().find(|part| is_new_axis(part)) {
        return Err(new_axis_with_bounds(chunk, new_axis));
    }
    if let Some(length) = window_length(bounds[1]) {
        no_window(chunk, bounds, length)?;
    }
    comma(chunk)?;
    Ok(Some(bounds))
}

/// The length of a window: what stands behind the plus that its end begins with.
fn window_length(end: Lexemes<'_>) -> Option<Lexemes<'_>> {
    match end {
        [plus, first, ..] if plus.is('+') && !first.is('+') => Some(&end[1..]),
        _ => None,
    }
}

/// Refuses a window with a stride, or without a start.
fn no_window(
    chunk: Lexemes<'_>,
    [start, _, stride]: [Lexemes<'_>; 3],
    length: Lexemes<'_>,
) -> Result<()> {
    if !stride.is_empty() {
        let words = "`start:+length` takes no stride: slice what it gives";
        return refuse(chunk, words);
    }
    if start.is_empty() {
        let (length, window) = (quoted(length), format!("0:{}", quoted(&chunk[1..])));
        let mistake = Mistake::suggesting(chunk, "`start:+length` has a start", &window);
        return Err(mistake.or(&format!(", or `:{length}` if the axis may be shorter")));
    }
    Ok(())
}

/// Refuses what other languages write, and expressions of Rust that are not integers.
fn no_foreign(chunk: Lexemes<'_>, dialect: Dialect) -> Result<()> {
    range_with_method(chunk)?;
    if dialect == Dialect::Expressions {
        no_closure(chunk)?;
        no_brackets(chunk)?;
    }
    no_assignment(chunk)
}

fn semicolon(chunk: Lexemes<'_>) -> Mistake {
    if chunk[0].is_word("let") {
        let words = "statements stand in braces: `{ let n = 2; n }`";
        return Mistake::new(chunk, words);
    }
    let is_semicolon = |lexeme: &Lexeme<'_>| lexeme.role == Role::Semicolon;
    let end = chunk.iter().rposition(|lexeme| !is_semicolon(lexeme));
    let inner = &chunk[..end.map_or(0, |last| last + 1)];
    let parts: Vec<_> = inner.parts(Role::Semicolon).collect();
    // `1:3;2` is a range and its stride, as ndarray writes them.
    let has_stride = match parts[..] {
        [range, stride] => {
            let is_stride = int_value(stride).is_some_and(|stride| stride != 0);
            is_stride && range.parts(Role::Colon).count() == 2
        }
        _ => false,
    };
    let is_list = chunk[0].is('&') || chunk[0].is_group(Delimiter::Bracket);
    if parts.len() > 3 || chunk.has(Role::Colon) && !has_stride || is_list || is_new_axis(inner) {
        let words = match parts.len() {
            1 => "an entry does not end with `;`",
            _ => "entries are separated by `,`, not `;`",
        };
        let entries: Vec<_> = parts.into_iter().map(quoted).collect();
        return Mistake::suggesting(chunk, words, &elided(entries.join(", ")));
    }
    by_semicolons(chunk)
}

/// Bounds with `;` in between.
fn by_semicolons(chunk: Lexemes<'_>) -> Mistake {
    let words = "bounds are separated by `:`, not `;`";
    let are_joint = |pair: Lexemes<'_>| pair.iter().all(|sign| sign.role == Role::Semicolon);
    match reversed(chunk) {
        Some(spelling) => {
            let words = format!("{words}, and a negative stride walks from begin down to end");
            match spelling {
                Some(spelling) => Mistake::suggesting(chunk, words, &spelling),
                None => Mistake::new(chunk, words),
            }
        }
        // `1;;3` is a range of Mathematica's, to 3.
        None if chunk.windows(2).any(are_joint) => Mistake::new(chunk, words),
        None => Mistake::suggesting(chunk, words, &ranged(chunk)),
    }
}

/// An entry with dots that is not an ellipsis.
fn with_dots(chunk: Lexemes<'_>, place: Place, dialect: Dialect) -> Mistake {
    if let Some(mistake) = not_a_range(chunk) {
        return mistake;
    }
    let sides = || {
        chunk
            .split(separates)
            .map(after_less)
            .map(|side| window_length(side).unwrap_or(side))
            .filter(|side| !side.is_empty() && !is_new_axis(side))
    };
    // What is wrong with a bound is worth more than how the range is spelled.
    if let Some(mistake) = sides().find_map(|side| bound::of_range(side, dialect).err()) {
        return mistake;
    }
    let words = "`..` is the ellipsis, not a range";
    let range = ranged(chunk);
    let is_entry = chunk.has(Role::Colon) || chunk.iter().any(|lexeme| lexeme.is_word("newaxis"));
    let mistake = match beside_dots(chunk).filter(|_| place != Place::Item) {
        Some(two) if is_entry => Mistake::suggesting(chunk, words, &two),
        Some(two) if place == Place::Plain => {
            Mistake::suggesting(chunk, words, &range).or(&format!(", or `{two}` for two entries"))
        }
        _ => Mistake::suggesting(chunk, words, &range),
    };
    // `len` of `v..len()` may be a method.
    let is_call =
        |side: &Lexemes<'_>| matches!(side, [_, call] if call.is_group(Delimiter::Parenthesis));
    sides()
        .filter(|side| !is_call(side))
        .map(bound::operand)
        .fold(mistake, Mistake::with_fragment)
}

/// Dots that are not between the bounds of a range.
fn not_a_range(chunk: Lexemes<'_>) -> Option<Mistake> {
    let mut parts = chunk.parts(Role::Colon);
    if parts.any(is_ellipsis) {
        let kept = |part| match is_ellipsis(part) {
            true => String::new(),
            false => quoted(part),
        };
        let bounds: Vec<_> = chunk.parts(Role::Colon).map(kept).collect();
        let range = elided(bounds.join(":"));
        let words = "an ellipsis is an entry of its own, without bounds";
        return Some(Mistake::suggesting(chunk, words, &range).or(" for a range"));
    }
    let mut runs = chunk.split(|lexeme| !lexeme.is('.'));
    if let Some(dots) = runs.find(|dots| dots.len() > 3 || dots.len() == chunk.len()) {
        let words = format!("the ellipsis is spelled `..`, not `{}`", quoted(dots));
        return Some(Mistake::new(chunk, words));
    }
    None
}

fn separates(lexeme: &Lexeme<'_>) -> bool {
    matches!(lexeme.role, Role::Dots | Role::Colon | Role::Semicolon)
}

/// Dots and an operand or a range, as the two entries that they may be.
fn beside_dots(chunk: Lexemes<'_>) -> Option<String> {
    let dots = chunk
        .iter()
        .filter(|lexeme| lexeme.role == Role::Dots)
        .count();
    if is_ellipsis(&chunk[..dots]) {
        return Some(format!(
            "{}, {}",
            quoted(&chunk[..dots]),
            quoted(&chunk[dots..])
        ));
    }
    let (operand, end) = chunk.split_at(chunk.len() - dots);
    is_ellipsis(end).then(|| format!("{}, {}", quoted(operand), quoted(end)))
}

fn bound_count(chunk: Lexemes<'_>, count: usize) -> Mistake {
    let path = match chunk {
        [first, second, name, ..] if first.is(':') && second.is(':') && name.word().is_some() => {
            ": `::` at the start of an entry separates bounds, so a path that begins with it \
             stands in parentheses"
        }
        _ => "",
    };
    Mistake::new(
        chunk,
        format!("a range has at most three bounds, `begin:end:stride`, this one has {count}{path}"),
    )
}

fn new_axis_with_bounds(chunk: Lexemes<'_>, new_axis: Lexemes<'_>) -> Mistake {
    let range = ranged(chunk);
    if new_axis[0].is_word("None") {
        return Mistake::suggesting(chunk, "an absent bound is left out", &range);
    }
    let words = "a new axis is an entry of its own, without bounds";
    Mistake::suggesting(chunk, words, &range).or(" for a range")
}
