//! Entries to Rust: the encoding as plain constants, row by row and mask by mask.

use proc_macro2::{Group, Ident, Literal, Punct, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote_spanned};
use tslice_syntax::{
    Bound, ByRole, Cell, Delimiter, Entry, Forms, Kind, Lexeme, Lexemes, MASKS, Role, group,
    is_operator, unparenthesised,
};

use crate::grammar::terms::{Term, terms};
use crate::proof::axes;
use crate::root::Root;
use crate::tokens::{stream, tree};

/// The rows of the encoding and its masks, as TensorFlow's documentation lists them.
pub(crate) fn encoding(root: &Root, entries: &[Entry<Bound>]) -> TokenStream {
    let [begin, end, strides] = rows(root, entries);
    let (count, kinds) = (number(entries.len()), forms_and_axes(entries));
    // One digit per entry, entry 0 last; a spec without entries still needs one.
    let digits = entries.len().max(1);
    let mut masks = TokenStream::new();
    for (mask, name) in MASKS.iter().enumerate() {
        let mut bits = 0_u128;
        for entry in entries.iter().rev() {
            bits = bits << 1 | u128::from(entry.form().masks()[mask]);
        }
        let name = Ident::new(name, Span::mixed_site());
        let bits = literal(&format!("0b{bits:0digits$b}"));
        masks.extend(mixed!(#name: #bits,));
    }
    mixed! {
        #root::Literal::<#count, #kinds> {
            begin: #begin,
            end: #end,
            strides: #strides,
            #masks
        }
        .spec()
    }
}

/// Begin, end and stride of each entry.
pub(crate) fn rows(root: &Root, entries: &[Entry<Bound>]) -> [TokenStream; 3] {
    [0, 1, 2].map(|column| {
        let mut cells = Vec::new();
        for (i, entry) in entries.iter().enumerate() {
            cells.push(cell(root, i, column, &entry.row()[column]));
        }
        mixed!([#(#cells),*])
    })
}

/// The forms and the axes of entries as a type.
pub(crate) fn kinds(root: &Root, entries: &[Entry<Bound>]) -> TokenStream {
    let kinds = forms_and_axes(entries);
    mixed!(#root::Kinds<#kinds>)
}

/// One hexadecimal digit per entry, entry 0 last; a spec without entries still needs one. Then how
/// many axes of the input are consumed, and how many of the result are produced.
fn forms_and_axes(entries: &[Entry<Bound>]) -> TokenStream {
    let forms: Forms = entries.iter().map(Entry::form).collect();
    let (consumed, produced) = axes(entries);
    let (consumed, produced) = (number(consumed), number(produced));
    let digits = entries.len().max(1);
    let forms = literal(&format!("0x{:0digits$x}", forms.0));
    mixed!(#forms, #consumed, #produced)
}

fn literal(digits: &str) -> Literal {
    let mut literal: Literal = digits.parse().expect("digits behind a base are a literal");
    literal.set_span(Span::mixed_site());
    literal
}

pub(crate) fn number(number: usize) -> Literal {
    literal(&number.to_string())
}

fn cell(root: &Root, i: usize, column: usize, cell: &Cell<&Bound>) -> TokenStream {
    match cell {
        Cell::Fixed(number) => unlocated(*number),
        Cell::Of(Bound::Literal { value, digits }) => int(*value, root.trees.ends(digits).0),
        Cell::Past(Bound::Literal { value, digits }) => {
            int(value.saturating_add(1), root.trees.ends(digits).0)
        }
        Cell::Of(_) => name(i, column).into_token_stream(),
        Cell::Past(_) => {
            let begin = name(i, 0);
            mixed!(#begin.saturating_add(1))
        }
    }
}

/// The variable of a run-time bound. A constant, static or unit struct of the same name would be a
/// pattern in its place, so its name is one that user code does not have.
pub(crate) fn name(i: usize, column: usize) -> Ident {
    format_ident!(
        "__{}_{i}",
        ["begin", "end", "stride"][column],
        span = Span::mixed_site()
    )
}

/// A bound as an `i64`. rustc reports an argument that is not an integer at the user's expression.
/// Nothing of the call is located there, as editors would show this crate beside what the user
/// wrote.
pub(crate) fn value(root: &Root, bound: &Bound) -> TokenStream {
    match bound {
        Bound::Literal { value, digits } => int(*value, root.trees.ends(digits).0),
        Bound::Expression(tokens) => {
            let lexemes = root.trees.lexemes_of(tokens);
            match terms(&unparenthesised(&lexemes)) {
                Some(terms) => sum(root, &terms),
                None => converted(root, "bound", &lexemes),
            }
        }
        Bound::HalfTyped(operands) => {
            let lexemes = root.trees.lexemes_of(operands);
            if !lexemes.iter().any(is_operator) {
                return converted(root, "typed", &lexemes);
            }
            let operands = statements(&lexemes);
            mixed!(#root::half({ #operands }))
        }
        Bound::Place => unreachable!("a spec with values has no places"),
    }
}

/// A sum that begins with a minus. Each term becomes an `i64` before it is negated or added.
fn sum(root: &Root, terms: &[Term<'_>]) -> TokenStream {
    let mut sum = None;
    for (subtracted, term) in terms {
        let literal = match term {
            [only] => tree(only).to_string().parse().ok(),
            _ => None,
        };
        let (before, operand) = match (sum, literal) {
            (None, None) => {
                sum = Some(converted(root, "minus", term));
                continue;
            }
            (before, Some(number)) => (before, int(number, root.trees.ends(&term.span()).0)),
            (before, None) => (before, converted(root, "bound", term)),
        };
        let before = before.unwrap_or_else(|| mixed!(0_i64));
        let function = match subtracted {
            true => "saturating_sub",
            false => "saturating_add",
        };
        let function = Ident::new(function, Span::mixed_site());
        sum = Some(mixed!(#before.#function(#operand)));
    }
    sum.unwrap_or_default()
}

/// An expression as an `i64`, by a function.
fn converted(root: &Root, function: &str, lexemes: Lexemes<'_>) -> TokenStream {
    let function = Ident::new(function, Span::mixed_site());
    let ty = diverges(lexemes).then(|| mixed!(::<i64>));
    let expression = without_parentheses(lexemes);
    mixed!(#root::#function #ty (#expression))
}

/// Operands as statements, each sign in its place, so that no operator meets an operand of another
/// type.
fn statements(operands: Lexemes<'_>) -> TokenStream {
    let mut statements = TokenStream::new();
    for lexeme in operands {
        match tree(lexeme) {
            TokenTree::Punct(sign) if is_operator(lexeme) => {
                let mut semicolon = Punct::new(';', sign.spacing());
                semicolon.set_span(sign.span());
                semicolon.to_tokens(&mut statements);
            }
            tree => tree.to_tokens(&mut statements),
        }
    }
    statements
}

/// Whether a bound is one that never has a value, such as the `todo!()` of code that is not written
/// yet. A generic argument would have the type `!`, which is not an integer, but coerces to `i64`.
fn diverges(lexemes: Lexemes<'_>) -> bool {
    match lexemes {
        [first, ..] if first.is_one_of(&["return", "break", "continue"]) => true,
        [path @ .., name, bang, group] if matches!(group.kind, Kind::Group(_)) => {
            name.is_one_of(&["todo", "unimplemented", "panic", "unreachable"])
                && bang.is('!')
                && path
                    .iter()
                    .all(|lexeme| lexeme.role == Role::Path || lexeme.is_one_of(&["core", "std"]))
        }
        _ => false,
    }
}

/// Parentheses that the language asked for would earn the user an `unused_parens`, and braces,
/// without which `{ n }::m` is a path, an `unused_braces`. Braces around one expression go; where
/// that is not sure, they stay as the macro's own.
pub(crate) fn without_parentheses(lexemes: Lexemes<'_>) -> TokenStream {
    if let Some(inner) = group(lexemes, Delimiter::Parenthesis)
        && !inner.is_empty()
        && !inner.has(Role::Comma)
    {
        return stream(&inner);
    }
    let inner = group(lexemes, Delimiter::Brace).unwrap_or_default();
    if inner.is_empty() || inner.iter().any(|lexeme| lexeme.is(';')) {
        return stream(lexemes);
    }
    let plain = |lexeme: &Lexeme<'_>| {
        lexeme.role != Role::Keyword && !lexeme.is('#') && !lexeme.is_group(Delimiter::Brace)
    };
    let expression = stream(&inner);
    if inner.iter().all(plain) {
        return expression;
    }
    let mut own = Group::new(proc_macro2::Delimiter::Brace, expression);
    own.set_span(Span::mixed_site().located_at(tree(&lexemes[0]).span()));
    TokenTree::from(own).into()
}

/// A value that may be absent.
pub(crate) fn option(root: &Root, value: &Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => mixed!(#root::Option::Some(#value)),
        None => mixed!(#root::Option::None),
    }
}

/// A number that is nowhere in the user's code.
pub(crate) fn unlocated(value: i64) -> TokenStream {
    int(value, Span::mixed_site())
}

/// Located at the user's literal, but not spanned by it: what is written there may differ, and
/// lints compare.
pub(crate) fn int(value: i64, at: Span) -> TokenStream {
    let span = Span::mixed_site().located_at(at);
    let mut digits = Literal::u64_unsuffixed(value.unsigned_abs());
    digits.set_span(span);
    if value < 0 {
        quote_spanned!(span=> -#digits)
    } else {
        digits.into_token_stream()
    }
}
