//! What other languages write in an entry, and expressions of Rust that have no value.

use alloc::format;

use crate::brackets::has_bounds;
use crate::lex::unparenthesised;
use crate::lexeme::{ByRole, sign};
use crate::literal::literal;
use crate::mistake::{Result, refuse, respelled};
use crate::respell::{quoted, ranged};
use crate::token::{Delimiter, Kind, Lexeme, Lexemes, Role};

/// A closure, whose arguments may have colons.
pub(crate) fn no_closure(chunk: Lexemes<'_>) -> Result<()> {
    let begins = |&at: &usize| {
        let starts = at == 0 || matches!(chunk[at - 1].role, Role::Colon | Role::Dots);
        let is_closure = match &chunk[at..] {
            [bar, _, ..] if bar.is('|') => true,
            [word, bar, ..] => word.is_word("move") && bar.is('|'),
            _ => false,
        };
        starts && is_closure
    };
    match (0..chunk.len()).find(begins) {
        Some(at) => refuse(
            &chunk[at..],
            "a closure is not an integer: call it in parentheses, `(|n| n + 1)(2)`",
        ),
        None => Ok(()),
    }
}

/// `a[1:3]` and `a[0, 1]` of other languages: brackets behind an operand are an index of Rust.
pub(crate) fn no_brackets(chunk: Lexemes<'_>) -> Result<()> {
    if let [.., name, call] = chunk
        && name.is_word("ix_")
        && call.is_group(Delimiter::Parenthesis)
    {
        let words = "lists act alone, as those of `np.ix_`";
        let lists = quoted(&call.inner());
        return respelled(chunk, words, &lists);
    }
    if let Some(at) = chunk.windows(2).position(is_call_with_range) {
        let words =
            "parentheses behind an operand hold arguments of Rust: a part is `a.slice(s![1:3])`";
        return refuse(&chunk[at..at + 2], words);
    }
    let Some(at) = chunk.windows(2).position(is_indexed_by_entries) else {
        return Ok(());
    };
    let words = "brackets behind an operand hold an index of Rust: a part is \
        `a.slice(s![1:3])`, an element `a[[0, 1]]`";
    refuse(&chunk[at..at + 2], words)
}

/// An operand, and brackets behind it that hold a range or several entries.
fn is_indexed_by_entries(pair: Lexemes<'_>) -> bool {
    let inner = pair[1].inner();
    pair[0].role == Role::Operand
        && pair[1].is_group(Delimiter::Bracket)
        && (has_bounds(&inner) || inner.has(Role::Comma))
}

/// A name, and parentheses behind it that hold a range.
fn is_call_with_range(pair: Lexemes<'_>) -> bool {
    let inner = pair[1].inner();
    let is_rust = |lexeme: &Lexeme<'_>| lexeme.is('|') || lexeme.begins_label();
    pair[0].role == Role::Operand
        && pair[0].word().is_some()
        && pair[1].is_group(Delimiter::Parenthesis)
        && has_bounds(&inner)
        && !inner.iter().any(is_rust)
}

/// `(1..3).step_by(2)` and `(1..3).rev()`, which are iterators.
pub(crate) fn range_with_method(chunk: Lexemes<'_>) -> Result<()> {
    let [range @ .., dot, method, arguments] = chunk else {
        return Ok(());
    };
    let range = unparenthesised(range);
    let is_range = range.has(Role::Dots) && !range.has_any(&[Role::Comma, Role::Semicolon]);
    if !is_range || sign(dot) != Some('.') || !arguments.is_group(Delimiter::Parenthesis) {
        return Ok(());
    }
    match method.word() {
        Some("step_by") => {
            let spelling = format!("{}:{}", ranged(&range), quoted(&arguments.inner()));
            respelled(chunk, "a stride is the third bound of a range", &spelling)
        }
        Some("rev") => refuse(
            chunk,
            "a range walks back with a negative stride, as in `2::-1`",
        ),
        _ => Ok(()),
    }
}

/// `a ? b : c`, `b if a else c` and `x for x in v` of other languages. In Rust no operand follows
/// `?`, and none of these words an operand.
pub(crate) fn no_condition(chunk: Lexemes<'_>) -> Result<()> {
    let condition = "a condition is `if a { b } else { c }`";
    let is_group = |lexeme: &Lexeme<'_>| matches!(lexeme.kind, Kind::Group(_));
    let mut pairs = chunk.windows(2);
    if pairs.any(|pair| pair[0].is('?') && pair[1].role == Role::Operand && !is_group(&pair[1])) {
        let words = format!("`?` is not an operator between operands in Rust: {condition}");
        return refuse(chunk, words);
    }
    let follows = |pair: Lexemes<'_>| {
        let is_operand = pair[0].role == Role::Operand && !pair[0].is_group(Delimiter::Brace);
        let words = [
            "if", "for", "while", "match", "loop", "let", "return", "break",
        ];
        is_operand && pair[1].is_one_of(&words)
    };
    let Some(at) = chunk.windows(2).position(follows) else {
        return Ok(());
    };
    let word = chunk[at + 1].word().unwrap_or_default();
    let words = format!("in Rust, `{word}` does not follow an operand");
    match word {
        "if" => refuse(chunk, format!("{words}: {condition}")),
        _ => refuse(chunk, words),
    }
}

/// `0 = 1` and `0 -> 1` for `0 => 1`. An assignment is not an integer, and only closures contain
/// `->` in an expression.
pub(crate) fn no_assignment(chunk: Lexemes<'_>) -> Result<()> {
    let is_rust = |lexeme: &Lexeme<'_>| lexeme.is('|') || lexeme.is_word("let");
    let length = |at: usize| assignment(chunk, at).map(|length| (at, length));
    let Some((at, length)) = (0..chunk.len()).find_map(length) else {
        return Ok(());
    };
    if chunk.iter().any(is_rust) {
        return Ok(());
    }
    let (axis, entry) = (&chunk[..at], &chunk[at + length..]);
    let last = axis.last();
    let words = if length == 1 && axis.has(Role::Colon) {
        if last.is_some_and(|last| last.role == Role::Colon) {
            "the end of a range is exclusive: write the position behind the last"
        } else {
            "a bound is not named: write its value alone; names of axes stand behind a type of \
             `axes!`, `Video: time = 1:3`"
        }
    } else if last.is_none_or(|last| last.word().is_none()) {
        let words = "an axis and its entry are joined by `=>`, and the axis is a literal number";
        if literal(axis).is_some() && !entry.is_empty() {
            let spelling = format!("{} => {}", quoted(axis), quoted(entry));
            return respelled(chunk, words, &spelling);
        }
        words
    } else if length == 2 {
        "a field stands behind a `.` in Rust, `v.len`, and an axis is a literal number"
    } else {
        "an axis and its entry are joined by `=>`, and the axis is a literal number; names stand \
         behind a type of `axes!`, `Video: time = 1:3`, or are for `DynSpec::by_names`"
    };
    refuse(chunk, words)
}

/// The number of lexemes of `=` or `->`, if one begins here.
fn assignment(chunk: Lexemes<'_>, at: usize) -> Option<usize> {
    let (sign, next) = (&chunk[at], chunk.get(at + 1));
    let is_arrow = sign.is('-') && sign.is_joint() && next.is_some_and(|next| next.is('>'));
    match sign.role {
        Role::Equals => Some(1),
        Role::Operator if is_arrow => Some(2),
        _ => None,
    }
}
