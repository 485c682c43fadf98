//! The signature of a named spec, `[480, 640, 3] => [280, 240, 3]`: lengths before and after slicing.

use alloc::format;
use alloc::vec::Vec;

use crate::bound::comma_in;
use crate::entry::{Bound, Entry, List, Listed, Spec};
use crate::lexeme::{Lexeme, Role, Token, without_last_comma};
use crate::literal::{Literal, Unfit, literal};
use crate::mistake::{Mistake, Mistakes};
use crate::parts::chunk_of;
use crate::proof::{Count, MAX_LENGTH, count, most};
use crate::respell::quoted_parts;

/// The highest rank that is a type.
pub const MAX_RANK: usize = 12;

/// One length of a signature.
#[derive(Clone, Debug)]
pub enum Length<'l, T> {
    /// `_`
    Unknown,
    /// A number, at least 1.
    Literal(i64),
    /// A constant, for rustc to evaluate.
    Constant(&'l [Lexeme<T>]),
}

/// The lengths on one side of a signature.
#[derive(Clone, Debug)]
pub struct Side<'l, T> {
    /// The bracket.
    pub bracket: &'l Lexeme<T>,
    /// The lexemes inside the bracket.
    pub inner: &'l [Lexeme<T>],
    /// The lengths.
    pub lengths: Vec<Length<'l, T>>,
}

impl<'l, T: Token> Side<'l, T> {
    /// Reads the lengths in a bracket, and adds what is wrong with them to the mistakes. A length that is mistaken is unknown.
    pub fn read(bracket: &'l Lexeme<T>, inner: &'l [Lexeme<T>], mistakes: &mut Mistakes<T>) -> Self {
        let mut lengths = Vec::new();
        let chunks: Vec<_> = inner.split_inclusive(|lexeme| lexeme.role == Role::Comma).collect();
        for chunk in chunks.iter().take(MAX_RANK) {
            let length = match without_last_comma(chunk) {
                // The comma shows where a length is missing.
                [] => length(&[], chunk),
                own => length(own, own),
            };
            lengths.push(mistakes.keep(length).unwrap_or(Length::Unknown));
        }
        if let [first, ..] = chunks.get(MAX_RANK..).unwrap_or_default() {
            let words =
                format!("a typed rank is at most {MAX_RANK}, this shape has {} lengths", chunks.len());
            let last = chunks.last().unwrap_or(first);
            mistakes.push(Mistake::between(first, last, words));
        }
        Self { bracket, inner, lengths }
    }

    /// The lexemes of a length.
    pub fn at(&self, axis: usize) -> &'l [Lexeme<T>] {
        let chunk = self.inner.split(|lexeme| lexeme.role == Role::Comma).nth(axis);
        chunk.unwrap_or(core::slice::from_ref(self.bracket))
    }
}

fn length<'l, T: Token>(chunk: &'l [Lexeme<T>], at: &[Lexeme<T>]) -> Result<Length<'l, T>, Mistake<T>> {
    let no_length = |words: &str| Err(Mistake::new(at, words));
    let separates =
        |lexeme: &Lexeme<T>| matches!(lexeme.role, Role::Colon | Role::Dots | Role::Semicolon | Role::Arrow);
    match chunk {
        [] => return no_length("a length is missing: write `_` for one that is not known"),
        [only] if only.word() == Some("_") => return Ok(Length::Unknown),
        [only] if only.is_new_axis() || only.is('?') || only.is('*') => {
            return no_length("a length that is not known is written `_`");
        }
        [only] if matches!(only.word(), Some("true" | "false")) => {
            return no_length("a length is an integer, `_`, or a constant of type `usize`");
        }
        chunk if chunk.iter().any(separates) => {
            return no_length("a signature has a length for each axis, or `_`, and commas in between");
        }
        _ => {}
    }
    comma_in(chunk)?;
    let Some((negative, digits)) = literal(chunk) else { return Ok(Length::Constant(chunk)) };
    let Literal::Integer(integer) = Literal::of(&digits) else {
        return no_length("a length is an integer, `_`, or a constant of type `usize`");
    };
    if !matches!(integer.suffix, "" | "usize") {
        return no_length("a length is of type `usize`");
    }
    match integer.value(negative) {
        Ok(0) => no_length("no length of a signature is 0: write `_` for one that is not known"),
        Ok(..0) => no_length("a length is not negative: write `_` for one that is not known"),
        Ok(value) => Ok(Length::Literal(value)),
        Err(Unfit::I64) => no_length("literal does not fit in i64, and no axis is that long"),
        Err(_) => no_length("a length is of type `usize`"),
    }
}

