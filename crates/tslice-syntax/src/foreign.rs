//! What other languages write in an entry, and expressions of Rust that have no value.

use alloc::format;

use crate::brackets::has_bounds;
use crate::lex::lex;
use crate::lexeme::{Lexeme, Role};
use crate::literal::literal;
use crate::mistake::Mistake;
use crate::respell::{quoted, quoted_parts, ranged};
use crate::token::Delimiter;

/// A closure, whose arguments may have colons.
pub(crate) fn no_closure<'t>(chunk: &[Lexeme<'t>]) -> Result<(), Mistake<'t>> {
    let begins = |at: &usize| {
        let starts = *at == 0 || matches!(chunk[at - 1].role, Role::Colon | Role::Dots);
        let next = chunk.get(at + 1);
        let bar = |lexeme: Option<&Lexeme<'t>>| lexeme.is_some_and(|lexeme| lexeme.is('|'));
        let moves = chunk[*at].word() == Some("move") && bar(next);
        starts && (moves || bar(chunk.get(*at)) && next.is_some())
    };
    match (0..chunk.len()).find(begins) {
        Some(at) => Err(Mistake::new(
            &chunk[at..],
            "a closure is not an integer: call it in parentheses, `(|n| n + 1)(2)`",
        )),
        None => Ok(()),
    }
}

/// A loop, whose range is Rust's.
pub(crate) fn no_loop<'t>(chunk: &[Lexeme<'t>]) -> Result<(), Mistake<'t>> {
    let word = chunk
        .first()
        .filter(|first| first.role == Role::Keyword)
        .and_then(Lexeme::word);
    let has_range = || {
        chunk
            .iter()
            .any(|lexeme| lexeme.role == Role::Dots || lexeme.is_group(Delimiter::Brace))
    };
    if matches!(word, Some("for" | "while")) && has_range() {
        return Err(Mistake::new(
            chunk,
            "a bound is an integer, and a loop is not a value",
        ));
    }
    Ok(())
}

/// `a[1:3]` and `a[0, 1]` of other languages: brackets behind an operand are an index of Rust.
pub(crate) fn no_brackets<'t>(chunk: &[Lexeme<'t>]) -> Result<(), Mistake<'t>> {
    if let [.., name, call] = chunk
        && name.word() == Some("ix_")
        && call.is_group(Delimiter::Parenthesis)
    {
        let lists = quoted_parts(&lex(call.token.inner()));
        return Err(Mistake::suggesting(
            chunk,
            "lists act alone, as those of `np.ix_`",
            &lists,
        ));
    }
    let holds_entries = |pair: &[Lexeme<'t>]| {
        let inner = lex(pair[1].token.inner());
        pair[0].role == Role::Operand
            && pair[1].is_group(Delimiter::Bracket)
            && (has_bounds(&inner) || inner.iter().any(|lexeme| lexeme.role == Role::Comma))
    };
    let calls_with_range = |pair: &[Lexeme<'t>]| {
        let inner = lex(pair[1].token.inner());
        pair[0].word().is_some()
            && pair[0].role == Role::Operand
            && pair[1].is_group(Delimiter::Parenthesis)
            && has_bounds(&inner)
            && !inner
                .iter()
                .any(|lexeme| lexeme.is('|') || lexeme.begins_label())
    };
    if let Some(at) = chunk.windows(2).position(calls_with_range) {
        let words =
            "parentheses behind an operand hold arguments of Rust: a part is `a.slice(s![1:3])`";
        return Err(Mistake::new(&chunk[at..at + 2], words));
    }
    range_with_method(chunk)?;
    let Some(at) = chunk.windows(2).position(holds_entries) else {
        return Ok(());
    };
    if chunk[at].word() == Some("s_") {
        let spelling = quoted_parts(&lex(chunk[at + 1].token.inner()));
        return Err(Mistake::suggesting(
            &chunk[..at + 2],
            "a spec inside a spec",
            &spelling,
        ));
    }
    if chunk[at].word() == Some("r_") {
        let list = format!("[{}]", quoted_parts(&lex(chunk[at + 1].token.inner())));
        return Err(Mistake::suggesting(
            &chunk[..at + 2],
            "a list joins positions and ranges",
            &list,
        ));
    }
    let words = "brackets behind an operand hold an index of Rust: a part is `a.slice(s![1:3])`, an element `a[[0, 1]]`";
    Err(Mistake::new(&chunk[at..at + 2], words))
}

