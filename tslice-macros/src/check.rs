//! The mistakes, one function each: what is wrong, and the spelling that is right.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Error, Lit, LitInt, Result};

use crate::ast::{Entry, Int};
use crate::cursor::{Lexeme, Role, lex};
use crate::diagnostic::{error, error_at, quoted};
use crate::parse::{is_ellipsis, is_new_axis, literal};

/// TensorFlow keeps its masks in an int32.
pub(crate) const MAX_ENTRIES: usize = 31;

pub(crate) fn empty_entry(comma: &Lexeme) -> Error {
    error(comma, "empty entry: remove this comma, or write `:` for a whole axis")
}

pub(crate) fn entry_count(chunks: &[&[Lexeme]]) -> Option<Error> {
    let extra = chunks.get(MAX_ENTRIES..).filter(|extra| !extra.is_empty())?;
    Some(error_at(&extra.concat(), too_many_entries(chunks.len())))
}

pub(crate) fn too_many_entries(count: usize) -> String {
    format!(
        "a spec holds at most {MAX_ENTRIES} entries, this one has {count}: write `..` for a run of whole axes"
    )
}

pub(crate) fn one_ellipsis(chunks: &[&[Lexeme]], entries: &[Entry]) -> Option<Error> {
    let ellipses = chunks.iter().zip(entries).filter(|(_, entry)| matches!(entry, Entry::Ellipsis));
    let repeated = ellipses.skip(1).map(|(chunk, _)| {
        error_at(chunk, "a second ellipsis: a spec takes one `..`, write `:` for a single whole axis")
    });
    repeated.reduce(|mut first, next| {
        first.combine(next);
        first
    })
}

pub(crate) fn semicolon(chunk: &[Lexeme]) -> Result<()> {
    if !chunk.iter().any(|lexeme| lexeme.role == Role::Semicolon) {
        return Ok(());
    }
    Err(error_at(chunk, format!("bounds are separated by `:`, not `;`: write `{}`", respelled(chunk))))
}

pub(crate) fn ellipsis_with_bounds(chunk: &[Lexeme]) -> Result<()> {
    let mut parts = chunk.split(|lexeme| lexeme.role == Role::Colon);
    if !parts.any(is_ellipsis) {
        return Ok(());
    }
    let rest: Vec<Lexeme> = chunk.iter().filter(|lexeme| lexeme.role != Role::Dots).cloned().collect();
    let range = quoted_parts(&rest);
    Err(error_at(
        chunk,
        format!("an ellipsis takes no bounds: write `..` as an entry of its own, or the range `{range}`"),
    ))
}

pub(crate) fn rust_range(chunk: &[Lexeme]) -> Result<()> {
    if !chunk.iter().any(|lexeme| lexeme.role == Role::Dots) {
        return Ok(());
    }
    Err(error_at(chunk, format!("`..` is the ellipsis, not a range: write `{}`", respelled(chunk))))
}

pub(crate) fn bound_count(chunk: &[Lexeme], parts: &[&[Lexeme]]) -> Result<()> {
    if parts.len() <= 3 {
        return Ok(());
    }
    Err(error_at(
        chunk,
        format!("a range has at most three bounds, `begin:end:stride`, this one has {}", parts.len()),
    ))
}

pub(crate) fn new_axis_with_bounds(chunk: &[Lexeme], parts: &[&[Lexeme]]) -> Result<()> {
    let Some(new_axis) = parts.iter().find(|part| is_new_axis(part)) else { return Ok(()) };
    let rest: Vec<String> =
        parts.iter().map(|part| if is_new_axis(part) { String::new() } else { quoted(part) }).collect();
    let range = rest.join(":");
    Err(if quoted(new_axis) == "None" {
        error_at(new_axis, format!("an absent bound is left out: write `{range}`"))
    } else {
        error_at(
            chunk,
            format!(
                "a new axis takes no bounds: write `newaxis` as an entry of its own, or the range `{range}`"
            ),
        )
    })
}

/// Spellings of other libraries.
pub(crate) fn near_miss(index: &[Lexeme]) -> Result<()> {
    let [path @ .., Lexeme { token: TokenTree::Ident(name), .. }] = index else { return Ok(()) };
    let module = ["np", "numpy", "jnp", "tf", "torch", "ndarray"];
    let qualified = matches!(path, [first, .., _] if module.contains(&first.token.to_string().as_str()));
    let meant = match name.to_string().as_str() {
        "newaxis" if qualified => "newaxis",
        "NewAxis" | "NEWAXIS" | "newAxis" | "NewDim" if qualified || path.is_empty() => "newaxis",
        "Ellipsis" if path.is_empty() => "..",
        _ => return Ok(()),
    };
    let kind = if meant == ".." { "the ellipsis" } else { "a new axis" };
    Err(error_at(index, format!("{kind} is spelled `{meant}`: did you mean `{meant}`?")))
}

