//! The axis form, `axis => entry` or `name = entry`: axes from the front, an ellipsis, axes from
//! the back are an ordinary spec; where the axes have names, an entry of each axis is one.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tslice_entry::Entry;

use crate::MAX_ENTRIES;
use crate::bound::Dialect;
use crate::brackets::is_name;
use crate::entry::{Bound, List, Listed, Spec};
use crate::lex::lex;
use crate::lexeme::{Lexeme, Role, is_ellipsis, is_new_axis};
use crate::list::entry;
use crate::literal::{Literal, Unfit, literal};
use crate::misfit::unfit_integer;
use crate::mistake::{Mistake, Mistakes};
use crate::names;
use crate::respell::{quoted, quoted_parts};
use crate::shape::{NO_ELLIPSIS, Place};
use crate::spelling;
use crate::token::{Delimiter, pieces};

/// The axes that an ellipsis leaves in reach, and one of them.
const REACH: usize = MAX_ENTRIES - 1;

/// How entries say their axes.
#[derive(Clone, Copy)]
pub(crate) enum Axes<'n> {
    /// `1 => entry`, of an array with any number of axes.
    Numbered,
    /// `time = entry`, of an array with one axis for each name.
    Named(&'n [String]),
}

impl Axes<'_> {
    /// What stands between an axis and its entry.
    const fn sign(self) -> &'static str {
        match self {
            Self::Numbered => "=>",
            Self::Named(_) => "=",
        }
    }

    /// Where that stands first.
    fn position(self, chunk: &[Lexeme<'_>]) -> Option<usize> {
        match self {
            Self::Numbered => chunk.iter().position(|lexeme| lexeme.role == Role::Arrow),
            Self::Named(_) => (0..chunk.len()).find(|&at| is_equals(chunk, at)),
        }
    }

    fn number<'t, B>(
        self,
        axis: &[Lexeme<'t>],
        chunk: &[Lexeme<'t>],
        placed: &[Placed<B>],
    ) -> Result<i64, Mistake<'t>> {
        let number = match self {
            Self::Numbered => number(axis, chunk)?,
            Self::Named(names) => names::number_of(axis, chunk, names)?,
        };
        if placed.iter().any(|placed| placed.axis == number) {
            let axis_in_words = match self {
                Self::Numbered => number.to_string(),
                Self::Named(_) => format!("`{}`", quoted(axis)),
            };
            let words =
                format!("axis {axis_in_words} is already given: write one entry for each axis");
            return Err(Mistake::new(axis, words));
        }
        Ok(number)
    }

    /// What is wrong with an entry without an axis that is right otherwise.
    fn plain<'t>(self, chunk: &[Lexeme<'t>]) -> Mistake<'t> {
        match self {
            Self::Numbered => {
                let entry = quoted_parts(chunk);
                let words = format!(
                    "a plain entry among `axis => entry`: write `axis => {entry}` with the number of its axis"
                );
                Mistake::new(chunk, words)
            }
            Self::Named(names) => names::without_equals(chunk, names),
        }
    }
}

/// What follows `axis =>` or `name =`.
#[must_use]
pub fn without_axis<'l, 't>(entry: &'l [Lexeme<'t>]) -> &'l [Lexeme<'t>] {
    let start = [Axes::Numbered, Axes::Named(&[])]
        .iter()
        .find_map(|axes| Some(axes.position(entry)? + axes.sign().len()));
    &entry[start.unwrap_or(0)..]
}