/// An axis of the input or of the result whose length a constant decides, for the compiler to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The entry, its number among the entries; `None` for an axis that no entry names.
    pub entry: Option<usize>,
    /// The axis of the input; `None` for a new one.
    pub input: Option<usize>,
    /// The axis of the result; `None` if it is dropped.
    pub output: Option<usize>,
    /// The number of positions, if the macro knows it.
    pub length: Option<i64>,
    /// Whether all that there is to check about this axis has been checked.
    pub checked: bool,
}

/// Checks a spec against a signature as far as its numbers are literal, and adds what contradicts it to the mistakes. Returns a
/// step for each axis taken or given; none if the ranks do not agree.
pub fn check<T: Token>(
    spec: &Spec<Bound<'_, T>>,
    body: &[Lexeme<T>],
    [input, output]: [&Side<'_, T>; 2],
    mistakes: &mut Mistakes<T>,
) -> Vec<Step> {
    let Some(mut steps) = mistakes.keep(steps(&spec.entries, [input, output])) else { return Vec::new() };
    for step in &mut steps {
        let at = step.entry.and_then(|entry| chunk_of(body, &spec.source_order, entry));
        let whole = Some(Entry::WHOLE);
        let entry = step.entry.map_or(whole, |entry| spec.entries[entry].literal());
        let given = step.input.map_or(Some(&Length::Literal(1)), |axis| input.lengths.get(axis));
        if let Some((listed, number)) = step.entry.and_then(|entry| list_at(spec, entry)) {
            let axis = step.input.unwrap_or_default();
            let at = chunk_of(body, &spec.source_order, listed.entry).unwrap_or_default();
            let stated = step.output.and_then(|axis| output.lengths.get(axis));
            step.checked = ![given, stated].iter().any(|side| matches!(side, Some(Length::Constant(_))));
            let Some(length) = mistakes.keep(listed_length(listed, number, given, axis, at)) else {
                continue;
            };
            step.length = length.filter(|_| number == 0);
            let stated = step.output.and_then(|axis| Some((axis, output.lengths.get(axis)?)));
            if let (Some(length), Some((axis, Length::Literal(stated)))) = (step.length, stated)
                && *stated != length
            {
                let words = format!("axis {axis} of the result has length {length}, not {stated}");
                mistakes.push(Mistake::new(output.at(axis), words));
            }
            continue;
        }
        let (Some(entry), Some(given)) = (entry, given) else { continue };
        let taken = match given {
            Length::Literal(length) => {
                taken(&entry, *length, step.input, at).map(|count| (Some(count), count))
            }
            Length::Unknown => at_most(&entry, step.input, at).map(|most| match entry {
                Entry::Window { .. } => (Some(most), most),
                _ => (None, most),
            }),
            Length::Constant(_) => continue,
        };
        let Some((exactly, most)) = mistakes.keep(taken) else {
            step.checked = true;
            continue;
        };
        step.length = exactly;
        step.checked = true;
        let Some(axis) = step.output else { continue };
        match output.lengths.get(axis) {
            Some(Length::Literal(stated)) if exactly.is_some_and(|count| count != *stated) => {
                let words = format!("axis {axis} of the result has length {most}, not {stated}");
                mistakes.push(Mistake::new(output.at(axis), words));
            }
            Some(Length::Literal(stated)) if *stated > most => {
                let words = format!("axis {axis} of the result has at most length {most}, not {stated}");
                mistakes.push(Mistake::new(output.at(axis), words));
            }
            Some(Length::Constant(_)) => step.checked = false,
            _ => {}
        }
    }
    steps
}

/// The list or group that an entry belongs to, and the number of its list.
#[must_use]
pub fn list_at<B>(spec: &Spec<B>, entry: usize) -> Option<(&Listed<B>, usize)> {
    let listed = spec
        .lists
        .iter()
        .find(|listed| (listed.entry..listed.entry + listed.lists.len()).contains(&entry))?;
    Some((listed, entry - listed.entry))
}

/// The length of the axis that a list or a group gives, as far as it is literal. The positions of list `number` are checked.
fn listed_length<T: Token>(
    listed: &Listed<Bound<'_, T>>,
    number: usize,
    given: Option<&Length<'_, T>>,
    axis: usize,
    at: &[Lexeme<T>],
) -> Result<Option<i64>, Mistake<T>> {
    let length = match given {
        Some(Length::Literal(length)) => Some(*length),
        _ => None,
    };
    let mut lengths = Vec::new();
    for (of_group, list) in listed.lists.iter().enumerate() {
        let List::Literal(items) = list else { return Ok(None) };
        let mut count = Some(0);
        for item in items {
            let here = length.filter(|_| of_group == number);
            let taken_here = match (item.literal(), here) {
                (Some(item), Some(length)) => Some(taken(&item, length, Some(axis), Some(at))?),
                _ if matches!(item, Entry::Index(_)) => Some(1),
                _ => None,
            };
            count = count.zip(taken_here).map(|(count, more)| count + more);
        }
        lengths.push(count);
    }
    let lengths: Option<Vec<i64>> = lengths.into_iter().collect();
    let length = lengths.map(|lengths| lengths.iter().copied().find(|&length| length != 1).unwrap_or(1));
    match length {
        Some(0) => Err(Mistake::new(at, format!("`{}` takes nothing", quoted_parts(at)))),
        length => Ok(length),
    }
}

/// The axes that entries take and give, in the order of the entries.
fn steps<B, T: Token>(
    entries: &[Entry<B>],
    [input, output]: [&Side<'_, T>; 2],
) -> Result<Vec<Step>, Mistake<T>> {
    let count = |part: fn(&Entry<B>) -> bool| entries.iter().filter(|entry| part(entry)).count();
    let (taken, given) = (count(|entry| entry.axes().0), count(|entry| entry.axes().1));
    let rank = input.lengths.len();
    let Some(whole) = rank.checked_sub(taken) else {
        let axes = if taken == 1 { "axis" } else { "axes" };
        let words = format!("this spec takes {taken} {axes}, the tensor has rank {rank}");
        return Err(Mistake::new(core::slice::from_ref(input.bracket), words));
    };
    if whole + given != output.lengths.len() {
        let lengths = output.lengths.len();
        let words = format!("the result has rank {}, this shape has rank {lengths}", whole + given);
        return Err(Mistake::new(core::slice::from_ref(output.bracket), words));
    }
    let (mut axes, mut given) = (0.., 0..);
    let mut steps = Vec::new();
    let mut add = |entry: Option<usize>, takes: bool, gives: bool| {
        let (input, output) = (takes.then(|| axes.next()).flatten(), gives.then(|| given.next()).flatten());
        steps.push(Step { entry, input, output, length: None, checked: false });
    };
    for (at, entry) in entries.iter().enumerate() {
        match entry {
            Entry::Ellipsis => (0..whole).for_each(|_| add(None, true, true)),
            Entry::NewAxis
            | Entry::Index(_)
            | Entry::Range(_)
            | Entry::Window { .. }
            | Entry::List
            | Entry::Grouped => add(Some(at), entry.axes().0, entry.axes().1),
        }
    }
    if !entries.iter().any(|entry| matches!(entry, Entry::Ellipsis)) {
        (0..whole).for_each(|_| add(None, true, true));
    }
    Ok(steps)
}

/// The number of positions that an entry takes of an axis of a known length.
fn taken<T: Token>(
    entry: &Entry<i64>,
    length: i64,
    axis: Option<usize>,
    at: Option<&[Lexeme<T>]>,
) -> Result<i64, Mistake<T>> {
    let (axis, at) = (axis.unwrap_or_default(), at.unwrap_or_default());
    match count(entry, length) {
        Count::OutOfBounds(index) => {
            let words = format!("index {index} is out of bounds for axis {axis} with length {length}");
            Err(Mistake::new(at, words))
        }
        Count::Window(fault) => {
            let words = format!("`{}` is out of bounds for axis {axis}: {fault}", quoted_parts(at));
            Err(Mistake::new(at, words))
        }
        Count::Of(0) => {
            let words = format!("`{}` takes nothing of axis {axis} with length {length}", quoted_parts(at));
            Err(Mistake::new(at, words))
        }
        Count::Of(count) => Ok(count),
    }
}

/// The largest number of positions that an entry takes of an axis of any length.
fn at_most<T: Token>(
    entry: &Entry<i64>,
    axis: Option<usize>,
    at: Option<&[Lexeme<T>]>,
) -> Result<i64, Mistake<T>> {
    let (axis, at) = (axis.unwrap_or_default(), at.unwrap_or_default());
    match (entry, most(entry)) {
        (Entry::Index(index), 0) => {
            let words = format!("index {index} is out of bounds for axis {axis} with length {MAX_LENGTH}");
            Err(Mistake::new(at, words))
        }
        (_, 0) => {
            let words =
                format!("`{}` takes nothing of axis {axis}, whatever its length is", quoted_parts(at));
            Err(Mistake::new(at, words))
        }
        (_, most) => Ok(most),
    }
}