pub(crate) fn list(part: &[Lexeme]) -> Result<()> {
    let [Lexeme { token: TokenTree::Group(group), .. }] = part else { return Ok(()) };
    if group.delimiter() != Delimiter::Bracket {
        return Ok(());
    }
    let inner = lex(group.stream());
    Err(if inner.iter().any(|lexeme| matches!(lexeme.role, Role::Colon | Role::Dots)) {
        error(
            group,
            format!("a spec inside a spec: remove the inner brackets, write `{}`", quoted_parts(&inner)),
        )
    } else {
        error(group, "a list is not an entry: slicing takes ranges, to pick listed positions use `gather_nd`")
    })
}

pub(crate) fn missing_comma(part: &[Lexeme]) -> Result<()> {
    let joins_by_bracket =
        |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() != Delimiter::None);
    for (at, pair) in part.windows(2).enumerate() {
        if pair.iter().all(|lexeme| lexeme.role == Role::Operand) && !joins_by_bracket(&pair[1].token) {
            let (left, right) = (quoted(&part[..=at]), quoted(&pair[1..]));
            let message =
                format!("a comma is missing between `{left}` and `{right}`: write `{left}, {right}`");
            return Err(error_at(pair, message));
        }
    }
    Ok(())
}

pub(crate) fn boolean(part: &[Lexeme]) -> Result<()> {
    match part {
        [Lexeme { token: TokenTree::Ident(word), .. }] if word == "true" || word == "false" => {
            Err(error(word, "a bound is an integer, not a bool: to keep elements by a mask, use `gather_nd`"))
        }
        _ => Ok(()),
    }
}

pub(crate) fn not_an_integer(part: &[Lexeme], lit: &Lit) -> Error {
    let (kind, fix) = match lit {
        Lit::Float(float) => {
            let sign = if part.len() > 1 { "-" } else { "" };
            match float.base10_parse::<f64>().map(f64::trunc) {
                Ok(whole) if whole < 1e18 => ("a float", format!("write `{sign}{whole}`")),
                _ => ("a float", "write a whole number".into()),
            }
        }
        Lit::Str(_) => ("a string", "write the number without quotes".into()),
        Lit::Char(_) => ("a char", "write the number without quotes".into()),
        Lit::Byte(byte) => ("a byte", format!("write `{}`", byte.value())),
        Lit::ByteStr(_) | Lit::CStr(_) => ("a byte string", "write a number".into()),
        _ => ("this literal", "write a number".into()),
    };
    error_at(part, format!("a bound is an integer, not {kind}: {fix}"))
}

/// The value of an integer literal that fits both its suffix and i64.
pub(crate) fn in_range(part: &[Lexeme], negative: bool, digits: &LitInt) -> Result<i64> {
    let text = format!("{}{}", if negative { "-" } else { "" }, digits.base10_digits());
    let suffix = digits.suffix();
    let fits = |text: &str| match suffix {
        "" => Some(true),
        "i8" => Some(text.parse::<i8>().is_ok()),
        "i16" => Some(text.parse::<i16>().is_ok()),
        "i32" => Some(text.parse::<i32>().is_ok()),
        "i64" | "isize" => Some(text.parse::<i64>().is_ok()),
        "i128" => Some(text.parse::<i128>().is_ok()),
        "u8" => Some(text.parse::<u8>().is_ok()),
        "u16" => Some(text.parse::<u16>().is_ok()),
        "u32" => Some(text.parse::<u32>().is_ok()),
        "u64" | "usize" => Some(text.parse::<u64>().is_ok()),
        "u128" => Some(text.parse::<u128>().is_ok()),
        _ => None,
    };
    match (fits(&text), text.parse::<i64>()) {
        (None, _) => Err(error_at(part, format!("`{suffix}` is not an integer suffix: write `{text}`"))),
        (Some(false), _) => {
            Err(error_at(part, format!("literal out of range for `{suffix}`: leave the suffix out")))
        }
        (_, Err(_)) => Err(error_at(
            part,
            "literal does not fit in i64: leave the bound out to reach the end of the axis",
        )),
        (_, Ok(value)) => Ok(value),
    }
}

pub(crate) fn zero_stride(stride: &Int, part: &[Lexeme]) -> Result<()> {
    if stride.value != 0 {
        return Ok(());
    }
    Err(error_at(part, "the stride is 0, so the range never ends: write `1`, or leave the stride out"))
}

pub(crate) fn plain_entry_in_axis_form(chunk: &[Lexeme]) -> Error {
    let entry = quoted_parts(chunk);
    error_at(
        chunk,
        format!("a plain entry among `axis => entry`: write `axis => {entry}` with the number of its axis"),
    )
}

pub(crate) fn axis_target(chunk: &[Lexeme], target: &[Lexeme]) -> Result<()> {
    if target.is_empty() {
        return Err(error_at(chunk, "the axis has no entry: write a range or an index after `=>`"));
    }
    if target.iter().any(|lexeme| lexeme.role == Role::Arrow) {
        return Err(error_at(chunk, "two `=>` in one entry: put a comma between two axes"));
    }
    if is_new_axis(target) {
        return Err(error_at(
            target,
            "no new axis in the axis form: name every entry in order, as in `newaxis, 1:3`",
        ));
    }
    if is_ellipsis(target) {
        return Err(error_at(target, "no ellipsis in the axis form: axes that are not named stay whole"));
    }
    Ok(())
}

