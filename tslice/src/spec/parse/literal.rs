//! One bound: Rust's integer literals, optionally negated.

use alloc::format;
use alloc::string::String;

use super::mistake::{self, Mistake};
use super::{Piece, is_space};

/// The suffixes, and the bits and sign of the type that each stands for.
const SUFFIXES: [(&str, u32, bool); 12] = [
    ("isize", 64, true),
    ("usize", 64, false),
    ("i128", 128, true),
    ("u128", 128, false),
    ("i16", 16, true),
    ("u16", 16, false),
    ("i32", 32, true),
    ("u32", 32, false),
    ("i64", 64, true),
    ("u64", 64, false),
    ("i8", 8, true),
    ("u8", 8, false),
];

pub(super) fn bound(part: Piece<'_>) -> Result<i64, Mistake> {
    mistake::not_a_number(part)?;
    let (negative, unsigned) = match part.text.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start_matches(is_space)),
        None => (false, part.text),
    };
    let (radix, digits) = match unsigned.get(..2) {
        Some("0x") => (16, &unsigned[2..]),
        Some("0o") => (8, &unsigned[2..]),
        Some("0b") => (2, &unsigned[2..]),
        _ => (10, unsigned),
    };
    let typed =
        SUFFIXES.iter().find_map(|kind| digits.strip_suffix(kind.0).map(|digits| (digits, Some(kind))));
    let (digits, kind) = typed.unwrap_or((digits, None));
    let plain: String = digits.chars().filter(|c| *c != '_').collect();
    let leads = digits.starts_with('_') && radix == 10;
    if leads || plain.is_empty() || !plain.chars().all(|c| c.is_digit(radix)) {
        return Err(mistake::no_integer(part, negative, unsigned));
    }
    let magnitude = u128::from_str_radix(&plain, radix).unwrap_or(u128::MAX);
    if let Some((suffix, bits, signed)) = kind
        && !fits(magnitude, negative, *bits, *signed)
    {
        return Err(Mistake::at(part, format!("literal out of range for `{suffix}`: leave the suffix out")));
    }
    let value = match i128::try_from(magnitude) {
        Ok(magnitude) if negative => i64::try_from(-magnitude),
        Ok(magnitude) => i64::try_from(magnitude),
        Err(error) => Err(error),
    };
    value.map_err(|_| {
        Mistake::at(
            part,
            "literal does not fit in i64, and no axis is that long: leave the bound out to reach its end"
                .into(),
        )
    })
}

fn fits(magnitude: u128, negative: bool, bits: u32, signed: bool) -> bool {
    let half = 1_u128 << (bits - 1);
    match (signed, negative) {
        (true, true) => magnitude <= half,
        (true, false) => magnitude < half,
        (false, true) => magnitude == 0,
        (false, false) => bits == 128 || magnitude < half * 2,
    }
}
