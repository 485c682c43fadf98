//! `checked!`: a spec with its entries as types, and a proof of each entry at its tokens.

use rust::{TokenStream, TokenTree};
use tslice_syntax::{Bound, Dialect, Entry, List, Range, Spec, in_numbers};

use crate::calls::call;
use crate::code::{Code, name, push};
use crate::encoding::{kinds, rows, unlocated};
use crate::errors;
use crate::expand::of_spec;
use crate::lists::{self, with_bounds};
use crate::proof::axis_of;
use crate::root::Root;

/// `checked![..]`.
pub(crate) fn checked(input: TokenStream) -> TokenStream {
    of_spec(
        input,
        "checked",
        Dialect::Expressions,
        |root, spec, mistakes| {
            let (types, kinds) = (types(root, &spec), kinds(root, &spec.entries));
            let [begin, end, strides] = rows(root, &spec.entries);
            let mut value =
                mixed!(#root::checked::<#types, #kinds, _, _>([[#begin], [#end], [#strides]]));
            // The bounds are in front beside a mistake, too: editors look there for a half-typed
            // one.
            if !mistakes.is_empty() {
                return errors::beside(root, mistakes, &with_bounds(root, &spec, value, None));
            }
            if let Some(proof) = proof(root, &spec) {
                value = proven(root, &value, &proof);
            }
            with_bounds(root, &spec, value, None)
        },
    )
}

/// A value whose type holds its proof. The bounds can name an item of their block, so its name is
/// one that user code does not have. The same holds for the variable, because a pattern with the
/// name of a constant is that constant. A name that begins with `_` does not cause a warning that
/// the struct is unused. Its field has a name, because a tuple struct would add a constructor for
/// rustc to compile.
fn proven(root: &Root, value: &[TokenTree], proof: &[TokenTree]) -> Code {
    mixed! { {
        struct __TsliceProof<K> { _k: K }
        impl<K: #root::Axes> __TsliceProof<K> {
            const OK: #root::Proven<K> = #root::Proven::of(#proof);
        }
        match #value {
            __tslice_checked @ #root::Checked { proof: __TsliceProof::OK, .. } => __tslice_checked
        }
    } }
}

/// The entries as a list of types, which decide on the lengths of the result. Each number in a type
/// costs rustc as much as a function without code.
fn types(root: &Root, spec: &Spec<Bound>) -> Code {
    let mut entries = &spec.entries[..];
    // An ellipsis at the end stands for what is left anyway.
    if let [before @ .., Entry::Ellipsis] = entries {
        entries = before;
    }
    // Without an ellipsis, whole axes at the end can be left out, too.
    if !entries.iter().any(Entry::is_ellipsis) {
        while let [before @ .., last] = entries
            && is_whole(last)
        {
            entries = before;
        }
    }
    let mut types = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let ty = match spec.listed(at) {
            Some(listed) => window(lists::length(listed)),
            None => type_of(entry),
        };
        types.push(mixed!(#root::#ty));
    }
    lists::nested(types)
}

/// The type of an entry without a list.
fn type_of(entry: &Entry<Bound>) -> Code {
    match entry {
        Entry::Ellipsis => mixed!(Ellipsis),
        Entry::NewAxis => mixed!(NewAxis),
        Entry::Index(_) | Entry::Grouped => mixed!(Index),
        Entry::Range(_) if is_whole(entry) => mixed!(Full),
        Entry::Range(_) => match in_numbers(entry) {
            Some(Entry::Range(Range { begin, end, stride })) => {
                let name = name(match (begin, end) {
                    (Some(_), Some(_)) => "Within",
                    (Some(_), None) => "Begin",
                    (None, Some(_)) => "End",
                    (None, None) => "Every",
                });
                // A stride of 1 is what the types have if none is written.
                let numbers = numbers(&[begin, end, stride.filter(|&stride| stride != 1)]);
                mixed!(#name<#numbers>)
            }
            _ => mixed!(AnyRange),
        },
        Entry::Window { length, .. } => window(length.value()),
        Entry::List => mixed!(AnyRange),
    }
}

/// The type of an entry that gives an axis of this length.
fn window(length: Option<i64>) -> Code {
    match length {
        Some(length) => {
            let length = numbers(&[Some(length)]);
            mixed!(Window<#length>)
        }
        None => mixed!(AnyRange),
    }
}

/// The numbers that are there, separated by commas.
fn numbers(numbers: &[Option<i64>]) -> Code {
    let mut list = Code::new();
    for number in numbers.iter().flatten() {
        push(&mut list, unlocated(*number));
    }
    list
}

/// A check of each entry that can be wrong on the shape of K, at its tokens, around that of the
/// entry before. `None` if no entry can be wrong.
fn proof(root: &Root, spec: &Spec<Bound>) -> Option<Code> {
    let mut proof: Option<Code> = None;
    let mut add = |entry: usize, place: usize, function: &str, arguments: Code| {
        let at = root.trees.lexemes_of(&spec.spans[entry]);
        let before = proof.take().unwrap_or_else(|| mixed!(K::SHAPE));
        let place = unlocated(axis_of(&spec.entries, place));
        let arguments = mixed!(#before, #place, #arguments);
        proof = Some(call(root, function, arguments, &at));
    };
    for listed in &spec.lists {
        for (number, list) in listed.lists.iter().enumerate() {
            if matches!(list, List::Literal(_)) {
                let (items, are_all) = lists::items(root, list, lists::provable);
                let place = listed.entry + number;
                let all = name(if are_all { "true" } else { "false" });
                add(listed.entry, place, "in_list", mixed!(&#items, #all));
            }
        }
    }
    for (i, entry) in spec.entries.iter().enumerate() {
        add(
            i,
            i,
            "fits",
            match lists::provable(entry) {
                // No array has too few positions for it, or the positions are those of a list.
                None
                | Some(
                    Entry::Ellipsis
                    | Entry::NewAxis
                    | Entry::List
                    | Entry::Grouped
                    | Entry::Range(Range {
                        begin: None,
                        end: None,
                        ..
                    }),
                ) => continue,
                Some(entry) => lists::item_of(root, entry.map(unlocated)),
            },
        );
    }
    proof
}

/// Whether an entry is a whole axis, forwards or backwards.
fn is_whole(entry: &Entry<Bound>) -> bool {
    matches!(
        in_numbers(entry),
        Some(Entry::Range(Range {
            begin: None,
            end: None,
            stride: None | Some(1 | -1),
        }))
    )
}
