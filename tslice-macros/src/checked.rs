//! `checked!`: a spec with its entries as types, and a proof of each entry at its tokens.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use tslice_syntax::{Bound, Dialect, Entry, Lexeme, List, Mistakes, Range, Spec, chunk_of};

use crate::calls::{call, ends};
use crate::encoding::{int, kinds, rows, run_time};
use crate::errors;
use crate::lists;
use crate::tokens::{Trees, split_root};

type Bounds<'l, 't> = Entry<Bound<'l, 't>>;

/// `checked![..]`.
pub(crate) fn checked(input: TokenStream) -> TokenStream {
    let (root, tokens) = split_root(input);
    let trees = Trees::from(tokens);
    let (lexemes, mut mistakes) = (trees.lexemes(), Mistakes::default());
    let spec: Spec<Bound<'_, '_>> =
        tslice_syntax::spec(&lexemes, Dialect::Expressions, &mut mistakes);
    let private = quote_spanned!(Span::mixed_site()=> #root::__private);
    let (types, kinds) = (types(&private, &spec), kinds(&root, &spec.entries));
    let has_lists = !spec.lists.is_empty();
    let bounds = if has_lists {
        TokenStream::new()
    } else {
        run_time(&root, &spec)
    };
    let rows = rows(&spec.entries);
    let checked = quote_spanned! {Span::mixed_site()=>
        #private::checked::<#types, #kinds, _, _>([#([#(#rows),*]),*])
    };
    let proof = if mistakes.is_empty() {
        proof(&root, &spec, &lexemes)
    } else {
        None
    };
    let Some(proof) = proof else {
        let checked = if bounds.is_empty() {
            checked
        } else {
            quote_spanned!(Span::mixed_site()=> { #bounds #checked })
        };
        let checked = if has_lists {
            lists::beside(&root, &spec, &checked)
        } else {
            checked
        };
        return if mistakes.is_empty() {
            checked
        } else {
            errors::beside(&mistakes, &checked)
        };
    };
    // The bounds are in front, where they are beside a mistake, too: editors look there for a
    // half-typed one. The bounds can name an item of their block, so its name is one that user code
    // does not have. The same holds for the variable, because a pattern with the name of a constant
    // is that constant. A name that begins with `_` does not cause a warning that the struct is
    // unused. Its field has a name, because a tuple struct would add a constructor for rustc to
    // compile.
    let name = format_ident!("__tslice_checked", span = Span::mixed_site());
    let checked = quote_spanned! {Span::mixed_site()=> {
        #bounds
        struct __TsliceProof<K> { _k: K }
        impl<K: #private::Axes> __TsliceProof<K> {
            const OK: #private::Proven<K> = #private::Proven::of(#proof);
        }
        match #checked { #name @ #private::Checked { proof: __TsliceProof::OK, .. } => #name }
    } };
    if has_lists {
        lists::beside(&root, &spec, &checked)
    } else {
        checked
    }
}

/// The entries as a list of types, which decide on the lengths of the result. Each number in a type
/// costs rustc as much as a function without code.
fn types(private: &TokenStream, spec: &Spec<Bound<'_, '_>>) -> TokenStream {
    // An ellipsis at the end stands for what is left anyway.
    let entries = match &spec.entries[..] {
        [entries @ .., Entry::Ellipsis] => entries,
        entries => entries,
    };
    // Without an ellipsis, whole axes at the end can be left out, too.
    let has_ellipsis = entries.iter().any(|entry| matches!(entry, Entry::Ellipsis));
    let listed = |at: usize| spec.lists.iter().find(|listed| listed.entry == at);
    let is_needed = |(at, entry): (usize, &Bounds<'_, '_>)| {
        has_ellipsis || !is_whole(entry) || listed(at).is_some()
    };
    let needed = entries
        .iter()
        .enumerate()
        .rev()
        .find(|entry| is_needed(*entry));
    let entries = &entries[..needed.map_or(0, |(last, _)| last + 1)];
    let end = quote_spanned!(Span::mixed_site()=> ());
    entries
        .iter()
        .enumerate()
        .rev()
        .fold(end, |rest, (at, entry)| {
            if let Some(listed) = listed(at) {
                let ty = match lists::length(listed).map(|length| int(length, Span::mixed_site())) {
                    Some(length) => quote_spanned!(Span::mixed_site()=> Window<#length>),
                    None => quote_spanned!(Span::mixed_site()=> AnyRange),
                };
                return quote_spanned!(Span::mixed_site()=> (#private::#ty, #rest));
            }
            let ty = match entry {
                Entry::Ellipsis => quote_spanned!(Span::mixed_site()=> Ellipsis),
                Entry::NewAxis => quote_spanned!(Span::mixed_site()=> NewAxis),
                Entry::Index(_) | Entry::Grouped => quote_spanned!(Span::mixed_site()=> Index),
                Entry::Range(range) => match literals(range) {
                    _ if is_whole(entry) => quote_spanned!(Span::mixed_site()=> Full),
                    Some([begin, end, stride]) => {
                        let name = match (begin, end) {
                            (Some(_), Some(_)) => "Within",
                            (Some(_), None) => "Begin",
                            (None, Some(_)) => "End",
                            (None, None) => "Every",
                        };
                        let name = Ident::new(name, Span::mixed_site());
                        // A stride of 1 is what the types have if none is written.
                        let stride = stride.filter(|&stride| stride != 1);
                        let numbers = [begin, end, stride]
                            .into_iter()
                            .flatten()
                            .map(|number| int(number, Span::mixed_site()));
                        quote_spanned!(Span::mixed_site()=> #name<#(#numbers),*>)
                    }
                    None => quote_spanned!(Span::mixed_site()=> AnyRange),
                },
                Entry::Window {
                    length: Bound::Literal { value, .. },
                    ..
                } => {
                    let length = int(*value, Span::mixed_site());
                    quote_spanned!(Span::mixed_site()=> Window<#length>)
                }
                Entry::Window { .. } | Entry::List => quote_spanned!(Span::mixed_site()=> AnyRange),
            };
            quote_spanned!(Span::mixed_site()=> (#private::#ty, #rest))
        })
}

/// A check of each entry that can be wrong on the shape of K, at its tokens, around that of the
/// entry before. `None` if no entry can be wrong.
fn proof(
    root: &TokenStream,
    spec: &Spec<Bound<'_, '_>>,
    lexemes: &[Lexeme<'_>],
) -> Option<TokenStream> {
    let entries = &spec.entries[..];
    let ellipsis = entries
        .iter()
        .position(|entry| matches!(entry, Entry::Ellipsis));
    let mut proof = quote_spanned!(Span::mixed_site()=> K::SHAPE);
    let mut is_any = false;
    let taken = |entries: &[Bounds<'_, '_>]| entries.iter().filter(|entry| entry.axes().0).count();
    // Behind an ellipsis, places are counted from the back.
    let place = |i: usize| match ellipsis {
        Some(at) if at < i => -i64::try_from(taken(&entries[i..])).unwrap_or(i64::MAX),
        _ => i64::try_from(taken(&entries[..i])).unwrap_or(i64::MAX),
    };
    for listed in &spec.lists {
        let at = chunk_of(lexemes, &spec.source_order, listed.entry).unwrap_or_default();
        for (number, list) in listed.lists.iter().enumerate() {
            let (items, are_all) = lists::provable_items(root, list);
            if matches!(list, List::Borrowed(_)) {
                continue;
            }
            let place = int(place(listed.entry + number), Span::mixed_site());
            let arguments = quote_spanned!(Span::mixed_site()=> #proof, #place, &#items, #are_all);
            proof = call(root, "in_list", &arguments, ends(at));
            is_any = true;
        }
    }
    for (i, entry) in entries.iter().enumerate() {
        let place = int(place(i), Span::mixed_site());
        let (function, arguments) = match entry {
            Entry::Index(Bound::Literal { value, .. }) => {
                ("index", int(*value, Span::mixed_site()))
            }
            Entry::Window {
                start,
                length: Bound::Literal { value: length, .. },
                stride: _,
            } => {
                // A start that is known at run time may be the first position.
                let start = match start {
                    Bound::Literal { value, .. } => *value,
                    _ => 0,
                };
                let numbers = [start, *length].map(|number| int(number, Span::mixed_site()));
                ("window", quote_spanned!(Span::mixed_site()=> #(#numbers),*))
            }
            Entry::Range(range) => {
                let Some([begin, end, stride]) = literals(range) else {
                    continue;
                };
                if begin.is_none() && end.is_none() {
                    continue;
                }
                let function = match (begin, end) {
                    (Some(_), Some(_)) => "within",
                    (Some(_), None) => "begin",
                    _ => "end",
                };
                let numbers = [begin, end, Some(stride.unwrap_or(1))]
                    .into_iter()
                    .flatten();
                let numbers = numbers.map(|number| int(number, Span::mixed_site()));
                (function, quote_spanned!(Span::mixed_site()=> #(#numbers),*))
            }
            // Bounds that are not known yet; and the positions of lists are checked above.
            Entry::Index(_) | Entry::Window { .. } => continue,
            Entry::Ellipsis | Entry::NewAxis | Entry::List | Entry::Grouped => continue,
        };
        let at = chunk_of(lexemes, &spec.source_order, i).unwrap_or_default();
        let arguments = quote_spanned!(Span::mixed_site()=> #proof, #place, #arguments);
        proof = call(root, function, &arguments, ends(at));
        is_any = true;
    }
    is_any.then_some(proof)
}

/// Whether an entry is a whole axis, forwards or backwards.
fn is_whole(entry: &Bounds<'_, '_>) -> bool {
    let Entry::Range(range) = entry else {
        return false;
    };
    matches!(literals(range), Some([None, None, None | Some(1 | -1)]))
}

/// The bounds of a range if all that are there are literals.
fn literals(range: &Range<Bound<'_, '_>>) -> Option<[Option<i64>; 3]> {
    let literal = |bound: &Option<Bound<'_, '_>>| match bound {
        None => Some(None),
        Some(Bound::Literal { value, .. }) => Some(Some(*value)),
        Some(_) => None,
    };
    Some([
        literal(&range.begin)?,
        literal(&range.end)?,
        literal(&range.stride)?,
    ])
}
