//! Mistakes, by message and by the text that is reported.

use proc_macro2::TokenStream;

use crate::parse;

/// The mistakes of a spec: message, and the text that its span covers.
fn mistakes(spec: &str) -> Vec<(String, String)> {
    let tokens: TokenStream = spec.parse().expect("tokens");
    let errors = parse::spec(tokens).mistakes.into_iter().flat_map(|mistakes| mistakes.errors);
    let covered = |error: &syn::Error| {
        let range = error.span().byte_range();
        // All text that was ever parsed shares one numbering; the end of a span counts from its start.
        let source = error.span().source_text().unwrap_or_default();
        assert_eq!(source.len(), range.len());
        source
    };
    errors.map(|error| (error.to_string(), covered(&error))).collect()
}

#[test]
fn each_mistake_is_at_its_tokens_with_the_spelling_that_is_right() {
    let table = include_str!("../../mistakes.txt").lines().filter(|line| !line.starts_with('#'));
    for line in table {
        let fields: Vec<&str> = line.splitn(3, " | ").collect();
        let found = mistakes(fields[0]);
        assert_eq!(found, [(fields[2].to_owned(), fields[1].to_owned())], "{line}");
    }
}

#[test]
fn entries_are_counted() {
    let entries = |count: usize| (1..=count).map(|at| at.to_string()).collect::<Vec<_>>().join(", ");
    assert_eq!(mistakes(&entries(31)), []);
    let found = mistakes(&entries(33));
    let [(message, at)] = &found[..] else { panic!("{found:?}") };
    assert!(message.contains("at most 31 entries, this one has 33"), "{message}");
    assert!(at.starts_with("32"), "{at}");
}

/// There is one mistake, and its message has these words.
fn said(spec: &str, words: &str) {
    let found = mistakes(spec);
    assert!(matches!(&found[..], [(message, _)] if message.contains(words)), "{spec}: {found:?}");
}

#[test]
fn expressions_are_quoted_in_the_spelling_that_is_right() {
    said("..=n", "write `:n + 1`");
    said("a..=-1", "write `a:`");
    said("a;b", "write `a:b`");
    said("n => 1", "an axis is a literal number");
    said("a.len() b", "write `a.len(), b`");
}

#[test]
fn all_mistakes_of_a_spec_are_found_in_order() {
    let found: Vec<String> = mistakes("1..3, ::0, 1.5, [2], ::0").into_iter().map(|(_, at)| at).collect();
    assert_eq!(found, ["1..3", "0", "1.5", "[2]", "0"]);
}

#[test]
fn what_rust_can_read_is_left_to_rust() {
    for spec in [
        "a::newaxis",
        "a::NewAxis",
        "a::Ellipsis",
        "x as _",
        "(::a::b)",
        "(|x: u8| x)",
        "('a: loop { break 'a 1 })",
        "{ let x: u8 = 1; x }",
        "29 => 1",
        "-30 => 1",
        "28 => 1, -1 => 2",
    ] {
        assert_eq!(mistakes(spec), [], "{spec}");
    }
}

#[test]
fn ranges_stand_without_parentheses_and_axes_are_in_reach() {
    for (spec, words) in [
        ("(1:n)", "a range stands without parentheses: write `1:n`"),
        ("(n:)", "write `n:`"),
        ("30 => 1", "axis 30 is out of reach"),
        ("-31 => 1", "axis -31 is out of reach"),
        ("29 => 1, -1 => 2", "this one has 32"),
        ("1 => 1, -30 => 2", "this one has 33"),
    ] {
        said(spec, words);
    }
}

#[test]
fn literals_of_rust_alone_are_refused_by_name_or_taken() {
    for (spec, words) in [
        ("b'a'", "a bound is an integer, not a byte: write `97`"),
        ("b\"a\"", "not a byte string: write a number"),
        ("c\"a\":", "not a byte string: write a number"),
        ("9e17", "write `900000000000000000`"),
        ("1e18", "write a whole number"),
        ("-9e17", "write `-900000000000000000`"),
    ] {
        let found = mistakes(spec);
        assert!(matches!(&found[..], [(message, _)] if message.ends_with(words)), "{spec}: {found:?}");
    }
    let (signed, unsigned) =
        (["i8", "i16", "i32", "i64", "i128", "isize"], ["u8", "u16", "u32", "u64", "u128", "usize"]);
    for suffix in signed.into_iter().chain(unsigned) {
        assert_eq!(mistakes(&format!("127{suffix}:")), [], "{suffix}");
    }
    for suffix in signed {
        assert_eq!(mistakes(&format!("-128{suffix}")), [], "{suffix}");
    }
}

#[test]
fn bands_are_inclusive_and_in_order() {
    let said = |diag: &str| match parse::diag(diag.parse().expect("tokens")) {
        Ok(_) => String::new(),
        Err(mistakes) => mistakes.errors.to_string(),
    };
    for taken in ["0", "-3", "n", "1..=1", "-2..=n", "n..=3"] {
        assert_eq!(said(taken), "", "{taken}");
    }
    for (diag, words) in [
        ("", "no diagonal given: write `diag![0]` or `diag![-1..=2]`"),
        ("1, 2", "not a band of diagonals"),
        ("1:2", "not a band of diagonals"),
        ("1;2", "not a band of diagonals"),
        ("1 => 2", "not a band of diagonals"),
        ("1..3", "both diagonals of a band are included: write `1..=2`"),
        ("0..-1", "write `0..=-2`"),
        ("-2..n", "write `-2..=n - 1`"),
        ("1...3", "write `1..=2`"),
        ("..=2", "a band needs both diagonals"),
        ("1..=", "a band needs both diagonals"),
        ("1..=2..=3", "a band needs both diagonals"),
        ("2..=-1", "the lower diagonal 2 is above the upper -1: write `-1..=2`"),
    ] {
        assert!(said(diag).contains(words), "{diag}: {}", said(diag));
    }
}