/// Whether the lexeme is a `=` that is part of no other operator.
fn is_equals(lexemes: &[Lexeme<'_>], at: usize) -> bool {
    let is_joint = |lexeme: &Lexeme<'_>| lexeme.role == Role::Operator && lexeme.is_joint();
    let lexeme = &lexemes[at];
    let continues = is_joint(lexeme) && lexemes.get(at + 1).is_some_and(|next| next.is('='));
    let is_continued = at > 0 && is_joint(&lexemes[at - 1]);
    lexeme.role == Role::Operator && lexeme.is('=') && !continues && !is_continued
}

/// An entry with its lists and the number of its axis.
struct Placed<B> {
    axis: i64,
    entry: Entry<B>,
    lists: Vec<List<B>>,
}

pub(crate) fn axis_form<'l, 't>(
    chunks: &[&'l [Lexeme<'t>]],
    axes: Axes<'_>,
    dialect: Dialect,
    mistakes: &mut Mistakes<'t>,
) -> Spec<Bound<'l, 't>> {
    let mut placed: Vec<Placed<Bound<'l, 't>>> = Vec::new();
    let mut absent = false;
    for chunk in chunks {
        if mistakes.is_full() {
            break;
        }
        let sign = axes.position(chunk);
        // What follows `axis =>` and a comma may be its entry: one mistake.
        if core::mem::take(&mut absent) && sign.is_none() {
            continue;
        }
        let Some(sign) = sign else {
            plain(chunk, axes, dialect, mistakes);
            continue;
        };
        let target = &chunk[sign + axes.sign().len()..];
        absent = target.is_empty();
        if mistakes.keep(one_entry(target, chunk, axes)).is_none() {
            continue;
        }
        let number = mistakes.keep(axes.number(&chunk[..sign], chunk, &placed));
        let (entry, lists) = match mistakes.keep(has_axis(target)) {
            Some(()) => {
                let before = mistakes.as_slice().len();
                let entry = entry(target, Place::Axis, dialect, mistakes);
                let separates = |lexeme: &Lexeme<'_>| lexeme.role == Role::Comma;
                mistakes.withhold(before, |spelling| {
                    lex(pieces(spelling)).iter().any(separates)
                });
                entry
            }
            None => (Entry::WHOLE, Vec::new()),
        };
        placed.extend(number.map(|axis| Placed { axis, entry, lists }));
    }
    if let Axes::Named(names) = axes {
        return sorted(placed, None, names.len());
    }
    let reach = |side: fn(i64) -> i64| {
        placed
            .iter()
            .map(|placed| side(placed.axis))
            .max()
            .map_or(0, |most| usize::try_from(most).unwrap_or(0))
    };
    let (front, back) = (reach(|axis| axis + 1), reach(|axis| -axis));
    let count = front + 1 + back;
    if count > MAX_ENTRIES {
        let (first, last) = (chunks.first().copied(), chunks.last().copied());
        let (first, last) = (first.unwrap_or_default(), last.unwrap_or_default());
        mistakes.push(Mistake::between(first, last, too_many_entries(count)));
        return Spec {
            entries: Vec::new(),
            source_order: Vec::new(),
            lists: Vec::new(),
        };
    }
    sorted(placed, Some(front), count)
}

fn sorted<B>(placed: Vec<Placed<B>>, ellipsis: Option<usize>, count: usize) -> Spec<B> {
    let mut entries: Vec<Entry<B>> = (0..count).map(|_| Entry::WHOLE).collect();
    if let Some(ellipsis) = ellipsis {
        entries[ellipsis] = Entry::Ellipsis;
    }
    let (mut source_order, mut listed) = (Vec::with_capacity(placed.len()), Vec::new());
    for Placed { axis, entry, lists } in placed {
        let from_its_end = usize::try_from(axis.unsigned_abs()).unwrap_or(0);
        let at = if axis < 0 {
            count - from_its_end
        } else {
            from_its_end
        };
        entries[at] = entry;
        source_order.push(at);
        if !lists.is_empty() {
            listed.push(Listed { entry: at, lists });
        }
    }
    listed.sort_unstable_by_key(|listed| listed.entry);
    Spec {
        entries,
        source_order,
        lists: listed,
    }
}

/// An entry without an axis.
fn plain<'t>(chunk: &[Lexeme<'t>], axes: Axes<'_>, dialect: Dialect, mistakes: &mut Mistakes<'t>) {
    let before = mistakes.as_slice().len();
    if mistakes.keep(has_axis(chunk)).is_none() {
        return;
    }
    if matches!(axes, Axes::Numbered) {
        entry(chunk, Place::Plain, dialect, mistakes);
    }
    if mistakes.as_slice().len() == before {
        mistakes.push(axes.plain(chunk));
    }
}