/// `(1..3).step_by(2)` and `(1..3).rev()`, which are iterators.
fn range_with_method<'t>(chunk: &[Lexeme<'t>]) -> Result<(), Mistake<'t>> {
    let [range, dot, method, arguments] = chunk else {
        return Ok(());
    };
    let inner = lex(range.token.inner());
    let is_range = range.is_group(Delimiter::Parenthesis)
        && inner.iter().any(|lexeme| lexeme.role == Role::Dots)
        && !inner
            .iter()
            .any(|lexeme| matches!(lexeme.role, Role::Comma | Role::Semicolon));
    if !is_range || !dot.is('.') || !arguments.is_group(Delimiter::Parenthesis) {
        return Ok(());
    }
    match method.word() {
        Some("step_by") => {
            let spelling = format!(
                "{}:{}",
                ranged(&inner),
                quoted(&lex(arguments.token.inner()))
            );
            Err(Mistake::suggesting(
                chunk,
                "a stride is the third bound of a range",
                &spelling,
            ))
        }
        Some("rev") => Err(Mistake::new(
            chunk,
            "a range walks back with a negative stride, as in `2::-1`",
        )),
        _ => Ok(()),
    }
}

/// `v->len` of C.
pub(crate) fn no_pointer<'t>(chunk: &[Lexeme<'t>]) -> Result<(), Mistake<'t>> {
    let points = |pair: &[Lexeme<'t>]| {
        pair[0].role == Role::Operator && pair[0].is('-') && pair[0].is_joint() && pair[1].is('>')
    };
    let Some(at) = chunk.windows(2).position(points) else {
        return Ok(());
    };
    let (object, field) = (&chunk[..at], &chunk[at + 2..]);
    if object.iter().any(|lexeme| lexeme.is('|')) || literal(object).is_some() {
        return Ok(());
    }
    let words = "`->` is not written in front of a field in Rust";
    let ends_object = object.last().is_some_and(|last| last.role == Role::Operand);
    if !ends_object || field.first().and_then(Lexeme::word).is_none() {
        return Err(Mistake::new(chunk, words));
    }
    let spelling = format!("{}.{}", quoted_parts(object), quoted_parts(field));
    Err(Mistake::suggesting(chunk, words, &spelling))
}

