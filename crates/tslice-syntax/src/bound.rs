//! One index, or one bound of a range.

use alloc::format;
use core::slice::from_ref;

use crate::brackets::{no_entry_inside, one_lexeme};
use crate::entry::Bound;
use crate::lex::{lex_text, unparenthesised};
use crate::lexeme::{ByRole, in_operand, is_cast, is_ellipsis, is_new_axis, sign};
use crate::literal::{Literal, integer, is_one_char, literal};
use crate::misfit::{no_literal, not_an_integer, unfit_integer};
use crate::mistake::{Mistake, Result, refuse, respelled};
use crate::respell::quoted;
use crate::spelling::{no_foreign_word, other_spelling};
use crate::token::{Delimiter, Kind, Lexeme, Lexemes, Role};

/// What a bound may be.
#[derive(Clone, Copy, PartialEq)]
pub enum Dialect {
    /// A literal, or an expression of Rust: `s![..]`.
    Expressions,
    /// A literal: text.
    Literals,
    /// `_`: the type of a spec.
    Places,
}

/// A bound, not empty.
pub(crate) fn read(part: Lexemes<'_>, dialect: Dialect) -> Result<Bound> {
    if dialect == Dialect::Places {
        return place(part);
    }
    if let Some((negative, digits)) = literal(part) {
        match Literal::of(&digits) {
            Literal::Integer(int) => {
                let value = int
                    .value(negative)
                    .map_err(|unfit| unfit_integer(part, negative, &int, unfit))?;
                let digits = digits.span();
                return Ok(Bound::Literal { value, digits });
            }
            Literal::Malformed => {}
            // rustc has refused it.
            Literal::Char if dialect == Dialect::Expressions && !is_one_char(&digits) => {}
            Literal::Bytes if dialect == Dialect::Expressions => {
                let words = "a bound is an integer, not a byte string: write a number, or `&` in \
                    front of it for a list";
                return refuse(part, words);
            }
            other => return Err(not_an_integer(part, other)),
        }
    }
    match part {
        [only] => one_lexeme(only, part)?,
        [minus, only] if minus.is('-') => no_entry_inside(only, part, "takes no sign")?,
        _ => {}
    }
    other_spelling(part)?;
    no_operator(part)?;
    finished(part)?;
    no_bool(part)?;
    comma_in(part)?;
    match dialect {
        Dialect::Literals => Err(no_literal(part)),
        _ => no_path_of_names(part).map(|()| Bound::Expression(part.span())),
    }
}

/// A bound of a range, not empty: no entries in brackets, whose spelling without them would be
/// another range.
pub(crate) fn of_range(part: Lexemes<'_>, dialect: Dialect) -> Result<Bound> {
    if let [only] = part {
        no_entry_inside(only, part, "is not a bound of another")?;
    }
    read(part, dialect).map_err(|mut mistake| {
        mistake.check_suggestion(|bound| !lex_text(bound).has_any(&[Role::Colon, Role::Dots]));
        mistake
    })
}

/// A stride, not empty: a bound that is not 0.
pub(crate) fn stride(part: Lexemes<'_>, dialect: Dialect) -> Result<Bound> {
    let is_zero = |part: Lexemes<'_>| match literal(part) {
        // The integer 0 is not a stride either.
        Some((_, digits)) if Literal::of(&digits) == Literal::Float(Some(0.0)) => true,
        _ => integer(part) == Some(Ok(0)),
    };
    let stride = of_range(part, dialect);
    let is_in_parentheses = || stride.is_ok() && is_zero(&unparenthesised(part));
    if dialect != Dialect::Places && is_zero(part) || is_in_parentheses() {
        let words = "the stride is 0, so the range never ends: write `1`, or leave the stride out";
        return refuse(part, words);
    }
    stride
}

