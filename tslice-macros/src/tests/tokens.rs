//! No tokens make the front end panic.

use proc_macro2::TokenStream;
use proptest::prelude::*;

use crate::{expand, parse};

#[test]
fn every_kind_of_literal_is_read_or_refused() {
    let literals = [
        "c\"x\"",
        "r\"x\"",
        "br#\"x\"#",
        "cr\"x\"",
        "b\"\"",
        "'\\u{1F600}'",
        "1e5f32",
        "1e999",
        "0x_f",
        "1_",
        "1__0",
        "0b1_0u8",
        "0o17isize",
        "1.0e-3",
        "2.",
        "0xffff_ffff_ffff_ffff_ffff",
        "340282366920938463463374607431768211456",
        "1usize_",
        "0u0",
    ];
    for literal in literals {
        for spec in
            [literal.to_owned(), format!("-{literal}:"), format!("{literal} => 1"), format!("::{literal}")]
        {
            let Ok(tokens) = spec.parse::<TokenStream>() else { continue };
            let _ = parse::spec(tokens.clone());
            let _ = parse::diag(tokens);
        }
    }
}

fn tokens() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
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
    ]);
    prop::collection::vec(word, 0..14).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn no_tokens_bring_the_front_end_down(text in tokens()) {
        let Ok(tokens) = text.parse::<TokenStream>() else { return Ok(()) };
        let parsed = parse::spec(tokens.clone());
        let expansion = expand::spec(&TokenStream::new(), &parsed.spec);
        if let Some(mistakes) = parsed.mistakes {
            prop_assert!(!expand::mistakes(&mistakes, &expansion).is_empty());
        }
        let _ = parse::diag(tokens.clone()).map(|diag| expand::diag(&TokenStream::new(), &diag));
        let item: TokenStream = format!("const A = [{text}]; {text}; static {text} = [1:];").parse().expect("tokens");
        let _ = expand::items(&TokenStream::new(), &parse::items(item));
    }
}
