//! One index, or one bound of a range.

use alloc::format;
use alloc::string::{String, ToString};

use crate::entry::Bound;
use crate::lex::lex;
use crate::lexeme::{Delimiter, Kind, Lexeme, Role, Token};
use crate::literal::{Integer, Literal, Unfit, literal};
use crate::mistake::Mistake;
use crate::respell::{elided, quoted, quoted_parts};

/// What a bound may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// A literal, or an expression of Rust: `s![..]`.
    Expressions,
    /// A literal: text.
    Literals,
    /// `_`: the type of a spec.
    Places,
}

type Result<V, T> = core::result::Result<V, Mistake<T>>;

/// A bound, not empty.
pub(crate) fn read<T: Token>(part: &[Lexeme<T>], dialect: Dialect) -> Result<Bound<'_, T>, T> {
    if dialect == Dialect::Places {
        return place(part);
    }
    if let Some((negative, digits)) = literal(part) {
        match Literal::of(&digits) {
            Literal::Integer(int) => {
                let value =
                    int.value(negative).map_err(|unfit| unfit_integer(part, negative, &int, unfit))?;
                return Ok(Bound::Literal { value, digits });
            }
            Literal::Malformed => {}
            other => return Err(not_an_integer(part, other)),
        }
    }
    if let [only] = part {
        one_lexeme(only, part)?;
    }
    other_spelling(part)?;
    finished(part)?;
    one_operand(part)?;
    match dialect {
        Dialect::Literals => Err(no_literal(part)),
        _ => Ok(expression(part)),
    }
}

/// An index, not empty: a bound, but one that cannot be left out.
pub(crate) fn index<T: Token>(part: &[Lexeme<T>], dialect: Dialect) -> Result<Bound<'_, T>, T> {
    let beyond = |(negative, digits): (bool, T)| matches!(Literal::of(&digits), Literal::Integer(int) if int.value(negative) == Err(Unfit::I64));
    let read = read(part, dialect);
    if read.is_err() && literal(part).is_some_and(beyond) {
        let message = "literal does not fit in i64, and no axis is that long: write an index inside the axis";
        return Err(Mistake::new(part, message));
    }
    read
}

/// A stride, not empty: a bound that is not 0.
pub(crate) fn stride<T: Token>(part: &[Lexeme<T>], dialect: Dialect) -> Result<Bound<'_, T>, T> {
    match read(part, dialect)? {
        Bound::Literal { value: 0, .. } => Err(Mistake::new(
            part,
            "the stride is 0, so the range never ends: write `1`, or leave the stride out",
        )),
        stride => Ok(stride),
    }
}

fn place<T: Token>(part: &[Lexeme<T>]) -> Result<Bound<'_, T>, T> {
    match part {
        [only] if only.word() == Some("_") => Ok(Bound::Place),
        _ => {
            one_operand(part)?;
            Err(Mistake::new(part, "in `SpecType!` a bound is written `_`, and an absent one is left out"))
        }
    }
}

/// A minus before one operand is the language's; before anything else, the minus and all is Rust's.
fn expression<T: Token>(part: &[Lexeme<T>]) -> Bound<'_, T> {
    match part {
        [minus, operand @ ..] if minus.is('-') && !operand.is_empty() && operand.iter().all(in_operand) => {
            Bound::Expression { negated: true, lexemes: operand }
        }
        lexemes => Bound::Expression { negated: false, lexemes },
    }
}

/// Whether a lexeme may belong to an operand: to a path, a field, the call of a function, a method or a macro, an index.
fn in_operand<T: Token>(lexeme: &Lexeme<T>) -> bool {
    match lexeme.role {
        Role::Operand | Role::Path | Role::Generic => true,
        Role::Operator => lexeme.is('.') || lexeme.is('?') || lexeme.is('!'),
        Role::Keyword => lexeme.word() == Some("await"),
        _ => false,
    }
}

/// What one word or one group may be instead of a bound.
fn one_lexeme<T: Token>(only: &Lexeme<T>, part: &[Lexeme<T>]) -> Result<(), T> {
    match only.token.kind() {
        Kind::Word("true" | "false") => {
            Err(Mistake::new(part, "a bound is an integer, not a bool: write the number"))
        }
        Kind::Group(Delimiter::Bracket) => Err(list(part, &lex(only.token.inner()))),
        Kind::Group(Delimiter::Parenthesis) => parenthesised_range(part, &lex(only.token.inner())),
        _ => Ok(()),
    }
}

fn list<T: Token>(part: &[Lexeme<T>], inner: &[Lexeme<T>]) -> Mistake<T> {
    let in_spec = |lexeme: &Lexeme<T>| {
        matches!(lexeme.role, Role::Colon | Role::Dots)
            || lexeme.role == Role::Operand && lexeme.is_new_axis()
    };
    if inner.iter().any(in_spec) {
        let spec = quoted_parts(inner);
        return Mistake::new(
            part,
            format!("a spec inside a spec: remove the inner brackets, write `{spec}`"),
        );
    }
    Mistake::new(
        part,
        "a list is not an entry: slicing takes ranges, to pick listed positions use `take` or `gather_nd`",
    )
}

/// A range in parentheses. Colons after a label, inside a closure or in front of a path are Rust's.
fn parenthesised_range<T: Token>(part: &[Lexeme<T>], inner: &[Lexeme<T>]) -> Result<(), T> {
    let is_rust = match inner {
        [first, _, name, ..] if first.is(':') && name.word().is_some() => true,
        inner => inner.iter().any(|lexeme| lexeme.is('|') || lexeme.is('\'')),
    };
    if is_rust || inner.iter().all(|lexeme| lexeme.role != Role::Colon) {
        return Ok(());
    }
    let range = quoted_parts(inner);
    Err(Mistake::new(part, format!("a range stands without parentheses: write `{range}`")))
}

