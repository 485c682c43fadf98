//! One index, or one bound of a range.

use alloc::format;
use alloc::string::ToString;
use core::slice::from_ref;

use crate::brackets::{no_entry_inside, one_lexeme};
use crate::entry::Bound;
use crate::expression::{comma_in, is_whole, no_bool, object};
use crate::lex::{lex_text, unparenthesised};
use crate::lexeme::{ByRole, in_operand};
use crate::literal::{Integer, Literal, Unfit, integer, is_one_char, literal};
use crate::mistake::{Mistake, Result, refuse};
use crate::respell::{elided, quoted};
use crate::token::{Delimiter, Lexeme, Lexemes, Role};

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
        let kind = match Literal::of(&digits) {
            Literal::Integer(int) => {
                let value = int
                    .value(negative)
                    .map_err(|unfit| unfit_integer(part, negative, &int, unfit))?;
                let digits = digits.span();
                return Ok(Bound::Literal { value, digits });
            }
            Literal::Float => Some("a float: write a whole number"),
            Literal::String => Some("a string: write it without quotes"),
            // rustc has refused it.
            Literal::Char if dialect == Dialect::Expressions && !is_one_char(&digits) => None,
            Literal::Char => Some("a char: write it without quotes"),
            Literal::Malformed => None,
        };
        if let Some(kind) = kind {
            return refuse(part, format!("a bound is an integer, not {kind}"));
        }
    }
    match part {
        [only] => one_lexeme(only, part)?,
        [minus, only] if minus.is('-') => no_entry_inside(only, part)?,
        _ => {}
    }
    is_whole(part)?;
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
        no_entry_inside(only, part)?;
    }
    read(part, dialect).map_err(|mut mistake| {
        mistake.check_suggestion(|bound| !lex_text(bound).has_any(&[Role::Colon, Role::Dots]));
        mistake
    })
}

/// A stride, not empty: a bound that is not 0.
pub(crate) fn stride(part: Lexemes<'_>, dialect: Dialect) -> Result<Bound> {
    let stride = of_range(part, dialect)?;
    if integer(&unparenthesised(part)) == Some(Ok(0)) {
        let words = "the stride is 0, so the range never ends: write `1`, or leave the stride out";
        return refuse(part, words);
    }
    Ok(stride)
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

/// An integer whose suffix is none, or whose value fits neither its suffix nor `i64`.
fn unfit_integer(part: Lexemes<'_>, negative: bool, int: &Integer<'_>, unfit: Unfit) -> Mistake {
    let (sign, Integer { digits, suffix, .. }) = (if negative { "-" } else { "" }, int);
    let message = match unfit {
        Unfit::UnknownSuffix => {
            let (suffix, digits) = (elided(suffix.to_string()), elided(digits.to_string()));
            format!("`{suffix}` is not an integer suffix: write `{sign}{digits}`")
        }
        Unfit::Suffix => format!("literal out of range for `{suffix}`: leave the suffix out"),
        Unfit::I64 => {
            "literal does not fit in i64, and no axis is that long: an end is left out, as in \
             `1:`, and no stride exceeds its axis"
                .into()
        }
    };
    Mistake::new(part, message)
}

/// The mistake of a bound in text that only Rust could read.
fn no_literal(part: Lexemes<'_>) -> Mistake {
    let written = quoted(part);
    let words = match part {
        [only] if only.is_one_of(&["end", "stop", "begin", "start", "last"]) => {
            format!("an absent bound is left out: write nothing for `{written}`")
        }
        // As `s![1:]` and Python's `a[1:]` are written.
        [.., spec] if spec.is_group(Delimiter::Bracket) => format!(
            "a bound in text is an integer literal, not `{written}`, and a spec stands without a \
             name and brackets around it"
        ),
        _ => format!("a bound in text is an integer literal, not `{written}`"),
    };
    Mistake::new(part, words)
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
