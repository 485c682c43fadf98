//! Specs with lists: the encoding, and the lists beside it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use tslice_syntax::{Bound, Entry, List, Listed, Spec};

use crate::encoding::{self, encoding, int, number, value};
use crate::tokens::{Piece, stream};

type Lists<'s, 'l> = &'s Spec<Bound<'l, Piece>>;

/// The value of a spec with lists.
pub(crate) fn expression(root: &TokenStream, spec: Lists<'_, '_>) -> TokenStream {
    beside(root, spec, &encoding(root, &spec.entries))
}

/// The lists of a spec beside the expression for its entries, in which the bounds are variables.
pub(crate) fn beside(root: &TokenStream, spec: Lists<'_, '_>, entries: &TokenStream) -> TokenStream {
    let private = quote_spanned!(Span::mixed_site()=> #root::__private);
    let end = quote_spanned!(Span::mixed_site()=> ());
    let lists = spec.lists.iter().rev().fold(end, |rest, listed| {
        let (entry, group) =
            (number(listed.entry), group(listed, |number, list| list_of(&private, listed, number, list)));
        quote_spanned!(Span::mixed_site()=> (#private::At::<#entry, _>(#group), #rest))
    });
    let (names, values) = run_time(root, spec);
    let spec = quote_spanned!(Span::mixed_site()=> #root::PickSpec::new(#entries, #lists));
    if names.is_empty() {
        return spec;
    }
    // What is borrowed lives to the end of the statement, which it would not as a variable of a block.
    quote_spanned!(Span::mixed_site()=> match (#(#values,)*) { (#(#names,)*) => #spec })
}

/// The type of a spec, with lists or without.
pub(crate) fn type_of(root: &TokenStream, spec: Lists<'_, '_>) -> TokenStream {
    let ty = encoding::type_of(root, &spec.entries);
    if spec.lists.is_empty() {
        return ty;
    }
    let private = quote_spanned!(Span::mixed_site()=> #root::__private);
    let end = quote_spanned!(Span::mixed_site()=> ());
    let lists = spec.lists.iter().rev().fold(end, |rest, listed| {
        let (entry, group) = (number(listed.entry), group(listed, |_, list| type_of_list(&private, list)));
        quote_spanned!(Span::mixed_site()=> (#private::At<#entry, #group>, #rest))
    });
    quote_spanned!(Span::mixed_site()=> #root::PickSpec<#ty, #lists>)
}

/// The lists of an entry, as pairs.
fn group(
    listed: &Listed<Bound<'_, Piece>>,
    list: impl Fn(usize, &List<Bound<'_, Piece>>) -> TokenStream,
) -> TokenStream {
    let end = quote_spanned!(Span::mixed_site()=> ());
    listed.lists.iter().enumerate().rev().fold(end, |rest, (number, of_group)| {
        let list = list(number, of_group);
        quote_spanned!(Span::mixed_site()=> (#list, #rest))
    })
}

/// A list: positions alone are an array of numbers, with a name for the type of an empty one.
fn list_of(
    private: &TokenStream,
    listed: &Listed<Bound<'_, Piece>>,
    number: usize,
    list: &List<Bound<'_, Piece>>,
) -> TokenStream {
    let List::Literal(items) = list else {
        return name(listed.entry, number, 0, 0).into_token_stream();
    };
    let bound = |item: usize, column: usize, bound: &Bound<'_, Piece>| match bound {
        Bound::Literal { value, digits } => int(*value, digits.start()),
        _ => name(listed.entry, number, item, column).into_token_stream(),
    };
    let positions = are_positions(items);
    let items = items.iter().enumerate().map(|(item, entry)| {
        let option = |column: usize, part: &Option<Bound<'_, Piece>>| match part {
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
            Entry::Window { start, length } => {
                let (start, length) = (bound(item, 0, start), bound(item, 1, length));
                quote_spanned!(Span::mixed_site()=> #private::item_window(#start, #length))
            }
            Entry::Ellipsis | Entry::NewAxis => unreachable!("no item of a list"),
        }
    });
    match positions {
        true => quote_spanned!(Span::mixed_site()=> #private::positions([#(#items),*])),
        false => quote_spanned!(Span::mixed_site()=> #private::items([#(#items),*])),
    }
}

/// The items of a list as an array, if all its bounds are literals.
pub(crate) fn literal_items(root: &TokenStream, list: &List<Bound<'_, Piece>>) -> Option<TokenStream> {
    let List::Literal(items) = list else { return None };
    let option = |bound: Option<i64>| match bound {
        Some(bound) => {
            let bound = int(bound, Span::mixed_site());
            quote_spanned!(Span::mixed_site()=> #root::__private::Option::Some(#bound))
        }
        None => quote_spanned!(Span::mixed_site()=> #root::__private::Option::None),
    };
    let int = |number: i64| int(number, Span::mixed_site());
    let items = items.iter().map(|item| {
        Some(match item.literal()? {
            Entry::Range(range) => {
                let (begin, end, stride) =
                    (option(range.begin), option(range.end), int(range.stride.unwrap_or(1)));
                quote_spanned!(Span::mixed_site()=> #root::__private::run(#begin, #end, #stride))
            }
            Entry::Window { start, length } => {
                let (start, length) = (int(start), int(length));
                quote_spanned!(Span::mixed_site()=> #root::__private::item_window(#start, #length))
            }
            Entry::Index(index) => {
                let index = int(index);
                quote_spanned!(Span::mixed_site()=> #root::__private::item(#index))
            }
            Entry::Ellipsis | Entry::NewAxis => return None,
        })
    });
    let items = items.collect::<Option<Vec<_>>>()?;
    Some(quote_spanned!(Span::mixed_site()=> #root::__private::items([#(#items),*])))
}

fn are_positions(items: &[Entry<Bound<'_, Piece>>]) -> bool {
    items.iter().all(|item| matches!(item, Entry::Index(_)))
}

/// The length of the axis that a list or a group gives, if it is known: that of positions, each of which is one.
pub(crate) fn length(listed: &Listed<Bound<'_, Piece>>) -> Option<usize> {
    let lengths = listed.lists.iter().map(|list| match list {
        List::Literal(items) if are_positions(items) => Some(items.len()),
        _ => None,
    });
    let lengths: Option<Vec<usize>> = lengths.collect();
    // Lists of length 1 are repeated.
    lengths.map(|lengths| lengths.iter().copied().find(|&length| length != 1).unwrap_or(1))
}

/// The positions of a list that are literals.
pub(crate) fn positions(list: &List<Bound<'_, Piece>>) -> impl Iterator<Item = i64> {
    let items = match list {
        List::Literal(items) => &items[..],
        List::Borrowed(_) => &[],
    };
    items.iter().filter_map(|item| match item {
        Entry::Index(Bound::Literal { value, .. }) => Some(*value),
        _ => None,
    })
}

fn type_of_list(private: &TokenStream, list: &List<Bound<'_, Piece>>) -> TokenStream {
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
                Some([quote, name]) if quote.is('\'') => stream(&[quote.clone(), name.clone()]),
                _ => quote_spanned!(Span::mixed_site()=> '_),
            };
            quote_spanned!(Span::mixed_site()=> #private::Borrowed<#lifetime>)
        }
        List::Borrowed(_) => unreachable!("an expression or a type is borrowed"),
    }
}

/// The bounds that are no literals and the borrowed lists, in source order, and their names.
fn run_time(root: &TokenStream, spec: Lists<'_, '_>) -> (Vec<Ident>, Vec<TokenStream>) {
    let (mut names, mut values) = (Vec::new(), Vec::new());
    let mut add = |name: Ident, bound: &Bound<'_, Piece>, borrowed: bool| match bound {
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
                add(name(entry, number, item, column), bound, matches!(list, List::Borrowed(_)));
            }
        }
    }
    (names, values)
}

/// The variable of a bound of a list, or of a list that is borrowed, whose item and column are 0.
fn name(entry: usize, list: usize, item: usize, column: usize) -> Ident {
    format_ident!("__list_{entry}_{list}_{item}_{column}", span = Span::mixed_site())
}