/// Spellings of other libraries.
fn other_spelling<T: Token>(part: &[Lexeme<T>]) -> Result<(), T> {
    let [path @ .., name] = part else { return Ok(()) };
    let modules = ["np", "numpy", "jnp", "tf", "torch", "ndarray"];
    let qualified =
        matches!(path, [first, .., _] if first.word().is_some_and(|word| modules.contains(&word)));
    let (kind, meant) = match name.token.kind() {
        Kind::Word("newaxis") if qualified => ("a new axis", "newaxis"),
        Kind::Word("NewAxis" | "NEWAXIS" | "newAxis" | "NewDim") if qualified || path.is_empty() => {
            ("a new axis", "newaxis")
        }
        Kind::Word("Ellipsis") | Kind::Punct { c: '…', .. } if path.is_empty() => ("the ellipsis", ".."),
        Kind::Word("_") if path.is_empty() => ("a whole axis", ":"),
        _ => return Ok(()),
    };
    let written = quoted(part);
    Err(Mistake::new(part, format!("{kind} is spelled `{meant}`, not `{written}`")))
}

/// A bound that stops at an operator, as all do while they are typed.
fn finished<T: Token>(part: &[Lexeme<T>]) -> Result<(), T> {
    let [before @ .., last] = part else { return Ok(()) };
    let missing = match last.word() {
        _ if last.is('.') => "a field or a method",
        _ if last.role == Role::Operator && !last.is('?') => "an operand",
        Some("as") if last.role == Role::Keyword => "a type",
        _ => return Ok(()),
    };
    let stop = quoted(core::slice::from_ref(last));
    let mistake = Mistake::new(part, format!("the bound is unfinished: write {missing} after the `{stop}`"));
    Err(if last.is('.') { mistake.with_fragment(object(before)) } else { mistake })
}

/// The last operand of an expression, to the end.
fn object<T: Token>(lexemes: &[Lexeme<T>]) -> &[Lexeme<T>] {
    let starts = |at: &usize| {
        let (before, first) = (at.checked_sub(1).map(|at| &lexemes[at]), &lexemes[*at]);
        match before {
            Some(before) if in_operand(before) => lacks_comma(before, first),
            _ => true,
        }
    };
    let Some(last) = lexemes.last().filter(|last| last.role == Role::Operand || last.is('?')) else {
        return &[];
    };
    debug_assert!(in_operand(last));
    let start = (0..lexemes.len()).rev().find(starts).unwrap_or_default();
    &lexemes[start..]
}

fn one_operand<T: Token>(part: &[Lexeme<T>]) -> Result<(), T> {
    let Some(at) = part.windows(2).position(|pair| lacks_comma(&pair[0], &pair[1])) else { return Ok(()) };
    let (left, right) = (quoted(&part[..=at]), quoted(&part[at + 1..at + 2]));
    let message = format!("a comma is missing between `{left}` and `{right}`: write `{left}, {right}`");
    Err(Mistake::new(&part[at..at + 2], message))
}

/// Whether two lexemes side by side are two operands: brackets after an operand are a call or an index.
fn lacks_comma<T: Token>(left: &Lexeme<T>, right: &Lexeme<T>) -> bool {
    let continues = matches!(right.token.kind(), Kind::Group(delimiter) if delimiter != Delimiter::Invisible);
    left.role == Role::Operand && right.role == Role::Operand && !continues
}

fn not_an_integer<T: Token>(part: &[Lexeme<T>], literal: Literal<'_>) -> Mistake<T> {
    let sign = if part.len() > 1 { "-" } else { "" };
    let (kind, fix) = match literal {
        Literal::Float(Some(float)) if float < 1e18 => ("a float", format!("write `{sign}{}`", float as i64)),
        Literal::Float(_) => ("a float", String::from("write a whole number")),
        Literal::String => ("a string", String::from("write the number without quotes")),
        Literal::Char => ("a char", String::from("write the number without quotes")),
        Literal::Byte(Some(byte)) => ("a byte", format!("write `{byte}`")),
        _ => ("a byte string", String::from("write a number")),
    };
    Mistake::new(part, format!("a bound is an integer, not {kind}: {fix}"))
}

pub(crate) fn unfit_integer<T: Token>(
    part: &[Lexeme<T>],
    negative: bool,
    int: &Integer<'_>,
    unfit: Unfit,
) -> Mistake<T> {
    let (sign, Integer { digits, suffix, .. }) = (if negative { "-" } else { "" }, int);
    let message = match unfit {
        Unfit::UnknownSuffix => {
            let (suffix, digits) = (elided(suffix.to_string()), elided(digits.to_string()));
            format!("`{suffix}` is not an integer suffix: write `{sign}{digits}`")
        }
        Unfit::Suffix => format!("literal out of range for `{suffix}`: leave the suffix out"),
        Unfit::I64 => {
            "literal does not fit in i64, and no axis is that long: leave the bound out to reach its end"
                .into()
        }
    };
    Mistake::new(part, message)
}

/// What only Rust could read.
fn no_literal<T: Token>(part: &[Lexeme<T>]) -> Mistake<T> {
    let written = quoted(part);
    Mistake::new(
        part,
        match part {
            [only] if matches!(only.word(), Some("end" | "stop" | "begin" | "start" | "last")) => {
                format!("an absent bound is left out: write nothing for `{written}`")
            }
            _ => format!("a bound in text is an integer literal, not `{written}`"),
        },
    )
}
