//! Mistakes, by message and by the text that is reported.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;
use tslice_syntax::{Axes, Dialect, Lexeme, Mistakes, spec};

use crate::tokens::{Trees, tree};

/// The mistakes of a spec: the text that the span of each covers, and the message.
fn mistakes(text: &str) -> Vec<(String, String)> {
    let trees = Trees::from(text.parse::<TokenStream>().expect("tokens"));
    let (lexemes, mut mistakes) = (trees.lexemes(), Mistakes::default());
    spec(
        &lexemes,
        Axes::default(),
        Dialect::Expressions,
        &mut mistakes,
    );
    let covered = mistakes.into_iter().map(|mistake| {
        let (start, end) = trees.ends(&mistake.span);
        let span = start.join(end).expect("one text");
        (span.source_text().unwrap_or_default(), mistake.message)
    });
    covered.collect()
}

/// The lines of the catalogue, and of the one that text shares.
fn catalogue() -> impl Iterator<Item = &'static str> {
    let lines = include_str!("../../catalogue.txt").lines();
    let shared = include_str!("../../../crates/tslice-syntax/mistakes.txt").lines();
    lines
        .chain(shared)
        .filter(|line| !line.starts_with("# ") || line.starts_with("# |"))
}

#[test]
fn mistakes_are_one_error_at_their_tokens() {
    for line in catalogue() {
        let fields: Vec<&str> = line.splitn(3, " | ").collect();
        assert_eq!(
            mistakes(fields[0]),
            [(fields[1].to_owned(), fields[2].to_owned())],
            "{line}"
        );
    }
}

#[test]
fn suggestions_are_accepted() {
    let mut tried = 0;
    for line in catalogue() {
        let message = line.splitn(3, " | ").last().unwrap_or_default();
        for written in message.split("write `").skip(1) {
            let spelling = written.split('`').next().unwrap_or_default();
            // A place in a sentence, not a spec.
            if spelling.contains('…')
                || spelling.starts_with("axis => ")
                || spelling.starts_with("diag!")
            {
                continue;
            }
            tried += 1;
            assert_eq!(mistakes(spelling), [], "{line}");
        }
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn mistakes_of_a_spec_are_in_order() {
    let found: Vec<String> = mistakes("1..3, ::0, 1.5, [[2]], ::0")
        .into_iter()
        .map(|(at, _)| at)
        .collect();
    assert_eq!(found, ["1..3", "0", "1.5", "[2]", "0"]);
}

#[test]
fn entries_are_counted() {
    let entries = |count: usize| {
        (1..=count)
            .map(|at| at.to_string())
            .collect::<Vec<_>>()
            .join(", ")
    };
    assert_eq!(mistakes(&entries(31)), []);
    let found = mistakes(&entries(33));
    let [(at, message)] = &found[..] else {
        panic!("{found:?}")
    };
    assert!(
        message.contains("at most 31 entries, this one has 33"),
        "{message}"
    );
    assert_eq!(at, "32, 33");
}

#[test]
fn suggestions_quote_expressions() {
    for (spec, words) in [
        ("..=n", "write `:n + 1`"),
        ("a..=-1", "write `a:`"),
        ("a;b", "write `a:b`"),
        ("n => 1", "an axis is one literal number"),
        ("a.len() b", "write `a.len(), b`"),
        ("(1:n)", "entries stand without parentheses: write `1:n`"),
        ("(n:)", "write `n:`"),
        ("b[0]..", "write `b[0]:`"),
    ] {
        let found = mistakes(spec);
        assert!(
            matches!(&found[..], [(_, message)] if message.contains(words)),
            "{spec}: {found:?}"
        );
    }
}

#[test]
fn what_rust_can_read_is_left_to_rust() {
    for spec in [
        "a::NewAxis",
        "a::Ellipsis",
        "x as _",
        "f()??",
        "f()?? + 1:g()?[0]",
        "if let Some(x) = y { x } else { 0 }",
        "if a { 1 } else if b { 2 } else { 3 }",
        "(::a::b)",
        "(|x: u8| x)",
        "('a: loop { break 'a 1 })",
        "{ let x: u8 = 1; x }",
        "end",
        "29 => 1",
        "-30 => 1",
        "28 => 1, -1 => 2",
    ] {
        assert_eq!(mistakes(spec), [], "{spec}");
    }
}

#[test]
fn every_suffix_of_an_integer_is_taken() {
    let (signed, unsigned) = (
        ["i8", "i16", "i32", "i64", "i128", "isize"],
        ["u8", "u16", "u32", "u64", "u128", "usize"],
    );
    for suffix in signed.into_iter().chain(unsigned) {
        assert_eq!(mistakes(&format!("127{suffix}:")), [], "{suffix}");
    }
    for suffix in signed {
        assert_eq!(mistakes(&format!("-128{suffix}")), [], "{suffix}");
    }
}

#[test]
fn mistake_in_a_fragment_is_at_the_fragment() {
    let inner: TokenStream = "1.5".parse().expect("tokens");
    let fragment = TokenTree::from(Group::new(Delimiter::None, inner));
    let trees = Trees::from(quote!(0, -#fragment:));
    let (lexemes, mut mistakes) = (trees.lexemes(), Mistakes::default());
    spec(
        &lexemes,
        Axes::default(),
        Dialect::Expressions,
        &mut mistakes,
    );
    let [mistake] = mistakes.as_slice() else {
        panic!("one mistake")
    };
    let (_, end) = trees.ends(&mistake.span);
    assert_eq!(end.source_text().as_deref(), Some("1.5"));
}

#[test]
fn mistake_between_fragments_is_in_the_macro() {
    let fragment =
        |text: &str| TokenTree::from(Group::new(Delimiter::None, text.parse().expect("tokens")));
    let (begin, end) = (fragment("0"), fragment("2"));
    for (tokens, first, last) in [
        (quote!(#begin..#end), ".", "."),
        (quote!(1..#end), "1", "."),
        (quote!(#begin..3), ".", "3"),
    ] {
        let trees = Trees::from(tokens);
        let (lexemes, mut mistakes) = (trees.lexemes(), Mistakes::default());
        spec(
            &lexemes,
            Axes::default(),
            Dialect::Expressions,
            &mut mistakes,
        );
        let [mistake] = mistakes.as_slice() else {
            panic!("one mistake")
        };
        let covered = trees.lexemes_of(&mistake.span);
        let at = |lexeme: Option<&Lexeme<'_>>| lexeme.map(|one| tree(one).to_string());
        assert_eq!(at(covered.first()).as_deref(), Some(first));
        assert_eq!(at(covered.last()).as_deref(), Some(last));
    }
}
