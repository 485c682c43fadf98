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
    let mut variables = Variables::default();
    for (at, entry) in spec.entries.iter().enumerate() {
        for (column, bound) in entry.bounds() {
            if bound.value().is_none() {
                let (name, value) = (encoding::name(at, column), value(root, bound));
                variables.add(spec.spans[at].start, name, value);
            }
        }
    }
    let mut lists = Vec::new();
    for listed in &spec.lists {
        let start = spec.spans[listed.entry].start;
        for list in &listed.lists {
            lists.push(list_of(root, list, start, &mut variables));
        }
    }
    let Variables { names, values, .. } = variables;
    if lists.is_empty() {
        return match word {
            _ if !names.is_empty() => {
                mixed!({ let (#(#names,)*) = (#(#values,)*); #entries })
            }
            Some(word) => mixed!(#word { #entries }),
            None => entries,
        };
    }
    let lists = nested(lists);
    let spec = mixed!(#entries.with_lists(#lists));
    if names.is_empty() {
        return spec;
    }
    // What is borrowed lives to the end of the statement, which it would not as a variable of a
    // block.
    mixed!(match (#(#values,)*) { (#(#names,)*) => #spec })
}

/// The variables of bounds that are not literal and of borrowed lists, in source order.
#[derive(Default)]
struct Variables {
    /// Where the entry of each begins.
    starts: Vec<usize>,
    names: Vec<Ident>,
    values: Vec<TokenStream>,
}

impl Variables {
    fn add(&mut self, start: usize, name: Ident, value: TokenStream) {
        let place = self.starts.partition_point(|before| *before <= start);
        self.starts.insert(place, start);
        self.names.insert(place, name);
        self.values.insert(place, value);
    }

    /// The variable of a value in a list, or of a borrowed list.
    fn in_list(&mut self, start: usize, value: TokenStream) -> TokenStream {
        let number = self.names.len();
        let name = format_ident!("__list_{number}", span = Span::mixed_site());
        self.add(start, name.clone(), value);
        name.into_token_stream()
    }
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
fn list_of(
    root: &Root,
    list: &List<Bound>,
    start: usize,
    variables: &mut Variables,
) -> TokenStream {
    let items = match list {
        List::Literal(items) => items,
        List::Borrowed(Bound::Expression(tokens)) => {
            let list = stream(&root.trees.lexemes_of(tokens));
            return variables.in_list(start, mixed!(#root::borrowed(#list)));
        }
        List::Borrowed(_) => unreachable!("an expression is borrowed"),
    };
    let (mut entries, mut positions) = (Vec::new(), Vec::new());
    for item in items {
        let item = item.clone().map(|bound| match bound {
            Bound::Literal { value, digits } => int(value, root.trees.ends(&digits).0),
            bound => variables.in_list(start, value(root, &bound)),
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
