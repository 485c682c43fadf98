//! Specs with lists: the encoding, and the positions of its lists.

use tslice_entry::size::group;
use tslice_syntax::{Bound, Entry, List, Listed, Spec, in_numbers, list_size};

use crate::code::{Code, name, push};
use crate::encoding::{self, kinds, number, option, unlocated, value};
use crate::root::Root;
use crate::tokens::stream;

/// The expression for the entries of a spec, with its lists, behind the bounds that are not
/// literal. If it has neither, it is a block with a word in front of it, or stands as it is.
pub(crate) fn with_bounds(
    root: &Root,
    spec: &Spec<Bound>,
    entries: Code,
    word: Option<Code>,
) -> Code {
    let mut variables = Variables::new();
    for (at, entry) in spec.entries.iter().enumerate() {
        for (column, bound) in entry.bounds() {
            if bound.value().is_none() {
                let (name, value) = (encoding::name(at, column), value(root, bound));
                variables.push((spec.spans[at].start, name, value));
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
    variables.sort_by_key(|(start, ..)| *start);
    let (mut names, mut values) = (Code::new(), Code::new());
    for (_, name, value) in variables {
        push(&mut names, name);
        push(&mut values, value);
    }
    if lists.is_empty() {
        return match word {
            _ if !names.is_empty() => {
                mixed!({ let (#names,) = (#values,); #entries })
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
    mixed!(match (#values,) { (#names,) => #spec })
}

/// The variables of bounds that are not literal and of borrowed lists: where the entry of each
/// begins, its name and its value.
type Variables = Vec<(usize, Code, Code)>;

/// The variable of a value in a list, or of a borrowed list.
fn in_list(variables: &mut Variables, start: usize, value: Code) -> Code {
    let name = name(&format!("__list_{}", variables.len()));
    variables.push((start, name.clone(), value));
    name
}

/// The type of a spec, with lists or without.
pub(crate) fn type_of(root: &Root, spec: &Spec<Bound>) -> Code {
    let (path, parameters) = (&root.path, parameters(root, spec));
    mixed!(#path::Spec<#parameters>)
}

/// What the type of a spec has in its angle brackets.
pub(crate) fn parameters(root: &Root, spec: &Spec<Bound>) -> Code {
    let (count, kinds) = (number(spec.entries.len()), kinds(root, &spec.entries));
    if spec.lists.is_empty() {
        return mixed!(#count, #kinds);
    }
    let mut types = Vec::new();
    for listed in &spec.lists {
        for list in &listed.lists {
            types.push(type_of_list(root, list));
        }
    }
    let lists = nested(types);
    mixed!(#count, #kinds, #lists)
}

/// A list as the runtime crate takes it: `(a, (b, ()))`.
pub(crate) fn nested(list: Vec<Code>) -> Code {
    let end = mixed!(());
    list.iter().rfold(end, |rest, one| mixed!((#one, #rest)))
}

/// A list: positions alone are an array of numbers, with a name for the type of an empty one.
fn list_of(root: &Root, list: &List<Bound>, start: usize, variables: &mut Variables) -> Code {
    let items = match list {
        List::Literal(items) => items,
        List::Borrowed(Bound::Expression(tokens)) => {
            let list = stream(&root.trees.lexemes_of(tokens));
            return in_list(variables, start, mixed!(#root::borrowed(#list)));
        }
        List::Borrowed(_) => unreachable!("an expression is borrowed"),
    };
    let (mut list, are_positions) = (Code::new(), are_positions(items));
    for item in items {
        let item = item.clone().map(|bound| {
            let known = bound.value().is_some();
            let value = value(root, &bound);
            if known {
                value
            } else {
                in_list(variables, start, value)
            }
        });
        let item = match item {
            Entry::Index(position) if are_positions => position,
            item => item_of(root, item),
        };
        push(&mut list, item);
    }
    match are_positions {
        true => mixed!(#root::positions([#list])),
        false => mixed!(#root::items([#list])),
    }
}

fn are_positions(items: &[Entry<Bound>]) -> bool {
    items.iter().all(|item| matches!(item, Entry::Index(_)))
}

/// The items of a list that become numbers, as an array, and whether these are all.
pub(crate) fn items(
    root: &Root,
    list: &List<Bound>,
    numbers: fn(&Entry<Bound>) -> Option<Entry<i64>>,
) -> (Code, bool) {
    let (items, mut are_all) = match list {
        List::Literal(items) => (&items[..], true),
        List::Borrowed(_) => (&[][..], false),
    };
    let mut known = Code::new();
    for item in items {
        match numbers(item) {
            Some(item) => push(&mut known, item_of(root, item.map(unlocated))),
            None => are_all = false,
        }
    }
    (mixed!(#root::items([#known])), are_all)
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

/// An item of a list.
pub(crate) fn item_of(root: &Root, item: Entry<Code>) -> Code {
    match item {
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
    }
}

/// The length of the axis that a list or a group gives, if it is the same for every axis.
pub(crate) fn length(listed: &Listed<Bound>) -> Option<i64> {
    let sizes: Vec<_> = listed.lists.iter().map(list_size).collect();
    let length = group(&sizes).ok()?.exact()?;
    i64::try_from(length).ok()
}

fn type_of_list(root: &Root, list: &List<Bound>) -> Code {
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
