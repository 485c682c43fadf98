//! Literal specs in the macro and in text: taken or refused by both. `mistakes.txt` holds the words.

use proc_macro2::TokenStream;
use proptest::prelude::*;
use tslice::DynSpec;

use crate::cursor::{self, Role};
use crate::parse;

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
        "newaxis", "None", "Ellipsis", "NewAxis", "..", "...", "[0, 2]", "[1:2]", "- 3", "-", "_", "1 2", "",
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
    fn a_literal_spec_is_taken_by_both_or_by_neither(text in specs()) {
        let tokens: TokenStream = text.parse().expect("tokens");
        // `Ellipsis::true` is a path, and paths are Rust's.
        prop_assume!(cursor::lex(tokens.clone()).iter().all(|lexeme| lexeme.role != Role::Path));
        let mistakes = parse::spec(tokens).mistakes.map(|mistakes| mistakes.errors.to_string());
        let refused = text.parse::<DynSpec>().err().map(|error| error.message().to_owned());
        prop_assert_eq!(mistakes.is_some(), refused.is_some(), "{}: {:?} and {:?}", text, mistakes, refused);
    }
}
