//! No tokens make the macros panic.

use proc_macro2::TokenStream;

use super::{Random, input};
use crate::{expand, items};

/// Each is a bound or a mistake at each place where a bound may stand.
#[test]
fn every_kind_of_literal_is_read_or_refused() {
    let table = [
        ("0x_f", "15"),
        ("1_", "1"),
        ("1__0", "10"),
        ("0b1_0u8", "2"),
        ("0o17isize", "15"),
        (
            "c\"x\"",
            "a bound is an integer, not a string: write it without quotes",
        ),
        (
            "r\"x\"",
            "a bound is an integer, not a string: write it without quotes",
        ),
        (
            "br#\"x\"#",
            "a bound is an integer, not a string: write it without quotes",
        ),
        (
            "cr\"x\"",
            "a bound is an integer, not a string: write it without quotes",
        ),
        (
            "b\"\"",
            "a bound is an integer, not a string: write it without quotes",
        ),
        (
            "'\\u{1F600}'",
            "a bound is an integer, not a char: write it without quotes",
        ),
        (
            "1e5f32",
            "a bound is an integer, not a float: write a whole number",
        ),
        (
            "1e999",
            "a bound is an integer, not a float: write a whole number",
        ),
        (
            "1.0e-3",
            "a bound is an integer, not a float: write a whole number",
        ),
        (
            "2.",
            "a bound is an integer, not a float: write a whole number",
        ),
        ("0xffff_ffff_ffff_ffff_ffff", "literal does not fit in i64"),
        (
            "340282366920938463463374607431768211456",
            "literal does not fit in i64",
        ),
        ("1usize_", "`usize_` is not an integer suffix: write `"),
        ("0u0", "`u0` is not an integer suffix: write `"),
    ];
    for (literal, says) in table {
        for spec in [
            literal.to_owned(),
            format!("{literal}:"),
            format!("::{literal}"),
        ] {
            let expansion = expand::s(input(&spec)).to_string();
            let number = says.parse::<u8>().is_ok();
            assert_eq!(
                expansion.matches("compile_error").count(),
                usize::from(!number),
                "{spec}: {expansion}"
            );
            let said = if number {
                format!("[{says}]")
            } else {
                format!("\"{says}")
            };
            assert!(expansion.contains(&said), "{spec}: {expansion}");
        }
        let diagonal = expand::diag(input(literal)).to_string();
        assert!(diagonal.contains(says), "{literal}: {diagonal}");
    }
}

fn words(random: &mut Random) -> String {
    let words = [
        "1",
        "-",
        "0",
        ":",
        "::",
        "..",
        "...",
        "..=",
        ",",
        ";",
        "=>",
        "newaxis",
        "None",
        "n",
        "(",
        ")",
        "[",
        "]",
        "<",
        ">",
        "as",
        "usize",
        "1.5",
        "'a'",
        "\"s\"",
        "9999999999999999999",
        "0x1F",
        "1u8",
        "&",
        "|",
        "{",
        "}",
        "?",
        ".",
        "$",
        "#",
        "'life",
        "=",
        "true",
        "Ellipsis",
        "np",
        "+",
        "<<",
        "->",
        "u8::MAX",
        "NewAxis",
    ];
    (0..random.below(14))
        .map(|_| random.one(&words))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn no_tokens_bring_the_macros_down() {
    for seed in 0..3000 {
        let text = words(&mut Random(seed));
        if text.parse::<TokenStream>().is_err() {
            continue;
        }
        assert!(!expand::s(input(&text)).is_empty());
        assert!(!expand::spec_type(input(&text)).is_empty());
        assert!(!expand::diag(input(&text)).is_empty());
        let items = format!("const A = [{text}]; {text}; static {text} = [1:];");
        assert!(!items::spec(input(&items)).is_empty());
    }
}

#[test]
fn path_of_the_crate_ends_at_a_semicolon() {
    let root = crate::root::Root::from(
        "::a::tslice; 1, 2; 3"
            .parse::<TokenStream>()
            .expect("tokens"),
    );
    let text = |code: crate::code::Code| TokenStream::from_iter(code).to_string();
    let rest = crate::tokens::stream(&root.trees.lexemes());
    assert_eq!(
        (text(root.path), text(rest)),
        (":: a :: tslice".to_owned(), "1 , 2 ; 3".to_owned())
    );
}
