//! `split_mut!(array, [..], [..])`.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use tslice_syntax::{Bound, Dialect, Lexeme, Mistake, Mistakes, Part, Spec, Token, lex, overlaps, split};

use crate::encoding::encoding;
use crate::errors;
use crate::expand::expression;
use crate::tokens::{Piece, lexemes, split_root, stream};

/// Literal specs are proven to be disjoint, others are tested when the program runs: the result is a tuple of views either way.
pub(crate) fn split_mut(input: TokenStream) -> TokenStream {
    let (root, tokens) = split_root(input);
    let (tokens, mut mistakes) = (lexemes(tokens), Mistakes::default());
    let split = split(&tokens, &mut mistakes);
    let inner: Vec<Vec<Lexeme<Piece>>> =
        split.brackets.iter().map(|bracket| lex(bracket.token.inner())).collect();
    let specs: Vec<Spec<Bound<'_, Piece>>> =
        inner.iter().map(|inner| tslice_syntax::spec(inner, Dialect::Expressions, &mut mistakes)).collect();
    for (bracket, _) in split.brackets.iter().zip(&specs).filter(|(_, spec)| !spec.lists.is_empty()) {
        let words = "a part is a view, which no list selects: write ranges, or use `pick_mut` for one part after the other";
        mistakes.push(Mistake::new(core::slice::from_ref(*bracket), words));
    }
    let parts = split.brackets.iter().zip(&inner).zip(&specs);
    let parts: Vec<_> = parts.map(|((&bracket, inner), spec)| Part { bracket, inner, spec }).collect();
    // An entry that is mistaken is read as a whole axis, which overlaps everything.
    if mistakes.is_empty() {
        overlaps(&parts, &mut mistakes);
    }
    let array = stream(split.array);
    if !mistakes.is_empty() {
        let half_typed = |spec: &Spec<Bound<'_, Piece>>| {
            let bounds = spec.entries.iter().flat_map(|entry| entry.bounds());
            bounds.filter(|(_, bound)| matches!(bound, Bound::HalfTyped(_))).count()
        };
        let is_half_typed = mistakes.as_slice().len() == specs.iter().map(half_typed).sum::<usize>();
        let specs = specs.iter().map(|spec| expression(&root, spec));
        // Editors look for a half-typed bound in the same place of the expansion of what is finished.
        if is_half_typed {
            let parts = quote_spanned!(Span::mixed_site()=> (#array).multi_slice_mut((#(#specs,)*)));
            return errors::beside(&mistakes, &parts);
        }
        let array = (!array.is_empty()).then_some(quote!(let _ = &mut (#array);));
        return errors::as_expression(&mistakes, &quote!(#array (#(#specs,)*)));
    }
    if parts.iter().all(|part| part.literal().is_some()) {
        let specs = specs.iter().map(|spec| encoding(&root, &spec.entries));
        return quote_spanned! {Span::mixed_site()=>
            (#array).multi_slice_mut(const { #root::__private::Parts::NONE #(.and(&#specs))* .disjoint() })
        };
    }
    let specs = specs.iter().map(|spec| expression(&root, spec));
    quote_spanned!(Span::mixed_site()=> (#array).multi_slice_mut((#(#specs,)*)))
}
