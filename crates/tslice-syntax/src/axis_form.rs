//! The axis form, `axis => entry`: axes from the front, an ellipsis, axes from the back are an
//! ordinary spec. By names, `time = entry`, it is an entry of each axis.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops;

use tslice_entry::Entry;

use crate::MAX_ENTRIES;
use crate::bound::Dialect;
use crate::brackets::is_name;
use crate::entry::{Bound, List, Listed, Spec};
use crate::lex::lex_text;
use crate::lexeme::{ByRole, is_ellipsis, is_new_axis};
use crate::list::entry;
use crate::literal::{Unfit, integer};
use crate::mistake::{Mistake, Mistakes, Result, refuse};
use crate::named::{number_of, unnamed};
use crate::respell::quoted;
use crate::shape::Place;
use crate::token::{Lexeme, Lexemes, Role};

/// The axes that an ellipsis leaves in reach, and one of them.
const REACH: i64 = MAX_ENTRIES as i64 - 1;

/// An entry with its lists, and the number of its axis or, where entries stand in order, its own.
pub(crate) struct Placed {
    pub(crate) axis: i64,
    pub(crate) span: ops::Range<usize>,
    pub(crate) entry: Entry<Bound>,
    pub(crate) lists: Vec<List<Bound>>,
}

/// What may stand before the entry of an axis.
#[derive(Clone, Copy, Default)]
pub struct Axes<'n> {
    /// Its name and `=`.
    pub names: Option<&'n [String]>,
    /// Whether these are all axes, and a name stands before each entry. Otherwise its number and
    /// `=>` may do so, too.
    pub are_all: bool,
}

impl Axes<'_> {
    pub(crate) fn is_sign(self, lexeme: &Lexeme<'_>) -> bool {
        match lexeme.role {
            Role::Arrow => !self.are_all,
            Role::Equals => self.names.is_some(),
            _ => false,
        }
    }
}

