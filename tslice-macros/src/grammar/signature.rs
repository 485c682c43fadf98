//! The signature of a named spec, `[480, 640, 3] => [280, 240, 3]`: lengths before and after
//! slicing.

use tslice_entry::size::{Size, Sound, given, group, taken};
use tslice_entry::{Entry, Message};
use tslice_syntax::{
    Bound, ByRole, Lexeme, Lexemes, List, Mistake, Mistakes, Result, Role, Spec, Unfit, comma_in,
    in_numbers, integer, literal, refuse, sign,
};

use crate::proof::{Step, axes, steps};
use crate::root::Root;

/// The highest rank that is a type.
pub(crate) const MAX_RANK: usize = 12;

/// One length of a signature.
#[derive(Clone, Copy)]
pub(crate) enum Length {
    /// `_`
    Unknown,
    /// A number, at least 1.
    Literal(usize),
    /// A constant, for rustc to evaluate.
    Constant,
}

impl Length {
    /// The number, if one is known; `None` of a constant.
    fn literal(self) -> Option<Option<usize>> {
        match self {
            Self::Unknown => Some(None),
            Self::Literal(length) => Some(Some(length)),
            Self::Constant => None,
        }
    }
}

/// The lengths on one side of a signature.
pub(crate) struct Side<'t> {
    /// The bracket.
    pub(crate) bracket: &'t Lexeme<'t>,
    /// The lengths.
    pub(crate) lengths: Vec<Length>,
    /// The lexemes of each.
    pub(crate) at: Vec<Lexemes<'t>>,
}

impl<'t> Side<'t> {
    /// Reads the lengths in a bracket, and adds what is wrong with them to the mistakes. A length
    /// that is mistaken is unknown.
    pub(crate) fn read(
        bracket: &'t Lexeme<'t>,
        inner: Lexemes<'t>,
        mistakes: &mut Mistakes,
    ) -> Self {
        let (mut lengths, mut at) = (Vec::new(), Vec::new());
        let chunks: Vec<_> = inner.between_commas().collect();
        for &(_, place) in chunks.iter().take(MAX_RANK) {
            lengths.push(mistakes.keep(length(place)).unwrap_or(Length::Unknown));
            at.push(place);
        }
        if let [(_, first), ..] = chunks.get(MAX_RANK..).unwrap_or_default() {
            let words = format!(
                "a typed rank is at most {MAX_RANK}, this shape has {} lengths",
                chunks.len()
            );
            let (_, last) = chunks[chunks.len() - 1];
            mistakes.push(Mistake::between(first, last, words));
        }
        Self {
            bracket,
            lengths,
            at,
        }
    }
}

/// A length, or the comma where one is missing.
fn length(at: Lexemes<'_>) -> Result<Length> {
    use Role::{Arrow, Colon, Comma, Dots, Semicolon};
    let is_word = |word: &Lexeme<'_>| word.is_new_axis() || word.is_one_of(&["true", "false"]);
    let is_wrong = match at {
        [only] if only.is_word("_") => return Ok(Length::Unknown),
        [only] if is_word(only) || sign(only).is_some() => true,
        at => literal(at).is_some() || at.has_any(&[Arrow, Colon, Comma, Dots, Semicolon]),
    };
    match integer(at) {
        Some(Ok(length @ 1..)) => Ok(Length::Literal(
            usize::try_from(length).unwrap_or(usize::MAX),
        )),
        // rustc reports it.
        Some(Err(Unfit::I64)) => Ok(Length::Constant),
        _ if is_wrong => {
            let words = "a length is a positive integer, a constant of type `usize`, or `_` if it \
                is not known";
            refuse(at, words)
        }
        _ => comma_in(at).map(|()| Length::Constant),
    }
}

/// Checks a spec against a signature as far as its numbers are literal, and adds what contradicts
/// it to the mistakes. Writes the lengths that are known so far to the output, and returns the
/// steps that are left for rustc; none if the ranks do not agree.
pub(crate) fn check(
    root: &Root,
    spec: &Spec<Bound>,
    input: &Side<'_>,
    output: &mut Side<'_>,
    mistakes: &mut Mistakes,
) -> Vec<Step> {
    let Some(whole) = mistakes.keep(whole_axes(&spec.entries, input, output)) else {
        return Vec::new();
    };
    let mut left = Vec::new();
    for step in steps(&spec.entries, whole) {
        let entry = step.entry.unwrap_or(usize::MAX);
        if matches!(spec.entries.get(entry), Some(Entry::Grouped)) {
            // The first list of a group stands for all of them.
            continue;
        }
        let Some(taken) = literally_taken(spec, &step, input) else {
            left.push(step);
            continue;
        };
        let span = spec.spans.get(entry).cloned().unwrap_or_default();
        let at = root.trees.lexemes_of(&span);
        let wrong = |at, message: Message| Mistake::new(at, message.to_string());
        let taken = mistakes.keep(taken.map_err(|message| wrong(&at, message)));
        let (Some(taken), Some(axis)) = (taken, step.output) else {
            continue;
        };
        let Some(stated) = output.lengths[axis].literal() else {
            left.push(step);
            continue;
        };
        let length = given(axis, taken, stated);
        let length = length.map_err(|message| wrong(output.at[axis], message));
        if let Some(Some(length)) = mistakes.keep(length) {
            output.lengths[axis] = Length::Literal(length);
        }
    }
    left
}

/// What a step takes; `None` if a number of it is not literal.
fn literally_taken(spec: &Spec<Bound>, step: &Step, input: &Side<'_>) -> Option<Sound<Size>> {
    let Some(first) = step.input else {
        return Some(Ok(Size::whole(Some(1))));
    };
    let Some(entry) = step.entry else {
        return Some(Ok(Size::whole(input.lengths[first].literal()?)));
    };
    // An entry is a list of one item.
    let alone = [List::Literal(vec![spec.entries[entry].clone()])];
    let listed = spec.listed(entry);
    let lists = listed.map_or(&alone[..], |listed| &listed.lists);
    let mut sizes = Vec::new();
    for (list, axis) in lists.iter().zip(first..) {
        let List::Literal(items) = list else {
            return None;
        };
        let items: Option<Vec<_>> = items.iter().map(in_numbers).collect();
        match taken(&items?, 0, axis, input.lengths[axis].literal()?) {
            Ok(size) => sizes.push(size),
            Err(message) => return Some(Err(message)),
        }
    }
    Some(group(&sizes))
}

/// The number of axes that no entry names.
fn whole_axes<B>(entries: &[Entry<B>], input: &Side<'_>, output: &Side<'_>) -> Result<usize> {
    let (taken, given) = axes(entries);
    let rank = input.lengths.len();
    let Some(whole) = rank.checked_sub(taken) else {
        let axes = if taken == 1 { "axis" } else { "axes" };
        let words = format!("this spec takes {taken} {axes}, the tensor has rank {rank}");
        return refuse(core::slice::from_ref(input.bracket), words);
    };
    let (rank, lengths) = (whole + given, output.lengths.len());
    if rank != lengths {
        let words = format!("the result has rank {rank}, this shape has rank {lengths}");
        return refuse(core::slice::from_ref(output.bracket), words);
    }
    Ok(whole)
}
