//! Tokens and text agree on literal specs: the entries, or all mistakes in their words.

use proc_macro2::TokenStream;
use tslice_syntax::{Axes, Dialect, Mistakes, Role, SpecMistake, parse, spec};

use super::Random;
use crate::tokens::Trees;

fn spec_text(random: &mut Random) -> String {
    let bounds = [
        "1",
        "-1",
        "0",
        "2",
        "",
        "",
        "1.5",
        "'a'",
        "\"s\"",
        "true",
        "300u8",
        "0x1F",
        "1u8",
        "99999999999999999999",
    ];
    let others = [
        "newaxis",
        "None",
        "Ellipsis",
        "NewAxis",
        "..",
        "...",
        "[0, 2]",
        "[1:2]",
        "([0, 1], [2])",
        "[[1]]",
        "([0])",
        "[0, 1.5]",
        "()",
        "- 3",
        "-",
        "_",
        "1 2",
        "",
    ];
    let separators = ["", "", ":", ":", "..", "..=", ";"];
    let axes = [
        "", "", "", "", "", "", "0 => ", "-1 => ", "1 => ", "31 => ", "1.5 => ",
    ];
    let part = |random: &mut Random| {
        let is_bound = random.below(11) < 9;
        random.one(if is_bound { &bounds } else { &others })
    };
    let entry = |random: &mut Random| {
        let mut text = part(random).to_owned();
        for _ in 0..random.below(3) {
            let separator = random.one(&separators);
            if !separator.is_empty() {
                text = text + separator + part(random);
            }
        }
        random.one(&axes).to_owned() + &text
    };
    (0..random.below(4))
        .map(|_| entry(random))
        .collect::<Vec<_>>()
        .join(", ")
}

#[test]
fn tokens_and_text_agree() {
    for seed in 0..3000 {
        let text = spec_text(&mut Random(seed));
        let trees = Trees::from(text.parse::<TokenStream>().expect("tokens"));
        let lexemes = trees.lexemes();
        // `Ellipsis::true` is a path, and paths are Rust's.
        if lexemes.iter().any(|lexeme| lexeme.role == Role::Path) {
            continue;
        }
        // Only literals, so that what is wrong is wrong in both.
        let mut mistakes = Mistakes::default();
        let read = spec(&lexemes, Axes::default(), Dialect::Literals, &mut mistakes);
        let mistakes = mistakes.into_iter().map(|mistake| {
            let (start, end) = trees.ends(&mistake.span);
            let span = start.join(end).expect("one text");
            (
                span.source_text().unwrap_or_default(),
                without_spaces(&mistake.message),
            )
        });
        let mistakes: Vec<(String, String)> = mistakes.collect();
        match parse(&text) {
            Ok(parsed) => {
                assert_eq!(mistakes, [], "{text}");
                let read = read.in_numbers().expect("literals");
                assert_eq!(
                    (&read.entries, &read.lists),
                    (&parsed.entries, &parsed.lists),
                    "{text}"
                );
            }
            Err(refused) => {
                let located = |SpecMistake { message, span, .. }| {
                    (text[span].to_owned(), without_spaces(&message))
                };
                let refused: Vec<_> = refused.into_iter().map(located).collect();
                assert_eq!(mistakes, refused, "{text}");
            }
        }
    }
}

/// Quotes differ in white space.
fn without_spaces(message: &str) -> String {
    message.replace(' ', "")
}