fn place(part: Lexemes<'_>) -> Result<Bound> {
    match part {
        [only] if only.is_word("_") => Ok(Bound::Place),
        _ => {
            comma_in(part)?;
            refuse(
                part,
                "in `SpecType!` a bound is written `_`, and an absent one is left out",
            )
        }
    }
}

/// A bound without a minus before one operand, which belongs to the language: the expression that
/// Rust reads.
pub(crate) fn operand(part: Lexemes<'_>) -> Lexemes<'_> {
    match part {
        [minus, operand @ ..]
            if minus.is('-') && !operand.is_empty() && operand.iter().all(in_operand) =>
        {
            operand
        }
        _ => part,
    }
}

/// The entry of an axis if it is neither a range nor empty.
pub(crate) fn of_axis(part: Lexemes<'_>, dialect: Dialect) -> Result<Bound> {
    if let [only] = part
        && let Err(mistake) = one_lexeme(only, part)
        && mistake.proposes()
    {
        let inner = only.inner();
        if inner.has_any(&[Role::Comma, Role::Arrow]) || is_new_axis(&inner) || is_ellipsis(&inner)
        {
            return refuse(
                part,
                "an axis has one entry: a range, an index, or a list as in `[1, 2]`",
            );
        }
    }
    read(part, dialect)
}

/// Signs that begin or end no expression of Rust.
fn no_operator(part: Lexemes<'_>) -> Result<()> {
    let Some(first) = part.first() else {
        return Ok(());
    };
    no_caret(part)?;
    no_power(part)?;
    let has = |c: char| part.iter().any(|lexeme| sign(lexeme) == Some(c));
    if !has('$') {
        no_leading_plus(part)?;
    }
    let words = match sign(first) {
        _ if first.begins_label() => {
            "a label is not a bound, and a block with a label stands in parentheses: \
             `('a: { .. })`"
        }
        _ if has('$') => {
            "`$` is not an operator: the last position is `-1`, and a range to the end leaves its \
             end out, as in `1:`"
        }
        _ if has('#') => {
            "`#` does not belong to an entry, nor does an attribute: a comment begins with `//`"
        }
        _ if has('@') && !part.iter().any(|lexeme| lexeme.is('|')) => {
            "`@` is not an operator of an expression"
        }
        Some('~') => {
            "`~` is not an operator of Rust: a number is inverted by `!n`, and a mask before it \
             is borrowed, by `mask.map(|x| !x)`"
        }
        _ if has('~') => "`~` is not an operator of Rust: a range is `begin:end`",
        _ if lacks_operand(first, part) => match part {
            [.., dot, digits] if dot.is('.') && literal(from_ref(digits)).is_some() => {
                "a bound is an integer, not a float: write a whole number"
            }
            _ => "a bound begins with an operand",
        },
        _ => return Ok(()),
    };
    refuse(part, words)
}

/// `+ 1`, and `n * +1`: Rust has no sign of a positive number.
fn no_leading_plus(part: Lexemes<'_>) -> Result<()> {
    let leads = |&at: &usize| {
        let is_first = at == 0 || sign(&part[at - 1]).is_some_and(|before| before != '?');
        let is_sign = is_first && part[at].is('+');
        is_sign
            && part
                .get(at + 1)
                .is_some_and(|next| matches!(sign(next), None | Some('-')))
    };
    if part.last().is_some_and(|last| sign(last).is_none())
        && let Some(at) = (0..part.len()).find(leads)
    {
        let words = "`+` is not written in front of a number";
        let (before, number) = (quoted(&part[..at]), quoted(&part[at + 1..]));
        let spelling = format!("{before} {number}");
        return respelled(part, words, spelling.trim_start());
    }
    Ok(())
}

/// `^1` of C#.
fn no_caret(part: Lexemes<'_>) -> Result<()> {
    match part {
        [caret, position @ ..]
            if caret.is('^') && matches!(literal(position), Some((false, _))) =>
        {
            let words = "a position counted from the end is negative";
            respelled(part, words, &format!("-{}", quoted(position)))
        }
        _ => Ok(()),
    }
}

/// `n ** 2` of Python.
fn no_power(part: Lexemes<'_>) -> Result<()> {
    let is_power = |three: Lexemes<'_>| {
        let is_operator = three[0].is('*') && three[0].is_joint() && three[1].is('*');
        is_operator && literal(&three[2..]).is_some()
    };
    match part.windows(3).position(is_power) {
        None | Some(0) => Ok(()),
        Some(_) => refuse(
            part,
            "`**` is not an operator of Rust: the power of a variable is `n.pow(2)`",
        ),
    }
}

