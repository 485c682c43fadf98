//! One entry: how it is put together, which its separators say, and the bounds in it.

use alloc::format;
use alloc::vec::Vec;

use tslice_entry::{Entry, Range};

use crate::bound::{self, Dialect};
use crate::entry::Bound;
use crate::foreign::{no_assignment, no_brackets, range_with_method};
use crate::lexeme::{ByRole, is_ellipsis, is_new_axis, is_range};
use crate::mistake::{Mistake, Mistakes, Result, refuse, respelled};
use crate::respell::{Side, int_value, quoted, ranged, sides};
use crate::token::{Lexemes, Role};

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
        return bound(chunk, bound::read).map_or(Entry::WHOLE, Entry::Index);
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
        return Err(with_semicolons(chunk));
    }
    if chunk.has(Role::Dots) {
        return Err(with_dots(chunk, place, dialect));
    }
    let mut sides = sides(chunk).into_iter().map(|side| side.bound);
    match sides.len() {
        1 => return Ok(None),
        2 | 3 => {}
        count => return Err(bound_count(chunk, count)),
    }
    let bounds = [(); 3].map(|()| sides.next().unwrap_or_default());
    if bounds.iter().any(|part| is_new_axis(part)) {
        let words = "a new axis has no bounds, and an absent bound is left out";
        return respelled(chunk, words, &ranged(chunk));
    }
    if window_length(bounds[1]).is_some() {
        no_window(chunk, bounds)?;
    }
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
fn no_window(chunk: Lexemes<'_>, [start, _, stride]: [Lexemes<'_>; 3]) -> Result<()> {
    if !stride.is_empty() {
        let words = "`start:+length` takes no stride: slice what it gives";
        return refuse(chunk, words);
    }
    if start.is_empty() {
        let words = "`start:+length` has a start: write `0:+3`, or `:3` if the axis may be shorter";
        return refuse(chunk, words);
    }
    Ok(())
}

/// Refuses what other languages write, and expressions of Rust that are not integers.
fn no_foreign(chunk: Lexemes<'_>, dialect: Dialect) -> Result<()> {
    range_with_method(chunk)?;
    if dialect == Dialect::Expressions {
        no_brackets(chunk)?;
    }
    no_assignment(chunk)
}

/// Bounds or entries with semicolons in between. One behind a range, or between two bounds, is a
/// `:`.
fn with_semicolons(chunk: Lexemes<'_>) -> Mistake {
    let words = "bounds are separated by `:`, and entries by `,`, not by `;`";
    let parts: Vec<_> = chunk.parts(Role::Semicolon).collect();
    match parts[..] {
        [range, stride]
            if int_value(stride).is_some_and(|stride| stride < 0)
                && is_range(range)
                && !is_ellipsis(range) =>
        {
            let words = "bounds are separated by `:`, not by `;`, and a negative stride walks from \
                begin down to end: `2..7;-2` of ndarray is `6:1:-2`";
            Mistake::new(chunk, words)
        }
        [first, last]
            if !last.is_empty()
                && !last.has(Role::Colon)
                && !is_new_axis(first)
                && !is_new_axis(last) =>
        {
            Mistake::suggesting(chunk, words, &ranged(chunk))
        }
        _ => Mistake::new(chunk, words),
    }
}

/// An entry with dots that is not an ellipsis.
fn with_dots(chunk: Lexemes<'_>, place: Place, dialect: Dialect) -> Mistake {
    if chunk.iter().all(|lexeme| lexeme.is('.')) {
        let words = format!("the ellipsis is spelled `..`, not `{}`", quoted(chunk));
        return Mistake::new(chunk, words);
    }
    let sides = sides(chunk);
    let bounds = || {
        let bounds = sides.iter().map(|side| side.bound);
        let bounds = bounds.map(|bound| window_length(bound).unwrap_or(bound));
        bounds.filter(|bound| !bound.is_empty() && !is_new_axis(bound))
    };
    // What is wrong with a bound is worth more than how the range is spelled.
    if let Some(mistake) = bounds().find_map(|bound| bound::of_range(bound, dialect).err()) {
        return mistake;
    }
    let words = "`..` is the ellipsis, not a range";
    let mut mistake = Mistake::suggesting(chunk, words, &ranged(chunk));
    if place == Place::Plain && beside_dots(&sides) {
        mistake = mistake.or(", or a comma beside `..` for two entries");
    }
    bounds().fold(mistake, Mistake::with_fragment)
}

/// Whether the dots are an ellipsis in front of a bound or a range, or behind one.
fn beside_dots(sides: &[Side<'_>]) -> bool {
    match sides {
        [first, dots, ..] if first.bound.is_empty() => is_ellipsis(dots.separator),
        [.., dots] => dots.bound.is_empty() && is_ellipsis(dots.separator),
        [] => false,
    }
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
