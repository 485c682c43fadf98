//! Specs with lists: the encoding, and the positions of its lists.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident};
use tslice_syntax::{Bound, Entry, List, Listed, Spec, in_numbers, list_length};

use crate::encoding::{self, int, kinds, number, value};
use crate::root::Root;
use crate::tokens::stream;

/// The expression for the entries of a spec, with its lists, behind the bounds that are not
/// literal.
pub(crate) fn with_bounds(root: &Root, spec: &Spec<Bound>, entries: TokenStream) -> TokenStream {
    let run_time = run_time(root, spec);
    if spec.lists.is_empty() {
        if run_time.is_empty() {
            return entries;
        }
        let variables = variables(&run_time);
        return mixed!({ #variables #entries });
    }
    let private = mixed!(#root::__private);
    let end = mixed!(());
    let lists = in_order(spec)
        .rev()
        .fold(end, |rest, (listed, number, list)| {
            let list = list_of(root, &private, listed, number, list);
            mixed!((#list, #rest))
        });
    let spec = mixed!(#entries.with_lists(#lists));
    if run_time.is_empty() {
        return spec;
    }
    // What is borrowed lives to the end of the statement, which it would not as a variable of a
    // block.
    let (names, values): (Vec<_>, Vec<_>) = run_time.into_iter().unzip();
    mixed!(match (#(#values,)*) { (#(#names,)*) => #spec })
}

/// The statement that evaluates bounds, if there are any.
pub(crate) fn variables(run_time: &[(Ident, TokenStream)]) -> Option<TokenStream> {
    let (names, values): (Vec<_>, Vec<_>) = run_time.iter().cloned().unzip();
    (!names.is_empty()).then(|| mixed!(let (#(#names,)*) = (#(#values,)*);))
}

/// The type of a spec, with lists or without.
pub(crate) fn type_of(root: &Root, spec: &Spec<Bound>) -> TokenStream {
    let parameters = parameters(root, spec);
    mixed!(#root::Spec<#parameters>)
}

/// The type of a spec where an expression may be expected.
pub(crate) fn type_in_expression(root: &Root, spec: &Spec<Bound>) -> TokenStream {
    let parameters = parameters(root, spec);
    mixed!(#root::Spec::<#parameters>)
}

fn parameters(root: &Root, spec: &Spec<Bound>) -> TokenStream {
    let (count, kinds) = (number(spec.entries.len()), kinds(root, &spec.entries));
    if spec.lists.is_empty() {
        return mixed!(#count, #kinds);
    }
    let private = mixed!(#root::__private);
    let end = mixed!(());
    let lists = in_order(spec).rev().fold(end, |rest, (_, _, list)| {
        let list = type_of_list(root, &private, list);
        mixed!((#list, #rest))
    });
    mixed!(#count, #kinds, #lists)
}

/// Each list, in the order of the entries, with its entry and its number in a group.
fn in_order<'s>(
    spec: &'s Spec<Bound>,
) -> impl DoubleEndedIterator<Item = (&'s Listed<Bound>, usize, &'s List<Bound>)> {
    let of_entry = |listed: &'s Listed<Bound>| {
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
    root: &Root,
    private: &TokenStream,
    listed: &Listed<Bound>,
    number: usize,
    list: &List<Bound>,
) -> TokenStream {
    let List::Literal(items) = list else {
        return name(listed.entry, number, 0, 0).into_token_stream();
    };
    let entries = items.iter().enumerate().map(|(item, entry)| {
        let mut columns = entry.bounds().map(|(column, _)| column);
        entry.clone().map(|bound| {
            let column = columns.next().unwrap_or_default();
            match bound {
                Bound::Literal { value, digits } => int(value, root.trees.ends(&digits).0),
                _ => name(listed.entry, number, item, column).into_token_stream(),
            }
        })
    });
    if !are_positions(items) {
        return items_of(private, entries);
    }
    let positions = entries.flat_map(|item| match item {
        Entry::Index(position) => Some(position),
        _ => None,
    });
    mixed!(#private::positions([#(#positions),*]))
}

/// The items of a list as an array, if all its bounds are literals.
pub(crate) fn literal_items(root: &Root, list: &List<Bound>) -> Option<TokenStream> {
    let (items, are_all) = items_if(root, list, in_numbers);
    are_all.then_some(items)
}

/// The items of a list that a static shape proves or refuses, as an array, and whether these are
/// all.
pub(crate) fn provable_items(root: &Root, list: &List<Bound>) -> (TokenStream, bool) {
    items_if(root, list, provable)
}

/// The items of a list that become numbers, as an array, and whether these are all.
fn items_if(
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
    let known = known
        .into_iter()
        .map(|item| item.map(|number| int(number, Span::mixed_site())));
    (items_of(&mixed!(#root::__private), known), are_all)
}

/// An entry in numbers, as far as a static shape proves or refuses it.
pub(crate) fn provable(entry: &Entry<Bound>) -> Option<Entry<i64>> {
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

/// The items of a list as an array.
fn items_of(
    private: &TokenStream,
    items: impl IntoIterator<Item = Entry<TokenStream>>,
) -> TokenStream {
    let option = |bound: Option<TokenStream>| match bound {
        Some(bound) => mixed!(#private::Option::Some(#bound)),
        None => mixed!(#private::Option::None),
    };
    let items = items.into_iter().map(|item| match item {
        Entry::Index(index) => mixed!(#private::item(#index)),
        Entry::Range(range) => {
            let [begin, end] = [range.begin, range.end].map(option);
            let stride = range.stride.unwrap_or_else(|| int(1, Span::mixed_site()));
            mixed!(#private::run(#begin, #end, #stride))
        }
        Entry::Window {
            start,
            length,
            stride: _,
        } => mixed!(#private::item_window(#start, #length)),
        Entry::Ellipsis | Entry::NewAxis | Entry::List | Entry::Grouped => {
            unreachable!("an item of a list is a position or a range")
        }
    });
    mixed!(#private::items([#(#items),*]))
}

fn are_positions(items: &[Entry<Bound>]) -> bool {
    items.iter().all(|item| matches!(item, Entry::Index(_)))
}

/// The length of the axis that a list or a group gives, if it is the same for every axis.
pub(crate) fn length(listed: &Listed<Bound>) -> Option<i64> {
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

fn type_of_list(root: &Root, private: &TokenStream, list: &List<Bound>) -> TokenStream {
    match list {
        List::Literal(items) => {
            let count = number(items.len());
            match are_positions(items) {
                true => mixed!([#private::i64; #count]),
                false => mixed!([#private::Item; #count]),
            }
        }
        List::Borrowed(Bound::Expression { tokens, .. }) => {
            let lexemes = root.trees.lexemes_of(tokens);
            // `&_`, or `&'a _`.
            let lifetime = match lexemes.get(1..3) {
                Some([quote, name]) if quote.is('\'') => stream(&[*quote, *name]),
                _ => mixed!('_),
            };
            mixed!(#private::Borrowed<#lifetime>)
        }
        List::Borrowed(_) => unreachable!("an expression or a type is borrowed"),
    }
}

/// The bounds that are not literals and the borrowed lists, in source order, each with its name.
pub(crate) fn run_time(root: &Root, spec: &Spec<Bound>) -> Vec<(Ident, TokenStream)> {
    let mut run_time = Vec::new();
    let mut add = |name: Ident, bound: &Bound, borrowed: bool| match bound {
        Bound::Expression { tokens, .. } if borrowed => {
            let list = stream(&root.trees.lexemes_of(tokens));
            run_time.push((name, mixed!(#root::__private::borrowed(#list))));
        }
        Bound::Expression { .. } | Bound::HalfTyped(_) => run_time.push((name, value(root, bound))),
        Bound::Literal { .. } | Bound::Place => {}
    };
    let mut entries: Vec<usize> = (0..spec.entries.len()).collect();
    entries.sort_by_key(|&entry| spec.spans[entry].start);
    for entry in entries {
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
    run_time
}

/// The variable of a bound of a list, or of a list that is borrowed, whose item and column are 0.
fn name(entry: usize, list: usize, item: usize, column: usize) -> Ident {
    format_ident!(
        "__list_{entry}_{list}_{item}_{column}",
        span = Span::mixed_site()
    )
}
