//! What other languages write in an entry, and expressions of Rust that have no value.

use alloc::format;

use crate::brackets::has_bounds;
use crate::lexeme::{Lexeme, Lexemes, Role};
use crate::literal::literal;
use crate::mistake::{Mistake, Result, refuse, respelled};
use crate::respell::{quoted, quoted_parts, ranged};
use crate::token::{Delimiter, Kind};

/// A closure, whose arguments may have colons.
pub(crate) fn no_closure(chunk: &[Lexeme<'_>]) -> Result<()> {
    let begins = |at: &usize| {
        let starts = *at == 0 || matches!(chunk[at - 1].role, Role::Colon | Role::Dots);
        let next = chunk.get(at + 1);
        let bar = |lexeme: Option<&Lexeme<'_>>| lexeme.is_some_and(|lexeme| lexeme.is('|'));
        let moves = chunk[*at].word() == Some("move") && bar(next);
        starts && (moves || bar(chunk.get(*at)) && next.is_some())
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
pub(crate) fn no_brackets(chunk: &[Lexeme<'_>]) -> Result<()> {
    if let [.., name, call] = chunk
        && name.word() == Some("ix_")
        && call.is_group(Delimiter::Parenthesis)
    {
        let words = "lists act alone, as those of `np.ix_`";
        let lists = quoted_parts(&call.inner());
        return respelled(chunk, words, &lists);
    }
    if let Some(at) = chunk.windows(2).position(is_call_with_range) {
        let words =
            "parentheses behind an operand hold arguments of Rust: a part is `a.slice(s![1:3])`";
        return refuse(&chunk[at..at + 2], words);
    }
    range_with_method(chunk)?;
    let Some(at) = chunk.windows(2).position(is_indexed_by_entries) else {
        return Ok(());
    };
    let inner = quoted_parts(&chunk[at + 1].inner());
    Err(match chunk[at].word() {
        Some("s_") => Mistake::suggesting(&chunk[..at + 2], "a spec inside a spec", &inner),
        Some("r_") => {
            let words = "a list joins positions and ranges";
            Mistake::suggesting(&chunk[..at + 2], words, &format!("[{inner}]"))
        }
        _ => {
            let words = "brackets behind an operand hold an index of Rust: a part is \
                `a.slice(s![1:3])`, an element `a[[0, 1]]`";
            Mistake::new(&chunk[at..at + 2], words)
        }
    })
}

/// An operand, and brackets behind it that hold a range or several entries.
fn is_indexed_by_entries(pair: &[Lexeme<'_>]) -> bool {
    let inner = pair[1].inner();
    pair[0].role == Role::Operand
        && pair[1].is_group(Delimiter::Bracket)
        && (has_bounds(&inner) || inner.has(Role::Comma))
}

/// A name, and parentheses behind it that hold a range.
fn is_call_with_range(pair: &[Lexeme<'_>]) -> bool {
    let inner = pair[1].inner();
    let is_rust = |lexeme: &Lexeme<'_>| lexeme.is('|') || lexeme.begins_label();
    pair[0].role == Role::Operand
        && pair[0].word().is_some()
        && pair[1].is_group(Delimiter::Parenthesis)
        && has_bounds(&inner)
        && !inner.iter().any(is_rust)
}

/// `(1..3).step_by(2)` and `(1..3).rev()`, which are iterators.
fn range_with_method(chunk: &[Lexeme<'_>]) -> Result<()> {
    let [range, dot, method, arguments] = chunk else {
        return Ok(());
    };
    let inner = range.inner();
    let is_range = range.is_group(Delimiter::Parenthesis)
        && inner.has(Role::Dots)
        && !inner.has_any(&[Role::Comma, Role::Semicolon]);
    if !is_range || !dot.is('.') || !arguments.is_group(Delimiter::Parenthesis) {
        return Ok(());
    }
    match method.word() {
        Some("step_by") => {
            let spelling = format!("{}:{}", ranged(&inner), quoted(&arguments.inner()));
            respelled(chunk, "a stride is the third bound of a range", &spelling)
        }
        Some("rev") => refuse(
            chunk,
            "a range walks back with a negative stride, as in `2::-1`",
        ),
        _ => Ok(()),
    }
}

/// `a ? b : c` and `b if a else c` of other languages. In Rust no operand follows `?`, and no `if`
/// an operand.
pub(crate) fn no_condition(chunk: &[Lexeme<'_>]) -> Result<()> {
    no_question(chunk)?;
    no_if_behind(chunk)?;
    // `x for x in v` and the like.
    let follows = |pair: &[Lexeme<'_>]| {
        let is_operand = pair[0].role == Role::Operand && !pair[0].is_group(Delimiter::Brace);
        let words = ["for", "while", "match", "loop", "let", "return", "break"];
        is_operand && words.iter().any(|word| is_keyword(&pair[1], word))
    };
    let Some(at) = chunk.windows(2).position(follows) else {
        return Ok(());
    };
    let word = chunk[at + 1].word().unwrap_or_default();
    let words = format!("in Rust, `{word}` does not follow an operand");
    refuse(&chunk[at..at + 2], words)
}

/// `a ? b : c`.
fn no_question(chunk: &[Lexeme<'_>]) -> Result<()> {
    let is_group = |lexeme: &Lexeme<'_>| matches!(lexeme.token.kind, Kind::Group(_));
    let is_question = |pair: &[Lexeme<'_>]| {
        pair[0].is('?') && pair[1].role == Role::Operand && !is_group(&pair[1])
    };
    let Some(at) = chunk.windows(2).position(is_question) else {
        return Ok(());
    };
    let words = "`?` is not an operator between operands in Rust";
    let (test, rest) = chunk.split_at(at + 1);
    let colon = rest.position_of(Role::Colon);
    Err(match colon {
        Some(colon) => condition(chunk, words, [test, &rest[..colon], &rest[colon + 1..]]),
        None => Mistake::new(chunk, words),
    })
}

/// `b if a else c`.
fn no_if_behind(chunk: &[Lexeme<'_>]) -> Result<()> {
    let is_behind =
        |pair: &[Lexeme<'_>]| pair[0].role == Role::Operand && is_keyword(&pair[1], "if");
    let Some(at) = chunk.windows(2).position(is_behind) else {
        return Ok(());
    };
    let words = "in Rust, `if` does not follow an operand";
    let (value, rest) = (&chunk[..=at], &chunk[at + 2..]);
    let or = rest.iter().position(|lexeme| is_keyword(lexeme, "else"));
    Err(match or {
        Some(or) => condition(chunk, words, [&rest[..or], value, &rest[or + 1..]]),
        None => Mistake::new(chunk, words),
    })
}

fn is_keyword(lexeme: &Lexeme<'_>, word: &str) -> bool {
    lexeme.role == Role::Keyword && lexeme.word() == Some(word)
}

/// `0 = 1` and `0 -> 1` for `0 => 1`. An assignment is not an integer, and only closures contain
/// `->` in an expression.
pub(crate) fn no_assignment(chunk: &[Lexeme<'_>]) -> Result<()> {
    let is_rust = |lexeme: &Lexeme<'_>| lexeme.is('|') || lexeme.word() == Some("let");
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
            let spelling = format!("{} => {}", quoted(axis), quoted_parts(entry));
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
fn assignment(chunk: &[Lexeme<'_>], at: usize) -> Option<usize> {
    let (sign, next) = (&chunk[at], chunk.get(at + 1));
    let is_arrow = sign.is('-') && sign.is_joint() && next.is_some_and(|next| next.is('>'));
    match sign.role {
        Role::Equals => Some(1),
        Role::Operator if is_arrow => Some(2),
        _ => None,
    }
}

/// A condition of another language, as a bound that Rust reads. The first of the three parts may
/// have bounds before it, and the last one after it.
fn condition<'l>(chunk: &[Lexeme<'_>], words: &str, parts: [&'l [Lexeme<'l>]; 3]) -> Mistake {
    let is_colon = |lexeme: &Lexeme<'_>| lexeme.role == Role::Colon;
    let own = |part: &'l [Lexeme<'l>]| {
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
