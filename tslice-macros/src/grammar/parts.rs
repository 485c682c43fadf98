//! The language of `split_mut!`: an array, and two specs or more in brackets, of which no two
//! select a common element.

use tslice_entry::Entry;
use tslice_syntax::{
    Bound, ByRole, Delimiter, Lexeme, Lexemes, Mistake, Mistakes, Role, Spec, group, quoted,
};

use crate::proof::{Meeting, axis_of, entry_of_axis, overlap};
use crate::root::Root;

/// The number of parts that an array is split into at most.
pub(crate) const MAX_PARTS: usize = 6;

const EXAMPLE: &str = "`split_mut!(array, [:2], [2:])`";

/// Reads the expression of the array, and a bracket for each spec, and adds what is wrong with them
/// to the mistakes. The expression is empty if there is none.
pub(crate) fn split<'t>(
    lexemes: Lexemes<'t>,
    mistakes: &mut Mistakes,
) -> (Lexemes<'t>, Vec<&'t Lexeme<'t>>) {
    let (mut chunks, mut brackets) = (lexemes.between_commas(), Vec::new());
    let (array, _) = chunks.next().unwrap_or_default();
    if array.is_empty()
        || group(array, Delimiter::Bracket).is_some()
        || array.has_any(&[Role::Semicolon, Role::Arrow, Role::Colon])
    {
        let at = if array.is_empty() { lexemes } else { array };
        let words = format!("the array comes first, and a comma follows it: write {EXAMPLE}");
        mistakes.push(Mistake::new(at, words));
        // What an array in another place would add says nothing.
        return (&[], brackets);
    }
    let rest: Vec<_> = chunks.collect();
    let count = rest.len();
    for &(chunk, at) in &rest {
        match chunk {
            [only] if only.is_group(Delimiter::Bracket) => brackets.push(only),
            _ => {
                let words = format!(
                    "a part is a spec in brackets of its own, and a comma separates two: write \
                     {EXAMPLE}"
                );
                mistakes.push(Mistake::new(at, words));
            }
        }
    }
    if !(2..=MAX_PARTS).contains(&count) && mistakes.is_empty() {
        let first = rest.get(MAX_PARTS).map_or(lexemes, |(_, at)| at);
        let words = format!(
            "an array is split by 2 to {MAX_PARTS} specs, here are {count}: write {EXAMPLE}; a \
            part can be split again"
        );
        mistakes.push(Mistake::between(first, lexemes, words));
    }
    (array, brackets)
}

/// A part with its spec, read without a mistake.
pub(crate) struct Part<'t> {
    /// The bracket.
    pub(crate) bracket: &'t Lexeme<'t>,
    /// The spec.
    pub(crate) spec: Spec<Bound>,
}

impl<'t> Part<'t> {
    /// The lexemes of the entry that takes an axis, or the bracket if there is none.
    fn at(&self, root: &'t Root, entry: Option<usize>) -> Vec<Lexeme<'t>> {
        let span = entry.map(|entry| &self.spec.spans[entry]);
        match span.filter(|span| !span.is_empty()) {
            Some(span) => root.trees.lexemes_of(span),
            None => vec![*self.bracket],
        }
    }
}

/// Adds a mistake for each part that may have an element in common with one before it, at its
/// entry.
pub(crate) fn overlaps(root: &Root, parts: &[Part<'_>], mistakes: &mut Mistakes) {
    let mut literal = Vec::new();
    for (second, part) in parts.iter().enumerate() {
        let Some(spec) = part.spec.in_numbers() else {
            continue;
        };
        let meets = |(first, before): &(usize, _)| Some((*first, overlap(before, &spec)?));
        let found = literal.iter().find_map(meets);
        literal.push((second, spec));
        let Some((first, axes)) = found else { continue };
        let both = [&parts[first], &parts[second]];
        let (at, what) = meeting(root, both, &axes);
        // A list that is a view has become another entry.
        let is_list = |lexeme: &Lexeme<'_>| lexeme.is_group(Delimiter::Bracket);
        let has_list = |part: &&Part<'_>| part.bracket.inner().iter().any(is_list);
        let remedy = match !both.iter().any(has_list) {
            true => "for one shape use `multi_slice_mut`",
            false => "a borrowed list, `&[..]`, is tested for one",
        };
        let words = format!(
            "parts {first} and {second} both {what}: literal parts are disjoint for every shape, \
             {remedy}"
        );
        mistakes.push(Mistake::new(&at, words));
    }
}

/// The tokens of the second part that take an element of the first one, and which element it is.
fn meeting<'t>(
    root: &'t Root,
    both: [&Part<'t>; 2],
    axes: &[Meeting],
) -> (Vec<Lexeme<'t>>, String) {
    let axis = one_axis(both, axes.len());
    let entry = |part: &Part<'_>| entry_of_axis(&part.spec.entries, axes.len(), axis?);
    let entries = [entry(both[0]), entry(both[1])];
    let at = [both[0].at(root, entries[0]), both[1].at(root, entries[1])];
    let what = match axis {
        Some(axis) => {
            let Meeting { length, position } = axes[axis];
            let name = name(both, entries, &at);
            format!("take element {position} of axis {name} if its length is {length}")
        }
        None => element(axes),
    };
    let [_, second] = at;
    (second, what)
}

/// The only axis of which not both specs take the whole.
fn one_axis(parts: [&Part<'_>; 2], rank: usize) -> Option<usize> {
    let is_whole = |part: &Part<'_>, axis| {
        let entries = &part.spec.entries;
        entry_of_axis(entries, rank, axis).is_none_or(|at| {
            matches!(&entries[at], Entry::Range(_)) && entries[at].bounds().next().is_none()
        })
    };
    let mut named = (0..rank).filter(|axis| !parts.iter().all(|part| is_whole(part, *axis)));
    named.next().filter(|_| named.next().is_none())
}

/// The element that both parts take.
fn element(axes: &[Meeting]) -> String {
    if axes.is_empty() {
        return "take the element of an array without axes".to_string();
    }
    let (mut element, mut shape) = (Vec::new(), Vec::new());
    for axis in axes {
        element.push(axis.position);
        shape.push(axis.length);
    }
    format!("take element {element:?} of an array of shape {shape:?}")
}

/// The name of an axis that a part names, or its number: negative if no part has it in front of
/// its ellipsis.
fn name(parts: [&Part<'_>; 2], entries: [Option<usize>; 2], at: &[Vec<Lexeme<'_>>; 2]) -> String {
    for at in at {
        if let [name, sign, ..] = &at[..]
            && sign.role == Role::Equals
        {
            return format!("`{}`", quoted(core::slice::from_ref(name)));
        }
    }
    // From the front if one of them has it there.
    let axis = |part: usize| Some(axis_of(&parts[part].spec.entries, entries[part]?));
    axis(0).max(axis(1)).unwrap_or_default().to_string()
}