/// `a ? b : c` and `b if a else c` of other languages. In Rust no operand follows `?`, and no `if`
/// an operand.
pub(crate) fn no_condition<'t>(chunk: &[Lexeme<'t>]) -> Result<(), Mistake<'t>> {
    let is_operand = |lexeme: &Lexeme<'t>| lexeme.role == Role::Operand;
    let is_group = |lexeme: &Lexeme<'t>| {
        [Delimiter::Parenthesis, Delimiter::Bracket, Delimiter::Brace]
            .iter()
            .any(|kind| lexeme.is_group(*kind))
    };
    let keyword =
        |lexeme: &Lexeme<'t>, word| lexeme.role == Role::Keyword && lexeme.word() == Some(word);
    let question =
        |pair: &[Lexeme<'t>]| pair[0].is('?') && is_operand(&pair[1]) && !is_group(&pair[1]);
    if let Some(at) = chunk.windows(2).position(question) {
        let rest = &chunk[at + 1..];
        let words = "`?` is not an operator between operands in Rust";
        let Some(colon) = rest.iter().position(|lexeme| lexeme.role == Role::Colon) else {
            return Err(Mistake::new(chunk, words));
        };
        return Err(condition(
            chunk,
            words,
            [&chunk[..=at], &rest[..colon], &rest[colon + 1..]],
        ));
    }
    let after_operand = |pair: &[Lexeme<'t>]| is_operand(&pair[0]) && keyword(&pair[1], "if");
    if let Some(at) = chunk.windows(2).position(after_operand) {
        let rest = &chunk[at + 2..];
        let words = "in Rust, `if` does not follow an operand";
        let Some(or) = rest.iter().position(|lexeme| keyword(lexeme, "else")) else {
            return Err(Mistake::new(chunk, words));
        };
        return Err(condition(
            chunk,
            words,
            [&rest[..or], &chunk[..=at], &rest[or + 1..]],
        ));
    }
    // `x for x in v` and the like.
    let begins = |lexeme: &Lexeme<'t>| {
        let words = ["for", "while", "match", "loop", "let", "return", "break"];
        lexeme.role == Role::Keyword && lexeme.word().is_some_and(|word| words.contains(&word))
    };
    let is_block = |lexeme: &Lexeme<'t>| lexeme.is_group(Delimiter::Brace);
    let follows =
        |pair: &[Lexeme<'t>]| is_operand(&pair[0]) && !is_block(&pair[0]) && begins(&pair[1]);
    match chunk.windows(2).position(follows) {
        Some(at) => {
            let word = chunk[at + 1].word().unwrap_or_default();
            Err(Mistake::new(
                &chunk[at..at + 2],
                format!("in Rust, `{word}` does not follow an operand"),
            ))
        }
        None => Ok(()),
    }
}

/// `0 = 1` and `0 -> 1` for `0 => 1`. An assignment is not an integer, and only closures contain
/// `->` in an expression.
pub(crate) fn no_assignment<'t>(chunk: &[Lexeme<'t>]) -> Result<(), Mistake<'t>> {
    let is_punct = |at: Option<usize>| {
        at.and_then(|at| chunk.get(at))
            .is_some_and(Lexeme::is_joint)
    };
    let joins = |at: &usize| {
        let lexeme = &chunk[*at];
        let alone =
            lexeme.role == Role::Operator && !lexeme.is_joint() && !is_punct(at.checked_sub(1));
        let arrow = lexeme.role == Role::Operator && lexeme.is('-') && lexeme.is_joint();
        alone && lexeme.is('=') || arrow && chunk.get(at + 1).is_some_and(|next| next.is('>'))
    };
    let is_rust = |lexeme: &Lexeme<'t>| lexeme.is('|') || lexeme.word() == Some("let");
    let Some(at) = (0..chunk.len())
        .find(joins)
        .filter(|_| !chunk.iter().any(is_rust))
    else {
        return Ok(());
    };
    if chunk[at].is('=') && chunk[..at].iter().any(|lexeme| lexeme.role == Role::Colon) {
        return Err(Mistake::new(
            chunk,
            "a bound is not named: write its value alone",
        ));
    }
    let words = "an axis and its entry are joined by `=>`, and the axis is a literal number";
    let (axis, entry) = (
        &chunk[..at],
        &chunk[at + if chunk[at].is('=') { 1 } else { 2 }..],
    );
    if literal(axis).is_none() || entry.is_empty() {
        return Err(Mistake::new(chunk, words));
    }
    let (axis, entry) = (quoted(axis), quoted_parts(entry));
    Err(Mistake::suggesting(
        chunk,
        words,
        &format!("{axis} => {entry}"),
    ))
}

/// A condition of another language, as a bound that Rust reads. The first of the three parts may
/// have bounds before it, and the last one after it.
fn condition<'l, 't>(
    chunk: &[Lexeme<'t>],
    words: &str,
    parts: [&'l [Lexeme<'t>]; 3],
) -> Mistake<'t> {
    let is_colon = |lexeme: &Lexeme<'t>| lexeme.role == Role::Colon;
    let own = |part: &'l [Lexeme<'t>]| {
        let start = part.iter().rposition(is_colon).map_or(0, |colon| colon + 1);
        part.split_at(start)
    };
    let [condition, value, otherwise] = parts;
    // Bounds before it stand in front of what comes first.
    let ((before_condition, condition), (before_value, value)) = (own(condition), own(value));
    let end = otherwise
        .iter()
        .position(is_colon)
        .unwrap_or(otherwise.len());
    let (otherwise, after) = otherwise.split_at(end);
    let before = quoted_parts(if before_condition.is_empty() {
        before_value
    } else {
        before_condition
    });
    let condition = match condition {
        [condition @ .., question] if question.is('?') => quoted(condition),
        condition => quoted(condition),
    };
    let (value, otherwise, after) = (quoted(value), quoted(otherwise), quoted_parts(after));
    let spelling = format!("{before}if {condition} {{ {value} }} else {{ {otherwise} }}{after}");
    Mistake::suggesting(chunk, words, &spelling)
}