pub(crate) fn axis_not_literal(axis: &[Lexeme]) -> Error {
    error_at(axis, "an axis is a literal number, negative from the end: write `0 => 1:3`")
}

pub(crate) fn repeated_axis(axis: &[Lexeme], number: i64, seen: bool) -> Result<()> {
    if !seen {
        return Ok(());
    }
    Err(error_at(axis, format!("axis {number} is already given: write one entry for each axis")))
}

pub(crate) fn axis_in_reach(axis: &[Lexeme], number: i64) -> Result<()> {
    let limit = MAX_ENTRIES as i64 - 1;
    if (-limit..limit).contains(&number) {
        return Ok(());
    }
    Err(error_at(axis, format!("axis {number} is out of reach: a spec holds at most {MAX_ENTRIES} entries")))
}

pub(crate) fn diag_shape(lexemes: &[Lexeme]) -> Result<()> {
    let example = "write `diag![0]` or `diag![-1..=2]`";
    if lexemes.is_empty() {
        return Err(error(TokenStream::new(), format!("no diagonal given: {example}")));
    }
    let sides: Vec<_> =
        lexemes.split(|lexeme| lexeme.role == Role::Dots).filter(|side| !side.is_empty()).collect();
    let dots: Vec<_> = lexemes.iter().filter(|lexeme| lexeme.role == Role::Dots).collect();
    let separated = |role| lexemes.iter().any(|lexeme| lexeme.role == role);
    if [Role::Comma, Role::Colon, Role::Semicolon, Role::Arrow].into_iter().any(separated) {
        return Err(error_at(
            lexemes,
            format!("not a band of diagonals: {example}, lower and upper inclusive"),
        ));
    }
    match (dots.as_slice(), sides.as_slice()) {
        ([], _) => Ok(()),
        ([_, _, last], [_, _]) if last.is('=') => Ok(()),
        (_, [lower, upper]) => {
            let (lower, upper) = (quoted(lower), decremented(upper));
            Err(error_at(
                lexemes,
                format!("both diagonals of a band are included: write `{lower}..={upper}`"),
            ))
        }
        _ => Err(error_at(lexemes, format!("a band needs both diagonals: {example}"))),
    }
}

pub(crate) fn band_order(lexemes: &[Lexeme], lower: i64, upper: i64) -> Result<()> {
    if lower <= upper {
        return Ok(());
    }
    Err(error_at(
        lexemes,
        format!("the lower diagonal {lower} is above the upper {upper}: write `{upper}..={lower}`"),
    ))
}

pub(crate) fn item_with_type(rest: &[TokenTree]) -> Error {
    let typed =
        rest.iter().skip(1).take_while(|token| !matches!(token, TokenTree::Punct(p) if p.as_char() == '='));
    error(
        typed.cloned().collect::<TokenStream>(),
        "the type of a named spec is written by the macro: leave it out",
    )
}

/// The chunk with `:` for `..` and `;`, where `..=b` ends at b + 1.
fn respelled(chunk: &[Lexeme]) -> String {
    let mut text = String::new();
    let mut rest = chunk;
    let mut inclusive = false;
    loop {
        let separator = |lexeme: &Lexeme| matches!(lexeme.role, Role::Dots | Role::Semicolon | Role::Colon);
        let at = rest.iter().position(separator).unwrap_or(rest.len());
        text += &if inclusive { incremented(&rest[..at]) } else { quoted(&rest[..at]) };
        let Some(found) = rest.get(at) else { return text };
        let dots = rest[at..].iter().take_while(|lexeme| lexeme.role == Role::Dots).count();
        inclusive = dots == 3 && rest[at + 2].is('=');
        rest = &rest[at + if found.role == Role::Dots { dots } else { 1 }..];
        text.push(':');
    }
}

fn incremented(part: &[Lexeme]) -> String {
    match int_value(part) {
        Some(-1) => String::new(),
        Some(value) => (value + 1).to_string(),
        None if part.is_empty() => String::new(),
        None => format!("{} + 1", quoted(part)),
    }
}

fn decremented(part: &[Lexeme]) -> String {
    int_value(part).map_or_else(|| format!("{} - 1", quoted(part)), |value| (value - 1).to_string())
}

fn int_value(part: &[Lexeme]) -> Option<i128> {
    match literal(part)? {
        (negative, Lit::Int(digits)) => {
            let value: i64 = digits.base10_parse().ok()?;
            Some(if negative { -i128::from(value) } else { i128::from(value) })
        }
        _ => None,
    }
}

/// Quoted bound by bound, because the language writes no spaces around `:`.
fn quoted_parts(lexemes: &[Lexeme]) -> String {
    let entry = |chunk: &[Lexeme]| {
        chunk.split(|lexeme| lexeme.role == Role::Colon).map(quoted).collect::<Vec<_>>().join(":")
    };
    lexemes.split(|lexeme| lexeme.role == Role::Comma).map(entry).collect::<Vec<_>>().join(", ")
}