/// Refuses what is not an integer whatever its operands are: rustc would report a minus in front of
/// an unsigned number, or a comparison of an array, first.
fn no_bool(part: Lexemes<'_>) -> Result<()> {
    let is_block = |lexeme: &Lexeme<'_>| {
        lexeme.is('|') || lexeme.role == Role::Keyword && !lexeme.is_word("as")
    };
    // The brackets of generic arguments stand in pairs.
    let has = |sign| part.iter().any(|lexeme| lexeme.is(sign));
    if has('<') && has('>') || part.iter().any(is_block) {
        return Ok(());
    }
    if (1..part.len()).any(|at| compares(part, at)) {
        let words = "a bound is an integer, and a comparison is a bool: write the number; \
            a mask is `a.map(|x| *x > 0)`, for `a.select(&mask)`";
        return refuse(part, words);
    }
    match part {
        [.., cast, name]
            if cast.is_word("as") && name.is_one_of(&["f32", "f64", "bool", "char"]) =>
        {
            let (ty, number) = (quoted(from_ref(name)), quoted(&part[..part.len() - 2]));
            let words = format!("a bound is an integer, not `{ty}`");
            respelled(part, words, &number)
        }
        _ => Ok(()),
    }
}

/// `begin::stride` of two variables, which is a path. What it names is not an integer: constants
/// have upper-case letters.
fn no_path_of_names(part: Lexemes<'_>) -> Result<()> {
    let is_variable = |name: &Lexeme<'_>| {
        name.word()
            .is_some_and(|word| !word.contains(char::is_uppercase))
    };
    match operand(part) {
        [begin, first, _, stride]
            if first.role == Role::Path && is_variable(begin) && is_variable(stride) =>
        {
            let begin = quoted(&part[..part.len() - 3]);
            let stride = quoted(from_ref(stride));
            let words = format!(
                "between two names `::` is a path of Rust: write `{begin}: :{stride}` for a \
                 stride, `({begin}::{stride})` for a path"
            );
            refuse(part, words)
        }
        _ => Ok(()),
    }
}

/// Whether an operator whose result is a bool begins here.
fn compares(part: Lexemes<'_>, at: usize) -> bool {
    let is_joint = |lexeme: &Lexeme<'_>| lexeme.role == Role::Operator && lexeme.is_joint();
    let follows = at > 0 && is_joint(&part[at - 1]);
    let next = match part.get(at + 1) {
        Some(next) if part[at].is_joint() => sign(next),
        _ => None,
    };
    let is_bool = match sign(&part[at]) {
        Some('=' | '!') => next == Some('='),
        Some('<') => next != Some('<'),
        Some('>') => next != Some('>'),
        Some('&') => next == Some('&'),
        _ => false,
    };
    is_bool && !follows
}

/// Whether the first operand is missing, as in `.5`, `-.x`, `/ 2` and `as u8`.
fn lacks_operand(first: &Lexeme<'_>, part: Lexemes<'_>) -> bool {
    let is_infix = matches!(sign(first), Some('?' | '/' | '%' | '^' | '=' | '>' | '\\'));
    let is_suffix = first.is_one_of(&["as", "else", "await", "mut"]);
    let is_dot = matches!(part, [dot, _, ..] if dot.is('.'))
        || matches!(part, [minus, dot, _, ..] if minus.is('-') && dot.is('.'));
    is_infix || is_suffix || is_dot
}