/// Whether one entry follows the sign of an axis.
fn one_entry<'t>(
    target: &[Lexeme<'t>],
    chunk: &[Lexeme<'t>],
    axes: Axes<'_>,
) -> Result<(), Mistake<'t>> {
    let sign = axes.sign();
    let words = match target {
        [] => format!(
            "the entry of the axis is missing: write a range, an index or a list after `{sign}`"
        ),
        _ if axes.position(target).is_some() => {
            format!("two `{sign}` in one entry: put a comma between two axes")
        }
        _ => return Ok(()),
    };
    Err(Mistake::new(chunk, words))
}

/// New axes and the ellipsis have no number.
fn has_axis<'t>(target: &[Lexeme<'t>]) -> Result<(), Mistake<'t>> {
    let spells_new_axis =
        |part: &[Lexeme<'t>]| is_new_axis(part) || spelling::spells_new_axis(part);
    let mut parts = target.split(|lexeme| matches!(lexeme.role, Role::Colon | Role::Dots));
    // `None` beside a colon is an absent bound.
    if is_new_axis(target) || parts.any(|part| spells_new_axis(part) && !is_none(part)) {
        return Err(Mistake::new(
            target,
            "no new axis in the axis form: name every entry in order, as in `newaxis, 1:3`",
        ));
    }
    if target
        .split(|lexeme| lexeme.role == Role::Colon)
        .any(is_ellipsis)
    {
        return Err(Mistake::new(target, NO_ELLIPSIS));
    }
    Ok(())
}

fn is_none(part: &[Lexeme<'_>]) -> bool {
    matches!(part, [only] if only.word() == Some("None"))
}

/// `[0, 1] => entry`.
fn is_list<'t>(axis: &[Lexeme<'t>]) -> bool {
    let several = |group: &Lexeme<'t>| {
        lex(group.token.inner())
            .iter()
            .any(|lexeme| lexeme.role == Role::Comma)
    };
    matches!(axis, [only] if only.is_group(Delimiter::Bracket) || only.is_group(Delimiter::Parenthesis) && several(only))
}

fn number<'t>(axis: &[Lexeme<'t>], chunk: &[Lexeme<'t>]) -> Result<i64, Mistake<'t>> {
    let not_literal = || {
        if is_list(axis) {
            return Mistake::new(
                axis,
                "an axis is one number: write one entry for each, `0 => 2, 1 => 2`",
            );
        }
        let words = "an axis is a literal number, negative from the end: write `0 => 1:3`";
        match axis {
            [] => Mistake::new(chunk, words),
            [only]
                if only.word().is_some_and(|word| word != "_")
                    && is_name(axis)
                    && !only.is_new_axis() =>
            {
                let name = quoted(axis);
                Mistake::new(
                    axis,
                    format!(
                        "{words}, or `a.slice_axis({name}, s![1:3])` for an axis in a variable"
                    ),
                )
            }
            _ => Mistake::new(axis, words),
        }
    };
    let (negative, digits) = literal(axis).ok_or_else(not_literal)?;
    let Literal::Integer(integer) = Literal::of(&digits) else {
        return Err(not_literal());
    };
    let number = match integer.value(negative) {
        Ok(number) => number,
        Err(Unfit::I64) => return Err(out_of_reach(axis)),
        Err(unfit) => return Err(unfit_integer(axis, negative, &integer, unfit)),
    };
    let reach = i64::try_from(REACH).unwrap_or(i64::MAX);
    if !(-reach..reach).contains(&number) {
        return Err(out_of_reach(axis));
    }
    Ok(number)
}

fn out_of_reach<'t>(axis: &[Lexeme<'t>]) -> Mistake<'t> {
    let number = quoted(axis);
    Mistake::new(
        axis,
        format!("axis {number} is out of reach: a spec holds at most {MAX_ENTRIES} entries"),
    )
}

pub(crate) fn too_many_entries(count: usize) -> String {
    format!(
        "a spec holds at most {MAX_ENTRIES} entries, this one has {count}: write `..` for a run of whole axes"
    )
}
