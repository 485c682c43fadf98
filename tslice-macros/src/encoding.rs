//! Entries to Rust: the encoding as plain constants, row by row and mask by mask.

use rust::{Literal, Span, TokenTree};
use tslice_syntax::{
    Bound, ByRole, Cell, Delimiter, Entry, Forms, Lexeme, Lexemes, MASKS, Role, group, is_operator,
    unparenthesised,
};

use crate::code::{self, Code, push};
use crate::grammar::terms::{Term, terms};
use crate::root::Root;
use crate::tokens::{stream, tree};

/// The rows of the encoding and its masks, as TensorFlow's documentation lists them.
pub(crate) fn encoding(root: &Root, entries: &[Entry<Bound>]) -> Code {
    let [begin, end, strides] = rows(root, entries);
    let (rank, kinds) = (number(entries.len()), forms_and_axes(entries));
    // One digit per entry, entry 0 last; a spec without entries still needs one.
    let count = entries.len().max(1);
    let mut masks = Code::new();
    for (mask, name) in MASKS.iter().enumerate() {
        let mut bits = 0_u128;
        for entry in entries.iter().rev() {
            bits = bits << 1 | u128::from(entry.form().masks()[mask]);
        }
        let (name, bits) = (code::name(name), format!("0b{bits:0count$b}"));
        let bits = [code::number(&bits)];
        masks.extend(mixed!(#name: #bits,));
    }
    mixed! {
        #root::Literal::<#rank, #kinds> {
            begin: [#begin],
            end: [#end],
            strides: [#strides],
            #masks
        }
        .spec()
    }
}

/// Begin, end and stride of each entry.
pub(crate) fn rows(root: &Root, entries: &[Entry<Bound>]) -> [Code; 3] {
    let mut rows = [const { Code::new() }; 3];
    for (i, entry) in entries.iter().enumerate() {
        for (column, cell) in entry.row().iter().enumerate() {
            push(&mut rows[column], number_of(root, i, column, cell));
        }
    }
    rows
}

/// The forms and the axes of entries as a type.
pub(crate) fn kinds(root: &Root, entries: &[Entry<Bound>]) -> Code {
    let kinds = forms_and_axes(entries);
    mixed!(#root::Kinds<#kinds>)
}

/// One hexadecimal digit per entry, entry 0 last; a spec without entries still needs one. Then how
/// many axes of the input are consumed, and how many of the result are produced.
fn forms_and_axes(entries: &[Entry<Bound>]) -> Code {
    let mut forms = Forms::default();
    for (at, entry) in entries.iter().enumerate() {
        forms = forms.with(at, entry.form());
    }
    let (consumed, produced) = forms.axes(entries.len());
    let (consumed, produced) = (number(consumed), number(produced));
    let count = entries.len().max(1);
    let forms = [code::number(&format!("0x{:0count$x}", forms.0))];
    mixed!(#forms, #consumed, #produced)
}

pub(crate) fn number(number: usize) -> [TokenTree; 1] {
    [code::number(&number.to_string())]
}

fn number_of(root: &Root, i: usize, column: usize, cell: &Cell<&Bound>) -> Code {
    match cell {
        Cell::Fixed(number) => unlocated(*number),
        Cell::Of(bound) if bound.value().is_some() => value(root, bound),
        Cell::Past(Bound::Literal { value, digits }) => {
            int(value.saturating_add(1), root.trees.ends(digits).0)
        }
        Cell::Of(_) => name(i, column),
        Cell::Past(_) => {
            let begin = name(i, 0);
            mixed!(#begin.saturating_add(1))
        }
    }
}

/// The variable of a run-time bound. A constant, static or unit struct of the same name would be a
/// pattern in its place, so its name is one that user code does not have.
pub(crate) fn name(i: usize, column: usize) -> Code {
    code::name(&format!("__{}_{i}", ["begin", "end", "stride"][column]))
}

/// A bound as an `i64`. rustc reports an argument that is not an integer at the user's expression.
/// Nothing of the call is located there, as editors would show this crate beside what the user
/// wrote.
pub(crate) fn value(root: &Root, bound: &Bound) -> Code {
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
fn sum(root: &Root, terms: &[Term<'_>]) -> Code {
    let mut sum: Option<Code> = None;
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
        let function = code::name(match subtracted {
            true => "saturating_sub",
            false => "saturating_add",
        });
        sum = Some(mixed!(#before.#function(#operand)));
    }
    sum.unwrap_or_default()
}

/// An expression as an `i64`, by a function.
fn converted(root: &Root, function: &str, lexemes: Lexemes<'_>) -> Code {
    let mut function = code::name(function);
    // Code that is not written yet has the type `!`, which is not an integer, but coerces to one.
    if let [name, bang, _] = lexemes
        && bang.is('!')
        && name.is_one_of(&["todo", "unimplemented"])
    {
        function.extend(mixed!(::<i64>));
    }
    let expression = without_parentheses(lexemes);
    mixed!(#root::#function(#expression))
}

/// Operands as statements, each sign in its place, so that no operator meets an operand of another
/// type.
fn statements(operands: Lexemes<'_>) -> Code {
    let mut statements = Code::new();
    for lexeme in operands {
        match tree(lexeme) {
            TokenTree::Punct(sign) if is_operator(lexeme) => {
                statements.extend(located!(sign.span(), ;));
            }
            tree => statements.push(tree.clone()),
        }
    }
    statements
}

/// Parentheses that the language asked for would earn the user an `unused_parens`, and braces,
/// without which `{ n }::m` is a path, an `unused_braces`. Braces around one expression go; where
/// that is not sure, they stay as the macro's own.
pub(crate) fn without_parentheses(lexemes: Lexemes<'_>) -> Code {
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
    located!(Span::mixed_site().located_at(tree(&lexemes[0]).span()), { #expression })
}

/// A value that may be absent.
pub(crate) fn option(root: &Root, value: &Option<Code>) -> Code {
    match value {
        Some(value) => mixed!(#root::Option::Some(#value)),
        None => mixed!(#root::Option::None),
    }
}

/// A number that is nowhere in the user's code.
pub(crate) fn unlocated(value: i64) -> Code {
    int(value, Span::mixed_site())
}

/// Located at the user's literal, but not spanned by it: what is written there may differ, and
/// lints compare.
pub(crate) fn int(value: i64, at: Span) -> Code {
    let span = Span::mixed_site().located_at(at);
    let mut digits = Literal::u64_unsuffixed(value.unsigned_abs());
    digits.set_span(span);
    let digits = [digits.into()];
    match value {
        ..0 => located!(span, -#digits),
        _ => digits.to_vec(),
    }
}
