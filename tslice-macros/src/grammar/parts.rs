//! The language of `split_mut!`: an array, and two specs or more in brackets, of which no two
//! select a common element.

use tslice_entry::Entry;
use tslice_syntax::{
    Bound, ByRole, Delimiter, Lexeme, Lexemes, Mistake, Mistakes, Role, Spec, group,
};

use crate::proof::{entry_of_axis, overlap};
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
        // The array may be an array and a part that no comma separates.
        return (&[], brackets);
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
        let at = both[1].at(root, entry_of(both, axes.len()));
        let (mut element, mut shape) = (Vec::new(), Vec::new());
        for axis in axes {
            element.push(axis.position);
            shape.push(axis.length);
        }
        // A list that is a view has become another entry.
        let is_list = |lexeme: &Lexeme<'_>| lexeme.is_group(Delimiter::Bracket);
        let has_list = |part: &&Part<'_>| part.bracket.inner().iter().any(is_list);
        let remedy = match !both.iter().any(has_list) {
            true => "for one shape use `multi_slice_mut`",
            false => "a borrowed list, `&[..]`, is tested for one",
        };
        let words = format!(
            "parts {first} and {second} both take element {element:?} of an array of shape \
             {shape:?}: literal parts are disjoint for every shape, {remedy}"
        );
        mistakes.push(Mistake::new(&at, words));
    }
}

/// The entry of the second part on the only axis of which not both take the whole; `None` if there
/// are more, or the axis has no entry.
fn entry_of(parts: [&Part<'_>; 2], rank: usize) -> Option<usize> {
    let entry = |part: &Part<'_>, axis| entry_of_axis(&part.spec.entries, rank, axis);
    let is_whole = |part: &Part<'_>, axis| {
        entry(part, axis).is_none_or(|at| {
            let entry = &part.spec.entries[at];
            matches!(entry, Entry::Range(_)) && entry.bounds().next().is_none()
        })
    };
    let mut named = (0..rank).filter(|axis| !parts.iter().all(|part| is_whole(part, *axis)));
    let axis = named.next().filter(|_| named.next().is_none())?;
    entry(parts[1], axis)
}
