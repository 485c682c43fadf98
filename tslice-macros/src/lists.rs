//! Specs with lists: the encoding, and the positions of its lists.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use tslice_syntax::{Bound, Entry, List, Listed, Spec, in_numbers, list_length};

use crate::encoding::{self, encoding, int, kinds, number, value};
use crate::tokens::{start, stream};

type Lists<'s, 'l, 't> = &'s Spec<Bound<'l, 't>>;

/// The value of a spec with lists.
pub(crate) fn expression(root: &TokenStream, spec: Lists<'_, '_, '_>) -> TokenStream {
    beside(root, spec, &encoding(root, &spec.entries))
}

/// The lists of a spec beside the expression for its entries, in which the bounds are variables.
pub(crate) fn beside(
    root: &TokenStream,
    spec: Lists<'_, '_, '_>,
    entries: &TokenStream,
) -> TokenStream {
    let private = quote_spanned!(Span::mixed_site()=> #root::__private);
    let end = quote_spanned!(Span::mixed_site()=> ());
    let lists = in_order(spec)
        .rev()
        .fold(end, |rest, (listed, number, list)| {
            let list = list_of(&private, listed, number, list);
            quote_spanned!(Span::mixed_site()=> (#list, #rest))
        });
    let (names, values) = run_time(root, spec);
    let spec = quote_spanned!(Span::mixed_site()=> #entries.with_lists(#lists));
    if names.is_empty() {
        return spec;
    }
    // What is borrowed lives to the end of the statement, which it would not as a variable of a
    // block.
    quote_spanned!(Span::mixed_site()=> match (#(#values,)*) { (#(#names,)*) => #spec })
}

/// The type of a spec, with lists or without.
pub(crate) fn type_of(root: &TokenStream, spec: Lists<'_, '_, '_>) -> TokenStream {
    let parameters = parameters(root, spec);
    quote_spanned!(Span::mixed_site()=> #root::Spec<#parameters>)
}

/// The type of a spec where an expression may be expected.
pub(crate) fn type_in_expression(root: &TokenStream, spec: Lists<'_, '_, '_>) -> TokenStream {
    let parameters = parameters(root, spec);
    quote_spanned!(Span::mixed_site()=> #root::Spec::<#parameters>)
}

fn parameters(root: &TokenStream, spec: Lists<'_, '_, '_>) -> TokenStream {
    let (count, kinds) = (number(spec.entries.len()), kinds(root, &spec.entries));
    if spec.lists.is_empty() {
        return quote_spanned!(Span::mixed_site()=> #count, #kinds);
    }
    let private = quote_spanned!(Span::mixed_site()=> #root::__private);
    let end = quote_spanned!(Span::mixed_site()=> ());
    let lists = in_order(spec).rev().fold(end, |rest, (_, _, list)| {
        let list = type_of_list(&private, list);
        quote_spanned!(Span::mixed_site()=> (#list, #rest))
    });
    quote_spanned!(Span::mixed_site()=> #count, #kinds, #lists)
}

/// Each list, in the order of the entries, with its entry and its number in a group.
fn in_order<'s, 'l, 't>(
    spec: Lists<'s, 'l, 't>,
) -> impl DoubleEndedIterator<Item = (&'s Listed<Bound<'l, 't>>, usize, &'s List<Bound<'l, 't>>)> {
    let of_entry = |listed: &'s Listed<Bound<'l, 't>>| {
        listed
            .lists
            .iter()
            .enumerate()
            .map(move |(number, list)| (listed, number, list))
    };
    spec.lists.iter().flat_map(of_entry)
}

/// A list: positions alone are an array of numbers, with a name for the type of an empty one.
fn list_of(
    private: &TokenStream,
    listed: &Listed<Bound<'_, '_>>,
    number: usize,
    list: &List<Bound<'_, '_>>,
) -> TokenStream {
    let List::Literal(items) = list else {
        return name(listed.entry, number, 0, 0).into_token_stream();
    };
    let bound = |item: usize, column: usize, bound: &Bound<'_, '_>| match bound {
        Bound::Literal { value, digits } => int(*value, start(digits)),
        _ => name(listed.entry, number, item, column).into_token_stream(),
    };
    let positions = are_positions(items);
    let items = items.iter().enumerate().map(|(item, entry)| {
        let option = |column: usize, part: &Option<Bound<'_, '_>>| match part {
            Some(part) => {
                let part = bound(item, column, part);
                quote_spanned!(Span::mixed_site()=> #private::Option::Some(#part))
            }
            None => quote_spanned!(Span::mixed_site()=> #private::Option::None),
        };
        match entry {
            Entry::Index(index) if positions => bound(item, 0, index),
            Entry::Index(index) => {
                let index = bound(item, 0, index);
                quote_spanned!(Span::mixed_site()=> #private::item(#index))
            }
            Entry::Range(range) => {
                let (begin, end) = (option(0, &range.begin), option(1, &range.end));
                let stride = match &range.stride {
                    Some(stride) => bound(item, 2, stride),
                    None => int(1, Span::mixed_site()),
                };
                quote_spanned!(Span::mixed_site()=> #private::run(#begin, #end, #stride))
            }
            Entry::Window {
                start,
                length,
                stride: _,
            } => {
                let (start, length) = (bound(item, 0, start), bound(item, 1, length));
                quote_spanned!(Span::mixed_site()=> #private::item_window(#start, #length))
            }
            Entry::Ellipsis | Entry::NewAxis | Entry::List | Entry::Grouped => {
                unreachable!("an item of a list is a position or a range")
            }
        }
    });
    match positions {
        true => quote_spanned!(Span::mixed_site()=> #private::positions([#(#items),*])),
        false => quote_spanned!(Span::mixed_site()=> #private::items([#(#items),*])),
    }
}

/// The items of a list as an array, if all its bounds are literals.
pub(crate) fn literal_items(root: &TokenStream, list: &List<Bound<'_, '_>>) -> Option<TokenStream> {
    let List::Literal(items) = list else {
        return None;
    };
    let items: Option<Vec<_>> = items.iter().map(in_numbers).collect();
    Some(items_of(root, items?))
}

/// The items of a list that a static shape proves or refuses, as an array, and whether these are
/// all.
pub(crate) fn provable_items(
    root: &TokenStream,
    list: &List<Bound<'_, '_>>,
) -> (TokenStream, bool) {
    let List::Literal(items) = list else {
        return (items_of(root, []), false);
    };
    let provable = items.iter().filter_map(provable).collect::<Vec<_>>();
    let are_all = provable.len() == items.len();
    (items_of(root, provable), are_all)
}

/// An entry in numbers, as far as a static shape proves or refuses it.
pub(crate) fn provable(entry: &Entry<Bound<'_, '_>>) -> Option<Entry<i64>> {
    match entry {
        // A start that is known at run time may be the first position.
        Entry::Window {
            start: Bound::Expression { .. },
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

fn items_of(root: &TokenStream, items: impl IntoIterator<Item = Entry<i64>>) -> TokenStream {
    let option = |bound: Option<i64>| match bound {
        Some(bound) => {
            let bound = int(bound, Span::mixed_site());
            quote_spanned!(Span::mixed_site()=> #root::__private::Option::Some(#bound))
        }
        None => quote_spanned!(Span::mixed_site()=> #root::__private::Option::None),
    };
    let int = |number: i64| int(number, Span::mixed_site());
    let items = items.into_iter().map(|item| match item {
        Entry::Range(range) => {
            let (begin, end, stride) = (
                option(range.begin),
                option(range.end),
                int(range.stride.unwrap_or(1)),
            );
            quote_spanned!(Span::mixed_site()=> #root::__private::run(#begin, #end, #stride))
        }
        Entry::Window {
            start,
            length,
            stride: _,
        } => {
            let (start, length) = (int(start), int(length));
            quote_spanned!(Span::mixed_site()=> #root::__private::item_window(#start, #length))
        }
        Entry::Index(index) => {
            let index = int(index);
            quote_spanned!(Span::mixed_site()=> #root::__private::item(#index))
        }
        Entry::Ellipsis | Entry::NewAxis | Entry::List | Entry::Grouped => {
            unreachable!("not an item of a list")
        }
    });
    quote_spanned!(Span::mixed_site()=> #root::__private::items([#(#items),*]))
}

fn are_positions(items: &[Entry<Bound<'_, '_>>]) -> bool {
    items.iter().all(|item| matches!(item, Entry::Index(_)))
}

/// The length of the axis that a list or a group gives, if it is the same for every axis.
pub(crate) fn length(listed: &Listed<Bound<'_, '_>>) -> Option<i64> {
    let lengths: Option<Vec<i64>> = listed.lists.iter().map(list_length).collect();
    // Lists of length 1 are repeated.
    lengths.map(|lengths| {
        lengths
            .iter()
            .copied()
            .find(|&length| length != 1)
            .unwrap_or(1)
    })
}

fn type_of_list(private: &TokenStream, list: &List<Bound<'_, '_>>) -> TokenStream {
    match list {
        List::Literal(items) => {
            let count = number(items.len());
            match are_positions(items) {
                true => quote_spanned!(Span::mixed_site()=> [#private::i64; #count]),
                false => quote_spanned!(Span::mixed_site()=> [#private::Item; #count]),
            }
        }
        List::Borrowed(Bound::Expression { lexemes, .. }) => {
            // `&_`, or `&'a _`.
            let lifetime = match lexemes.get(1..3) {
                Some([quote, name]) if quote.is('\'') => stream(&[*quote, *name]),
                _ => quote_spanned!(Span::mixed_site()=> '_),
            };
            quote_spanned!(Span::mixed_site()=> #private::Borrowed<#lifetime>)
        }
        List::Borrowed(_) => unreachable!("an expression or a type is borrowed"),
    }
}

/// The bounds that are not literals and the borrowed lists, in source order, and their names.
fn run_time(root: &TokenStream, spec: Lists<'_, '_, '_>) -> (Vec<Ident>, Vec<TokenStream>) {
    let (mut names, mut values) = (Vec::new(), Vec::new());
    let mut add = |name: Ident, bound: &Bound<'_, '_>, borrowed: bool| match bound {
        Bound::Expression { lexemes, .. } if borrowed => {
            let list = stream(lexemes);
            names.push(name);
            values.push(quote_spanned!(Span::mixed_site()=> #root::__private::borrowed(#list)));
        }
        Bound::Expression { .. } | Bound::HalfTyped(_) => {
            names.push(name);
            values.push(value(root, bound));
        }
        Bound::Literal { .. } | Bound::Place => {}
    };
    for &entry in &spec.source_order {
        for (column, bound) in spec.entries[entry].bounds() {
            add(encoding::name(entry, column), bound, false);
        }
        let of_entry = spec.lists.iter().filter(|listed| listed.entry == entry);
        for (number, list) in of_entry.flat_map(|listed| listed.lists.iter().enumerate()) {
            for (item, column, bound) in list.bounds() {
                add(
                    name(entry, number, item, column),
                    bound,
                    matches!(list, List::Borrowed(_)),
                );
            }
        }
    }
    (names, values)
}

/// The variable of a bound of a list, or of a list that is borrowed, whose item and column are 0.
fn name(entry: usize, list: usize, item: usize, column: usize) -> Ident {
    format_ident!(
        "__list_{entry}_{list}_{item}_{column}",
        span = Span::mixed_site()
    )
}
