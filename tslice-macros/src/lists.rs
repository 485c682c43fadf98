//! Specs with lists: the encoding, and the positions of its lists.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident};
use tslice_syntax::{Bound, Entry, List, Listed, Spec, group_length, in_numbers, list_length};

use crate::encoding::{self, int, kinds, number, option, unlocated, value};
use crate::root::Root;
use crate::tokens::stream;

/// The expression for the entries of a spec, with its lists, behind the bounds that are not
/// literal. If it has neither, it is a block with a word in front of it, or stands as it is.
pub(crate) fn with_bounds(
    root: &Root,
    spec: &Spec<Bound>,
    entries: TokenStream,
    word: Option<TokenStream>,
) -> TokenStream {
    let (variables, values) = run_time(root, spec);
    if spec.lists.is_empty() {
        return match word {
            _ if !variables.is_empty() => {
                mixed!({ let (#(#variables,)*) = (#(#values,)*); #entries })
            }
            Some(word) => mixed!(#word { #entries }),
            None => entries,
        };
    }
    let (mut tokens, mut number) = (Vec::new(), 0);
    for list in lists(spec) {
        tokens.push(list_of(root, list, &mut number));
    }
    let lists = nested(tokens);
    let spec = mixed!(#entries.with_lists(#lists));
    if variables.is_empty() {
        return spec;
    }
    // What is borrowed lives to the end of the statement, which it would not as a variable of a
    // block.
    mixed!(match (#(#values,)*) { (#(#variables,)*) => #spec })
}

/// The type of a spec, with lists or without.
pub(crate) fn type_of(root: &Root, spec: &Spec<Bound>) -> TokenStream {
    let (path, parameters) = (&root.path, parameters(root, spec));
    mixed!(#path::Spec<#parameters>)
}

/// What the type of a spec has in its angle brackets.
pub(crate) fn parameters(root: &Root, spec: &Spec<Bound>) -> TokenStream {
    let (count, kinds) = (number(spec.entries.len()), kinds(root, &spec.entries));
    if spec.lists.is_empty() {
        return mixed!(#count, #kinds);
    }
    let mut types = Vec::new();
    for list in lists(spec) {
        types.push(type_of_list(root, list));
    }
    let lists = nested(types);
    mixed!(#count, #kinds, #lists)
}

/// Each list, in the order of the entries.
pub(crate) fn lists(spec: &Spec<Bound>) -> Vec<&List<Bound>> {
    let mut lists = Vec::new();
    for listed in &spec.lists {
        lists.extend(&listed.lists);
    }
    lists
}

/// A list as the runtime crate takes it: `(a, (b, ()))`.
pub(crate) fn nested(list: Vec<TokenStream>) -> TokenStream {
    let end = mixed!(());
    list.iter().rfold(end, |rest, one| mixed!((#one, #rest)))
}

/// A list: positions alone are an array of numbers, with a name for the type of an empty one.
fn list_of(root: &Root, list: &List<Bound>, number: &mut usize) -> TokenStream {
    let List::Literal(items) = list else {
        return name(number).into_token_stream();
    };
    let (mut entries, mut positions) = (Vec::new(), Vec::new());
    for item in items {
        let item = item.clone().map(|bound| match (name(number), bound) {
            (_, Bound::Literal { value, digits }) => int(value, root.trees.ends(&digits).0),
            (name, _) => name.into_token_stream(),
        });
        if let Entry::Index(position) = &item {
            positions.push(position.clone());
        }
        entries.push(item);
    }
    if positions.len() < items.len() {
        return items_of(root, entries);
    }
    mixed!(#root::positions([#(#positions),*]))
}

/// The items of a list that become numbers, as an array, and whether these are all.
pub(crate) fn items(
    root: &Root,
    list: &List<Bound>,
    numbers: fn(&Entry<Bound>) -> Option<Entry<i64>>,
) -> (TokenStream, bool) {
    let (items, mut are_all) = match list {
        List::Literal(items) => (&items[..], true),
        List::Borrowed(_) => (&[][..], false),
    };
    let mut known = Vec::new();
    for item in items {
        match numbers(item) {
            Some(item) => known.push(item.map(unlocated)),
            None => are_all = false,
        }
    }
    (items_of(root, known), are_all)
}

/// An entry in numbers, as far as a static shape proves or refuses it.
pub(crate) fn provable(entry: &Entry<Bound>) -> Option<Entry<i64>> {
    match entry {
        // A start that is known at run time may be the first position.
        Entry::Window {
            start: Bound::Expression(_),
            length: Bound::Literal { value, .. },
            stride,
        } => Some(Entry::Window {
            start: 0,
            length: *value,
            stride: *stride,
        }),
        entry => in_numbers(entry),
    }
}

/// The items of a list as an array.
fn items_of(root: &Root, items: Vec<Entry<TokenStream>>) -> TokenStream {
    let items = items.into_iter().map(|item| match item {
        Entry::Index(index) => mixed!(#root::item(#index)),
        Entry::Range(range) => {
            let (begin, end) = (option(root, &range.begin), option(root, &range.end));
            let stride = range.stride.unwrap_or_else(|| unlocated(1));
            mixed!(#root::run(#begin, #end, #stride))
        }
        Entry::Window {
            start,
            length,
            stride: _,
        } => mixed!(#root::item_window(#start, #length)),
        Entry::Ellipsis | Entry::NewAxis | Entry::List | Entry::Grouped => {
            unreachable!("an item of a list is a position or a range")
        }
    });
    mixed!(#root::items([#(#items),*]))
}

/// The length of the axis that a list or a group gives, if it is the same for every axis.
pub(crate) fn length(listed: &Listed<Bound>) -> Option<i64> {
    let mut lengths = Vec::new();
    for list in &listed.lists {
        lengths.push(list_length(list)?);
    }
    group_length(lengths.into_iter()).ok()
}

fn type_of_list(root: &Root, list: &List<Bound>) -> TokenStream {
    match list {
        List::Literal(items) => {
            let count = number(items.len());
            match items.iter().all(|item| matches!(item, Entry::Index(_))) {
                true => mixed!([#root::i64; #count]),
                false => mixed!([#root::Item; #count]),
            }
        }
        List::Borrowed(Bound::Expression(tokens)) => {
            let lexemes = root.trees.lexemes_of(tokens);
            // `&_`, or `&'a _`.
            let lifetime = match lexemes.get(1..3) {
                Some([quote, name]) if quote.is('\'') => stream(&[*quote, *name]),
                _ => mixed!('_),
            };
            mixed!(#root::Borrowed<#lifetime>)
        }
        List::Borrowed(_) => unreachable!("an expression or a type is borrowed"),
    }
}

/// The variables of the bounds that are not literals and of the borrowed lists, in source order, and
/// their values.
fn run_time(root: &Root, spec: &Spec<Bound>) -> (Vec<Ident>, Vec<TokenStream>) {
    let (mut starts, mut variables, mut values) = (Vec::new(), Vec::new(), Vec::new());
    let mut add = |entry: usize, name: Ident, bound: &Bound, borrowed: bool| {
        let value = match bound {
            Bound::Expression(tokens) if borrowed => {
                let list = stream(&root.trees.lexemes_of(tokens));
                mixed!(#root::borrowed(#list))
            }
            Bound::Expression(_) | Bound::HalfTyped(_) => value(root, bound),
            Bound::Literal { .. } | Bound::Place => return,
        };
        let start = spec.spans[entry].start;
        let place = starts.partition_point(|before| *before <= start);
        starts.insert(place, start);
        variables.insert(place, name);
        values.insert(place, value);
    };
    for (at, entry) in spec.entries.iter().enumerate() {
        for (column, bound) in entry.bounds() {
            add(at, encoding::name(at, column), bound, false);
        }
    }
    let mut number = 0;
    for listed in &spec.lists {
        for list in &listed.lists {
            let borrowed = matches!(list, List::Borrowed(_));
            for bound in list.bounds() {
                add(listed.entry, name(&mut number), bound, borrowed);
            }
        }
    }
    (variables, values)
}

/// The variable of the next bound of a list, or of the next list that is borrowed.
fn name(number: &mut usize) -> Ident {
    let name = format_ident!("__list_{number}", span = Span::mixed_site());
    *number += 1;
    name
}