/// A bound that stops before its end, as all do while they are typed.
fn finished(part: Lexemes<'_>) -> Result<()> {
    let Some((last, before)) = part.split_last() else {
        return Ok(());
    };
    if last.is('.') {
        let mistake = unfinished(part, "a field or a method", &quoted(from_ref(last)));
        return Err(mistake.with_fragment(object(before)));
    }
    if last.role == Role::Operator && !last.is('?') {
        return Err(without_operand(part));
    }
    let missing = match last.word().filter(|_| last.role == Role::Keyword) {
        Some("as") => "a type",
        Some("else" | "loop" | "unsafe" | "async" | "const") => "a block",
        Some("if" | "match" | "while" | "for" | "in" | "let" | "move" | "mut") => "an expression",
        _ if is_open(part) => return Err(open_path(part)),
        _ if lacks_block(part) => return Err(unfinished(part, "a block", &quoted(part))),
        _ => return Ok(()),
    };
    Err(unfinished(part, missing, &quoted(from_ref(last))))
}

fn unfinished(part: Lexemes<'_>, missing: &str, stop: &str) -> Mistake {
    let words = format!("the bound is unfinished: write {missing} after the `{stop}`");
    Mistake::new(part, words)
}

/// A path whose angle brackets are still open, or `<4` and `<=4` of other languages.
fn open_path(part: Lexemes<'_>) -> Mistake {
    if let [signs @ .., end] = part
        && !signs.is_empty()
        && signs.iter().all(|sign| sign.is('<') || sign.is('='))
        && !end
            .word()
            .is_some_and(|word| word.starts_with(char::is_uppercase))
    {
        let words = format!(
            "`{}` is not written in front of a bound: the end of a range is exclusive",
            quoted(signs)
        );
        return Mistake::new(part, words);
    }
    if !part.iter().any(is_cast) {
        return unfinished(part, "a `>`", &quoted(part));
    }
    let words = "behind a cast, `<` begins the arguments of a type: put the cast in parentheses, \
        as in `(n as i64) < m`";
    Mistake::new(part, words)
}

/// A bound that ends with an operator, such as `n++` and `n &&`.
fn without_operand(part: Lexemes<'_>) -> Mistake {
    if let [counted @ .., first, second] = part
        && counted
            .last()
            .is_some_and(|last| last.role == Role::Operand)
        && first.is_joint()
        && let Some(sign @ ('+' | '-')) = sign(first)
        && second.is(sign)
    {
        let words = format!("`{sign}{sign}` is not an operator of Rust");
        let spelling = format!("{} {sign} 1", quoted(counted));
        return Mistake::suggesting(part, words, &spelling);
    }
    let (last, before) = (&part[part.len() - 1], &part[..part.len() - 1]);
    // The whole of an operator such as `&&`.
    let joined = before.iter().rev().take_while(|sign| sign.is_joint());
    let operator = quoted(&part[before.len() - joined.count()..]);
    if last.is('!') && !before.is_empty() {
        return unfinished(part, "the brackets of a macro", &operator);
    }
    unfinished(part, "an operand", &operator)
}

/// Whether angle brackets of a path are still open.
fn is_open(part: Lexemes<'_>) -> bool {
    let (mut depth, mut arrow) = (0_usize, false);
    for lexeme in part {
        if lexeme.role == Role::Generic {
            if lexeme.is('<') {
                depth += 1;
            } else if lexeme.is('>') && !arrow {
                depth = depth.saturating_sub(1);
            }
        }
        arrow = lexeme.is('-') && lexeme.is_joint();
    }
    depth > 0
}