pub(crate) fn axis_form(
    chunks: &[Lexemes<'_>],
    axes: Axes<'_>,
    dialect: Dialect,
    mistakes: &mut Mistakes,
) -> Spec<Bound> {
    let names = axes.names.unwrap_or_default();
    let mut placed: Vec<Placed> = Vec::new();
    let mut absent = false;
    for chunk in chunks {
        let at = chunk.iter().position(|lexeme| axes.is_sign(lexeme));
        // What follows `axis =>` and a comma may be its entry: one mistake.
        if core::mem::take(&mut absent) && at.is_none() {
            continue;
        }
        absent = chunk.last().is_some_and(|lexeme| axes.is_sign(lexeme));
        let Some(at) = at else {
            match axes.are_all {
                true => mistakes.push(unnamed(chunk, names)),
                false => plain(chunk, dialect, mistakes),
            }
            continue;
        };
        placed.extend(place(chunk, at, axes, &placed, dialect, mistakes));
    }
    if axes.are_all {
        return sorted(placed, None, names.len());
    }
    // The axes from the front, an ellipsis, and the axes from the back.
    let reach = |side: fn(i64) -> i64| {
        let most = placed.iter().map(|placed| side(placed.axis)).max();
        usize::try_from(most.unwrap_or(0)).unwrap_or(0)
    };
    let front = reach(|axis| axis + 1);
    let count = front + 1 + reach(|axis| -axis);
    if count > MAX_ENTRIES {
        mistakes.push(too_many(chunks, 0, count));
        return sorted(Vec::new(), None, 0);
    }
    sorted(placed, Some(front), count)
}

/// The entry of a chunk that has its sign, `=>` or `=`, at a position.
fn place(
    chunk: Lexemes<'_>,
    at: usize,
    axes: Axes<'_>,
    placed: &[Placed],
    dialect: Dialect,
    mistakes: &mut Mistakes,
) -> Option<Placed> {
    let (axis, behind) = chunk.split_at(at);
    let target = &behind[sign_of(&behind[0]).len()..];
    mistakes.keep(one_entry(target, chunk, &behind[0], axes))?;
    let number = match behind[0].role {
        Role::Equals => number_of(axis, chunk, axes.names.unwrap_or_default()),
        _ => number(axis, chunk),
    };
    let number = mistakes.keep(number.and_then(|number| unplaced(number, axis, placed)));
    // The entry of a wrong axis is read for its mistakes.
    let (entry, lists) = of_axis(target, Place::Axis, dialect, mistakes);
    number.map(|axis| Placed {
        axis,
        span: chunk.span(),
        entry,
        lists,
    })
}

/// The entries in order, and an ellipsis; an axis without an entry stays whole.
pub(crate) fn sorted(placed: Vec<Placed>, ellipsis: Option<usize>, count: usize) -> Spec<Bound> {
    let mut spec = Spec {
        entries: (0..count).map(|_| Entry::WHOLE).collect(),
        spans: alloc::vec![0..0; count],
        lists: Vec::new(),
    };
    if let Some(ellipsis) = ellipsis {
        spec.entries[ellipsis] = Entry::Ellipsis;
    }
    for Placed {
        axis,
        span,
        entry,
        lists,
    } in placed
    {
        let distance = usize::try_from(axis.unsigned_abs()).unwrap_or(0);
        let at = if axis < 0 { count - distance } else { distance };
        spec.entries[at] = entry;
        spec.spans[at] = span;
        for further in 1..lists.len() {
            spec.entries[at + further] = Entry::Grouped;
        }
        if !lists.is_empty() {
            spec.lists.push(Listed { entry: at, lists });
        }
    }
    spec.lists.sort_unstable_by_key(|listed| listed.entry);
    spec
}

/// An entry without an axis.
fn plain(chunk: Lexemes<'_>, dialect: Dialect, mistakes: &mut Mistakes) {
    let before = mistakes.len();
    of_axis(chunk, Place::Plain, dialect, mistakes);
    if mistakes.len() == before {
        let entry = quoted(chunk);
        mistakes.push(Mistake::new(
            chunk,
            format!(
                "a plain entry among `axis => entry`: write `axis => {entry}` with the number of \
                 its axis"
            ),
        ));
    }
}

/// An entry, which is not a new axis or the ellipsis: they have no number.
fn of_axis(
    target: Lexemes<'_>,
    place: Place,
    dialect: Dialect,
    mistakes: &mut Mistakes,
) -> (Entry<Bound>, Vec<List<Bound>>) {
    let before = mistakes.len();
    let (entry, lists) = entry(target, place, dialect, mistakes);
    mistakes.check_suggestions(before, |entry| {
        let lexemes = lex_text(entry);
        !lexemes.has_any(&[Role::Comma, Role::Arrow])
            && !is_new_axis(&lexemes)
            && !is_ellipsis(&lexemes)
    });
    let words = match entry {
        Entry::NewAxis => {
            "no new axis in the axis form: name every entry in order, as in `newaxis, 1:3`"
        }
        Entry::Ellipsis => "no ellipsis in the axis form: axes that are not named stay whole",
        entry => return (entry, lists),
    };
    mistakes.push(Mistake::new(target, words));
    (Entry::WHOLE, lists)
}

/// What follows `axis =>` or `name =`.
pub fn without_axis(entry: Lexemes<'_>) -> Lexemes<'_> {
    let is_sign = |lexeme: &Lexeme<'_>| matches!(lexeme.role, Role::Arrow | Role::Equals);
    let sign = entry.iter().rposition(is_sign);
    sign.map_or(entry, |sign| &entry[sign + 1..])
}

/// Whether one entry stands behind an axis and its sign.
fn one_entry(
    target: Lexemes<'_>,
    chunk: Lexemes<'_>,
    sign: &Lexeme<'_>,
    axes: Axes<'_>,
) -> Result<()> {
    let text = sign_of(sign);
    let words = match target {
        [] => format!(
            "the entry of the axis is missing: write a range, an index or a list after `{text}`"
        ),
        _ if target.iter().any(|lexeme| axes.is_sign(lexeme)) => {
            format!("two `{text}` in one entry: put a comma between two axes")
        }
        _ => return Ok(()),
    };
    refuse(chunk, words)
}

/// The sign between an axis and its entry.
fn sign_of(lexeme: &Lexeme<'_>) -> &'static str {
    if lexeme.role == Role::Arrow {
        "=>"
    } else {
        "="
    }
}

/// The number of an axis that has no entry yet.
fn unplaced(number: i64, axis: Lexemes<'_>, placed: &[Placed]) -> Result<i64> {
    if placed.iter().any(|placed| placed.axis == number) {
        let axis_given = quoted(axis);
        let words = format!("axis {axis_given} is already given: write one entry for each axis");
        return refuse(axis, words);
    }
    Ok(number)
}

fn number(axis: Lexemes<'_>, chunk: Lexemes<'_>) -> Result<i64> {
    let not_literal = || {
        let words = "an axis is one literal number, negative from the end: write `0 => 1:3`";
        let at = if axis.is_empty() { chunk } else { axis };
        if matches!(axis, [name, colon, ..] if name.word().is_some() && colon.is(':')) {
            let words = "names of axes stand behind their type and `:`, as in `Video: time = 1:3`";
            return Mistake::new(at, words);
        }
        if !is_name(axis) || is_new_axis(axis) {
            return Mistake::new(at, words);
        }
        let name = quoted(axis);
        let words =
            format!("{words}, or `a.slice_axis({name}, s![1:3])` for an axis in a variable");
        Mistake::new(at, words)
    };
    match integer(axis) {
        Some(Ok(number)) if (-REACH..REACH).contains(&number) => Ok(number),
        None | Some(Err(Unfit::UnknownSuffix | Unfit::Suffix)) => Err(not_literal()),
        Some(_) => {
            let number = quoted(axis);
            let words = format!(
                "axis {number} is out of reach: a spec holds at most {MAX_ENTRIES} entries"
            );
            refuse(axis, words)
        }
    }
}

/// The mistake of a spec with more entries than there may be, at the chunks from one of them on.
pub(crate) fn too_many(chunks: &[Lexemes<'_>], first: usize, count: usize) -> Mistake {
    let last = chunks.last().copied().unwrap_or_default();
    let first = chunks.get(first).copied().unwrap_or(last);
    let words = format!(
        "a spec holds at most {MAX_ENTRIES} entries, this one has {count}: write `..` for a run \
         of whole axes"
    );
    Mistake::between(first, last, words)
}
