//! `split_mut!(array, [..], [..])`.

use rust::{TokenStream, TokenTree};
use tslice_syntax::{Bound, Delimiter, Dialect, Lexemes, Mistakes, Role, Spec};

use crate::code::{Code, push};
use crate::errors;
use crate::expand::expression;
use crate::grammar::list_part::view_of;
use crate::grammar::parts::{Part, overlaps, split};
use crate::root::Root;
use crate::tokens::stream;

/// Literal specs are proven to be disjoint, others are tested when the program runs: the result is
/// a tuple of views either way.
pub(crate) fn split_mut(input: TokenStream) -> TokenStream {
    let root = Root::from(input);
    let (tokens, mut mistakes) = (root.trees.lexemes(), Mistakes::default());
    let (array, brackets) = split(&tokens, &mut mistakes);
    let mut parts = Vec::new();
    for bracket in brackets {
        let inner = bracket.inner();
        match root.spec(
            &inner,
            "split_mut",
            &tokens,
            Dialect::Expressions,
            &mut mistakes,
        ) {
            Ok(spec) => parts.push(Part { bracket, spec }),
            Err(question) => return question.into_iter().collect(),
        }
    }
    if mistakes.is_empty() {
        for part in &mut parts {
            with_views(&root, &mut part.spec, &mut mistakes);
        }
    }
    // An entry that is mistaken is read as a whole axis, which overlaps everything.
    if mistakes.is_empty() {
        overlaps(&root, &parts, &mut mistakes);
    }
    let code = if mistakes.is_empty() {
        views(&root, &exclusive(&root, array), &parts)
    } else {
        mistaken(&root, array, &parts, &mistakes)
    };
    code.into_iter().collect()
}

/// The exclusive views of the parts.
fn views(root: &Root, array: &[TokenTree], parts: &[Part<'_>]) -> Code {
    let are_slices = parts.iter().all(|part| part.spec.lists.is_empty());
    let mut views = Code::new();
    for part in parts {
        let value = expression(root, &part.spec);
        let view = match part.spec.lists.is_empty() {
            _ if are_slices => value,
            true => mixed!(__split.slice(#value)),
            false => mixed!(__split.pick(#value)),
        };
        push(&mut views, view);
    }
    if are_slices {
        return mixed!(#array.multi_slice_mut((#views,)));
    }
    // A temporary array lives to the end of the statement.
    mixed! {
        match #root::Split::new(#array.view_mut()) { mut __split => (#views,) }
    }
}

/// The errors, beside what could be read.
fn mistaken(root: &Root, array: Lexemes<'_>, parts: &[Part<'_>], mistakes: &Mistakes) -> Code {
    let mut half_typed = 0;
    for part in parts {
        for entry in &part.spec.entries {
            for (_, bound) in entry.bounds() {
                half_typed += usize::from(matches!(bound, Bound::HalfTyped(_)));
            }
        }
    }
    // Editors look for a half-typed bound in the same place of the expansion of what is finished.
    if mistakes.len() == half_typed {
        return errors::beside(root, mistakes, &views(root, &exclusive(root, array), parts));
    }
    let (array, mut read) = (stream(array), Code::new());
    if !array.is_empty() {
        read = mixed!(let _ = &mut (#array););
    }
    for part in parts {
        let value = expression(root, &part.spec);
        read.extend(mixed!(let _ = #value;));
    }
    errors::as_expression(root, mistakes, &read)
}

/// The array, through any number of references. Of a variable, a field or an element, a trait finds
/// it: rustc reports another type in its words. A temporary array lives to the end of the
/// statement, which it would not inside of a block.
fn exclusive(root: &Root, array: Lexemes<'_>) -> Code {
    let tokens = stream(array);
    let is_place = match array {
        [.., bang, _] if bang.is('!') => false,
        [.., last] => {
            last.role == Role::Operand
                && !last.is_group(Delimiter::Parenthesis)
                && !last.is_group(Delimiter::Brace)
        }
        [] => false,
    };
    if is_place {
        mixed! {
            { use #root::SplitMut as _; (#tokens).__array() }
        }
    } else {
        mixed!((#tokens))
    }
}

/// Turns the lists of a part that are evenly spaced into windows.
fn with_views(root: &Root, spec: &mut Spec<Bound>, mistakes: &mut Mistakes) {
    for listed in core::mem::take(&mut spec.lists) {
        let at = root.trees.lexemes_of(&spec.spans[listed.entry]);
        match mistakes.keep(view_of(&listed.lists, &at)).flatten() {
            Some(entry) => spec.entries[listed.entry] = entry,
            None => spec.lists.push(listed),
        }
    }
}