/// Whether this begins as an `if` or another expression with a block, and has no block.
fn lacks_block(part: Lexemes<'_>) -> bool {
    let blocks = ["if", "match", "while", "for", "loop", "unsafe"];
    part.first().is_some_and(|first| first.is_one_of(&blocks))
        && !part.iter().any(|lexeme| lexeme.is_group(Delimiter::Brace))
}

/// The operands of a mistaken bound that stops after the dot of a field or a method; the last one
/// is the object. `None` if it ends in brackets, as in `v[1..].`: such an object may have no size,
/// and no function could take it.
pub(crate) fn half_typed(part: Lexemes<'_>, dialect: Dialect) -> Option<Bound> {
    let (dot, before) = part.split_last()?;
    let operands = operand(before);
    let plain = |lexeme: &Lexeme<'_>| {
        in_operand(lexeme) || is_operator(lexeme) && !lexeme.is('|') || lexeme.is_word("as")
    };
    let sized = object(operands)
        .last()
        .is_some_and(|last| !last.is_group(Delimiter::Bracket));
    let is_half_typed =
        dot.is('.') && sized && operands.iter().all(plain) && comma_in(operands).is_ok();
    (is_half_typed && dialect == Dialect::Expressions).then(|| Bound::HalfTyped(operands.span()))
}

/// Whether this stands between operands or in front of one.
pub fn is_operator(lexeme: &Lexeme<'_>) -> bool {
    lexeme.role == Role::Operator && !in_operand(lexeme)
}

/// The last operand of an expression, to the end.
fn object(lexemes: Lexemes<'_>) -> Lexemes<'_> {
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

/// Refuses two operands side by side in a range, unless a bound has a mistake of its own.
pub(crate) fn comma(chunk: Lexemes<'_>) -> Result<()> {
    let mut parts = chunk.parts(Role::Colon);
    if parts.all(|part| {
        other_spelling(part).is_ok() && no_operator(part).is_ok() && finished(part).is_ok()
    }) {
        comma_in(chunk)?;
    }
    Ok(())
}

/// Refuses two operands side by side.
///
/// # Errors
///
/// A mistake that asks for a comma between them.
pub fn comma_in(lexemes: Lexemes<'_>) -> Result<()> {
    let Some(at) = gap(lexemes)? else {
        return Ok(());
    };
    let (left, right) = lexemes.split_at(at);
    let begin = left
        .iter()
        .rposition(|lexeme| lexeme.role == Role::Colon)
        .map_or(0, |colon| colon + 1);
    // A negated operand has two.
    let first = if right[0].is('!') {
        right.len().min(2)
    } else {
        1
    };
    let (before, after) = (quoted(&left[begin..]), quoted(&right[..first]));
    let words = format!("a comma is missing between `{before}` and `{after}`");
    let spelling = format!("{}, {}", quoted(left), quoted(right));
    respelled(&lexemes[at - 1..at + first], words, &spelling)
}

/// Where the second of two operands side by side begins.
pub(crate) fn gap(lexemes: Lexemes<'_>) -> Result<Option<usize>> {
    let lacks = |pair: Lexemes<'_>| lacks_comma(&pair[0], &pair[1]);
    let Some(at) = lexemes.windows(2).position(lacks) else {
        return Ok(None);
    };
    no_foreign_word(&lexemes[at..at + 2])?;
    Ok(Some(at + 1))
}

/// Whether two lexemes side by side are two operands: brackets after an operand are a call or an
/// index.
fn lacks_comma(left: &Lexeme<'_>, right: &Lexeme<'_>) -> bool {
    let of_another = right.fragment > 0 && right.fragment != left.fragment;
    let continues = match right.kind {
        Kind::Group(Delimiter::Brace) => true,
        Kind::Group(_) => !of_another,
        _ => false,
    };
    // No macro has a number for a name, and `!=` is one sign.
    let negates = right.is('!') && !right.is_joint() && matches!(left.kind, Kind::Literal(_));
    left.role == Role::Operand && (right.role == Role::Operand && !continues || negates)
}
