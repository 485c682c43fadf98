//! Specs with lists: the encoding, and the positions of its lists.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident};
use tslice_syntax::{Bound, Entry, List, Listed, Spec, group_length, in_numbers, list_length};

use crate::encoding::{self, int, kinds, number, option, unlocated, value};
use crate::root::Root;
use crate::tokens::stream;

/// The expression for the entries of a spec, with its lists, behind the bounds that are not
/// literal.
pub(crate) fn with_bounds(root: &Root, spec: &Spec<Bound>, entries: TokenStream) -> TokenStream {
    let (variables, values): (Vec<_>, Vec<_>) = run_time(root, spec).into_iter().unzip();
    if spec.lists.is_empty() {
        if variables.is_empty() {
            return entries;
        }
        return mixed!({ let (#(#variables,)*) = (#(#values,)*); #entries });
    }
    let mut names = names();
    let lists = lists(spec).map(|list| list_of(root, list, &mut names));
    let lists = nested(lists.collect());
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
    let lists = nested(lists(spec).map(|list| type_of_list(root, list)).collect());
    mixed!(#count, #kinds, #lists)
}

/// Each list, in the order of the entries.
pub(crate) fn lists(spec: &Spec<Bound>) -> impl Iterator<Item = &List<Bound>> {
    spec.lists.iter().flat_map(|listed| &listed.lists)
}

/// A list as the runtime crate takes it: `(a, (b, ()))`.
pub(crate) fn nested(list: Vec<TokenStream>) -> TokenStream {
    let end = mixed!(());
    list.iter().rfold(end, |rest, one| mixed!((#one, #rest)))
}

/// A list: positions alone are an array of numbers, with a name for the type of an empty one. Each
/// bound takes one of the names.
fn list_of(
    root: &Root,
    list: &List<Bound>,
    names: &mut impl Iterator<Item = Ident>,
) -> TokenStream {
    let List::Literal(items) = list else {
        return names.next().into_token_stream();
    };
    let entries = items.iter().map(|entry| {
        entry.clone().map(|bound| {
            let name = names.next();
            match bound {
                Bound::Literal { value, digits } => int(value, root.trees.ends(&digits).0),
                _ => name.into_token_stream(),
            }
        })
    });
    if !are_positions(items) {
        return items_of(root, entries.collect());
    }
    let positions = entries.filter_map(|item| match item {
        Entry::Index(position) => Some(position),
        _ => None,
    });
    mixed!(#root::positions([#(#positions),*]))
}

/// The items of a list that become numbers, as an array, and whether these are all.
pub(crate) fn items(
    root: &Root,
    list: &List<Bound>,
    numbers: impl Fn(&Entry<Bound>) -> Option<Entry<i64>>,
) -> (TokenStream, bool) {
    let (items, is_literal) = match list {
        List::Literal(items) => (&items[..], true),
        List::Borrowed(_) => (&[][..], false),
    };
    let known: Vec<_> = items.iter().filter_map(numbers).collect();
    let are_all = is_literal && known.len() == items.len();
    let known = known.into_iter().map(|item| item.map(unlocated));
    (items_of(root, known.collect()), are_all)
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
            let [begin, end] = [&range.begin, &range.end].map(|bound| option(root, bound));
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

fn are_positions(items: &[Entry<Bound>]) -> bool {
    items.iter().all(|item| matches!(item, Entry::Index(_)))
}

/// The length of the axis that a list or a group gives, if it is the same for every axis.
pub(crate) fn length(listed: &Listed<Bound>) -> Option<i64> {
    let lengths: Option<Vec<i64>> = listed.lists.iter().map(list_length).collect();
    group_length(lengths?.into_iter()).ok()
}

fn type_of_list(root: &Root, list: &List<Bound>) -> TokenStream {
    match list {
        List::Literal(items) => {
            let count = number(items.len());
            match are_positions(items) {
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

/// The bounds that are not literals and the borrowed lists, in source order, each with its name.
pub(crate) fn run_time(root: &Root, spec: &Spec<Bound>) -> Vec<(Ident, TokenStream)> {
    let mut run_time = Vec::new();
    let mut add = |entry: usize, name: Option<Ident>, bound: &Bound, borrowed: bool| {
        let value = match bound {
            Bound::Expression(tokens) if borrowed => {
                let list = stream(&root.trees.lexemes_of(tokens));
                mixed!(#root::borrowed(#list))
            }
            Bound::Expression(_) | Bound::HalfTyped(_) => value(root, bound),
            Bound::Literal { .. } | Bound::Place => return,
        };
        run_time.extend(name.map(|name| (spec.spans[entry].start, (name, value))));
    };
    for (entry, bounds) in spec.entries.iter().map(Entry::bounds).enumerate() {
        for (column, bound) in bounds {
            add(entry, Some(encoding::name(entry, column)), bound, false);
        }
    }
    let mut names = names();
    for listed in &spec.lists {
        for list in &listed.lists {
            let borrowed = matches!(list, List::Borrowed(_));
            for bound in list.bounds() {
                add(listed.entry, names.next(), bound, borrowed);
            }
        }
    }
    run_time.sort_by_key(|(start, _)| *start);
    run_time.into_iter().map(|(_, named)| named).collect()
}

/// The variables of the bounds of lists, and of lists that are borrowed, in order.
fn names() -> impl Iterator<Item = Ident> {
    (0..).map(|number: usize| format_ident!("__list_{number}", span = Span::mixed_site()))
}
