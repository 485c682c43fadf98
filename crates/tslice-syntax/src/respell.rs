//! The user's code in the spelling that is right.

use alloc::format;
use alloc::string::{String, ToString};

use crate::lexeme::{ByRole, is_new_axis};
use crate::literal::integer;
use crate::token::{Delimiter, Lexeme, Lexemes, Role};

/// The number of characters that a message quotes at a time, more or less: `…` stands for the
/// middle of a longer quote.
pub const MAX_QUOTE: usize = 160;

/// The user's code as it was typed, near enough. The language writes no spaces around `:`.
pub fn quoted(lexemes: Lexemes<'_>) -> String {
    let separates = |lexeme: &Lexeme<'_>| matches!(lexeme.role, Role::Comma | Role::Colon);
    let mut text = String::new();
    for part in lexemes.split_inclusive(separates) {
        let (part, separator) = match part {
            [part @ .., last] if last.role == Role::Comma => (part, ", "),
            [part @ .., last] if last.role == Role::Colon => (part, ":"),
            part => (part, ""),
        };
        text += &tight(part);
        text += separator;
    }
    // Nothing is behind a trailing comma.
    elided(text.trim_end_matches(", ").into())
}

/// A part without a space behind its sign.
fn tight(part: Lexemes<'_>) -> String {
    let (Some(first), Some(last)) = (part.first(), part.last()) else {
        return String::new();
    };
    let text = Lexeme::quote(first, last);
    match text.split_at_checked(1) {
        Some((sign @ ("-" | "+" | "&"), rest)) => format!("{sign}{}", rest.trim_start()),
        _ => text,
    }
}

/// The beginning and the end of a text that is too long to be read.
pub(crate) fn elided(text: String) -> String {
    if text.len() <= MAX_QUOTE {
        return text;
    }
    let first = (0..=MAX_QUOTE * 3 / 4)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or_default();
    let last = (text.len() - MAX_QUOTE / 4..)
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(text.len());
    format!("{}…{}", &text[..first], &text[last..])
}

/// A bound, and that in `Some(bound)`.
pub(crate) fn unwrapped(part: Lexemes<'_>) -> String {
    match part {
        [some, inner] if some.is_word("Some") && inner.is_group(Delimiter::Parenthesis) => {
            quoted(&inner.inner())
        }
        part => quoted(part),
    }
}

/// The chunk with `:` for `..`, `;` and `,`, where `..=b` ends at b + 1.
pub fn ranged(chunk: Lexemes<'_>) -> String {
    let separators = [Role::Dots, Role::Semicolon, Role::Colon, Role::Comma];
    let separator = |lexeme: &Lexeme<'_>| separators.contains(&lexeme.role);
    let mut text = String::new();
    let (mut rest, mut inclusive) = (chunk, false);
    loop {
        let at = rest.iter().position(separator).unwrap_or(rest.len());
        let part = if is_new_axis(&rest[..at]) {
            &[]
        } else {
            &rest[..at]
        };
        let part = after_less(part);
        // The length of a window is a number of positions.
        text += &if inclusive && !part.first().is_some_and(|first| first.is('+')) {
            shifted(part, 1)
        } else {
            unwrapped(part)
        };
        let Some(found) = rest.get(at) else {
            return elided(text);
        };
        let dots;
        (dots, inclusive) = leading_dots(&rest[at..]);
        rest = &rest[at + if found.role == Role::Dots { dots } else { 1 }..];
        text.push(':');
    }
}

/// The number of dots in front, where `=` is one, and whether they are `..=`.
fn leading_dots(part: Lexemes<'_>) -> (usize, bool) {
    let is_dots = |lexeme: &&Lexeme<'_>| lexeme.role == Role::Dots;
    let dots = part.iter().take_while(is_dots).count();
    (dots, dots == 3 && part[2].is('='))
}

/// The end of `a..<b`, as other languages write it.
pub(crate) fn after_less(part: Lexemes<'_>) -> Lexemes<'_> {
    match part {
        [less, rest @ ..] if less.is('<') && !rest.is_empty() => rest,
        part => part,
    }
}

/// `a..b;-k` of ndarray and burn, which take the range first and then walk it backwards. Here a
/// negative stride walks from begin down to end, so the bounds change places: `2..7;-2` is
/// `6:1:-2`. `None` if this is another spelling; the text is `None` if the bounds cannot be told
/// from it, because one that becomes negative would count from the end.
pub(crate) fn reversed(chunk: Lexemes<'_>) -> Option<Option<String>> {
    let (range, stride) = chunk.split_at(chunk.position_of(Role::Semicolon)?);
    let stride = &stride[1..];
    let first = range.position_of(Role::Dots)?;
    int_value(stride).filter(|&stride| stride < 0)?;
    let (dots, inclusive) = leading_dots(&range[first..]);
    let (lower, upper) = (&range[..first], &range[first + dots..]);
    let is_known = |bound: Lexemes<'_>| bound.is_empty() || int_value(bound).is_some();
    if !is_known(lower) || !is_known(upper) || !inclusive && int_value(upper) == Some(0) {
        return Some(None);
    }
    let begin = if inclusive {
        quoted(upper)
    } else {
        shifted(upper, -1)
    };
    let end = match int_value(lower) {
        Some(0) => String::new(),
        _ => shifted(lower, -1),
    };
    Some(Some(format!("{begin}:{end}:{}", quoted(stride))))
}

/// A bound that is one more or one less; an absent one, and the one behind the last position, are
/// left out.
pub(crate) fn shifted(part: Lexemes<'_>, by: i128) -> String {
    match int_value(part).map(|value| value + by) {
        Some(0) if by > 0 && part[0].is('-') => String::new(),
        Some(value) => value.to_string(),
        None if part.is_empty() => String::new(),
        None => format!("{} {} 1", quoted(part), if by > 0 { '+' } else { '-' }),
    }
}

pub(crate) fn int_value(part: Lexemes<'_>) -> Option<i128> {
    integer(part)?.ok().map(i128::from)
}
