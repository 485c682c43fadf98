//! Entries to Rust: the encoding as plain constants, laid out as one struct expression.

use proc_macro2::{Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use crate::ast::{Bound, Diag, Entry, Int, Item, Mistakes, Range, Spec};

/// A spec that is known to the compiler is a constant: it costs a call its address, whatever its length.
pub(crate) fn spec(root: &TokenStream, spec: &Spec) -> TokenStream {
    let encoding = Encoding::of(root, spec);
    let (body, Encoding { values, names, .. }) = (encoding.literal(root), &encoding);
    if values.is_empty() {
        return quote_spanned!(Span::mixed_site()=> const { #body });
    }
    quote_spanned! {Span::mixed_site()=> {
        let (#(#names,)*) = (#(#values,)*);
        #body
    } }
}

/// Sound items as they are, and all errors beside them.
pub(crate) fn items(root: &TokenStream, (items, errors): &(Vec<Item>, Option<syn::Error>)) -> TokenStream {
    let items = items.iter().map(|each| item(root, each));
    let errors = errors.as_ref().map(syn::Error::to_compile_error);
    quote!(#errors #(#items)*)
}

fn item(root: &TokenStream, Item { head, name, spec }: &Item) -> TokenStream {
    let encoding = Encoding::of(root, spec);
    let masks = encoding.masks();
    let entries = Literal::usize_unsuffixed(spec.entries.len());
    let Axes { taken, given } = &encoding.axes;
    // A constant already, unless it holds what no constant can: rustc says so at the user's words.
    let value = if encoding.values.is_empty() { encoding.literal(root) } else { self::spec(root, spec) };
    quote_spanned! {Span::mixed_site()=>
        #head #name: #root::Spec<#entries, #(#masks,)* #taken, #given> = #value;
    }
}

pub(crate) fn diag(root: &TokenStream, diag: &Diag) -> TokenStream {
    match diag {
        Diag::Single(k) => {
            let k = argument(root, k);
            quote_spanned! {Span::mixed_site()=> #root::ops::diag::single(#k) }
        }
        Diag::Band(lower, upper) => {
            let (lower, upper) = (argument(root, lower), argument(root, upper));
            quote_spanned! {Span::mixed_site()=> #root::ops::diag::band(#lower, #upper) }
        }
    }
}

/// All errors as one expression, beside what could be read: editors complete the user's expressions in it. `compile_error!`
/// at the end has the error type, which rustc accepts everywhere, so that nothing else is reported.
pub(crate) fn mistakes(Mistakes { errors, fragments }: &Mistakes, read: &TokenStream) -> TokenStream {
    let errors = errors.to_compile_error();
    quote!({
        #(let _ = &(#fragments);)*
        let _ = { #read };
        #errors
    })
}

struct Axes {
    taken: Literal,
    given: Literal,
}

/// The rows of the encoding table, as tokens.
struct Encoding {
    begin: Vec<TokenStream>,
    end: Vec<TokenStream>,
    strides: Vec<TokenStream>,
    /// One string of binary digits per mask, entry 0 last.
    digits: [String; 5],
    axes: Axes,
    /// The run-time bounds in source order, and the names that hold them.
    values: Vec<TokenStream>,
    names: Vec<Ident>,
}

impl Encoding {
    /// The struct, as TensorFlow's documentation lists its fields.
    fn literal(&self, root: &TokenStream) -> TokenStream {
        let Self { begin, end, strides, axes: Axes { taken, given }, .. } = self;
        let [begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask] = self.masks();
        quote_spanned! {Span::mixed_site()=>
            #root::Spec {
                begin: [#(#begin),*],
                end: [#(#end),*],
                strides: [#(#strides),*],
                begin_mask: #root::spec::Mask::<#begin_mask>,
                end_mask: #root::spec::Mask::<#end_mask>,
                ellipsis_mask: #root::spec::Mask::<#ellipsis_mask>,
                new_axis_mask: #root::spec::Mask::<#new_axis_mask>,
                shrink_axis_mask: #root::spec::Mask::<#shrink_axis_mask>,
                axes: #root::spec::Axes::<#taken, #given>,
            }
        }
    }

    fn of(root: &TokenStream, spec: &Spec) -> Self {
        let mut rows = (Vec::new(), Vec::new(), Vec::new());
        for (i, entry) in spec.entries.iter().enumerate() {
            let (begin, end, stride) = row(i, entry);
            rows.0.push(begin);
            rows.1.push(end);
            rows.2.push(stride);
        }
        let runtime = spec.source_order.iter().flat_map(|&i| {
            bounds(&spec.entries[i]).into_iter().filter_map(move |(kind, bound)| match bound {
                Some(Bound::Expr(expr)) => Some((call(root, expr), name(kind, i))),
                _ => None,
            })
        });
        let (values, names) = runtime.unzip();
        let count = |wanted: fn(&Entry) -> bool| {
            Literal::usize_unsuffixed(spec.entries.iter().filter(|entry| wanted(entry)).count())
        };
        let digits = |set: fn(&Entry) -> bool| -> String {
            spec.entries.iter().rev().map(|entry| if set(entry) { '1' } else { '0' }).collect()
        };
        Encoding {
            begin: rows.0,
            end: rows.1,
            strides: rows.2,
            digits: [
                digits(|entry| matches!(entry, Entry::Range(Range { begin: None, .. }))),
                digits(|entry| matches!(entry, Entry::Range(Range { end: None, .. }))),
                digits(|entry| matches!(entry, Entry::Ellipsis)),
                digits(|entry| matches!(entry, Entry::NewAxis)),
                digits(|entry| matches!(entry, Entry::Index(_))),
            ],
            axes: Axes {
                taken: count(|entry| matches!(entry, Entry::Range(_) | Entry::Index(_))),
                given: count(|entry| matches!(entry, Entry::Range(_) | Entry::NewAxis)),
            },
            values,
            names,
        }
    }

    /// One digit per entry; a spec without entries still needs one.
    fn masks(&self) -> [TokenStream; 5] {
        self.digits.each_ref().map(|digits| {
            let digits = if digits.is_empty() { "0" } else { digits };
            let mut mask: Literal = format!("0b{digits}").parse().expect("binary digits are a literal");
            mask.set_span(Span::mixed_site());
            mask.into_token_stream()
        })
    }
}

/// What an entry contributes to begin, end and strides.
fn row(i: usize, entry: &Entry) -> (TokenStream, TokenStream, TokenStream) {
    let or = |kind, bound: &Option<Bound>, absent| match bound {
        Some(bound) => operand(kind, i, bound),
        None => int(Int { value: absent, span: Span::mixed_site() }),
    };
    match entry {
        Entry::Ellipsis | Entry::NewAxis => (quote!(0), quote!(0), quote!(1)),
        Entry::Range(Range { begin, end, stride }) => {
            (or("begin", begin, 0), or("end", end, 0), or("stride", stride, 1))
        }
        Entry::Index(index) => {
            let begin = operand("begin", i, index);
            let end = match index {
                Bound::Literal(at) => int(Int { value: at.value.saturating_add(1), ..*at }),
                Bound::Expr(_) => quote_spanned!(Span::mixed_site()=> #begin.saturating_add(1)),
            };
            (begin, end, quote!(1))
        }
    }
}

/// The bounds of an entry in source order.
fn bounds(entry: &Entry) -> [(&'static str, Option<&Bound>); 3] {
    let [begin, end, stride] = match entry {
        Entry::Ellipsis | Entry::NewAxis => [None, None, None],
        Entry::Index(index) => [Some(index), None, None],
        Entry::Range(range) => [range.begin.as_ref(), range.end.as_ref(), range.stride.as_ref()],
    };
    [("begin", begin), ("end", end), ("stride", stride)]
}

fn operand(kind: &str, i: usize, bound: &Bound) -> TokenStream {
    match bound {
        Bound::Literal(literal) => int(*literal),
        Bound::Expr(_) => name(kind, i).into_token_stream(),
    }
}

fn argument(root: &TokenStream, bound: &Bound) -> TokenStream {
    match bound {
        Bound::Literal(literal) => int(*literal),
        Bound::Expr(expr) => call(root, expr),
    }
}

fn name(kind: &str, i: usize) -> Ident {
    format_ident!("{kind}_{i}", span = Span::mixed_site())
}

/// Located at the user's expression as a whole, where rustc then reports that it is no integer.
fn call(root: &TokenStream, expr: &TokenStream) -> TokenStream {
    let at = expr.clone().into_iter().next().map_or_else(Span::mixed_site, |token| token.span());
    let root = root.clone().into_iter().map(|mut token| {
        token.set_span(token.span().located_at(at));
        token
    });
    let span = Span::mixed_site().located_at(at);
    quote_spanned!(span=> #(#root)*::bound(#expr))
}

/// Located at the user's literal, but not spanned by it: what is written there may differ, and lints compare.
fn int(Int { value, span }: Int) -> TokenStream {
    let span = Span::mixed_site().located_at(span);
    let mut digits = Literal::u64_unsuffixed(value.unsigned_abs());
    digits.set_span(span);
    let mut minus = Punct::new('-', Spacing::Alone);
    minus.set_span(span);
    let sign = (value < 0).then_some(TokenTree::Punct(minus));
    sign.into_iter().chain([digits.into()]).collect()
}
