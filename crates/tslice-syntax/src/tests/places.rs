//! The language of the type of a spec.

use alloc::string::String;
use alloc::vec::Vec;

use crate::{Axes, Dialect, Mistakes, lex_text, spec};

/// The masks, entry 0 first, one digit for each mask; or the messages.
fn read(text: &str) -> Result<String, Vec<String>> {
    let (lexemes, mut mistakes) = (lex_text(text), Mistakes::default());
    let spec = spec(&lexemes, Axes::default(), Dialect::Places, &mut mistakes);
    if !mistakes.is_empty() {
        return Err(mistakes
            .into_iter()
            .map(|mistake| mistake.message)
            .collect());
    }
    let digit = |set: bool| if set { '1' } else { '0' };
    let entry = |masks: [bool; 5]| masks.map(digit).into_iter().collect::<String>();
    Ok(spec
        .entries
        .iter()
        .map(|each| entry(each.form().masks()))
        .collect::<Vec<_>>()
        .join(" "))
}

#[test]
fn places_say_which_bounds_are_present() {
    for (text, masks) in [
        ("_", "00001"),
        ("_:_", "00000"),
        ("_:", "01000"),
        (":_", "10000"),
        (":", "11000"),
        ("::_, _::_, _:_:_", "11000 01000 00000"),
        ("_, .., None, newaxis, ", "00001 00100 00010 00010"),
        ("0 => _, -1 => _:", "00001 00100 01000"),
    ] {
        assert_eq!(read(text).as_deref(), Ok(masks), "{text}");
    }
}

#[test]
fn other_bounds_are_no_places() {
    let place = "in `SpecType!` a bound is written `_`, and an absent one is left out";
    for (text, words) in [
        ("1", place),
        ("_:n", place),
        ("_:-1", place),
        ("0 => 1", place),
        (
            "_ _",
            "a comma is missing between `_` and `_`: write `_, _`",
        ),
        (
            "_..",
            "`..` is the ellipsis, not a range: write `_:`, or a comma beside `..` for two entries",
        ),
        (
            "_ => _",
            "an axis is one literal number, negative from the end: write `0 => 1:3`",
        ),
    ] {
        assert_eq!(read(text), Err(alloc::vec![words.into()]), "{text}");
    }
}
