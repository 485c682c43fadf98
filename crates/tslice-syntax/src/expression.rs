//! What is not an expression of Rust, as far as signs and words say: two operands side by side, a
//! missing one, an operator of another language.

use alloc::format;
use core::slice::from_ref;

use crate::foreign::{in_rust, other_spelling};
use crate::lexeme::{in_operand, sign};
use crate::mistake::{Mistake, Result, refuse, respelled};
use crate::respell::quoted;
use crate::token::{Delimiter, Kind, Lexeme, Lexemes, Role};

/// Refuses what begins or ends as no expression does, and what another language would write.
pub(crate) fn is_whole(part: Lexemes<'_>) -> Result<()> {
    other_spelling(part)?;
    no_operator(part)?;
    begins(part)?;
    finished(part)
}

/// Signs that are in no expression of Rust.
fn no_operator(part: Lexemes<'_>) -> Result<()> {
    // A closure may have patterns, and a type behind `->`.
    if part.iter().any(|lexeme| lexeme.is('|')) {
        return Ok(());
    }
    for signs in part.chunk_by(joins) {
        if sign(&signs[0]).is_some_and(|c| c != '?')
            && let Some(words) = in_rust(&quoted(signs))
        {
            return refuse(part, words);
        }
    }
    Ok(())
}

/// Whether two lexemes side by side are signs of one operator.
fn joins(left: &Lexeme<'_>, right: &Lexeme<'_>) -> bool {
    left.is_joint() && sign(left).is_some() && sign(right).is_some()
}

/// Refuses what begins no expression of Rust.
fn begins(part: Lexemes<'_>) -> Result<()> {
    match part {
        [plus, operand @ ..] if plus.is('+') && !operand.is_empty() => {
            let words = "`+` is not written in front of a number";
            respelled(part, words, &quoted(operand))
        }
        _ if lacks_operand(part) => no_operand(part),
        _ => Ok(()),
    }
}

/// Refuses a bound without a first operand: `<4` of a range, `.5`, `/ 2`.
fn no_operand(part: Lexemes<'_>) -> Result<()> {
    match part {
        [less, end @ ..] if less.is('<') && end.first().is_some_and(|sign| !sign.is('=')) => {
            respelled(part, "a range ends in front of its end", &quoted(end))
        }
        [dot, digits] if dot.is('.') && matches!(digits.kind, Kind::Literal(_)) => refuse(
            part,
            "a bound is an integer, not a float: write a whole number",
        ),
        _ => refuse(part, "a bound begins with an operand"),
    }
}

/// Whether the first operand is missing, as in `.5`, `-.x`, `/ 2` and `as u8`.
fn lacks_operand(part: Lexemes<'_>) -> bool {
    let is_prefix = |c| matches!(c, '!' | '*' | '&' | '|');
    let mut behind_minus = part.iter().skip_while(|lexeme| lexeme.is('-'));
    match (part.first(), behind_minus.next()) {
        (Some(first), _) if first.is_one_of(&["as", "else", "await", "let", "mut"]) => true,
        (_, Some(first)) => sign(first).is_some_and(|c| !is_prefix(c)) && part.len() > 1,
        _ => false,
    }
}

/// A bound that stops before its end, as all do while they are typed.
fn finished(part: Lexemes<'_>) -> Result<()> {
    let Some((last, before)) = part.split_last() else {
        return Ok(());
    };
    let is_open_word = last.role == Role::Keyword && !last.is_one_of(&["await", "break", "return"]);
    let stop = if last.role == Role::Operator && !last.is('?') {
        // The whole of an operator such as `&&`.
        let joined = before.iter().rev().take_while(|sign| sign.is_joint());
        quoted(&part[before.len() - joined.count()..])
    } else if is_open_word {
        quoted(from_ref(last))
    } else {
        return Ok(());
    };
    let words = match &stop[..] {
        "++" | "--" => format!("`{stop}` is not an operator of Rust"),
        stop => format!("the bound is unfinished: nothing follows the `{stop}`"),
    };
    let mistake = Mistake::new(part, words);
    Err(match last.is('.') {
        true => mistake.with_fragment(object(before)),
        false => mistake,
    })
}

/// Refuses what is not an integer whatever its operands are: rustc would report a minus in front of
/// an unsigned number, or a comparison of an array, first.
pub(crate) fn no_bool(part: Lexemes<'_>) -> Result<()> {
    let is_block = |lexeme: &Lexeme<'_>| {
        lexeme.is('|') || lexeme.role == Role::Keyword && !lexeme.is_word("as")
    };
    // The brackets of generic arguments stand in pairs.
    let has = |sign| part.iter().any(|lexeme| lexeme.is(sign));
    if has('<') && has('>') || part.iter().any(is_block) {
        return Ok(());
    }
    if part.chunk_by(joins).skip(1).any(compares) {
        let words = "a bound is an integer, and a comparison is a bool: write the number; \
            a mask is `a.map(|x| *x > 0)`, for `a.select(&mask)`";
        return refuse(part, words);
    }
    Ok(())
}

/// Whether the first of some operators without space in between gives a bool.
fn compares(operators: Lexemes<'_>) -> bool {
    let second = operators.get(1).and_then(sign);
    match sign(&operators[0]) {
        Some('=' | '!') => second == Some('='),
        Some('&') => second == Some('&'),
        first @ Some('<' | '>') => second != first,
        _ => false,
    }
}

/// The last operand of an expression, to the end.
pub(crate) fn object(lexemes: Lexemes<'_>) -> Lexemes<'_> {
    if !lexemes
        .last()
        .is_some_and(|last| last.role == Role::Operand || last.is('?'))
    {
        return &[];
    }
    let starts = |pair: Lexemes<'_>| !in_operand(&pair[0]) || lacks_comma(&pair[0], &pair[1]);
    let start = lexemes.windows(2).rposition(starts);
    let start = start.map_or(0, |before| before + 1);
    let object = &lexemes[start..];
    // An expression does not begin with a dot.
    if object[0].is('.') { &[] } else { object }
}

/// Refuses two operands side by side.
///
/// # Errors
///
/// A mistake that asks for a comma between them.
pub fn comma_in(lexemes: Lexemes<'_>) -> Result<()> {
    let lacks = |pair: Lexemes<'_>| lacks_comma(&pair[0], &pair[1]);
    let Some(at) = lexemes.windows(2).position(lacks) else {
        return Ok(());
    };
    // An operator that is a word in another language lacks no comma.
    let both = &lexemes[at..at + 2];
    for lexeme in both {
        if let Some(words) = in_rust(&quoted(from_ref(lexeme))) {
            return refuse(both, words);
        }
    }
    let (left, right) = lexemes.split_at(at + 1);
    let (before, after) = (quoted(left), quoted(&right[..1]));
    let words = format!("a comma is missing between `{before}` and `{after}`");
    let spelling = format!("{before}, {}", quoted(right));
    respelled(both, words, &spelling)
}

/// Whether two lexemes side by side are two operands: brackets after an operand are a call or an
/// index.
fn lacks_comma(left: &Lexeme<'_>, right: &Lexeme<'_>) -> bool {
    let of_another = right.fragment > 0 && right.fragment != left.fragment;
    let begins = match right.kind {
        Kind::Group(Delimiter::Brace) => false,
        Kind::Group(_) => of_another,
        _ if right.role == Role::Keyword => {
            !left.is_group(Delimiter::Brace) && in_rust(&quoted(from_ref(right))).is_some()
        }
        _ => right.role == Role::Operand,
    };
    begins && (left.role == Role::Operand || sign(left) == Some('?'))
}
