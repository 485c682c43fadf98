//! Tokens and text agree on literal specs: the entries, or all mistakes in their words.

use proptest::prelude::*;
use tslice_syntax::{Bound, Dialect, Mistakes, Role, TextMistake, parse, spec};

use crate::tokens::lexemes;

fn specs() -> impl Strategy<Value = String> {
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
    let part =
        prop_oneof![9 => prop::sample::select(bounds.to_vec()), 2 => prop::sample::select(others.to_vec())];
    let entry =
        prop::collection::vec((part, prop::sample::select(separators.to_vec())), 1..4).prop_map(|parts| {
            parts.iter().enumerate().fold(String::new(), |text, (i, (part, separator))| match separator {
                _ if i == 0 => (*part).to_owned(),
                &"" => text,
                separator => text + separator + part,
            })
        });
    let axis =
        prop::sample::select(vec!["", "", "", "", "", "", "0 => ", "-1 => ", "1 => ", "31 => ", "1.5 => "]);
    prop::collection::vec((axis, entry), 0..4).prop_map(|entries| {
        entries.iter().map(|(axis, entry)| format!("{axis}{entry}")).collect::<Vec<_>>().join(", ")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn tokens_and_text_agree(text in specs()) {
        let lexemes = lexemes(text.parse().expect("tokens"));
        // `Ellipsis::true` is a path, and paths are Rust's.
        prop_assume!(lexemes.iter().all(|lexeme| lexeme.role != Role::Path));
        // Only literals, so that what is wrong is wrong in both.
        let mut mistakes = Mistakes::default();
        let read = spec(&lexemes, Dialect::Literals, &mut mistakes);
        let mistakes: Vec<(String, String)> = mistakes.into_iter().map(|mistake| {
            let (first, last) = mistake.place().expect("tokens");
            let span = first.start().join(last.end()).expect("one text");
            (span.source_text().unwrap_or_default(), without_spaces(&mistake.message))
        }).collect();
        match parse(&text) {
            Ok(parsed) => {
                prop_assert_eq!(mistakes, [], "{}", text);
                prop_assert_eq!(read.map(value), parsed, "{}", text);
            }
            Err(refused) => {
                let located = |TextMistake { message, span }| (text[span].to_owned(), without_spaces(&message));
                let refused: Vec<_> = refused.into_iter().map(located).collect();
                prop_assert_eq!(mistakes, refused, "{}", text);
            }
        }
    }
}

/// Quotes differ in white space.
fn without_spaces(message: &str) -> String {
    message.replace(' ', "")
}

fn value(bound: Bound<'_, crate::tokens::Piece>) -> i64 {
    match bound {
        Bound::Literal { value, .. } => value,
        Bound::Expression { .. } | Bound::HalfTyped(_) | Bound::Place => unreachable!("a literal"),
    }
}
