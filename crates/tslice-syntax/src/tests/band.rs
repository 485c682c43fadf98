//! Diagonals and bands of them.

use alloc::string::String;

use crate::{Mistakes, band, lex_text};

/// The messages, each in a line.
fn said(diag: &str) -> String {
    let mut mistakes = Mistakes::default();
    let lexemes = lex_text(diag);
    let read = band(&lexemes, &mut mistakes);
    assert_eq!(read.is_none(), !mistakes.is_empty(), "{diag}");
    mistakes
        .into_iter()
        .map(|mistake| mistake.message + "\n")
        .collect()
}

#[test]
fn bands_are_inclusive_and_in_order() {
    for taken in ["0", "-3", "n", "1..=1", "-2..=n", "n..=3"] {
        assert_eq!(said(taken), "", "{taken}");
    }
    for (diag, words) in [
        (
            "",
            "not a band of diagonals: write `diag![0]` or `diag![-1..=2]`",
        ),
        ("1, 2", "not a band of diagonals"),
        ("1:2", "not a band of diagonals"),
        ("1;2", "not a band of diagonals"),
        ("1 => 2", "not a band of diagonals"),
        ("1..3", "not a band of diagonals"),
        ("0..-1", "not a band of diagonals"),
        ("-2..n", "lower and upper inclusive"),
        ("1...3", "lower and upper inclusive"),
        ("1 2", "not a band of diagonals"),
        ("..=2", "not a band of diagonals"),
        ("1..=", "not a band of diagonals"),
        ("1..=2..=3", "not a band of diagonals"),
        ("99999999999999999999", "literal does not fit in i64"),
        (
            "2..=-1",
            "the lower diagonal 2 is above the upper -1: write `-1..=2`",
        ),
        (
            "1.5..='a'",
            "not a float: write a whole number\na bound is an integer, not a char",
        ),
    ] {
        assert!(said(diag).contains(words), "{diag}: {}", said(diag));
    }
}
